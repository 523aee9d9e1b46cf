//! Reading the description of a function, block by block.

use super::dominators::Lists;
use super::edges::Code;
use super::graph::{FlowGraph, NONE};
use super::rows::Marks;
use super::{ControlFlow, FlowError, Outcome};
use crate::distance::{Arms, ArmsError};
use crate::id::Block;
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
    sheet: &'a mut Sheet,
    cases: &'a mut Vec<i64>,
    statements: u32,
    leaves: bool,
    arms: u32,
    exceptions: u32,
    /// Whether a number was too large for a [`Code`].
    overflow: bool,
    /// How many edges there are; two are nearly always enough, and the others wait in the sheet.
    count: usize,
    edges: [(Code, u32); 2],
}

/// One function while it is read, with local numbers.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// How many blocks there are to be.
    pub(super) blocks: u32,
    /// The targets of the declared edges.
    pub(super) next: Lists,
    /// The edges of the block at work, from the third on.
    more: Vec<(Code, u32)>,
    /// (arm, values) of its arms with several keys or ranges.
    ranges: Vec<(u32, RangeInclusive<i64>)>,
}

impl<'a> BlockSketch<'a> {
    #[inline]
    pub(super) fn new(sheet: &'a mut Sheet, cases: &'a mut Vec<i64>) -> Self {
        let edges = [(Code::NEXT, 0); 2];
        Self { sheet, cases, statements: 0, leaves: false, arms: 0, exceptions: 0, overflow: false, count: 0, edges }
    }

    /// How many statements the block has; 0 if nothing is said. Statements are numbered from 0.
    #[inline]
    pub fn statements(&mut self, count: u32) -> &mut Self {
        self.statements = count;
        self
    }

    /// The ordinary way on: [`Outcome::Next`].
    #[inline]
    pub fn jump(&mut self, to: u32) -> &mut Self {
        self.edge(Outcome::Next, to)
    }

    /// A two-way predicate: [`Outcome::True`] and [`Outcome::False`].
    #[inline]
    pub fn branch(&mut self, then: u32, or_else: u32) -> &mut Self {
        if self.count > 0 {
            return self.edge(Outcome::True, then).edge(Outcome::False, or_else);
        }
        self.edges = [(Code::TRUE, then), (Code::FALSE, or_else)];
        self.count = 2;
        self
    }

    /// One value of a multi-way selection: [`Outcome::Case`].
    pub fn case(&mut self, value: i64, to: u32) -> &mut Self {
        self.edge(Outcome::Case(value), to)
    }

