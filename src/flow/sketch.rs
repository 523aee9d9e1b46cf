//! Reading the description of a function, block by block.

use super::edges::Code;
use super::graph::{FlowGraph, Marks, NONE};
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
}

/// One function while it is read, with local numbers.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// How many blocks there are to be.
    pub(super) blocks: u32,
    /// Where the edges of a block begin in `targets`, and one more.
    pub(super) starts: Vec<u32>,
    /// The declared edges.
    pub(super) targets: Vec<u32>,
    /// The names of the edges of the block at work.
    names: Vec<Code>,
    /// (arm, values) of its arms with several keys or ranges.
    ranges: Vec<(u32, RangeInclusive<i64>)>,
}

impl<'a> BlockSketch<'a> {
    #[inline]
    pub(super) fn new(sheet: &'a mut Sheet, cases: &'a mut Vec<i64>) -> Self {
        sheet.names.clear();
        Self { sheet, cases, statements: 0, leaves: false, arms: 0, exceptions: 0, overflow: false }
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
        self.edge(Outcome::True, then).edge(Outcome::False, or_else)
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
        match Code::of(outcome, self.cases) {
            Some(code) => {
                self.sheet.targets.push(to);
                self.sheet.names.push(code);
            }
            None => self.overflow = true,
        }
        self
    }

    /// The block may leave the function: it returns, throws to the caller, or yields. It may have edges, too.
    #[inline]
    pub fn exit(&mut self) -> &mut Self {
        self.leaves = true;
        self
    }

    pub(super) fn finish(self) -> (u32, bool, bool) {
        (self.statements, self.leaves, self.overflow)
    }
}

/// Branch numbers must leave a bit free.
const EDGES: usize = 1 << 31;

impl Sheet {
    /// The declared edges of a block.
    #[inline]
    pub(super) fn successors(&self, block: u32) -> &[u32] {
        let starts = &self.starts[block as usize..block as usize + 2];
        &self.targets[starts[0] as usize..starts[1] as usize]
    }

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
        let blocks = u32::try_from(count).ok().filter(|_| count <= NONE as usize - base);
        self.blocks = blocks.ok_or(FlowError::TooMany { what: "blocks" })?;
        self.starts.clear();
        self.starts.reserve(count + 1);
        self.starts.push(0);
        self.targets.clear();
        self.ranges.clear();
        incoming.clear();
        incoming.resize(count, 0);
        graph.jump.resize(base + count, NONE);
        graph.statements.resize(base + count, 0);
        graph.marks.resize(base + count, Marks::default());
        graph.first_branch.reserve(count);
        for block in 0..self.blocks {
            let mut sketch = BlockSketch::new(self, &mut graph.cases);
            body.describe(block, &mut sketch);
            let (statements, leaves, overflow) = sketch.finish();
            if overflow || first_branch + self.targets.len() >= EDGES {
                return Err(FlowError::TooMany { what: "edges, cases, arms or exceptions" });
            }
            self.complete(graph, incoming, base as u32, block, leaves)?;
            graph.statements[base + block as usize] = statements;
        }
        Ok(())
    }

    /// Checks and stores the edges of the block just described.
    #[inline]
    fn complete(
        &mut self,
        graph: &mut FlowGraph,
        incoming: &mut [u32],
        base: u32,
        block: u32,
        leaves: bool,
    ) -> Result<(), FlowError> {
        let first = self.starts[block as usize] as usize;
        for &to in &self.targets[first..] {
            match incoming.get_mut(to as usize) {
                Some(count) => *count += 1,
                None => return Err(FlowError::NoSuchBlock { from: block, to, blocks: self.blocks }),
            }
        }
        self.starts.push(self.targets.len() as u32);
        let row = (base + block) as usize;
        match self.names[..] {
            [Code::TRUE, Code::FALSE] => {
                let (then, or_else) = (base + self.targets[first], base + self.targets[first + 1]);
                graph.source.extend_from_slice(&[base + block; 2]);
                graph.target.extend_from_slice(&[then, or_else]);
                graph.outcome.extend_from_slice(&[Code::TRUE, Code::FALSE]);
            }
            [Code::NEXT] if !leaves => graph.jump[row] = base + self.targets[first],
            [] => graph.marks[row].set(Marks::EXIT),
            _ => self.complete_other(graph, base, block, leaves)?,
        }
        if leaves {
            graph.marks[row].set(Marks::EXIT);
        }
        graph.first_branch.push(graph.target.len() as u32);
        Ok(())
    }

    #[cold]
    fn complete_other(&mut self, graph: &mut FlowGraph, base: u32, block: u32, leaves: bool) -> Result<(), FlowError> {
        let first = self.starts[block as usize] as usize;
        let targets = &mut self.targets[first..];
        let named = self.names.iter().zip(&*targets);
        let mut edges: Vec<_> = named.map(|(&code, &to)| (code.outcome(&graph.cases), to, code)).collect();
        edges.sort_unstable_by_key(|&(outcome, to, _)| (outcome, to));
        if let Some(pair) = edges.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(FlowError::DuplicateOutcome { block, outcome: pair[0].0 });
        }
        for (place, edge) in targets.iter_mut().zip(&edges) {
            *place = edge.1;
        }
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
