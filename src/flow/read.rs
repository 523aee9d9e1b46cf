//! Reading the description of a function, block by block, into the rows that do not depend on the rest of it.

use super::edges::Code;
use super::graph::FlowGraph;
use super::rows::{Marks, NONE};
use super::sketch::Sheet;
use super::{BlockSketch, ControlFlow, FlowErrorKind, Outcome, UndescribedBlock};
use crate::distance::{Arms, ArmsError};
use crate::id::Block;
use crate::sort::{sort, sort_by_key};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// Branch numbers must leave a bit free.
pub(super) const EDGES: usize = 1 << 31;
/// Block numbers must leave two numbers free, which stand for no block and for the end of a list.
pub(super) const BLOCKS: usize = NONE as usize - 1;

impl Sheet {
    /// Reads and checks all blocks of a function, and appends what is known then to the rows of `graph`, with program-wide numbers.
    /// Edges are counted by their target.
    pub(super) fn read(
        &mut self,
        body: &(impl ControlFlow + ?Sized),
        graph: &mut FlowGraph,
        incoming: &mut Vec<u32>,
    ) -> Result<(), FlowErrorKind> {
        let count = body.block_count();
        if count == 0 {
            return Err(FlowErrorKind::Empty);
        }
        let (base, first_branch) = (graph.block_count(), graph.branch_count());
        let blocks = u32::try_from(count).ok().filter(|_| count < BLOCKS - base);
        self.blocks = blocks.ok_or(FlowErrorKind::TooMany { what: "blocks" })?;
        self.next.first.clear();
        self.next.first.resize(count + 1, 0);
        self.next.items.clear();
        self.next.items.reserve(2 * count);
        self.more.clear();
        self.ranges.clear();
        self.names.clear();
        self.calls.clear();
        self.has_gaps = false;
        self.beyond.clear();
        incoming.clear();
        incoming.resize(count, 0);
        graph.jump.resize(base + count, NONE);
        graph.statements.resize(base + count, 0);
        graph.marks.resize(base + count, Marks::default());
        graph.first_branch.resize(base + count + 1, 0);
        graph.source.reserve(count);
        graph.target.reserve(count);
        graph.outcome.reserve(count);
        for block in 0..self.blocks {
            let mut sketch = BlockSketch::new(self, &mut graph.cases, block);
            body.describe(block, &mut sketch);
            // One by one: a copy of several fields at once would have to wait for the stores to each.
            let BlockSketch { statements, leaves, overflow, count, edges: [(first, then), (second, or_else)], .. } = sketch;
            if overflow || first_branch + self.next.items.len() + count >= EDGES {
                return Err(FlowErrorKind::TooMany { what: "edges, cases, arms or exceptions" });
            }
            let (row, own) = (base + block as usize, base as u32 + block);
            match (count, first, second) {
                (2, Code::TRUE, Code::FALSE) => {
                    self.count_edge(block, then, incoming);
                    self.count_edge(block, or_else, incoming);
                    self.next.items.extend_from_slice(&[then, or_else]);
                    graph.source.extend_from_slice(&[own; 2]);
                    graph.target.extend_from_slice(&[program_wide(base, then), program_wide(base, or_else)]);
                    graph.outcome.extend_from_slice(&[Code::TRUE, Code::FALSE]);
                }
                (1, Code::NEXT, _) if !leaves => {
                    self.count_edge(block, then, incoming);
                    self.next.items.push(then);
                    graph.jump[row] = program_wide(base, then);
                }
                (0, ..) => self.has_gaps |= !leaves,
                _ => {
                    let edges = [(first, then), (second, or_else)];
                    self.complete_other(graph, incoming, base as u32, block, leaves, &edges[..count.min(2)])?;
                }
            }
            if leaves {
                graph.marks[row].set(Marks::EXIT);
            }
            if statements > 0 {
                graph.statements[row] = statements;
            }
            self.next.first[block as usize + 1] = self.next.items.len() as u32;
            graph.first_branch[row + 1] = graph.target.len() as u32;
        }
        if self.has_gaps || !self.beyond.is_empty() {
            return Err(self.undescribed(&graph.marks[base..]));
        }
        self.check_calls(&graph.statements[base..])
    }

    /// Calls are in statements that there are, or in the condition behind them.
    fn check_calls(&self, statements: &[u32]) -> Result<(), FlowErrorKind> {
        for (block, call) in &self.calls {
            let count = statements[*block as usize];
            if call.statement > count {
                return Err(FlowErrorKind::CallBeyond { block: *block, site: call.site, statement: call.statement, count });
            }
        }
        Ok(())
    }

