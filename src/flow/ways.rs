//! The edges of blocks.

use super::graph::FlowGraph;
use super::rows::{Marks, NONE};
use super::said::{Said, Ways};
use super::{Edge, Outcome};
use crate::id::{Block, Branch, Function};
use alloc::vec;
use alloc::vec::Vec;

impl FlowGraph {
    /// Returns a branch with its source, its target and its outcome.
    ///
    /// # Panics
    ///
    /// If the graph has no such branch; see [`get_edge`](Self::get_edge).
    #[must_use]
    #[track_caller]
    pub fn edge(&self, branch: Branch) -> Edge {
        let Some(found) = self.get_edge(branch) else { panic!("the graph has no branch {branch}") };
        found
    }

    /// Returns a branch with its source, its target and its outcome; `None` if the graph has no
    /// such branch.
    #[must_use]
    #[inline]
    pub fn get_edge(&self, branch: Branch) -> Option<Edge> {
        let index = branch.index();
        Some(Edge {
            branch,
            source: Block::new(*self.rows.source.get(index)?),
            target: Block::new(*self.rows.target.get(index)?),
            outcome: self.rows.outcome.get(index)?.outcome(&self.rows.cases),
        })
    }

    /// Returns the branch of a block with this outcome; `None` if the block has no such branch.
    /// O(log branches of the block).
    #[must_use]
    pub fn branch(&self, block: Block, outcome: Outcome) -> Option<Branch> {
        let range = self.branch_range(block.index());
        let codes = &self.rows.outcome[range.start as usize..range.end as usize];
        let place =
            codes.binary_search_by(|code| code.outcome(&self.rows.cases).cmp(&outcome)).ok()?;
        Some(Branch::new(range.start + place as u32))
    }

