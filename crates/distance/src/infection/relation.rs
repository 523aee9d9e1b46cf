//! Infection distance of a replaced relational operator (ROR).
//!
//! Let v = left - right. A relation is then a set of signs of v: the signs for which it holds. Two
//! relations differ for each sign that is in one of the two sets only. The distance is 0 if v has
//! such a sign. Otherwise it is the least change of v to the nearest integer of such a sign: |v| to
//! 0, and |v| + 1 to the other side of 0. For floats, v is the gap in f64, and the 1 stays 1.

use crate::{Distance, OrderDistance, Relation, Rules};
use core::cmp::Ordering;

/// Returns the infection distance of a replaced relation: the least integer change of left - right
/// to operands for which `original` and `mutant` differ.
///
/// It is 0 if and only if the two relations differ for these operands. It is infinite
///
/// - if the two relations are the same,
/// - if an operand is NaN and both relations agree on that,
/// - if an infinite operand would have to change.
///
/// Integers of up to 128 bits are measured exactly, and the result is rounded once. Floats are
/// measured in f64, with at most [`f64::MAX`] for finite operands. Constant time.
///
/// ```
/// use sbst_distance::Relation::{Equal, Greater, Less, LessOrEqual, True};
/// use sbst_distance::infection::relation;
///
/// assert_eq!(relation(4, 4, Less, LessOrEqual).get(), 0.0);
/// assert_eq!(relation(4, 4, Less, Greater).get(), 1.0);
/// assert_eq!(relation(9, 4, LessOrEqual, True).get(), 0.0);
/// assert_eq!(relation(0.25, 4.0, Equal, LessOrEqual).get(), 0.0);
/// // below 4.0: 5.5 and 1
/// assert_eq!(relation(9.5, 4.0, Equal, LessOrEqual).get(), 6.5);
/// ```
#[must_use]
pub fn relation<T: OrderDistance>(
    left: T,
    right: T,
    original: Relation,
    mutant: Relation,
) -> Distance {
    let differ = |order| original.holds(order) != mutant.holds(order);
    let order = left.partial_cmp(&right);
    if differ(order) {
        return Distance::ZERO;
    }
    // NaN has no order, and no change of it is known to lead to one.
    let Some(order) = order else { return Distance::INFINITE };
    // KOREL with K = 1 computes the two distances: `<=` needs the gap alone, to v = 0; `<` needs
    // the gap and 1, to the other side.
    let (greater, less) = if order.is_lt() { (&right, &left) } else { (&left, &right) };
    let to = |target| match (differ(Some(target)), order) {
        (false, _) => Distance::INFINITE,
        (true, _) if target == Ordering::Equal => greater.to_at_most(less, &Rules::KOREL),
        (true, _) => greater.to_less(less, &Rules::KOREL),
    };
    [Ordering::Less, Ordering::Equal, Ordering::Greater]
        .into_iter()
        .map(to)
        .min()
        .unwrap_or(Distance::INFINITE)
}
