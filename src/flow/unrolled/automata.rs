//! The memory of decisions: the values of the conditions in the current evaluation.

use super::memory::CopiedBlocks;
use crate::flow::decisions::{CompoundDecision, Vector};
use crate::flow::definitions::DefinitionPlace;
use crate::flow::{FlowGraph, Outcome};
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
pub(super) const OUTSIDE: u32 = 0;

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

    /// Returns the copy of the block in which a possible vector becomes complete, and the outcome
    /// that completes it; `None` for the vector without values.
    pub(super) fn last_of(
        &mut self,
        copies: &CopiedBlocks<'_>,
        decision: &CompoundDecision,
        vector: Vector,
    ) -> Option<(u32, Outcome)> {
        let (mut state, mut last) = (OUTSIDE, None);
        for (place, &block) in (0..).zip(decision.conditions()) {
            let Some(holds) = vector.get(place) else { continue };
            if let Some(before) = last.replace((block, holds)) {
                state = self.prefixes.insert_place((state, before.0, before.1)) + 1;
            }
        }
        let (block, holds) = last?;
        let outcome = if holds { Outcome::True } else { Outcome::False };
        Some((copies.find(block, state)?, outcome))
    }

    /// Returns the state after an edge out of a block that was entered with `state`.
    pub(super) fn next(
        &mut self,
        state: u32,
        source: Block,
        outcome: Outcome,
        target: Block,
    ) -> u32 {
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

// The memory of one variable: its last definition.

/// A memory of the last definition of one variable. Definitions are numbered.
#[derive(Debug)]
pub(super) struct LastDefinition {
    /// The state at the entry of the function.
    pub(super) at_entry: u32,
    /// By block that defines the variable: the state after its last definition.
    last: IdMap<Block, u32>,
}

impl LastDefinition {
    /// The state without a last definition, or with an unknown one.
    const NONE: u32 = 0;

    /// Returns the state after a definition, by its number.
    pub(super) const fn state(definition: u32) -> u32 {
        definition + 1
    }

    /// Creates the memory of a variable with these definitions, which must be ascending within each
    /// block.
    pub(super) fn of(definitions: &[DefinitionPlace]) -> Self {
        let mut memory = Self { at_entry: Self::NONE, last: IdMap::new() };
        for (number, place) in (0..).zip(definitions) {
            match place {
                DefinitionPlace::Entry(_) => memory.at_entry = Self::state(number),
                DefinitionPlace::Statement(statement) => {
                    memory.last.insert(statement.block, Self::state(number));
                }
            }
        }
        memory
    }

    /// Returns the state after an edge out of a block that was entered with `state`.
    pub(super) fn after(&self, state: u32, source: Block, outcome: Outcome) -> u32 {
        // A use reads the state with which its block is entered, so only the last definition of a
        // block counts here.
        match self.last.get(source) {
            None => state,
            // It is unknown whether a block that threw an exception had reached its definition.
            Some(_) if matches!(outcome, Outcome::Exception(_)) => Self::NONE,
            Some(&last) => last,
        }
    }
}

// The memory of one path: the longest prefix of the path with which the walk ends.
//
// This is the automaton of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings", SIAM
// Journal on Computing 1977) for the path as a word of blocks. A state is the length of a prefix.

/// A memory of how much of a path was followed.
#[derive(Debug)]
pub(super) struct Prefixes {
    /// The transitions. By state and block: the state after one more block. A transition that is
    /// not listed leads to the empty prefix.
    ways: IdMap<(u32, Block), u32>,
}

impl Prefixes {
    /// Creates the memory of a path. O(n d log n) for n blocks of the path, and d edges out of a
    /// block.
    pub(super) fn of(graph: &FlowGraph, path: &[Block]) -> Self {
        let mut prefixes = Self { ways: IdMap::new() };
        // The failure link: the state of the longest proper suffix of the current prefix that is
        // also a prefix. Both end with the same block, so they have transitions for the same
        // blocks, and those of the shorter one are complete. Following failure links anew for each
        // transition would be quadratic: in `aaa..a`, each link is only one block shorter.
        let mut shorter = 0;
        for (state, &block) in (0..).zip(path) {
            shorter = prefixes.after(shorter, block);
            prefixes.ways.insert((state, block), state + 1);
            for (_, target) in graph.successors(block) {
                let after = prefixes.after(shorter, target);
                prefixes.ways.insert((state + 1, target), after);
            }
        }
        prefixes
    }

    /// Returns the state after one more block.
    pub(super) fn after(&self, state: u32, block: Block) -> u32 {
        self.ways.get((state, block)).copied().unwrap_or(0)
    }
}
