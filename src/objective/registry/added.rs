//! Results of adding a goal to a registry, and the goals that a row covers.

use crate::fitness::Fitness;
use crate::id::{Branch, Function, GoalId};
#[cfg(doc)]
use crate::objective::Goals;
use crate::objective::{DirectGoal, LineGoal};
use core::any::Any;

/// Result of adding a goal to a registry by [`Goals::push`] or [`Goals::replace`].
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
    /// The registry had no goal of this identity.
    New(GoalId),
    /// The registry had a goal of this identity, and keeps it in its form.
    Known(GoalId),
    /// The registry had a goal of this identity, and measures it by the new objective from now on.
    Replaced(GoalId),
}

impl Added {
    /// Returns the number of the goal. It never changes while the registry lives.
    #[must_use]
    pub const fn id(self) -> GoalId {
        match self {
            Self::New(id) | Self::Known(id) | Self::Replaced(id) => id,
        }
    }
}

/// Returns an iterator over the goals that a row of [`Goals::measure`] covers, ascending.
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
    let goals = (0..).map(GoalId::new).zip(row);
    goals.filter(|(_, fitness)| fitness.is_covered()).map(|(goal, _)| goal)
}

// Coverage goals that follow a program as it grows.
//
// A line may get statements in new functions, and a function may become one that tests can call.
// If a goal is added again, the registered goal of its identity takes over such additions, and
// keeps its form. Goals are recognised by type, so a goal in a wrapper of the caller does not
// change.

/// Adds to `known` what `offered`, a goal of the same identity, has in addition; returns `true` if
/// `known` changed.
pub(in crate::objective) fn grow(known: &mut dyn Any, offered: &dyn Any) -> bool {
    if let (Some(known), Some(offered)) = (known.downcast_mut(), offered.downcast_ref()) {
        return LineGoal::grow(known, offered);
    }
    if let (Some(known), Some(offered)) = (known.downcast_mut(), offered.downcast_ref()) {
        return DirectGoal::<Branch>::grow(known, offered);
    }
    match (known.downcast_mut(), offered.downcast_ref()) {
        (Some(known), Some(offered)) => DirectGoal::<Function>::grow(known, offered),
        _ => false,
    }
}
