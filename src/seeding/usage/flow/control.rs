//! A function in dense form.

use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

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
    pub(super) component: Vec<usize>,
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
    /// `None` if the graph has no such function.
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
        let mut as_graph = DiGraph::<(), (), usize>::default();
        for _ in 0..count {
            as_graph.add_node(());
        }
        as_graph.extend_with_edges(edges.iter().map(|edge| (edge.from, edge.to)));
        let mut component = vec![0; count];
        let components = kosaraju_scc(&as_graph);
        for (number, members) in components.iter().enumerate() {
            for node in members {
                component[NodeIndex::index(*node)] = number;
            }
        }
        let is_acyclic = edges.iter().all(|edge| component[edge.from] != component[edge.to]);
        let to_end = distances(count, edges.iter().map(|edge| (edge.from, edge.to)), |block| ends[block]);
        Some(Self { base, edges, ways, ends, component, to_end, is_acyclic })
    }

    pub(super) fn block(&self, local: usize) -> Block {
        Block::new(self.base + local as u32)
    }

    /// Whether an edge leads out of every loop around it, so that no edge before it can be taken again.
    pub(super) fn leaves_loops(&self, edge: Edge) -> bool {
        self.component[edge.from] != self.component[edge.to]
    }
}

/// By node: the least number of edges to a goal, `usize::MAX` if it cannot be reached.
pub(super) fn distances(
    count: usize,
    edges: impl Iterator<Item = (usize, usize)> + Clone,
    is_goal: impl Fn(usize) -> bool,
) -> Vec<usize> {
    // Edges backwards, in rows one after another.
    let mut first = vec![0; count + 1];
    for (_, to) in edges.clone() {
        first[to + 1] += 1;
    }
    for node in 0..count {
        first[node + 1] += first[node];
    }
    let (mut fill, mut before) = (first.clone(), vec![0; first[count]]);
    for (from, to) in edges {
        before[fill[to]] = from;
        fill[to] += 1;
    }
    let mut distance = vec![usize::MAX; count];
    let mut queue: Vec<usize> = (0..count).filter(|&node| is_goal(node)).collect();
    for &node in &queue {
        distance[node] = 0;
    }
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for &from in &before[first[node]..first[node + 1]] {
            if distance[from] == usize::MAX {
                distance[from] = distance[node] + 1;
                queue.push(from);
            }
        }
    }
    distance
}
