//! Walks up a forest that skip finished nodes.

use alloc::vec::Vec;

/// The nodes of a forest, of which more and more are finished. A walk upwards visits only
/// unfinished nodes, so each step takes O(log n) amortized, and nearly constant time in practice,
/// however long the paths are.
///
/// Union-find with path halving (Tarjan, van Leeuwen, "Worst-Case Analysis of Set Union
/// Algorithms", JACM 1984).
#[derive(Clone, Debug, Default)]
pub(crate) struct Skips {
    /// By node: the node itself while it is unfinished; then a node above it, with only finished
    /// nodes in between.
    next: Vec<u32>,
}

impl Skips {
    /// Removes all nodes and begins with `nodes` new ones, all of them unfinished.
    pub(crate) fn begin(&mut self, nodes: u32) {
        self.next.clear();
        self.next.extend(0..nodes);
    }

    /// Adds an unfinished node, which gets the next number.
    pub(crate) fn push(&mut self) {
        self.next.push(self.next.len() as u32);
    }

    /// Returns `true` if `node` is finished.
    #[inline]
    pub(crate) fn is_done(&self, node: u32) -> bool {
        self.next[node as usize] != node
    }

    /// Marks a node as finished. `above` is its parent; for a root, a number that no node has.
    #[inline]
    pub(crate) fn finish(&mut self, node: u32, above: u32) {
        self.next[node as usize] = above;
    }

    /// Returns the first unfinished node on the path upwards from `node`, itself included. Above a
    /// finished root, returns the number that is its parent.
    #[inline]
    pub(crate) fn first_from(&mut self, mut node: u32) -> u32 {
        // Union-find without ranks: a finished node is united with its parent. A root is united
        // with a number beyond all nodes, where the walk ends.
        while let Some(&above) = self.next.get(node as usize) {
            if above == node {
                break;
            }
            // Path halving: the next walk from here is half as long.
            let far = self.next.get(above as usize).copied().unwrap_or(above);
            self.next[node as usize] = far;
            node = far;
        }
        node
    }
}
