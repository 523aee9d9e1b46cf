//! The decisions that a graph says, and the check that a decision belongs to a graph.

use super::decision::{CompoundDecision, Next};
use crate::flow::{FlowGraph, Steps, said_decisions};
use crate::id::{Block, Function, IdMap};
use alloc::vec::Vec;

/// Returns the decisions that the graph says of a function, ascending.
pub(super) fn said_in(graph: &FlowGraph, function: Function) -> Vec<CompoundDecision> {
    let members = graph.said_in(function);
    if members.is_empty() {
        return Vec::new();
    }
    let (steps, first) = (Steps::of(graph, function), graph.entry(function).number());
    let before = |local| steps.predecessors(local);
    let said = said_decisions(members, first, |block| graph.ways(block), before);
    said.unwrap_or_default() // the members were checked when the function was added
}

/// The control flow of one function, to check decisions with: each takes time linear in its
/// conditions and operands, not in the function.
#[derive(Debug)]
pub(in crate::flow) struct DecisionCheck<'a> {
    graph: &'a FlowGraph,
    function: Function,
    steps: Steps,
    said: Vec<CompoundDecision>,
}

impl<'a> DecisionCheck<'a> {
    /// Reads a function. O(blocks).
    pub(in crate::flow) fn of(graph: &'a FlowGraph, function: Function) -> Self {
        let (steps, said) = (Steps::of(graph, function), said_in(graph, function));
        Self { graph, function, steps, said }
    }

    /// Returns `true` if this is a decision of the function: a decision of another graph may have
    /// the same conditions, but other edges or ends.
    pub(in crate::flow) fn has(&self, decision: &CompoundDecision) -> bool {
        let Some(&first) = decision.conditions().first() else { return false };
        let at = self.said.binary_search_by_key(&first, |known| known.conditions()[0]);
        // What is said does not forbid what was made of the same conditions by their edges.
        at.is_ok_and(|at| self.said[at] == *decision) || self.follows_rules(decision)
    }

    /// Returns `true` if the conditions have the edges of the decision, and control enters all but
    /// the first one only from conditions.
    fn follows_rules(&self, decision: &CompoundDecision) -> bool {
        let (first_block, ends) = (self.graph.entry(self.function), decision.ends());
        let mut places = IdMap::new();
        for (place, &block) in decision.conditions().iter().enumerate() {
            places.insert(block, place);
        }
        let is_right = |(place, &block): (usize, &Block)| {
            let Some(ways) = self.graph.two_ways(block) else { return false };
            let leads = [true, false].into_iter().zip(ways).all(|(value, target)| {
                match (decision.next(place, value), places.get(target)) {
                    (Some(Next::Condition(next)), Some(&known)) => next == known,
                    (Some(Next::End(holds)), None | Some(0)) => ends[usize::from(!holds)] == target,
                    _ => false,
                }
            });
            let own = block.number().wrapping_sub(first_block.number());
            let sources = || self.steps.predecessors(own).iter();
            leads
                && (place == 0
                    || block != first_block
                        && sources().all(|&local| places.contains(self.steps.block(local))))
        };
        let is_within = |&block: &Block| self.graph.get_function_of(block) == Some(self.function);
        decision.operands().is_empty()
            && decision.conditions().iter().all(is_within)
            && decision.conditions().iter().enumerate().all(is_right)
    }
}
