//! Dominators and post-dominators of one function.

use super::lists::Lists;
use super::rows::NONE;
use crate::id::Block;
use alloc::vec;
use alloc::vec::Vec;

#[cfg(doc)]
use super::FlowGraph;

/// The dominators, or the post-dominators, of the blocks of one function.
///
/// [`FlowGraph::dominators`] returns the dominators: block d dominates block y iff every walk from
/// the entry to y passes d. [`FlowGraph::post_dominators`] returns the post-dominators: d
/// post-dominates y iff every walk from y to the exit passes d. A block dominates itself. Blocks of
/// other functions, and blocks that cannot be reached, neither dominate nor are dominated.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // 0 -> {1, 2} -> 3 -> 4
/// let body = FlowBuilder::new()
///     .branch(0, 1, 2).jump(1, 3).jump(2, 3).jump(3, 4).exit(4);
/// let graph = FlowGraph::of(&body)?;
/// let function = graph.functions().next().expect("one was added");
/// let block = |local| graph.block(function, local);
///
/// let dominators = graph.dominators(function);
/// assert_eq!(dominators.immediate(block(3)), Some(block(0)));
/// assert!(
///     dominators.dominates(block(0), block(4))
///         && !dominators.dominates(block(1), block(3))
/// );
/// assert!(dominators.of(block(4)).eq([block(4), block(3), block(0)]));
/// assert!(graph.post_dominators(function).of(block(1)).eq([
///     block(1),
///     block(3),
///     block(4)
/// ]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The first block of the function.
    base: u32,
    /// By local number: the local number of the immediate dominator; [`NONE`] for a block without
    /// one.
    parent: Vec<u32>,
    /// By local number: the position of the block in a preorder of the tree. The subtree of a block
    /// is `position..end`, which is empty for a block that cannot be reached. Positions count from
    /// 1, so that 0 is free for the virtual exit.
    position: Vec<u32>,
    /// By local number: the position after the last block of the subtree.
    end: Vec<u32>,
}

impl Dominators {
    /// Creates the relation from its tree. Every `live` node without a parent is a root. Linear.
    pub(super) fn from_parents(base: u32, parent: Vec<u32>, live: &dyn Fn(u32) -> bool) -> Self {
        // A preorder of the tree makes each subtree an interval of positions. So one comparison
        // answers whether d dominates y; climbing from y to d would take as many steps as the tree
        // is deep. Roots that have no common parent (post-dominators below the virtual exit) are
        // numbered one after the other.
        let nodes = parent.len() as u32;
        let mut children = Lists::count(parent.len());
        for &above in parent.iter().filter(|&&above| above != NONE) {
            children.first[above as usize] += 1;
        }
        children.reverse(
            |node| parent[node as usize] != NONE,
            |node| core::slice::from_ref(&parent[node as usize]),
        );
        let (mut position, mut end) = (vec![0; parent.len()], vec![0; parent.len()]);
        let mut preorder = Vec::with_capacity(parent.len());
        let mut stack: Vec<u32> =
            (0..nodes).filter(|&node| live(node) && parent[node as usize] == NONE).collect();
        while let Some(node) = stack.pop() {
            preorder.push(node);
            position[node as usize] = preorder.len() as u32;
            stack.extend_from_slice(children.of(node));
        }
        // From the last position to the first: the `end` of a node is complete once all its
        // children were visited.
        for &node in preorder.iter().rev() {
            let own = end[node as usize].max(position[node as usize] + 1);
            end[node as usize] = own;
            if let Some(above) = end.get_mut(parent[node as usize] as usize) {
                *above = own.max(*above);
            }
        }
        Self { base, parent, position, end }
    }

    /// Returns the local number of a block; `None` for a block of another function or one that
    /// cannot be reached.
    fn local(&self, block: Block) -> Option<usize> {
        let local = block.index().checked_sub(self.base as usize)?;
        self.end.get(local).filter(|&&end| end > 0).map(|_| local)
    }

    /// Returns the nearest other block that dominates `block`.
    ///
    /// For dominators, `None` for the entry. For post-dominators, `None` if only the exit comes
    /// after `block` on every walk. Also `None` for a block of another function, or one that cannot
    /// be reached.
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        let parent = self.parent[self.local(block)?];
        (parent != NONE).then(|| Block::new(self.base + parent))
    }

    /// Returns `true` if `dominator` dominates `block`. Constant time.
    #[must_use]
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let pair = self.local(dominator).zip(self.local(block));
        pair.is_some_and(|(d, b)| self.subtree(d).contains(&self.position[b]))
    }

    /// Returns an iterator over `block` and all its dominators, the nearest first; empty for a
    /// block of another function, or one that cannot be reached.
    pub fn of(&self, block: Block) -> impl Iterator<Item = Block> + Clone {
        core::iter::successors(self.local(block).map(|_| block), |&b| self.immediate(b))
    }

    /// Returns the positions of a block and of all blocks that it dominates. The block is given by
    /// its local number.
    pub(super) fn subtree(&self, local: usize) -> core::ops::Range<u32> {
        self.position[local]..self.end[local]
    }
}
