//! Goals of a search, and the distance of an execution from each of them.
//!
//! - [`Criterion`] names the coverage criteria: branches, direct branches, lines, weak mutation, methods, exceptions, outputs and more.
//!   It has the table of the values of each goal; [`Goals::add`] adds all goals that one of them makes of a [`Program`].
//! - [`Forms`] says by which formulas: with levels, or as printed in the paper below ([`Published`]).
//! - [`Objective`] is a goal that can be measured: an identity, a fitness, and its [`Needs`]. There is one for each criterion; [`from_fn`],
//!   [`at_least`] and [`to_zero`] make others from closures.
//! - [`Goal`] is the identity: plain data, so that equal goals are one goal, and reports, archives and frontiers can name them.
//! - [`Goals`] is the registry of a search; it measures thousands of goals without allocating, from one sweep.
//! - [`Goals::explain`] tells why a goal has its value: an [`Explanation`], to be printed or taken apart.
//! - [`Observed`] is what an objective is given: the graph, the execution, and the [`Tables`] of its last sweep;
//!   an execution with refined flags is [`Observable`], too.
//! - [`crash`] has the goals of crash reproduction.
//! - [`suite`] sums the goals of a criterion over a suite of tests, and counts what is covered.
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::Trace;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//! use sbst::objective::{Goals, Tables, branch_goals, statement_goals};
//!
//! // 0: if x < 10 { 1: three statements }  2: return
//! let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, 3).jump(1, 2).exit(2))?;
//! let mut goals = Goals::<Trace>::new();
//! goals.extend(branch_goals(&graph));
//! goals.extend(statement_goals(&graph));
//!
//! let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
//! trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
//! let mut row = Vec::new();
//! goals.measure(&graph, &trace, &mut tables, &mut row);
//! assert_eq!(row.iter().filter(|fitness| fitness.is_covered()).count(), 1);
//! assert_eq!(row[0].scalar(), 5.0 / 6.0); // the branch to block 1: 14 is 5 away from < 10
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! A goal that asks more of an execution than [`Execution`](crate::execution::Execution) answers needs a capability, and an executor
//! without it does not compile there:
//!
//! ```compile_fail,E0277
//! # use sbst::{distance::Distance, execution::Execution, flow::Edge, id::{Block, Mutant}};
//! # use sbst::objective::{Goals, MutantGoal};
//! struct Mine;
//! impl Execution for Mine {
//!     fn branch_distance(&self, _: Edge) -> Option<Distance> { None }
//!     fn progress(&self, _: Block) -> Option<u32> { None }
//! }
//! // the trait bound `Mine: Infections` is not satisfied
//! Goals::<Mine>::new().push(MutantGoal::new(Mutant::new(0), Block::new(0).statement(0)));
//! ```

//!
//! # The paper, item by item
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024). Its groups,
//! representatives and selected goals (3.2 to 3.4) are in [`subsumption::smart`](crate::subsumption::smart#the-paper-item-by-item).
//!
//! | paper | here |
//! |---|---|
//! | 2.1: BC, DBC, LC, WM, TMC, NTMC, EC, OC | [`Criterion::SMART`]: `Branch`, `DirectBranch`, `Line`, `WeakMutation`, `Method`, `MethodNoException`, `Exception`, `Output` |
//! | 2.1: branch distance, \|x - 10\| for x == 10 | [`distance`](crate::distance), whose default rules add K; [`Rules::EVOSUITE`](crate::distance::Rules::EVOSUITE) and [`KOREL`](crate::distance::Rules::KOREL) give it without K |
//! | 2.1, OC: true and false of a Boolean | [`OutputGoal`]; the partitions of other types are not in the paper |
//! | 2.2: fitness of a suite, the sum of all goals' fitness functions | [`SuiteRow::sum_of`](suite::SuiteRow::sum_of) |
//! | 2.3, 3.3: fitness of a suite, f_BC + ... + f_OC, with Eq. 11 or 13 as f_LC | [`SuiteRow::combined`](suite::SuiteRow::combined); f_WM of a suite is not printed, the sum over its goals stands for it |
//! | 2.2, 2.3: fitness vector of MOSA and DynaMOSA | the row of [`Goals::measure`] |
//! | 3.3: norm(x) = x / (x + 1), given as an example | [`Distance::norm`](crate::distance::Distance::norm) |
//! | 3.3: f_bc plus the approach level, which the equations leave out | [`PublishedWithLevel`] of branch goals; [`Forms::LEVELS`] has the level for all criteria, and not the rule of two evaluations |
//! | Eq. 7: f_bc, from the second evaluation on | [`Published`] of a [`BranchGoal`], [`fitness::whole_suite::branch`](crate::fitness::whole_suite::branch()) |
//! | Eq. 8, 9: d_1, f_BC | [`SuiteRow::fitness`](suite::SuiteRow::fitness), [`SuiteRow::branches`](suite::SuiteRow::branches), [`fitness::whole_suite::branches`](crate::fitness::whole_suite::branches()) |
//! | Eq. 10: f_lc by definition | [`LineForm::Definition`] |
//! | Eq. 11: f_LC by definition | [`SuiteRow::lines`](suite::SuiteRow::lines), [`fitness::whole_suite::lines`](crate::fitness::whole_suite::lines) |
//! | Eq. 12: f_lc augmented | [`Published`] of a [`LineGoal`]; of a line that depends on no branch, which is not printed, the entry decides |
//! | Eq. 13: f_LC augmented | [`SuiteRow::lines_and_branches`](suite::SuiteRow::lines_and_branches), [`fitness::whole_suite::lines_and_branches`](crate::fitness::whole_suite::lines_and_branches) |
//! | Eq. 14: f_wm by definition | [`MutantForm::Definition`] |
//! | 3.3: f_wm augmented "the same way", without an equation; reached if the line is covered | [`Published`] of a [`MutantGoal`] |
//! | 3.3, in words: DBC, 1 if the method is not invoked directly | [`Published`] of a [`DirectBranchGoal`]; that only executions in direct calls count is our reading of 2.1 |
//! | 3.3: infection distance id | [`distance::infection`](crate::distance::infection); the paper prints none of the functions |
//! | 2.1, 3.3: TMC, NTMC, EC, without fitness functions | [`MethodGoal`], of methods that tests can call, [`ExceptionGoal`]: covered or 1 |
//! | 4.1, 4.2: coverage; exceptions are counted | [`SuiteRow::coverage`](suite::SuiteRow::coverage) |
//! | 4.9: method coverage (MC), of BC-EC-MC | [`Criterion::MethodEntry`] |

