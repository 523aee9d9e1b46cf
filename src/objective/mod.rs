//! Goals of a search: what to cover, and how far an execution is from it.
//!
//! - [`Criterion`] names the coverage criteria: branches, direct branches, lines, weak mutation, methods, exceptions, outputs and more.
//!   It has the table of what each goal is worth; [`Goals::add`] adds all goals that one of them makes of a [`Program`].
//! - [`Objective`] is a goal that can be measured: an identity and a fitness. There is one for each criterion; [`from_fn`],
//!   [`at_least`] and [`to_zero`] make others from closures.
//! - [`Goal`] is the identity: plain data, so that equal goals are one goal, and reports, archives and frontiers can name them.
//! - [`Goals`] is the registry of a search; it measures thousands of goals without allocating, from one sweep.
//! - [`Goals::explain`] tells why a goal has its value: an [`Explanation`], to be printed or taken apart.
//! - [`Observed`] is what an objective is given: the graph, the execution, and the [`Tables`] of its last sweep.
//! - [`crash`] has the goals of crash reproduction.
//! - [`suite`] sums the goals of a criterion over a suite of tests, and counts what is covered.
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::Trace;
//! use sbst::flow::{Body, FlowGraph};
//! use sbst::id::Function;
//! use sbst::objective::{Goals, Tables, branch_goals, statement_goals};
//!
//! // 0: if x < 10 { 1: three statements }  2: return
//! let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).statements(1, 3).jump(1, 2).exit(2))?;
//! let mut goals = Goals::<Trace>::new();
//! goals.extend(branch_goals(&graph));
//! goals.extend(statement_goals(&graph));
//!
//! let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
//! trace.call(Function::new(0)).decide(0, lt(14, 10));
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
//! Goals::<Mine>::new().push(MutantGoal::new(Mutant::new(0), Block::new(0), 0));
//! ```

mod batches;
mod block;
mod branch;
pub mod crash;
mod criterion;
mod describe;
mod direct;
mod exception;
mod explain;
mod goals;
mod line;
mod method;
mod mutation;
mod number;
mod observed;
mod partition;
mod place;
#[cfg(feature = "serde")]
mod plain;
mod program;
mod statement;
pub mod suite;
mod target;

pub use block::{BlockGoal, block_goals};
pub use branch::{BranchForm, BranchGoal, EntryGoal, TwiceBranchGoal, branch_goals, entry_goals, implicit_branch_goals};
pub use criterion::Criterion;
pub use direct::{DirectBranchGoal, DirectEntryGoal, DirectSweep, ReadsDirectCalls, direct_branch_goals, direct_entry_goals};
pub use exception::ExceptionGoal;
pub use explain::{Explanation, Why, explain};
pub use goals::{Added, Goals, NewGoals, covered};
pub use line::{LineForm, LineGoal, line_goals};
pub use method::MethodGoal;
pub use mutation::{MutantForm, MutantGoal};
pub use number::{at_least, to_zero};
pub use observed::{Observed, Tables};
pub use partition::{InputGoal, OutputGoal, PartitionForm, input_goals, output_goals};
pub use place::Place;
pub use program::{Forms, Method, Program, ProgramError};
pub use statement::{StatementForm, StatementGoal, flat_scalar, statement_goals};

use crate::distance::Distance;
use crate::execution::{Partition, Thrown};
use crate::fitness::Fitness;
use crate::id::{Block, Branch, Function, Line, Mutant};
use alloc::format;
use alloc::string::ToString;
use core::fmt;
use crash::CrashPart;

/// The identity of a goal: plain data, ordered, without a lifetime.
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
    /// Reach a statement of a block, counted from 0.
    Statement(Block, u32),
    /// Reach a line.
    Line(Line),
    /// Infect the state by a mutant.
    Mutant(Mutant),
    /// Call a method from the test itself.
    Method(Function),
    /// Call a method from the test itself so that it returns normally.
    MethodNoException(Function),
    /// Let an exception leave a method.
    Exception(Thrown),
    /// Return a value of a partition.
    Output(Function, Partition),
    /// Give a value of a partition as an argument, counted from 0.
    Input(Function, u32, Partition),
    /// Reproduce a crash, or a part of that; the number is the caller's for the crash.
    Crash(u32, CrashPart),
    /// A goal of the caller.
    Custom {
        /// The caller's number for it.
        id: u32,
        /// The block where it lies, if it lies in one: what must be reached before it can be covered. It tells those who order goals
        /// ([`Place`]); the value is the objective's.
        at: Option<Block>,
    },
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
            Self::Statement(block, statement) => format!("statement {statement} of {block}"),
            Self::Line(line) => format!("line {line}"),
            Self::Mutant(mutant) => format!("mutant {mutant}"),
            Self::Method(function) => format!("call of {function}"),
            Self::MethodNoException(function) => format!("call of {function} without exception"),
            Self::Exception(thrown) => thrown.to_string(),
            Self::Output(function, partition) => format!("{function} returns {partition}"),
            Self::Input(function, argument, partition) => format!("argument {argument} of {function} is {partition}"),
            Self::Crash(crash, part) => format!("{part} of crash {crash}"),
            Self::Custom { id, .. } => format!("goal {id}"),
        };
        f.pad(&text)
    }
}

/// Not covered, and nobody can tell how far: the published 1.
const NO_GRADIENT: Fitness = Fitness::new(0, Distance::INFINITE);

