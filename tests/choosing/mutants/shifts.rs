//! The table of shifts: by enumeration of few bits, and for 8 to 64 bits by linear algebra over the
//! field of two elements.
//!
//! For a fixed amount every shift is linear in the number that is shifted, and so is original ^
//! mutant, which is not 0 where the mutant is infected. So one mutant subsumes another one iff for
//! each amount the kernel of the other's matrix lies in the kernel of its own: iff its rows are
//! sums of the other's rows.

use super::enumeration::Tried;
use super::operands::{Integers, samples};
use super::sets::minimal_shifts;
use super::tables::assert_table;
use proptest::prelude::*;
use sbst::distance::infection::Shift;
use sbst::subsumption::mutants::Change;

const fn change(original: Shift, mutant: Shift) -> Change {
    Change::Shift { original, mutant }
}

#[test]
fn shifts_of_few_bits_are_as_enumerated() {
    for width in [6, 7, 8] {
        let integers = Integers::signed(width);
        let operands = integers
            .all()
            .into_iter()
            .flat_map(|x| (0..2 * i64::from(width)).map(move |amount| (x, amount)));
        let tried = Tried::on(&Shift::ALL, operands, |shift, &(x, amount)| {
            Some(integers.shift(shift, x, amount))
        });
        assert_table(&format!("{width} bits"), &Shift::ALL, &tried, change, minimal_shifts);
    }
    let operands = (i8::MIN..=i8::MAX).flat_map(|x| (0..20).map(move |amount| (x, amount)));
    let tried = Tried::on(&Shift::ALL, operands, |shift, &(x, amount)| Some(shift.of(x, amount)));
    assert_table("i8", &Shift::ALL, &tried, change, minimal_shifts);
}

#[test]
fn numbers_of_4_bits_have_coincidences_that_6_bits_have_not() {
    let of = |width| {
        let integers = Integers::signed(width);
        let operands = integers
            .all()
            .into_iter()
            .flat_map(|x| (0..i64::from(width)).map(move |amount| (x, amount)));
        Tried::on(&Shift::ALL, operands, |shift, &(x, amount)| {
            Some(integers.shift(shift, x, amount))
        })
    };
    assert!(!of(4).agrees_with(&of(6)));
    assert!(of(6).agrees_with(&of(8)));
    assert_eq!(of(4).minimal(0), [1]); // `>>` and `>>>` are infected together
}

#[test]
fn to_the_right_unsigned_numbers_are_shifted_in_one_way() {
    // Why mutants of one by the other are not to be made there.
    let operands = (0..=u8::MAX).flat_map(|x| (0..8).map(move |amount| (x, amount)));
    let tried = Tried::on(&Shift::ALL, operands, |shift, &(x, amount)| Some(shift.of(x, amount)));
    assert!(!tried.is_infected(1, 2) && !tried.is_infected(2, 1));
    assert!(tried.subsumes(0, 1, 2) && tried.subsumes(0, 2, 1));
}

/// A type that is shifted, by its bits.
#[derive(Clone, Copy, Debug)]
struct Word {
    width: u32,
    shift: fn(Shift, u64, u32) -> u64,
}

const WORDS: [Word; 4] = [
    Word { width: 8, shift: |shift, x, amount| u64::from(shift.of(x as i8, amount) as u8) },
    Word { width: 16, shift: |shift, x, amount| u64::from(shift.of(x as i16, amount) as u16) },
    Word { width: 32, shift: |shift, x, amount| u64::from(shift.of(x as i32, amount) as u32) },
    Word { width: 64, shift: |shift, x, amount| shift.of(x as i64, amount) as u64 },
];

impl Word {
    /// The rows of the matrix of original ^ mutant.
    fn difference(self, original: Shift, mutant: Shift, amount: u32) -> Vec<u64> {
        let column = |bit: u32| {
            (self.shift)(original, 1 << bit, amount) ^ (self.shift)(mutant, 1 << bit, amount)
        };
        let columns: Vec<u64> = (0..self.width).map(column).collect();
        let row =
            |place: u32| columns.iter().rev().fold(0, |row, column| row << 1 | column >> place & 1);
        (0..self.width).map(row).collect()
    }