mod added;
mod batches;
mod block;
mod branch;
mod coverage;
pub mod crash;
mod criterion;
mod describe;
mod direct;
mod direct_sweep;
mod exception;
mod explain;
mod forms;
mod from_fn;
mod frontier;
mod goals;
mod grow;
mod least;
mod line;
mod lines_of_suite;
mod method;
mod mutation;
mod needs;
mod number;
mod observe;
mod observed;
mod of_program;
mod partition;
mod place;
#[cfg(feature = "serde")]
mod plain;
mod program;
mod published;
mod scalar;
mod statement;
pub mod suite;
mod target;
mod with_level;

pub use added::{Added, NewGoals, covered};
pub use block::{BlockGoal, block_goals};
pub use branch::{BranchForm, BranchGoal, EntryGoal, branch_goals, entry_goals, implicit_branch_goals};
pub use criterion::Criterion;
pub use direct::{DirectBranchGoal, DirectEntryGoal, direct_branch_goals, direct_entry_goals};
pub use exception::{ExceptionGoal, ImplicitExceptionCoverage};
pub use explain::{Cause, Explanation, explain};
pub use forms::{Evaluated, Forms};
pub use from_fn::{FromFn, from_fn};
pub use frontier::{GoalGraph, Roots};
pub use goals::Goals;
pub use line::{LineForm, LineGoal, line_goals};
pub use method::{MethodEntryGoal, MethodGoal, method_entry_goals};
pub use mutation::{MutantForm, MutantGoal};
pub use needs::Needs;
pub use number::{at_least, to_zero};
pub use observe::Observable;
pub use observed::{Observed, Tables};
pub use of_program::ReplacedGoals;
pub use partition::{InputGoal, OutputGoal, PartitionForm, input_goals, output_goals};
pub use place::Place;
pub use program::{Method, Program, ProgramError};
pub use published::Published;
pub use scalar::Scalar;
pub use statement::{StatementForm, StatementGoal, statement_goals};
pub use with_level::PublishedWithLevel;

use crate::distance::Distance;
use crate::execution::{Partition, Thrown};
use crate::fitness::Fitness;
use crate::id::{Block, Branch, Function, Line, Mutant, Statement};
use alloc::format;
use alloc::string::ToString;
use core::fmt;
use crash::CrashPart;

