//! The graph: its rows, and its ids.

use super::calls::Calls;
use super::dependence_index::DependenceIndex;
use super::draft::Draft;
use super::identity::IdentityChain;
use super::names::Names;
use super::rows::{FunctionRows, Rows};
use crate::id::{Block, Branch, Function};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The control flow of any number of functions, in one space of ids.
///
/// Functions are added one after the other with [`add`](Self::add). Classes, modules, whole
/// programs and code that is loaded later share one graph. The blocks of a function have
/// consecutive ids, and so have the branches of a block, in the order of [`Outcome`](super::Outcome).
///
/// An id of another graph is a mistake of the caller. Methods that return a value panic if an id is
/// out of range, and have a checked twin (`get_...`). Methods that iterate yield nothing.
///
/// Memory: 25 bytes for each block, 12 for each branch, and 4 for each control dependence that is
/// listed; a function with too many dependences has an index instead, of about 30 bytes for each
/// block and branch. A multi-way block takes another 88 bytes, and 28 for each value or range. A
/// function takes 28 bytes. A name of a block takes 24 bytes besides its text, a name of a function
/// about 60 bytes and its text twice. So a graph of jumps and two-way branches takes less than 64
/// bytes for each edge, whatever its shape.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let mut graph = FlowGraph::new();
/// let first = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// // Ids of the first stay.
/// let second = graph.add(&FlowBuilder::new().jump(0, 1).exit(1))?;
/// assert_eq!(
///     [graph.block(first, 2), graph.block(second, 0)].map(|block| block.to_string()),
///     ["b2", "b3"]
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FlowGraph {
    // By function, and one more: where its blocks and its backward branches begin.
    pub(super) first_block: Vec<u32>,
    pub(super) first_backward: Vec<u32>,
    // By function.
    /// The place of its index in `indexes`; `NONE` if its controls are listed.
    pub(super) index: Vec<u32>,

    /// The rows by block and by branch.
    pub(super) rows: Rows,
    /// The indexes of functions with too many dependences.
    pub(super) indexes: Vec<DependenceIndex>,
    /// The names of functions and blocks.
    pub(super) names: Names,
    /// The call edges.
    pub(super) calls: Calls,
    /// The identity of the graph after each of its functions.
    pub(super) chain: IdentityChain,
    /// Tables that are reused for the next function.
    pub(super) workspace: Option<Box<Draft>>,
}

/// Two graphs are equal if the same functions were added to both in the same order, so that ids
/// mean the same. Names do not count.
impl PartialEq for FlowGraph {
    fn eq(&self, other: &Self) -> bool {
        self.first_block == other.first_block && self.rows == other.rows
    }
}

impl Eq for FlowGraph {}

impl Default for FlowGraph {
    fn default() -> Self {
        Self::new()
    }
}

impl FlowGraph {
    /// Creates a graph without functions.
    #[must_use]
    pub fn new() -> Self {
        Self {
            first_block: vec![0],
            first_backward: vec![0],
            index: Vec::new(),
            rows: Rows { first_branch: vec![0], first_item: vec![0], ..Rows::default() },
            indexes: Vec::new(),
            names: Names::default(),
            calls: Calls::default(),
            chain: IdentityChain::default(),
            workspace: None,
        }
    }

    #[inline]
    /// Returns the number of functions.
    pub(crate) fn function_count(&self) -> usize {
        self.first_block.len() - 1
    }

    #[inline]
    /// Returns the number of blocks of all functions.
    pub(crate) fn block_count(&self) -> usize {
        self.first_block[self.function_count()] as usize
    }

    #[inline]
    /// Returns the number of branches of all functions.
    pub(crate) fn branch_count(&self) -> usize {
        self.rows.first_branch[self.block_count()] as usize
    }

