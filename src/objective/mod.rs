//! Goals of a search: what to cover, and how far an execution is from it.
//!
//! - [`Objective`] is a goal that can be measured: an identity and a fitness. [`BranchGoal`], [`BlockGoal`] and [`StatementGoal`]
//!   come with the crate; [`from_fn`] makes one from a closure.
//! - [`Goal`] is the identity: plain data, so that equal goals are one goal, and reports, archives and frontiers can name them.
//! - [`Goals`] is the registry of a search; it measures thousands of goals without allocating.
//! - [`Observed`] is what an objective is given: the graph, the execution, and the table of its last sweep.
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::Trace;
//! use sbst::fitness::{Fitness, Reach};
//! use sbst::flow::{Body, FlowGraph};
//! use sbst::id::Function;
//! use sbst::objective::{Goals, branch_goals, statement_goals};
//!
//! // 0: if x < 10 { 1: three statements }  2: return
//! let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).statements(1, 3).jump(1, 2).exit(2))?;
//! let mut goals = Goals::<Trace>::new();
//! goals.extend(branch_goals(&graph));
//! goals.extend(statement_goals(&graph));
//!
//! let (trace, mut reach) = (Trace::new(&graph), Reach::new(&graph));
//! trace.call(Function::new(0)).decide(0, lt(14, 10));
//! let mut row = vec![Fitness::NEVER; goals.len()];
//! goals.fitness(goals.ids(), &goals.observe(&graph, &trace, &mut reach), &mut row);
//! assert_eq!(row.iter().filter(|fitness| fitness.is_covered()).count(), 1);
//! assert_eq!(row[0].scalar(), 5.0 / 6.0); // the branch to block 1: 14 is 5 away from < 10
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

mod block;
mod branch;
mod goals;
mod statement;

pub use block::{BlockGoal, block_goals};
pub use branch::{BranchGoal, branch_goals, implicit_branch_goals};
pub use goals::{Added, Goals};
pub use statement::{StatementForm, StatementGoal, flat_scalar, statement_goals};

use crate::fitness::{Fitness, Reach};
use crate::flow::FlowGraph;
use crate::id::{Block, Branch};
use alloc::format;
use core::fmt;

/// The identity of a goal: plain data, ordered, without a lifetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// Take a branch.
    Branch(Branch),
    /// Enter a block.
    Block(Block),
    /// Reach a statement of a block, counted from 0.
    Statement(Block, u32),
    /// A goal of the caller.
    Custom {
        /// The caller's number for it.
        id: u32,
        /// The block where it lies, if it lies in one: what must be reached before it can be covered.
        at: Option<Block>,
    },
}

/// What kind of goal, and where: `branch e3`, `block b7`, `statement 2 of b7`, `goal 4`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Branch(branch) => format!("branch {branch}"),
            Self::Block(block) => format!("block {block}"),
            Self::Statement(block, statement) => format!("statement {statement} of {block}"),
            Self::Custom { id, .. } => format!("goal {id}"),
        };
        f.pad(&text)
    }
}

/// What an objective is measured on: one execution, and the table of its sweep.
#[derive(Debug)]
#[non_exhaustive]
pub struct Observed<'a, X: ?Sized> {
    /// The control flow.
    pub graph: &'a FlowGraph,
    /// The execution.
    pub run: &'a X,
    /// The table, swept for that execution.
    pub reach: &'a Reach,
}

impl<'a, X: ?Sized> Observed<'a, X> {
    /// `reach` must have been swept for `run`; [`Goals::observe`] does both.
    #[must_use]
    pub const fn new(graph: &'a FlowGraph, run: &'a X, reach: &'a Reach) -> Self {
        Self { graph, run, reach }
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Observed<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Observed<'_, X> {}

/// A goal that can be measured. Dyn-compatible; `&O` and `Box<O>` are objectives, too.
pub trait Objective<X: ?Sized> {
    /// How far the execution is from the goal: (0, 0) iff it covers it. Ids of another graph give [`Fitness::NEVER`].
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness;

    /// The identity of the goal.
    fn goal(&self) -> Goal;
}

impl<X: ?Sized, O: Objective<X> + ?Sized> Objective<X> for &O {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (**self).fitness(seen)
    }
    fn goal(&self) -> Goal {
        (**self).goal()
    }
}

impl<X: ?Sized, O: Objective<X> + ?Sized> Objective<X> for alloc::boxed::Box<O> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (**self).fitness(seen)
    }
    fn goal(&self) -> Goal {
        (**self).goal()
    }
}

/// An objective made from a closure, which names the type of its argument.
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::Trace;
/// use sbst::fitness::{Fitness, Reach};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::objective::{Goal, Goals, Observed, from_fn};
///
/// // "Use at most 10 evaluations."
/// let quick = from_fn(Goal::Custom { id: 0, at: None }, |seen: &Observed<'_, Trace>| {
///     Fitness::from(le(seen.run.evaluated(), 10).to_true())
/// });
/// let mut goals = Goals::<Trace>::new();
/// goals.push(quick);
///
/// let graph = FlowGraph::of(&Body::new().exit(0))?;
/// let (trace, mut reach) = (Trace::new(&graph), Reach::new(&graph));
/// let seen = goals.observe(&graph, &trace, &mut reach);
/// assert!(goals.ids().all(|id| goals.fitness_of(id, &seen).is_covered()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn from_fn<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness>(goal: Goal, fitness: F) -> FromFn<F> {
    FromFn { goal, fitness }
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
