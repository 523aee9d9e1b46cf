//! Relational operators replaced (ROR).
//!
//! With v = left - right, a relation is the set of the signs of v for which it holds. Two relations differ where v has a sign that
//! is in one set only, so the distance is 0 if it has, else the least change of v to a nearest integer of such a sign: |v| to 0,
//! |v| + 1 to the other side of 0. For floats v is the gap in f64, and the 1 stays 1.

use crate::distance::compare::Wanted;
use crate::distance::{Distance, Operand, Published, Rules};
use core::cmp::Ordering;

/// A relation of two operands, or a constant in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `true`, whatever the operands.
    True,
    /// `false`, whatever the operands.
    False,
}

impl Relation {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Less, Self::LessOrEqual, Self::Greater, Self::GreaterOrEqual, Self::Equal, Self::NotEqual, Self::True, Self::False];

    /// Whether it holds for operands in this order; `None` for operands without one (NaN).
    ///
    /// ```
    /// use sbst::distance::infection::Relation;
    ///
    /// assert!(Relation::LessOrEqual.holds(3.partial_cmp(&3)));
    /// assert!(Relation::NotEqual.holds(None) && !Relation::LessOrEqual.holds(None));
    /// ```
    #[must_use]
    pub const fn holds(self, order: Option<Ordering>) -> bool {
        match (self, order) {
            (Self::True, _) => true,
            (Self::False, _) => false,
            (Self::NotEqual, None) => true,
            (_, None) => false,
            (Self::Less, Some(order)) => order.is_lt(),
            (Self::LessOrEqual, Some(order)) => order.is_le(),
            (Self::Greater, Some(order)) => order.is_gt(),
            (Self::GreaterOrEqual, Some(order)) => order.is_ge(),
            (Self::Equal, Some(order)) => order.is_eq(),
            (Self::NotEqual, Some(order)) => order.is_ne(),
        }
    }
}

/// How far the operands are from where `original` and `mutant` differ: the least integer change of left - right.
///
/// 0 iff they differ here. Infinite where no operands tell them apart, or none near enough to say: for the same relation twice, for
/// NaN on which both agree, and where an infinite operand would have to change. Exact for integers up to 128 bits, rounded once;
/// floats in f64, where an overflow gives [`f64::MAX`]. Constant time.
///
/// ```
/// use sbst::distance::infection::{Relation::{Equal, Greater, Less, LessOrEqual, True}, relation};
///
/// assert_eq!(relation(4, 4, Less, LessOrEqual).get(), 0.0);
/// assert_eq!(relation(4, 4, Less, Greater).get(), 1.0);
/// assert_eq!(relation(9, 4, LessOrEqual, True).get(), 0.0);
/// assert_eq!(relation(0.25, 4.0, Equal, LessOrEqual).get(), 0.0);
/// assert_eq!(relation(9.5, 4.0, Equal, LessOrEqual).get(), 6.5); // below 4.0: 5.5 and 1
/// ```
#[must_use]
pub fn relation<T: Operand>(left: T, right: T, original: Relation, mutant: Relation) -> Distance {
    let differ = |order| original.holds(order) != mutant.holds(order);
    let order = left.partial_cmp(&right);
    if differ(order) {
        return Distance::ZERO;
    }
    let Some(order) = order else { return Distance::INFINITE };
    // The gap for v = 0, the gap and 1 for the other side: what the published rules compute for K = 1.
    let gap = |wanted| Rules::DEFAULT.apply(Published::Korel, wanted, left.gap(right, Default::default()));
    let to = |target| match (differ(Some(target)), order) {
        (false, _) => Distance::INFINITE,
        (true, _) if target == Ordering::Equal => gap(Wanted::Loose),
        (true, _) => gap(Wanted::Strict),
    };
    [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().map(to).min().unwrap_or(Distance::INFINITE)
}
