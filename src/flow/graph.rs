//! The graph: what is stored, and the plain questions.

use super::dependence_index::DependenceIndex;
use super::edges::Code;
use super::identity_chain::IdentityChain;
use super::names::Names;
use super::rows::{FunctionRows, Marks, NONE};
use super::workspace::Workspace;
use super::{Edge, Outcome};
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
/// function 28. A name of a block keeps 24 bytes besides its text, a name of a function about 60 and its text twice. So graphs of jumps and two-way branches keep less than 64 bytes for each edge, whatever their shape.
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
    /// Which of the indexes it is; [`NONE`] if its controls are listed.
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
    /// The immediate post-dominator, [`NONE`] for the virtual exit.
    pub(super) parent: Vec<u32>,

    // By branch.
    pub(super) source: Vec<u32>,
    pub(super) target: Vec<u32>,
    pub(super) outcome: Vec<Code>,

    /// The branches that control a block; those that the order puts behind the block carry [`BACKWARD`].
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
    /// The identity after each function.
    pub(super) chain: IdentityChain,
    /// For the next function.
    pub(super) workspace: Workspace,
}

/// Equal if the same functions were added in the same order: ids then mean the same. Names do not count.
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
            chain: IdentityChain::default(),
            workspace: Workspace::default(),
        }
    }

    /// How many functions there are.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// assert_eq!((graph.function_count(), graph.block_count(), graph.branch_count()), (2, 4, 2));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn function_count(&self) -> usize {
        self.first_block.len() - 1
    }

    /// How many blocks there are.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.first_block[self.function_count()] as usize
    }

    /// How many branches there are, implicit ones included.
    #[must_use]
    pub fn branch_count(&self) -> usize {
        self.first_branch[self.block_count()] as usize
    }

    /// All functions, in the order in which they were added.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Function> + DoubleEndedIterator + Clone + use<> {
        (0..self.function_count() as u32).map(Function::new)
    }

    /// All blocks of all functions.
    pub fn all_blocks(&self) -> impl ExactSizeIterator<Item = Block> + DoubleEndedIterator + Clone + use<> {
        (0..self.block_count() as u32).map(Block::new)
    }

    /// All branches of all functions, implicit ones included.
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

    /// The block with this number within its function.
    ///
    /// # Panics
    ///
    /// If there is none: see [`get_block`](Self::get_block).
    #[must_use]
    #[track_caller]
    pub fn block(&self, function: Function, local: u32) -> Block {
        let Some(found) = self.get_block(function, local) else {
            panic!("the graph has no block {local} of {}", self.show_function(function))
        };
        found
    }

    /// The block with this number within its function, if there is one.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// assert_eq!(graph.get_block(Function::new(0), 1), Some(Block::new(1)));
    /// assert_eq!(graph.get_block(Function::new(0), 2), None); // it has two
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_block(&self, function: Function, local: u32) -> Option<Block> {
        self.block_range(function).nth(local as usize).map(Block::new)
    }

    /// The first block of a function.
    ///
    /// # Panics
    ///
    /// If the graph has no such function: see [`get_block`](Self::get_block) for block 0.
    #[must_use]
    #[track_caller]
    pub fn entry(&self, function: Function) -> Block {
        self.block(function, 0)
    }

    /// The number of a block within its function: the way back from [`block`](Self::block). O(log functions).
    ///
    /// # Panics
    ///
    /// If the graph has no such block: see [`get_local`](Self::get_local).
    #[must_use]
    #[track_caller]
    pub fn local(&self, block: Block) -> u32 {
        let Some(found) = self.get_local(block) else { panic!("the graph has no block {block}") };
        found
    }

    /// The number of a block within its function, if the graph has the block. O(log functions).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// graph.add(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// assert_eq!([3, 4].map(|number| graph.get_local(Block::new(number))), [Some(1), None]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_local(&self, block: Block) -> Option<u32> {
        self.get_function_of(block).map(|function| block.number() - self.block_range(function).start)
    }

    /// The function that a block belongs to. O(log functions).
    ///
    /// # Panics
    ///
    /// If the graph has no such block: see [`get_function_of`](Self::get_function_of).
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
        let Some(found) = self.get_function_of(block) else { panic!("the graph has no block {block}") };
        found
    }

    /// The function that a block belongs to, if the graph has the block. O(log functions).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// assert_eq!([1, 2].map(|number| graph.get_function_of(Block::new(number))), [Some(Function::new(0)), None]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_function_of(&self, block: Block) -> Option<Function> {
        let before = self.first_block.partition_point(|&first| first as usize <= block.index());
        (block.index() < self.block_count()).then(|| Function::new(before as u32 - 1))
    }

    /// How many statements a block has.
    ///
    /// # Panics
    ///
    /// If the graph has no such block: see [`get_statements`](Self::get_statements).
    #[must_use]
    #[track_caller]
    pub fn statements(&self, block: Block) -> u32 {
        let Some(found) = self.get_statements(block) else { panic!("the graph has no block {block}") };
        found
    }

    /// How many statements a block has, if the graph has the block.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// assert_eq!([0, 1].map(|number| graph.get_statements(Block::new(number))), [Some(3), None]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn get_statements(&self, block: Block) -> Option<u32> {
        self.statements.get(block.index()).copied()
    }

    /// A branch with its blocks and its name.
    ///
    /// # Panics
    ///
    /// If the graph has no such branch: see [`get_edge`](Self::get_edge).
    #[must_use]
    #[track_caller]
    pub fn edge(&self, branch: Branch) -> Edge {
        let Some(found) = self.get_edge(branch) else { panic!("the graph has no branch {branch}") };
        found
    }

    /// A branch with its blocks and its name, if the graph has it.
    #[must_use]
    #[inline]
    pub fn get_edge(&self, branch: Branch) -> Option<Edge> {
        let index = branch.index();
        Some(Edge {
            branch,
            source: Block::new(*self.source.get(index)?),
            target: Block::new(*self.target.get(index)?),
            outcome: self.outcome.get(index)?.outcome(&self.cases),
        })
    }

    /// The block that a branch leaves: `edge(branch).source`.
    ///
    /// # Panics
    ///
    /// If the graph has no such branch: see [`get_edge`](Self::get_edge).
    #[must_use]
    #[track_caller]
    pub fn source(&self, branch: Branch) -> Block {
        self.edge(branch).source
    }

    /// The branch of a block with this name, if it has one. O(log branches of the block).
    #[must_use]
    pub fn branch(&self, block: Block, outcome: Outcome) -> Option<Branch> {
        let range = self.branch_range(block.index());
        let codes = &self.outcome[range.start as usize..range.end as usize];
        let place = codes.binary_search_by(|code| code.outcome(&self.cases).cmp(&outcome)).ok()?;
        Some(Branch::new(range.start + place as u32))
    }

    /// The declared edges of a block, whether they are branches or not.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1 } 2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// assert!(graph.successors(block(0)).eq([(Outcome::True, block(1)), (Outcome::False, block(2))]));
    /// assert!(graph.successors(block(1)).eq([(Outcome::Next, block(2))])); // an edge, but no branch
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn successors(&self, block: Block) -> impl ExactSizeIterator<Item = (Outcome, Block)> + DoubleEndedIterator + Clone {
        let jump = self.jump.get(block.index()).copied().filter(|&to| to != NONE);
        // A block with a jump has no branches, so the range counts the one or the others.
        let places = if jump.is_some() { 0..1 } else { self.branch_range(block.index()) };
        places.map(move |place| match jump {
            Some(to) => (self.name_of_jump(block), Block::new(to)),
            None => (self.outcome[place as usize].outcome(&self.cases), Block::new(self.target[place as usize])),
        })
    }

    /// The name of the only edge of a block.
    fn name_of_jump(&self, block: Block) -> Outcome {
        self.sole.binary_search_by_key(&block, |sole| sole.0).map_or(Outcome::Next, |at| self.sole[at].1)
    }

    /// Where a block leads by the edge with this name, if it has one. O(log branches of the block).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// assert_eq!(graph.target(block(0), Outcome::False), Some(block(2)));
    /// assert_eq!(graph.target(block(1), Outcome::Next), Some(block(2))); // the only edge is no branch
    /// assert_eq!(graph.target(block(2), Outcome::Next), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn target(&self, block: Block, outcome: Outcome) -> Option<Block> {
        match self.branch(block, outcome) {
            Some(branch) => self.get_edge(branch).map(|edge| edge.target),
            // The only edge is no branch.
            None => self.successors(block).next().filter(|&(name, _)| name == outcome).map(|(_, target)| target),
        }
    }

    /// Whether the function may end in a block: it was marked as an exit. False for the blocks of an endless loop.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: loop { 1: yield }
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1).jump(1, 0))?;
    /// assert_eq!([0, 1].map(|local| graph.is_exit(graph.block(Function::new(0), local))), [false, true]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn is_exit(&self, block: Block) -> bool {
        self.marks.get(block.index()).is_some_and(|marks| marks.has(Marks::EXIT))
    }

    /// Returns `true` if a block has a virtual edge to the exit, because an endless loop has no other way out: see
    /// [`virtual_exits`](Self::virtual_exits).
    pub(crate) fn is_virtual_exit(&self, block: Block) -> bool {
        self.marks.get(block.index()).is_some_and(|marks| marks.has(Marks::ENDLESS))
    }

    /// Whether some walk leads from the entry of its function to a block; only blocks that were kept on request say no.
    #[must_use]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.marks.get(block.index()).is_some_and(|marks| marks.has(Marks::REACHABLE))
    }

    /// Whether a branch is one only because an endless loop was given a virtual exit: its source has one edge and no exit.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// // 0: loop {}
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 0))?;
    /// let next = graph.branch(graph.entry(Function::new(0)), Outcome::Next).expect("beside the virtual exit");
    /// assert!(graph.is_endless(next)); // so it is no goal
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn is_endless(&self, branch: Branch) -> bool {
        self.get_edge(branch).is_some_and(|edge| {
            self.marks[edge.source.index()].has(Marks::ENDLESS) && self.branch_range(edge.source.index()).len() == 1
        })
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
