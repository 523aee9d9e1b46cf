//! Predicates that are made of predicates.
//!
//! | predicate | distance to true | distance to false |
//! |---|---|---|
//! | `!d` | `d` to false | `d` to true |
//! | `a & b` | the sum | the least |
//! | `a \| b` | the least | the sum |
//! | `a ^ b` | as `(a & !b) \| (!a & b)` | as its complement |
//!
//! The operators evaluate both operands, so the operands must have no effects. The usual way to
//! record `a && b` is one block for each operand and Rust's own `&&`. If one block must do, use
//! [`Decision::and_then`].
//!
//! Double negation and De Morgan's laws hold exactly. A sum of finite distances is at most
//! [`f64::MAX`], and an infinite part makes a sum infinite.

use super::{Decision, Distance};
use core::ops::{BitAnd, BitOr, BitXor, Not};

impl Not for Decision {
    type Output = Self;
    /// Returns the negated decision: the other outcome, with the two distances swapped.
    #[inline]
    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl BitAnd for Decision {
    type Output = Self;
    /// Returns the decision that both hold. The distance to true is the sum of both; the distance
    /// to false is the lesser one.
    #[inline]
    fn bitand(self, other: Self) -> Self {
        both(self, other, |d| d)
    }
}

impl BitOr for Decision {
    type Output = Self;
    /// Returns the decision that at least one of two holds. The distance to true is the lesser one;
    /// the distance to false is the sum of both.
    #[inline]
    fn bitor(self, other: Self) -> Self {
        // De Morgan, so that the law holds by construction.
        !(!self & !other)
    }
}

impl BitXor for Decision {
    type Output = Self;
    /// Returns the decision that exactly one of two holds: `(a & !b) | (!a & b)`.
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        (self & !other) | (!self & other)
    }
}

impl Decision {
    /// Returns the decision `a && b` in one block. `other` is evaluated only if this predicate
    /// holds.
    ///
    /// An operand that was evaluated counts x / (1 + x), and an operand that was not evaluated
    /// counts 1. So it is always progress to get past the first operand. A plain sum does not have
    /// this property: in `i < 3 && xs[i] == 7`, an `i` that is off by one would be nearer than an
    /// `xs[i]` that is off by 100. An infinite part makes the result infinite.
    ///
    /// ```
    /// use sbst_distance::{eq, lt};
    ///
    /// let xs = [107, 7, 7];
    /// let at = |i: usize| lt(i, 3).and_then(|| eq(xs[i], 7)).to_true().get();
    /// // the second operand is wrong: nearer than the first being wrong
    /// assert!(at(0) < at(3));
    /// ```
    pub fn and_then(self, other: impl FnOnce() -> Self) -> Self {
        // The second operand was not evaluated, so it counts 1: more than any finite distance that
        // is normalised. Both sides are built from normalised parts, so that De Morgan holds for
        // `or_else`.
        if self.holds() {
            both(self, other(), normed)
        } else {
            Self::observed(false, normed(self.to_true()) + Distance::of(1.0))
        }
    }

    /// Returns the decision `a || b` in one block. `other` is evaluated only if this predicate does
    /// not hold.
    ///
    /// It is the mirror image of [`and_then`](Self::and_then): `!(!a && !b)`.
    ///
    /// ```
    /// use sbst_distance::{eq, gt};
    ///
    /// // the second operand is not evaluated
    /// let d = gt(5, 0).or_else(|| eq(1 / 0_i32.max(1), 2));
    /// assert!(d.holds());
    /// assert_eq!(d.to_false().get(), 6.0 / 7.0 + 1.0);
    /// ```
    pub fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        !(!self).and_then(|| !other())
    }
}

/// Returns the decision that both hold, with `scale` applied to every part.
fn both(a: Decision, b: Decision, scale: impl Fn(Distance) -> Distance) -> Decision {
    // To make a conjunction fail, one operand has to fail: the least. To make it hold, all failing
    // operands have to hold; an operand that holds already adds 0 to the sum.
    if a.holds() && b.holds() {
        Decision::observed(true, scale(a.to_false()).min(scale(b.to_false())))
    } else {
        Decision::observed(false, scale(a.to_true()) + scale(b.to_true()))
    }
}

