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
//! the shortest way from a function that was entered. Dijkstra's algorithm finds it. It starts from
//! the calls of the functions that were entered. In any other function, each block needs a fixed
//! number of decisions after the entry, and the table holds that number.
//!
//! Time O(e log e) for e call edges, once for each execution, and only when a value in a function
//! that was not entered is requested.
//!
//! Source: own; the equations above are the definition.

use super::{CallStep, Chain, Divergence, Fitness, FitnessTable};
use crate::distance::Distance;
use crate::flow::FlowGraph;
use crate::id::{Block, Branch, CallSite, Function, Statement};
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Reverse;

/// Values of a swept table across calls: a function that was not entered is as far as the nearest
/// statement that calls it.
///
/// The values differ from the values of the [`FitnessTable`] only in functions that were not
/// entered. There, a block has the value of the nearest call, plus one level for each decision
/// between the entry and the block. If no chain of calls leads to the function from a function that
/// was entered, the value is [`Fitness::NEVER`]. Do not compare values of an `AcrossCalls` with
/// values of a table.
///
/// The first request for a value in a function that was not entered computes all functions; until
/// then nothing is computed. An `AcrossCalls` belongs to one sweep: create a new one after each
/// sweep.
///
/// ```
/// use sbst::distance::eq;
/// use sbst::execution::Trace;
/// use sbst::fitness::{AcrossCalls, Fitness, FitnessTable};
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
/// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
/// trace.root().enter(main).decide(0, eq(4, 7));
/// table.sweep(&graph, &trace);
/// let across = AcrossCalls::new(&graph, &table);
/// let value =
///     |function, block| across.block(graph.block(function, block)).to_string();
/// // as far as the call: 4 is 3 below 7, and K is 1
/// assert_eq!(value(load, 0), "(0, 4)");
/// assert_eq!(value(load, 1), "(1, 4)"); // and one more decision after the call
/// assert_eq!(across.entry(idle), Fitness::NEVER); // called only by itself
/// assert_eq!(table.block(graph.entry(load)).to_string(), "(0, inf)");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct AcrossCalls<'a> {
    graph: &'a FlowGraph,
    table: &'a FitnessTable,
    /// Distances of all entries, once they were requested.
    entries: OnceCell<Vec<Entry>>,
}

/// Distance to the entry of a function.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// A(root).
    value: Fitness,
    /// The nearest call, if the function was not entered and a call leads to it: its block, its
    /// site, and whether it has several possible callees. Among several equally near calls, it is
    /// always the same one.
    call: Option<(Block, CallSite, bool)>,
}

impl<'a> AcrossCalls<'a> {
    /// Creates the values across calls of a swept table. Nothing is computed yet.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph. Check with [`FlowGraph::check`] and
    /// [`made_for`](FitnessTable::made_for).
    #[must_use]
    #[track_caller]
    pub fn new(graph: &'a FlowGraph, table: &'a FitnessTable) -> Self {
        table.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        Self { graph, table, entries: OnceCell::new() }
    }

    /// Returns A(root) of a function: (0, 0) if the function was entered, [`Fitness::NEVER`] if no
    /// chain of calls leads to it from a function that was entered, and for a function that the
    /// graph does not have.
    #[must_use]
    pub fn entry(&self, function: Function) -> Fitness {
        if self.table.has_entered(function) {
            return Fitness::COVERED;
        }
        self.entries().get(function.index()).map_or(Fitness::NEVER, |entry| entry.value)
    }

    /// Returns the value of the goal to enter a block, as [`FitnessTable::block`] does, or
    /// [`Fitness::NEVER`] for a block that the graph does not have.
    #[must_use]
    pub fn block(&self, block: Block) -> Fitness {
        match self.dependence(block) {
            Fitness::COVERED if self.table.progress(block).is_none() => Distance::SMALLEST.into(),
            value => value,
        }
    }

