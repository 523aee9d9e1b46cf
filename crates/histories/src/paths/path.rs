//! One path of a function, and the errors of paths.

use alloc::boxed::Box;
use core::fmt;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Function};

/// A path: at least two consecutive blocks of one function, with an edge from each to the next.
///
/// Paths are ordered by their blocks, lexicographically. As plain data (feature `serde`), a path is
/// the list of its blocks. Reading a list of fewer than two blocks is an error. To find out whether
/// a path that was read belongs to a graph, call [`check`](Self::check).
///
/// ```
/// use sbst_histories::paths::BlockPath;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Block;
///
/// // while a { 1 }  2
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let path = BlockPath::new(&graph, [0, 1, 0].map(Block::new))?;
/// assert_eq!(path.to_string(), "b0 -> b1 -> b0");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct BlockPath(
    #[cfg_attr(feature = "serde", serde(deserialize_with = "read"))] pub(super) Box<[Block]>,
);

impl BlockPath {
    /// Creates the path of these blocks. Blocks may occur several times, and need not be reachable
    /// from the entry. O(n d) for n blocks with at most d edges each.
    ///
    /// # Errors
    ///
    /// [`PathError`] if there are fewer than two blocks, if the graph does not have one of them, or
    /// if there is no edge from one to the next.
    pub fn new(
        graph: &FlowGraph,
        blocks: impl IntoIterator<Item = Block>,
    ) -> Result<Self, PathError> {
        let path = Self(blocks.into_iter().collect());
        path.check(graph)?;
        Ok(path)
    }

    /// Checks that the path belongs to a graph. For a path that was read as plain data, or that was
    /// made for another graph.
    ///
    /// # Errors
    ///
    /// [`PathError`] as for [`new`](Self::new).
    ///
    /// ```
    /// use sbst_histories::paths::BlockPath;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// let path = BlockPath::new(&graph, [0, 1].map(Block::new))?;
    /// let shorter = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// assert!(path.check(&graph).is_ok() && path.check(&shorter).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn check(&self, graph: &FlowGraph) -> Result<(), PathError> {
        if self.0.len() < 2 {
            return Err(PathError::TooShort);
        }
        for &block in &self.0 {
            if graph.get_function_of(block).is_none() {
                return Err(PathError::UnknownBlock { block });
            }
        }
        for pair in self.0.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if !graph.successors(from).any(|(_, target)| target == to) {
                return Err(PathError::NoEdge { from, to });
            }
        }
        Ok(())
    }

    /// Returns the blocks, at least two, in the order of the path.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.0
    }
}

/// For example `b0 -> b1 -> b3`.
impl fmt::Display for BlockPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, block) in self.0.iter().enumerate() {
            write!(f, "{}{block}", if place == 0 { "" } else { " -> " })?;
        }
        Ok(())
    }
}

/// Reads the blocks of a path, of which there are at least two.
#[cfg(feature = "serde")]
fn read<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Box<[Block]>, D::Error> {
    let blocks: Box<[Block]> = serde::Deserialize::deserialize(reader)?;
    if blocks.len() < 2 { Err(serde::de::Error::custom(PathError::TooShort)) } else { Ok(blocks) }
}

// The errors of paths: blocks that are not a path, and too many paths.

/// The error of a list of blocks that is not a path of a graph.
///
/// ```
/// use sbst_histories::paths::{BlockPath, PathError};
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
/// use sbst_histories::paths::sequences;
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