    /// Whether some operands infect the one mutant, and all of these the other one.
    fn subsumes(self, original: Shift, this: Shift, that: Shift) -> bool {
        let difference = |mutant, amount| self.difference(original, mutant, amount);
        let is_infected = (0..self.width).any(|amount| rank(&difference(this, amount)) > 0);
        let lies_in = |amount| {
            let (these, those) = (difference(this, amount), difference(that, amount));
            rank(&[&these[..], &those].concat()) == rank(&those)
        };
        is_infected && (0..self.width).all(lies_in)
    }
}

/// How many rows are no sums of others.
fn rank(rows: &[u64]) -> usize {
    let mut basis: Vec<u64> = Vec::new();
    for &row in rows {
        // Every element of the basis has a leading bit of its own.
        let rest = basis.iter().fold(row, |rest, &element| rest.min(rest ^ element));
        if rest != 0 {
            basis.push(rest);
            basis.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
    basis.len()
}

#[test]
fn ranks_of_small_matrices_are_known() {
    assert_eq!(rank(&[]), 0);
    assert_eq!(rank(&[0, 0]), 0);
    assert_eq!(rank(&[0b101, 0b011, 0b110]), 2);
    assert_eq!(rank(&[0b001, 0b100, 0b111, 0b010]), 3);
}

#[test]
fn shifts_of_8_to_64_bits_are_as_algebra_says() {
    for word in WORDS {
        for original in Shift::ALL {
            for this in Shift::ALL {
                for that in Shift::ALL {
                    let expected = word.subsumes(original, this, that);
                    let found = change(original, this).subsumes(change(original, that));
                    assert_eq!(
                        found, expected,
                        "{} bits: {original:?} {this:?} {that:?}",
                        word.width
                    );
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(super::config(200))]

    #[test]
    fn shifts_are_linear(x in any::<u64>(), y in any::<u64>(), amount in 0..64_u32) {
        for word in WORDS {
            for shift in Shift::ALL {
                let of = |x| (word.shift)(shift, x, amount);
                prop_assert_eq!(of(x ^ y), of(x) ^ of(y), "{} bits", word.width);
            }
        }
    }

    #[test]
    fn no_operands_show_that_one_shift_does_not_subsume_another_one(
        x in any::<i64>(),
        amount in 0..64_u32,
    ) {
        for original in Shift::ALL {
            for (this, that) in
                Shift::ALL.into_iter().flat_map(|this| Shift::ALL.map(|that| (this, that)))
            {
                if change(original, this).subsumes(change(original, that)) {
                    let infected = |mutant: Shift| mutant.of(x, amount) != original.of(x, amount);
                    prop_assert!(
                        !infected(this) || infected(that),
                        "{:?} {:?} {:?}",
                        original,
                        this,
                        that
                    );
                    let infected = |mutant: Shift| {
                        mutant.of(x as i32, amount) != original.of(x as i32, amount)
                    };
                    prop_assert!(
                        !infected(this) || infected(that),
                        "{:?} {:?} {:?}",
                        original,
                        this,
                        that
                    );
                }
            }
        }
    }
}

#[test]
fn some_numbers_near_powers_of_two_tell_most_shifts_apart() {
    // What sampling finds is all, but for what takes a pattern: 0x82082082 by 3.
    let with = |more: &[i32]| {
        let all: Vec<i32> = samples::<i32>(32).into_iter().chain(more.iter().copied()).collect();
        let operands = all.into_iter().flat_map(|x| (0..32).map(move |amount| (x, amount)));
        Tried::on(&Shift::ALL, operands, |shift, &(x, amount)| Some(shift.of(x, amount)))
    };
    assert_table(
        "i32",
        &Shift::ALL,
        &with(&[0x82082082_u32 as i32, 0x55555555]),
        change,
        minimal_shifts,
    );
}
