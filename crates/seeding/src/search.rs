//! Lists of the targets of edges between densely numbered nodes.

use alloc::vec;
use alloc::vec::Vec;

/// One list of nodes for each node.
pub(crate) struct Lists {
    /// Where the list of each node begins, and one more.
    first: Vec<u32>,
    /// The lists, one after the other.
    items: Vec<u32>,
}

impl Lists {
    /// Creates, for each node, the list of targets of its edges, in the order of the edges. Time
    /// and space linear in nodes and edges.
    pub(crate) fn of_edges(nodes: usize, edges: &[(u32, u32)]) -> Self {
        // Counting sort: after the second loop, `first[node]` is the end of a list, and each item
        // moves it down by one. When all items are placed, it is the start of the list.
        let mut first = vec![0; nodes + 1];
        for &(source, _) in edges {
            first[source as usize] += 1;
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        let mut items = vec![0; edges.len()];
        for &(source, target) in edges.iter().rev() {
            let place = &mut first[source as usize];
            *place -= 1;
            items[*place as usize] = target;
        }
        Self { first, items }
    }

    /// Returns the list of a node.
    pub(crate) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.items[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Marks all nodes that can be reached from marked nodes.
    pub(crate) fn reached(&self, mut marked: Vec<bool>) -> Vec<bool> {
        let mut waiting: Vec<u32> =
            (0..marked.len() as u32).filter(|&node| marked[node as usize]).collect();
        while let Some(node) = waiting.pop() {
            for &next in self.of(node) {
                if !core::mem::replace(&mut marked[next as usize], true) {
                    waiting.push(next);
                }
            }
        }
        marked
    }
}

/// Returns, by node, the least number of edges to a goal; `usize::MAX` if no goal can be reached.
/// O(nodes + edges).
pub(crate) fn distances(
    count: usize,
    edges: impl Iterator<Item = (usize, usize)>,
    is_goal: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let backwards: Vec<(u32, u32)> = edges.map(|(from, to)| (to as u32, from as u32)).collect();
    let before = Lists::of_edges(count, &backwards);
    let mut distance = vec![usize::MAX; count];
    // One breadth-first search backwards from all goals at once.
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