/// Returns x / (1 + x), or the infinite distance for an infinite x.
#[inline]
fn normed(d: Distance) -> Distance {
    // `norm` maps infinite to 1, which would make an impossible side look reachable.
    if d == Distance::INFINITE { d } else { Distance::of(d.norm()) }
}

/// Rule by which the distances of many operands become one distance, for [`Conjunction::all`] and
/// [`Conjunction::any`].
///
/// | rule | to make all hold | to make one of all fail |
/// |---|---|---|
/// | `Sum` | sum | least |
/// | `NormalisedSum` | sum of x / (1 + x) | least x / (1 + x) |
/// | `Max` | greatest | least |
///
/// All three rules are commutative, the sums up to rounding. `NormalisedSum` is not associative:
/// pass all operands at once. An infinite part makes a sum and a greatest distance infinite.
///
/// ```
/// use sbst_distance::{Conjunction, gt};
///
/// // Two operands, 1 and 3 away.
/// let distance = |conjunction: Conjunction| {
///     conjunction.all([gt(10, 10), gt(8, 10)]).to_true().get()
/// };
/// let forms = [Conjunction::Sum, Conjunction::NormalisedSum, Conjunction::Max];
/// assert_eq!(forms.map(distance), [4.0, 0.5 + 0.75, 3.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Conjunction {
    /// The sum of the distances, as the operators use it. The default.
    #[default]
    Sum,
    /// The sum of x / (1 + x). Every finite distance counts less than 1, so that no single operand
    /// hides the others.
    NormalisedSum,
    /// The greatest distance: only the worst operand counts.
    Max,
}

impl Conjunction {
    /// Returns the decision that all decisions hold.
    ///
    /// Without decisions it holds, and its distance to false is infinite. Linear, no allocation.
    ///
    /// ```
    /// use sbst_distance::{Conjunction, gt};
    ///
    /// let decisions = || [3, 9, 30].map(|x| gt(x, 10));
    /// assert_eq!(Conjunction::Sum.all(decisions()).to_true().get(), 8.0 + 2.0);
    /// assert_eq!(Conjunction::Max.all(decisions()).to_true().get(), 8.0);
    /// ```
    pub fn all(self, decisions: impl IntoIterator<Item = Decision>) -> Decision {
        let scale = |d| if self == Self::NormalisedSum { normed(d) } else { d };
        let join = |a: Distance, b: Distance| if self == Self::Max { a.max(b) } else { a + b };
        // The neutral elements: without decisions, the conjunction holds and cannot be made to
        // fail.
        let (mut holds, mut to_true, mut to_false) = (true, Distance::ZERO, Distance::INFINITE);
        for decision in decisions {
            holds &= decision.holds();
            to_true = join(to_true, scale(decision.to_true()));
            to_false = to_false.min(scale(decision.to_false()));
        }
        Decision::observed(holds, if holds { to_false } else { to_true })
    }

    /// Returns the decision that at least one of the decisions holds.
    ///
    /// Without decisions it does not hold, and its distance to true is infinite. Linear, no
    /// allocation.
    pub fn any(self, decisions: impl IntoIterator<Item = Decision>) -> Decision {
        !self.all(decisions.into_iter().map(Decision::not))
    }
}

/// Returns the decision that all decisions hold, by [`Conjunction::Sum`].
///
/// ```
/// use sbst_distance::{all, ge};
///
/// assert_eq!(all([ge(1, 4), ge(9, 4), ge(2, 4)]).to_true().get(), 4.0 + 3.0);
/// assert!(all([]).holds() && all([]).to_false().get().is_infinite());
/// ```
pub fn all(decisions: impl IntoIterator<Item = Decision>) -> Decision {
    Conjunction::Sum.all(decisions)
}

/// Returns the decision that at least one of the decisions holds, by [`Conjunction::Sum`].
///
/// ```
/// use sbst_distance::{any, eq};
///
/// assert_eq!(any([2, 4, 8].map(|x| eq(x, 7))).to_true().get(), 2.0);
/// assert!(!any([]).holds() && any([]).to_true().get().is_infinite());
/// ```
pub fn any(decisions: impl IntoIterator<Item = Decision>) -> Decision {
    Conjunction::Sum.any(decisions)
}
