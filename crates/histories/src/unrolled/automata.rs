//! What an activation remembers: the conditions of a decision, the last definition of a variable,
//! how much of a path was followed.

use crate::decisions::{CompoundDecision, Vector};
use crate::definitions::DefinitionPlace;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use sbst::flow::{Automaton, FlowGraph, Outcome};
use sbst::id::Block;

/// A memory of the conditions of decisions, each from its first condition on: the values of the
/// conditions that were evaluated. Between decisions it remembers nothing.
#[derive(Debug)]
pub(super) struct Conditions {
    /// By block of an operand.
    places: BTreeMap<Block, Place>,
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

impl Conditions {
    /// Sorts decisions of one function into layers. No two decisions of a layer have a block in
    /// common, so at most one of them is being evaluated.
    pub(super) fn layers(
        decisions: &[(u32, CompoundDecision)],
    ) -> Vec<Vec<(u32, &CompoundDecision)>> {
        let mut layers: Vec<(BTreeSet<Block>, Vec<_>)> = Vec::new();
        for (number, decision) in decisions {
            let blocks = || {
                let operands = decision.operands().iter().map(|row| row.0);
                decision.conditions().iter().copied().chain(operands)
            };
            let free =
                layers.iter().position(|(taken, _)| !blocks().any(|block| taken.contains(&block)));
            let layer = free.unwrap_or(layers.len());
            if layer == layers.len() {
                layers.push((BTreeSet::new(), Vec::new()));
            }
            layers[layer].0.extend(blocks());
            layers[layer].1.push((*number, decision));
        }
        layers.into_iter().map(|layer| layer.1).collect()
    }

    /// Creates the memory of the decisions of one layer.
    pub(super) fn of(decisions: &[(u32, &CompoundDecision)]) -> Self {
        let mut places = BTreeMap::new();
        for &(number, decision) in decisions {
            let place = |condition, decides| Place { decision: number, condition, decides };
            for (condition, &block) in (0..).zip(decision.conditions()) {
                places.insert(block, place(condition, true));
            }
            for &(block, condition) in decision.operands() {
                places.insert(block, place(condition, false));
            }
        }
        Self { places }
    }

    /// Returns the last condition that is evaluated with a vector, the state in which it is, and the
    /// outcome that completes the vector; `None` for the vector without values.
    pub(super) fn last_of(
        decision: &CompoundDecision,
        vector: Vector,
    ) -> Option<(Block, Vector, Outcome)> {
        let (mut before, mut last) = (Vector::EMPTY, None);
        for (place, &block) in (0..).zip(decision.conditions()) {
            let Some(holds) = vector.get(place) else { continue };
            if let Some((earlier, _, value)) = last {
                before = before.with(earlier, value);
            }
            last = Some((place, block, holds));
        }
        let (_, block, holds) = last?;
        Some((block, before, if holds { Outcome::True } else { Outcome::False }))
    }
}

impl Automaton for Conditions {
    /// The conditions of the current decision that were evaluated. Blocks outside decisions have
    /// one copy.
    type State = Vector;

    fn start(&self) -> Vector {
        Vector::EMPTY
    }

    fn next(&self, state: Vector, source: Block, outcome: Outcome, target: Block) -> Vector {
        let (Some(from), Some(to)) = (self.places.get(&source), self.places.get(&target)) else {
            return Vector::EMPTY;
        };
        // An edge to the first condition leaves the decision: its evaluation begins again.
        if from.decision != to.decision || to.condition == 0 {
            return Vector::EMPTY;
        }
        match (from.decides, outcome.holds()) {
            (true, Some(holds)) if from.condition < to.condition => {
                state.with(from.condition, holds)
            }
            // Within an operand nothing is decided yet.
            (false, _) if from.condition == to.condition => state,
            _ => Vector::EMPTY,
        }
    }
}

/// A memory of the last definition of one variable. Definitions are numbered.
#[derive(Debug)]
pub(super) struct LastDefinition {
    /// The state at the entry of the function.
    at_entry: Option<u32>,
    /// By block that defines the variable: its last definition.
    last: BTreeMap<Block, u32>,
}

impl LastDefinition {
    /// Creates the memory of a variable with these definitions, which must be ascending within each
    /// block.
    pub(super) fn of(definitions: &[DefinitionPlace]) -> Self {
        let mut memory = Self { at_entry: None, last: BTreeMap::new() };
        for (number, place) in (0..).zip(definitions) {
            match place {
                DefinitionPlace::Entry(_) => memory.at_entry = Some(number),
                DefinitionPlace::Statement(statement) => {
                    memory.last.insert(statement.block, number);
                }
            }
        }
        memory
    }
}

impl Automaton for LastDefinition {
    /// The number of the last definition; `None` without one, or with an unknown one.
    type State = Option<u32>;

    fn start(&self) -> Option<u32> {
        self.at_entry
    }

    fn next(&self, state: Option<u32>, source: Block, edge: Outcome, _: Block) -> Option<u32> {
        // A use reads the state with which its block is entered, so only the last definition of a
        // block counts here.
        match self.last.get(&source) {
            None => state,
            // It is unknown whether a block that threw an exception had reached its definition.
            Some(_) if matches!(edge, Outcome::Exception(_)) => None,
            Some(&last) => Some(last),
        }
    }
}

/// A memory of how much of a path was followed: the longest prefix of the path with which the walk
/// ends.
///
/// This is the automaton of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings", SIAM
/// Journal on Computing 1977) for the path as a word of blocks.
#[derive(Debug)]
pub(super) struct Prefixes {
    /// The entry of the function.
    entry: Block,
    /// The transitions. By state and block: the state after one more block. A transition that is
    /// not listed leads to the empty prefix.
    ways: BTreeMap<(u32, Block), u32>,
}

impl Prefixes {
    /// Creates the memory of a path. O(n d log d) for n blocks of the path, and d edges out of a
    /// block.
    pub(super) fn of(graph: &FlowGraph, entry: Block, path: &[Block]) -> Self {
        let mut prefixes = Self { entry, ways: BTreeMap::new() };
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
    fn after(&self, state: u32, block: Block) -> u32 {
        self.ways.get(&(state, block)).copied().unwrap_or(0)
    }
}

impl Automaton for Prefixes {
    /// The length of the prefix.
    type State = u32;

    fn start(&self) -> u32 {
        self.after(0, self.entry)
    }

    fn next(&self, state: u32, _: Block, _: Outcome, target: Block) -> u32 {
        self.after(state, target)
    }
}
