//! Histories as data: a graph with one copy of a block for each history that is told apart.

use super::{Edge, FlowGraph, GraphIdentity, Outcome};
#[cfg(doc)]
use crate::flow::HistoryBuilder;
use crate::id::{Block, Branch, CallSite, Function};
use alloc::vec::Vec;

/// An automaton that tells histories of an activation apart: it reads the walk of the activation,
/// edge by edge.
///
/// A copy of a function has one copy of a block for each state with which the block can be entered:
/// see [`HistoryBuilder::copy`]. The automaton must be deterministic, and reach few states.
pub trait Automaton {
    /// What is remembered of a walk.
    type State: Copy + Ord;

    /// Returns the state with which an activation enters its function.
    fn start(&self) -> Self::State;

    /// Returns the state after an edge out of a block that was entered with `state`.
    fn next(&self, state: Self::State, from: Block, edge: Outcome, to: Block) -> Self::State;
}

/// Remembers nothing: a copy has each block once.
impl Automaton for () {
    type State = ();

    fn start(&self) -> Self::State {}

    fn next(&self, (): (), _: Block, _: Outcome, _: Block) -> Self::State {}
}

/// Copies of the blocks of a program, one for each history of a block: what a
/// [`Trace`](crate::execution::Trace::with_history) follows while it records, beside the program.
///
/// The copies are functions of a graph of their own, so everything that is measured in a program is
/// measured among them: a goal about a history is an ordinary goal to enter a copy, or to take a
/// branch of it. Bring an [`Automaton`] for histories of your own; the crate
/// [sbst-histories](https://docs.rs/sbst-histories) has those of conditions, definitions and uses,
/// paths, and calling contexts.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Facts, Trace};
/// use sbst::flow::{Automaton, FlowBuilder, FlowGraph, History, Outcome};
/// use sbst::id::{Block, Function};
///
/// /// Was block 1 entered before?
/// struct AfterOne;
///
/// impl Automaton for AfterOne {
///     type State = bool;
///     fn start(&self) -> bool {
///         false
///     }
///     fn next(&self, state: bool, _: Block, _: Outcome, to: Block) -> bool {
///         state || to == Block::new(1)
///     }
/// }
///
/// // 0: while i < 3 { 1: if i < 1 { 2 } else { 3 } }  4
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 0).jump(3, 0).exit(4),
/// )?;
/// let mut builder = History::builder(&graph);
/// let copied = builder.copy(Function::new(0), &AfterOne)?;
/// let history = builder.build();
/// // Blocks 0 and 4 have two copies: before block 1, and after it.
/// assert_eq!(copied.states.len(), 7);
///
/// let trace = Trace::new(&graph).with_history(&history);
/// let f = trace.root().enter(Function::new(0));
/// f.decide(0, lt(5, 3)); // the loop is not entered
/// f.end(4);
/// drop(f);
/// let after = (0..).zip(&copied.states).filter(|(_, state)| **state);
/// let entered = |(local, _)| {
///     let copy = history.graph().block(copied.function, local);
///     trace.progress_on(history.plane(), copy).is_some()
/// };
/// assert!(!after.map(entered).any(|is_entered| is_entered));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    /// The copies: one function for each function and automaton.
    pub(super) copies: FlowGraph,
    /// The identity of the graph of the program.
    pub(super) made_for: GraphIdentity,
    /// By function of the copies: the function of which it is a copy.
    pub(super) functions: Vec<Function>,
    /// By block of the copies: the block of which it is a copy.
    pub(super) blocks: Vec<Block>,
    /// The functions of the copies in which activations walk.
    pub(super) starts: Starts,
    /// By function of the copies: `true` if only calls that lead to it are followed in it.
    pub(super) for_calls: Vec<bool>,
}

impl History {
    /// Returns the graph of the copies. Its functions, blocks and branches have ids of their own.
    ///
    /// Its [identity](FlowGraph::identity) depends on what the copies stand for. Copies of the same
    /// shape that stand for something else have another identity.
    #[must_use]
    pub const fn graph(&self) -> &FlowGraph {
        &self.copies
    }

    /// Returns the identity of the graph of the program, from which the copies were made.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.made_for
    }

    /// Returns the function of which a function of the copies is a copy; `None` if there is no such
    /// function among the copies.
    #[must_use]
    pub fn function_of(&self, copy: Function) -> Option<Function> {
        self.functions.get(copy.index()).copied()
    }

    /// Returns the block of which a block of the copies is a copy; `None` if there is no such block
    /// among the copies.
    #[must_use]
    pub fn block_of(&self, copy: Block) -> Option<Block> {
        self.blocks.get(copy.index()).copied()
    }

    /// Returns the branch of the program of which a branch of the copies is a copy. `graph` is the
    /// graph of the program.
    ///
    /// `None` if there is no such branch among the copies, or if `graph` is another graph that does
    /// not have the branch.
    #[must_use]
    pub fn branch_of(&self, graph: &FlowGraph, copy: Branch) -> Option<Branch> {
        graph.check(self.made_for).ok()?;
        let Edge { source, outcome, .. } = self.copies.get_edge(copy)?;
        graph.branch(self.block_of(source)?, outcome)
    }

    /// Returns `true` if some copies have call edges among themselves.
    pub(crate) fn has_contexts(&self) -> bool {
        self.for_calls.contains(&true)
    }

    /// Returns `true` if only calls that lead to it are followed in a function of the copies.
    pub(crate) fn is_context(&self, copy: Function) -> bool {
        self.for_calls.get(copy.index()) == Some(&true)
    }

    /// Returns the functions of the copies in which activations walk.
    pub(crate) const fn starts(&self) -> &Starts {
        &self.starts
    }
}

/// The functions of the copies in which activations walk.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Starts {
    /// By function, and one more: where its range in `always` begins.
    pub(super) first: Vec<u32>,
    /// The functions of the copies in which every activation of a function walks, function by
    /// function.
    pub(super) always: Vec<Function>,
    /// By function: the function of the copies for calls by the test.
    pub(super) by_test: Vec<Option<Function>>,
    /// By function of the copies that calls, call site and callee: the function of the copies for
    /// this call. Ascending.
    pub(super) by_call: Vec<((Function, CallSite, Function), Function)>,
}

impl Starts {
    /// Returns the functions of the copies in which every activation of a function walks.
    pub(crate) fn always(&self, function: Function) -> &[Function] {
        match self.first.get(function.index()..function.index().saturating_add(2)) {
            Some(&[from, to]) => &self.always[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Returns the function of the copies for the context of a call by the test.
    pub(crate) fn by_test(&self, callee: Function) -> Option<Function> {
        self.by_test.get(callee.index()).copied().flatten()
    }

    /// Returns the function of the copies for the context of a call at `site`, where `caller` is
    /// the function of the copies of the calling context.
    pub(crate) fn by_call(
        &self,
        caller: Function,
        site: CallSite,
        callee: Function,
    ) -> Option<Function> {
        let at = self.by_call.binary_search_by_key(&(caller, site, callee), |row| row.0).ok()?;
        Some(self.by_call[at].1)
    }
}
