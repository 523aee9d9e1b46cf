//! All that is wrong with an adapter.

use super::Violation;
use alloc::vec::{self, Vec};
use core::fmt;

/// Violations that the laws found, in the order in which they were found, the same each time.
///
/// [`expect_none`](Self::expect_none) is for tests. Who implements less than all, on purpose, leaves out what follows from that with
/// [`except`](Self::except).
///
/// ```
/// use sbst::conformance::{self, Violation};
/// use sbst::flow::FlowBuilder;
///
/// conformance::control_flow(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))
///     .expect_none();
///
/// // Code behind a return, which is added with `Unreachable::Keep`.
/// let found = conformance::control_flow(&FlowBuilder::new().exit(0).exit(1));
/// assert_eq!(found.len(), 1);
/// found
///     .except(|violation| matches!(violation, Violation::Unreachable { .. }))
///     .expect_none();
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[must_use = "violations that nobody looks at help nobody: `expect_none` panics if there are any"]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// Panics with the violations, if there are any.
    ///
    /// # Panics
    ///
    /// If there is any violation; the message lists them.
    ///
    /// ```
    /// use sbst::conformance;
    /// use sbst::flow::FlowBuilder;
    ///
    /// conformance::control_flow(&FlowBuilder::new().exit(0)).expect_none();
    /// ```
    #[track_caller]
    pub fn expect_none(&self) {
        assert!(self.is_empty(), "{} {}:\n{self}", self.len(), if self.len() == 1 { "violation" } else { "violations" });
    }

    /// Returns the violations except those that are no mistake here.
    ///
    /// ```
    /// use sbst::conformance::{self, Violation};
    /// use sbst::flow::FlowBuilder;
    ///
    /// let found = conformance::control_flow(&FlowBuilder::new());
    /// assert!(found.except(|violation| *violation == Violation::Empty).is_empty());
    /// ```
    pub fn except(mut self, mut is_no_mistake: impl FnMut(&Violation) -> bool) -> Self {
        self.0.retain(|violation| !is_no_mistake(violation));
        self
    }

    pub(super) fn add(&mut self, violation: Violation) {
        self.0.push(violation);
    }

    pub(super) fn add_if(&mut self, is_broken: bool, violation: impl FnOnce() -> Violation) {
        if is_broken {
            self.0.push(violation());
        }
    }
}

/// All of them, as a slice.
impl core::ops::Deref for Violations {
    type Target = [Violation];
    fn deref(&self) -> &[Violation] {
        &self.0
    }
}

/// To put together what several laws found.
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

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = core::slice::Iter<'a, Violation>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// So many lines say enough of what is wrong.
const LINES: usize = 100;

/// One a line; of more than a hundred the first hundred, and how many there are besides.
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