    /// Returns A(block), as [`FitnessTable::dependence`] does.
    #[must_use]
    pub fn dependence(&self, block: Block) -> Fitness {
        self.behind(self.table.get_dependence(block), || self.graph.get_function_of(block))
    }

    /// Returns D(branch), as [`FitnessTable::branch`] does.
    #[must_use]
    pub fn branch(&self, branch: Branch) -> Fitness {
        let function = || self.graph.get_function_of(self.graph.get_edge(branch)?.source);
        self.behind(self.table.get_branch(branch), function)
    }

    /// Returns the value of the goal to reach a statement, as [`FitnessTable::statement`] does.
    #[must_use]
    pub fn statement(&self, statement: Statement) -> Fitness {
        match self.table.progress(statement.block) {
            Some(_) => self.table.statement(statement),
            None => self.block(statement.block).one_level_up(),
        }
    }

    /// Returns the value of the goal to reach a statement in its flat form, as
    /// [`FitnessTable::flat_statement`] does.
    #[must_use]
    pub fn flat_statement(&self, statement: Statement) -> Fitness {
        match self.table.progress(statement.block) {
            Some(_) => self.table.flat_statement(statement),
            None => self.block(statement.block),
        }
    }

    /// Returns an explanation of the value of a block, as [`FitnessTable::chain_to_block`] does.
    /// For a function that was not entered, it also lists the calls that lead there. The last one
    /// is the nearest call of the function, and always the same one among several equally near
    /// calls. `None` if the graph has no such block.
    ///
    /// ```
    /// use sbst::distance::eq;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::{AcrossCalls, CallStep, FitnessTable};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// fn words(step: &CallStep, graph: &FlowGraph) -> String {
    ///     let (caller, callee) =
    ///         (graph.show_block(step.block), graph.show_function(step.function));
    ///     format!("{caller} calls {callee}")
    /// }
    ///
    /// // main: 0: if x == 7 { 1: load() } 2
    /// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    /// let body = body.function_name("main");
    /// let (main, load) = (Function::new(0), Function::new(1));
    /// let mut graph = FlowGraph::of(&body.call(1, 0, CallSite::new(0), [load]))?;
    /// graph.add(&FlowBuilder::new().function_name("load").exit(0))?;
    ///
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// trace.root().enter(main).decide(0, eq(4, 7));
    /// table.sweep(&graph, &trace);
    /// let across = AcrossCalls::new(&graph, &table);
    /// let chain = across.chain_to_block(graph.entry(load)).expect("a block");
    /// let last = chain.calls.last().expect("`load` was not entered");
    /// assert_eq!(words(last, &graph), "main: block 1 calls load");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn chain_to_block(&self, block: Block) -> Option<Chain> {
        self.table.chain_to_block(self.graph, block).map(|chain| self.to_calls(chain))
    }

    /// Returns an explanation of the value of a branch, as [`FitnessTable::chain_to_branch`] does.
    /// For a function that was not entered, it also lists the calls that lead there. `None` if the
    /// graph has no such branch.
    #[must_use]
    pub fn chain_to_branch(&self, branch: Branch) -> Option<Chain> {
        self.table.chain_to_branch(self.graph, branch).map(|chain| self.to_calls(chain))
    }

    /// Extends a chain that ends at a function that was not entered, over the nearest calls, back
    /// to a function that was entered.
    fn to_calls(&self, mut chain: Chain) -> Chain {
        let mut calls = Vec::new();
        // The caller of each nearest call was settled before the function that it calls, so the
        // loop ends.
        while let Divergence::NotEntered(function) = chain.divergence {
            let call = self.entries().get(function.index()).and_then(|entry| entry.call);
            let before = call.and_then(|(block, ..)| self.table.chain_to_block(self.graph, block));
            let (Some((block, site, is_dispatch)), Some(before)) = (call, before) else {
                return Chain::out_of_reach();
            };
            let branches = core::mem::replace(&mut chain, before).branches;
            calls.push(CallStep { function, block, site, is_dispatch, branches });
        }
        calls.reverse();
        Chain { calls, ..chain }
    }

    /// Returns `true` if the values come from this table (by address).
    pub(crate) fn is_of(&self, table: &FitnessTable) -> bool {
        core::ptr::eq(self.table, table)
    }

    /// Returns the value across calls for a value of the table.
    fn behind(&self, value: Option<Fitness>, function: impl Fn() -> Option<Function>) -> Fitness {
        let value = value.unwrap_or(Fitness::NEVER);
        // Every value in a function that was not entered has an infinite distance, and few other
        // values have one. So the function is looked up only for those.
        if value.distance < Distance::INFINITE || value == Fitness::NEVER {
            return value;
        }
        match function().filter(|&function| !self.table.has_entered(function)) {
            Some(function) => levels_behind(self.entry(function), value.level),
            None => value,
        }
    }

    /// Returns the distances of all entries, computed on the first call.
    fn entries(&self) -> &[Entry] {
        self.entries.get_or_init(|| entries(self.graph, self.table))
    }
}

