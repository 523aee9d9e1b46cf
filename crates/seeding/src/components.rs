//! Strongly connected components of graphs whose nodes are numbered densely.

use crate::sort::sort;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::DiGraph;

/// The strongly connected components of a graph, in topological order: producers before their
/// users.
pub(super) struct Components {
    /// For each node, the number of its component. It is greater than the numbers of all other
    /// components that the node uses.
    pub(super) of: Vec<u32>,
    /// For each component, its nodes in ascending order.
    pub(super) members: Vec<Vec<u32>>,
    /// For each node, `true` if it has an edge to itself.
    uses_itself: Vec<bool>,
}

impl Components {
    /// Finds the components of a graph with an edge from each user to each of its producers. Time
    /// O(n log n) for n nodes and edges.
    pub(super) fn new(nodes: usize, uses: &[(u32, u32)]) -> Self {
        let mut graph = DiGraph::<(), ()>::with_capacity(nodes, uses.len());
        for _ in 0..nodes {
            graph.add_node(());
        }
        graph.extend_with_edges(uses);
        // A component of one node does not say whether the node has an edge to itself, which is a
        // cycle, too.
        let mut uses_itself = vec![false; nodes];
        for &(user, _) in uses.iter().filter(|(user, producer)| user == producer) {
            uses_itself[user as usize] = true;
        }
        let mut of = vec![0; nodes];
        let mut members = Vec::new();
        // The algorithm returns components in postorder, targets of edges first. Edges lead to
        // producers, so producers come first.
        for found in petgraph::algo::kosaraju_scc(&graph) {
            let mut found: Vec<u32> = found.into_iter().map(|node| node.index() as u32).collect();
            sort(&mut found);
            for &node in &found {
                of[node as usize] = members.len() as u32;
            }
            members.push(found);
        }
        Self { of, members, uses_itself }
    }

    /// Returns `true` if a node lies on a cycle: it uses itself, directly or through other nodes.
    pub(super) fn on_cycle(&self, node: u32) -> bool {
        self.uses_itself[node as usize] || self.members[self.of[node as usize] as usize].len() > 1
    }
}
