//! Strongly connected components of dense nodes.

use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::DiGraph;

/// Which nodes lie on cycles together, producers before their users.
pub(super) struct Components {
    /// The component of each node; a component comes behind all that its members use.
    pub(super) of: Vec<u32>,
    /// The members of each component, ascending.
    pub(super) members: Vec<Vec<u32>>,
    uses_itself: Vec<bool>,
}

impl Components {
    /// Of a graph with an edge from each user to each of its producers.
    pub(super) fn new(nodes: usize, uses: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut graph = DiGraph::<(), ()>::with_capacity(nodes, 0);
        for _ in 0..nodes {
            graph.add_node(());
        }
        let mut uses_itself = vec![false; nodes];
        graph.extend_with_edges(uses.into_iter().inspect(|&(user, producer)| uses_itself[user as usize] |= user == producer));
        let mut of = vec![0; nodes];
        let mut components = petgraph::algo::kosaraju_scc(&graph);
        let members = components.iter_mut().enumerate().map(|(number, found)| {
            let mut members: Vec<u32> = found.drain(..).map(|node| node.index() as u32).collect();
            members.sort_unstable();
            members.iter().for_each(|&node| of[node as usize] = number as u32);
            members
        });
        Self { members: members.collect(), of, uses_itself }
    }

    /// Whether a node uses itself, by way of others or at once.
    pub(super) fn on_cycle(&self, node: u32) -> bool {
        self.uses_itself[node as usize] || self.members[self.of[node as usize] as usize].len() > 1
    }
}
