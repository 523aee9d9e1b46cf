//! Strongly connected components of graphs of dense nodes.

use crate::sort::sort;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::DiGraph;

/// The nodes that lie on cycles together, producers before their users.
pub(super) struct Components {
    /// The component of each node; a component comes after all that its members use.
    pub(super) of: Vec<u32>,
    /// The members of each component, ascending.
    pub(super) members: Vec<Vec<u32>>,
    uses_itself: Vec<bool>,
}

impl Components {
    /// Finds the components of a graph with an edge from each user to each of its producers.
    pub(super) fn new(nodes: usize, uses: &[(u32, u32)]) -> Self {
        let mut graph = DiGraph::<(), ()>::with_capacity(nodes, uses.len());
        for _ in 0..nodes {
            graph.add_node(());
        }
        graph.extend_with_edges(uses);
        let mut uses_itself = vec![false; nodes];
        for &(user, _) in uses.iter().filter(|(user, producer)| user == producer) {
            uses_itself[user as usize] = true;
        }
        let mut of = vec![0; nodes];
        let mut members = Vec::new();
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

    /// Returns `true` if a node uses itself, by way of others or at once.
    pub(super) fn on_cycle(&self, node: u32) -> bool {
        self.uses_itself[node as usize] || self.members[self.of[node as usize] as usize].len() > 1
    }
}
