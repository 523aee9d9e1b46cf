//! The part of an execution that block coverage keeps.

use super::paths::{each, has};
use crate::flow::{FlowGraph, GraphIdentity};
use crate::id::{Block, Function, Statement};
use alloc::vec::Vec;
use core::ops::Range;

/// Summary of an execution for block coverage: the blocks that it entered, the blocks that it
/// covered, the predicates that it evaluated, and its progress in the other blocks. It is stored as
/// bits, only for functions that the execution entered, and is plain data to be kept with a test.
///
/// A block is completed if all of its statements ran to their end in some visit, and covered if all
/// of its lines are covered. A block without statements is completed and covered once it was
/// entered. The statement that throws is reached, so its line is covered: after n statements that
/// ran to their end, n + 1 statements are reached.
///
/// A block evaluates its predicate last. If a store reports an evaluated predicate but less
/// progress, the block counts as evaluated but not as completed.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::BlockSummary;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new()
///         .statements(0, 2)
///         .branch(0, 1, 2)
///         .statements(1, 3)
///         .exit(1)
///         .exit(2),
/// )?;
/// let [entry, then, other] =
///     [0, 1, 2].map(|local| graph.block(Function::new(0), local));
/// let trace = Trace::new(&graph);
/// let f = trace.root().enter(Function::new(0));
/// f.decide(0, lt(3, 5));
/// f.done(1, 1); // the second statement throws
///
/// let summary = BlockSummary::of(&graph, &trace);
/// assert_eq!(
///     [entry, then, other].map(|block| summary.has_entered(block)),
///     [true, true, false]
/// );
/// assert_eq!(
///     [entry, then, other].map(|block| summary.has_completed(block)),
///     [true, false, false]
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockSummary {
    /// The graph that the summary was made for; a graph without functions if nothing was entered.
    pub(super) graph: GraphIdentity,
    /// The functions that were entered, ascending.
    pub(super) functions: Vec<Part>,
    /// By function: the words of `entered`, `completed`, `covered` and `evaluated`.
    pub(super) words: Vec<u64>,
    /// Progress in entered blocks where it differs from the number of their statements, ascending
    /// by block.
    pub(super) unusual: Vec<(Block, u32)>,
    /// Parallel to `unusual` if the caller gave lines, else empty. An entry is the number of
    /// statements less the number of uncovered lines. So differences of entries are differences in
    /// covered lines, and a block that is not listed misses none.
    pub(super) lines: Vec<u32>,
}

/// Number of rows of words for each function.
pub(super) const ROWS: usize = 4;
/// Row of entered blocks.
pub(super) const ENTERED: usize = 0;
/// Row of completed blocks.
pub(super) const COMPLETED: usize = 1;
/// Row of covered blocks.
pub(super) const COVERED: usize = 2;
/// Row of blocks with an evaluated predicate.
pub(super) const EVALUATED: usize = 3;

/// Position of the rows of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) function: Function,
    pub(super) first_block: u32,
    pub(super) blocks: u32,
    pub(super) first_word: u32,
}

impl Part {
    /// Returns the number of words of a row.
    const fn width(&self) -> usize {
        (self.blocks as usize).div_ceil(64)
    }
}

impl BlockSummary {
    /// Returns the identity of the graph that the summary was made for. If nothing was entered, it
    /// is the identity of a graph without functions.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    /// Returns `true` if the execution entered a block.
    #[must_use]
    pub fn has_entered(&self, block: Block) -> bool {
        self.has(ENTERED, block)
    }

    /// Returns `true` if all statements of a block ran to their end.
    #[must_use]
    pub fn has_completed(&self, block: Block) -> bool {
        self.has(COMPLETED, block)
    }

    /// Returns `true` if all lines of a block are covered: its last statement was reached. If the
    /// summary was made [by lines](Self::by_lines), a statement on each of its lines must have been
    /// reached.
    #[must_use]
    pub fn has_covered(&self, block: Block) -> bool {
        self.has(COVERED, block)
    }

