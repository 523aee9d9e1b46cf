//! One function while it is read: the rows that [`BlockSketch`] writes.

use super::{ControlFlow, FlowError, Outcome};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// Takes the description of one block. All methods can be chained.
///
/// ```
/// use sbst::flow::{BlockSketch, ControlFlow};
///
/// struct Division;
///
/// impl ControlFlow for Division {
///     fn block_count(&self) -> usize {
///         3
///     }
///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
///         match block {
///             0 => out.statements(2).jump(1).exception(2), // one of two statements may divide by zero
///             _ => out.exit(),
///         };
///     }
/// }
/// # assert!(sbst::flow::FlowGraph::of(&Division).is_ok());
/// ```
#[derive(Debug)]
pub struct BlockSketch<'a> {
    rows: &'a mut Rows,
    first_edge: usize,
    arms: u32,
    exceptions: u32,
}

/// One function with local numbers. Edges are grouped by source, sorted by name; the virtual exit is the target `blocks`, and the
/// virtual edge of a block that leaves stands behind its declared ones.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub blocks: u32,
    pub statements: Vec<u32>,
    pub leaves: Vec<bool>,
    /// Where the edges of a block begin, and one more at the end.
    pub first: Vec<u32>,
    pub target: Vec<u32>,
    pub outcome: Vec<Outcome>,
    /// (block, arm, values) of arms with several keys or ranges.
    pub ranges: Vec<(u32, u32, RangeInclusive<i64>)>,
}

/// The name of a virtual edge. It is never shown; it sorts behind the declared edges because it is added after sorting.
const VIRTUAL: Outcome = Outcome::Next;

impl BlockSketch<'_> {
    /// How many statements the block has; 0 if nothing is said. Statements are numbered from 0.
    pub fn statements(&mut self, count: u32) -> &mut Self {
        if let Some(last) = self.rows.statements.last_mut() {
            *last = count;
        }
        self
    }

    /// The ordinary way on: [`Outcome::Next`].
    pub fn jump(&mut self, to: u32) -> &mut Self {
        self.edge(Outcome::Next, to)
    }

    /// A two-way predicate: [`Outcome::True`] and [`Outcome::False`].
    pub fn branch(&mut self, then: u32, or_else: u32) -> &mut Self {
        self.edge(Outcome::True, then).edge(Outcome::False, or_else)
    }

    /// One value of a multi-way selection: [`Outcome::Case`].
    pub fn case(&mut self, value: i64, to: u32) -> &mut Self {
        self.edge(Outcome::Case(value), to)
    }

    /// One edge for several keys or ranges of a multi-way selection: [`Outcome::Arm`], numbered in the order of the calls.
    pub fn arm(&mut self, values: impl IntoIterator<Item = RangeInclusive<i64>>, to: u32) -> &mut Self {
        let (block, arm) = (self.rows.statements.len() as u32 - 1, self.arms);
        self.rows.ranges.extend(values.into_iter().map(|range| (block, arm, range)));
        self.arms = arm.saturating_add(1);
        self.edge(Outcome::Arm(arm), to)
    }

    /// Where a multi-way selection goes if no case or arm lists the value: [`Outcome::Default`].
    pub fn default(&mut self, to: u32) -> &mut Self {
        self.edge(Outcome::Default, to)
    }

    /// Where an exception inside the block is caught: [`Outcome::Exception`], numbered in the order of the calls.
    pub fn exception(&mut self, to: u32) -> &mut Self {
        let number = self.exceptions;
        self.exceptions = number.saturating_add(1);
        self.edge(Outcome::Exception(number), to)
    }

    /// An edge by its name, for translations from other graphs.
    pub fn edge(&mut self, outcome: Outcome, to: u32) -> &mut Self {
        self.rows.target.push(to);
        self.rows.outcome.push(outcome);
        self
    }

    /// The block may leave the function: it returns, throws to the caller, or yields. It may have edges, too.
    pub fn exit(&mut self) -> &mut Self {
        if let Some(last) = self.rows.leaves.last_mut() {
            *last = true;
        }
        self
    }
}

