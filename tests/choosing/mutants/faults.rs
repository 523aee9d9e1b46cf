//! Faults M1 and M2 of a published tool: its table misses what operands of real types show, and it
//! keeps one mutant of each operator.
//!
//! Each cell: operands that infect all that the published table keeps, and miss a mutant that
//! others infect.

use super::enumeration::Tried;
use super::operands::pairs;
use super::sets::{
    BranchGoals, minimal_arithmetic, minimal_bitwise, minimal_relations, minimal_shifts, published,
};
use sbst::distance::Distance;
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Overflow, Shift, relation, values};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Mutant;
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders};
use sbst::subsumption::smart::{MutantRule, kept_mutants};

use Arithmetic::{Add, Divide, Multiply, Remainder, Subtract};

/// Whether some operands infect the mutant, whether or not overflows throw.
fn infects(operands: &[(i32, i32)], original: Arithmetic, mutant: Arithmetic) -> bool {
    let [wraps, throws] = [Overflow::Wraps, Overflow::Throws].map(|overflow| {
        operands.iter().any(|&(a, b)| {
            values(original.of(a, b, overflow), mutant.of(a, b, overflow)) == Distance::ZERO
        })
    });
    assert_eq!(wraps, throws);
    wraps
}

/// The published mutants are infected, and the missing one is not, but could be; ours have it, or
/// what implies it.
fn assert_misses(original: Arithmetic, missed: Arithmetic, operands: &[(i32, i32)]) {
    let kept = published::arithmetic(original);
    assert!(!kept.contains(&missed));
    assert!(kept.iter().all(|&mutant| infects(operands, original, mutant)));
    assert!(!infects(operands, original, missed));
    for model in Model::ALL {
        let ours = minimal_arithmetic(original, model);
        assert!(!ours.iter().all(|&mutant| infects(operands, original, mutant)), "{model:?}");
        assert!(ours.contains(&missed), "{model:?}: {ours:?}");
    }
}

#[test]
fn m1_minus_is_replaced_by_divide_and_remainder_not_by_times_which_is_weakest() {
    assert_eq!(published::arithmetic(Subtract), [Multiply]);
    // 4 - 2 is 4 / 2; 5 - 3 is 5 % 3.
    assert_misses(Subtract, Divide, &[(4, 2)]);
    assert_misses(Subtract, Remainder, &[(5, 3)]);
    // Whatever else infects, `*` is infected with it, but where both operands are positive no other
    // way round.
    let change = |mutant, model| Change::Arithmetic { original: Subtract, mutant, model };
    for stronger in [Add, Divide, Remainder] {
        assert!(
            change(stronger, Model::Positive).subsumes(change(Multiply, Model::Positive)),
            "{stronger:?}"
        );
    }
    assert!(!change(Multiply, Model::Positive).subsumes(change(Divide, Model::Positive)));
    assert_eq!(minimal_arithmetic(Subtract, Model::Positive), [Divide, Remainder]);
}

#[test]
fn m1_times_is_replaced_by_divide_too() {
    assert_eq!(published::arithmetic(Multiply), [Add]);
    assert_misses(Multiply, Divide, &[(8, 1)]); // 8 * 1 is 8 / 1, and 8 + 1 is not
}

#[test]
fn m1_divide_is_replaced_by_remainder_too() {
    assert_eq!(published::arithmetic(Divide), [Subtract, Multiply]);
    assert_misses(Divide, Remainder, &[(8, 3)]); // 8 / 3 is 8 % 3, and neither 8 - 3 nor 8 * 3
}

#[test]
fn m1_a_shift_to_the_left_is_replaced_by_the_unsigned_one_to_the_right() {
    assert_eq!(published::shifts(Shift::Left), [Shift::Right]);
    let (x, amount) = (0x82082082_u32 as i32, 3);
    // What is published is covered, and `>>>` is not; `>>>` would cover both.
    assert_eq!(
        values(Some(Shift::Left.of(x, amount)), Some(Shift::Right.of(x, amount))),
        Distance::ZERO
    );
    assert_eq!(
        values(Some(Shift::Left.of(x, amount)), Some(Shift::UnsignedRight.of(x, amount))).get(),
        1.0
    );
    assert_eq!(
        (Shift::Left.of(x, amount) as u32, Shift::UnsignedRight.of(x, amount) as u32),
        (0x10410410, 0x10410410)
    );
    let change = |mutant| Change::Shift { original: Shift::Left, mutant };
    assert!(change(Shift::UnsignedRight).subsumes(change(Shift::Right)));
    assert_eq!(minimal_shifts(Shift::Left), [Shift::UnsignedRight]);
}

