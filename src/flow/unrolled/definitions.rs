//! The memory of one variable: its last definition.

use super::memory::Memory;
use crate::flow::Outcome;
use crate::flow::definitions::DefinitionPlace;
use crate::id::{Block, IdMap};

/// A memory of the last definition of one variable. Definitions are numbered.
#[derive(Debug)]
pub(super) struct LastDefinition {
    /// The state at the entry of the function.
    at_entry: u32,
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
}

impl Memory for LastDefinition {
    fn start(&mut self) -> u32 {
        self.at_entry
    }

    fn next(&mut self, state: u32, source: Block, outcome: Outcome, _: Block) -> u32 {
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
