//! Values across calls: distances to functions that were not entered.
//!
//! Without calls, a function that was not entered is infinitely far, so there is no gradient
//! towards a call that is not made. The [call edges](crate::flow::FlowGraph::calls_in) of the graph
//! give one:
//!
//! ```text
//! A(root of f) = (0, 0) if f was entered,
//!                else the least value over the calls that may call f:
//!                  (0, smallest positive) if the block of the call was entered,
//!                  else the value of this block's goal,
//!                  one level more if the call may call several functions
//! ```
//!
//! The call itself counts no level, because nothing has to be decided there. So cycles of calls
//! cost nothing, and the equations have many solutions. The greatest solution is the intended one:
//! the shortest way from a function that was entered. Dijkstra's algorithm finds it, from the calls
//! of the functions that were entered.
//!
//! A sweep begins with the ways of the sweep before. Where a way begins with a call whose value
//! changed, it is forgotten, with all ways that go on from it, and found anew. So a sweep costs what
//! the executions entered, and the functions that came nearer or went farther.
//!
//! Source: own; the equations above are the definition. Ways that are kept from one sweep to the
//! next: Ramalingam and Reps, "An Incremental Algorithm for a Generalization of the Shortest-Path
//! Problem" (1996).

use super::row::{Entries, Entry};
use super::sweep::Nothing;
use super::{CallStep, Chain, Divergence, Fitness, FitnessTable};
use crate::distance::Distance;
use crate::flow::{CallEdge, FlowGraph};
use crate::id::{Block, CallSite, Function};
use crate::sort::sort;
use alloc::vec::Vec;
use core::cmp::Reverse;

impl FitnessTable {
    /// Measures values across calls from now on: a function that was not entered is as far as the
    /// nearest statement that calls it.
    ///
    /// Only values in functions that were not entered differ from those of other tables. There, a
    /// block has the value of the nearest call, plus one level for each decision between the entry
    /// and the block. If no chain of calls leads to the function from a function that was entered,
    /// the value is [`Fitness::NEVER`]. Do not compare values across calls with other values.
    ///
    /// Until the next sweep, the table has the values of an execution that entered nothing.
    ///
    /// Beside what a [sweep](Self::sweep) costs, one across calls takes time O(n log n) for the n
    /// blocks and calls of the functions that come nearer or go farther by it; the first one, and
    /// one after calls were added to the graph, visits all functions.
    ///
    /// ```
    /// use sbst::distance::eq;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{Fitness, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// // main: 0: if x == 7 { 1: load() } 2        load: 0: if .. { 1 } 2        idle: 0
    /// let [main, load, idle] = [0, 1, 2].map(Function::new);
    /// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    /// let mut graph = FlowGraph::of(&body.clone().call(1, 0, CallSite::new(0), [load]))?;
    /// graph.add(&body)?;
    /// graph.add(&FlowBuilder::new().exit(0).call(0, 0, CallSite::new(0), [idle]))?;
    ///
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph).across_calls());
    /// trace.root().enter(main).decide(0, eq(4, 7));
    /// table.sweep(&graph, &trace);
    /// let value = |function, block| table.block(graph.block(function, block)).to_string();
    /// // as far as the call: 4 is 3 below 7, and K is 1
    /// assert_eq!(value(load, 0), "(0, 4)");
    /// assert_eq!(value(load, 1), "(1, 4)"); // and one more decision after the call
    /// // called only by itself
    /// assert_eq!(table.dependence(graph.entry(idle)), Fitness::NEVER);
    ///
    /// let mut plain = FitnessTable::new(&graph);
    /// plain.sweep(&graph, &trace);
    /// assert_eq!(plain.block(graph.entry(load)).to_string(), "(0, inf)");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn across_calls(mut self) -> Self {
        self.forget();
        self.entries = Some(Default::default());
        self
    }

    /// Returns `true` if values are measured [across calls](Self::across_calls).
    ///
    /// ```
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::FlowGraph;
    ///
    /// let table = FitnessTable::new(&FlowGraph::new());
    /// assert!(!table.is_across_calls());
    /// assert!(table.across_calls().is_across_calls());
    /// ```
    #[must_use]
    pub const fn is_across_calls(&self) -> bool {
        self.entries.is_some()
    }

    /// Returns the functions that the last sweep did not enter, and whose values it changed across
    /// calls. A function may be there twice.
    pub(crate) fn changed_across_calls(&self) -> &[Function] {
        self.entries.as_ref().map_or(&[], |entries| &entries.changed)
    }

    /// Brings the values across calls up to date, after rows of functions that were entered have
    /// changed.
    pub(super) fn settle_calls(&mut self, graph: &FlowGraph) {
        // The rows of functions change with their entries, so the entries are taken out.
        if let Some(mut entries) = self.entries.take() {
            entries.settle(graph, self);
            self.entries = Some(entries);
        }
    }

    /// Extends a chain that ends at a function that was not entered, over the nearest calls, back
    /// to a function that was entered.
    pub(super) fn over_calls(&self, graph: &FlowGraph, mut chain: Chain) -> Chain {
        let Some(entries) = &self.entries else { return chain };
        let mut calls = Vec::new();
        // The number of calls falls with each step, so the loop ends.
        while let Divergence::NotEntered(function) = chain.divergence {
            let last = entries.rows.get(function.index()).and_then(|entry| entry.last);
            let Some((block, _, site, is_dispatch)) = last else { return Chain::out_of_reach() };
            let before = self.back_from(graph, graph.function_of(block), block, Vec::new());
            let branches = core::mem::replace(&mut chain, before).branches;
            calls.push(CallStep { function, block, site, is_dispatch, branches });
        }
        calls.reverse();
        Chain { calls, ..chain }
    }
}

