//! When a search ends, and what counts.

use sbst::objective::Criterion;
use std::fmt;
use std::time::Duration;

/// Number of executions, or time, after which a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Number of executions. The results are the same on every machine.
    Executions(u64),
    /// Time for all that a search does, including the executions. The results depend on the
    /// machine.
    Time(Duration),
}

impl fmt::Display for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Executions(executions) => write!(formatter, "{executions} executions"),
            Self::Time(time) => write!(formatter, "{} ms", time.as_millis()),
        }
    }
}

/// Goals that count in the outcome of a search.
///
/// A search may pursue fewer goals, or others besides. The goals that count are measured in every
/// execution, whatever it pursues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    criteria: Vec<Criterion>,
    implicit_exceptions: bool,
}

impl Count {
    /// Counts the goals of these criteria in the functions of the subject. With
    /// [`Criterion::Exception`], exceptions count as soon as they are discovered.
    #[must_use]
    pub fn of(criteria: impl IntoIterator<Item = Criterion>) -> Self {
        Self { criteria: criteria.into_iter().collect(), implicit_exceptions: false }
    }

    /// Counts also the methods that throw an implicit exception when a test calls them: they are
    /// discovered (Derakhshanfar, Devroey, Zaidman 2022, 4.1.4). See
    /// [`ImplicitExceptionCoverage`](sbst::objective::ImplicitExceptionCoverage).
    #[must_use]
    pub fn and_implicit_exceptions(self) -> Self {
        Self { implicit_exceptions: true, ..self }
    }

    /// Returns the criteria.
    #[must_use]
    pub fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    /// Returns `true` if exceptions count.
    #[must_use]
    pub fn has_exceptions(&self) -> bool {
        self.criteria.contains(&Criterion::Exception)
    }

    /// Returns `true` if methods that throw implicitly count.
    #[must_use]
    pub const fn has_implicit_exceptions(&self) -> bool {
        self.implicit_exceptions
    }
}

impl Default for Count {
    /// Counts branches.
    fn default() -> Self {
        Self::of([Criterion::Branch])
    }
}
