//! The memory of decisions: the values of the conditions in the current evaluation.

use super::memory::{CopiedBlocks, Memory};
use crate::flow::decisions::{CompoundDecision, Vector};
use crate::flow::{FlowGraph, Outcome};
use crate::id::Block;
use alloc::collections::BTreeMap;

/// A memory of the conditions of one decision, from its first condition on. Between decisions it
/// remembers nothing.
#[derive(Debug)]
pub(super) struct Conditions {
    /// By block that is a condition: the number of its decision, and its place among the
    /// conditions.
    places: BTreeMap<Block, (u32, u32)>,
}

/// The conditions that were evaluated so far: the number of the decision, and a prefix of a vector;
/// `None` outside decisions.
pub(super) type SoFar = Option<(u32, Vector)>;

impl Conditions {
    /// Creates the memory of these decisions, which must not share conditions.
    pub(super) fn of<'d>(decisions: impl Iterator<Item = (u32, &'d CompoundDecision)>) -> Self {
        let mut places = BTreeMap::new();
        for (number, decision) in decisions {
            for (place, &block) in (0..).zip(decision.conditions()) {
                places.insert(block, (number, place));
            }
        }
        Self { places }
    }

    /// Returns the copy of the block in which a vector becomes complete, and the outcome that
    /// completes it; `None` if control flow makes the vector impossible.
    pub(super) fn last_of(
        &self,
        graph: &FlowGraph,
        copies: &CopiedBlocks<'_, SoFar>,
        decision: (u32, &CompoundDecision),
        vector: Vector,
    ) -> Option<(u32, Outcome)> {
        let mut state = None;
        let mut block = *decision.1.conditions().first()?;
        // The conditions of a decision form no cycle, so no condition is evaluated twice: the bound
        // is never reached.
        for _ in decision.1.conditions() {
            let &(_, place) = self.places.get(&block)?;
            let outcome = if vector.get(place)? { Outcome::True } else { Outcome::False };
            let target = graph.target(block, outcome)?;
            let next = self.next(state, block, outcome, target);
            if next.is_none() {
                return Some((copies.find(block, state)?, outcome));
            }
            (state, block) = (next, target);
        }
        None
    }
}

impl Memory for Conditions {
    type State = SoFar;

    fn start(&self) -> SoFar {
        None
    }

    fn next(&self, state: SoFar, source: Block, outcome: Outcome, target: Block) -> SoFar {
        let &(decision, place) = self.places.get(&source)?;
        // A prefix of a vector is the state of the decision; everywhere else the state is `None`,
        // so blocks outside decisions have one copy.
        let holds = outcome.holds()?;
        let vector = state.map_or(Vector::EMPTY, |(_, vector)| vector).with(place, holds);
        // An edge back to the first condition leaves the decision: its evaluation begins again.
        let &(next, place) = self.places.get(&target)?;
        (next == decision && place > 0).then_some((decision, vector))
    }
}
