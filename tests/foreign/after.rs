//! A kind of goals with a history, as a crate of its own would write it: "enter this block after
//! that one, in one activation, with at most so many decisions between them".

use sbst::execution::Facts;
use sbst::fitness::Fitness;
use sbst::flow::{Automaton, FlowGraph, History, Outcome, UnrolledError};
use sbst::id::{Block, Function};
use sbst::objective::{Goal, Kind, Needs, Objective, Observed};

const AFTER: Kind = Kind::new("after").unwrap();

/// How many decisions ago was the block left? `None`: never, or more than `most` ago.
struct Since {
    block: Block,
    most: u32,
}

impl Automaton for Since {
    type State = Option<u32>;
    fn start(&self) -> Option<u32> {
        None
    }
    fn next(&self, state: Option<u32>, from: Block, edge: Outcome, _: Block) -> Option<u32> {
        let before = if from == self.block { 0 } else { state? };
        let since = before + u32::from(edge.is_decided());
        (since <= self.most).then_some(since)
    }
}

/// The goal, with its history and the copies that cover it.
pub struct After {
    goal: Goal,
    first: Block,
    second: Block,
    pub history: History,
    copies: Vec<Block>,
}

impl After {
    /// `number` is the user's.
    pub fn new(
        graph: &FlowGraph,
        number: u32,
        [first, second]: [Block; 2],
        most: u32,
    ) -> Result<Self, UnrolledError> {
        let nowhere = UnrolledError::NoSuchFunction { function: Function::new(u32::MAX) };
        let function = graph.get_function_of(first).ok_or(nowhere)?;
        let mut builder = History::builder(graph);
        let copied = builder.copy(function, &Since { block: first, most })?;
        let history = builder.build();
        let copies = history.graph().blocks_of(copied.function).zip(copied.states);
        let is_second = |copy: &Block| history.block_of(*copy) == Some(second);
        let copies = copies.filter(|(_, state)| state.is_some()).map(|row| row.0);
        let copies = copies.filter(is_second).collect();
        Ok(Self { goal: AFTER.goal([number]), first, second, history, copies })
    }
}

impl<X: Facts + ?Sized> Objective<X> for After {
    fn goal(&self) -> Goal {
        self.goal
    }
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.least_on(&self.history, self.copies.iter().copied())
    }
    fn needs(&self) -> Needs {
        Needs::at([self.second])
            .covered_on(&self.history, self.copies.iter().copied())
            .entailing([self.first, self.second])
            .in_words(format!("{} after {}", self.second, self.first))
    }
}
