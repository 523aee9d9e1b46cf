//! How far an evaluation was from telling a mutant from the original: the infection distance of weak mutation.
//!
//! A mutant replaces an operator, a constant or a variable. It is *infected* where its result differs from the original's: 0. A
//! subject calls these functions while it records, with the operands at hand; nothing here executes a mutant.
//!
//! - Relations ([`relation()`]): how far the operands are from where the two relations differ, as the least change of left - right.
//! - All others: K where the results agree. Two results are compared with `==`, two NaN are equal; an exception, such as a division by
//!   zero or a checked overflow, differs from every value ([`values`]).
//!
//! | replaced | function |
//! |---|---|
//! | relation (ROR), by another one or a constant | [`relation()`] |
//! | `+ - * / %` (AOR) | [`arithmetic`] |
//! | `& \| ^` (BOR) | [`bitwise`] |
//! | `<< >> >>>` | [`shift`] |
//! | a value by -x, x + 1, x - 1 (UOI; `!x` always infects) | [`inserted`] |
//! | a constant, a variable | [`values`] |
//! | a call, by the default of its type | [`deleted_call`] |
//! | a field, by the default of its type | [`deleted_field`] |
//!
//! The functions use K = 1; [`Rules::infections`] has the same with another K.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024), names the
//! operators (Table I) and the infection distance (Eq. 14); it prints no distance functions, so these are ours. Where its section 3.4 takes
//! the distance of UOI to be always 0, [`inserted`] says what holds: -x is not infected at 0. BBC (Derakhshanfar, Devroey, Zaidman 2022),
//! section 4.1.4, names the eight operators of EvoSuite's default set, all of which are here: delete call, delete field, insert unary
//! operator, and replace arithmetic, bitwise or comparison operator, constant, or variable.
//!
//! ```
//! use sbst::distance::Relation;
//! use sbst::distance::infection::{Arithmetic, Overflow, arithmetic, relation};
//!
//! // `a < b` mutated to `a <= b`: they differ where a == b.
//! assert_eq!(relation(3, 10, Relation::Less, Relation::LessOrEqual).get(), 7.0);
//! // `a + b` mutated to `a * b`: equal at 2 and 2 only.
//! let sum_or_product = |a, b| arithmetic(a, b, Arithmetic::Add, Arithmetic::Multiply, Overflow::Wraps).get();
//! assert_eq!((sum_or_product(2, 2), sum_or_product(5, 0)), (1.0, 0.0));
//! ```

mod arithmetic;
mod bits;
mod deleted;
mod relation;

pub use arithmetic::{Arithmetic, Number, Overflow, arithmetic};
pub use bits::{Bitwise, Shift, Unary, bitwise, inserted, shift};
pub use deleted::{deleted_call, deleted_field};
pub use relation::relation;

use super::{Distance, Rules};

/// Infection distances with the K of some rules.
///
/// ```
/// use sbst::distance::Rules;
/// use sbst::distance::infection::{Arithmetic::{Add, Multiply}, Overflow};
///
/// let infections = Rules::DEFAULT.with_k(0.5)?.infections();
/// assert_eq!(infections.arithmetic(2, 2, Add, Multiply, Overflow::Wraps).get(), 0.5); // both give 4
/// assert_eq!(infections.arithmetic(2, 3, Add, Multiply, Overflow::Wraps).get(), 0.0); // 5 and 6: infected
/// # Ok::<(), sbst::distance::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InfectionRules {
    rules: Rules,
}

impl Rules {
    /// Infection distances with this K; see [`infection`](crate::distance::infection).
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let infections = Rules::DEFAULT.with_k(3.0)?.infections();
    /// assert_eq!(infections.values(Some("a"), Some("a")).get(), 3.0);
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    #[must_use]
    pub const fn infections(self) -> InfectionRules {
        InfectionRules { rules: self }
    }
}

impl InfectionRules {
    /// Of two results, `None` for an exception; see [`values`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let infections = Rules::DEFAULT.with_k(3.0)?.infections();
    /// assert_eq!(infections.values(Some(7), Some(7)).get(), 3.0); // no difference: K
    /// assert_eq!(infections.values(Some(7), None).get(), 0.0); // the mutant throws
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    #[must_use]
    pub fn values<T: PartialEq>(&self, original: Option<T>, mutant: Option<T>) -> Distance {
        let same = match (&original, &mutant) {
            #[allow(clippy::eq_op, reason = "a value that differs from itself is NaN")]
            (Some(a), Some(b)) => a == b || (a != a && b != b),
            (None, None) => true,
            _ => false,
        };
        if same { Distance::of(self.rules.k()) } else { Distance::ZERO }
    }
}

/// 0 if the results of original and mutant differ, else K = 1; `None` stands for an exception. Constants and variables that replace
/// others are compared like this.
///
/// ```
/// use sbst::distance::infection::values;
///
/// let (x, limit) = (7, 7);
/// assert_eq!(values(Some(x), Some(limit)).get(), 1.0); // the wrong variable, but the same value
/// assert_eq!(values(Some(x), None).get(), 0.0); // the mutant throws
/// assert_eq!(values(Some(f64::NAN), Some(f64::NAN)).get(), 1.0);
/// ```
#[must_use]
pub fn values<T: PartialEq>(original: Option<T>, mutant: Option<T>) -> Distance {
    Rules::DEFAULT.infections().values(original, mutant)
}