    /// Returns an iterator over all functions, in the order in which they were added.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let counts =
    ///     (graph.functions().len(), graph.all_blocks().len(), graph.all_branches().len());
    /// assert_eq!(counts, (2, 4, 2));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn functions(
        &self,
    ) -> impl ExactSizeIterator<Item = Function> + DoubleEndedIterator + Clone + use<> {
        (0..self.function_count() as u32).map(Function::new)
    }

    /// Returns an iterator over the blocks of all functions, ascending. Its length is the number
    /// that the first block of the next function will have.
    pub fn all_blocks(
        &self,
    ) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + use<> {
        (0..self.block_count() as u32).map(Block::new)
    }

    /// Returns an iterator over the branches of all functions, ascending, implicit branches
    /// included.
    pub fn all_branches(
        &self,
    ) -> impl ExactSizeIterator<Item = Branch> + DoubleEndedIterator + Clone + use<> {
        (0..self.branch_count() as u32).map(Branch::new)
    }

    /// Returns an iterator over the blocks of a function, ascending, the entry first; empty for a
    /// function of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let second = graph.add(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// assert!(graph.blocks_of(second).eq([3, 4].map(Block::new)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn blocks_of(
        &self,
        function: Function,
    ) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + use<> {
        self.block_range(function).map(Block::new)
    }

    /// Returns an iterator over the branches out of a block, in the order of [`Outcome`](super::Outcome); empty if
    /// the block has only one way out.
    pub fn branches_of(
        &self,
        block: Block,
    ) -> impl ExactSizeIterator<Item = Branch> + DoubleEndedIterator + Clone + use<> {
        self.branch_range(block.index()).map(Branch::new)
    }

    /// Returns an iterator over the branches of all blocks of a function, ascending, implicit
    /// branches included; empty for a function of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Branch;
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let second = graph.add(&FlowBuilder::new().jump(0, 1).branch(1, 0, 2).exit(2))?;
    /// assert!(graph.branches_in(second).eq([2, 3].map(Branch::new)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn branches_in(
        &self,
        function: Function,
    ) -> impl ExactSizeIterator<Item = Branch> + DoubleEndedIterator + Clone + use<> {
        self.branch_range_of(function).map(Branch::new)
    }

    /// Returns the index of the dependences of a function; `None` if its dependences are listed.
    pub(crate) fn index(&self, function: Function) -> Option<&DependenceIndex> {
        self.indexes.get(*self.index.get(function.index())? as usize)
    }

    /// Returns the numbers of the blocks of a function; empty for a function of another graph.
    pub(crate) fn block_range(&self, function: Function) -> Range<u32> {
        match self.first_block.get(function.index()..function.index().saturating_add(2)) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// Returns the numbers of the branches of all blocks of a function.
    pub(crate) fn branch_range_of(&self, function: Function) -> Range<u32> {
        let blocks = self.block_range(function);
        self.rows.first_branch[blocks.start as usize]..self.rows.first_branch[blocks.end as usize]
    }

    /// Returns the numbers of the branches of a block; empty for a block of another graph.
    #[inline]
    pub(crate) fn branch_range(&self, block: usize) -> Range<u32> {
        match self.rows.first_branch.get(block..block.saturating_add(2)) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// Returns the rows of one function, as a sweep over all goals reads them.
    #[inline]
    pub(crate) fn rows(&self, function: Function) -> FunctionRows<'_> {
        let blocks = self.block_range(function);
        let branches = self.branch_range_of(function);
        let of_block = blocks.start as usize..blocks.end as usize;
        let of_branch = branches.start as usize..branches.end as usize;
        FunctionRows {
            first_block: blocks.start,
            first_branch: branches.start,
            order: &self.rows.order[of_block.clone()],
            parent: &self.rows.parent[of_block.clone()],
            marks: &self.rows.marks[of_block],
            first_item: &self.rows.first_item[blocks.start as usize..blocks.end as usize + 1],
            items: &self.rows.items,
            backward: &self.rows.backward[self.first_backward[function.index()] as usize
                ..self.first_backward[function.index() + 1] as usize],
            branches: &self.rows.first_branch[blocks.start as usize..blocks.end as usize + 1],
            source: &self.rows.source[of_branch.clone()],
            target: &self.rows.target[of_branch.clone()],
            outcome: &self.rows.outcome[of_branch],
            cases: &self.rows.cases,
        }
    }
}
