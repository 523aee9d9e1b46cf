//! Histories as data: a graph with one copy of a block for each history that is told apart.

use super::memory::{CopiedBlocks, Transition, UnrolledError};
use crate::flow::{Edge, FlowGraph, GraphIdentity, Outcome};
use crate::id::{Block, Branch, CallSite, Function};
use crate::sort::sort_by_key;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::hash::Hash;

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

/// Copies of the blocks of a program, one for each history of a block: what a
/// [`Trace`](crate::execution::Trace::with_history) follows while it records, beside the program.
///
/// The copies are functions of a graph of their own, so everything that is measured in a program is
/// measured among them: a goal about a history is an ordinary goal to enter a copy, or to take a
/// branch of it. An [`UnrolledGraph`](super::UnrolledGraph) is such a graph with its goals; goals of
/// your own bring an [`Automaton`].
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
    made_for: GraphIdentity,
    /// By function of the copies: the function of which it is a copy.
    functions: Vec<Function>,
    /// By block of the copies: the block of which it is a copy.
    pub(super) blocks: Vec<Block>,
    /// The functions of the copies in which activations walk.
    pub(super) starts: Starts,
    /// The first copy that only its own calls start. All that come after it are such copies.
    pub(super) contexts: Option<Function>,
}

impl History {
    /// Creates the builder of a history without copies.
    pub fn builder(graph: &FlowGraph) -> HistoryBuilder<'_> {
        let history = Self {
            copies: FlowGraph::new(),
            made_for: graph.identity(),
            functions: Vec::new(),
            blocks: Vec::new(),
            starts: Starts::default(),
            contexts: None,
        };
        HistoryBuilder { graph, history, most: 1 << 20 }
    }

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

    /// Returns `true` if the copies are of calling contexts: they have call edges among themselves.
    pub(crate) const fn has_contexts(&self) -> bool {
        self.contexts.is_some()
    }

    /// Returns `true` if a function of the copies is that of a calling context.
    pub(crate) fn is_context(&self, copy: Function) -> bool {
        self.contexts.is_some_and(|first| copy >= first)
    }

    /// Returns the functions of the copies in which activations walk.
    pub(crate) const fn starts(&self) -> &Starts {
        &self.starts
    }
}

/// Builder of a [`History`]: each copy of a function adds to it.
#[must_use]
#[derive(Debug)]
pub struct HistoryBuilder<'a> {
    graph: &'a FlowGraph,
    pub(super) history: History,
    /// Maximum number of copies of blocks.
    most: usize,
}

/// A copy of a function: [`HistoryBuilder::copy`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopiedFunction<S> {
    /// The copy, a function of the graph of the copies.
    pub function: Function,
    /// By block of the copy, numbered within it: the state with which it is entered.
    pub states: Vec<S>,
}

impl<'a> HistoryBuilder<'a> {
    /// Sets the greatest number of copies of blocks; 2^20 by default.
    pub fn most_copies(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Adds a copy of a function that tells apart what the automaton remembers. Every activation of
    /// the function is followed in it, beside other copies of the function.
    ///
    /// O(e log n) for n copies of blocks with e edges.
    ///
    /// # Errors
    ///
    /// [`UnrolledError::TooManyCopies`] if there are more copies of blocks than allowed, and
    /// [`UnrolledError::NoSuchFunction`]. Nothing is added then.
    pub fn copy<A: Automaton>(
        &mut self,
        function: Function,
        automaton: &A,
    ) -> Result<CopiedFunction<A::State>, UnrolledError> {
        let mut known = Numbered { states: Vec::new(), numbers: BTreeMap::new() };
        let start = known.number(automaton.start());
        let (copy, copies) = self.add(function, start, &mut |state, from, outcome, to| {
            known.number(automaton.next(known.states[state as usize], from, outcome, to))
        })?;
        let states = copies.blocks().iter().map(|row| known.states[row.1 as usize]).collect();
        Ok(CopiedFunction { function: copy, states })
    }

    /// Returns the history with everything that was added.
    #[must_use]
    pub fn build(self) -> History {
        self.build_for(&())
    }

    /// Adds a copy. Returns its id, and its blocks with their states. Every activation of the
    /// function is followed in it, unless it is the copy of a calling context.
    pub(super) fn add(
        &mut self,
        function: Function,
        start: u32,
        next: &mut Transition<'_>,
    ) -> Result<(Function, CopiedBlocks<'a>), UnrolledError> {
        let entry = self.graph.get_block(function, 0);
        let entry = entry.ok_or(UnrolledError::NoSuchFunction { function })?;
        let too_many = UnrolledError::TooManyCopies { function, most: self.most };
        let room = self.most.saturating_sub(self.history.blocks.len());
        let copies = CopiedBlocks::of(self.graph, entry, start, next, room).ok_or(too_many)?;
        let copy = self.history.copies.add(&copies)?;
        self.history.functions.push(function);
        self.history.blocks.extend(copies.blocks().iter().map(|row| row.0));
        Ok((copy, copies))
    }

    /// Returns the history. What goals stand for is a part of the identity of the copies.
    pub(super) fn build_for(mut self, goals: &impl Hash) -> History {
        let history = &mut self.history;
        let Starts { first, always, .. } = &mut history.starts;
        let followed = history.contexts.map_or(history.functions.len(), Function::index);
        always.extend((0..followed as u32).map(Function::new));
        sort_by_key(always, |copy| history.functions[copy.index()]); // stable
        for function in 0..=self.graph.function_count() {
            let is_before = |copy: &Function| history.functions[copy.index()].index() < function;
            first.push(always.partition_point(is_before) as u32);
        }
        // The identity covers what the copies stand for. Otherwise, a record made with copies of
        // one function would be taken for a record of copies of the same shape for another
        // function.
        let hash = history.made_for.hash();
        let program = (history.made_for.functions(), hash as u64, (hash >> 64) as u64);
        let copied = (&history.functions, &history.blocks, &history.starts);
        history.copies.stand_for(&(program, copied, goals));
        self.history
    }
}

/// The states of an automaton as numbers, in the order in which they are reached.
struct Numbered<S> {
    states: Vec<S>,
    numbers: BTreeMap<S, u32>,
}

impl<S: Copy + Ord> Numbered<S> {
    fn number(&mut self, state: S) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }
}

/// The functions of the copies in which activations walk.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Starts {
    /// By function, and one more: where its range in `always` begins.
    first: Vec<u32>,
    /// The functions of the copies in which every activation of a function walks, function by
    /// function.
    always: Vec<Function>,
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
