//! Coverage criteria.

use super::Goal;

#[cfg(doc)]
use super::{CoverageGoal, DirectGoal, LineGoal, MethodGoal, MutantGoal};
#[cfg(doc)]
use crate::execution::{
    DirectCalls, DirectEvaluations, Evaluations, Exceptions, Execution, Infections, Inputs, MethodCalls, Outputs, Thrown,
};

/// A coverage criterion: a kind of goals.
///
/// | criterion | goal | value while not covered, range of its scalar | published form, range | capability | source |
/// |---|---|---|---|---|---|
/// | [`Branch`](Criterion::Branch) | [`CoverageGoal`] of a branch: take a decided branch; of a function: enter one that has none | (level, distance), > 0; entry: (0, infinite), 1 | f_bc, (0, 1] | [`Execution`]; published: [`Evaluations`] | Z 2.1, Eq. 7; W |
/// | [`DirectBranch`](Criterion::DirectBranch) | [`DirectGoal`] of either: the same in calls by the test itself | the same; not called: (level from the entry, infinite) | f_bc, (0, 1]; not called: 1 | [`DirectCalls`]; published: [`DirectEvaluations`] and [`Evaluations`] | Z 2.1, 3.3; W |
/// | [`Line`](Criterion::Line) | [`LineGoal`]: reach a line | its nearest statement goal: (0, statements to go), \[1/2, 1), or the block's value one level up, >= 1 | definition: 1; augmented: 1 + least f_bc, \[1, 2\]; flat (ours): \[1, 2) | [`Execution`]; published: [`Evaluations`] | Z 2.1, Eq. 10, 12; value: own |
/// | [`WeakMutation`](Criterion::WeakMutation) | [`MutantGoal`]: infect the state | evaluated: (0, infection distance), (0, 1\]; else its statement goal one level up, > 1 | reached: norm of the infection distance, (0, 1\]; else definition: 1; augmented: 1 + least f_bc, \[1, 2\] | [`Infections`]; published: [`Evaluations`] | Z 2.1, Eq. 14; value where not reached: own |
/// | [`Method`](Criterion::Method) | [`MethodGoal`]: call a method from the test itself | (0, infinite), 1 | | [`MethodCalls`] | Z 2.1 |
/// | [`MethodNoException`](Criterion::MethodNoException) | [`MethodGoal::without_exception`]: and it returns normally | (0, infinite), 1 | | [`MethodCalls`] | Z 2.1 |
/// | [`Exception`](Criterion::Exception) | [`CoverageGoal`] of [`Thrown`]: an exception of this type and kind leaves this method; made when first seen | (0, infinite), 1 | | [`Exceptions`] | Z 2.1 |
/// | [`Output`](Criterion::Output) | [`CoverageGoal`] of function and partition: return a value of this partition | (0, least distance to the partition), (0, 1\] | binary: 1 | [`Outputs`] | Z 2.1 |
/// | [`Input`](Criterion::Input) | [`CoverageGoal`] of function, argument and partition: give a value of this partition | (0, least distance to the partition), (0, 1\] | binary: 1 | [`Inputs`] | as output |
/// | [`Block`](Criterion::Block) | [`CoverageGoal`] of a block: enter it | (level, distance), at least (0, smallest), > 0 | | [`Execution`] | W |
/// | [`Statement`](Criterion::Statement) | [`CoverageGoal`] of a statement: reach it | (0, statements to go), \[1/2, 1), or the block's value one level up, >= 1 | flat (ours): \[1, 2) | [`Execution`] | own |
/// | [`MethodEntry`](Criterion::MethodEntry) | [`MethodEntryGoal`](super::MethodEntryGoal): enter a method, by whatever call | (0, infinite), 1 | | [`Execution`] | Z 4.9 |
///
/// Every value is (0, 0), and every scalar 0, iff the goal is covered. Published forms are pairs, too, whose
/// [scalar](super::Scalar) is the published number; those of Z count distances from the second evaluation of a predicate on
/// ([`Published`](super::Published)). Where the function was never entered, distances are infinite.
///
/// Z: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024); W: Wegener,
/// Baresel, Sthamer (2001), levels; own: statements to go as a distance are ours. Flat forms have the approach level and branch distance of
/// Derakhshanfar, Devroey, Zaidman (2022), section 2.1, which knows no progress within a block, and our smallest distance. Z describes methods, exceptions and
/// outputs in words, without fitness functions; the values there, and the distances to partitions, are ours.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Criterion, Goals, Program};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.add(Criterion::Branch, &Program::new(&graph));
/// goals.add(Criterion::Block, &Program::new(&graph));
/// assert_eq!((goals.of(Criterion::Branch).count(), goals.of(Criterion::Block).count()), (2, 3));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Criterion {
    /// Every decided branch, and the entry of every function without one; implicit branches count here, too, if they are made goals.
    Branch,
    /// The same in calls that the test makes itself.
    DirectBranch,
    /// Every line.
    Line,
    /// Every mutant infects the state.
    WeakMutation,
    /// Every method is called by the test itself: top-level method coverage.
    Method,
    /// Every method returns normally from such a call: no-exception top-level method coverage.
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
    /// Every method is entered, by the test or by another method: method coverage, MC in Zhou et al. 2024, section 4.9.
    MethodEntry,
}

impl Criterion {
    /// All criteria, in their order. There may be more in a later version; a criterion that takes a parameter stands here with its
    /// default.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Criterion, Goals, Program};
    ///
    /// // Every goal that there is; public methods, lines and mutants are not known here.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// let program = Program::new(&graph);
    /// let added: usize = Criterion::ALL.iter().map(|&criterion| goals.add(criterion, &program).len()).sum();
    /// assert_eq!(added, 2 + 2 + 3 + 1 + 1); // branches, direct branches, blocks, statements, the method
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub const ALL: &'static [Self] = &[
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
        Self::MethodEntry,
    ];

    /// The eight criteria of Zhou et al. 2024, section 2.1.
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
            Self::MethodEntry => "method entry",
        })
    }
}

impl Goal {
    /// The criterion that makes such goals; `None` for a goal of the caller, and for one of a crash.
    ///
    /// ```
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{Criterion, Goal};
    ///
    /// assert_eq!(Goal::Branch(Branch::new(3)).criterion(), Some(Criterion::Branch));
    /// assert_eq!(Goal::Entry(Function::new(0)).criterion(), Some(Criterion::Branch)); // of a function without branches
    /// assert_eq!(Goal::Custom(0).criterion(), None);
    /// ```
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
            Self::MethodEntry(_) => Criterion::MethodEntry,
            Self::Exception(_) => Criterion::Exception,
            Self::Output(..) => Criterion::Output,
            Self::Input(..) => Criterion::Input,
            Self::Crash(..) | Self::Custom(_) => return None,
        })
    }
}
