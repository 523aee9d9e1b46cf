//! Dominance and post-dominance of one function, to be asked.

use super::lists::Lists;
use super::rows::NONE;
use crate::id::Block;
use alloc::vec;
use alloc::vec::Vec;

#[cfg(doc)]
use super::FlowGraph;

/// The dominators, or the post-dominators, of the blocks of one function.
///
/// Made by [`FlowGraph::dominators`]: block d dominates block y iff every walk from the entry to y passes d. Or made by
/// [`FlowGraph::post_dominators`]: iff every walk from y to the exit passes d. A block dominates itself. Blocks of other functions,
/// and blocks that cannot be reached, neither dominate nor are dominated.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // 0 -> {1, 2} -> 3 -> 4
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).jump(3, 4).exit(4))?;
/// let function = graph.functions().next().expect("one was added");
/// let block = |local| graph.block(function, local);
///
/// let dominators = graph.dominators(function);
/// assert_eq!(dominators.immediate(block(3)), Some(block(0)));
/// assert!(dominators.dominates(block(0), block(4)) && !dominators.dominates(block(1), block(3)));
/// assert!(dominators.of(block(4)).eq([block(4), block(3), block(0)]));
/// assert!(graph.post_dominators(function).of(block(1)).eq([block(1), block(3), block(4)]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dominators {
    base: u32,
    /// By local number: the local number of the immediate dominator; [`NONE`] for a block without one.
    parent: Vec<u32>,
    /// Preorder positions in the tree; a subtree is `position..end`, and empty for a block that cannot be reached. They count from
    /// 1, so that 0 is left for the virtual exit.
    position: Vec<u32>,
    end: Vec<u32>,
}

impl Dominators {
    /// From the tree; every `live` node without a parent is a root. Linear.
    pub(super) fn from_parents(base: u32, parent: Vec<u32>, live: impl Fn(u32) -> bool) -> Self {
        let nodes = parent.len() as u32;
        let mut children = Lists::count(parent.len());
        parent.iter().filter(|&&above| above != NONE).for_each(|&above| children.first[above as usize] += 1);
        children.reverse(|node| parent[node as usize] != NONE, |node| core::slice::from_ref(&parent[node as usize]));
        let (mut position, mut end) = (vec![0; parent.len()], vec![0; parent.len()]);
        let mut preorder = Vec::with_capacity(parent.len());
        let mut stack: Vec<u32> = (0..nodes).filter(|&node| live(node) && parent[node as usize] == NONE).collect();
        while let Some(node) = stack.pop() {
            preorder.push(node);
            position[node as usize] = preorder.len() as u32;
            stack.extend_from_slice(children.of(node));
        }
        // From the last to the first: children push the end of their parent.
        for &node in preorder.iter().rev() {
            let own = end[node as usize].max(position[node as usize] + 1);
            end[node as usize] = own;
            if let Some(above) = end.get_mut(parent[node as usize] as usize) {
                *above = own.max(*above);
            }
        }
        Self { base, parent, position, end }
    }

    /// The first block, and for each whether it is in the tree, and its parent.
    #[cfg(feature = "serde")]
    pub(super) fn parents(&self) -> (u32, impl Iterator<Item = (bool, u32)>) {
        (self.base, self.end.iter().zip(&self.parent).map(|(&end, &parent)| (end > 0, parent)))
    }

    fn local(&self, block: Block) -> Option<usize> {
        let local = block.index().checked_sub(self.base as usize)?;
        self.end.get(local).filter(|&&end| end > 0).map(|_| local)
    }

    /// The nearest other block that dominates `block`; `None` for the entry (for post-dominators: where only the exit is left).
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        let parent = self.parent[self.local(block)?];
        (parent != NONE).then(|| Block::new(self.base + parent))
    }

    /// Whether `dominator` dominates `block`. Constant time.
    #[must_use]
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let pair = self.local(dominator).zip(self.local(block));
        pair.is_some_and(|(d, b)| self.subtree(d).contains(&self.position[b]))
    }

    /// `block` and all its dominators, the farthest last.
    pub fn of(&self, block: Block) -> impl Iterator<Item = Block> + Clone {
        core::iter::successors(self.local(block).map(|_| block), |&b| self.immediate(b))
    }

    /// The positions of a block, by local number, and of all that it dominates.
    pub(super) fn subtree(&self, local: usize) -> core::ops::Range<u32> {
        self.position[local]..self.end[local]
    }
}
