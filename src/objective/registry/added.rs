//! What became of goals that were given to a registry, and which of them a row covers.

use crate::fitness::Fitness;
use crate::id::GoalId;

#[cfg(doc)]
use crate::objective::Goals;

/// What became of a goal that was given to a registry by [`Goals::push`] or [`Goals::replace`].
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::{Block, GoalId};
/// use sbst::objective::{Added, CoverageGoal, Goals};
///
/// let mut goals = Goals::<Trace>::new();
/// let twice = [0; 2].map(|_| goals.push(CoverageGoal::new(Block::new(7))));
/// assert_eq!(twice, [Added::New(GoalId::new(0)), Added::Known(GoalId::new(0))]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Added {
    /// No goal of the same identity was there.
    New(GoalId),
    /// A goal of the same identity was there, and stays in its form.
    Known(GoalId),
    /// A goal of the same identity was there, and is measured by the new objective from now on.
    Replaced(GoalId),
}

impl Added {
    /// Returns the number of the goal, which stays as long as the registry lives.
    #[must_use]
    pub const fn id(self) -> GoalId {
        match self {
            Self::New(id) | Self::Known(id) | Self::Replaced(id) => id,
        }
    }
}

/// The goals that a row covers, ascending: one of [`Goals::measure`], which has the value of each goal at its number.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::objective::covered;
///
/// let row = [Fitness::NEVER, Fitness::COVERED];
/// assert!(covered(&row).eq([GoalId::new(1)]));
/// ```
pub fn covered(row: &[Fitness]) -> impl Iterator<Item = GoalId> {
    (0..).map(GoalId::new).zip(row).filter(|(_, fitness)| fitness.is_covered()).map(|(goal, _)| goal)
}
