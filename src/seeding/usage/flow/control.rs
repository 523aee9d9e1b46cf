//! A function in dense form.

use crate::flow::{FlowGraph, Lists, Outcome};
use crate::id::{Block, Function};
use crate::seeding::components::Components;
use alloc::vec;
use alloc::vec::Vec;

/// The blocks of a function that can be reached from its entry, by their numbers in the function.
pub(super) struct Control {
    base: u32,
    /// By edge.
    pub(super) edges: Vec<Edge>,
    /// By block: its edges, in the order of their names. A block that cannot be reached has none.
    pub(super) ways: Vec<Vec<usize>>,
    /// By block: whether a path may end there.
    pub(super) ends: Vec<bool>,
    /// By block: its strongly connected component.
    pub(super) component: Vec<u32>,
    /// By block: the least number of edges to a block in which a path may end.
    pub(super) to_end: Vec<usize>,
    pub(super) is_acyclic: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) name: Outcome,
    pub(super) to: usize,
    /// The place of the edge among the ways out of its block.
    pub(super) way: usize,
    /// Whether a path goes on in another way at the block, or ends there. Only these edges are taken at most once: then the paths do not
    /// depend on where the front end cuts a row of statements into blocks, such as a loop head in which a call ends its block. Each cycle has
    /// such an edge: an endless loop has one at its virtual exit.
    pub(super) is_decision: bool,
}

impl Control {
    /// Creates the control flow of a function; `None` if the graph has no such function.
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Option<Self> {
        let base = graph.get_block(function, 0)?.number();
        let count = graph.blocks_of(function).len();
        let block = |local: usize| Block::new(base + local as u32);
        let (mut edges, mut ways) = (Vec::new(), vec![Vec::new(); count]);
        let mut ends = vec![false; count];
        for from in (0..count).filter(|&from| graph.is_reachable(block(from))) {
            ends[from] = graph.is_exit(block(from)) || graph.is_virtual_exit(block(from));
            let is_decision = graph.successors(block(from)).count() + usize::from(ends[from]) > 1;
            for (name, to) in graph.successors(block(from)) {
                let (to, way) = ((to.number() - base) as usize, ways[from].len());
                ways[from].push(edges.len());
                edges.push(Edge { from, name, to, way, is_decision });
            }
        }
        let pairs: Vec<(u32, u32)> = edges.iter().map(|edge| (edge.from as u32, edge.to as u32)).collect();
        let component = Components::new(count, &pairs).of;
        let is_acyclic = edges.iter().all(|edge| component[edge.from] != component[edge.to]);
        let to_end = distances(count, edges.iter().map(|edge| (edge.from, edge.to)), |block| ends[block]);
        Some(Self { base, edges, ways, ends, component, to_end, is_acyclic })
    }

    pub(super) fn block(&self, local: usize) -> Block {
        Block::new(self.base + local as u32)
    }

    /// Returns `true` if an edge leads out of every loop around it, so that no edge before it can be taken again.
    pub(super) fn leaves_loops(&self, edge: Edge) -> bool {
        self.component[edge.from] != self.component[edge.to]
    }
}

/// Returns, by node, the least number of edges to a goal, `usize::MAX` if it cannot be reached.
pub(super) fn distances(count: usize, edges: impl Iterator<Item = (usize, usize)>, is_goal: impl Fn(usize) -> bool) -> Vec<usize> {
    let backwards: Vec<(u32, u32)> = edges.map(|(from, to)| (to as u32, from as u32)).collect();
    let before = Lists::of_edges(count, &backwards);
    let mut distance = vec![usize::MAX; count];
    let mut queue: Vec<usize> = (0..count).filter(|&node| is_goal(node)).collect();
    for &node in &queue {
        distance[node] = 0;
    }
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for &from in before.of(node as u32) {
            let from = from as usize;
            if distance[from] == usize::MAX {
                distance[from] = distance[node] + 1;
                queue.push(from);
            }
        }
    }
    distance
}
