//! Random walks through random graphs, reported to a trace; and what they show, read off the walks.

use crate::Shape;
use proptest::prelude::*;
use sbst::distance::{eq, ne};
use sbst::execution::{Caller, Frame};
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, Function, Statement, Variable};
use sbst_histories::UnrolledGraph;
use sbst_histories::definitions::{DefinitionPlace, DefinitionUse, UsePlace};
use sbst_histories::paths::sequences;

/// One activation: each block, and the way it was left by, if it was. The last block may not have
/// run to its end.
#[derive(Clone, Debug)]
pub struct Walk {
    pub steps: Vec<(Block, Option<Outcome>)>,
    /// By step: how many statements of the block had run to their end.
    pub done: Vec<u32>,
}

/// Follows draws through the first function of a graph, and stops where they end or where the
/// function is left.
pub fn walk(graph: &FlowGraph, draws: &[u8]) -> Walk {
    let mut walk = Walk { steps: Vec::new(), done: Vec::new() };
    let mut at = graph.entry(Function::new(0));
    for &draw in draws {
        let ways: Vec<_> = graph.successors(at).collect();
        let statements = graph.statements(at);
        if ways.is_empty() || (graph.is_exit(at) && draw % 7 == 0) {
            break;
        }
        let (outcome, target) = ways[usize::from(draw) % ways.len()];
        // Nobody knows how far a block came that threw; the hooks here say nothing about it.
        walk.done.push(if matches!(outcome, Outcome::Exception(_)) { 0 } else { statements });
        walk.steps.push((at, Some(outcome)));
        at = target;
    }
    walk.done.push(0);
    walk.steps.push((at, None));
    walk
}

impl Walk {
    /// Reports the walk to a trace. The distance to the side that was not taken is `apart`.
    pub fn report(&self, graph: &FlowGraph, caller: Caller<'_>, apart: i64) {
        let f: Frame<'_> = caller.enter(Function::new(0));
        for &(block, outcome) in &self.steps {
            let local = graph.local(block);
            match outcome {
                Some(Outcome::True) => _ = f.decide(local, ne(apart, 0)),
                Some(Outcome::False) => _ = f.decide(local, eq(apart, 0)),
                Some(Outcome::Next) => {
                    f.done(local, graph.statements(block) / 2);
                    f.end(local);
                }
                Some(other) => f.choose(local, other),
                None => {}
            }
        }
        f.unwound();
    }

    pub fn blocks(&self) -> Vec<Block> {
        self.steps.iter().map(|step| step.0).collect()
    }

    /// Whether the use was reached, or its branch taken, while the definition was the last one of
    /// its variable. `all` are the variable's definitions.
    pub fn shows(
        &self,
        graph: &FlowGraph,
        pair: DefinitionUse,
        all: &[(Variable, DefinitionPlace)],
    ) -> bool {
        let own = |place: DefinitionPlace| all.contains(&(pair.variable, place));
        let mut last = Some(DefinitionPlace::Entry(Function::new(0))).filter(|&place| own(place));
        for (&(block, outcome), &done) in self.steps.iter().zip(&self.done) {
            let before = last;
            for index in 0..=graph.statements(block) {
                // A use comes before the definition at its statement. It is reached if the
                // statements before it ran to their end.
                let is_reached = index <= done;
                if is_reached
                    && pair.place == UsePlace::Statement(block.statement(index))
                    && last == Some(pair.definition)
                {
                    return true;
                }
                let place = DefinitionPlace::Statement(Statement { block, index });
                if index < done && own(place) {
                    last = Some(place);
                }
            }
            let Some(outcome) = outcome else { return false };
            let is_branch = |branch| pair.place == UsePlace::Branch(branch);
            if graph.branch(block, outcome).is_some_and(is_branch) && last == Some(pair.definition)
            {
                return true;
            }
            let defines = (0..graph.statements(block))
                .any(|index| own(DefinitionPlace::Statement(block.statement(index))));
            if matches!(outcome, Outcome::Exception(_)) {
                last = if defines { None } else { before };
            }
        }
        false
    }
}

/// Copies that tell all paths of `n` blocks apart, and how decisions were made.
pub fn copies(graph: &FlowGraph, n: u16) -> UnrolledGraph {
    let paths = sequences(graph, Function::new(0), n, 100_000).expect("few");
    UnrolledGraph::builder(graph)
        .paths(paths)
        .decisions(CompoundDecision::all(graph))
        .build()
        .expect("small")
}

/// A graph of one function, and draws for a few walks through it.
pub fn worlds(
    shapes: impl Strategy<Value = Shape>,
) -> impl Strategy<Value = (FlowGraph, Vec<Vec<u8>>)> {
    (shapes, proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..30), 0..4))
        .prop_map(|(shape, draws)| {
            let mut graph = FlowGraph::new();
            graph.add_with(&shape.body(), sbst::flow::Unreachable::Keep).expect("a shape");
            (graph, draws)
        })
}
