//! Pointers far up a tree.

use alloc::vec::Vec;

/// For each node of a tree an ancestor farther up, such that any ancestor is O(log n) steps away, if each step goes to the farther ancestor
/// where that does not lead too far, and to the parent where it does. Constant time and eight bytes for each node.
///
/// Myers, "An Applicative Random-Access Stack" (1983).
#[derive(Clone, Debug, Default)]
pub(crate) struct Jumps(Vec<Jump>);

#[derive(Clone, Copy, Debug)]
struct Jump {
    depth: u32,
    to: u32,
}

impl Jumps {
    /// Forgets all nodes and begins with `nodes` new ones, each of them a root.
    pub(crate) fn begin(&mut self, nodes: u32) {
        self.0.clear();
        self.0.extend((0..nodes).map(|node| Jump { depth: 0, to: node }));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a node, which has the next number, below one that is there.
    pub(crate) fn push_below(&mut self, above: u32) {
        self.0.push(self.below(above));
    }

    /// Hangs a root that nothing hangs on below another node.
    #[cfg(feature = "subsumption")]
    pub(crate) fn hang(&mut self, node: u32, above: u32) {
        self.0[node as usize] = self.below(above);
    }

    /// The farther ancestor of a node; of a root, itself.
    pub(crate) fn far(&self, node: u32) -> u32 {
        self.0[node as usize].to
    }

    fn below(&self, above: u32) -> Jump {
        let near = self.0[above as usize];
        let far = self.0[near.to as usize];
        // Two jumps of one length become one of twice that length, as carries do in a binary number.
        let twins = near.depth - far.depth == far.depth - self.0[far.to as usize].depth;
        Jump { depth: near.depth + 1, to: if twins { far.to } else { above } }
    }
}
