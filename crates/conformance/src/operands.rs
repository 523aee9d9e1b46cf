//! Laws of operand types: of equality, and of order.

use super::{Violation, Violations};
use alloc::vec::Vec;
use core::cmp::Ordering;
use sbst::distance::{Distance, EqualityDistance, OperandKind, OrderDistance, Rules};

/// Checks the [`EqualityDistance`] of a type on all pairs of these values.
///
/// The distance is 0 if and only if the values are equal, it does not depend on their order, and it
/// is the same each time. Quadratic in the number of values.
///
/// Give equal values, neighbours, and the extremes of the type. A value that differs from itself,
/// as NaN does, may have any distance from itself except 0.
///
/// ```
/// use sbst_conformance::{Violation};
/// use sbst::distance::{Distance, EqualityDistance, Rules};
///
/// #[derive(PartialEq)]
/// struct Version(u32, u32);
///
/// impl EqualityDistance for Version {
///     fn apart(&self, other: &Self, _: &Rules) -> Distance {
///         Distance::from(self.0.abs_diff(other.0)) // forgets the minor version
///     }
/// }
///
/// let found = sbst_conformance::equality(
///     &Rules::DEFAULT,
///     &[Version(1, 0), Version(1, 2), Version(2, 0)],
/// );
/// assert_eq!(
///     found.to_string(),
///     "values 0 and 1 differ, but their distance is 0\n\
///     values 0 and 1 differ, but their distance to being equal is 0"
/// );
/// ```
pub fn equality<T: EqualityDistance>(rules: &Rules, values: &[T]) -> Violations {
    let mut found = Violations::default();
    for (first, a) in values.iter().enumerate() {
        for (second, b) in values.iter().enumerate().skip(first) {
            let (apart, to_equal) = (a.apart(b, rules), a.to_equal(b, rules));
            let (differ, is_apart) = (a != b, apart > Distance::ZERO);
            let is_equal_at = differ && to_equal == Distance::ZERO;
            found.add_if(!differ && is_apart, Violation::EqualApart { first, second, apart });
            found.add_if(differ && !is_apart, Violation::DifferentTogether { first, second });
            found.add_if(is_equal_at, Violation::DifferentAtEquality { first, second });
            let back = b.apart(a, rules);
            found.add_if(apart != back, Violation::Asymmetric { first, second, apart, back });
            let back = b.to_equal(a, rules);
            let asymmetric = Violation::Asymmetric { first, second, apart: to_equal, back };
            found.add_if(differ && to_equal != back, asymmetric);
            let later = a.apart(b, rules);
            let changed = Violation::ApartChanged { first, second, before: apart, later };
            found.add_if(apart != later, changed);
        }
    }
    found
}

/// Checks the [`OrderDistance`] of a type on all pairs of these values.
///
/// In addition to the laws of [`equality`]: the order does not contradict itself; a relation that
/// does not hold has a distance other than 0; the distance to `<` is at least the distance to `<=`.
/// For [numbers](sbst::distance::OperandKind), a larger gap never has a smaller distance; a type
/// that does not set its `KIND` is no number, and this law is skipped. Quadratic in the number of
/// values.
///
/// ```
/// use sbst::distance::{Rules, Whole};
///
/// let numbers = [i128::MIN, -1, 0, 1, 2, 9_007_199_254_740_993, i128::MAX];
/// sbst_conformance::order(&Rules::DEFAULT, &numbers).expect_none();
/// sbst_conformance::order(&Rules::KOREL, &numbers.each_ref().map(Whole)).expect_none();
/// ```
pub fn order<T: OrderDistance>(rules: &Rules, values: &[T]) -> Violations {
    let mut found = equality(rules, values);
    for (first, a) in values.iter().enumerate() {
        for (second, b) in values.iter().enumerate() {
            let order = a.partial_cmp(b);
            let contradicts = order != b.partial_cmp(a).map(Ordering::reverse)
                || (order == Some(Ordering::Equal)) != (a == b);
            found.add_if(contradicts, Violation::OrderContradicts { first, second });
            let (to_less, to_at_most) = (a.to_less(b, rules), a.to_at_most(b, rules));
            let is_less_at = a >= b && to_less == Distance::ZERO;
            let is_at_most_at = a > b && to_at_most == Distance::ZERO;
            let nearer = Violation::LessNearer { first, second, to_less, to_at_most };
            found.add_if(is_less_at, Violation::LessAtZero { first, second });
            found.add_if(is_at_most_at, Violation::AtMostAtZero { first, second });
            found.add_if(a > b && to_less < to_at_most, nearer);
        }
    }
    if T::KIND != OperandKind::Structure {
        larger_gaps(rules, values, &mut found);
    }
    found
}

/// One of the distances between two values.
type Measure<T> = fn(&T, &T, &Rules) -> Distance;

/// Checks that a larger gap has no smaller distance. It suffices to compare neighbours in ascending
/// order: if no step outwards makes the distance smaller, no sequence of steps does.
fn larger_gaps<T: OrderDistance>(rules: &Rules, values: &[T], found: &mut Violations) {
    // Sorted by insertion, because a library sort may panic if the order contradicts itself. Values
    // without an order are left out.
    let mut ascending: Vec<usize> = Vec::new();
    for (index, value) in
        values.iter().enumerate().filter(|(_, value)| value.partial_cmp(value).is_some())
    {
        let place =
            ascending.iter().position(|&other| *value < values[other]).unwrap_or(ascending.len());
        ascending.insert(place, index);
    }
    let measures: [Measure<T>; 3] = [T::apart, T::to_less, T::to_at_most];
    // From a greater value to a lesser one: only in this direction do `<` and `<=` not hold, and
    // have distances.
    let down =
        |measure: Measure<T>, high: usize, low: usize| measure(&values[high], &values[low], rules);
    for (place, &from) in ascending.iter().enumerate() {
        // Values above, and then values below.
        for pair in ascending[place..].windows(2) {
            let (nearer, further) = (pair[1], pair[0]);
            let is_nearer = |it| down(it, nearer, from) < down(it, further, from);
            if values[further] > values[from] && measures.into_iter().any(is_nearer) {
                found.add(Violation::LargerGapNearer { from, nearer, further });
            }
        }
        for pair in ascending[..=place].windows(2) {
            let (nearer, further) = (pair[0], pair[1]);
            let is_nearer = |it| down(it, from, nearer) < down(it, from, further);
            if values[from] > values[further] && measures.into_iter().any(is_nearer) {
                found.add(Violation::LargerGapNearer { from, nearer, further });
            }
        }
    }
}
