//! Definitions and uses within single blocks, before data flow between blocks is computed.

use super::pair::{DefinitionPlace, DefinitionUse, UsePlace};
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, Statement, Variable};
use alloc::vec::Vec;

/// One variable in one function. Blocks that cannot be reached are left out.
#[derive(Debug)]
pub(super) struct Within {
    /// The variable.
    pub(super) variable: Variable,
    /// The definitions that leave their block: the entry of the function, then the last definition
    /// of each block, ascending.
    pub(super) leaving: Vec<DefinitionPlace>,
    /// The uses that read the value with which their block is entered, each with its block.
    pub(super) exposed: Vec<(Block, UsePlace)>,
    /// The pairs within single blocks.
    pub(super) pairs: Vec<DefinitionUse>,
}

impl Within {
    /// Creates the local view. Definitions and uses must be ascending. O(d + u log d) for d
    /// definitions and u uses.
    pub(super) fn of(
        graph: &FlowGraph,
        variable: Variable,
        definitions: impl Iterator<Item = DefinitionPlace>,
        uses: impl Iterator<Item = UsePlace>,
    ) -> Self {
        let mut within =
            Self { variable, leaving: Vec::new(), exposed: Vec::new(), pairs: Vec::new() };
        let mut statements: Vec<Statement> = Vec::new();
        for place in definitions {
            match place {
                DefinitionPlace::Entry(_) => within.leaving.push(place),
                DefinitionPlace::Statement(at) if graph.is_reachable(at.block) => {
                    statements.push(at);
                }
                DefinitionPlace::Statement(_) => {}
            }
        }
        for of_block in statements.chunk_by(|a, b| a.block == b.block) {
            if let Some(&last) = of_block.last() {
                within.leaving.push(DefinitionPlace::Statement(last));
            }
        }
        for place in uses {
            // Number of definitions in the block or in earlier ones that come before the use. A use
            // at a statement comes before a definition at the same statement; a predicate comes
            // after all statements.
            let (block, before, is_exception) = match place {
                UsePlace::Statement(at) => {
                    (at.block, statements.partition_point(|other| *other < at), false)
                }
                UsePlace::Branch(branch) => {
                    let Edge { source, outcome, .. } = graph.edge(branch);
                    let before = statements.partition_point(|other| other.block <= source);
                    (source, before, matches!(outcome, Outcome::Exception(_)))
                }
            };
            if !graph.is_reachable(block) {
                continue;
            }
            match statements[..before].last().filter(|last| last.block == block) {
                None => within.exposed.push((block, place)),
                // It is unknown whether the definition ran before the exception.
                Some(_) if is_exception => {}
                Some(&last) => {
                    within.pairs.push(DefinitionUse {
                        variable,
                        definition: DefinitionPlace::Statement(last),
                        place,
                    });
                }
            }
        }
        within
    }
}
