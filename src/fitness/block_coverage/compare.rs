//! Comparison of two executions, rule by rule.

use super::known::Known;
use super::paths::{Paths, has, rows};
use super::rules::{Ruled, Side};
use super::summary::{BlockSummary, ROWS};
use super::{Form, Nearer, Rule, Target, Verdict};
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, Statement};
use alloc::vec::Vec;

/// A comparison of executions by the blocks that they covered on the way to a target. See the
/// [definition](super).
///
/// The comparison keeps what it computes:
///
/// - the edges of a function, from the first target in it;
/// - for each target block, the effective blocks of each set of starts that pairs of executions
///   have for it, at most 256 sets;
/// - for each target block, the distances to it, if an execution got stuck in several blocks.
///
/// Each of these takes time linear in the function. A comparison for which all of them are known
/// allocates nothing. It makes a few passes over the blocks of the function, 64 blocks at a time,
/// checks the known sets of starts, mostly by their first word, and visits one by one the blocks in
/// which either execution got stuck.
///
/// Memory: at most three bits for each block of the function and each set of starts, and 32 bits
/// for each block once its distance was needed. That is quadratic if all blocks of a function
/// become targets. If this memory exceeds about 64 MiB when a comparison begins
/// ([`within`](Self::within) sets another bound), everything except the edges is cleared, and
/// computed again as needed.
///
/// A comparison belongs to one graph, which may grow. When it is given another graph, it clears
/// everything and starts anew. Summaries of a graph other than the given one are refused.
///
/// ```
/// use sbst::distance::flag;
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0, two statements: if .. { 1: ten statements } 2: ..
/// let graph = FlowGraph::of(
///     &FlowBuilder::new()
///         .statements(0, 2)
///         .branch(0, 1, 2)
///         .statements(1, 10)
///         .jump(1, 2)
///         .exit(2),
/// )?;
/// let f = Function::new(0);
/// let trace = Trace::new(&graph);
/// let runs = [0, 4, 9].map(|done| {
///     trace.reset();
///     let frame = trace.root().enter(f);
///     frame.decide(0, flag(true));
///     frame.done(1, done); // and then an exception
///     drop(frame);
///     BlockSummary::of(&graph, &trace)
/// });
/// let mut coverage = BlockCoverage::new();
/// let seventh = Target::Statement(graph.block(f, 1).statement(7));
/// // by four statements
/// assert_eq!(
///     coverage.compare(&graph, seventh, &runs[0], &runs[1]),
///     Nearer::Second(4)
/// );
/// // it reached the target: one block more
/// assert_eq!(coverage.compare(&graph, seventh, &runs[2], &runs[1]), Nearer::First(1));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockCoverage {
    /// The form of the comparison.
    form: Form,
    /// Edges of functions, and data about target blocks.
    known: Known,
    /// Empty rows of an execution that did not enter a function, wide enough for all functions that
    /// have had a target.
    nothing: Vec<u64>,
    /// If the last verdict has no answer: the blocks in which both executions got stuck and in
    /// which rule 4 found no difference. For some lines there are several, and a block may come
    /// twice.
    pub(super) ties: Vec<Block>,
}

/// The point of the target block that an execution has to reach.
#[derive(Clone, Copy)]
enum Until {
    Statement(u32),
    /// The end of the block.
    End,
}

impl Default for BlockCoverage {
    fn default() -> Self {
        Self::new()
    }
}

impl BlockCoverage {
    /// Creates a comparison in the [exact form](Form::Exact).
    #[must_use]
    pub const fn new() -> Self {
        Self { form: Form::Exact, known: Known::new(), nothing: Vec::new(), ties: Vec::new() }
    }

    /// Sets the [form](Form), which decides how much of a block counts as covered.
    #[must_use]
    pub fn in_form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// Sets an approximate memory budget in bytes; the default is 64 MiB. When the data about
    /// targets exceeds it, the data is cleared. The little memory of the maps of small functions is
    /// not counted exactly. No answer depends on the budget.
    #[must_use]
    pub fn within(mut self, bytes: usize) -> Self {
        self.known.bound = bytes;
        self
    }

    /// Returns which of two executions is nearer to the target, and by how many blocks, statements
    /// or lines.
    ///
    /// The two executions should have equal fitness for the goal of the target; if not, the fitness
    /// is more informative. The answer is [`Nearer::Neither`] if both reach the target, and for a
    /// block or branch that the graph does not have. There is one exception in the [literal
    /// form](Form::Literal): the end of the source block does not cover a branch, so that the
    /// listing is still applied.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph. Check with [`FlowGraph::check`] and
    /// [`BlockSummary::made_for`].
    #[track_caller]
    pub fn compare(
        &mut self,
        graph: &FlowGraph,
        target: Target<'_>,
        first: &BlockSummary,
        second: &BlockSummary,
    ) -> Nearer {
        self.verdict(graph, target, first, second).nearer
    }

