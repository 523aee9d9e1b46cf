//! Blocks by function and local number, the reverse, and what an execution can reach.

use super::graph::FlowGraph;
use crate::id::{Block, Branch, Function, Statement};
use smallvec::SmallVec;

impl FlowGraph {
    /// Returns the block with this number within its function.
    ///
    /// # Panics
    ///
    /// If there is no such block; see [`get_block`](Self::get_block).
    #[must_use]
    #[track_caller]
    pub fn block(&self, function: Function, local: u32) -> Block {
        let Some(found) = self.get_block(function, local) else {
            panic!("the graph has no block {local} of {}", self.show_function(function))
        };
        found
    }

    /// Returns the block with this number within its function; `None` if there is no such block.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// assert_eq!(graph.get_block(Function::new(0), 1), Some(Block::new(1)));
    /// // The function has two blocks.
    /// assert_eq!(graph.get_block(Function::new(0), 2), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_block(&self, function: Function, local: u32) -> Option<Block> {
        self.block_range(function).nth(local as usize).map(Block::new)
    }

    /// Returns the entry of a function, which is its first block.
    ///
    /// # Panics
    ///
    /// If the graph has no such function; see [`get_block`](Self::get_block) for block 0.
    #[must_use]
    #[track_caller]
    pub fn entry(&self, function: Function) -> Block {
        self.block(function, 0)
    }

    /// Returns the number of a block within its function, as [`block`](Self::block) takes it. O(log
    /// functions).
    ///
    /// # Panics
    ///
    /// If the graph has no such block; see [`get_function_of`](Self::get_function_of).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// graph.add(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// assert_eq!(graph.local(Block::new(3)), 1);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn local(&self, block: Block) -> u32 {
        block.number() - self.block_range(self.function_of(block)).start
    }

    /// Returns the function that a block belongs to. O(log functions).
    ///
    /// # Panics
    ///
    /// If the graph has no such block; see [`get_function_of`](Self::get_function_of).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// let second = graph.add(&FlowBuilder::new().exit(0))?;
    /// assert_eq!(graph.function_of(Block::new(2)), second);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn function_of(&self, block: Block) -> Function {
        let Some(found) = self.get_function_of(block) else {
            panic!("the graph has no block {block}")
        };
        found
    }

    /// Returns the function that a block belongs to; `None` if the graph has no such block. O(log
    /// functions).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// assert_eq!(
    ///     [1, 2].map(|number| graph.get_function_of(Block::new(number))),
    ///     [Some(Function::new(0)), None]
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_function_of(&self, block: Block) -> Option<Function> {
        let before = self.first_block.partition_point(|&first| first as usize <= block.index());
        (block.index() < self.block_count()).then(|| Function::new(before as u32 - 1))
    }

    /// Returns the number of statements of a block.
    ///
    /// # Panics
    ///
    /// If the graph has no such block; see [`get_function_of`](Self::get_function_of).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// assert_eq!(graph.statements(Block::new(0)), 3);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn statements(&self, block: Block) -> u32 {
        let Some(found) = self.get_statements(block) else {
            panic!("the graph has no block {block}")
        };
        found
    }

    /// Returns the number of statements of a block; `None` if the graph has no such block.
    pub(crate) fn get_statements(&self, block: Block) -> Option<u32> {
        self.rows.statements.get(block.index()).copied()
    }
}

// Spots: what an execution can reach of a graph.

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
