//! Searches along edges between densely numbered nodes, and strongly connected components.

use crate::sort::sort;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::DiGraph;

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
    // The targets of the edges of each node, one list after the other, by counting sort: after the
    // second loop, `first[node]` is the end of a list, and each target moves it down by one. When
    // all targets are placed, it is the start of the list.
    let mut first = vec![0; marked.len() + 1];
    for &(source, _) in edges {
        first[source as usize] += 1;
    }
    let mut sum = 0;
    for count in &mut first {
        sum += *count;
        *count = sum;
    }
    let mut targets = vec![0; edges.len()];
    for &(source, target) in edges {
        let place = &mut first[source as usize];
        *place -= 1;
        targets[*place] = target as usize;
    }
    // One breadth-first search from all marked nodes at once.
    let mut lengths = vec![usize::MAX; marked.len()];
    let mut queue: Vec<usize> = (0..marked.len()).filter(|&node| marked[node]).collect();
    for &node in &queue {
        lengths[node] = 0;
    }
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for &next in &targets[first[node]..first[node + 1]] {
            if lengths[next] == usize::MAX {
                lengths[next] = lengths[node] + 1;
                queue.push(next);
            }
        }
    }
    lengths
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
