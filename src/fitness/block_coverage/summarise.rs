//! Creation of summaries.

use super::paths::{rows_mut, set};
use super::summary::{BlockSummary, Part, ROWS};
use crate::execution::Execution;
use crate::flow::{FlowGraph, Lines};
use crate::id::{Block, Function};
use crate::sort::sort;
use alloc::vec::Vec;

impl BlockSummary {
    /// Creates the summary of an execution, or of a suite (a slice of executions), with each
    /// statement on a line of its own. Linear in the functions that the execution entered.
    ///
    /// # Panics
    ///
    /// If the execution belongs to another graph. Check with [`Execution::fits`].
    #[must_use]
    #[track_caller]
    pub fn of(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Self {
        Self::made(graph, run, None)
    }

    /// Creates the summary of an execution or a suite whose statements share lines.
    ///
    /// The result differs from the summary of [`of`](Self::of) only for the forms that compare
    /// covered lines, such as the [published form](super::Form::Published). A line of a block is
    /// covered when the first of its statements in this block is reached. A statement that is on no
    /// line is a line of its own. The additional cost is O(k log k) for each block with k
    /// statements in which the execution got stuck.
    ///
    /// Compare summaries only with summaries that were made in the same way.
    ///
    /// # Panics
    ///
    /// If the execution belongs to another graph. Check with [`Execution::fits`].
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::{
    ///     BlockCoverage, BlockSummary, Form, Nearer, Target,
    /// };
    /// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
    /// use sbst::id::{Function, Line};
    ///
    /// // Block 0: `a(); b(); c();` in line 1, and `d();` in line 2.
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 4).jump(0, 1).exit(1))?;
    /// let [entry, end] = [0, 1].map(|local| graph.block(Function::new(0), local));
    /// let lines = Lines::new(
    ///     [1, 1, 1, 2]
    ///         .into_iter()
    ///         .zip(0..)
    ///         .map(|(line, k)| (entry.statement(k), Line::new(line))),
    /// );
    /// let trace = Trace::new(&graph);
    /// let [in_a, in_c] = [0, 2].map(|done| {
    ///     trace.reset();
    ///     trace.root().enter(Function::new(0)).done(0, done); // and then an exception
    ///     [
    ///         BlockSummary::of(&graph, &trace),
    ///         BlockSummary::by_lines(&graph, &lines, &trace),
    ///     ]
    /// });
    /// let mut published = BlockCoverage::new().in_form(Form::Published);
    /// let target = Target::Block(end);
    /// assert_eq!(
    ///     published.compare(&graph, target, &in_a[0], &in_c[0]),
    ///     Nearer::Second(2)
    /// );
    /// // line 1
    /// assert_eq!(published.compare(&graph, target, &in_a[1], &in_c[1]), Nearer::Neither);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn by_lines(graph: &FlowGraph, lines: &Lines, run: &(impl Execution + ?Sized)) -> Self {
        Self::made(graph, run, Some(lines))
    }

    /// Creates a summary, with or without lines.
    #[track_caller]
    fn made(graph: &FlowGraph, run: &(impl Execution + ?Sized), lines: Option<&Lines>) -> Self {
        run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        let mut entered = Vec::new();
        run.entered(graph, &mut |function| entered.push(function));
        sort(&mut entered);
        entered.dedup();
        let mut summary = Self::default();
        for function in entered {
            summary.add(graph, function, run, lines);
        }
        if !summary.functions.is_empty() {
            summary.graph = graph.identity();
        }
        summary
    }

    /// Appends the rows of a function.
    fn add(
        &mut self,
        graph: &FlowGraph,
        function: Function,
        run: &(impl Execution + ?Sized),
        lines: Option<&Lines>,
    ) {
        let range = graph.block_range(function);
        if range.is_empty() {
            return; // of another graph
        }
        let width = range.len().div_ceil(64);
        let first_word = self.words.len();
        self.words.resize(first_word + ROWS * width, 0);
        let [entered, completed, covered, evaluated] = rows_mut(&mut self.words[first_word..]);
        for (local, block) in (0..).zip(range.clone().map(Block::new)) {
            if let Some(progress) = run.progress(block) {
                let statements = graph.statements(block);
                set(entered, local);
                if progress >= statements {
                    set(completed, local);
                }
                let missing = match lines {
                    Some(lines) => missing(lines, block, statements, progress),
                    // Without lines, the statement that throws is the last line that is covered.
                    None => statements.saturating_sub(progress).saturating_sub(1),
                };
                if missing == 0 {
                    set(covered, local);
                }
                if progress != statements {
                    self.unusual.push((block, progress));
                    if lines.is_some() {
                        self.lines.push(progress.max(statements) - missing);
                    }
                }
            }
            if has_decided(graph, run, block) {
                set(evaluated, local);
            }
        }
        let (first_block, blocks) = (range.start, range.len() as u32);
        self.functions.push(Part { function, first_block, blocks, first_word: first_word as u32 });
    }
}

/// Returns `true` if the decision of a block was evaluated.
pub(super) fn has_decided(
    graph: &FlowGraph,
    run: &(impl Execution + ?Sized),
    block: Block,
) -> bool {
    // Rule 1 needs decisions, not entries: an entered block that threw before its predicate is not
    // executed in this sense.
    graph.branches_of(block).any(|branch| {
        let edge = graph.edge(branch);
        edge.outcome.is_decided() && run.branch_distance(edge).is_some()
    })
}

/// Returns the number of lines of a block that are not covered if `progress` of its `statements`
/// statements ran to their end.
fn missing(lines: &Lines, block: Block, statements: u32, progress: u32) -> u32 {
    if progress >= statements {
        return 0;
    }
    let mut on_lines: Vec<_> = lines
        .of_block(block)
        .map(|(statement, line)| (line, statement.index))
        .filter(|row| row.1 < statements)
        .collect();
    // Statement `progress` is reached, because it threw, so only later statements are missing. A
    // line is missing if even its first statement is.
    let beyond = on_lines.iter().filter(|row| row.1 > progress).count() as u32;
    sort(&mut on_lines);
    // The first statement of each line in this block.
    on_lines.dedup_by_key(|row| row.0);
    let lines = on_lines.iter().filter(|row| row.1 > progress).count() as u32;
    let without_line = statements - progress - 1 - beyond;
    lines + without_line
}
