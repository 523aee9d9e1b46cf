//! Values among the copies of histories.

use super::observed::Observed;
use crate::execution::HistoryId;
use crate::fitness::{AcrossCalls, Fitness, FitnessTable, levels_behind};
use crate::flow::{History, Spot};
use crate::formula::Shared;
use crate::id::Function;
use alloc::vec::Vec;

impl<'a, X: ?Sized> Observed<'a, X> {
    /// Calls `then` with the observation of an execution of nothing, and returns its result. The
    /// values are measured as in this observation: with direct calls, in the copies, and across
    /// calls if these are.
    ///
    /// A test that is no nearer to a goal than nothing tells nothing about the goal. Linear in the
    /// size of the program and of the copies.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).end(0);
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let goal = goals.ids().next().expect("a block");
    /// assert!(goals.fitness_of(goal, &seen).is_covered());
    /// seen.of_nothing(|nothing| {
    ///     assert!(nothing.executed().is_none());
    ///     assert!(!goals.fitness_of(goal, nothing).is_covered());
    /// });
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn of_nothing<R>(&self, then: impl FnOnce(&Observed<'_, X>) -> R) -> R {
        // New tables hold the values of an execution that entered nothing.
        let table = FitnessTable::new(self.graph);
        let nowhere =
            |row: &(Shared<History>, _)| (row.0.clone(), FitnessTable::new(row.0.graph()));
        let histories: Vec<_> = self.histories.iter().map(nowhere).collect();
        let (direct, histories) = (self.direct.map(|_| &table), &histories[..]);
        let swept = Observed::swept(self.graph, self.run, &table);
        let nothing = Observed { direct, histories, is_of_nothing: true, ..swept };
        nothing.across_if(self.is_across_calls(), then)
    }

    /// Returns the least of the values of the copies that cover a goal; [`Fitness::NEVER`] of none,
    /// and if no goal of the registry reads their history.
    pub(in crate::objective) fn least_on(&self, history: HistoryId, copies: &[Spot]) -> Fitness {
        let Some(row) = self.history(history) else { return Fitness::NEVER };
        copies.iter().map(|&copy| self.on_copy(row, copy)).min().unwrap_or(Fitness::NEVER)
    }

    /// Returns the value of a place among the copies of a history.
    pub(in crate::objective) fn on_copy(
        &self,
        (history, table): &'a (Shared<History>, FitnessTable),
        copy: Spot,
    ) -> Fitness {
        let copies = Observed::swept(history.graph(), self.run, table);
        match copy.function_in(history.graph()) {
            // Only functions that were not entered have values across calls. Contexts have call
            // edges of their own among the copies. Other histories do not: the way to their
            // function is measured in the program, and the levels within the function are added.
            Some(function) if self.is_across_calls() && !table.has_entered(function) => {
                match self.across_contexts(table) {
                    Some(across) if history.is_context(function) => copies.across(across).at(copy),
                    _ => self.behind_entry(history.function_of(function), copies.at(copy)),
                }
            }
            _ => copies.at(copy),
        }
    }

    /// Adds the levels of a value, in a function that was not entered, to the value of its entry.
    fn behind_entry(&self, function: Option<Function>, value: Fitness) -> Fitness {
        match function {
            Some(function) if value != Fitness::NEVER => {
                levels_behind(self.entry(function), value.level)
            }
            _ => value,
        }
    }

    /// Calls `then` with this observation and returns its result. If `across` is `true`, values are
    /// measured [across calls](Self::across), in the program and among the copies of calling contexts.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let (main, save, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let mut graph =
    ///     FlowGraph::of(&FlowBuilder::new().exit(0).call(0, 0, site, [save]))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// drop(trace.root().enter(main)); // the call is not reached
    /// let goal = goals.ids().last().expect("the block of `save`");
    /// let mut value = |across| {
    ///     let seen = goals.observe(&graph, &trace, &mut tables);
    ///     seen.across_if(across, |seen| {
    ///         assert_eq!(seen.is_across_calls(), across);
    ///         goals.fitness_of(goal, seen).to_string()
    ///     })
    /// };
    /// assert_eq!([false, true].map(value), ["(0, inf)", "(0, 5e-324)"]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn across_if<R>(self, across: bool, then: impl FnOnce(&Observed<'_, X>) -> R) -> R {
        if !across {
            return then(&self);
        }
        let calls = AcrossCalls::new(self.graph, self.table);
        let mut seen = self.across(&calls);
        let contexts = self.histories.iter().filter(|row| row.0.has_contexts());
        let contexts = contexts.map(|(history, table)| AcrossCalls::new(history.graph(), table));
        let contexts: Vec<_> = contexts.collect();
        seen.contexts = &contexts;
        then(&seen)
    }

    /// Returns the value of the goal to reach a spot of the graph.
    pub(in crate::objective) fn at(&self, spot: Spot) -> Fitness {
        match spot {
            Spot::Statement(statement) => self.statement(statement),
            Spot::Block(block) => self.block(block),
            Spot::Branch(branch) => self.branch(branch),
            Spot::Function(function) => self.entry(function),
        }
    }
}
