//! Values in the copies of an unrolled graph.

use super::observed::{Copied, Observed};
use crate::fitness::{AcrossCalls, Fitness, FitnessTable, levels_behind};
use crate::flow::{CopyPlace, History, UnrolledGraph};
use crate::formula::Shared;
use crate::id::{Block, Function};
use alloc::vec::Vec;

impl<'a, X: ?Sized> Observed<'a, X> {
    /// Returns the copies of blocks that tell histories apart, and the table of the execution
    /// there.
    ///
    /// `None` if no goal of the registry reads them.
    #[must_use]
    pub fn copies(&self) -> Option<(&'a UnrolledGraph, &'a FitnessTable)> {
        self.copied.map(|copied| (copied.unrolled, copied.table))
    }

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
        let copies = self.copied.map(|copied| FitnessTable::new(copied.unrolled.graph()));
        let copied = self.copied.zip(copies.as_ref()).map(|(copied, table)| Copied {
            unrolled: copied.unrolled,
            table,
            across: None,
        });
        let nowhere =
            |row: &(Shared<History>, _)| (row.0.clone(), FitnessTable::new(row.0.graph()));
        let histories: Vec<_> = self.histories.iter().map(nowhere).collect();
        let (direct, histories) = (self.direct.map(|_| &table), &histories[..]);
        let swept = Observed::swept(self.graph, self.run, &table);
        let nothing = Observed { direct, copied, histories, is_of_nothing: true, ..swept };
        nothing.across_if(self.is_across_calls(), then)
    }

    /// Returns this observation with the values of calling contexts that were not entered measured
    /// across calls.
    ///
    /// Goals of other histories follow the values of their functions [across calls](Self::across).
    ///
    /// # Panics
    ///
    /// If no goal of the registry reads copies, or `across` was made from another table than the
    /// table of the [`copies`](Self::copies).
    #[track_caller]
    pub(in crate::objective) fn across_copies<'b>(
        self,
        across: &'b AcrossCalls<'b>,
    ) -> Observed<'b, X>
    where
        'a: 'b,
    {
        let Some(copied) = self.copied else {
            panic!(
                "no goal of the registry reads copies, so there is nothing to measure across calls"
            )
        };
        assert!(across.is_of(copied.table), "`across` must be made from the table of the copies");
        Observed { copied: Some(Copied { across: Some(across), ..copied }), ..self }
    }

    /// Returns the value of a place among the copies; [`Fitness::NEVER`] if the registry has no
    /// copies, or the graph of the copies does not have the place.
    pub(in crate::objective) fn copy(&self, place: CopyPlace) -> Fitness {
        let Some(Copied { unrolled, table, across }) = self.copied else { return Fitness::NEVER };
        let value = match place {
            CopyPlace::Block(block) => table.get_block(block).unwrap_or(Fitness::NEVER),
            CopyPlace::Branch(branch) => table.get_branch(branch).unwrap_or(Fitness::NEVER),
            CopyPlace::Statement(statement) => table.statement(statement),
        };
        match unrolled.function_at(place) {
            // Only functions that were not entered have values across calls. Contexts have call
            // edges of their own among the copies. Other histories do not: the way to their
            // function is measured in the program, and the levels within the function are added.
            Some(copy) if self.is_across_calls() && !table.has_entered(copy) => match across {
                Some(across) if unrolled.is_context(copy) => match place {
                    CopyPlace::Block(block) => across.block(block),
                    CopyPlace::Branch(branch) => across.branch(branch),
                    CopyPlace::Statement(statement) => across.statement(statement),
                },
                _ => self.behind_entry(unrolled.function_of(copy), value),
            },
            _ => value,
        }
    }

    /// Returns the value of a copy of a block in a history that the registry
    /// [follows](crate::objective::Goals::follow): that of the goal to enter it, measured [across
    /// calls](Self::across) if that was chosen; [`Fitness::NEVER`] if the history has no such copy,
    /// or no goal of the registry reads it.
    #[must_use]
    pub fn block_on(&self, history: &History, copy: Block) -> Fitness {
        let Some(table) = self.on(history.plane()) else { return Fitness::NEVER };
        let value = table.get_block(copy).unwrap_or(Fitness::NEVER);
        match history.graph().get_function_of(copy) {
            // As for copies of the registry: the way to the function is measured in the program.
            Some(copy) if self.is_across_calls() && !table.has_entered(copy) => {
                self.behind_entry(history.function_of(copy), value)
            }
            _ => value,
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
    /// measured [across calls](Self::across), in the program and among the [copies](Self::copies).
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
        let copies =
            self.copies().map(|(unrolled, table)| AcrossCalls::new(unrolled.graph(), table));
        let seen = self.across(&calls);
        match &copies {
            Some(copies) => then(&seen.across_copies(copies)),
            None => then(&seen),
        }
    }
}
