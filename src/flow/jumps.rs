//! Jump pointers far up a tree.

use alloc::vec::Vec;

/// A second ancestor, far up the tree, for each node. Any ancestor is O(log n) steps away, if each
/// step goes to the far ancestor unless that is too far, and to the parent otherwise. Constant time
/// and eight bytes for each node.
///
/// Myers, "An Applicative Random-Access Stack" (1983).
#[derive(Clone, Debug, Default)]
pub(crate) struct Jumps(Vec<Jump>);

/// The depth of a node, and its far ancestor.
#[derive(Clone, Copy, Debug)]
struct Jump {
    depth: u32,
    to: u32,
}

impl Jumps {
    /// Removes all nodes and begins with `nodes` new ones, each of them a root.
    pub(crate) fn begin(&mut self, nodes: u32) {
        self.0.clear();
        self.0.extend((0..nodes).map(|node| Jump { depth: 0, to: node }));
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a node below `above`. The node gets the next number.
    pub(crate) fn push_below(&mut self, above: u32) {
        self.0.push(self.below(above));
    }

    /// Moves a root without children below another node.
    #[cfg(feature = "subsumption")]
    pub(crate) fn hang(&mut self, node: u32, above: u32) {
        self.0[node as usize] = self.below(above);
    }

    /// Returns the far ancestor of a node; for a root, the root itself.
    pub(crate) fn far(&self, node: u32) -> u32 {
        self.0[node as usize].to
    }

    /// Returns the jump of a new node below `above`.
    fn below(&self, above: u32) -> Jump {
        let near = self.0[above as usize];
        let far = self.0[near.to as usize];
        // If the last two jumps above have the same length, the new jump covers both and the step
        // to the parent, as carries do in a binary number. So the lengths on a path grow
        // geometrically.
        let twins = near.depth - far.depth == far.depth - self.0[far.to as usize].depth;
        Jump { depth: near.depth + 1, to: if twins { far.to } else { above } }
    }
}
