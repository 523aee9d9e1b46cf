//! A kind of goals with a history, as a crate of its own would write it: "enter this block after
//! that one, in one activation, with at most so many decisions between them".

use sbst::flow::{Automaton, FlowGraph, History, HistoryError, Outcome};
use sbst::id::{Block, Function};
use sbst::objective::{HistoryGoal, Kind, Needs};

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

/// Returns the goal, and the history that it reads. `number` is the user's.
pub fn after(
    graph: &FlowGraph,
    number: u32,
    [first, second]: [Block; 2],
    most: u32,
) -> Result<(HistoryGoal, History), HistoryError> {
    let nowhere = HistoryError::NoSuchFunction { function: Function::new(u32::MAX) };
    let function = graph.get_function_of(first).ok_or(nowhere)?;
    let mut builder = History::builder(graph);
    let copied = builder.copy(function, &Since { block: first, most })?;
    let history = builder.build();
    let copies = history.graph().blocks_of(copied.function).zip(copied.states);
    let is_after = |&(copy, state): &(Block, Option<u32>)| {
        state.is_some() && history.block_of(copy) == Some(second)
    };
    let copies = copies.filter(is_after).map(|row| row.0);
    let needs =
        Needs::at([second]).entailing([first, second]).in_words(format!("{second} after {first}"));
    let goal = HistoryGoal::new(AFTER.goal([number]), needs, &history, copies);
    Ok((goal, history))
}
