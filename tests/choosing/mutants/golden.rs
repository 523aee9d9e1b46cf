//! The tables of F12, written out by hand, and what inserted operators and other changes say.

use super::sets::{
    BranchGoals, minimal_arithmetic, minimal_bitwise, minimal_relations, minimal_shifts,
};
use sbst::distance::Distance;
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Overflow, Shift, Unary, values};
use sbst::subsumption::mutants::{Change, Model, Orders};

use Arithmetic::{Add, Divide, Multiply, Remainder, Subtract};
use Relation::{Equal, False, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, True};

#[test]
fn minimal_relations_are_those_of_the_table() {
    for (original, minimal) in [
        (Equal, [LessOrEqual, GreaterOrEqual, False]),
        (NotEqual, [Less, Greater, True]),
        (Less, [LessOrEqual, NotEqual, False]),
        (LessOrEqual, [Less, Equal, True]),
        (Greater, [GreaterOrEqual, NotEqual, False]),
        (GreaterOrEqual, [Greater, Equal, True]),
    ] {
        assert_eq!(
            minimal_relations(original, Orders::Any, BranchGoals::Absent),
            minimal,
            "{original:?}"
        );
        // With both branch goals the constants go, and nothing else.
        assert_eq!(
            minimal_relations(original, Orders::Any, BranchGoals::Kept),
            minimal[..2],
            "{original:?}"
        );
    }
}

#[test]
fn minimal_relations_of_a_number_that_is_never_less_than_the_other_one() {
    let minimal = |original| minimal_relations(original, Orders::NeverLess, BranchGoals::Absent);
    // x == 0 and x <= 0 are the same, and so are x > 0 and x != 0; x < 0 and false; x >= 0 and
    // true. Of these the first stays.
    assert_eq!(minimal(Equal), [Less, GreaterOrEqual]);
    assert_eq!(minimal(LessOrEqual), [Less, GreaterOrEqual]);
    assert_eq!(minimal(NotEqual), [Less, GreaterOrEqual]);
    assert_eq!(minimal(Greater), [Less, GreaterOrEqual]);
    assert_eq!(minimal(Less), [LessOrEqual, Greater]);
    assert_eq!(minimal(GreaterOrEqual), [LessOrEqual, Greater]);
}

#[test]
fn minimal_relations_of_a_number_that_is_never_greater_than_the_other_one() {
    let minimal = |original| minimal_relations(original, Orders::NeverGreater, BranchGoals::Absent);
    assert_eq!(minimal(Equal), [LessOrEqual, Greater]);
    assert_eq!(minimal(GreaterOrEqual), [LessOrEqual, Greater]);
    assert_eq!(minimal(NotEqual), [LessOrEqual, Greater]);
    assert_eq!(minimal(Less), [LessOrEqual, Greater]);
    assert_eq!(minimal(LessOrEqual), [Less, GreaterOrEqual]);
    assert_eq!(minimal(Greater), [Less, GreaterOrEqual]);
}

#[test]
fn minimal_relations_in_the_place_of_a_constant_differ_from_it_in_one_order_each() {
    // true is told from <= where the left one is greater only; false from < where it is less only.
    assert_eq!(
        minimal_relations(True, Orders::Any, BranchGoals::Absent),
        [LessOrEqual, GreaterOrEqual, NotEqual]
    );
    assert_eq!(minimal_relations(False, Orders::Any, BranchGoals::Absent), [Less, Greater, Equal]);
}

#[test]
fn of_references_and_booleans_the_constants_are_minimal() {
    // Only these make sense there; everything that infects a constant infects the negation.
    for (original, negation) in [(Equal, NotEqual), (NotEqual, Equal)] {
        let to = |mutant| Change::Relation { original, mutant, orders: Orders::Any };
        for constant in [True, False] {
            assert!(to(constant).subsumes(to(negation)), "{original:?}");
            assert!(!to(negation).subsumes(to(constant)), "{original:?}");
        }
        assert!(!to(True).subsumes(to(False)) && !to(False).subsumes(to(True)), "{original:?}");
    }
}

#[test]
fn minimal_arithmetic_is_that_of_the_table() {
    for model in [Model::Wrapping, Model::Float] {
        for original in Arithmetic::ALL {
            let others: Vec<Arithmetic> =
                Arithmetic::ALL.into_iter().filter(|&other| other != original).collect();
            assert_eq!(minimal_arithmetic(original, model), others, "{model:?} {original:?}");
        }
    }
    let rows = [
        (
            Model::CheckedSigned,
            [
                &[Subtract, Multiply, Divide, Remainder][..],
                &[Add, Multiply, Divide, Remainder],
                &[Add, Subtract, Divide],
                &[Add, Subtract, Multiply, Remainder],
                &[Add, Subtract, Divide],
            ],
        ),
        (
            Model::CheckedUnsigned,
            [
                &[Subtract, Multiply],
                &[Add, Multiply, Divide, Remainder],
                &[Add, Subtract, Divide],
                &[Subtract, Multiply, Remainder],
                &[Subtract, Divide],
            ],
        ),
        (
            Model::Positive,
            [
                &[Multiply],
                &[Divide, Remainder],
                &[Add, Divide],
                &[Subtract, Multiply, Remainder],
                &[Subtract, Divide],
            ],
        ),
    ];
    for (model, row) in rows {
        for (original, minimal) in Arithmetic::ALL.into_iter().zip(row) {
            assert_eq!(minimal_arithmetic(original, model), minimal, "{model:?} {original:?}");
        }
    }
    assert_eq!(Model::ALL.len(), 2 + rows.len());
}