    /// Counts an edge.
    #[inline]
    fn count_edge(&mut self, from: u32, to: u32, incoming: &mut [u32]) {
        match incoming.get_mut(to as usize) {
            Some(count) => *count += 1,
            None => self.note_beyond(from, to),
        }
    }

    /// The function is refused once all of it was read.
    #[cold]
    fn note_beyond(&mut self, from: u32, to: u32) {
        self.beyond.push((to, from));
    }

    /// All blocks that nobody described, from what was read of the others. O(m log m) for m edges.
    #[cold]
    fn undescribed(&mut self, marks: &[Marks]) -> FlowErrorKind {
        let mut least_from = vec![None; self.blocks as usize];
        for from in 0..self.blocks {
            for &to in self.next.of(from) {
                if let Some(least) = least_from.get_mut(to as usize) {
                    *least = least.or(Some(from));
                }
            }
        }
        let gaps = (0..self.blocks).zip(least_from).zip(marks);
        let gaps = gaps.filter(|&((block, _), marks)| self.next.of(block).is_empty() && !marks.has(Marks::EXIT));
        let mut blocks: Vec<_> = gaps.map(|((block, from), _)| UndescribedBlock { block, from }).collect();
        sort(&mut self.beyond);
        self.beyond.dedup_by_key(|edge| edge.0); // the least source stays
        blocks.extend(self.beyond.iter().map(|&(block, from)| UndescribedBlock { block, from: Some(from) }));
        FlowErrorKind::Undescribed { blocks: blocks.into(), count: self.blocks }
    }

    /// Checks and stores the edges of a block that is neither two-way nor a plain jump.
    #[cold]
    fn complete_other(
        &mut self,
        graph: &mut FlowGraph,
        incoming: &mut [u32],
        base: u32,
        block: u32,
        leaves: bool,
        first: &[(Code, u32)],
    ) -> Result<(), FlowErrorKind> {
        let declared = first.iter().chain(&self.more);
        let mut edges: Vec<_> = declared.map(|&(code, to)| (code.outcome(&graph.cases), to, code)).collect();
        self.more.clear();
        for &(_, to, _) in &edges {
            self.count_edge(block, to, incoming);
        }
        sort_by_key(&mut edges, |&(outcome, to, _)| (outcome, to));
        if let Some(pair) = edges.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(FlowErrorKind::DuplicateOutcome { block, outcome: pair[0].0 });
        }
        self.next.items.extend(edges.iter().map(|edge| edge.1));
        let id = Block::new(base + block);
        if let ([(outcome, to, _)], false) = (&edges[..], leaves) {
            graph.jump[id.index()] = base.wrapping_add(*to);
            graph.sole.push((id, *outcome));
        } else {
            graph.source.extend(edges.iter().map(|_| base + block));
            graph.target.extend(edges.iter().map(|edge| base.wrapping_add(edge.1)));
            graph.outcome.extend(edges.iter().map(|edge| edge.2));
            if edges.iter().any(|edge| matches!(edge.0, Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default)) {
                graph.arms.push((id, arms(&edges, block, &mut self.ranges)?));
            }
        }
        self.ranges.clear();
        Ok(())
    }
}

/// The program-wide number of a block; any number for one that there is not, which is refused later.
#[inline]
const fn program_wide(base: usize, local: u32) -> u32 {
    (base as u32).wrapping_add(local)
}

/// The value table of a multi-way block, whose edges are sorted.
fn arms(edges: &[(Outcome, u32, Code)], block: u32, ranges: &mut [(u32, RangeInclusive<i64>)]) -> Result<Arms, FlowErrorKind> {
    sort_by_key(ranges, |row| row.0);
    let listed = edges.iter().filter_map(|&(outcome, ..)| match outcome {
        Outcome::Case(value) => Some(alloc::vec![value..=value]),
        Outcome::Arm(number) => {
            let own = ranges.partition_point(|row| row.0 < number)..ranges.partition_point(|row| row.0 <= number);
            Some(ranges[own].iter().map(|row| row.1.clone()).collect())
        }
        _ => None,
    });
    Arms::new(listed).map_err(|error| match error {
        ArmsError::Overlap { value, .. } => FlowErrorKind::Overlap { block, value },
        ArmsError::TooMany => FlowErrorKind::TooMany { what: "edges, cases, arms or exceptions" },
    })
}
