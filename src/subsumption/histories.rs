//! Events that goals of histories imply: the branches, blocks and statements on the way of a
//! history.

use super::reason::Event;
use crate::flow::definitions::{DefinitionPlace, UsePlace};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Branch, Statement};
use crate::objective::{Goal, Program};
use alloc::vec::Vec;

/// Returns the events that every execution that covers a goal of a history has.
///
/// A history is a vector of a decision, a definition with its use, a path, or a calling context. It
/// happens in one activation, so that it implies each of its parts, whatever comes after it. The
/// result is empty for other goals, and for goals in copies that the program does not have.
pub(super) fn parts(goal: Goal, program: &Program<'_>) -> Vec<Event> {
    let mut events = Vec::new();
    let graph = program.graph();
    // Goals name places of the program, or numbers of its copies. Both may be missing in this
    // program; then the part is left out.
    match goal {
        Goal::Vector(..) => events.extend(conditions(goal, program).into_iter().map(Event::Takes)),
        Goal::DefinitionUse(pair) => {
            events.extend(definition(graph, pair.definition));
            events.extend(match pair.place {
                UsePlace::Statement(statement) => reached(graph, statement),
                UsePlace::Branch(branch) => {
                    graph.get_edge(branch).map(|edge| Event::Takes(edge.branch))
                }
            });
        }
        Goal::Definition(_, place) => events.extend(definition(graph, place)),
        Goal::Path(number) => {
            let path =
                program.unrolled().and_then(|unrolled| unrolled.path_places().get(number as usize));
            if let Some((path, _)) = path {
                for step in path.blocks().windows(2) {
                    events.push(Event::Enters(step[1]));
                    let mut ways = graph.successors(step[0]).filter(|way| way.1 == step[1]);
                    // A path names blocks, not edges. With two ways to the next block, either may
                    // have been taken.
                    if let (Some((outcome, _)), None) = (ways.next(), ways.next()) {
                        events.extend(graph.branch(step[0], outcome).map(Event::Takes));
                    }
                }
                events.extend(path.blocks().first().map(|&block| Event::Enters(block)));
            }
        }
        Goal::Context(_, branch) => {
            events.extend(graph.get_edge(branch).map(|edge| Event::Takes(edge.branch)));
        }
        Goal::ContextEntry(number) => {
            let context =
                program.unrolled().and_then(|unrolled| unrolled.contexts().get(number as usize));
            events.extend(
                context.and_then(|context| graph.get_block(context.callee, 0)).map(Event::Enters),
            );
        }
        _ => {}
    }
    events
}

/// Returns the branches that a decision takes if it is evaluated with the vector of a goal; none
/// for a condition that the vector leaves out.
fn conditions(goal: Goal, program: &Program<'_>) -> Vec<Branch> {
    let mut branches = Vec::new();
    let (Goal::Vector(first, vector), Some(unrolled)) = (goal, program.unrolled()) else {
        return branches;
    };
    let decision =
        unrolled.decision_at(first).and_then(|number| unrolled.decisions().get(number as usize));
    let Some(decision) = decision else { return branches };
    // Short-circuit evaluation leaves conditions out, and those take no branch.
    for (place, &block) in (0..).zip(decision.conditions()) {
        if let Some(value) = vector.get(place) {
            branches.extend(
                program.graph().branch(block, if value { Outcome::True } else { Outcome::False }),
            );
        }
    }
    branches
}

/// Returns the event of a definition: its statement is reached, or, for a parameter, its function
/// is entered.
fn definition(graph: &FlowGraph, place: DefinitionPlace) -> Option<Event> {
    match place {
        DefinitionPlace::Statement(statement) => reached(graph, statement),
        DefinitionPlace::Entry(function) => graph.get_block(function, 0).map(Event::Enters),
    }
}

/// Returns the event that a statement is reached; `None` if the graph does not have its block.
fn reached(graph: &FlowGraph, statement: Statement) -> Option<Event> {
    graph.get_function_of(statement.block).map(|_| Event::Reaches(statement))
}

/// Returns the branch that is taken exactly if a decision is evaluated with the vector of a goal;
/// `None` if there is no such branch, and for goals that are no vectors.
pub(super) fn sole_branch(goal: Goal, program: &Program<'_>) -> Option<Branch> {
    // Several vectors may end with one branch, as in `(a && b) || c`. Then that branch says nothing
    // about a single vector.
    let (Goal::Vector(first, vector), Some(unrolled)) = (goal, program.unrolled()) else {
        return None;
    };
    let rows = unrolled.vectors_of(unrolled.decision_at(first)?);
    rows.iter().find(|row| row.vector == vector)?.sole
}
