//! Two results compared: what all operators but the relational ones come to.

use crate::distance::{Distance, Rules};

impl Rules {
    /// Returns the infection distance of two results under these rules: 0 if they differ, else K. `None` stands for an exception.
    ///
    /// ```
    /// use sbst::distance::Rules;
    /// use sbst::distance::infection::{Arithmetic::{Add, Multiply}, Overflow};
    ///
    /// let rules = Rules::DEFAULT.with_k(0.5)?;
    /// let sum_or_product = |a, b| rules.infection(Add.of(a, b, Overflow::Wraps), Multiply.of(a, b, Overflow::Wraps));
    /// assert_eq!(sum_or_product(2, 2).get(), 0.5); // both give 4
    /// assert_eq!(sum_or_product(2, 3).get(), 0.0); // 5 and 6: infected
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    #[must_use]
    pub fn infection<T: PartialEq>(&self, original: Option<T>, mutant: Option<T>) -> Distance {
        let same = match (&original, &mutant) {
            #[allow(clippy::eq_op, reason = "a value that differs from itself is NaN")]
            (Some(a), Some(b)) => a == b || (a != a && b != b),
            (None, None) => true,
            _ => false,
        };
        if same { Distance::of(self.k()) } else { Distance::ZERO }
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
    Rules::DEFAULT.infection(original, mutant)
}
