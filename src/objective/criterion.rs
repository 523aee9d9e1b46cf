//! Coverage criteria.

use super::Goal;

#[cfg(doc)]
use super::{CoverageGoal, DirectGoal, LineGoal, MethodGoal, MutantGoal, StrongMutantGoal};
#[cfg(doc)]
use crate::execution::{Execution, Fact, Thrown};

/// Coverage criterion: a kind of goals that a program has.
///
/// | criterion | goal | value while not covered, range of its scalar | published form, range | reads | source |
/// |---|---|---|---|---|---|
/// | [`Branch`](Criterion::Branch) | [`CoverageGoal`] of a branch: take a decided branch; of a function: enter a function that has none | (level, distance), > 0; entry: (0, infinite), 1 | f_bc, (0, 1] | [`Execution`]; published: [`Evaluations`](Fact::Evaluations) | Z 2.1, Eq. 7; W |
/// | [`DirectBranch`](Criterion::DirectBranch) | [`DirectGoal`] of a branch or a function, as for `Branch`, in calls by the test itself | as `Branch`; not called: (level from the entry, infinite) | f_bc, (0, 1]; not called: 1 | [`On(Direct)`](Fact::On); published: [`Evaluations`](Fact::Evaluations) | Z 2.1, 3.3; W |
/// | [`Line`](Criterion::Line) | [`LineGoal`]: reach a line | value of its nearest statement goal: (0, statements to go), \[1/2, 1), or the block's value one level up, >= 1 | definition: 1; augmented: 1 + least f_bc, \[1, 2\]; flat (ours): \[1, 2) | [`Execution`]; published: [`Evaluations`](Fact::Evaluations) | Z 2.1, Eq. 10, 12; value: ours |
/// | [`WeakMutation`](Criterion::WeakMutation) | [`MutantGoal`]: infect the state | evaluated: (0, infection distance), (0, 1\]; else the value of its statement goal one level up, > 1 | reached: norm of the infection distance, (0, 1\]; else definition: 1; augmented: 1 + least f_bc, \[1, 2\] | [`Infections`](Fact::Infections); published: [`Evaluations`](Fact::Evaluations) | Z 2.1, Eq. 14; value if not reached: ours |
/// | [`Method`](Criterion::Method) | [`MethodGoal`]: call a method from the test itself | (0, infinite), 1 | | [`MethodCalls`](Fact::MethodCalls) | Z 2.1 |
/// | [`MethodNoException`](Criterion::MethodNoException) | [`MethodGoal::without_exception`]: call a method from the test itself so that it returns normally | (0, infinite), 1 | | [`MethodCalls`](Fact::MethodCalls) | Z 2.1 |
/// | [`Exception`](Criterion::Exception) | [`CoverageGoal`] of [`Thrown`]: an exception of this type and kind leaves this method; made when first seen | (0, infinite), 1 | | [`Exceptions`](Fact::Exceptions) | Z 2.1 |
/// | [`Output`](Criterion::Output) | [`CoverageGoal`] of function and partition: return a value of this partition | (0, least distance to the partition), (0, 1\] | binary: 1 | [`Outputs`](Fact::Outputs) | Z 2.1 |
/// | [`Input`](Criterion::Input) | [`CoverageGoal`] of function, argument and partition: pass a value of this partition | (0, least distance to the partition), (0, 1\] | binary: 1 | [`Inputs`](Fact::Inputs) | like `Output` |
/// | [`Block`](Criterion::Block) | [`CoverageGoal`] of a block: enter it | (level, distance), at least (0, smallest), > 0 | | [`Execution`] | W |
/// | [`Statement`](Criterion::Statement) | [`CoverageGoal`] of a statement: reach it | (0, statements to go), \[1/2, 1), or the block's value one level up, >= 1 | flat (ours): \[1, 2) | [`Execution`] | ours |
/// | [`MethodEntry`](Criterion::MethodEntry) | [`MethodEntryGoal`](super::MethodEntryGoal): enter a method, by any call | (0, infinite), 1 | | [`Execution`] | Z 4.9 |
/// | [`StrongMutation`](Criterion::StrongMutation) | [`StrongMutantGoal`]: kill the mutant | infected: (0, d), d in (0, 1\], (0, 1/2\]; else the value of its weak goal one level up, > 1 | | [`Infections`](Fact::Infections), [`Effects`](Fact::Effects) | stages: Fraser, Arcuri (2015); d: ours |
///
/// Goals of the history of an execution (MC/DC, definitions and uses, paths, calling contexts) are
/// those of the crate [sbst-histories](https://docs.rs/sbst-histories).
///
/// The third column has the value of a goal that is not covered: the pair (level, distance), then
/// the range of the number that the pair becomes. Every value is (0, 0), and its number 0, iff the
/// goal is covered. Published forms are pairs, too; their [scalar](super::Scalar) is the published
/// number. The forms of Z count distances from the second evaluation of a predicate on
/// ([`Evaluated::Twice`](super::Evaluated::Twice)). If the function was never entered, distances
/// are infinite.
///
/// Z: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit
/// Test Generation" (2024). Z describes methods, exceptions and outputs in words, without fitness
/// functions; their values, and the distances to partitions, are ours.
///
/// W: Wegener, Baresel, Sthamer (2001), for levels. Statements to go as a distance are ours. Flat
/// forms have the approach level and branch distance of Derakhshanfar, Devroey, Zaidman (2022),
/// section 2.1, which has no progress within a block, and our smallest distance.
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
/// assert_eq!(
///     (goals.of(Criterion::Branch).count(), goals.of(Criterion::Block).count()),
///     (2, 3)
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Criterion {
    /// Branch coverage: every decided branch, and the entry of every function that has none.
    /// Implicit branches belong to it if they are registered as goals.
    Branch,
    /// Direct branch coverage: the goals of `Branch` in calls that the test itself makes.
    DirectBranch,
    /// Line coverage: every line.
    Line,
    /// Weak mutation: every mutant infects the state.
    WeakMutation,
    /// Top-level method coverage: the test itself calls every method.
    Method,
    /// No-exception top-level method coverage: every method returns normally from a call by the
    /// test itself.
    MethodNoException,
    /// Exception coverage: every exception that is ever seen.
    Exception,
    /// Output coverage: every partition of the values that methods return.
    Output,
    /// Input coverage: every partition of the values that methods get as arguments.
    Input,
    /// Block coverage: every block.
    Block,
    /// Statement coverage: every statement.
    Statement,
    /// Method coverage: every method is entered, by the test or by another method. MC in Zhou et
    /// al. 2024, section 4.9.
    MethodEntry,
    /// Strong mutation: every mutant is killed.
    StrongMutation,
}

