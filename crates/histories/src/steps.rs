//! The steps from block to block of a function, for the enumeration of paths and for data flow.

use alloc::vec::Vec;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use sbst::flow::FlowGraph;
use sbst::id::{Block, Function};

/// The reachable blocks of one function, by their numbers within it, and the edges between them.
/// Parallel edges are one step.
#[derive(Debug)]
pub(crate) struct Steps {
    /// The blocks of the function.
    all: Vec<Block>,
    /// By block: `true` if it can be reached.
    live: Vec<bool>,
    /// The successors of each block, ascending.
    forward: Vec<Vec<u32>>,
    /// The predecessors of each block, ascending, without those that cannot be reached.
    backward: Vec<Vec<u32>>,
}

impl Steps {
    /// Reads a function; without blocks for a function of another graph. O(m log d) for m edges and
    /// at most d edges out of a block.
    pub(crate) fn of(graph: &FlowGraph, function: Function) -> Self {
        let all: Vec<Block> = match graph.get_block(function, 0) {
            Some(_) => graph.blocks_of(function).collect(),
            None => Vec::new(),
        };
        let live: Vec<bool> = all.iter().map(|&block| graph.is_reachable(block)).collect();
        let (mut forward, mut backward) = (Vec::new(), alloc::vec![Vec::new(); all.len()]);
        for (source, &block) in (0..).zip(&all) {
            let local = |target: Block| target.number() - all[0].number();
            let mut targets: Vec<u32> =
                graph.successors(block).map(|(_, target)| local(target)).collect();
            targets.sort_unstable();
            targets.dedup();
            for &target in targets.iter().filter(|_| live[source as usize]) {
                backward[target as usize].push(source);
            }
            forward.push(targets);
        }
        Self { all, live, forward, backward }
    }

    /// Returns the number of blocks, including those that cannot be reached.
    pub(crate) fn len(&self) -> usize {
        self.live.len()
    }

    /// Returns an iterator over the blocks that can be reached, ascending.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.live.len() as u32).filter(|&local| self.live[local as usize])
    }

    /// Returns the successors of a block, ascending, each once.
    pub(crate) fn successors(&self, local: u32) -> &[u32] {
        &self.forward[local as usize]
    }

    /// Returns the predecessors of a block, ascending, each once.
    pub(crate) fn predecessors(&self, local: u32) -> &[u32] {
        &self.backward[local as usize]
    }

    /// Returns the program-wide id of a block.
    pub(crate) fn block(&self, local: u32) -> Block {
        self.all[local as usize]
    }

    /// Returns the number of a block within the function.
    pub(crate) fn local(&self, block: Block) -> u32 {
        block.number() - self.all[0].number()
    }

    /// Returns the strongly connected component of each block that can be reached.
    pub(crate) fn components(&self) -> Vec<usize> {
        let edges = self
            .blocks()
            .flat_map(|source| self.successors(source).iter().map(move |&target| (source, target)));
        let mut graph = DiGraph::<(), ()>::from_edges(edges);
        while graph.node_count() < self.len() {
            graph.add_node(());
        }
        // Petgraph's other algorithm recurses.
        let mut component = alloc::vec![0; self.len()];
        for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
            for member in members {
                component[member.index()] = number;
            }
        }
        component
    }

    /// Returns the place of each block in an order in which a block comes before its successors,
    /// unless they lead back to it: reverse postorder of a search from the entry.
    pub(crate) fn places(&self) -> Vec<u32> {
        let mut place = alloc::vec![0; self.len()];
        let mut left = self.blocks().count() as u32;
        let (mut seen, mut stack) = (alloc::vec![false; self.len()], Vec::new());
        if self.len() > 0 {
            seen[0] = true;
            stack.push((0, 0));
        }
        while let Some((block, next)) = stack.last_mut() {
            let (block, target) = (*block, self.successors(*block).get(*next));
            *next += 1;
            match target {
                Some(&target) if !core::mem::replace(&mut seen[target as usize], true) => {
                    stack.push((target, 0));
                }
                Some(_) => {}
                None => {
                    left -= 1;
                    place[block as usize] = left;
                    stack.pop();
                }
            }
        }
        place
    }
}
