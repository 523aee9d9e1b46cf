//! Numbers of covered goals.

use core::fmt;

/// Number of covered goals, and the number of all goals.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::id::Branch;
/// use sbst::objective::suite::{Coverage, SuiteRow};
/// use sbst::objective::{CoverageGoal, Criterion, Goals};
///
/// let mut goals = Goals::<Trace>::new();
/// goals.extend([0, 1].map(|branch| CoverageGoal::new(Branch::new(branch))));
/// let mut suite = SuiteRow::new();
/// suite.add(&[Fitness::COVERED]);
/// let coverage: Coverage = suite.coverage(&goals, Criterion::Branch);
/// assert_eq!(
///     (coverage.covered(), coverage.total(), coverage.ratio()),
///     (1, Some(2), Some(0.5))
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "CoverageForm")
)]
pub struct Coverage {
    pub(in crate::objective) covered: usize,
    pub(in crate::objective) total: Option<usize>,
}

impl Coverage {
    /// Returns the number of covered goals.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Criterion, Goals};
    ///
    /// let nothing = SuiteRow::new().coverage(&Goals::<Trace>::new(), Criterion::Branch);
    /// assert_eq!((nothing.covered(), nothing.ratio()), (0, None)); // no goals: no ratio
    /// ```
    #[must_use]
    pub const fn covered(self) -> usize {
        self.covered
    }

    /// Returns the number of goals, or `None` for an open set, whose size is unknown.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Criterion, Goals};
    ///
    /// let of =
    ///     |criterion| SuiteRow::new().coverage(&Goals::<Trace>::new(), criterion).total();
    /// assert_eq!(of(Criterion::Line), Some(0));
    /// assert_eq!(of(Criterion::Exception), None); // the total is unknown
    /// ```
    #[must_use]
    pub const fn total(self) -> Option<usize> {
        self.total
    }

    /// Sets the total of an open set to a number that the caller knows. The total is at least the
    /// number of covered goals.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown, Trace};
    /// use sbst::fitness::Fitness;
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{CoverageGoal, Criterion, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.push(CoverageGoal::new(Thrown::new(
    ///     Function::new(0),
    ///     Symbol::new(0),
    ///     ExceptionKind::Declared,
    /// )));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED]);
    /// let found = suite.coverage(&goals, Criterion::Exception);
    /// assert_eq!((found.to_string().as_str(), found.ratio()), ("1", None));
    /// assert_eq!(found.of(4).ratio(), Some(0.25));
    /// ```
    #[must_use]
    pub const fn of(self, total: usize) -> Self {
        Self { total: Some(if total < self.covered { self.covered } else { total }), ..self }
    }

    /// Returns covered / total, in [0, 1], or `None` for an open set and if there are no goals.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{CoverageGoal, Criterion, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend((0..4).map(|branch| CoverageGoal::new(Branch::new(branch))));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED; 3]);
    /// assert_eq!(suite.coverage(&goals, Criterion::Branch).ratio(), Some(0.75));
    /// ```
    #[must_use]
    pub fn ratio(self) -> Option<f64> {
        self.total.filter(|&total| total > 0).map(|total| self.covered as f64 / total as f64)
    }
}

/// Shows `3 of 4`, or `3` for an open set.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.total {
            Some(total) => f.pad(&alloc::format!("{} of {total}", self.covered)),
            None => f.pad(&alloc::format!("{}", self.covered)),
        }
    }
}

/// Serialized form, before it is checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Coverage")]
struct CoverageForm {
    covered: usize,
    total: Option<usize>,
}

#[cfg(feature = "serde")]
impl TryFrom<CoverageForm> for Coverage {
    type Error = crate::plain::Invalid;
    fn try_from(CoverageForm { covered, total }: CoverageForm) -> Result<Self, Self::Error> {
        if total.is_some_and(|total| total < covered) {
            return Err(crate::plain::Invalid("more goals are covered than the total"));
        }
        Ok(Self { covered, total })
    }
}
