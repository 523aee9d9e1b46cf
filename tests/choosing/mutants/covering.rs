//! Covering the minimal mutants covers all others, and none of them can be spared: for all sets of
//! operands, and for random ones.

use super::enumeration::Tried;
use super::operands::{FLOATS, pairs};
use super::sets::{
    BranchGoals, minimal_arithmetic, minimal_bitwise, minimal_relations, minimal_shifts,
};
use super::tables::{of_operands, relations};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Overflow, Shift, relation, values};
use sbst::distance::{Distance, OrderDistance};
use sbst::subsumption::mutants::{Model, Orders};
use std::cmp::Ordering::{Equal, Greater, Less};

fn bits<O: PartialEq>(operators: &[O], chosen: &[O]) -> u16 {
    chosen
        .iter()
        .map(|one| 1 << operators.iter().position(|other| other == one).expect("one of them"))
        .sum()
}

/// Whether all sets of operands that infect these infect all that any operands infect.
///
/// Of the sets that do not infect a mutant, the one of all operands that do not is the greatest: if
/// that one misses one of these, all do.
fn covers_all(patterns: &[u16], chosen: u16) -> bool {
    let union =
        |patterns: &mut dyn Iterator<Item = &u16>| patterns.fold(0, |all, pattern| all | pattern);
    let possible = union(&mut patterns.iter());
    let missed =
        |mutant: u32| union(&mut patterns.iter().filter(|&pattern| pattern >> mutant & 1 == 0));
    (0..16)
        .filter(|mutant| possible >> mutant & 1 == 1)
        .all(|mutant| missed(mutant) & chosen != chosen)
}

/// Covering these and what is given covers all; without any one of these it does not.
fn assert_minimal(name: &str, patterns: &[u16], chosen: u16, given: u16) {
    assert!(covers_all(patterns, chosen | given), "{name}: {chosen:b}");
    for mutant in (0..16).filter(|mutant| chosen >> mutant & 1 == 1) {
        assert!(
            !covers_all(patterns, chosen & !(1 << mutant) | given),
            "{name}: {chosen:b} without {mutant}"
        );
    }
}

fn wide(tried: &Tried, original: usize) -> Vec<u16> {
    tried.patterns(original).into_iter().map(u16::from).collect()
}

#[test]
fn minimal_arithmetic_covers_all_and_none_can_be_spared() {
    let signed: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    let unsigned: Vec<u8> = (0..=u8::MAX).collect();
    let of_signed = |least: i8, overflow| {
        let operands = pairs(&signed).filter(move |&(a, b)| a >= least && b >= least);
        Tried::on(&Arithmetic::ALL, operands, |operator, &(a, b)| operator.of(a, b, overflow))
    };
    let of_unsigned = |overflow| {
        Tried::on(&Arithmetic::ALL, pairs(&unsigned), |operator, &(a, b)| {
            operator.of(a, b, overflow)
        })
    };
    let floats = Tried::on(&Arithmetic::ALL, pairs(&FLOATS), |operator, &(a, b)| {
        operator.of(a, b, Overflow::Throws)
    });
    for (model, tried) in [
        (Model::Wrapping, of_signed(i8::MIN, Overflow::Wraps)),
        (Model::Wrapping, of_unsigned(Overflow::Wraps)),
        (Model::CheckedSigned, of_signed(i8::MIN, Overflow::Throws)),
        (Model::CheckedUnsigned, of_unsigned(Overflow::Throws)),
        (Model::Positive, of_signed(1, Overflow::Throws)),
        (Model::Float, floats),
    ] {
        for (place, original) in Arithmetic::ALL.into_iter().enumerate() {
            let chosen = bits(&Arithmetic::ALL, &minimal_arithmetic(original, model));
            assert_minimal(&format!("{original:?}, {model:?}"), &wide(&tried, place), chosen, 0);
        }
    }
}

