//! Places of an unrolled graph: the places of the operands of a call, and combinations of places.

use super::graph::ConstructionGraph;
use super::node::Node;
use crate::keys::{NumberMap, pair};
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::{Instruction, Variable};

/// Greatest number of variables that [`bound`] visits, and greatest number of readings for each
/// place, on average over all places.
pub(super) const READINGS: usize = 64;

/// One way in which a variable can be made, with all choices resolved.
pub(super) struct Place {
    /// The first variable, in the order of the graph, that may be this place; for a constant that
    /// no variable yields, a variable that it is a part of.
    pub(super) variable: Variable,
    /// The places that it is made of, each with its role.
    pub(super) parts: Vec<(Role, u32)>,
    /// The least depth at which it can be made, in links.
    pub(super) depth: u32,
    /// For a call with known code, the place that it returns; for any other place, its own number.
    pub(super) same: u32,
    /// An instruction that yields the place.
    pub(super) instruction: Instruction,
    /// `true` if no input decides the place.
    pub(super) is_constant: bool,
}

/// Returns, for a call that returns a given place, the place of each variable between the returned
/// value and the operands of the call, by the number of the variable.
///
/// The code of the call is read backwards, from the returned variable to the operands, and the
/// place is taken apart on the way. Returns `None` if there are several ways to read the place, or
/// if more than [`READINGS`] variables are met.
pub(super) fn bound(
    graph: &ConstructionGraph,
    places: &[Place],
    readings: &NumberMap,
    node: &Node,
    returned: Variable,
    place: u32,
) -> Option<NumberMap> {
    let is_operand = |of: Variable| {
        node.producers.iter().any(|&(role, operand)| role != Role::Returned && operand == of)
    };
    let mut bound = NumberMap::new();
    // Invariant: if the call returns the given place, then each variable in `work` or `bound` has
    // the place beside it.
    let mut work = vec![(returned, place)];
    while let Some((variable, place)) = work.pop() {
        if let Some(&known) = bound.get(&variable.number().into()) {
            // One variable cannot have two places in one call.
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
            continue; // its place is found, and its parts belong to the caller of the method
        }
        let Place { same, ref parts, .. } = places[place as usize];
        if let Some(inner) = read.returned() {
            work.push((inner, same));
        } else if read.kind == InstructionKind::Cast {
            // A choice took one of the producers that may be this place. If several may be, nothing
            // says which one it took.
            let mut taken = read
                .producers
                .iter()
                .filter(|&&(_, of)| readings.contains_key(&pair(of.number(), place)));
            work.extend(taken.next().map(|&(_, of)| (of, place)));
            if taken.next().is_some() {
                return None;
            }
        } else {
            // The operands of a computation correspond to the parts by their order. An attribute
            // has one operand in each role.
            for (at, &(role, of)) in read.producers.iter().enumerate() {
                let is_part = |&(other, &(of_role, _)): &(usize, &(Role, u32))| {
                    of_role == role && (other == at || read.is_state())
                };
                work.extend(
                    parts.iter().enumerate().find(is_part).map(|(_, &(_, part))| (of, part)),
                );
            }
        }
    }
    Some(bound)
}

/// Returns an iterator over all combinations of one element from each list, in lexicographic order
/// of the positions.
///
/// There is one empty combination if there are no lists, and no combination if a list is empty.
pub(super) fn combinations<T: Copy>(options: &[Vec<T>]) -> impl Iterator<Item = Vec<T>> {
    // The position in each list of the next combination; `None` after the last combination.
    let mut next =
        options.iter().all(|options| !options.is_empty()).then(|| vec![0; options.len()]);
    core::iter::from_fn(move || {
        let at = next.as_mut()?;
        let taken = options.iter().zip(at.iter()).map(|(options, &at)| options[at]).collect();
        // Count as an odometer does: the last position that is not at its end moves on, and all
        // positions after it start again.
        match (0..at.len()).rev().find(|&place| at[place] + 1 < options[place].len()) {
            Some(place) => {
                at[place] += 1;
                at[place + 1..].fill(0);
            }
            None => next = None,
        }
        Some(taken)
    })
}
