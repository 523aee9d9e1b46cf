//! What goals of histories imply: where their histories pass.

use super::reason::Fact;
use crate::flow::definitions::{DefinitionPlace, UsePlace};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Branch, Statement};
use crate::objective::{Goal, Program};
use alloc::vec::Vec;

/// Returns what an execution does that covers a goal of a history. Nothing for other goals, and for goals in copies that the program
/// does not have.
///
/// A history happens in one activation, so that it implies each of its parts, whatever comes after it.
pub(super) fn parts(goal: Goal, program: &Program<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    let graph = program.graph();
    match goal {
        Goal::Vector(..) => facts.extend(conditions(goal, program).into_iter().map(Fact::Takes)),
        Goal::DefinitionUse(pair) => {
            facts.extend(definition(graph, pair.definition));
            facts.extend(match pair.place {
                UsePlace::Statement(statement) => reached(graph, statement),
                UsePlace::Branch(branch) => graph.get_edge(branch).map(|edge| Fact::Takes(edge.branch)),
            });
        }
        Goal::Definition(_, place) => facts.extend(definition(graph, place)),
        Goal::Path(number) => {
            let path = program.unrolled().and_then(|unrolled| unrolled.path_places().get(number as usize));
            let path = path.map(|(path, _)| path);
            for step in path.into_iter().flat_map(|path| path.blocks().windows(2)) {
                facts.push(Fact::Enters(step[1]));
                let mut ways = graph.successors(step[0]).filter(|way| way.1 == step[1]);
                // With two ways to the next block, either may have been taken.
                if let (Some((outcome, _)), None) = (ways.next(), ways.next()) {
                    facts.extend(graph.branch(step[0], outcome).map(Fact::Takes));
                }
            }
            facts.extend(path.and_then(|path| path.blocks().first()).map(|&block| Fact::Enters(block)));
        }
        Goal::Context(_, branch) => facts.extend(graph.get_edge(branch).map(|edge| Fact::Takes(edge.branch))),
        Goal::ContextEntry(number) => {
            let context = program.unrolled().and_then(|unrolled| unrolled.contexts().get(number as usize));
            facts.extend(context.and_then(|context| graph.get_block(context.callee, 0)).map(Fact::Enters));
        }
        _ => {}
    }
    facts
}

/// Returns the branches that a decision takes if it is evaluated with a vector.
fn conditions(goal: Goal, program: &Program<'_>) -> Vec<Branch> {
    let mut branches = Vec::new();
    let (Goal::Vector(first, vector), Some(unrolled)) = (goal, program.unrolled()) else { return branches };
    let decision = unrolled.decision_at(first).and_then(|number| unrolled.decisions().get(number as usize));
    for (place, &block) in (0..).zip(decision.into_iter().flat_map(|decision| decision.conditions())) {
        if let Some(value) = vector.get(place) {
            branches.extend(program.graph().branch(block, if value { Outcome::True } else { Outcome::False }));
        }
    }
    branches
}

/// Returns the event of a definition: its statement is reached, or, of a parameter, the function is entered.
fn definition(graph: &FlowGraph, place: DefinitionPlace) -> Option<Fact> {
    match place {
        DefinitionPlace::Statement(statement) => reached(graph, statement),
        DefinitionPlace::Entry(function) => graph.get_block(function, 0).map(Fact::Enters),
    }
}

fn reached(graph: &FlowGraph, statement: Statement) -> Option<Fact> {
    graph.get_function_of(statement.block).map(|_| Fact::Reaches(statement))
}

/// Returns the branch that is taken exactly if a decision is evaluated with the vector of a goal, if there is one.
pub(super) fn sole_branch(goal: Goal, program: &Program<'_>) -> Option<Branch> {
    let (Goal::Vector(first, vector), Some(unrolled)) = (goal, program.unrolled()) else { return None };
    let rows = unrolled.vectors_of(unrolled.decision_at(first)?);
    rows.iter().find(|row| row.vector == vector)?.sole
}