#[test]
fn minimal_operators_on_bits_and_minimal_shifts_are_those_of_the_table() {
    assert_eq!(minimal_bitwise(Bitwise::And), [Bitwise::Or]);
    assert_eq!(minimal_bitwise(Bitwise::Or), [Bitwise::And, Bitwise::Xor]);
    assert_eq!(minimal_bitwise(Bitwise::Xor), [Bitwise::Or]);
    assert_eq!(minimal_shifts(Shift::Left), [Shift::UnsignedRight]);
    assert_eq!(minimal_shifts(Shift::Right), [Shift::UnsignedRight]);
    assert_eq!(minimal_shifts(Shift::UnsignedRight), [Shift::Left, Shift::Right]);
}

#[test]
fn of_inserted_operators_negation_implies_the_others_which_every_evaluation_infects() {
    let [negate, increment, decrement] =
        Unary::ALL.map(|operator| Change::Inserted { operator, model: Model::CheckedSigned });
    for weaker in [increment, decrement] {
        assert!(negate.subsumes(weaker) && !weaker.subsumes(negate) && weaker.always_infects());
    }
    assert!(
        increment.subsumes(decrement) && decrement.subsumes(increment) && !negate.always_infects()
    );
    for change in [negate, increment, decrement, Change::Always] {
        assert!(
            change.subsumes(change) && change != Change::Other && !change.is_equivalent(),
            "{change:?}"
        );
    }
}

#[test]
fn of_floats_no_inserted_operator_implies_another_one() {
    // 1e17 + 1 is 1e17, and so is 1e17 - 1; -1e17 is not.
    let float = |operator| Change::Inserted { operator, model: Model::Float };
    for (one, other) in Unary::ALL.into_iter().flat_map(|one| Unary::ALL.map(|other| (one, other)))
    {
        assert_eq!(float(one).subsumes(float(other)), one == other, "{one:?} {other:?}");
        assert!(!float(one).always_infects() && float(one).subsumes(Change::Always));
    }
    assert_ne!(values(Some(1e17), Unary::Increment.of(1e17, Overflow::Wraps)), Distance::ZERO);
}

#[test]
fn what_every_evaluation_infects_is_implied_by_all_that_can_be_infected() {
    let equal = |mutant, orders| Change::Relation { original: Equal, mutant, orders };
    let feasible = [
        equal(NotEqual, Orders::Any),
        equal(Less, Orders::NeverLess),
        Change::Arithmetic { original: Add, mutant: Subtract, model: Model::Float },
        Change::Bitwise { original: Bitwise::And, mutant: Bitwise::Xor },
        Change::Shift { original: Shift::Left, mutant: Shift::Right },
        Change::Inserted { operator: Unary::Negate, model: Model::Wrapping },
        Change::Always,
    ];
    for change in feasible {
        assert!(change.subsumes(Change::Always), "{change:?}");
        assert_eq!(Change::Always.subsumes(change), change == Change::Always, "{change:?}");
        assert!(change != Change::Other && !change.is_equivalent(), "{change:?}");
    }
    assert!(
        Change::Always.always_infects()
            && Change::Always
                .subsumes(Change::Inserted { operator: Unary::Increment, model: Model::Wrapping })
    );
    // What cannot be infected implies nothing, and nothing implies it.
    let never = equal(LessOrEqual, Orders::NeverLess);
    assert!(never.is_equivalent() && !never.subsumes(never));
    assert!(!never.subsumes(Change::Always) && !Change::Always.subsumes(never));
}

#[test]
fn other_changes_and_changes_of_different_operators_tell_nothing() {
    let relation = |orders| Change::Relation { original: Less, mutant: LessOrEqual, orders };
    let sum = |model| Change::Arithmetic { original: Add, mutant: Multiply, model };
    let changes = [
        Change::Other,
        relation(Orders::Any),
        relation(Orders::NeverGreater),
        sum(Model::Wrapping),
        sum(Model::CheckedSigned),
        Change::Bitwise { original: Bitwise::And, mutant: Bitwise::Or },
        Change::Shift { original: Shift::Left, mutant: Shift::Right },
        Change::Inserted { operator: Unary::Negate, model: Model::Wrapping },
    ];
    for (at, one) in changes.into_iter().enumerate() {
        for (other_at, other) in changes.into_iter().enumerate() {
            assert_eq!(
                one.subsumes(other),
                at == other_at && one != Change::Other,
                "{one:?} {other:?}"
            );
        }
    }
    assert!(!Change::Other.is_equivalent() && !Change::Other.always_infects());
    assert!(!Change::Other.subsumes(Change::Always) && !Change::Always.subsumes(Change::Other));
}
