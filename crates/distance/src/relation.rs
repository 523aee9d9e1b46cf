//! Relations as values, for programs that learn at run time which relation they evaluate.

use super::{Decision, Distance, OrderDistance, Rules};
use core::cmp::Ordering;

/// A relation of two operands, or a constant in its place.
///
/// ```
/// use sbst_distance::{Relation, Rules};
///
/// // An interpreter learns at run time which relation it evaluates.
/// let decision = Rules::DEFAULT.compare(Relation::Less, 12, 10);
/// assert_eq!((decision.holds(), decision.to_true().get()), (false, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Relation {
    /// `a < b`
    Less,
    /// `a <= b`
    LessOrEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterOrEqual,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// The constant `true`, whatever the operands are.
    True,
    /// The constant `false`, whatever the operands are.
    False,
}

impl Relation {
    /// The eight relations.
    ///
    /// ```
    /// use sbst_distance::Relation;
    ///
    /// // Which relations hold for 3 and 7?
    /// let hold =
    ///     Relation::ALL.into_iter().filter(|relation| relation.holds(3.partial_cmp(&7)));
    /// assert!(hold.eq([
    ///     Relation::Less,
    ///     Relation::LessOrEqual,
    ///     Relation::NotEqual,
    ///     Relation::True
    /// ]));
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::Equal,
        Self::NotEqual,
        Self::True,
        Self::False,
    ];

    /// Returns `true` if the relation holds for operands in this order. `None` stands for operands
    /// without an order, such as NaN: of the comparisons, only `!=` holds for them.
    ///
    /// ```
    /// use sbst_distance::Relation;
    ///
    /// assert!(Relation::LessOrEqual.holds(3.partial_cmp(&3)));
    /// assert!(Relation::NotEqual.holds(None) && !Relation::LessOrEqual.holds(None));
    /// ```
    #[must_use]
    #[inline]
    pub const fn holds(self, order: Option<Ordering>) -> bool {
        match (self, order) {
            (Self::True, _) => true,
            (Self::False, _) => false,
            // Without an order, every comparison fails except `!=`.
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

impl Rules {
    /// Evaluates `relation` on two operands, as the method for that relation does.
    ///
    /// An interpreter reads the relation from its instruction. The two constants hold or fail
    /// whatever the operands are, so their other side is infinitely far.
    ///
    /// ```
    /// use sbst_distance::{Distance, Relation, Rules, lt};
    ///
    /// let relation = match "<" {
    ///     "<" => Relation::Less,
    ///     _ => Relation::Equal,
    /// };
    /// assert_eq!(Rules::DEFAULT.compare(relation, 7, 3), lt(7, 3));
    /// assert_eq!(
    ///     Rules::DEFAULT.compare(Relation::True, 7, 3).to_false(),
    ///     Distance::INFINITE
    /// );
    /// ```
    #[inline]
    pub fn compare<T: OrderDistance>(&self, relation: Relation, a: T, b: T) -> Decision {
        match relation {
            Relation::Less => self.lt(a, b),
            Relation::LessOrEqual => self.le(a, b),
            Relation::Greater => self.gt(a, b),
            Relation::GreaterOrEqual => self.ge(a, b),
            Relation::Equal => self.eq(a, b),
            Relation::NotEqual => self.ne(a, b),
            Relation::True | Relation::False => {
                Decision::observed(relation == Relation::True, Distance::INFINITE)
            }
        }
    }
}
