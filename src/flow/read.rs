//! Reading the description of a function into the rows that need one block at a time.

use super::draft::Draft;
use super::graph::FlowGraph;
use super::rows::{Code, Marks, NONE};
use super::{BlockSketch, ControlFlow, FlowErrorKind, Outcome, UndescribedBlock};
use crate::distance::{Arms, ArmsError};
use crate::id::Block;
use crate::sort::{sort, sort_by_key};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// A graph has fewer edges than this: bit 31 of a branch number is free for a mark.
pub(super) const EDGES: usize = 1 << 31;
/// A graph has fewer blocks than this: two numbers are free, to stand for "no block" and for the
/// end of a list.
pub(super) const BLOCKS: usize = NONE as usize - 1;
const TOO_MANY_EDGES: FlowErrorKind =
    FlowErrorKind::TooMany { what: "edges, cases, arms or exceptions" };

impl Draft {
    /// Reads and checks all blocks of a function that is to be added to `graph`. Writes to the rows
    /// what is known from single blocks, and counts the edges into each block.
    pub(super) fn read(
        &mut self,
        body: &(impl ControlFlow + ?Sized),
        graph: &FlowGraph,
    ) -> Result<(), FlowErrorKind> {
        let count = body.block_count();
        if count == 0 {
            return Err(FlowErrorKind::Empty);
        }
        let (base, first_branch) = (graph.block_count(), graph.branch_count());
        let blocks = if count < BLOCKS - base { u32::try_from(count).ok() } else { None };
        let blocks = blocks.ok_or(FlowErrorKind::TooMany { what: "blocks" })?;
        self.begin(base, first_branch, count);
        for block in 0..blocks {
            let mut sketch = BlockSketch::new(self, block);
            body.describe(block, &mut sketch);
            // Field by field: copying several fields at once would wait for the stores to each of
            // them.
            let BlockSketch { statements, leaves, overflow, count, .. } = sketch;
            let [(first, then), (second, or_else)] = sketch.edges;
            if overflow || first_branch + self.next.items.len() + count >= EDGES {
                return Err(TOO_MANY_EDGES);
            }
            let (row, own) = (block as usize, base as u32 + block);
            // Two-way blocks and plain jumps are nearly all blocks: they need neither sorting nor a
            // search for duplicates.
            match (count, first, second) {
                (2, Code::TRUE, Code::FALSE) => {
                    self.count_edge(block, then);
                    self.count_edge(block, or_else);
                    self.next.items.extend_from_slice(&[then, or_else]);
                    let targets = [program_wide(base, then), program_wide(base, or_else)];
                    self.rows.source.extend_from_slice(&[own; 2]);
                    self.rows.target.extend_from_slice(&targets);
                    self.rows.outcome.extend_from_slice(&[Code::TRUE, Code::FALSE]);
                }
                (1, Code::NEXT, _) if !leaves => {
                    self.count_edge(block, then);
                    self.next.items.push(then);
                    self.rows.jump[row] = program_wide(base, then);
                }
                (0, ..) => self.has_gaps |= !leaves,
                _ => {
                    let edges = &[(first, then), (second, or_else)][..count.min(2)];
                    self.complete_other(block, leaves, edges)?;
                }
            }
            if leaves {
                self.rows.marks[row].set(Marks::EXIT);
            }
            if statements > 0 {
                self.rows.statements[row] = statements;
            }
            self.next.first[row + 1] = self.next.items.len() as u32;
            self.rows.first_branch[row] = (first_branch + self.rows.target.len()) as u32;
        }
        if graph.rows.cases.len() + self.rows.cases.len() > Code::LIMIT as usize {
            return Err(TOO_MANY_EDGES);
        }
        // Only after all blocks were read, so that the error can list all mistakes at once.
        if self.has_gaps || !self.beyond.is_empty() {
            return Err(self.undescribed());
        }
        Ok(())
    }

    /// Prepares for `count` blocks, from these numbers of a block and a branch on. Everything that is
    /// only appended to is empty: the graph has taken it, and a draft that was refused is not used
    /// again.
    #[inline]
    fn begin(&mut self, base: usize, first_branch: usize, count: usize) {
        (self.base, self.first_branch) = (base as u32, first_branch as u32);
        self.next.first.clear();
        self.next.first.resize(count + 1, 0);
        self.next.items.clear();
        self.next.items.reserve(2 * count);
        self.before.first.clear();
        self.before.first.resize(count, 0);
        // Rows of blocks get their final length at once, so that reading a block only writes what
        // differs from the default.
        let rows = &mut self.rows;
        rows.jump.resize(count, NONE);
        rows.statements.resize(count, 0);
        rows.marks.resize(count, Marks::default());
        rows.first_branch.resize(count, 0);
        rows.source.reserve(count);
        rows.target.reserve(count);
        rows.outcome.reserve(count);
    }