    /// Returns the answer of [`compare`](Self::compare), and the rule that gave it.
    ///
    /// The verdict costs no more than the answer alone. Use it for [`Counters`](super::Counters),
    /// and for [gates](crate::published::Signals::and_usefulness) that adapt to them.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph. Check with [`FlowGraph::check`] and
    /// [`BlockSummary::made_for`].
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::{
    ///     BlockCoverage, BlockSummary, Nearer, Rule, Target,
    /// };
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).jump(0, 1).exit(1))?;
    /// let trace = Trace::new(&graph);
    /// let [none, one, all] = [0, 1, 3].map(|done| {
    ///     trace.reset();
    ///     trace.root().enter(Function::new(0)).done(0, done); // and then an exception
    ///     BlockSummary::of(&graph, &trace)
    /// });
    /// let end = Target::Block(graph.block(Function::new(0), 1));
    /// let mut coverage = BlockCoverage::new();
    /// let verdict = coverage.verdict(&graph, end, &none, &one);
    /// assert_eq!((verdict.nearer, verdict.rule), (Nearer::Second(1), Rule::Progress));
    /// let verdict = coverage.verdict(&graph, end, &one, &one);
    /// // active, not useful
    /// assert_eq!((verdict.nearer, verdict.rule), (Nearer::Neither, Rule::Progress));
    /// let verdict = coverage.verdict(&graph, end, &one, &all);
    /// assert_eq!((verdict.nearer, verdict.rule), (Nearer::Second(1), Rule::Blocks));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[track_caller]
    pub fn verdict(
        &mut self,
        graph: &FlowGraph,
        target: Target<'_>,
        first: &BlockSummary,
        second: &BlockSummary,
    ) -> Verdict {
        for summary in [first, second] {
            graph.check(summary.graph).unwrap_or_else(|mismatch| mismatch.raise());
        }
        self.known.follow(graph);
        self.ties.clear();
        let (block, until) = match target {
            Target::Line(statements) => return self.line(graph, statements, [first, second]),
            Target::Block(block) => (block, Until::Statement(0)),
            Target::Statement(statement) => (statement.block, Until::Statement(statement.index)),
            Target::Branch(branch) => match graph.get_edge(branch) {
                // An execution that completes the block did not throw. An execution that stopped
                // earlier may have thrown something else. So neither is nearer to the exception,
                // and no rule is applied.
                None | Some(Edge { outcome: Outcome::Exception(_), .. }) => {
                    return Verdict::SKIPPED;
                }
                Some(edge) => (edge.source, Until::End),
            },
        };
        self.in_block(graph, block, until, [first, second])
    }

    /// Compares for a line: one comparison for each of its blocks. Answers that contradict each
    /// other give no answer.
    fn line(
        &mut self,
        graph: &FlowGraph,
        statements: &[Statement],
        pair: [&BlockSummary; 2],
    ) -> Verdict {
        let reaches = |run: &&BlockSummary| statements.iter().any(|&at| run.has_reached(graph, at));
        if pair.iter().all(reaches) {
            return Verdict::SKIPPED;
        }
        // The verdict with the largest number, and the largest number for each execution (below 0
        // for the first). Adding up the numbers instead would let many small differences hide a
        // contradiction.
        let (mut best, mut to_first, mut to_second) = (Verdict::SKIPPED, 0, 0);
        for in_block in statements.chunk_by(|a, b| a.block == b.block) {
            let end = match self.form {
                Form::Exact => in_block.iter().max(),
                // A line is covered with its first statement.
                Form::Published | Form::Literal => in_block.iter().min(),
            };
            let Some(statement) = end else { continue };
            let (block, until) = (statement.block, Until::Statement(statement.index));
            let verdict = self.in_block(graph, block, until, pair);
            let by = verdict.nearer.signed();
            (to_first, to_second) = (by.min(to_first), by.max(to_second));
            let weight = |verdict: Verdict| (verdict.nearer.signed().abs(), verdict.rule);
            if weight(verdict) > weight(best) {
                best = verdict;
            }
        }
        if to_first < 0 || to_second > 0 {
            self.ties.clear(); // another block has an answer
        }
        if to_first < 0 && to_second > 0 {
            Verdict { nearer: Nearer::Neither, ..best }
        } else {
            best
        }
    }

    /// Compares for a point of one block.
    fn in_block(
        &mut self,
        graph: &FlowGraph,
        block: Block,
        until: Until,
        pair: [&BlockSummary; 2],
    ) -> Verdict {
        let Some(function) = graph.get_function_of(block) else { return Verdict::SKIPPED };
        let (blocks, form) = (graph.block_range(function), self.form);
        let target = block.number() - blocks.start;
        let words = ROWS * blocks.len().div_ceil(64);
        self.nothing.resize(self.nothing.len().max(words), 0);
        let nothing = &self.nothing[..words];
        let [first, second] = pair.map(|summary| {
            let words = summary.rows(&blocks).unwrap_or(nothing);
            let [entered, completed, covered, evaluated]: [&[u64]; ROWS] = rows(words);
            // Definition of full coverage: to the end of the block, or, as published, every line of
            // it.
            let full = match form {
                Form::Exact => completed,
                Form::Published | Form::Literal => covered,
            };
            let reached = match until {
                Until::Statement(statement) => {
                    has(entered, target)
                        && summary.progress_of(block, graph.statements(block)) >= statement
                }
                Until::End => has(full, target),
            };
            Side { entered, evaluated, full, reached }
        });
        // The end of a block does not cover a branch. Read literally, the listing is also called
        // for two tests that decide alike against it.
        let literal = matches!(form, Form::Literal);
        // The definition: if both executions reach the target, no rule is applied.
        if first.reached && second.reached && !(literal && matches!(until, Until::End)) {
            return Verdict::SKIPPED;
        }

        let edges = || Paths::new(graph, function);
        match self.known.apply(graph, (function, target), edges, [&first, &second], literal) {
            Ruled::Decided(verdict) => verdict,
            Ruled::Stuck(stuck) => {
                // Rule 4: the statements or lines of the block that each of them covered.
                let amount = match form {
                    Form::Exact => BlockSummary::progress_of,
                    Form::Published | Form::Literal => BlockSummary::covered_lines,
                };
                let [first, second] =
                    pair.map(|summary| amount(summary, stuck, graph.statements(stuck)));
                if first == second {
                    self.ties.push(stuck);
                }
                Verdict { nearer: Nearer::more(first, second), rule: Rule::Progress }
            }
        }
    }
}
