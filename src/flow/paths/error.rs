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

/// The error of a function whose paths are more, or longer, than the caller allows.
///
/// ```
/// use sbst::flow::paths::sequences;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // while a { 1 }  2
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let error = sequences(&graph, Function::new(0), 3, 8).expect_err("three of three");
/// assert_eq!((error.count, error.most), (Some(9), 8));
/// assert_eq!(error.to_string(), "the paths of f0 have 9 blocks together, more than 8");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the paths of {function} {}more than {most}", known(*.count))]
#[non_exhaustive]
pub struct TooManyPaths {
    /// The function.
    pub function: Function,
    /// The number of blocks of all its paths together, each counted as often as it is on a path;
    /// `None` if it is unknown. `u64::MAX` stands for this number and all greater ones.
    pub count: Option<u64>,
    /// The maximum number that the caller gave.
    pub most: usize,
}

/// Returns the number of blocks for the text, if it is known.
fn known(count: Option<u64>) -> alloc::string::String {
    match count {
        Some(count) => alloc::format!("have {count} blocks together, "),
        None => "are ".into(),
    }
}