#[test]
fn m1_constants_are_dropped_with_both_branch_goals_only() {
    use Relation::{Equal, False, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, True};
    for original in [Less, LessOrEqual, Greater, GreaterOrEqual, Equal, NotEqual] {
        let kept = published::relations(original);
        let ours = minimal_relations(original, Orders::Any, BranchGoals::Absent);
        let constants: Vec<Relation> =
            ours.iter().copied().filter(|mutant| matches!(mutant, True | False)).collect();
        assert_eq!(constants.len(), 1, "{original:?}");
        // Operands of one order for each mutant that is kept infect these, and not the constant:
        // the branch is never taken.
        let operands: Vec<(i32, i32)> = [(1, 2), (2, 2), (3, 2)]
            .into_iter()
            .filter(|&(a, b)| relation(a, b, original, constants[0]) != Distance::ZERO)
            .collect();
        let infected = |mutant| {
            operands.iter().any(|&(a, b)| relation(a, b, original, mutant) == Distance::ZERO)
        };
        assert!(
            kept.iter().all(|&mutant| infected(mutant)) && !infected(constants[0]),
            "{original:?}"
        );
        // With the branch goals there is no difference.
        assert_eq!(
            minimal_relations(original, Orders::Any, BranchGoals::Kept),
            kept,
            "{original:?}"
        );
    }
    assert_eq!([True, False].map(published::relations), [Relation::ALL, Relation::ALL]); // all are kept
}

#[test]
fn m1_all_other_cells_hold_for_positive_operands() {
    // The assumption of the source of the published table.
    let positive: Vec<i8> = (1..=i8::MAX).collect();
    let tried = Tried::on(&Arithmetic::ALL, pairs(&positive), |operator, &(a, b)| {
        operator.of(a, b, Overflow::Throws)
    });
    let ours = tried
        .minimal(Add as usize)
        .into_iter()
        .map(|place| Arithmetic::ALL[place])
        .collect::<Vec<_>>();
    assert_eq!(published::arithmetic(Add), ours);
    assert_eq!(published::arithmetic(Remainder), Arithmetic::ALL);
    for original in Bitwise::ALL {
        assert_eq!(published::bitwise(original), minimal_bitwise(original));
    }
    assert_eq!(published::shifts(Shift::UnsignedRight), minimal_shifts(Shift::UnsignedRight));
    // Of `>>` it keeps one too many.
    assert_eq!(published::shifts(Shift::Right), [Shift::Left, Shift::UnsignedRight]);
    assert_eq!(minimal_shifts(Shift::Right), [Shift::UnsignedRight]);
}

#[test]
fn m2_the_whole_minimal_set_of_an_expression_is_kept() {
    let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("one block");
    let kept = |changes: &[Change]| {
        let mutations: Vec<Mutation> = (0..)
            .zip(changes)
            .map(|(number, &change)| Mutation {
                mutant: Mutant::new(number),
                expression: 7,
                change,
                decides: None,
            })
            .collect();
        let kept = kept_mutants(&mutations, &graph, MutantRule::Minimal, |_| false);
        kept.into_iter().map(|mutant| changes[mutant.index()]).collect::<Vec<_>>()
    };
    for model in Model::ALL {
        for original in Arithmetic::ALL {
            let change = |mutant| Change::Arithmetic { original, mutant, model };
            let changes = Arithmetic::ALL.map(change);
            let minimal: Vec<Change> =
                minimal_arithmetic(original, model).into_iter().map(change).collect();
            assert_eq!(kept(&changes), minimal, "{original:?} {model:?}");
        }
    }
    for original in Relation::ALL {
        for orders in [Orders::Any, Orders::NeverLess, Orders::NeverGreater] {
            let change = |mutant| Change::Relation { original, mutant, orders };
            let minimal = minimal_relations(original, orders, BranchGoals::Absent);
            assert_eq!(
                kept(&Relation::ALL.map(change)),
                minimal.into_iter().map(change).collect::<Vec<_>>(),
                "{original:?}"
            );
        }
    }
    for original in Bitwise::ALL {
        let change = |mutant| Change::Bitwise { original, mutant };
        assert_eq!(
            kept(&Bitwise::ALL.map(change)),
            minimal_bitwise(original).into_iter().map(change).collect::<Vec<_>>()
        );
    }
    for original in Shift::ALL {
        let change = |mutant| Change::Shift { original, mutant };
        assert_eq!(
            kept(&Shift::ALL.map(change)),
            minimal_shifts(original).into_iter().map(change).collect::<Vec<_>>()
        );
    }
}
