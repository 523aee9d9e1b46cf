//! Ways up a forest that skip the nodes that are done with.

use alloc::vec::Vec;

/// The nodes of a forest, of which more and more are done with. A walk upwards visits the others only: so all walks together take
/// O(log n) amortized for each step, nearly linear in practice, however long the ways are.
///
/// Union-find with path halving (Tarjan, van Leeuwen, "Worst-Case Analysis of Set Union Algorithms", JACM 1984).
#[derive(Clone, Debug, Default)]
pub(crate) struct Skips {
    /// By node: itself while it is not done with; else a node above it, with none but done ones in between.
    next: Vec<u32>,
}

impl Skips {
    /// Forgets all nodes and begins with `nodes` new ones, none of them done with.
    pub(crate) fn begin(&mut self, nodes: u32) {
        self.next.clear();
        self.next.extend(0..nodes);
    }

    /// Adds a node, which has the next number.
    pub(crate) fn push(&mut self) {
        self.next.push(self.next.len() as u32);
    }

    #[inline]
    pub(crate) fn is_done(&self, node: u32) -> bool {
        self.next[node as usize] != node
    }

    /// From now on a node is skipped; `above` is its parent. A root has a number as its parent that no node has.
    #[inline]
    pub(crate) fn finish(&mut self, node: u32, above: u32) {
        self.next[node as usize] = above;
    }

    /// Returns the first node that is not done with on the way up from a node, itself included; above a root, its parent.
    #[inline]
    pub(crate) fn first_from(&mut self, mut node: u32) -> u32 {
        while let Some(&above) = self.next.get(node as usize) {
            if above == node {
                break;
            }
            // Halves the way for those who come later.
            let far = self.next.get(above as usize).copied().unwrap_or(above);
            self.next[node as usize] = far;
            node = far;
        }
        node
    }
}