impl Criterion {
    /// Slice of all criteria, in their order. A later version may have more. A criterion that takes
    /// a parameter appears with its default.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Criterion, Goals, Program};
    ///
    /// // All criteria. Without public methods, lines and mutants, some make no goals.
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2),
    /// )?;
    /// let mut goals = Goals::<Trace>::new();
    /// let program = Program::new(&graph);
    /// let added: usize = Criterion::ALL
    ///     .iter()
    ///     .map(|&criterion| goals.add(criterion, &program).len())
    ///     .sum();
    /// // branches, direct branches, blocks, statements, one method
    /// assert_eq!(added, 2 + 2 + 3 + 1 + 1);
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
        Self::StrongMutation,
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

    /// Returns the name of the criterion in words: "branch", "direct branch", "no-exception
    /// method".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
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
            Self::StrongMutation => "strong mutation",
        }
    }
}

/// Shows the [name](Criterion::name) of the criterion.
impl core::fmt::Display for Criterion {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

impl Goal {
    /// Returns the criterion that makes such goals, or `None` for a goal of the caller or of a
    /// crash.
    ///
    /// ```
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{Criterion, Goal, Kind};
    ///
    /// assert_eq!(Goal::Branch(Branch::new(3)).criterion(), Some(Criterion::Branch));
    /// // the entry of a function without branches
    /// assert_eq!(Goal::Entry(Function::new(0)).criterion(), Some(Criterion::Branch));
    /// let own = Kind::new("quick").map(|kind| kind.goal([0]).criterion());
    /// assert_eq!(own, Some(None));
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
            Self::StrongMutant(_) => Criterion::StrongMutation,
            Self::Method(_) => Criterion::Method,
            Self::MethodNoException(_) => Criterion::MethodNoException,
            Self::MethodEntry(_) => Criterion::MethodEntry,
            Self::Exception(_) => Criterion::Exception,
            Self::Output(..) => Criterion::Output,
            Self::Input(..) => Criterion::Input,
            Self::Crash(..) | Self::Of(..) => return None,
        })
    }
}
