//! All that a graph says about itself, as plain data: equal pictures are equal graphs.

use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function};

/// One block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockPicture {
    pub function: Function,
    pub local: u32,
    pub statements: u32,
    pub exit: bool,
    pub reachable: bool,
    pub on_entry: bool,
    pub above: Option<Block>,
    pub successors: Vec<(Outcome, Block)>,
    pub branches: Vec<Branch>,
    pub controls: Vec<Branch>,
    pub arms: Option<usize>,
}

/// One branch.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchPicture {
    pub edge: Edge,
    pub endless: bool,
    pub dependents: Vec<Block>,
}

/// All functions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    pub blocks: Vec<BlockPicture>,
    pub branches: Vec<BranchPicture>,
    pub functions: usize,
}

impl Picture {
    /// What `graph` says.
    pub fn of(graph: &FlowGraph) -> Self {
        let block = |block: Block| BlockPicture {
            function: graph.function_of(block),
            local: graph.local(block),
            statements: graph.statements(block),
            exit: graph.is_exit(block),
            reachable: graph.is_reachable(block),
            on_entry: graph.depends_on_entry(block),
            above: graph.immediate_post_dominator(block),
            successors: graph.successors(block).collect(),
            branches: graph.branches_of(block).collect(),
            controls: graph.controls(block).collect(),
            arms: graph.arms(block).map(sbst::distance::Arms::len),
        };
        let branch = |branch: Branch| BranchPicture {
            edge: graph.edge(branch),
            endless: graph.is_endless(branch),
            dependents: graph.dependents(branch).collect(),
        };
        Self {
            blocks: graph.all_blocks().map(block).collect(),
            branches: graph.all_branches().map(branch).collect(),
            functions: graph.functions().len(),
        }
    }

    /// Whether `other` is this graph and possibly more functions.
    pub fn is_beginning_of(&self, other: &Self) -> bool {
        self.functions <= other.functions
            && other.blocks.starts_with(&self.blocks)
            && other.branches.starts_with(&self.branches)
    }

    /// The blocks of a function.
    pub fn of_function(&self, function: Function) -> &[BlockPicture] {
        let start = self.blocks.partition_point(|block| block.function < function);
        let end = self.blocks.partition_point(|block| block.function <= function);
        &self.blocks[start..end]
    }
}
