//! The graph: what is stored, and what it numbers.

use super::Outcome;
use super::calls::Calls;
use super::dependence_index::DependenceIndex;
use super::edges::Code;
use super::identity_chain::IdentityChain;
use super::names::Names;
use super::rows::{FunctionRows, Marks};
use super::workspace::Workspace;
use crate::distance::Arms;
use crate::id::{Block, Branch, Function};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The control flow of any number of functions: one row of blocks, one of branches.
///
/// Made function by function with [`add`](Self::add); classes, modules, whole programs and code loaded later share one graph. The
/// blocks of a function are contiguous, and so are the branches of a block, in the order of [`Outcome`].
///
/// Ids of another graph are a mistake of the caller: methods that return a value panic on an id that is out of range and have a
/// checked twin (`get_...`); methods that iterate yield nothing.
///
/// Memory: 25 bytes for each block, 12 for each branch, 4 for each dependence that is listed; where there are too many of them,
/// about 30 bytes for each block and branch instead. A multi-way block keeps 88 bytes and 28 for each value or range besides, a
/// function 28. A name of a block keeps 24 bytes besides its text, a name of a function about 60 and its text twice. A call keeps about 80 bytes and 24 for each
/// callee; graphs without calls keep nothing for them. So graphs of jumps and two-way branches keep less than 64 bytes for each edge, whatever their shape.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let mut graph = FlowGraph::new();
/// let first = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let second = graph.add(&FlowBuilder::new().jump(0, 1).exit(1))?; // ids of the first stay
/// assert_eq!([graph.block(first, 2), graph.block(second, 0)].map(|block| block.to_string()), ["b2", "b3"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FlowGraph {
    // By function, and one more.
    pub(super) first_block: Vec<u32>,
    pub(super) first_backward: Vec<u32>,
    // By function.
    /// Which of the indexes it is; `NONE` if its controls are listed.
    pub(super) index: Vec<u32>,

    // By block, and one more.
    pub(super) first_branch: Vec<u32>,
    pub(super) first_item: Vec<u32>,
    // By block.
    /// The target of the only edge of a block without branches.
    pub(super) jump: Vec<u32>,
    pub(super) statements: Vec<u32>,
    pub(super) marks: Vec<Marks>,
    /// The blocks of each function in reverse postorder, those that cannot be reached behind the others.
    pub(super) order: Vec<u32>,
    /// The immediate post-dominator, `NONE` for the virtual exit.
    pub(super) parent: Vec<u32>,

    // By branch.
    pub(super) source: Vec<u32>,
    pub(super) target: Vec<u32>,
    pub(super) outcome: Vec<Code>,

    /// The branches that control each block. Those that come later than the block in the order have the bit `BACKWARD`.
    pub(super) items: Vec<u32>,
    /// By function: branches that control some other block before them in the order.
    pub(super) backward: Vec<u32>,
    pub(super) indexes: Vec<DependenceIndex>,
    /// The values of cases, and how many of them are those of complete functions.
    pub(super) cases: Vec<i64>,
    pub(super) complete_cases: usize,
    /// The value tables of multi-way blocks, ascending.
    pub(super) arms: Vec<(Block, Arms)>,
    /// Blocks whose only edge has a name other than `Next`, ascending.
    pub(super) sole: Vec<(Block, Outcome)>,
    pub(super) names: Names,
    pub(super) calls: Calls,
    /// The identity after each function.
    pub(super) chain: IdentityChain,
    /// For the next function.
    pub(super) workspace: Workspace,
}

/// Equal if the same functions were added in the same order: ids then mean the same. Names and calls do not count.
impl PartialEq for FlowGraph {
    fn eq(&self, other: &Self) -> bool {
        // All else follows from what was described. The codes of cases depend on the order in which they were declared.
        self.first_block == other.first_block
            && self.first_branch == other.first_branch
            && self.statements == other.statements
            && self.marks == other.marks
            && self.jump == other.jump
            && self.target == other.target
            && self.arms == other.arms
            && self.sole == other.sole
            && self.outcomes().eq(other.outcomes())
    }
}

impl Eq for FlowGraph {}

impl Default for FlowGraph {
    fn default() -> Self {
        Self::new()
    }
}

