//! The memory of decisions: the values of the conditions in the current evaluation.

use super::memory::{CopiedBlocks, Memory};
use crate::flow::decisions::{CompoundDecision, Vector};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, IdMap, IdSet};

/// A memory of the conditions of one decision, from its first condition on. Between decisions it
/// remembers nothing.
#[derive(Debug)]
pub(super) struct Conditions {
    /// By block that is a condition: the number of its decision, and its place among the
    /// conditions.
    places: IdMap<Block, (u32, u32)>,
    /// The prefixes of vectors that were met: a state, and the value of one more condition. The
    /// state of prefix n is n + 1.
    prefixes: IdSet<(u32, Block, bool)>,
}

/// The state outside decisions. Blocks outside decisions have one copy.
const OUTSIDE: u32 = 0;

impl Conditions {
    /// Creates the memory of these decisions, which must not share conditions.
    pub(super) fn of(decisions: &[(u32, CompoundDecision)]) -> Self {
        let mut places = IdMap::new();
        for (number, decision) in decisions {
            for (place, &block) in (0..).zip(decision.conditions()) {
                places.insert(block, (*number, place));
            }
        }
        Self { places, prefixes: IdSet::new() }
    }

    /// Returns the copy of the block in which a vector becomes complete, and the outcome that
    /// completes it; `None` if control flow makes the vector impossible.
    pub(super) fn last_of(
        &mut self,
        graph: &FlowGraph,
        copies: &CopiedBlocks<'_>,
        decision: &CompoundDecision,
        vector: Vector,
    ) -> Option<(u32, Outcome)> {
        let mut state = OUTSIDE;
        let mut block = *decision.conditions().first()?;
        // The conditions of a decision form no cycle, so no condition is evaluated twice: the bound
        // is never reached.
        for _ in decision.conditions() {
            let &(_, place) = self.places.get(block)?;
            let outcome = if vector.get(place)? { Outcome::True } else { Outcome::False };
            let target = graph.target(block, outcome)?;
            let next = self.next(state, block, outcome, target);
            if next == OUTSIDE {
                return Some((copies.find(block, state)?, outcome));
            }
            (state, block) = (next, target);
        }
        None
    }
}

impl Memory for Conditions {
    fn start(&self) -> u32 {
        OUTSIDE
    }

    fn next(&mut self, state: u32, source: Block, outcome: Outcome, target: Block) -> u32 {
        let place = |block| self.places.get(block).copied();
        match (place(source), outcome.holds(), place(target)) {
            // The values of the conditions before are known from the state: each condition leads to
            // later ones only. An edge back to the first condition leaves the decision: its
            // evaluation begins again.
            (Some((decision, _)), Some(holds), Some((next, place)))
                if next == decision && place > 0 =>
            {
                self.prefixes.insert_place((state, source, holds)) + 1
            }
            _ => OUTSIDE,
        }
    }
}
