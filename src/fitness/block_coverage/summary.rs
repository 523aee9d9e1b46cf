//! What block coverage keeps of an execution.

use super::bits::{has, set};
use crate::execution::Execution;
use crate::flow::FlowGraph;
use crate::id::{Block, Branch, Function};
use alloc::vec::Vec;
use core::ops::Range;

/// Which blocks an execution entered, which it completed, which predicates it evaluated, and how far it came in the others: as bits, of
/// the functions that it entered only. Plain data, to be kept with a test.
///
/// A block is completed if all of its statements ran to their end in some visit; one without statements, once it was entered. Evaluating a
/// predicate is the last thing that a block does: a store that tells so, but less progress, has it evaluated and not completed.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::BlockSummary;
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&Body::new().statements(0, 2).branch(0, 1, 2).statements(1, 3).exit(1).exit(2))?;
/// let [entry, then, other] = [0, 1, 2].map(|local| graph.block(Function::new(0), local));
/// let trace = Trace::new(&graph);
/// let f = trace.call(Function::new(0));
/// f.decide(0, lt(3, 5));
/// f.done(1, 1); // the second statement throws
///
/// let summary = BlockSummary::of(&graph, &trace);
/// assert_eq!([entry, then, other].map(|block| summary.has_entered(block)), [true, true, false]);
/// assert_eq!([entry, then, other].map(|block| summary.has_completed(block)), [true, false, false]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockSummary {
    /// Of the functions entered, ascending.
    pub(super) functions: Vec<Part>,
    /// By function: the words of `entered`, `completed` and `evaluated`.
    pub(super) words: Vec<u64>,
    /// Ascending by block: the progress in blocks that were entered, where it is not the number of their statements.
    pub(super) unusual: Vec<(Block, u32)>,
}

/// Where the rows of a function lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) function: Function,
    pub(super) first_block: u32,
    pub(super) blocks: u32,
    pub(super) first_word: u32,
}

impl BlockSummary {
    /// The summary of an execution, or of a suite (a slice of executions). Linear in the functions that it entered.
    #[must_use]
    pub fn of(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Self {
        let mut entered = Vec::new();
        run.entered(graph, &mut |function| entered.push(function));
        entered.sort_unstable();
        entered.dedup();
        let mut summary = Self::default();
        for function in entered {
            summary.add(graph, function, run);
        }
        summary
    }

    fn add(&mut self, graph: &FlowGraph, function: Function, run: &(impl Execution + ?Sized)) {
        let range = graph.block_range(function);
        if range.is_empty() {
            return; // of another graph
        }
        let width = range.len().div_ceil(64);
        let first_word = self.words.len();
        self.words.resize(first_word + 3 * width, 0);
        let (entered, rest) = self.words[first_word..].split_at_mut(width);
        let (completed, evaluated) = rest.split_at_mut(width);
        for (local, block) in (0..).zip(range.clone().map(Block::new)) {
            if let Some(progress) = run.progress(block) {
                let statements = graph.statements(block);
                set(entered, local);
                if progress >= statements {
                    set(completed, local);
                }
                if progress != statements {
                    self.unusual.push((block, progress));
                }
            }
            let was_evaluated = |branch: Branch| {
                let edge = graph.edge(branch);
                edge.outcome.is_decided() && run.branch_distance(edge).is_some()
            };
            if graph.branches_of(block).any(was_evaluated) {
                set(evaluated, local);
            }
        }
        let (first_block, blocks) = (range.start, range.len() as u32);
        self.functions.push(Part { function, first_block, blocks, first_word: first_word as u32 });
    }

    /// Whether the execution entered a block.
    #[must_use]
    pub fn has_entered(&self, block: Block) -> bool {
        self.row_of(block).is_some_and(|(row, local)| has(row.entered, local))
    }

    /// Whether the execution completed a block.
    #[must_use]
    pub fn has_completed(&self, block: Block) -> bool {
        self.row_of(block).is_some_and(|(row, local)| has(row.completed, local))
    }

    /// Whether the execution evaluated the predicate of a block.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::BlockSummary;
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&Body::new().statements(0, 2).branch(0, 1, 2).exit(1).exit(2))?;
    /// let (trace, entry) = (Trace::new(&graph), graph.entry(Function::new(0)));
    /// let frame = trace.call(Function::new(0));
    /// frame.done(0, 1); // one statement to go
    /// let before = BlockSummary::of(&graph, &trace);
    /// frame.decide(0, lt(3, 5));
    /// let after = BlockSummary::of(&graph, &trace);
    /// assert_eq!((before.has_entered(entry), before.has_evaluated(entry)), (true, false));
    /// assert!(after.has_evaluated(entry));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn has_evaluated(&self, block: Block) -> bool {
        self.row_of(block).is_some_and(|(row, local)| has(row.evaluated, local))
    }

    /// The functions that it entered, ascending.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Function> + '_ {
        self.functions.iter().map(|part| part.function)
    }

    fn row_of(&self, block: Block) -> Option<(Row<'_>, u32)> {
        let at = self.functions.partition_point(|part| part.first_block <= block.number()).checked_sub(1)?;
        let part = &self.functions[at];
        let local = block.number() - part.first_block;
        (local < part.blocks).then(|| (self.cut(part), local))
    }

    /// Whether the execution reached a statement of a block: those before it ran to their end.
    pub(super) fn has_reached(&self, graph: &FlowGraph, block: Block, statement: u32) -> bool {
        let statements = graph.get_statements(block);
        self.has_entered(block) && statements.is_some_and(|statements| self.progress(block, statements) >= statement)
    }

    /// The rows of the function with these blocks; `None` if it was not entered, or was another one.
    pub(super) fn row(&self, blocks: &Range<u32>) -> Option<Row<'_>> {
        let at = self.functions.binary_search_by_key(&blocks.start, |part| part.first_block).ok()?;
        Some(&self.functions[at]).filter(|part| part.blocks as usize == blocks.len()).map(|part| self.cut(part))
    }

    pub(super) fn cut(&self, part: &Part) -> Row<'_> {
        let width = (part.blocks as usize).div_ceil(64);
        let (entered, rest) = self.words[part.first_word as usize..][..3 * width].split_at(width);
        let (completed, evaluated) = rest.split_at(width);
        Row { entered, completed, evaluated }
    }

    /// How many statements of a block that was entered ran to their end; it has so many.
    pub(super) fn progress(&self, block: Block, statements: u32) -> u32 {
        let at = self.unusual.binary_search_by_key(&block, |row| row.0);
        at.map_or(statements, |at| self.unusual[at].1)
    }
}

/// The rows of a function, one bit for each of its blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) entered: &'a [u64],
    pub(super) completed: &'a [u64],
    pub(super) evaluated: &'a [u64],
}
