//! Features of branches in the code, which explain their landscapes.

use sbst::fitness::flag::Flags;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Branch};
use std::collections::VecDeque;

/// Features of a branch in the code.
///
/// Features are read off the control-flow graph and the declared flags; no execution is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Features {
    /// `true` if the branch tests the result of a call that the subject
    /// [declares](crate::subject::Subject::flags).
    ///
    /// A test of a call of code that is not instrumented is not declared.
    pub is_flag: bool,
    /// `true` if the decision lies on a cycle of its function, so that one call can evaluate it
    /// several times.
    pub is_in_loop: bool,
    /// Least number of decisions of the same function that must take a certain outcome before this
    /// decision is evaluated: 0 if every call evaluates it.
    pub nesting: u32,
}

/// Computes the features of branches. The flow of each function is read once.
pub(super) struct FeatureTable {
    /// By branch.
    is_flag: Vec<bool>,
    /// By block.
    nesting: Vec<u32>,
    /// By block.
    is_in_loop: Vec<bool>,
}

impl FeatureTable {
    /// Reads the features of all branches. O(blocks² + edges) for the greatest function, once for
    /// each function.
    pub(super) fn new(graph: &FlowGraph, flags: &Flags) -> Self {
        let mut is_flag = vec![false; graph.all_branches().len()];
        for branch in flags.branches() {
            if let Some(is_flag) = is_flag.get_mut(branch.index()) {
                *is_flag = true;
            }
        }
        Self { is_flag, nesting: nesting(graph), is_in_loop: in_loops(graph) }
    }

    /// Returns the features of a branch of the graph.
    pub(super) fn of(&self, graph: &FlowGraph, branch: Branch) -> Features {
        let source = graph.edge(branch).source.index();
        Features {
            is_flag: self.is_flag[branch.index()],
            is_in_loop: self.is_in_loop[source],
            nesting: self.nesting[source],
        }
    }
}

/// Returns for each block the least number of branches on a chain of control dependences from the
/// entry of its function.
fn nesting(graph: &FlowGraph) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut nesting = vec![UNKNOWN; graph.all_blocks().len()];
    // Breadth first, so that each block is first seen on a shortest chain.
    let mut queue: VecDeque<Block> =
        graph.all_blocks().filter(|&block| graph.depends_on_entry(block)).collect();
    for block in &queue {
        nesting[block.index()] = 0;
    }
    while let Some(block) = queue.pop_front() {
        for branch in graph.branches_of(block) {
            for dependent in graph.dependents(branch) {
                if nesting[dependent.index()] == UNKNOWN {
                    nesting[dependent.index()] = nesting[block.index()] + 1;
                    queue.push_back(dependent);
                }
            }
        }
    }
    // Blocks that no path reaches are on no chain. They have no branches that could be goals.
    for level in &mut nesting {
        if *level == UNKNOWN {
            *level = 0;
        }
    }
    nesting
}

/// Returns for each block with more than one branch whether a path leads from it back to it.
fn in_loops(graph: &FlowGraph) -> Vec<bool> {
    let mut in_loops = vec![false; graph.all_blocks().len()];
    // The last start from which a block was reached, so that nothing must be cleared between
    // starts.
    let mut reached_from = vec![u32::MAX; in_loops.len()];
    let mut stack = Vec::new();
    for start in graph.all_blocks().filter(|&block| graph.successors(block).len() > 1) {
        let mark = start.index() as u32;
        stack.push(start);
        while let Some(block) = stack.pop() {
            for (_, next) in graph.successors(block) {
                in_loops[start.index()] |= next == start;
                if reached_from[next.index()] != mark {
                    reached_from[next.index()] = mark;
                    stack.push(next);
                }
            }
            if in_loops[start.index()] {
                stack.clear();
            }
        }
    }
    in_loops
}
