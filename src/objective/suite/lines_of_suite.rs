//! Formulas for the lines of a suite.

/// Formula for the line goals of a suite: the term f_LC in the sum over all criteria.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::Lines;
/// use sbst::id::{Block, Branch, Line};
/// use sbst::objective::suite::{LinesOfSuite, SuiteRow};
/// use sbst::objective::{CoverageGoal, Goals, LineGoal, Published};
///
/// let lines = Lines::new([(Block::new(0).statement(0), Line::new(7))]);
/// let mut goals = Goals::<Trace>::new();
/// goals.push(LineGoal::new(Line::new(7), &lines));
/// goals.push(Published(CoverageGoal::new(Branch::new(0))));
/// let mut suite = SuiteRow::new();
/// suite.add(&[Fitness::NEVER, Fitness::new(0, 3.into())]);
/// let combined = |lines| suite.combined(&goals, goals.ids(), lines);
/// assert_eq!(combined(LinesOfSuite::Definition), 0.75 + 0.5); // norm(1)
/// // f_BC a second time
/// assert_eq!(combined(LinesOfSuite::Augmented), 0.75 + (0.5 + 0.75));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LinesOfSuite {
    /// Eq. 11 of Zhou et al. 2024: norm(lines - covered lines).
    Definition,
    /// Eq. 13 of Zhou et al. 2024: norm(lines - covered lines) + f_BC, over all branch goals of the
    /// registry. It is as printed if the branch goals are
    /// [`Published`](crate::objective::Published). Goals with levels add their levels, too: about
    /// 2^32 each, if there is no test.
    Augmented,
}
