//! The criterion.

use sbst::distance::le;
use sbst::execution::{Fact, Trace, With};
use sbst::fitness::Fitness;
use sbst::flow::{Automaton, FlowGraph, GraphMismatch, History, HistoryError, Outcome};
use sbst::id::{Block, Function};
use sbst::objective::{
    Discovery, Goal, Goals, HistoryGoal, Kind, Needs, Objective, Observed, Reader,
};

const LEAN: Kind = Kind::new("lean").unwrap();

/// The fact: the bytes that an execution used.
pub(crate) struct Memory(pub(crate) u64);

/// The executions that know it.
pub(crate) type Run = With<Trace, Memory>;

/// How often a block was entered, up to twice.
struct Rounds(Block);

impl Automaton for Rounds {
    type State = u32;
    fn start(&self) -> u32 {
        0
    }
    fn next(&self, rounds: u32, _: Block, _: Outcome, to: Block) -> u32 {
        2.min(rounds + u32::from(to == self.0))
    }
}

/// The goal: first the way through the loop counts, then the bytes.
#[derive(Clone)]
struct LeanGoal {
    way: HistoryGoal,
    bytes: u64,
}

impl Objective<Run> for LeanGoal {
    fn goal(&self) -> Goal {
        Objective::<Run>::goal(&self.way)
    }
    fn needs(&self) -> Needs {
        Objective::<Run>::needs(&self.way)
    }
    fn fitness(&self, seen: &Observed<'_, Run>) -> Fitness {
        let way = self.way.fitness(seen);
        if way.is_covered() {
            return le(seen.run.extra.0, self.bytes).to_true().into();
        }
        Fitness::new(way.level.saturating_add(1), way.distance)
    }
}

/// The finder, which brings the goal into a campaign.
pub(crate) struct Lean {
    history: History,
    goal: LeanGoal,
    fact: [Fact; 1],
}

impl Lean {
    /// Leave a loop, by its body and the block after it, after two rounds or more, within so many
    /// bytes.
    pub(crate) fn new(
        graph: &FlowGraph,
        function: Function,
        [body, after]: [u32; 2],
        bytes: u64,
    ) -> Result<Self, HistoryError> {
        let none = HistoryError::NoSuchFunction { function };
        let block = |local| graph.get_block(function, local).ok_or(none.clone());
        let (body, after) = (block(body)?, block(after)?);
        let mut builder = History::builder(graph);
        let copied = builder.copy(function, &Rounds(body))?;
        let history = builder.build();
        let copies = history.graph().blocks_of(copied.function);
        let copies = copies.zip(copied.blocks).zip(copied.states);
        let wanted = copies.filter(|row| (row.0.1, row.1) == (after, 2)).map(|row| row.0.0);
        let words = format!("two rounds within {bytes} bytes");
        let needs = Needs::at([after]).entailing([body]).in_words(words);
        let way = HistoryGoal::new(LEAN.goal([after.number()]), needs, &history, wanted);
        let fact = [history.fact()];
        Ok(Self { history, goal: LeanGoal { way, bytes }, fact })
    }
}

impl Discovery<Run> for Lean {
    fn reader(&self) -> Reader {
        Reader::Kind(LEAN)
    }
    fn facts(&self) -> &[Fact] {
        &self.fact
    }
    fn finds(&self, goal: Goal) -> bool {
        goal == Objective::<Run>::goal(&self.goal)
    }
    fn begin(&mut self, goals: &mut Goals<Run>) -> Result<(), GraphMismatch> {
        goals.follow(&self.history)?;
        goals.push(self.goal.clone());
        Ok(())
    }
    fn see(&mut self, _: &mut Goals<Run>, _: &Run) {}
    fn adopt(&mut self, _: &mut Goals<Run>, _: &[(Goal, bool)]) {}
}
