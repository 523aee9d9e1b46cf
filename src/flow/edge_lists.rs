//! Lists made from edges.

use super::lists::Lists;
use alloc::vec::Vec;

impl Lists {
    /// Creates, for each node, the list of targets of its edges, in the order of the edges.
    pub(crate) fn of_edges(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let mut lists = Self::count(nodes);
        for &(source, _) in edges {
            lists.first[source as usize] += 1;
        }
        let mut place = lists.begin();
        for &(source, target) in edges.iter().rev() {
            place(source, target);
        }
        drop(place);
        lists
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
