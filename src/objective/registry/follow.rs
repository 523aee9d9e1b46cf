//! Histories that goals of a registry read, beside those of its unrolled graph.

use super::goals::Goals;
use crate::flow::{GraphIdentity, GraphMismatch, History};
use crate::formula::Shared;

impl<X: ?Sized> Goals<X> {
    /// Adds a history that goals read: [`trace`](Self::trace) then records it, and observations have
    /// its table ([`Observed::on`](crate::objective::Observed::on)).
    ///
    /// Goals of several crates may each bring histories; a history that is given again is the same
    /// one. From now on the goals belong to the graph of the copies, as if by [`bind`](Self::bind).
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the copies were made from another graph than the graph of the goals.
    /// Nothing is changed then.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{Automaton, FlowBuilder, FlowGraph, History, Outcome};
    /// use sbst::id::{Block, Function};
    /// use sbst::objective::{Goals, HistoryGoal, Kind, Needs, Tables};
    ///
    /// const TWICE: Kind = Kind::new("twice").unwrap();
    ///
    /// /// How often was block 1 entered, up to twice?
    /// struct Twice;
    /// impl Automaton for Twice {
    ///     type State = u32;
    ///     fn start(&self) -> u32 {
    ///         0
    ///     }
    ///     fn next(&self, state: u32, _: Block, _: Outcome, to: Block) -> u32 {
    ///         2.min(state + u32::from(to == Block::new(1)))
    ///     }
    /// }
    ///
    /// // 0: while i < n { 1 }  2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let mut builder = History::builder(&graph);
    /// let copied = builder.copy(Function::new(0), &Twice)?;
    /// let history = builder.build();
    /// // "Go round the loop twice": the copies of block 1 with the state 2.
    /// let copies = history.graph().blocks_of(copied.function).zip(copied.states);
    /// let second = copies.filter(|&(copy, state)| {
    ///     state == 2 && history.block_of(copy) == Some(Block::new(1))
    /// });
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.follow(&history)?;
    /// let needs = Needs::at([Block::new(1)]).in_words("b1, twice");
    /// let copies = second.map(|(copy, _)| copy);
    /// goals.push(HistoryGoal::new(TWICE.goal([1]), needs, &history, copies));
    /// let (trace, mut tables, mut row) =
    ///     (goals.trace(&graph), Tables::new(&graph), vec![]);
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, lt(0, 1));
    /// f.end(1);
    /// f.decide(0, lt(1, 1));
    /// f.end(2);
    /// drop(f);
    /// goals.measure(&graph, &trace, &mut tables, &mut row);
    /// assert_eq!(row[0].to_string(), "(0, 1)"); // 1 < 1 is missed by 1
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn follow(&mut self, history: &History) -> Result<(), GraphMismatch> {
        let made_for = history.made_for();
        if self.graph != GraphIdentity::default() && self.graph != made_for {
            return Err(GraphMismatch { made_for, used_with: self.graph });
        }
        self.graph = made_for;
        self.histories.give(&Shared::new(history.clone()));
        Ok(())
    }
}
