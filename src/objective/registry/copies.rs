//! Histories that goals of a registry read, and what has no goals.

use super::goals::Goals;
use crate::flow::{GraphIdentity, GraphMismatch, History};
use crate::formula::Shared;
use crate::objective::Place;
use alloc::string::String;

impl<X: ?Sized> Goals<X> {
    /// Adds a history that goals read: [`trace`](Self::trace) then records it, and observations have
    /// its table ([`Observed::on`](crate::objective::Observed::on)).
    ///
    /// Goals of several crates may each bring histories; a history that is given again is the same
    /// one. Each history that goals read is swept for each execution, as the program is. From now on
    /// the goals belong to the graph of the copies, as if by [`bind`](Self::bind).
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

    /// Returns the identities of the graphs of the copies of the histories that were
    /// [followed](Self::follow), in their order.
    pub fn followed(&self) -> impl Iterator<Item = GraphIdentity> {
        self.histories.given().map(|history| history.graph().identity())
    }

    /// Says that something at a place has no goal, although goals of its kind were added: reports
    /// then say that coverage is not complete. `what` is one line, such as "decision of 65
    /// conditions".
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Block;
    /// use sbst::objective::{Goals, Place};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.leave_out(Block::new(3), "decision of 65 conditions");
    /// let left_out: Vec<(Place, &str)> = goals.left_out().collect();
    /// assert_eq!(left_out, [(Block::new(3).into(), "decision of 65 conditions")]);
    /// ```
    pub fn leave_out(&mut self, place: impl Into<Place>, what: impl Into<String>) {
        let place: Place = place.into();
        self.left_out.insert((place.into(), what.into()));
    }

    /// Returns what was [left out](Self::leave_out), ascending by place, each once.
    pub fn left_out(&self) -> impl Iterator<Item = (Place, &str)> {
        self.left_out.iter().map(|(spot, what)| (Place::from(*spot), what.as_str()))
    }
}
