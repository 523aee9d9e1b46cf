//! Predicates made of predicates.
//!
//! | | to true | to false |
//! |---|---|---|
//! | `!d` | `d` to false | `d` to true |
//! | `a & b` | sum | least |
//! | `a \| b` | least | sum |
//! | `a ^ b` | of `(a & !b) \| (!a & b)` | its complement |
//!
//! The operators evaluate both operands, so they suit operands without effects. The usual way to record `a && b` is one block
//! for each operand and Rust's own `&&`; [`Decision::and_then`] is for where one block must do.
//!
//! Double negation and De Morgan's laws hold exactly. Sums saturate at [`f64::MAX`]; an infinite part makes them infinite.

use super::{Decision, Distance};
use core::ops::{BitAnd, BitOr, BitXor, Not};

impl Not for Decision {
    type Output = Self;
    /// Negates the decision: the other outcome, with the two sides swapped.
    fn not(self) -> Self {
        self.negated()
    }
}

impl BitAnd for Decision {
    type Output = Self;
    /// Both hold. To true: the sum of both; to false: the lesser.
    fn bitand(self, other: Self) -> Self {
        both(self, other, |d| d)
    }
}

impl BitOr for Decision {
    type Output = Self;
    /// Returns the decision that at least one of two holds. Distance to true: the lesser; to false: the sum of both.
    fn bitor(self, other: Self) -> Self {
        !(!self & !other)
    }
}

impl BitXor for Decision {
    type Output = Self;
    /// Exactly one holds: `(a & !b) | (!a & b)`.
    fn bitxor(self, other: Self) -> Self {
        (self & !other) | (!self & other)
    }
}

impl Decision {
    /// Computes `a && b` in one block: `other` is evaluated only if this predicate holds.
    ///
    /// An evaluated operand counts x / (1 + x), one not evaluated counts 1, so that getting past the first operand is always
    /// progress. A plain sum is not monotone: in `i < 3 && xs[i] == 7`, `i` off by one would be nearer than `xs[i]` off by 100.
    /// An infinite part stays infinite.
    ///
    /// ```
    /// use sbst::distance::{eq, lt};
    ///
    /// let xs = [107, 7, 7];
    /// let at = |i: usize| lt(i, 3).and_then(|| eq(xs[i], 7)).to_true().get();
    /// // the second operand is wrong: nearer than the first being wrong
    /// assert!(at(0) < at(3));
    /// ```
    pub fn and_then(self, other: impl FnOnce() -> Self) -> Self {
        if self.holds() { both(self, other(), normed) } else { Self::observed(false, normed(self.to_true()) + Distance::of(1.0)) }
    }

    /// Computes `a || b` in one block: `other` is evaluated only if this predicate does not hold. The mirror image of
    /// [`and_then`](Self::and_then).
    ///
    /// ```
    /// use sbst::distance::{eq, gt};
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

/// Both hold; `scale` is applied to every part.
fn both(a: Decision, b: Decision, scale: impl Fn(Distance) -> Distance) -> Decision {
    if a.holds() && b.holds() {
        Decision::observed(true, scale(a.to_false()).min(scale(b.to_false())))
    } else {
        Decision::observed(false, scale(a.to_true()) + scale(b.to_true()))
    }
}

/// x / (1 + x), but what is infinite stays so.
fn normed(d: Distance) -> Distance {
    if d == Distance::INFINITE { d } else { Distance::of(d.norm()) }
}

/// Rule by which the distances of many operands become one distance, in [`Conjunction::all`] and [`Conjunction::any`].
///
/// | | to make all hold | to make one of all fail |
/// |---|---|---|
/// | `Sum` | sum | least |
/// | `NormalisedSum` | sum of x / (1 + x) | least x / (1 + x) |
/// | `Max` | greatest | least |
///
/// All three are commutative, the sums up to rounding. `NormalisedSum` is not associative: give it all operands at once.
/// An infinite part stays infinite.
///
/// ```
/// use sbst::distance::{Conjunction, gt};
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
    /// The distances as they are; what the operators use.
    #[default]
    Sum,
    /// Every operand counts less than 1, so that no single one drowns the others.
    NormalisedSum,
    /// Only the worst operand counts.
    Max,
}

impl Conjunction {
    /// Returns the decision that all decisions hold. Without decisions it holds, and cannot be made to fail. Linear, no allocation.
    ///
    /// ```
    /// use sbst::distance::{Conjunction, gt};
    ///
    /// let decisions = || [3, 9, 30].map(|x| gt(x, 10));
    /// assert_eq!(Conjunction::Sum.all(decisions()).to_true().get(), 8.0 + 2.0);
    /// assert_eq!(Conjunction::Max.all(decisions()).to_true().get(), 8.0);
    /// ```
    pub fn all(self, decisions: impl IntoIterator<Item = Decision>) -> Decision {
        let scale = |d| if self == Self::NormalisedSum { normed(d) } else { d };
        let join = |a: Distance, b: Distance| if self == Self::Max { a.max(b) } else { a + b };
        let (mut holds, mut to_true, mut to_false) = (true, Distance::ZERO, Distance::INFINITE);
        for decision in decisions {
            holds &= decision.holds();
            to_true = join(to_true, scale(decision.to_true()));
            to_false = to_false.min(scale(decision.to_false()));
        }
        Decision::observed(holds, if holds { to_false } else { to_true })
    }

    /// Returns the decision that at least one of some decisions holds. Without decisions it does not hold, and cannot be made to hold.
    /// Linear, no allocation.
    pub fn any(self, decisions: impl IntoIterator<Item = Decision>) -> Decision {
        !self.all(decisions.into_iter().map(Decision::not))
    }
}

/// Returns the decision that all decisions hold: [`Conjunction::Sum`] over any number of operands.
///
/// ```
/// use sbst::distance::{all, ge};
///
/// assert_eq!(all([ge(1, 4), ge(9, 4), ge(2, 4)]).to_true().get(), 4.0 + 3.0);
/// assert!(all([]).holds() && all([]).to_false().get().is_infinite());
/// ```
pub fn all(decisions: impl IntoIterator<Item = Decision>) -> Decision {
    Conjunction::Sum.all(decisions)
}

/// Returns the decision that at least one of some decisions holds: [`Conjunction::Sum`] over any number of operands.
///
/// ```
/// use sbst::distance::{any, eq};
///
/// assert_eq!(any([2, 4, 8].map(|x| eq(x, 7))).to_true().get(), 2.0);
/// assert!(!any([]).holds() && any([]).to_true().get().is_infinite());
/// ```
pub fn any(decisions: impl IntoIterator<Item = Decision>) -> Decision {
    Conjunction::Sum.any(decisions)
}
