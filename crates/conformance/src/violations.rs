//! List of the violations that a law found.

use super::Violation;
use super::violation::counted;
use alloc::vec::{self, Vec};
use core::fmt;

/// Violations that the laws found, in the order in which they were found, the same each time.
///
/// In a test, call [`expect_none`](Self::expect_none). If your adapter breaks a law on purpose,
/// leave its violations out before, with [`except`](Self::except).
///
/// ```
/// use sbst_conformance::{Violation};
/// use sbst::flow::FlowBuilder;
///
/// sbst_conformance::control_flow(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))
///     .expect_none();
///
/// // Code after a return, which is added with `Unreachable::Keep`.
/// let found = sbst_conformance::control_flow(&FlowBuilder::new().exit(0).exit(1));
/// assert_eq!(found.len(), 1);
/// found
///     .except(|violation| matches!(violation, Violation::Unreachable { .. }))
///     .expect_none();
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[must_use = "violations have no effect unless they are read: `expect_none` panics if there are any"]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// Panics with a list of the violations, if there are any.
    ///
    /// # Panics
    ///
    /// If there is any violation; the message lists them.
    ///
    /// ```
    /// use sbst::flow::FlowBuilder;
    ///
    /// sbst_conformance::control_flow(&FlowBuilder::new().exit(0)).expect_none();
    /// ```
    #[track_caller]
    pub fn expect_none(&self) {
        let count = counted(self.len() as u32, "violation");
        assert!(self.is_empty(), "{count}:\n{self}");
    }

    /// Returns the violations without those for which the closure returns `true`.
    ///
    /// ```
    /// use sbst_conformance::{Violation};
    /// use sbst::flow::FlowBuilder;
    ///
    /// let found = sbst_conformance::control_flow(&FlowBuilder::new());
    /// assert!(found.except(|violation| *violation == Violation::Empty).is_empty());
    /// ```
    pub fn except(mut self, mut is_no_mistake: impl FnMut(&Violation) -> bool) -> Self {
        self.0.retain(|violation| !is_no_mistake(violation));
        self
    }

    /// Adds a violation.
    pub(super) fn add(&mut self, violation: Violation) {
        self.0.push(violation);
    }

    /// Adds a violation if the law is broken.
    pub(super) fn add_if(&mut self, is_broken: bool, violation: Violation) {
        if is_broken {
            self.0.push(violation);
        }
    }
}

/// Returns the violations as a slice.
impl core::ops::Deref for Violations {
    type Target = [Violation];
    fn deref(&self) -> &[Violation] {
        &self.0
    }
}

/// Appends the violations of another law.
impl Extend<Violation> for Violations {
    fn extend<I: IntoIterator<Item = Violation>>(&mut self, more: I) {
        self.0.extend(more);
    }
}

impl FromIterator<Violation> for Violations {
    fn from_iter<I: IntoIterator<Item = Violation>>(all: I) -> Self {
        Self(Vec::from_iter(all))
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = vec::IntoIter<Violation>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Number of violations that are written as text.
const LINES: usize = 100;

/// Writes one violation a line. Of more than a hundred violations, writes the first hundred, and
/// the number of the others.
impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, violation) in self.0.iter().take(LINES).enumerate() {
            let end = if number == 0 { "" } else { "\n" };
            write!(f, "{end}{violation}")?;
        }
        match self.0.len().checked_sub(LINES) {
            Some(more @ 1..) => write!(f, "\nand {more} more"),
            _ => Ok(()),
        }
    }
}