#[test]
fn minimal_operators_on_bits_and_shifts_cover_all_and_none_can_be_spared() {
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    let tried =
        Tried::on(&Bitwise::ALL, pairs(&bytes), |operator, &(a, b)| Some(operator.of(a, b)));
    for (place, original) in Bitwise::ALL.into_iter().enumerate() {
        assert_minimal(
            "bits",
            &wide(&tried, place),
            bits(&Bitwise::ALL, &minimal_bitwise(original)),
            0,
        );
    }
    let tried = Tried::on(&Shift::ALL, pairs(&bytes), |operator, &(x, amount)| {
        Some(operator.of(x as i8, amount.into()))
    });
    for (place, original) in Shift::ALL.into_iter().enumerate() {
        assert_minimal(
            "shifts",
            &wide(&tried, place),
            bits(&Shift::ALL, &minimal_shifts(original)),
            0,
        );
    }
}

/// The places of the goals to take the branches of the predicate, behind the mutants.
const BRANCHES: u16 = 1 << 8 | 1 << 9;

#[test]
fn minimal_relations_cover_all_and_none_can_be_spared() {
    let any = [Some(Less), Some(Equal), Some(Greater)];
    for (orders, possible) in [
        (Orders::Any, &any[..]),
        (Orders::Any, &[Some(Less), Some(Equal), Some(Greater), None]),
        (Orders::NeverLess, &any[1..]),
        (Orders::NeverGreater, &any[..2]),
    ] {
        let tried = relations(possible.iter().copied());
        for (place, original) in Relation::ALL.into_iter().enumerate() {
            let name = format!("{original:?} {possible:?}");
            let minimal =
                |branches| bits(&Relation::ALL, &minimal_relations(original, orders, branches));
            assert_minimal(&name, &wide(&tried, place), minimal(BranchGoals::Absent), 0);
            // Operands take a branch besides.
            let patterns = possible.iter().map(|&order| {
                let differs =
                    |&mutant: &usize| Relation::ALL[mutant].holds(order) != original.holds(order);
                (0..8).filter(differs).map(|mutant| 1 << mutant).sum::<u16>()
                    | 1 << (8 + u16::from(original.holds(order)))
            });
            let patterns: Vec<u16> = patterns.collect();
            let feasible = patterns.iter().fold(0, |all, pattern| all | pattern) & BRANCHES;
            assert_minimal(&name, &patterns, minimal(BranchGoals::Kept), feasible);
            // Nothing that branch goals cover is kept beside them, and nothing else goes.
            let (kept, absent) = (minimal(BranchGoals::Kept), minimal(BranchGoals::Absent));
            assert_eq!(kept & !absent, 0, "{name}");
        }
    }
}

#[test]
fn relations_of_all_bytes_make_no_more_patterns_than_their_orders() {
    let bytes: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    assert!(of_operands(pairs(&bytes)).agrees_with(&relations([
        Some(Less),
        Some(Equal),
        Some(Greater)
    ])));
}

/// Whether some of the operands infect the mutant, by the distances that the library measures.
fn is_infected<P>(operands: &[P], distance: impl Fn(&P) -> Distance) -> bool {
    operands.iter().any(|operand| distance(operand) == Distance::ZERO)
}

/// If the minimal mutants are infected, all are that can be.
fn assert_implied<O: Copy + PartialEq + std::fmt::Debug>(
    all: &[O],
    minimal: &[O],
    infected: impl Fn(O) -> bool,
    possible: impl Fn(O) -> bool,
) -> Result<(), TestCaseError> {
    if minimal.iter().all(|&mutant| infected(mutant)) {
        for &mutant in all.iter().filter(|&&mutant| possible(mutant)) {
            prop_assert!(infected(mutant), "{:?} besides {:?}", mutant, minimal);
        }
    }
    Ok(())
}

