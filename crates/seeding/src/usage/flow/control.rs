//! Dense form of the control flow of one function.

use crate::search::{Components, distances};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, Function};

/// The control flow of a function, in which blocks are their numbers in the function and edges are
/// numbered, too.
///
/// Blocks that cannot be reached from the entry have no edges and are no ends.
pub(super) struct Control {
    /// The program-wide number of block 0, which is the entry.
    base: u32,
    /// The edges, in the order of their blocks.
    pub(super) edges: Vec<Edge>,
    /// By block: the numbers of its edges, in the order of their names. A block that cannot be
    /// reached has none.
    pub(super) ways: Vec<Range<usize>>,
    /// By block: `true` if a path may end in the block.
    pub(super) ends: Vec<bool>,
    /// By block: the least number of edges to a block in which a path may end; `usize::MAX` if
    /// there is none.
    pub(super) to_end: Vec<usize>,
    /// `true` if the function has no loop.
    pub(super) is_acyclic: bool,
}

/// An edge of a function.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The block that the edge leaves.
    pub(super) from: usize,
    /// The outcome of the block that takes the edge.
    pub(super) name: Outcome,
    /// The block to which the edge leads.
    pub(super) to: usize,
    /// `true` if the block has another edge, or if a path may end in the block.
    ///
    /// A path takes each of these edges at most once, and other edges without limit. So the set of
    /// paths does not depend on where the front end cuts a row of statements into blocks; for
    /// example, a call in a loop head may end its block. Each cycle has such an edge: an endless
    /// loop has one at its virtual exit.
    pub(super) is_decision: bool,
    /// `true` if the edge leaves every loop around its block. After it, a path cannot take any edge
    /// before it again.
    pub(super) leaves_loops: bool,
}

impl Control {
    /// Reads the control flow of a function, or returns `None` if the graph has no such function.
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Option<Self> {
        let base = graph.get_block(function, 0)?.number();
        let count = graph.blocks_of(function).len();
        let block = |local: usize| Block::new(base + local as u32);
        let (mut edges, mut ways) = (Vec::new(), Vec::new());
        let mut ends = vec![false; count];
        // In a loop that never ends, paths stop at the virtual exit of the loop: otherwise no path
        // would enter the loop.
        for exit in graph.virtual_exits(function).filter(|&exit| graph.is_reachable(exit)) {
            ends[graph.local(exit) as usize] = true;
        }
        for (from, is_end) in ends.iter_mut().enumerate() {
            let first = edges.len();
            if graph.is_reachable(block(from)) {
                *is_end |= graph.is_exit(block(from));
                let successors = graph.successors(block(from));
                let is_decision = successors.clone().count() + usize::from(*is_end) > 1;
                edges.extend(successors.map(|(name, to)| {
                    let to = (to.number() - base) as usize;
                    Edge { from, name, to, is_decision, leaves_loops: true }
                }));
            }
            ways.push(first..edges.len());
        }
        // An edge between two components leaves all loops around its block, and no path comes back.
        // So only the edges within components can be ruled out by the decisions that a path has
        // taken, and need searches later.
        let pairs: Vec<(u32, u32)> =
            edges.iter().map(|edge| (edge.from as u32, edge.to as u32)).collect();
        let component = Components::new(count, &pairs).of;
        for edge in &mut edges {
            edge.leaves_loops = component[edge.from] != component[edge.to];
        }
        let is_acyclic = edges.iter().all(|edge| edge.leaves_loops);
        let to_end =
            distances(count, edges.iter().map(|edge| (edge.from, edge.to)), |block| ends[block]);
        Some(Self { base, edges, ways, ends, to_end, is_acyclic })
    }

    /// Returns the program-wide id of a block.
    pub(super) fn block(&self, local: usize) -> Block {
        Block::new(self.base + local as u32)
    }

    /// Returns, by block, the calls of the block. A block that cannot be reached has none.
    pub(super) fn reached_calls<T, C: IntoIterator<Item = T>>(
        &self,
        calls: impl Fn(Block) -> C,
    ) -> Vec<Vec<T>> {
        // `calls` is asked once for each reachable block: the closure of the caller may be slow,
        // and each object reads the calls again.
        let of = |block: usize| {
            if self.ends[block] || !self.ways[block].is_empty() {
                calls(self.block(block)).into_iter().collect()
            } else {
                Vec::new()
            }
        };
        (0..self.ways.len()).map(of).collect()
    }
}
