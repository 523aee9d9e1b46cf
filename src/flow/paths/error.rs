//! The errors of paths: blocks that are not a path, and too many paths.

use crate::id::{Block, Function};

/// The error of a list of blocks that is not a path of a graph.
///
/// ```
/// use sbst::flow::paths::{BlockPath, PathError};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Block;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let [b1, b2] = [1, 2].map(Block::new);
/// let error = BlockPath::new(&graph, [b1, b2]).expect_err("they exclude each other");
/// assert_eq!(error, PathError::NoEdge { from: b1, to: b2 });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The list has fewer than two blocks.
    #[error("a path has at least two blocks")]
    TooShort,
    /// The graph does not have one of the blocks.
    #[error("the graph has no block {block}")]
    UnknownBlock {
        /// The first unknown block.
        block: Block,
    },
    /// There is no edge from a block to the next block of the list.
    #[error("no edge leads from {from} to {to}")]
    NoEdge {
        /// The first block from which no edge leads to the next block.
        from: Block,
        /// The next block of the list.
        to: Block,
    },
}

/// The error of a function with more paths than the caller allows.
///
/// ```
/// use sbst::flow::paths::sequences;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // while a { 1 }  2
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let error = sequences(&graph, Function::new(0), 3, 2).expect_err("there are three");
/// assert_eq!((error.count, error.most), (Some(3), 2));
/// assert_eq!(error.to_string(), "f0 has 3 paths, more than 2");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{function} has {}more than \
    {most}{}", known(*.count), if .count.is_none() { " paths" } else { "" })]
#[non_exhaustive]
pub struct TooManyPaths {
    /// The function.
    pub function: Function,
    /// The number of its paths; `None` if it is unknown. `u64::MAX` stands for this number and all
    /// greater ones.
    pub count: Option<u64>,
    /// The maximum number that the caller gave.
    pub most: usize,
}

/// Returns the number of paths as the beginning of the text; empty if it is unknown.
fn known(count: Option<u64>) -> alloc::string::String {
    count.map_or_else(alloc::string::String::new, |count| alloc::format!("{count} paths, "))
}
