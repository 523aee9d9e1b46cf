//! The edges into the blocks of one function.

use super::Outcome;
use super::graph::FlowGraph;
use super::lists::Lists;
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// The predecessors of the blocks of one function: the sources of the declared edges that lead to each.
///
/// Made by [`FlowGraph::predecessors`]. Memory: 20 bytes for each edge, and 4 for each block.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
/// use sbst::id::Function;
///
/// // 0: while a { 1 }  2
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let find = Function::new(0);
/// let block = |local| graph.block(find, local);
/// let predecessors = graph.predecessors(find);
/// assert!(predecessors.of(block(0)).eq([(Outcome::Next, block(1))]));
/// assert!(predecessors.of(block(2)).eq([(Outcome::False, block(0))]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Predecessors {
    base: u32,
    /// By local number, and one more: where the edges into the block begin.
    first: Vec<u32>,
    edges: Vec<(Outcome, Block)>,
}

impl FlowGraph {
    /// Returns the predecessors of the blocks of a function, made on request: O(n + m) time for n blocks and m edges. None for a
    /// function of another graph.
    #[must_use]
    pub fn predecessors(&self, function: Function) -> Predecessors {
        let blocks = self.block_range(function);
        let edges = || blocks.clone().map(Block::new).flat_map(|source| self.successors(source).map(move |edge| (source, edge)));
        // How many edges lead to each block; then the place of each edge among all of them, in the order of their sources.
        let mut lists = Lists::count(blocks.len());
        for (_, (_, target)) in edges() {
            lists.first[(target.number() - blocks.start) as usize] += 1;
        }
        let mut place = lists.begin();
        let all: Vec<(Outcome, Block, u32)> =
            edges().map(|(source, (outcome, target))| (outcome, source, target.number() - blocks.start)).collect();
        for (number, edge) in (0..all.len() as u32).zip(&all).rev() {
            place(edge.2, number);
        }
        drop(place);
        let edges = lists.items.iter().map(|&number| (all[number as usize].0, all[number as usize].1)).collect();
        Predecessors { base: blocks.start, first: lists.first, edges }
    }

    /// Returns the blocks of a function that got a virtual edge to its exit, because an endless loop has no other way out: one for
    /// each terminal strongly connected component without an exit. Ascending; O(blocks of the function) for all of them.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1: loop { 2 } }  3: return
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).jump(1, 2).jump(2, 1).exit(3))?;
    /// let function = Function::new(0);
    /// assert!(graph.virtual_exits(function).eq([graph.block(function, 1)])); // it is nearest to the entry
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn virtual_exits(&self, function: Function) -> impl DoubleEndedIterator<Item = Block> + Clone {
        self.block_range(function).map(Block::new).filter(|&block| self.is_virtual_exit(block))
    }
}

impl Predecessors {
    /// Returns the edges into a block, each as its name and its source, ascending by the source; parallel edges in the order of
    /// [`Outcome`]. None for a block of another function. Sources that cannot be reached are listed, too.
    pub fn of(&self, block: Block) -> impl ExactSizeIterator<Item = (Outcome, Block)> + DoubleEndedIterator + Clone {
        let place = block.index().checked_sub(self.base as usize);
        let range = match place.and_then(|place| self.first.get(place..)?.get(..2)) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        };
        self.edges[range].iter().copied()
    }
}
