//! Relations as values are the comparators.

use proptest::prelude::*;
use sbst_distance::{
    Decision, Distance, EqualityDistance, FloatMetric, OperandKind, OrderDistance, Relation, Rules,
    le, lt,
};

fn rules() -> impl Strategy<Value = Rules> {
    let ulps = Rules::DEFAULT.with_metric(FloatMetric::Ulps);
    prop::sample::select(vec![Rules::DEFAULT, Rules::TRACEY, Rules::KOREL, Rules::EVOSUITE, ulps])
}

/// The comparators in the order of [`Relation::ALL`], then the constants.
fn agree<T: OrderDistance + Copy>(rules: Rules, a: T, b: T) -> Result<(), TestCaseError> {
    let methods = [
        rules.lt(a, b),
        rules.le(a, b),
        rules.gt(a, b),
        rules.ge(a, b),
        rules.eq(a, b),
        rules.ne(a, b),
    ];
    for (relation, method) in Relation::ALL.into_iter().zip(methods) {
        prop_assert_eq!(rules.compare(relation, a, b), method, "{:?}", relation);
    }
    for relation in Relation::ALL {
        let decision = rules.compare(relation, a, b);
        prop_assert_eq!(decision.holds(), relation.holds(a.partial_cmp(&b)), "{:?}", relation);
    }
    for (relation, holds) in [(Relation::True, true), (Relation::False, false)] {
        prop_assert_eq!(
            rules.compare(relation, a, b),
            Decision::observed(holds, Distance::INFINITE)
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn relations_of_numbers(
        rules in rules(),
        i in any::<(i32, i32)>(),
        u in any::<(u64, u64)>(),
        f in any::<(f64, f64)>(),
        near in 0..4_i32,
    ) {
        agree(rules, i.0, i.1)?;
        agree(rules, i.0, i.0.wrapping_add(near))?;
        agree(rules, u.0, u.1)?;
        agree(rules, f.0, f.1)?;
        agree(rules, f.0, f64::NAN)?;
    }

    #[test]
    fn relations_of_texts_and_sequences(rules in rules(), a in "[ab]{0,3}", b in "[ab]{0,3}") {
        agree(rules, a.as_str(), b.as_str())?;
        agree(rules, a.as_bytes(), b.as_bytes())?;
        agree(rules, (a.as_str(), 3), (b.as_str(), 1))?;
    }

    #[test]
    fn only_what_came_out_so_is_confirmed(
        a in any::<i8>(),
        b in any::<i8>(),
        outcome in any::<bool>(),
    ) {
        let decision = Rules::DEFAULT.lt(a, b);
        prop_assert_eq!(decision.confirmed(outcome), (outcome == (a < b)).then_some(decision));
    }
}

/// A number of a user, who says how far two of them are apart, and no more.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Age(u32);

impl EqualityDistance for Age {
    const KIND: OperandKind = OperandKind::Integer;

    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        Distance::from(self.0.abs_diff(other.0))
    }
}

impl OrderDistance for Age {}

#[test]
fn a_number_of_a_user_is_ordered_by_its_gap() {
    let [child, adult] = [Age(7), Age(20)];
    assert_eq!(
        (le(adult, child).to_true(), lt(adult, child).to_true()),
        (Distance::from(14), Distance::from(14))
    );
    assert_eq!(
        (le(child, adult).to_false(), lt(child, adult).to_false()),
        (Distance::from(14), Distance::from(14))
    );
}