impl FlowGraph {
    /// A graph without functions.
    #[must_use]
    pub fn new() -> Self {
        Self {
            first_block: vec![0],
            first_backward: vec![0],
            index: Vec::new(),
            first_branch: vec![0],
            first_item: vec![0],
            jump: Vec::new(),
            statements: Vec::new(),
            marks: Vec::new(),
            order: Vec::new(),
            parent: Vec::new(),
            source: Vec::new(),
            target: Vec::new(),
            outcome: Vec::new(),
            items: Vec::new(),
            backward: Vec::new(),
            indexes: Vec::new(),
            cases: Vec::new(),
            complete_cases: 0,
            arms: Vec::new(),
            sole: Vec::new(),
            names: Names::default(),
            calls: Calls::default(),
            chain: IdentityChain::default(),
            workspace: Workspace::default(),
        }
    }

    #[inline]
    pub(crate) fn function_count(&self) -> usize {
        self.first_block.len() - 1
    }

    #[inline]
    pub(crate) fn block_count(&self) -> usize {
        self.first_block[self.function_count()] as usize
    }

    #[inline]
    pub(crate) fn branch_count(&self) -> usize {
        self.first_branch[self.block_count()] as usize
    }

    /// Returns all functions, in the order in which they were added.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let counts = (graph.functions().len(), graph.all_blocks().len(), graph.all_branches().len());
    /// assert_eq!(counts, (2, 4, 2));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Function> + DoubleEndedIterator + Clone + use<> {
        (0..self.function_count() as u32).map(Function::new)
    }

    /// Returns all blocks of all functions. Their number is the id of the first block of the next function.
    pub fn all_blocks(&self) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + use<> {
        (0..self.block_count() as u32).map(Block::new)
    }

    /// Returns all branches of all functions, implicit ones included.
    pub fn all_branches(&self) -> impl ExactSizeIterator<Item = Branch> + DoubleEndedIterator + Clone + use<> {
        (0..self.branch_count() as u32).map(Branch::new)
    }

    /// The blocks of a function, its entry first.
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
    pub fn blocks_of(&self, function: Function) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + use<> {
        self.block_range(function).map(Block::new)
    }

    /// The branches out of a block, in the order of [`Outcome`]; none if it has only one way on.
    pub fn branches_of(&self, block: Block) -> impl ExactSizeIterator<Item = Branch> + DoubleEndedIterator + Clone + use<> {
        self.branch_range(block.index()).map(Branch::new)
    }

    /// Returns the branches of all blocks of a function, implicit ones included, ascending; none for a function of another graph.
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
    pub fn branches_in(&self, function: Function) -> impl ExactSizeIterator<Item = Branch> + DoubleEndedIterator + Clone + use<> {
        self.branch_range_of(function).map(Branch::new)
    }

    fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        self.outcome.iter().map(|code| code.outcome(&self.cases))
    }

    /// The index of the dependences of a function, if they are too many to be walked.
    pub(crate) fn index(&self, function: Function) -> Option<&DependenceIndex> {
        self.indexes.get(*self.index.get(function.index())? as usize)
    }

    /// Empty for a function of another graph.
    pub(crate) fn block_range(&self, function: Function) -> Range<u32> {
        match self.first_block.get(function.index()..function.index().saturating_add(2)) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// The branches of all blocks of a function.
    pub(crate) fn branch_range_of(&self, function: Function) -> Range<u32> {
        let blocks = self.block_range(function);
        self.first_branch[blocks.start as usize]..self.first_branch[blocks.end as usize]
    }

    /// Empty for a block of another graph.
    #[inline]
    pub(crate) fn branch_range(&self, block: usize) -> Range<u32> {
        match self.first_branch.get(block..block.saturating_add(2)) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// What a sweep reads of a function.
    #[inline]
    pub(crate) fn rows(&self, function: Function) -> FunctionRows<'_> {
        let blocks = self.block_range(function);
        let branches = self.branch_range_of(function);
        let of_block = blocks.start as usize..blocks.end as usize;
        let of_branch = branches.start as usize..branches.end as usize;
        FunctionRows {
            first_block: blocks.start,
            first_branch: branches.start,
            order: &self.order[of_block.clone()],
            parent: &self.parent[of_block.clone()],
            marks: &self.marks[of_block],
            first_item: &self.first_item[blocks.start as usize..blocks.end as usize + 1],
            items: &self.items,
            backward: &self.backward
                [self.first_backward[function.index()] as usize..self.first_backward[function.index() + 1] as usize],
            branches: &self.first_branch[blocks.start as usize..blocks.end as usize + 1],
            source: &self.source[of_branch.clone()],
            target: &self.target[of_branch.clone()],
            outcome: &self.outcome[of_branch],
            cases: &self.cases,
        }
    }
}