/// The scalar of goals whose values have no level: also of [`Fitness::NEVER`], which stands for goals that were not measured.
fn without_level(fitness: Fitness) -> f64 {
    fitness.scalar().min(1.0)
}

/// A goal that can be measured. Dyn-compatible; `&O` and `Box<O>` are objectives, too.
///
/// Two methods are required. An objective that wraps another one should hand on all seven.
pub trait Objective<X: ?Sized> {
    /// How far the execution is from the goal: (0, 0) iff it covers it.
    ///
    /// For blocks and branches that the graph does not have, forms with levels give [`Fitness::NEVER`], published forms their worst
    /// value; goals that ask the execution alone are not covered, (0, infinite).
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness;

    /// The identity of the goal.
    fn goal(&self) -> Goal;

    /// The value as one number, for formulas that want one: 0 iff covered. [`Fitness::scalar`], unless a publication says otherwise
    /// for such goals.
    fn scalar(&self, fitness: Fitness) -> f64 {
        fitness.scalar()
    }

    /// How the table of direct calls is swept, if the goal reads [`Observed::direct`]; else `None`, as most do.
    fn direct(&self) -> Option<DirectSweep<X>> {
        None
    }

    /// Whether the goal asks for the calls of an execution one by one ([`CallTree`](crate::execution::CallTree)); most do not. If it does,
    /// [`Goals::trace`] makes a recorder that records them.
    fn reads_calls(&self) -> bool {
        false
    }

    /// Tells `visit` where the goal lies, once for each place; nothing if it lies nowhere. One that lies in several places, as a line
    /// does, can be covered in any of them. Who orders goals by control dependence asks this; by default, it is [`Goal::place`].
    fn places(&self, visit: &mut dyn FnMut(Place)) {
        if let Some(place) = self.goal().place() {
            visit(place);
        }
    }

    /// Tells `visit` which statements the goal asks to be reached, by block and number, if it asks for statements: one of them will do.
    /// For [explanations](Explanation) only; without it they tell of the places.
    fn statements(&self, visit: &mut dyn FnMut(Block, u32)) {
        if let Goal::Statement(block, statement) = self.goal() {
            visit(block, statement);
        }
    }
}

impl<X: ?Sized, O: Objective<X> + ?Sized> Objective<X> for &O {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (**self).fitness(seen)
    }
    fn goal(&self) -> Goal {
        (**self).goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        (**self).scalar(fitness)
    }
    fn direct(&self) -> Option<DirectSweep<X>> {
        (**self).direct()
    }
    fn reads_calls(&self) -> bool {
        (**self).reads_calls()
    }
    fn places(&self, visit: &mut dyn FnMut(Place)) {
        (**self).places(visit);
    }
    fn statements(&self, visit: &mut dyn FnMut(Block, u32)) {
        (**self).statements(visit);
    }
}

impl<X: ?Sized, O: Objective<X> + ?Sized> Objective<X> for alloc::boxed::Box<O> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (**self).fitness(seen)
    }
    fn goal(&self) -> Goal {
        (**self).goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        (**self).scalar(fitness)
    }
    fn direct(&self) -> Option<DirectSweep<X>> {
        (**self).direct()
    }
    fn reads_calls(&self) -> bool {
        (**self).reads_calls()
    }
    fn places(&self, visit: &mut dyn FnMut(Place)) {
        (**self).places(visit);
    }
    fn statements(&self, visit: &mut dyn FnMut(Block, u32)) {
        (**self).statements(visit);
    }
}

/// An objective made from a closure, which names the type of its argument.
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::objective::{Goal, Goals, Observed, Tables, from_fn};
///
/// // "Use at most 10 evaluations."
/// let quick = from_fn(Goal::Custom { id: 0, at: None }, |seen: &Observed<'_, Trace>| {
///     Fitness::from(le(seen.run.evaluated(), 10).to_true())
/// });
/// let mut goals = Goals::<Trace>::new();
/// goals.push(quick);
///
/// let graph = FlowGraph::of(&Body::new().exit(0))?;
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
/// let seen = goals.observe(&graph, &trace, &mut tables);
/// assert!(goals.ids().all(|id| goals.fitness_of(id, &seen).is_covered()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// A closure that asks for calls one by one ([`CallTree`](crate::execution::CallTree)) does not tell the registry so: make its recorder
/// with [`Trace::with_call_tree`](crate::execution::Trace::with_call_tree).
pub fn from_fn<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness>(goal: Goal, fitness: F) -> FromFn<F> {
    FromFn { goal, fitness }
}

impl<F> FromFn<F> {
    /// Its identity.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The same goal, whose closure reads [`Observed::direct`]: so the registry sweeps that table.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::{Goal, Goals, Observed, from_fn};
    ///
    /// let goal = from_fn(Goal::Custom { id: 0, at: None }, |seen: &Observed<'_, Trace>| {
    ///     seen.direct().and_then(|direct| direct.get_branch(Branch::new(0))).unwrap_or(Fitness::NEVER)
    /// });
    /// Goals::<Trace>::new().push(goal.reading_direct_calls());
    /// ```
    pub fn reading_direct_calls(self) -> ReadsDirectCalls<Self> {
        ReadsDirectCalls(self)
    }
}

/// An objective made from a closure by [`from_fn`].
#[derive(Clone)]
pub struct FromFn<F> {
    goal: Goal,
    fitness: F,
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FromFn").field(&self.goal).finish()
    }
}

impl<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness> Objective<X> for FromFn<F> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (self.fitness)(seen)
    }
    fn goal(&self) -> Goal {
        self.goal
    }
}
