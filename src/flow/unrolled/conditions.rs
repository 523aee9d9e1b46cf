//! The memory of decisions: the values of the conditions in the current evaluation.

use super::memory::{CopiedBlocks, Memory};
use crate::flow::Outcome;
use crate::flow::decisions::{CompoundDecision, Next, Vector};
use crate::id::{Block, IdMap, IdSet};
use alloc::vec::Vec;

/// A memory of the conditions of one decision, from its first condition on. Between decisions it
/// remembers nothing.
#[derive(Debug)]
pub(super) struct Conditions {
    /// By block of an operand.
    places: IdMap<Block, Place>,
    /// The prefixes of vectors that were met: a state, and the value of one more condition. The
    /// state of prefix n is n + 1.
    prefixes: IdSet<(u32, Block, bool)>,
}

/// The place of a block in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// The number of the decision.
    decision: u32,
    /// The place of the condition of the operand.
    condition: u32,
    /// `true` if the block is the condition itself.
    decides: bool,
}

/// The state outside decisions. Blocks outside decisions have one copy.
const OUTSIDE: u32 = 0;

impl Conditions {
    /// Sorts decisions of one function into layers. No two decisions of a layer have a block in
    /// common, so at most one of them is being evaluated.
    pub(super) fn layers(
        decisions: &[(u32, CompoundDecision)],
    ) -> Vec<Vec<(u32, &CompoundDecision)>> {
        let mut layers: Vec<(IdSet<Block>, Vec<_>)> = Vec::new();
        for (number, decision) in decisions {
            let blocks = || {
                let operands = decision.operands().iter().map(|row| row.0);
                decision.conditions().iter().copied().chain(operands)
            };
            let free =
                layers.iter().position(|(taken, _)| !blocks().any(|block| taken.contains(block)));
            let layer = free.unwrap_or(layers.len());
            if layer == layers.len() {
                layers.push((IdSet::new(), Vec::new()));
            }
            for block in blocks() {
                layers[layer].0.insert(block);
            }
            layers[layer].1.push((*number, decision));
        }
        layers.into_iter().map(|layer| layer.1).collect()
    }

    /// Creates the memory of the decisions of one layer.
    pub(super) fn of(decisions: &[(u32, &CompoundDecision)]) -> Self {
        let mut places = IdMap::new();
        for &(number, decision) in decisions {
            let place = |condition, decides| Place { decision: number, condition, decides };
            for (condition, &block) in (0..).zip(decision.conditions()) {
                places.insert(block, place(condition, true));
            }
            for &(block, condition) in decision.operands() {
                places.insert(block, place(condition, false));
            }
        }
        Self { places, prefixes: IdSet::new() }
    }

    /// Returns the copy of the block in which a vector becomes complete, and the outcome that
    /// completes it; `None` if control flow makes the vector impossible.
    pub(super) fn last_of(
        &mut self,
        copies: &CopiedBlocks<'_>,
        decision: &CompoundDecision,
        vector: Vector,
    ) -> Option<(u32, Outcome)> {
        let (mut state, mut at) = (OUTSIDE, 0);
        // Each condition leads to later ones only, so the bound is never reached.
        for _ in decision.conditions() {
            let &block = decision.conditions().get(at)?;
            let holds = vector.get(u32::try_from(at).ok()?)?;
            match decision.next(at, holds)? {
                Next::Condition(next) => {
                    state = self.prefixes.insert_place((state, block, holds)) + 1;
                    at = next;
                }
                Next::End(_) => {
                    let outcome = if holds { Outcome::True } else { Outcome::False };
                    return Some((copies.find(block, state)?, outcome));
                }
            }
        }
        None
    }
}

impl Memory for Conditions {
    fn start(&mut self) -> u32 {
        OUTSIDE
    }

    fn next(&mut self, state: u32, source: Block, outcome: Outcome, target: Block) -> u32 {
        let (Some(from), Some(to)) = (self.places.get(source), self.places.get(target)) else {
            return OUTSIDE;
        };
        // An edge to the first condition leaves the decision: its evaluation begins again.
        if from.decision != to.decision || to.condition == 0 {
            return OUTSIDE;
        }
        match (from.decides, outcome.holds()) {
            // The values of the conditions before are known from the state: each condition leads to
            // later ones only.
            (true, Some(holds)) if from.condition < to.condition => {
                self.prefixes.insert_place((state, source, holds)) + 1
            }
            // Within an operand nothing is decided yet.
            (false, _) if from.condition == to.condition => state,
            _ => OUTSIDE,
        }
    }
}