/// The identity of a goal: plain data, ordered, without a lifetime.
///
/// ```
/// use sbst::id::{Block, Branch};
/// use sbst::objective::{Criterion, Goal};
///
/// let goals = [Goal::Statement(Block::new(7).statement(2)), Goal::Branch(Branch::new(3))];
/// assert_eq!(goals.map(|goal| goal.to_string()), ["statement 2 of b7", "branch e3"]);
/// assert_eq!(goals[1].criterion(), Some(Criterion::Branch));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// Take a branch.
    Branch(Branch),
    /// Enter a function that has no branches.
    Entry(Function),
    /// Take a branch in a call that the test makes itself.
    DirectBranch(Branch),
    /// Enter a function that has no branches by a call that the test makes itself.
    DirectEntry(Function),
    /// Enter a block.
    Block(Block),
    /// Reach a statement.
    Statement(Statement),
    /// Reach a line.
    Line(Line),
    /// Infect the state by a mutant.
    Mutant(Mutant),
    /// Call a method from the test itself.
    Method(Function),
    /// Call a method from the test itself so that it returns normally.
    MethodNoException(Function),
    /// Enter a method, by whatever call.
    MethodEntry(Function),
    /// Let an exception leave a method.
    Exception(Thrown),
    /// Return a value of a partition.
    Output(Function, Partition),
    /// Give a value of a partition as an argument, counted from 0.
    Input(Function, u32, Partition),
    /// Reproduce a crash, or a part of that; the number is the caller's for the crash.
    Crash(u32, CrashPart),
    /// A goal of the caller, by a number of the caller's.
    Custom(u32),
}

/// What kind of goal, and where: `branch e3`, `statement 2 of b7`, `f0 returns negative`, `goal 4`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Branch(branch) => format!("branch {branch}"),
            Self::Entry(function) => format!("entry of {function}"),
            Self::DirectBranch(branch) => format!("direct branch {branch}"),
            Self::DirectEntry(function) => format!("direct entry of {function}"),
            Self::Block(block) => format!("block {block}"),
            Self::Statement(statement) => statement.to_string(),
            Self::Line(line) => format!("line {line}"),
            Self::Mutant(mutant) => format!("mutant {mutant}"),
            Self::Method(function) => format!("call of {function}"),
            Self::MethodNoException(function) => format!("call of {function} without exception"),
            Self::MethodEntry(function) => format!("method {function}"),
            Self::Exception(thrown) => thrown.to_string(),
            Self::Output(function, partition) => format!("{function} returns {partition}"),
            Self::Input(function, argument, partition) => format!("argument {argument} of {function} is {partition}"),
            Self::Crash(crash, part) => format!("{part} of crash {crash}"),
            Self::Custom(id) => format!("goal {id}"),
        };
        f.pad(&text)
    }
}

/// Not covered, and nobody can tell how far: its scalar is 1.
const NO_GRADIENT: Fitness = Fitness::new(0, Distance::INFINITE);

/// A goal that can be measured. Dyn-compatible; `&O`, `Box<O>`, `Rc<O>` and `Arc<O>` are objectives, too.
///
/// The three methods are all that there is: what a goal does not say, nobody assumes.
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goal, Goals, Needs, Objective, Observed, Tables};
///
/// /// Come to the end after at most this number of decisions.
/// struct Quick(u64);
///
/// impl Objective<Trace> for Quick {
///     fn goal(&self) -> Goal {
///         Goal::Custom(0)
///     }
///     fn fitness(&self, seen: &Observed<'_, Trace>) -> Fitness {
///         le(seen.run.evaluated(), self.0).to_true().into()
///     }
///     fn needs(&self) -> Needs<Trace> {
///         Needs::nowhere() // no place in the control flow has to be reached first
///     }
/// }
///
/// // 0: while i < n {}   1: return
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).exit(1))?;
/// let mut goals = Goals::new();
/// goals.push(Quick(2));
/// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// let frame = trace.root().enter(Function::new(0));
/// (0..5).for_each(|i| { frame.decide(0, le(i, 3)); });
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert_eq!(row, [Fitness::new(0, 4.into())]); // three too many, and K
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// A goal that wraps another one delegates the methods that it does not change. If it changes the value, it must not cover by that what
/// the wrapped goal does not cover: (0, 0) means covered, and a product with a small weight can be rounded to 0.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::id::Branch;
/// use sbst::objective::{Added, BranchGoal, Goal, Goals, Needs, Objective, Observed, Place};
///
/// /// Any goal, whose distance counts more or less.
/// struct Weighted<O> {
///     goal: O,
///     weight: f64, // finite, and above 0: see `new`
/// }
///
/// impl<O> Weighted<O> {
///     fn new(goal: O, weight: f64) -> Option<Self> {
///         (weight.is_finite() && weight > 0.0).then_some(Self { goal, weight })
///     }
/// }
///
/// impl<X: ?Sized, O: Objective<X>> Objective<X> for Weighted<O> {
///     fn goal(&self) -> Goal {
///         self.goal.goal()
///     }
///     fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
///         let inner = self.goal.fitness(seen);
///         let (distance, infinite) = (inner.distance, Distance::INFINITE);
///         if distance == Distance::ZERO || distance == infinite {
///             return inner; // covered, or wrong by a level alone, or nobody knows how far
///         }
///         // Above 0 it stays above 0, and finite it stays finite.
///         let weighted = Distance::new(distance.get() * self.weight).unwrap_or(infinite);
///         let weighted = weighted.clamp(Distance::SMALLEST, Distance::GREATEST);
///         Fitness::new(inner.level, weighted)
///     }
///     fn needs(&self) -> Needs<X> {
///         self.goal.needs()
///     }
/// }
///
/// let mut goals = Goals::<Trace>::new();
/// let goal = BranchGoal::new(Branch::new(3));
/// let id = goals.push(goal).id();
/// let heavy = || Weighted::new(goal, 2.0).expect("a weight");
/// assert_eq!(goals.push(heavy()), Added::Known(id)); // what is there stays
/// assert_eq!(goals.replace(heavy()), Added::Replaced(id));
/// let needs = goals.needs(id).expect("a goal");
/// let place = Place::Branch(Branch::new(3));
/// assert!(needs.places().eq([place])); // a frontier pursues it in its turn
/// ```
///
/// A wrapper that keeps the identity of a goal that is registered already goes in by [`Goals::replace`]: [`Goals::push`] keeps what is
/// there, and tells it by [`Added::Known`].
///
/// A registry may be sent to other threads, so it takes objectives that are `Send + Sync + 'static`. Boxes of objectives of several
/// types that go into it are therefore `Box<dyn Objective<X> + Send + Sync>`; those of `dyn Objective<X>` alone do not compile there:
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::{Block, Branch};
/// use sbst::objective::{BlockGoal, BranchGoal, Goals, Objective};
///
/// type AnyGoal = Box<dyn Objective<Trace> + Send + Sync>;
///
/// let block = BlockGoal(Block::new(1));
/// let both: [AnyGoal; 2] = [Box::new(block), Box::new(BranchGoal::new(Branch::new(0)))];
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(both);
/// assert_eq!(goals.len(), 2);
/// ```
pub trait Objective<X: ?Sized> {
    /// Returns the identity of the goal.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Branch;
    /// use sbst::objective::{BranchForm, BranchGoal, Goal, Objective};
    ///
    /// // Two forms of one goal: the form is no part of the identity.
    /// let plain = BranchGoal::new(Branch::new(3));
    /// let without_levels = plain.in_form(BranchForm::WithoutLevels);
    /// let goals: [&dyn Objective<Trace>; 2] = [&plain, &without_levels];
    /// assert!(goals.iter().all(|objective| objective.goal() == Goal::Branch(Branch::new(3))));
    /// ```
    fn goal(&self) -> Goal;