impl Rows {
    /// Reads and checks all blocks.
    pub(super) fn read(body: &(impl ControlFlow + ?Sized), limit: u32) -> Result<Self, FlowError> {
        let count = body.block_count();
        if count == 0 {
            return Err(FlowError::Empty);
        }
        let blocks = u32::try_from(count).ok().filter(|&n| n <= limit).ok_or(FlowError::TooMany { what: "blocks" })?;
        let mut rows = Self { blocks, ..Self::default() };
        rows.statements.reserve_exact(count);
        rows.leaves.reserve_exact(count);
        rows.first.reserve_exact(count + 1);
        rows.target.reserve(2 * count);
        rows.outcome.reserve(2 * count);
        for block in 0..blocks {
            let first_edge = rows.target.len();
            rows.first.push(first_edge as u32);
            rows.statements.push(0);
            rows.leaves.push(false);
            let mut sketch = BlockSketch { rows: &mut rows, first_edge, arms: 0, exceptions: 0 };
            body.describe(block, &mut sketch);
            sketch.finish(block)?;
        }
        rows.first.push(rows.target.len() as u32);
        Ok(rows)
    }

    /// The edges of a block, the virtual one included.
    pub(super) fn edges(&self, block: u32) -> core::ops::Range<usize> {
        self.first[block as usize] as usize..self.first[block as usize + 1] as usize
    }

    /// The declared edges of a block.
    pub(super) fn declared(&self, block: u32) -> core::ops::Range<usize> {
        let edges = self.edges(block);
        let virtual_edge = edges.end > edges.start && self.target[edges.end - 1] == self.blocks;
        edges.start..edges.end - usize::from(virtual_edge)
    }

    /// Gives each of these blocks (ascending, none of which leaves yet) a virtual exit edge.
    pub(super) fn let_leave(&mut self, blocks: &[u32]) {
        let mut target = Vec::with_capacity(self.target.len() + blocks.len());
        let mut outcome = Vec::with_capacity(self.target.len() + blocks.len());
        let mut leaving = blocks.iter().peekable();
        for block in 0..self.blocks {
            let edges = self.edges(block);
            self.first[block as usize] = target.len() as u32;
            target.extend_from_slice(&self.target[edges.clone()]);
            outcome.extend_from_slice(&self.outcome[edges]);
            if leaving.next_if_eq(&&block).is_some() {
                target.push(self.blocks);
                outcome.push(VIRTUAL);
            }
        }
        self.first[self.blocks as usize] = target.len() as u32;
        (self.target, self.outcome) = (target, outcome);
    }
}

impl BlockSketch<'_> {
    /// Sorts and checks the edges of the block just described.
    fn finish(self, block: u32) -> Result<(), FlowError> {
        let (rows, first) = (self.rows, self.first_edge);
        let blocks = rows.blocks;
        if rows.target.len() > (u32::MAX / 2) as usize {
            return Err(FlowError::TooMany { what: "edges" });
        }
        if let Some(&to) = rows.target[first..].iter().find(|&&to| to >= blocks) {
            return Err(FlowError::NoSuchBlock { from: block, to, blocks });
        }
        if !rows.outcome[first..].is_sorted() {
            let mut edges: Vec<_> = rows.outcome[first..].iter().copied().zip(rows.target[first..].iter().copied()).collect();
            edges.sort_unstable();
            for (place, (outcome, target)) in (first..).zip(edges) {
                (rows.outcome[place], rows.target[place]) = (outcome, target);
            }
        }
        if let Some(pair) = rows.outcome[first..].windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(FlowError::DuplicateOutcome { block, outcome: pair[0] });
        }
        if rows.leaves[block as usize] || rows.target.len() == first {
            rows.target.push(blocks);
            rows.outcome.push(VIRTUAL);
        }
        Ok(())
    }
}
