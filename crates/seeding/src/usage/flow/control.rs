//! Dense form of the control flow of one function.

use super::trail::Trails;
use crate::search::{Components, distances};
use alloc::vec;
use alloc::vec::Vec;
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
    pub(super) ways: Vec<Vec<usize>>,
    /// By block: `true` if a path may end in the block.
    pub(super) ends: Vec<bool>,
    /// By block: the number of its strongly connected component.
    pub(super) component: Vec<u32>,
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
    /// The place of the edge among the edges out of its block.
    pub(super) way: usize,
    /// `true` if the block has another edge, or if a path may end in the block.
    ///
    /// A path takes each of these edges at most once, and other edges without limit. So the set of
    /// paths does not depend on where the front end cuts a row of statements into blocks; for
    /// example, a call in a loop head may end its block. Each cycle has such an edge: an endless
    /// loop has one at its virtual exit.
    pub(super) is_decision: bool,
}

impl Control {
    /// Reads the control flow of a function, or returns `None` if the graph has no such function.
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Option<Self> {
        let base = graph.get_block(function, 0)?.number();
        let count = graph.blocks_of(function).len();
        let block = |local: usize| Block::new(base + local as u32);
        let (mut edges, mut ways) = (Vec::new(), vec![Vec::new(); count]);
        let mut ends = vec![false; count];
        // In a loop that never ends, paths stop at the virtual exit of the loop: otherwise no path
        // would enter the loop.
        for exit in graph.virtual_exits(function).filter(|&exit| graph.is_reachable(exit)) {
            ends[graph.local(exit) as usize] = true;
        }
        for from in (0..count).filter(|&from| graph.is_reachable(block(from))) {
            ends[from] |= graph.is_exit(block(from));
            let is_decision = graph.successors(block(from)).count() + usize::from(ends[from]) > 1;
            for (name, to) in graph.successors(block(from)) {
                let (to, way) = ((to.number() - base) as usize, ways[from].len());
                ways[from].push(edges.len());
                edges.push(Edge { from, name, to, way, is_decision });
            }
        }
        // An edge between two components leaves all loops around its block, and no path comes back.
        // So only the edges within components can be ruled out by the decisions that a path has
        // taken, and need searches later.
        let pairs: Vec<(u32, u32)> =
            edges.iter().map(|edge| (edge.from as u32, edge.to as u32)).collect();
        let component = Components::new(count, &pairs).of;
        let is_acyclic = edges.iter().all(|edge| component[edge.from] != component[edge.to]);
        let to_end =
            distances(count, edges.iter().map(|edge| (edge.from, edge.to)), |block| ends[block]);
        Some(Self { base, edges, ways, ends, component, to_end, is_acyclic })
    }

    /// Returns the program-wide id of a block.
    pub(super) fn block(&self, local: usize) -> Block {
        Block::new(self.base + local as u32)
    }

    /// Returns `true` if an edge leaves every loop around its block. After it, a path cannot take
    /// any edge before it again.
    pub(super) fn leaves_loops(&self, edge: Edge) -> bool {
        self.component[edge.from] != self.component[edge.to]
    }
}

// Enumeration of all paths of a function, one after another.

/// A depth-first enumeration of all paths from the entry to an end that take each decision at most
/// once.
///
/// At each block, edges come in the order of their names; so the last decision of a path changes
/// first. If a block is an end and has edges, one path ends there, and others go on. No step is
/// made after which no end can be reached. Therefore each step leads to a path, and the time
/// between two paths is at most the number of edges of the path times the number of edges of the
/// loops around them.
pub(super) struct Paths<'c> {
    /// The control flow of the function.
    control: &'c Control,
    /// Searches that tell if an end can still be reached. It also knows which edges are on the
    /// path.
    trails: Trails<'c>,
    /// By block of the path: the number of edges out of it that were tried. There is one block more
    /// than edges.
    tried: Vec<usize>,
    /// The edges of the path.
    path: Vec<usize>,
    /// `true` if the last block of the path was entered and not examined yet.
    has_arrived: bool,
}

impl<'c> Paths<'c> {
    /// Creates the enumeration, before its first path.
    pub(super) fn new(control: &'c Control) -> Self {
        Self {
            control,
            trails: Trails::new(control),
            tried: vec![0],
            path: Vec::new(),
            has_arrived: true,
        }
    }

    /// Returns the edges of the next path, or `None` after the last path.
    pub(super) fn next(&mut self) -> Option<&[usize]> {
        let control = self.control;
        while let Some(tried) = self.tried.last_mut() {
            let block = self.path.last().map_or(0, |&edge| control.edges[edge].to);
            // A block that is an end gives its path once, when it is entered; the next call goes on
            // from there.
            if core::mem::take(&mut self.has_arrived) && control.ends[block] {
                return Some(&self.path);
            }
            if let Some(&edge) = control.ways[block].get(*tried) {
                *tried += 1;
                // A path takes each decision at most once.
                if self.trails.is_used(edge) {
                    continue;
                }
                let Edge { to, is_decision, .. } = control.edges[edge];
                self.trails.set_used(edge, true);
                // At this point an end can be reached from the block. After an edge that is no
                // decision it still can, since there is no other way on; after an edge that leaves
                // all loops it can, since no edge there was used. Only a decision within a loop
                // needs a search.
                if !is_decision
                    || control.leaves_loops(control.edges[edge])
                    || self.trails.can_end(to)
                {
                    self.path.push(edge);
                    self.tried.push(0);
                    self.has_arrived = true;
                } else {
                    self.trails.set_used(edge, false);
                }
            } else {
                // All edges were tried. Go back over one edge, which becomes available again.
                self.tried.pop();
                if let Some(edge) = self.path.pop() {
                    self.trails.set_used(edge, false);
                }
            }
        }
        None
    }
}