    /// Returns the value of an execution: (0, 0) iff it covers the goal.
    ///
    /// For blocks and branches that the graph does not have, forms with levels give [`Fitness::NEVER`], the other forms their worst
    /// value; goals that ask the execution alone are not covered, (0, infinite).
    ///
    /// A goal of yours takes all its distances from [`seen.table`](Observed::table), or all of them from [`seen.run`](Observed::run). Under a
    /// [`Refined`](crate::fitness::flag::Refined) execution the two differ: the table has the refined values, and the run is the plain
    /// execution.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{BranchGoal, Objective, Observed};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
    /// table.sweep(&graph, &trace);
    /// let fitness = BranchGoal::new(Branch::new(0)).fitness(&Observed::new(&graph, &trace, &table));
    /// assert_eq!(fitness.distance.get(), 5.0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness;

    /// Returns all that the goal says about itself beside that: where it lies, what it reads, and how its value becomes one number.
    ///
    /// A registry asks when the goal is added or replaced, and frontiers and [explanations](Explanation) ask where it lies; measuring never
    /// asks. The answer has to be the same every time.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::Lines;
    /// use sbst::id::{Block, Branch, Line};
    /// use sbst::objective::{DirectBranchGoal, LineGoal, Needs, Objective, Place};
    ///
    /// // The line of a `for`: its beginning and its step are in two blocks.
    /// let (line, [first, step]) = (Line::new(12), [0, 3].map(Block::new));
    /// let goal = LineGoal::new(line, &Lines::new([(first.statement(0), line), (step.statement(1), line)]));
    /// let needs: Needs<Trace> = goal.needs();
    /// assert!(needs.places().eq([first, step].map(Place::Block)));
    ///
    /// let needs: Needs<Trace> = DirectBranchGoal::new(Branch::new(3)).needs();
    /// assert!(needs.reads_direct_calls());
    /// ```
    fn needs(&self) -> Needs<X>;
}

macro_rules! forward {
    ($($to:ty),*) => { $(
        impl<X: ?Sized, O: Objective<X> + ?Sized> Objective<X> for $to {
            fn goal(&self) -> Goal {
                (**self).goal()
            }
            fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
                (**self).fitness(seen)
            }
            fn needs(&self) -> Needs<X> {
                (**self).needs()
            }
        }
    )* };
}

forward! { &O, alloc::boxed::Box<O>, alloc::rc::Rc<O> }
#[cfg(target_has_atomic = "ptr")]
forward! { alloc::sync::Arc<O> }
