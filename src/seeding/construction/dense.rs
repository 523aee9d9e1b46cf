//! Graphs of dense nodes: users, reachability, strongly connected components.

use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::DiGraph;

/// The users of dense nodes, in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Users<U> {
    /// Where those of a node begin, and one more.
    first: Vec<u32>,
    items: Vec<U>,
}

impl<U: Copy> Users<U> {
    /// Of each producer its users, in the order in which the edges come.
    pub(super) fn new(nodes: usize, edges: impl Iterator<Item = (usize, U)> + Clone) -> Self {
        let mut first = vec![0; nodes + 1];
        edges.clone().for_each(|(producer, _)| first[producer + 1] += 1);
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut place = first.clone();
        let mut items: Vec<U> = edges.clone().next().map_or_else(Vec::new, |(_, user)| vec![user; sum as usize]);
        for (producer, user) in edges {
            items[place[producer] as usize] = user;
            place[producer] += 1;
        }
        Self { first, items }
    }

    pub(super) fn of(&self, node: usize) -> &[U] {
        &self.items[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

/// Which nodes are reached from those that are marked.
pub(super) fn reached<I: Iterator<Item = u32>>(mut marked: Vec<bool>, next: impl Fn(usize) -> I) -> Vec<bool> {
    let mut work: Vec<usize> = (0..marked.len()).filter(|&node| marked[node]).collect();
    while let Some(node) = work.pop() {
        for other in next(node) {
            if !core::mem::replace(&mut marked[other as usize], true) {
                work.push(other as usize);
            }
        }
    }
    marked
}

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
