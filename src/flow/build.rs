//! Adding one function: the way from a description to the rows of the graph.
//!
//! 1. The blocks are read and checked ([`read`](super::read)).
//! 2. A depth-first search from the entry puts the blocks in reverse postorder. A block that it
//!    misses cannot be reached. The search passes every edge once, so it also lists the
//!    predecessors.
//! 3. A [`Tree`](super::semidominators::Tree) over the reversed edges, from the virtual exit, gives
//!    the post-dominators. If that search misses a block, some walk never ends: the terminal
//!    components get their virtual edges to the exit, and the tree is made again.
//! 4. The control dependences are listed or indexed ([`dependence`](super::dependence)).
//!
//! O(m log n) time for n blocks and m edges, and linear in practice. All of this happens in a
//! [`Draft`], which knows the graph only to number blocks and branches. The graph takes the draft
//! once nothing can refuse the function any more, so there is nothing to undo if the description is
//! refused or panics.

use super::draft::Draft;
use super::graph::FlowGraph;
use super::rows::{Code, NONE};
use super::said::{Said, Ways, said_decisions};
use super::{ControlFlow, FlowError, FlowErrorKind, Unreachable};
use crate::id::{Block, Function};
use alloc::boxed::Box;

impl FlowGraph {
    /// Creates the graph of one function.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if the description is not valid; see [`add`](Self::add). To keep code that
    /// cannot be reached, use [`add_with`](Self::add_with).
    pub fn of(body: &(impl ControlFlow + ?Sized)) -> Result<Self, FlowError> {
        let mut graph = Self::new();
        graph.add(body)?;
        Ok(graph)
    }

    /// Adds a function at the end of the graph, and returns its id.
    ///
    /// Its blocks get the next block ids, its branches the next branch ids, each without gaps. Ids
    /// issued before stay valid. A front end that writes hooks before it adds the function
    /// therefore knows the ids of its blocks: the first block has the number `all_blocks().len()`.
    ///
    /// Code after a `return` or after an endless loop is an error, because a hand-written graph
    /// with such code is usually wrong. If you translate existing code, use
    /// [`add_with`](Self::add_with) with [`Unreachable::Keep`].
    ///
    /// O(m log n) time for n blocks and m edges of this function, independent of the size of the
    /// graph.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if there is no block, if a block has neither an edge nor an exit, if an edge
    /// leads to a block that does not exist, if an outcome or a value is declared twice, if a block
    /// cannot be reached from the entry, or if ids run out. The graph is then as it was before.
    pub fn add(&mut self, body: &(impl ControlFlow + ?Sized)) -> Result<Function, FlowError> {
        self.add_with(body, Unreachable::Reject)
    }

    /// Adds a function as [`add`](Self::add) does, with a choice of what to do with blocks that
    /// cannot be reached.
    ///
    /// # Errors
    ///
    /// [`FlowError`] as for [`add`](Self::add); [`FlowErrorKind::Unreachable`] only with
    /// [`Unreachable::Reject`].
    pub fn add_with(
        &mut self,
        body: &(impl ControlFlow + ?Sized),
        unreachable: Unreachable,
    ) -> Result<Function, FlowError> {
        let workspace = self.workspace.take();
        let is_new = workspace.is_none();
        let mut draft = workspace.unwrap_or_default();
        let read = draft.read(body, self);
        match read.and_then(|()| draft.complete(self, unreachable)) {
            Ok(()) => Ok(self.append(draft)),
            Err(kind) => {
                let error = FlowError::new(kind, core::mem::take(&mut draft.names));
                // The graph is as before, down to its scratch space.
                *draft = Draft::default();
                self.workspace = if is_new { None } else { Some(draft) };
                Err(error)
            }
        }
    }

    /// Appends a complete draft.
    fn append(&mut self, mut draft: Box<Draft>) -> Function {
        let function = Function::new(self.function_count() as u32);
        let is_large = draft.rows.jump.len() + draft.rows.target.len() > Draft::KEPT;
        if is_large {
            // Frees the tables before the rows stand in memory twice.
            let Draft { base, names, calls, rows, index, .. } = *draft;
            draft = Box::new(Draft { base, names, calls, rows, index, ..Draft::default() });
        }
        let Draft { base, names, calls, rows, index, .. } = &mut *draft;
        self.chain.0.push(rows.hash_after(self.identity()));
        self.rows.append(rows);
        self.first_block.push(self.rows.jump.len() as u32);
        self.first_backward.push(self.rows.backward.len() as u32);
        self.index.push(if index.is_some() { self.indexes.len() as u32 } else { NONE });
        self.indexes.extend(index.take());
        if !names.is_empty() {
            self.names.append(function, *base, names);
        }
        for call in calls.drain(..) {
            self.calls.add(function, call);
        }
        if !is_large {
            self.workspace = Some(draft);
        }
        function
    }
}

impl Draft {
    /// Checks the function that was read, and computes everything that the graph will say of it.
    fn complete(
        &mut self,
        graph: &FlowGraph,
        unreachable: Unreachable,
    ) -> Result<(), FlowErrorKind> {
        let reached = self.put_in_order();
        if reached < self.rank.len() {
            if unreachable == Unreachable::Reject {
                return Err(self.unreachable());
            }
            self.forget_unreachable(reached);
        }
        if !self.conditions.is_empty() {
            self.say()?;
        }
        self.find_post_dominators(reached);
        self.find_dependences(graph.rows.items.len() as u32);
        Ok(())
    }

    /// Keeps the members of decisions, if they follow the rules of decisions.
    #[cold]
    fn say(&mut self) -> Result<(), FlowErrorKind> {
        let Self { base, first_branch, conditions, next, before, rank, rows, .. } = self;
        let id = |local: u32| Block::new(*base + local);
        let member = |(local, decision, place)| Said { block: id(local), decision, place };
        rows.said.extend(conditions.drain(..).map(member));
        let ways = |block: Block| {
            let local = block.number() - *base;
            let branches_end = rows.first_branch[local as usize] - *first_branch;
            let is_two_way =
                rows.outcome[..branches_end as usize].ends_with(&[Code::TRUE, Code::FALSE]);
            match *next.of(local) {
                _ if rank[local as usize] == NONE => Ways::Dead,
                _ if rows.marks[local as usize].leaves() => Ways::Other,
                [to] => Ways::One(id(to)),
                [yes, no] if is_two_way => Ways::Two([id(yes), id(no)]),
                _ => Ways::Other,
            }
        };
        if let Err(error) = said_decisions(&rows.said, *base, ways, |local| before.of(local)) {
            let (blocks, reason) = error.said();
            let blocks = blocks.iter().map(|block| block.number() - *base).collect();
            return Err(FlowErrorKind::Decision { blocks, reason });
        }
        Ok(())
    }

    /// Returns the error that lists all blocks that cannot be reached.
    #[cold]
    fn unreachable(&self) -> FlowErrorKind {
        let blocks = (0..).zip(&self.rank).filter(|&(_, &rank)| rank == NONE);
        FlowErrorKind::Unreachable { blocks: blocks.map(|(block, _)| block).collect() }
    }
}
