//! The builder of a history: copies of functions, and the calls that lead to them.

use super::copied::{CopiedBlocks, Transition};
use super::history::{Automaton, History, Starts};
use super::{FlowError, FlowGraph};
use crate::id::{Block, CallSite, Function, IdMap};
use crate::sort::sort_by_key;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::hash::Hash;

/// Builder of a [`History`]: each copy of a function adds to it.
#[must_use]
#[derive(Debug)]
pub struct HistoryBuilder<'a> {
    graph: &'a FlowGraph,
    history: History,
    /// Maximum number of copies of blocks.
    most: usize,
}

/// A copy of a function: [`HistoryBuilder::copy`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopiedFunction<S> {
    /// The copy, a function of the graph of the copies.
    pub function: Function,
    /// By block of the copy, numbered within it: the block of which it is a copy.
    pub blocks: Vec<Block>,
    /// By block of the copy, numbered within it: the state with which it is entered.
    pub states: Vec<S>,
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
            for_calls: Vec::new(),
        };
        HistoryBuilder { graph, history, most: 1 << 20 }
    }
}

impl<'a> HistoryBuilder<'a> {
    /// Sets the greatest number of copies of blocks; 2^20 by default.
    pub fn most_copies(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Returns the graph of the copies so far, from which the ids of their blocks and branches are
    /// known. [`build`](Self::build) adds the calls between them, and changes no id.
    pub const fn graph(&self) -> &FlowGraph {
        &self.history.copies
    }

    /// Adds a copy of a function that tells apart what the automaton remembers. Every activation of
    /// the function is followed in it, beside other copies of the function.
    ///
    /// O(e log n) for n copies of blocks with e edges.
    ///
    /// # Errors
    ///
    /// [`HistoryError`] if there are more copies of blocks than allowed, or no such function.
    /// Nothing is added then.
    pub fn copy<A: Automaton>(
        &mut self,
        function: Function,
        automaton: &A,
    ) -> Result<CopiedFunction<A::State>, HistoryError> {
        let mut known = Numbered { states: Vec::new(), numbers: BTreeMap::new() };
        let start = known.number(automaton.start());
        let (copy, copies) = self.add(function, start, &mut |state, from, outcome, to| {
            known.number(automaton.next(known.states[state as usize], from, outcome, to))
        })?;
        let blocks = copies.blocks().iter().map(|row| row.0).collect();
        let states = copies.blocks().iter().map(|row| known.states[row.1 as usize]).collect();
        Ok(CopiedFunction { function: copy, blocks, states })
    }

    /// Adds a copy of a function in which only those activations are followed whose call leads to
    /// it: [`by_test`](Self::by_test) and [`by_call`](Self::by_call) say which calls do. So an
    /// activation is in one such copy at most, that of its calling context.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Execution, On, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph, History};
    /// use sbst::id::{CallSite, Function};
    ///
    /// // main calls check twice; check: if a { 1 } else { 2 }
    /// let [main, check] = [0, 1].map(Function::new);
    /// let [first, second] = [0, 1].map(CallSite::new);
    /// let body = FlowBuilder::new().exit(0).call(0, 0, first, [check]);
    /// let mut graph = FlowGraph::of(&body.call(0, 0, second, [check]))?;
    /// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    ///
    /// let mut builder = History::builder(&graph);
    /// let caller = builder.copy_for_calls(main)?;
    /// let callees = [builder.copy_for_calls(check)?, builder.copy_for_calls(check)?];
    /// builder.by_test(caller);
    /// builder.by_call(caller, first, callees[0]);
    /// builder.by_call(caller, second, callees[1]);
    /// let history = builder.build();
    ///
    /// let trace = Trace::new(&graph).with_history(&history);
    /// let f = trace.root().enter(main);
    /// f.at(second).enter(check).decide(0, lt(3, 1));
    /// drop(f);
    /// let entered = callees.map(|copy| {
    ///     On(&trace, history.plane()).progress(history.graph().entry(copy)).is_some()
    /// });
    /// assert_eq!(entered, [false, true]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`copy`](Self::copy).
    pub fn copy_for_calls(&mut self, function: Function) -> Result<Function, HistoryError> {
        let (copy, _) = self.add(function, 0, &mut |state, _, _, _| state)?;
        self.history.for_calls[copy.index()] = true;
        Ok(copy)
    }

    /// Lets calls by the test of a function lead to a copy [for calls](Self::copy_for_calls); the
    /// last copy that is named for a function counts. Other copies change nothing.
    pub fn by_test(&mut self, copy: Function) {
        if self.history.is_context(copy) {
            let function = self.history.functions[copy.index()];
            let by_test = &mut self.history.starts.by_test;
            by_test.resize(by_test.len().max(self.graph.functions().len()), None);
            by_test[function.index()] = Some(copy);
        }
    }

    /// Lets a call at a site lead to a copy [for calls](Self::copy_for_calls), if it is made by an
    /// activation that is followed in the copy `caller`; the first copy that is named for a site
    /// and a function counts. Other copies change nothing.
    ///
    /// The graph of the copies gets a call edge for each [call edge](FlowGraph::calls_in) of the
    /// program whose callee has such a copy.
    pub fn by_call(&mut self, caller: Function, site: CallSite, callee: Function) {
        if self.history.is_context(caller) && self.history.is_context(callee) {
            let function = self.history.functions[callee.index()];
            self.history.starts.by_call.push(((caller, site, function), callee));
        }
    }

    /// Returns the history with everything that was added.
    #[must_use]
    pub fn build(self) -> History {
        self.build_for(&())
    }

    /// Returns the history with everything that was added, for some goals: histories with the same
    /// copies for other goals have another identity. So goals that are numbered are not taken for
    /// those of another history.
    #[must_use]
    pub fn build_for(mut self, goals: &impl Hash) -> History {
        self.link();
        let history = &mut self.history;
        let Starts { first, always, .. } = &mut history.starts;
        let copies = (0..history.functions.len() as u32).map(Function::new);
        always.extend(copies.filter(|copy| !history.for_calls[copy.index()]));
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

    /// Adds the calls between copies: each has the call edges of its function, to the copies of the
    /// callees for these calls.
    fn link(&mut self) {
        let History { copies, functions, blocks, starts, for_calls, .. } = &mut self.history;
        sort_by_key(&mut starts.by_call, |row| row.0); // stable
        starts.by_call.dedup_by_key(|row| row.0);
        let called = (0..functions.len()).filter(|&copy| for_calls[copy]);
        for caller in called.map(|copy| Function::new(copy as u32)) {
            let local: IdMap<Block, Block> =
                copies.blocks_of(caller).map(|copy| (blocks[copy.index()], copy)).collect();
            for call in self.graph.calls_in(functions[caller.index()]) {
                let callee = |&callee| starts.by_call(caller, call.site, callee);
                let callees: Vec<Function> = call.callees.iter().filter_map(callee).collect();
                if let Some(&block) = local.get(call.block) {
                    // This cannot fail: the graph of the copies has the block.
                    let _ = copies.add_call(block, call.statement, call.site, callees);
                }
            }
        }
    }

    /// Adds a copy. Returns its id, and its blocks with their states.
    fn add(
        &mut self,
        function: Function,
        start: u32,
        next: &mut Transition<'_>,
    ) -> Result<(Function, CopiedBlocks<'a>), HistoryError> {
        let entry = self.graph.get_block(function, 0);
        let entry = entry.ok_or(HistoryError::NoSuchFunction { function })?;
        let too_many = HistoryError::TooManyCopies { function, most: self.most };
        let room = self.most.saturating_sub(self.history.blocks.len());
        let copies = CopiedBlocks::of(self.graph, entry, start, next, room).ok_or(too_many)?;
        let copy = self.history.copies.add(&copies)?;
        self.history.functions.push(function);
        self.history.for_calls.push(false);
        self.history.blocks.extend(copies.blocks().iter().map(|row| row.0));
        Ok((copy, copies))
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

/// The reason why a function cannot be copied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// The graph has no such function to copy.
    #[error("{function} has no blocks to copy: the graph does not have it")]
    NoSuchFunction {
        /// The function.
        function: Function,
    },
    /// There would be too many copies of blocks.
    #[error(
        "the functions up to {function} need more than {most} copies of blocks: tell fewer \
         histories apart, or allow more copies"
    )]
    TooManyCopies {
        /// The function with which the bound was exceeded.
        function: Function,
        /// The maximum number of copies.
        most: usize,
    },
    /// The graph of the copies cannot take a function, because ids run out.
    #[error(transparent)]
    Flow(#[from] FlowError),
}
