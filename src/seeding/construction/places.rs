//! Places of an unrolled graph, and which places a call was given.

use super::graph::ConstructionGraph;
use super::need::Need;
use super::node::Node;
use crate::flow::dependences::{InstructionKind, Role};
use crate::id::{Instruction, Variable};
use crate::numbers::{NumberMap, NumberSet, pair};
use alloc::vec;
use alloc::vec::Vec;

/// Maximum number of variables that are looked at for one place, and on average over all places that may be listed.
pub(super) const READINGS: usize = 64;

/// Meaning of a variable once all choices are resolved.
pub(super) struct Place {
    /// `None` for a constant that no variable yields.
    pub(super) variable: Option<Variable>,
    pub(super) parts: Vec<(Role, u32)>,
    pub(super) depth: u32,
    /// The place that a call with known code returns; any other place stands for itself.
    pub(super) same: u32,
    /// The instruction that yields it, if no input decides it.
    pub(super) constant: Option<Instruction>,
}

/// Knowledge of the graph about a place.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) need: Need,
    pub(super) casts: Vec<Instruction>,
    pub(super) is_called: bool,
}

/// Returns the places of the operands of a call that returns a place: found by reading the place backwards from what the call returns to
/// its operands. `None` if there are several ways to read it, or if it takes more than [`READINGS`] steps.
pub(super) fn bound(
    graph: &ConstructionGraph,
    places: &[Place],
    readings: &NumberSet,
    node: &Node,
    returned: Variable,
    place: u32,
) -> Option<NumberMap> {
    let is_operand = |of: Variable| node.producers.iter().any(|&(role, operand)| role != Role::Returned && operand == of);
    let mut bound = NumberMap::new();
    let mut work = vec![(returned, place)];
    while let Some((variable, place)) = work.pop() {
        if let Some(&known) = bound.get(&variable.number().into()) {
            if known != place {
                return None;
            }
            continue;
        }
        bound.insert(variable.number().into(), place);
        if bound.len() > READINGS {
            return None;
        }
        let read = graph.node(variable);
        if is_operand(variable) {
            continue; // what an operand is made of does not matter
        }
        let Place { same, ref parts, .. } = places[place as usize];
        if let Some(inner) = read.returned() {
            work.push((inner, same));
        } else if read.kind == InstructionKind::Cast {
            let mut taken = read.producers.iter().filter(|&&(_, of)| readings.contains(pair(of.number(), place)));
            work.extend(taken.next().map(|&(_, of)| (of, place)));
            if taken.next().is_some() {
                return None;
            }
        } else {
            // Operands of computations in their order; an attribute has one in each role.
            for (at, &(role, of)) in read.producers.iter().enumerate() {
                let is_part = |&(other, &(of_role, _)): &(usize, &(Role, u32))| of_role == role && (other == at || read.is_state());
                work.extend(parts.iter().enumerate().find(is_part).map(|(_, &(_, part))| (of, part)));
            }
        }
    }
    Some(bound)
}