    /// One edge for several keys or ranges of a multi-way selection: [`Outcome::Arm`], numbered in the order of the calls.
    pub fn arm(&mut self, values: impl IntoIterator<Item = RangeInclusive<i64>>, to: u32) -> &mut Self {
        let arm = self.arms;
        self.arms = arm.saturating_add(1);
        self.sheet.ranges.extend(values.into_iter().map(|range| (arm, range)));
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
    #[inline]
    pub fn edge(&mut self, outcome: Outcome, to: u32) -> &mut Self {
        match (Code::of(outcome, self.cases), self.edges.get_mut(self.count)) {
            (Some(code), Some(place)) => *place = (code, to),
            (code, _) => self.edge_beyond(code, to),
        }
        self.count += 1;
        self
    }

    #[cold]
    fn edge_beyond(&mut self, code: Option<Code>, to: u32) {
        self.overflow |= code.is_none();
        self.sheet.more.extend(code.map(|code| (code, to)));
    }

    /// The block may leave the function: it returns, throws to the caller, or yields. It may have edges, too.
    #[inline]
    pub fn exit(&mut self) -> &mut Self {
        self.leaves = true;
        self
    }
}

/// Branch numbers must leave a bit free.
const EDGES: usize = 1 << 31;
/// Block numbers must leave two numbers free, which stand for no block and for the end of a list.
const BLOCKS: usize = NONE as usize - 1;

impl Sheet {
    /// Reads and checks all blocks of a function, and appends what is known then to the rows of `graph`, with program-wide numbers.
    /// Edges are counted by their target.
    pub(super) fn read(
        &mut self,
        body: &(impl ControlFlow + ?Sized),
        graph: &mut FlowGraph,
        incoming: &mut Vec<u32>,
    ) -> Result<(), FlowError> {
        let count = body.block_count();
        if count == 0 {
            return Err(FlowError::Empty);
        }
        let (base, first_branch) = (graph.block_count(), graph.branch_count());
        let blocks = u32::try_from(count).ok().filter(|_| count < BLOCKS - base);
        self.blocks = blocks.ok_or(FlowError::TooMany { what: "blocks" })?;
        self.next.first.clear();
        self.next.first.resize(count + 1, 0);
        self.next.items.clear();
        self.next.items.reserve(2 * count);
        self.more.clear();
        self.ranges.clear();
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
            let mut sketch = BlockSketch::new(self, &mut graph.cases);
            body.describe(block, &mut sketch);
            // One by one: a copy of several fields at once would have to wait for the stores to each.
            let BlockSketch { statements, leaves, overflow, count, edges: [(first, then), (second, or_else)], .. } = sketch;
            if overflow || first_branch + self.next.items.len() + count >= EDGES {
                return Err(FlowError::TooMany { what: "edges, cases, arms or exceptions" });
            }
            let (row, own) = (base + block as usize, base as u32 + block);
            match (count, first, second) {
                (2, Code::TRUE, Code::FALSE) => {
                    self.check(block, then, incoming)?;
                    self.check(block, or_else, incoming)?;
                    self.next.items.extend_from_slice(&[then, or_else]);
                    graph.source.extend_from_slice(&[own; 2]);
                    graph.target.extend_from_slice(&[base as u32 + then, base as u32 + or_else]);
                    graph.outcome.extend_from_slice(&[Code::TRUE, Code::FALSE]);
                }
                (1, Code::NEXT, _) if !leaves => {
                    self.check(block, then, incoming)?;
                    self.next.items.push(then);
                    graph.jump[row] = base as u32 + then;
                }
                (0, ..) => graph.marks[row].set(Marks::EXIT),
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
        Ok(())
    }

    /// Counts an edge.
    #[inline]
    fn check(&self, from: u32, to: u32, incoming: &mut [u32]) -> Result<(), FlowError> {
        match incoming.get_mut(to as usize) {
            Some(count) => *count += 1,
            None => return Err(FlowError::NoSuchBlock { from, to, blocks: self.blocks }),
        }
        Ok(())
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
    ) -> Result<(), FlowError> {
        let declared = first.iter().chain(&self.more);
        let mut edges: Vec<_> = declared.map(|&(code, to)| (code.outcome(&graph.cases), to, code)).collect();
        self.more.clear();
        for &(_, to, _) in &edges {
            self.check(block, to, incoming)?;
        }
        edges.sort_unstable_by_key(|&(outcome, to, _)| (outcome, to));
        if let Some(pair) = edges.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(FlowError::DuplicateOutcome { block, outcome: pair[0].0 });
        }
        self.next.items.extend(edges.iter().map(|edge| edge.1));
        let id = Block::new(base + block);
        if let ([(outcome, to, _)], false) = (&edges[..], leaves) {
            graph.jump[id.index()] = base + to;
            graph.sole.push((id, *outcome));
        } else {
            graph.source.extend(edges.iter().map(|_| base + block));
            graph.target.extend(edges.iter().map(|edge| base + edge.1));
            graph.outcome.extend(edges.iter().map(|edge| edge.2));
            if edges.iter().any(|edge| matches!(edge.0, Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default)) {
                graph.arms.push((id, arms(&edges, block, &mut self.ranges)?));
            }
        }
        self.ranges.clear();
        Ok(())
    }
}

/// The value table of a multi-way block, whose edges are sorted.
fn arms(edges: &[(Outcome, u32, Code)], block: u32, ranges: &mut [(u32, RangeInclusive<i64>)]) -> Result<Arms, FlowError> {
    ranges.sort_by_key(|row| row.0);
    let listed = edges.iter().filter_map(|&(outcome, ..)| match outcome {
        Outcome::Case(value) => Some(alloc::vec![value..=value]),
        Outcome::Arm(number) => {
            let own = ranges.partition_point(|row| row.0 < number)..ranges.partition_point(|row| row.0 <= number);
            Some(ranges[own].iter().map(|row| row.1.clone()).collect())
        }
        _ => None,
    });
    Arms::new(listed).map_err(|error| match error {
        ArmsError::Overlap { value, .. } => FlowError::Overlap { block, value },
        ArmsError::TooMany => FlowError::TooMany { what: "edges, cases, arms or exceptions" },
    })
}
