//! Searches along edges between densely numbered nodes, and strongly connected components.

use crate::sort::sort;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::{DiGraph, NodeIndex};

/// Marks all nodes that can be reached from marked nodes. O(nodes + edges).
pub(crate) fn reached(edges: &[(u32, u32)], marked: &[bool]) -> Vec<bool> {
    lengths(edges, marked).into_iter().map(|length| length != usize::MAX).collect()
}

/// Returns, by node, the least number of edges to a goal; `usize::MAX` if no goal can be reached.
/// O(nodes + edges).
pub(crate) fn distances(
    count: usize,
    edges: impl Iterator<Item = (usize, usize)>,
    is_goal: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let backwards: Vec<(u32, u32)> = edges.map(|(from, to)| (to as u32, from as u32)).collect();
    lengths(&backwards, &(0..count).map(is_goal).collect::<Vec<_>>())
}

/// Returns, by node, the least number of edges from a marked node; `usize::MAX` if the node cannot
/// be reached. Edges are pairs of source and target.
fn lengths(edges: &[(u32, u32)], marked: &[bool]) -> Vec<usize> {
    let graph = graph(marked.len(), edges);
    let mut lengths = vec![usize::MAX; marked.len()];
    // One breadth-first search from all marked nodes at once.
    let mut queue: Vec<NodeIndex> =
        graph.node_indices().filter(|node| marked[node.index()]).collect();
    for node in &queue {
        lengths[node.index()] = 0;
    }
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for next in graph.neighbors(node) {
            if lengths[next.index()] == usize::MAX {
                lengths[next.index()] = lengths[node.index()] + 1;
                queue.push(next);
            }
        }
    }
    lengths
}

/// Creates a graph of a number of nodes and of edges, pairs of source and target.
fn graph(nodes: usize, edges: &[(u32, u32)]) -> DiGraph<(), ()> {
    let mut graph = DiGraph::with_capacity(nodes, edges.len());
    for _ in 0..nodes {
        graph.add_node(());
    }
    graph.extend_with_edges(edges);
    graph
}

// Strongly connected components of graphs whose nodes are numbered densely.

/// The strongly connected components of a graph, in topological order: producers before their
/// users.
pub(super) struct Components {
    /// For each node, the number of its component. It is greater than the numbers of all other
    /// components that the node uses.
    pub(super) of: Vec<u32>,
    /// For each component, its nodes in ascending order.
    pub(super) members: Vec<Vec<u32>>,
    /// For each node, `true` if it lies on a cycle: it uses itself, directly or through other nodes.
    pub(super) is_on_cycle: Vec<bool>,
}

impl Components {
    /// Finds the components of a graph with an edge from each user to each of its producers. Time
    /// O(n log n) for n nodes and edges.
    pub(super) fn new(nodes: usize, uses: &[(u32, u32)]) -> Self {
        let (mut of, mut members) = (vec![0; nodes], Vec::new());
        // A component of one node does not say whether the node has an edge to itself.
        let mut is_on_cycle = vec![false; nodes];
        for &(user, producer) in uses {
            is_on_cycle[user as usize] |= user == producer;
        }
        // The algorithm returns components in postorder, targets of edges first. Edges lead to
        // producers, so producers come first.
        for found in petgraph::algo::kosaraju_scc(&graph(nodes, uses)) {
            let mut found: Vec<u32> = found.into_iter().map(|node| node.index() as u32).collect();
            sort(&mut found);
            for &node in &found {
                of[node as usize] = members.len() as u32;
                is_on_cycle[node as usize] |= found.len() > 1;
            }
            members.push(found);
        }
        Self { of, members, is_on_cycle }
    }
}