/// Adds `levels` decisions to a value; [`Fitness::NEVER`] stays.
pub(crate) fn levels_behind(value: Fitness, levels: u32) -> Fitness {
    if value == Fitness::NEVER {
        value
    } else {
        Fitness::new(value.level.saturating_add(levels).min(u32::MAX - 1), value.distance)
    }
}

/// Computes the distance to the entry of each function.
fn entries(graph: &FlowGraph, table: &FitnessTable) -> Vec<Entry> {
    // Dijkstra over functions: a function is settled when it leaves the queue with its current
    // value. Plain fixed-point iteration from NEVER would be right too, but quadratic on long
    // chains of calls. Iteration from (0, 0) would be wrong: a cycle of calls that nothing enters
    // would keep (0, 0), since a call costs no level.
    let mut entries = vec![Entry { value: Fitness::NEVER, call: None }; graph.functions().len()];
    // The queue hands out equal values by function, so that results do not depend on the order of
    // `entered`.
    let mut queue = BinaryHeap::new();
    for function in table.entered() {
        if let Some(entry) = entries.get_mut(function.index()) {
            entry.value = Fitness::COVERED;
            queue.push(Reverse((Fitness::COVERED, function)));
        }
    }
    while let Some(Reverse((to_caller, caller))) = queue.pop() {
        // An entry that was improved after it was queued is in the queue twice; the older one is
        // skipped.
        if entries[caller.index()].value != to_caller {
            continue;
        }
        for call in graph.calls_in(caller) {
            let row = table.get_dependence(call.block).unwrap_or(Fitness::NEVER);
            if row == Fitness::NEVER {
                continue; // nothing leads to the block
            }
            let value = if to_caller == Fitness::COVERED {
                // If the block was entered, its call was not made: (0, smallest positive), less
                // than any wrong side. Otherwise it has the value of its goal, which is at least
                // that.
                row.max(Distance::SMALLEST.into())
            } else {
                // In a function that was not entered, A(block) = (n, INFINITE), where n is the
                // number of decisions between the entry and the block. So the value of the block is
                // n levels above the value of the entry.
                levels_behind(to_caller, row.level)
            };
            // Callees that the graph does not have come last, and do not count.
            let is_dispatch =
                call.callees.get(1).is_some_and(|second| second.index() < entries.len());
            let value = levels_behind(value, u32::from(is_dispatch));
            for &callee in call.callees {
                let Some(entry) = entries.get_mut(callee.index()) else { continue };
                // Among equally near calls the first one stays. Its caller is settled, so that
                // following the nearest calls back always leads to a function that was entered.
                if value < entry.value {
                    *entry = Entry { value, call: Some((call.block, call.site, is_dispatch)) };
                    queue.push(Reverse((value, callee)));
                }
            }
        }
    }
    entries
}