fn relations_imply<T: OrderDistance + Copy>(operands: &[(T, T)]) -> Result<(), TestCaseError> {
    for original in Relation::ALL {
        let infected = |mutant| is_infected(operands, |&(a, b)| relation(a, b, original, mutant));
        let minimal = |branches| minimal_relations(original, Orders::Any, branches);
        assert_implied(&Relation::ALL, &minimal(BranchGoals::Absent), infected, |mutant| {
            mutant != original
        })?;
        let holds =
            |wanted| operands.iter().any(|(a, b)| original.holds(a.partial_cmp(b)) == wanted);
        if holds(true) && holds(false) {
            assert_implied(&Relation::ALL, &minimal(BranchGoals::Kept), infected, |mutant| {
                mutant != original
            })?;
        }
    }
    Ok(())
}

fn near(wide: i32, small: i32) -> impl Strategy<Value = i32> {
    prop_oneof![3 => -small..=small, 1 => -wide..=wide, 1 => any::<i32>(), 1 => Just(i32::MIN), 1 => Just(i32::MAX)]
}

proptest! {
    #![proptest_config(super::config(150))]

    #[test]
    fn operands_that_infect_the_minimal_relations_infect_all(
        operands in vec((near(9, 2), near(9, 2)), 1..8),
        floats in vec((proptest::sample::select(&FLOATS[..]), proptest::sample::select(&FLOATS[..])), 1..8),
    ) {
        relations_imply(&operands)?;
        relations_imply(&floats)?;
    }

    #[test]
    fn operands_that_infect_the_minimal_operators_infect_all(
        operands in vec((near(90, 4), near(90, 4)), 1..12),
    ) {
        let differs = |one: Arithmetic| move |other: &Arithmetic| *other != one;
        for original in Arithmetic::ALL {
            let others: Vec<Arithmetic> =
                Arithmetic::ALL.into_iter().filter(differs(original)).collect();
            for (model, overflow) in
                [(Model::Wrapping, Overflow::Wraps), (Model::CheckedSigned, Overflow::Throws)]
            {
                let infected = |mutant: Arithmetic| {
                    is_infected(&operands, |&(a, b)| {
                        values(original.of(a, b, overflow), mutant.of(a, b, overflow))
                    })
                };
                assert_implied(&others, &minimal_arithmetic(original, model), infected, |_| true)?;
            }
            let unsigned: Vec<(u32, u32)> =
                operands.iter().map(|&(a, b)| (a.unsigned_abs(), b.unsigned_abs())).collect();
            let infected = |mutant: Arithmetic| {
                is_infected(&unsigned, |&(a, b)| {
                    values(original.of(a, b, Overflow::Throws), mutant.of(a, b, Overflow::Throws))
                })
            };
            assert_implied(
                &others,
                &minimal_arithmetic(original, Model::CheckedUnsigned),
                infected,
                |_| true,
            )?;
            let positive: Vec<(i32, i32)> =
                operands.iter().copied().filter(|&(a, b)| a > 0 && b > 0).collect();
            let infected = |mutant: Arithmetic| {
                is_infected(&positive, |&(a, b)| {
                    values(original.of(a, b, Overflow::Throws), mutant.of(a, b, Overflow::Throws))
                })
            };
            assert_implied(
                &others,
                &minimal_arithmetic(original, Model::Positive),
                infected,
                |_| true,
            )?;
        }
        for original in Bitwise::ALL {
            let infected = |mutant: Bitwise| {
                is_infected(&operands, |&(a, b)| {
                    values(Some(original.of(a, b)), Some(mutant.of(a, b)))
                })
            };
            assert_implied(&Bitwise::ALL, &minimal_bitwise(original), infected, |mutant| {
                mutant != original
            })?;
        }
        for original in Shift::ALL {
            let infected = |mutant: Shift| {
                is_infected(&operands, |&(a, b)| {
                    values(Some(original.of(a, b as u32)), Some(mutant.of(a, b as u32)))
                })
            };
            assert_implied(&Shift::ALL, &minimal_shifts(original), infected, |mutant| {
                mutant != original
            })?;
        }
    }
}
