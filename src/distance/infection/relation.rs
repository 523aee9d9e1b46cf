//! Relational operators replaced (ROR).
//!
//! With v = left - right, a relation is the set of the signs of v for which it holds. Two relations differ where v has a sign that
//! is in one set only, so the distance is 0 if it has, else the least change of v to a nearest integer of such a sign: |v| to 0,
//! |v| + 1 to the other side of 0. For floats v is the gap in f64, and the 1 stays 1.

use crate::distance::{Distance, OrderDistance, Relation, Rules};
use core::cmp::Ordering;

/// Returns the distance of the operands from the nearest ones for which `original` and `mutant` differ: the least integer change of left -
/// right.
///
/// 0 iff they differ here. Infinite where no operands tell them apart, or none near enough to say: for the same relation twice, for
/// NaN on which both agree, and where an infinite operand would have to change. Exact for integers up to 128 bits, rounded once;
/// floats in f64, where an overflow gives [`f64::MAX`]. Constant time.
///
/// ```
/// use sbst::distance::Relation::{Equal, Greater, Less, LessOrEqual, True};
/// use sbst::distance::infection::relation;
///
/// assert_eq!(relation(4, 4, Less, LessOrEqual).get(), 0.0);
/// assert_eq!(relation(4, 4, Less, Greater).get(), 1.0);
/// assert_eq!(relation(9, 4, LessOrEqual, True).get(), 0.0);
/// assert_eq!(relation(0.25, 4.0, Equal, LessOrEqual).get(), 0.0);
/// // below 4.0: 5.5 and 1
/// assert_eq!(relation(9.5, 4.0, Equal, LessOrEqual).get(), 6.5);
/// ```
#[must_use]
pub fn relation<T: OrderDistance>(left: T, right: T, original: Relation, mutant: Relation) -> Distance {
    let differ = |order| original.holds(order) != mutant.holds(order);
    let order = left.partial_cmp(&right);
    if differ(order) {
        return Distance::ZERO;
    }
    let Some(order) = order else { return Distance::INFINITE };
    // The gap for v = 0, the gap and 1 for the other side: what this published rule computes for K = 1.
    let (greater, less) = if order.is_lt() { (&right, &left) } else { (&left, &right) };
    let to = |target| match (differ(Some(target)), order) {
        (false, _) => Distance::INFINITE,
        (true, _) if target == Ordering::Equal => greater.to_at_most(less, &Rules::KOREL),
        (true, _) => greater.to_less(less, &Rules::KOREL),
    };
    [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().map(to).min().unwrap_or(Distance::INFINITE)
}