    /// Returns `true` if the execution evaluated the predicate of a block.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::BlockSummary;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().statements(0, 2).branch(0, 1, 2).exit(1).exit(2),
    /// )?;
    /// let (trace, entry) = (Trace::new(&graph), graph.entry(Function::new(0)));
    /// let frame = trace.root().enter(Function::new(0));
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
        self.has(EVALUATED, block)
    }

    /// Returns the number of statements of a block that ran to their end, the greatest over all
    /// visits. `None` if the block was not entered, or belongs to another graph.
    ///
    /// `graph` is the graph that the summary was made with. A store may report more progress than
    /// the block has statements; the reported number is returned. O(log functions + log blocks in
    /// which the execution got stuck).
    ///
    /// # Panics
    ///
    /// If the summary was made for another graph. Check with `graph.check(summary.made_for())`.
    ///
    /// This method and [`semi_covered`](Self::semi_covered) are the input for your own comparisons:
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::BlockSummary;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// /// Prefers the execution with the larger share of statements in `block`.
    /// fn by_share(
    ///     graph: &FlowGraph,
    ///     block: Block,
    ///     first: &BlockSummary,
    ///     second: &BlockSummary,
    /// ) -> Ordering {
    ///     let share = |summary: &BlockSummary| {
    ///         let all = f64::from(graph.statements(block).max(1));
    ///         summary.progress(graph, block).map_or(-1.0, |ran| f64::from(ran) / all)
    ///     };
    ///     share(second).total_cmp(&share(first)) // the nearer one is the lesser one
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 4).exit(0))?;
    /// let (trace, entry) = (Trace::new(&graph), graph.entry(Function::new(0)));
    /// let [near, far] = [3, 1].map(|ran| {
    ///     trace.reset();
    ///     trace.root().enter(Function::new(0)).done(0, ran); // and then an exception
    ///     BlockSummary::of(&graph, &trace)
    /// });
    /// assert_eq!(near.progress(&graph, entry), Some(3));
    /// assert_eq!(BlockSummary::default().progress(&graph, entry), None);
    /// assert_eq!(by_share(&graph, entry, &near, &far), Ordering::Less);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn progress(&self, graph: &FlowGraph, block: Block) -> Option<u32> {
        graph.check(self.graph).unwrap_or_else(|mismatch| mismatch.raise());
        let statements = graph.get_statements(block)?;
        if self.has_entered(block) { Some(self.progress_of(block, statements)) } else { None }
    }

    /// Returns an iterator over the semi-covered blocks of a function, ascending: the blocks that
    /// the execution entered and whose statements did not all run to their end in any visit. It is
    /// empty if the function was not entered. O(log functions + blocks of the function / 64), and
    /// one step for each block.
    ///
    /// These are the semi-covered blocks of [`Form::Exact`](super::Form::Exact). In the published
    /// form, a block that lacks only its last line is covered: leave out the blocks for which
    /// [`has_covered`](Self::has_covered) is `true`.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::BlockSummary;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let body = FlowBuilder::new().statements(0, 2).jump(0, 1).statements(1, 3).exit(1);
    /// let graph = FlowGraph::of(&body)?;
    /// let (trace, function) = (Trace::new(&graph), Function::new(0));
    /// let frame = trace.root().enter(function);
    /// frame.end(0);
    /// frame.done(1, 1); // the second of three statements throws
    /// let summary = BlockSummary::of(&graph, &trace);
    /// let stuck = graph.block(function, 1);
    /// assert!(summary.semi_covered(function).eq([stuck]));
    /// frame.done(1, 2); // only the last statement is left
    /// let summary = BlockSummary::of(&graph, &trace);
    /// assert!(summary.semi_covered(function).eq([stuck]) && summary.has_covered(stuck));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn semi_covered(&self, function: Function) -> impl Iterator<Item = Block> + Clone + '_ {
        let found = self.functions.binary_search_by_key(&function, |part| part.function);
        found.ok().into_iter().flat_map(|at| {
            let part = &self.functions[at];
            let rows = self.row(part, ENTERED).iter().zip(self.row(part, COMPLETED));
            each(rows.map(|(entered, completed)| entered & !completed))
                .map(|local| Block::new(part.first_block + local))
        })
    }

    /// Returns an iterator over the functions that the execution entered, ascending.
    pub fn functions(
        &self,
    ) -> impl DoubleEndedIterator<Item = Function> + ExactSizeIterator + Clone + '_ {
        self.functions.iter().map(|part| part.function)
    }

    /// Returns a bit of a row, `false` for a function that was not entered.
    fn has(&self, row: usize, block: Block) -> bool {
        let after = self.functions.partition_point(|part| part.first_block <= block.number());
        let Some(part) = self.functions[..after].last() else { return false };
        let local = block.number() - part.first_block;
        local < part.blocks && has(self.row(part, row), local)
    }

    /// Returns `true` if the execution reached a statement: all statements before it ran to their
    /// end.
    pub(super) fn has_reached(&self, graph: &FlowGraph, at: Statement) -> bool {
        self.progress(graph, at.block).is_some_and(|progress| progress >= at.index)
    }

    /// Returns the rows of the function with these blocks, or `None` if it was not entered.
    pub(super) fn rows(&self, blocks: &Range<u32>) -> Option<&[u64]> {
        let at =
            self.functions.binary_search_by_key(&blocks.start, |part| part.first_block).ok()?;
        let part = &self.functions[at];
        if part.blocks as usize == blocks.len() { Some(self.rows_of(part)) } else { None }
    }

    /// Returns all rows of a function, one after another.
    fn rows_of(&self, part: &Part) -> &[u64] {
        &self.words[part.first_word as usize..][..ROWS * part.width()]
    }

    /// Returns one row of a function.
    pub(super) fn row(&self, part: &Part, row: usize) -> &[u64] {
        &self.rows_of(part)[row * part.width()..][..part.width()]
    }

    /// Returns the number of statements that ran to their end in an entered block that has
    /// `statements` statements.
    pub(super) fn progress_of(&self, block: Block, statements: u32) -> u32 {
        self.unusual_at(block).map_or(statements, |at| self.unusual[at].1)
    }

    /// Returns the number of covered lines of an entered block that has `statements` statements. If
    /// statements share lines, every number for the block is greater by the number of its
    /// statements less the number of its lines, so differences of numbers are differences in lines.
    pub(super) fn covered_lines(&self, block: Block, statements: u32) -> u32 {
        let Some(at) = self.unusual_at(block) else { return statements };
        let progress = self.unusual[at].1;
        // The statement that throws is reached. If there is more progress than statements, no
        // further statement is known that could throw.
        let reached = if progress < statements { progress + 1 } else { progress };
        self.lines.get(at).copied().unwrap_or(reached)
    }

    /// Returns the index of a block in `unusual`.
    fn unusual_at(&self, block: Block) -> Option<usize> {
        self.unusual.binary_search_by_key(&block, |row| row.0).ok()
    }
}