    /// Returns an iterator over the declared edges of a block, branches or not: the outcome and the
    /// target of each, in the order of [`Outcome`]. Empty for a block of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1 } 2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// assert!(
    ///     graph
    ///         .successors(block(0))
    ///         .eq([(Outcome::True, block(1)), (Outcome::False, block(2))])
    /// );
    /// // An edge, but no branch.
    /// assert!(graph.successors(block(1)).eq([(Outcome::Next, block(2))]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn successors(
        &self,
        block: Block,
    ) -> impl ExactSizeIterator<Item = (Outcome, Block)> + DoubleEndedIterator + Clone {
        let jump = self.rows.jump.get(block.index()).copied().filter(|&to| to != NONE);
        // A block with a jump has no branches: the range counts either the jump or the branches.
        let places = if jump.is_some() { 0..1 } else { self.branch_range(block.index()) };
        places.map(move |place| match jump {
            Some(to) => (self.rows.name_of_jump(block), Block::new(to)),
            None => (
                self.rows.outcome[place as usize].outcome(&self.rows.cases),
                Block::new(self.rows.target[place as usize]),
            ),
        })
    }

    /// Returns the two targets of a block that only decides after its statements; `None` if it has
    /// an exception edge or an exit, or is not two-way.
    pub(crate) fn two_ways(&self, block: Block) -> Option<[Block; 2]> {
        let mut ways = self.successors(block);
        let (Some((Outcome::True, on_true)), Some((Outcome::False, on_false)), None) =
            (ways.next(), ways.next(), ways.next())
        else {
            return None;
        };
        (!self.is_exit(block)).then_some([on_true, on_false])
    }

    /// Returns what a block can be in a decision.
    pub(crate) fn ways(&self, block: Block) -> Ways {
        let mut successors = self.successors(block);
        match (self.two_ways(block), successors.next(), successors.next()) {
            _ if !self.is_reachable(block) => Ways::Dead,
            (Some(ways), ..) => Ways::Two(ways),
            (None, Some((_, to)), None) if !self.is_exit(block) => Ways::One(to),
            _ => Ways::Other,
        }
    }

    /// Returns the members of decisions of a function, ascending by block.
    pub(crate) fn said_in(&self, function: Function) -> &[Said] {
        let blocks = self.block_range(function);
        let from = self.rows.said.partition_point(|member| member.block.number() < blocks.start);
        let to = self.rows.said.partition_point(|member| member.block.number() < blocks.end);
        &self.rows.said[from..to]
    }

    /// Returns the block to which the edge of a block with this outcome leads; `None` if the block
    /// has no such edge. O(log branches of the block).
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// assert_eq!(graph.target(block(0), Outcome::False), Some(block(2)));
    /// // The only edge is no branch.
    /// assert_eq!(graph.target(block(1), Outcome::Next), Some(block(2)));
    /// assert_eq!(graph.target(block(2), Outcome::Next), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn target(&self, block: Block, outcome: Outcome) -> Option<Block> {
        match self.branch(block, outcome) {
            Some(branch) => self.get_edge(branch).map(|edge| edge.target),
            // The only edge of a block is not a branch.
            None => self.successors(block).next().filter(|way| way.0 == outcome).map(|way| way.1),
        }
    }

    /// Returns `true` if a block was marked as an exit, so that its function may end in it. `false`
    /// for blocks of an endless loop that were not marked, and for a block of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: loop { 1: yield }
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1).jump(1, 0))?;
    /// assert_eq!(
    ///     [0, 1].map(|local| graph.is_exit(graph.block(Function::new(0), local))),
    ///     [false, true]
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn is_exit(&self, block: Block) -> bool {
        self.rows.marks.get(block.index()).is_some_and(|marks| marks.has(Marks::EXIT))
    }

    /// Returns `true` if a block has a virtual edge to the exit, because an endless loop has no
    /// other way out: see [`virtual_exits`](Self::virtual_exits).
    pub(crate) fn is_virtual_exit(&self, block: Block) -> bool {
        self.rows.marks.get(block.index()).is_some_and(|marks| marks.has(Marks::ENDLESS))
    }

    /// Returns `true` if some walk leads from the entry of its function to a block. `false` only
    /// for blocks that were kept with [`Unreachable::Keep`](super::Unreachable::Keep), and for a
    /// block of another graph.
    #[must_use]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.rows.marks.get(block.index()).is_some_and(|marks| marks.has(Marks::REACHABLE))
    }

    /// Returns `true` if an edge is a branch only because of the virtual exit of an endless loop:
    /// its source has no other edge and is not marked as an exit. `false` for a branch of another
    /// graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// // 0: loop {}
    /// let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 0))?;
    /// let next = graph
    ///     .branch(graph.entry(Function::new(0)), Outcome::Next)
    ///     .expect("beside the virtual exit");
    /// assert!(graph.is_endless(next)); // so it is no goal
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn is_endless(&self, branch: Branch) -> bool {
        self.get_edge(branch).is_some_and(|edge| {
            self.rows.marks[edge.source.index()].has(Marks::ENDLESS)
                && self.branch_range(edge.source.index()).len() == 1
        })
    }

    /// Returns the edges into the blocks of a function. For each block, by its number within the
    /// function, the list has the outcome and the source of each declared edge to the block.
    ///
    /// Each list is ordered by source, then by [`Outcome`]. Sources that cannot be reached are
    /// listed, too. Empty for a function of another graph. The graph does not store these lists:
    /// O(n + m) time for n blocks and m edges.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// // 0: while a { 1 }  2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let find = Function::new(0);
    /// let predecessors = graph.predecessors(find);
    /// assert_eq!(predecessors[0], [(Outcome::Next, graph.block(find, 1))]);
    /// assert_eq!(predecessors[2], [(Outcome::False, graph.block(find, 0))]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn predecessors(&self, function: Function) -> Vec<Vec<(Outcome, Block)>> {
        let blocks = self.block_range(function);
        let mut found = vec![Vec::new(); blocks.len()];
        for source in self.blocks_of(function) {
            for (outcome, target) in self.successors(source) {
                found[(target.number() - blocks.start) as usize].push((outcome, source));
            }
        }
        found
    }

    /// Returns an iterator over the blocks of a function that have a virtual edge to the exit,
    /// ascending.
    ///
    /// Each terminal strongly connected component without an exit, which is an endless loop, has
    /// one such block. O(blocks of the function) for all of them.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1: loop { 2 } }  3: return
    /// let body = FlowBuilder::new().branch(0, 1, 3).jump(1, 2).jump(2, 1).exit(3);
    /// let graph = FlowGraph::of(&body)?;
    /// let function = Function::new(0);
    /// // It is nearest to the entry.
    /// assert!(graph.virtual_exits(function).eq([graph.block(function, 1)]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn virtual_exits(
        &self,
        function: Function,
    ) -> impl DoubleEndedIterator<Item = Block> + Clone {
        self.block_range(function).map(Block::new).filter(|&block| self.is_virtual_exit(block))
    }
}