impl Entries {
    /// Finds the nearest ways anew where they may have changed.
    fn settle(&mut self, graph: &FlowGraph, table: &mut FitnessTable) {
        self.changed.clear();
        self.begin(graph, table);
        // Step 1: what was entered, and what no longer is. The sweep has cleaned its rows.
        for &function in table.live() {
            self.rows[function.index()] = Entry::ENTERED;
        }
        let before = core::mem::take(&mut self.sources);
        for &function in before.iter().filter(|&&function| !table.has_entered(function)) {
            self.lose(function);
            self.changed.push(function);
        }
        // Step 2: ways over a call that has another value now, and all that go on from them.
        for &function in before.iter().chain(table.live()) {
            self.lose_behind(graph, table, function);
        }
        let mut at = 0;
        while let Some(&function) = self.lost.get(at) {
            self.lose_behind(graph, table, function);
            at += 1;
        }
        // Step 3: the calls from which ways may lead on: of functions that were entered, and of
        // blocks that call a function whose way was lost. Not of functions that were lost: their
        // rows are those of the old way until they are settled.
        self.callers.clear();
        for &function in &self.lost {
            let is_known = |it: &(Block, Function)| self.rows[it.1.index()].value != Fitness::NEVER;
            self.callers.extend(graph.calling_blocks(function).filter(is_known));
        }
        sort(&mut self.callers);
        self.callers.dedup();
        for at in 0..self.callers.len() {
            let (block, caller) = self.callers[at];
            graph.calls_of(caller, block).for_each(|call| self.follow(table, caller, &call));
        }
        for &caller in table.live() {
            graph.calls_in(caller).for_each(|call| self.follow(table, caller, &call));
        }
        // Step 4, Dijkstra: a function is settled when it leaves the queue with its current way.
        // Iteration from (0, 0) would be wrong: a cycle of calls that nothing enters would keep
        // (0, 0), since a call costs no level.
        while let Some(Reverse((value, calls, function))) = self.queue.pop() {
            let entry = self.rows[function.index()];
            if (entry.value, entry.calls) == (value, calls) {
                self.refill(graph, table, function);
                graph.calls_in(function).for_each(|call| self.follow(table, function, &call));
            }
        }
        // Step 5: what no way leads to any more.
        while let Some(function) = self.lost.pop() {
            self.refill(graph, table, function);
        }
        self.sources = before;
        self.sources.clear();
        self.sources.extend_from_slice(table.live());
    }

    /// Begins with nothing if functions or calls were added since the last sweep.
    fn begin(&mut self, graph: &FlowGraph, table: &mut FitnessTable) {
        let known = (graph.call_mark(), graph.function_count());
        if self.known == known && self.rows.len() == table.function_count() {
            return;
        }
        self.known = known;
        self.sources.clear();
        self.rows.clear();
        self.rows.resize(table.function_count(), Entry::FAR);
        for function in (0..table.function_count() as u32).map(Function::new) {
            if !table.has_entered(function) {
                self.refill(graph, table, function);
            }
        }
    }

    /// Forgets the way to a function.
    fn lose(&mut self, function: Function) {
        self.rows[function.index()] = Entry::FAR;
        self.lost.push(function);
    }

    /// Forgets the ways that go on from a function by a call that has another value now.
    fn lose_behind(&mut self, graph: &FlowGraph, table: &FitnessTable, function: Function) {
        for call in graph.calls_in(function) {
            let way = self.over(table, function, &call);
            for &callee in call.callees {
                let Some(&entry) = self.rows.get(callee.index()) else { break };
                let is_over = |it: (Block, u32, CallSite, bool)| {
                    (it.0, it.1, it.2) == (call.block, call.statement, call.site)
                };
                if entry != way && entry.last.is_some_and(is_over) {
                    self.lose(callee);
                }
            }
        }
    }

    /// Takes the ways over a call where they are nearer.
    fn follow(&mut self, table: &FitnessTable, caller: Function, call: &CallEdge<'_>) {
        let way = self.over(table, caller, call);
        for &callee in call.callees {
            // Callees that the graph does not have come last, and do not count.
            let Some(entry) = self.rows.get_mut(callee.index()) else { break };
            if way < *entry && way.value != Fitness::NEVER {
                *entry = way;
                self.queue.push(Reverse((way.value, way.calls, callee)));
            }
        }
    }

    /// Returns the way over a call: [`Entry::FAR`] if nothing leads to it.
    fn over(&self, table: &FitnessTable, caller: Function, call: &CallEdge<'_>) -> Entry {
        let before = self.rows[caller.index()];
        let row = table.get_dependence(call.block).unwrap_or(Fitness::NEVER);
        if row == Fitness::NEVER || before.value == Fitness::NEVER {
            return Entry::FAR;
        }
        // If the block was entered, its call was not made: (0, smallest positive), less than any
        // wrong side. Otherwise it has the value of its goal, which is at least that.
        let value = row.max(Distance::SMALLEST.into());
        let is_dispatch = call.callees.get(1).is_some_and(|it| it.index() < self.known.1);
        Entry {
            value: if is_dispatch { value.one_level_up() } else { value },
            calls: before.calls.saturating_add(1),
            last: Some((call.block, call.statement, call.site, is_dispatch)),
        }
    }

    /// Computes the rows of a function that was not entered from its entry, if they were computed
    /// from another one.
    fn refill(&mut self, graph: &FlowGraph, table: &mut FitnessTable, function: Function) {
        let root = self.rows[function.index()].value;
        if table.root_of(function) != root {
            table.fill(graph, function, &Nothing, root);
            self.changed.push(function);
        }
    }
}
