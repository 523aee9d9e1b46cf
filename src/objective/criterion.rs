//! Coverage criteria.

use super::Goal;

#[cfg(doc)]
use super::{
    BranchGoal, DirectBranchGoal, DirectEntryGoal, EntryGoal, ExceptionGoal, InputGoal, LineGoal, MethodGoal, MutantGoal,
    OutputGoal,
};
#[cfg(doc)]
use crate::execution::{DirectCalls, Evaluations, Exceptions, Execution, Infections, Inputs, MethodCalls, Outputs};

/// A coverage criterion: a kind of goals.
///
/// | criterion | goal | value while not covered | published form | capability |
/// |---|---|---|---|---|
/// | [`Branch`](Criterion::Branch) | [`BranchGoal`]: take a decided branch; [`EntryGoal`]: enter a function without branches | (level, distance) | f_bc in (0, 1]; [twice](super::TwiceBranchGoal) | [`Execution`]; twice: [`Evaluations`] |
/// | [`DirectBranch`](Criterion::DirectBranch) | [`DirectBranchGoal`], [`DirectEntryGoal`]: the same in calls by the test itself | (level, distance); not called: (level from the entry, infinite) | f_bc; not called: 1 | [`DirectCalls`] |
/// | [`Line`](Criterion::Line) | [`LineGoal`]: reach a line | its nearest statement goal: (0, statements to go), or the block's value one level up | definition: 1; augmented: 1 + least f_bc, in \[1, 2\]; flat: in \[1, 2) | [`Execution`] |
/// | [`WeakMutation`](Criterion::WeakMutation) | [`MutantGoal`]: infect the state | evaluated: (0, infection distance); else its statement goal, one level up | evaluated: norm of the infection distance; else 1 | [`Infections`] |
/// | [`Method`](Criterion::Method) | [`MethodGoal`]: call a method from the test itself | (0, infinite) | 1 | [`MethodCalls`] |
/// | [`MethodNoException`](Criterion::MethodNoException) | [`MethodGoal::without_exception`]: and it returns normally | (0, infinite) | 1 | [`MethodCalls`] |
/// | [`Exception`](Criterion::Exception) | [`ExceptionGoal`]: an exception of this type and kind leaves this method; made when first seen | (0, infinite) | 1 | [`Exceptions`] |
/// | [`Output`](Criterion::Output) | [`OutputGoal`]: return a value of this partition | (0, least distance to the partition) | binary: 1 | [`Outputs`] |
/// | [`Input`](Criterion::Input) | [`InputGoal`]: give a value of this partition | (0, least distance to the partition) | binary: 1 | [`Inputs`] |
/// | [`Block`](Criterion::Block) | [`BlockGoal`](super::BlockGoal): enter a block | (level, distance), at least (0, smallest) | | [`Execution`] |
/// | [`Statement`](Criterion::Statement) | [`StatementGoal`](super::StatementGoal): reach a statement | (0, statements to go), or the block's value one level up | flat: in \[1, 2) | [`Execution`] |
///
/// Every value is (0, 0), and every scalar 0, iff the goal is covered. Published forms are pairs, too, whose
/// [scalar](super::Objective::scalar) is the published number.
///
/// Sources: the first eight are the criteria of Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based
/// Unit Test Generation" (2024), sections 2.1 and 3.3, with Eq. 7 (twice), 12 (augmented lines) and 14 (mutants); levels after Wegener,
/// Baresel, Sthamer (2001); progress within blocks after Derakhshanfar, Devroey, Zaidman (2022). Input is output over arguments; blocks
/// and statements are what the others are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Criterion {
    /// Every decided branch, and the entry of every function without one.
    Branch,
    /// The same in calls that the test makes itself.
    DirectBranch,
    /// Every line.
    Line,
    /// Every mutant infects the state.
    WeakMutation,
    /// Every method is called by the test itself.
    Method,
    /// Every method returns normally from such a call.
    MethodNoException,
    /// Every exception that is ever seen.
    Exception,
    /// Every partition of what methods return.
    Output,
    /// Every partition of what methods are given.
    Input,
    /// Every block.
    Block,
    /// Every statement.
    Statement,
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Self; 11] = [
        Self::Branch,
        Self::DirectBranch,
        Self::Line,
        Self::WeakMutation,
        Self::Method,
        Self::MethodNoException,
        Self::Exception,
        Self::Output,
        Self::Input,
        Self::Block,
        Self::Statement,
    ];

    /// The eight criteria of Zhou et al. 2024.
    pub const SMART: [Self; 8] = [
        Self::Branch,
        Self::DirectBranch,
        Self::Line,
        Self::WeakMutation,
        Self::Method,
        Self::MethodNoException,
        Self::Exception,
        Self::Output,
    ];
}

/// `branch`, `direct branch`, `no-exception method`.
impl core::fmt::Display for Criterion {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::Branch => "branch",
            Self::DirectBranch => "direct branch",
            Self::Line => "line",
            Self::WeakMutation => "weak mutation",
            Self::Method => "method",
            Self::MethodNoException => "no-exception method",
            Self::Exception => "exception",
            Self::Output => "output",
            Self::Input => "input",
            Self::Block => "block",
            Self::Statement => "statement",
        })
    }
}

impl Goal {
    /// The criterion that makes such goals; `None` for a goal of the caller.
    #[must_use]
    pub const fn criterion(&self) -> Option<Criterion> {
        Some(match self {
            Self::Branch(_) | Self::Entry(_) => Criterion::Branch,
            Self::DirectBranch(_) | Self::DirectEntry(_) => Criterion::DirectBranch,
            Self::Block(_) => Criterion::Block,
            Self::Statement(..) => Criterion::Statement,
            Self::Line(_) => Criterion::Line,
            Self::Mutant(_) => Criterion::WeakMutation,
            Self::Method(_) => Criterion::Method,
            Self::MethodNoException(_) => Criterion::MethodNoException,
            Self::Exception(_) => Criterion::Exception,
            Self::Output(..) => Criterion::Output,
            Self::Input(..) => Criterion::Input,
            Self::Custom { .. } => return None,
        })
    }
}