    /// Counts an edge at its target.
    #[inline]
    fn count_edge(&mut self, from: u32, to: u32) {
        match self.before.first.get_mut(to as usize) {
            Some(count) => *count += 1,
            None => self.note_beyond(from, to),
        }
    }

    /// Remembers an edge to a block that does not exist. The function is refused once all of it was
    /// read.
    #[cold]
    fn note_beyond(&mut self, from: u32, to: u32) {
        self.beyond.push((to, from));
    }

    /// Returns the error that lists all blocks without a description, from what was read of the
    /// others. O(m log m) for m edges.
    #[cold]
    fn undescribed(&mut self) -> FlowErrorKind {
        let marks = &self.rows.marks;
        let mut least_from = vec![None; marks.len()];
        for from in 0..marks.len() as u32 {
            for &to in self.next.of(from) {
                if let Some(least) = least_from.get_mut(to as usize) {
                    *least = least.or(Some(from));
                }
            }
        }
        let mut blocks = Vec::new();
        for ((block, from), marks) in (0..).zip(least_from).zip(marks) {
            if self.next.of(block).is_empty() && !marks.has(Marks::EXIT) {
                blocks.push(UndescribedBlock { block, from });
            }
        }
        sort(&mut self.beyond);
        self.beyond.dedup_by_key(|edge| edge.0); // the least source of each target stays
        let beyond = self.beyond.iter();
        blocks.extend(beyond.map(|&(block, from)| UndescribedBlock { block, from: Some(from) }));
        FlowErrorKind::Undescribed { blocks: blocks.into(), count: marks.len() as u32 }
    }

    /// Checks and stores the edges of a block that is neither two-way nor a plain jump.
    #[cold]
    fn complete_other(
        &mut self,
        block: u32,
        leaves: bool,
        first: &[(Code, u32)],
    ) -> Result<(), FlowErrorKind> {
        let declared = first.iter().chain(&self.more);
        let mut edges: Vec<(Outcome, u32, Code)> =
            declared.map(|&(code, to)| (code.outcome(&self.rows.cases), to, code)).collect();
        self.more.clear();
        // Branches are numbered in the order of outcomes, whatever order they were declared in;
        // equal outcomes are neighbours after sorting.
        sort_by_key(&mut edges, |&(outcome, to, _)| (outcome, to));
        if let Some(pair) = edges.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(FlowErrorKind::DuplicateOutcome { block, outcome: pair[0].0 });
        }
        for &(_, to, _) in &edges {
            self.count_edge(block, to);
            self.next.items.push(to);
        }
        let (base, rows) = (self.base, &mut self.rows);
        let id = Block::new(base + block);
        // A single edge of a block that does not leave is no branch, whatever its outcome: it is
        // stored as a jump.
        if let ([(outcome, to, _)], false) = (&edges[..], leaves) {
            rows.jump[block as usize] = base.wrapping_add(*to);
            rows.sole.push((id, *outcome));
        } else {
            for &(_, to, code) in &edges {
                rows.source.push(base + block);
                rows.target.push(base.wrapping_add(to));
                rows.outcome.push(code);
            }
            if edges.iter().any(|edge| edge.0.is_selected()) {
                rows.arms.push((id, arms(&edges, block, &mut self.ranges)?));
            }
        }
        self.ranges.clear();
        Ok(())
    }
}

/// Returns the program-wide number of a block. Wraps around for a block that does not exist; such a
/// function is refused later.
#[inline]
const fn program_wide(base: usize, local: u32) -> u32 {
    (base as u32).wrapping_add(local)
}

/// Creates the value table of a multi-way block, whose edges are sorted.
fn arms(
    edges: &[(Outcome, u32, Code)],
    block: u32,
    ranges: &mut [(u32, RangeInclusive<i128>)],
) -> Result<Arms, FlowErrorKind> {
    sort_by_key(ranges, |row| row.0);
    let listed = edges.iter().filter_map(|&(outcome, ..)| match outcome {
        Outcome::Case(value) => Some(alloc::vec![value..=value]),
        Outcome::Arm(number) => {
            let own = ranges.partition_point(|row| row.0 < number)
                ..ranges.partition_point(|row| row.0 <= number);
            Some(ranges[own].iter().map(|row| row.1.clone()).collect())
        }
        _ => None,
    });
    Arms::new(listed).map_err(|error| match error {
        ArmsError::Overlap { value, .. } => FlowErrorKind::Overlap { block, value },
        // The only other error: more arms than `u32` can number.
        _ => TOO_MANY_EDGES,
    })
}
