//! Spots: what an execution can reach of a graph.

use super::FlowGraph;
use super::definitions::{DefinitionPlace, UsePlace};
use crate::id::{Block, Branch, Function, Statement};
use smallvec::SmallVec;

/// A statement, function, block or branch, of a program or of the copies of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Spot {
    /// A statement.
    Statement(Statement),
    /// A function, reached when its entry is.
    Function(Function),
    /// A block.
    Block(Block),
    /// A branch, reached when it is taken.
    Branch(Branch),
}

/// Spots of which one has to be reached. Nearly always it is a single one.
pub(crate) type Spots = SmallVec<[Spot; 1]>;

impl Spot {
    /// Returns the function of the spot; `None` if the graph does not have it.
    pub(crate) fn function_in(self, graph: &FlowGraph) -> Option<Function> {
        let block = match self {
            Self::Function(function) => return graph.get_block(function, 0).map(|_| function),
            Self::Block(block) | Self::Statement(Statement { block, .. }) => block,
            Self::Branch(branch) => graph.get_edge(branch)?.source,
        };
        graph.get_function_of(block)
    }
}

impl From<DefinitionPlace> for Spot {
    fn from(place: DefinitionPlace) -> Self {
        match place {
            DefinitionPlace::Statement(statement) => Self::Statement(statement),
            DefinitionPlace::Entry(function) => Self::Function(function),
        }
    }
}

impl From<UsePlace> for Spot {
    fn from(place: UsePlace) -> Self {
        match place {
            UsePlace::Statement(statement) => Self::Statement(statement),
            UsePlace::Branch(branch) => Self::Branch(branch),
        }
    }
}
