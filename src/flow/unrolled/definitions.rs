//! The memory of one variable: its last definition.

use super::memory::Memory;
use crate::flow::Outcome;
use crate::flow::definitions::DefinitionPlace;
use crate::id::Block;
use alloc::collections::BTreeMap;

/// A memory of the last definition of one variable. Definitions are numbered.
#[derive(Debug)]
pub(super) struct LastDefinition {
    /// The definition at the entry of the function, if there is one.
    at_entry: Option<u32>,
    /// By block that defines the variable: the last definition of the block.
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

impl Memory for LastDefinition {
    /// The last definition; `None` if there is none, or if it is unknown.
    type State = Option<u32>;

    fn start(&self) -> Option<u32> {
        self.at_entry
    }

    fn next(&self, state: Option<u32>, source: Block, outcome: Outcome, _: Block) -> Option<u32> {
        // A use reads the state with which its block is entered, so only the last definition of a
        // block counts here.
        match self.last.get(&source) {
            None => state,
            // It is unknown whether a block that threw an exception had reached its definition.
            Some(_) if matches!(outcome, Outcome::Exception(_)) => None,
            Some(&last) => Some(last),
        }
    }
}
