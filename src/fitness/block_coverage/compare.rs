//! Comparing two executions, rule by rule.

use super::bits::has;
use super::paths::{Distances, Paths};
use super::rules::{Ruled, Side, apply};
use super::summary::{BlockSummary, ROWS};
use super::views::Views;
use super::{Form, Nearer, Rule, Target, Verdict};
use crate::flow::{Edge, FlowGraph, GraphIdentity, Outcome};
use crate::id::{Block, Statement};
use crate::numbers::NumberMap;
use alloc::vec::Vec;

/// A comparison of executions by the blocks that they covered on the way to a target. See the [definition](super).
///
/// It keeps what it finds out: the edges of a function when a target in it first comes up; for each target block and each set of
/// starts that pairs of executions have for it, 256 at most, the effective blocks; and the distances to the target if an execution got
/// stuck in several blocks. Each is linear in the function. A comparison for which all of this is known allocates nothing. It makes a few
/// passes over the blocks of the function, 64 at a time, looks at the sets of starts, which mostly ends with their first word, and visits
/// the blocks in which either execution got stuck one by one.
///
/// Memory: three bits at most for each block of the function and set of starts, and 32 for each block once its distance was needed. That
/// is quadratic if all blocks of a function become targets. When a comparison begins and this comes to more than about 64 MiB
/// ([`within`](Self::within) sets another bound), all but the edges is cleared and made again as needed.
///
/// It is about one graph, which may grow. When it is given another graph, it clears what it keeps and starts anew. Summaries of another
/// graph than the one given are refused.
///
/// ```
/// use sbst::distance::flag;
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0, two statements: if .. { 1: ten statements } 2: ..
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).branch(0, 1, 2).statements(1, 10).jump(1, 2).exit(2))?;
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
/// assert_eq!(coverage.compare(&graph, seventh, &runs[0], &runs[1]), Nearer::Second(4)); // by four statements
/// assert_eq!(coverage.compare(&graph, seventh, &runs[2], &runs[1]), Nearer::First(1)); // it reached the target: by one block
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockCoverage {
    form: Form,
    /// The graph that all below is about.
    graph: GraphIdentity,
    /// The edges of the functions that came up, and where they are.
    paths: Vec<Paths>,
    /// By function: its place in `paths`.
    functions: NumberMap,
    /// By block: its place in `prepared`.
    targets: NumberMap,
    prepared: Vec<Prepared>,
    /// The rows of an execution that did not enter a function, wide enough for all that came up.
    nothing: Vec<u64>,
    /// The bytes that the targets take, and how many they may.
    kept: usize,
    bound: usize,
}

/// What is known of a target block.
#[derive(Clone, Debug)]
struct Prepared {
    /// Where the edges of its function are.
    paths: usize,
    /// Its number within the function.
    local: u32,
    views: Views,
    distances: Distances,
}

/// The point of the target block that an execution has to come to.
#[derive(Clone, Copy)]
enum Until {
    Statement(u32),
    /// All of the block.
    End,
}

impl Form {
    /// How much of a block that was entered is covered in this form: statements or lines.
    fn amount(self, summary: &BlockSummary, block: Block, statements: u32) -> u32 {
        match self {
            Self::Exact => summary.progress_of(block, statements),
            Self::Published | Self::Literal => summary.covered_lines(block, statements),
        }
    }
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
        Self {
            form: Form::Exact,
            graph: GraphIdentity::NO_FUNCTIONS,
            paths: Vec::new(),
            functions: NumberMap::new(),
            targets: NumberMap::new(),
            prepared: Vec::new(),
            nothing: Vec::new(),
            kept: 0,
            bound: 64 << 20,
        }
    }

    /// Sets the [form](Form), which says how much of a block counts as covered.
    #[must_use]
    pub fn in_form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// Sets an approximate memory budget in bytes, 64 MiB if it is not set. When what is known of the targets exceeds it, it is cleared.
    /// The little that the maps of small functions take is not counted exactly. No answer depends on it.
    #[must_use]
    pub fn within(mut self, bytes: usize) -> Self {
        self.bound = bytes;
        self
    }

    /// Returns which of two executions is nearer to the target, and by how many blocks, statements or lines.
    ///
    /// The two should have the same fitness for the goal of the target: if not, the fitness tells more. The answer is
    /// [`Nearer::Neither`] if both reach the target (in the [literal form](Form::Literal) except for a branch, which the end of its
    /// block does not cover), and for a block or branch that the graph does not have.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph; [`FlowGraph::check`] of [`BlockSummary::made_for`] tells.
    #[track_caller]
    pub fn compare(&mut self, graph: &FlowGraph, target: Target<'_>, first: &BlockSummary, second: &BlockSummary) -> Nearer {
        self.verdict(graph, target, first, second).nearer
    }

    /// Returns the answer of [`compare`](Self::compare), and the rule that gave it.
    ///
    /// It costs the same as the answer alone. Use it for [`Counters`](super::Counters), and for
    /// [gates](crate::fitness::Signals::and_usefulness) that adapt to them.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph; [`FlowGraph::check`] of [`BlockSummary::made_for`] tells.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Rule, Target};
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
    /// assert_eq!((verdict.nearer, verdict.rule), (Nearer::Neither, Rule::Progress)); // active, not useful
    /// let verdict = coverage.verdict(&graph, end, &one, &all);
    /// assert_eq!((verdict.nearer, verdict.rule), (Nearer::Second(1), Rule::Blocks));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[track_caller]
    pub fn verdict(&mut self, graph: &FlowGraph, target: Target<'_>, first: &BlockSummary, second: &BlockSummary) -> Verdict {
        self.verdict_and_ties(graph, target, first, second, None)
    }

    /// Returns the verdict. If it has no answer, the blocks are added to `ties` in which both executions got stuck, and in which rule 4
    /// found no difference: more than one for some lines, and then a block may come twice.
    #[track_caller]
    pub(super) fn verdict_and_ties(
        &mut self,
        graph: &FlowGraph,
        target: Target<'_>,
        first: &BlockSummary,
        second: &BlockSummary,
        ties: Option<&mut Vec<Block>>,
    ) -> Verdict {
        for summary in [first, second] {
            graph.check(summary.graph).unwrap_or_else(|mismatch| mismatch.raise());
        }
        self.follow(graph);
        let (block, until) = match target {
            Target::Line(statements) => return self.line(graph, statements, [first, second], ties),
            Target::Block(block) => (block, Until::Statement(0)),
            Target::Statement(statement) => (statement.block, Until::Statement(statement.index)),
            Target::Branch(branch) => match graph.get_edge(branch) {
                // An execution that completes the block did not throw; one that stopped earlier may have thrown something else.
                None | Some(Edge { outcome: Outcome::Exception(_), .. }) => return Verdict::SKIPPED,
                Some(edge) => (edge.source, Until::End),
            },
        };
        self.in_block(graph, block, until, [first, second], ties)
    }

    fn line(
        &mut self,
        graph: &FlowGraph,
        statements: &[Statement],
        pair: [&BlockSummary; 2],
        mut ties: Option<&mut Vec<Block>>,
    ) -> Verdict {
        if pair.iter().all(|run| statements.iter().any(|&statement| run.has_reached(graph, statement))) {
            return Verdict::SKIPPED;
        }
        // The verdict with the largest number, and the largest numbers for either execution.
        let (mut best, mut to_first, mut to_second) = (Verdict::SKIPPED, 0, 0);
        for in_block in statements.chunk_by(|a, b| a.block == b.block) {
            let end = match self.form {
                Form::Exact => in_block.iter().max(),
                // A line is covered with its first statement.
                Form::Published | Form::Literal => in_block.iter().min(),
            };
            let Some(statement) = end else { continue };
            let verdict = self.in_block(graph, statement.block, Until::Statement(statement.index), pair, ties.as_deref_mut());
            match verdict.nearer {
                Nearer::First(by) => to_first = by.max(to_first),
                Nearer::Second(by) => to_second = by.max(to_second),
                Nearer::Neither => {}
            }
            let weight = |verdict: Verdict| (verdict.nearer.signed().abs(), verdict.rule);
            if weight(verdict) > weight(best) {
                best = verdict;
            }
        }
        if let Some(ties) = ties.filter(|_| to_first > 0 || to_second > 0) {
            ties.clear(); // another block has an answer
        }
        if to_first > 0 && to_second > 0 { Verdict { nearer: Nearer::Neither, ..best } } else { best }
    }

    fn in_block(
        &mut self,
        graph: &FlowGraph,
        block: Block,
        until: Until,
        pair: [&BlockSummary; 2],
        ties: Option<&mut Vec<Block>>,
    ) -> Verdict {
        self.prepare(graph, block);
        let Some(&place) = self.targets.get(&u64::from(block.number())) else {
            return Verdict::SKIPPED;
        };
        let Prepared { paths, local: target, views, distances } = &mut self.prepared[place as usize];
        let (paths, target, form) = (&self.paths[*paths], *target, self.form);
        let width = paths.width();
        let nothing = &self.nothing[..ROWS * width];
        let [first, second] = pair.map(|summary| {
            let rows = summary.rows(&paths.blocks).unwrap_or(nothing);
            let (entered, rest) = rows.split_at(width);
            let (completed, rest) = rest.split_at(width);
            let (covered, evaluated) = rest.split_at(width);
            let full = match form {
                Form::Exact => completed,
                Form::Published | Form::Literal => covered,
            };
            let reached = match until {
                Until::Statement(statement) => {
                    has(entered, target) && summary.progress_of(block, graph.statements(block)) >= statement
                }
                Until::End => has(full, target),
            };
            Side { entered, evaluated, full, reached }
        });
        // The end of a block does not cover a branch: read literally, the listing is called for two tests that decide alike against it.
        let literal = matches!(form, Form::Literal);
        if first.reached && second.reached && !(literal && matches!(until, Until::End)) {
            return Verdict::SKIPPED;
        }

        let effective = views.effective(graph, paths, target, [first.evaluated, second.evaluated], &mut self.kept);
        match apply(paths, target, effective, [&first, &second], distances, &mut self.kept, literal) {
            Ruled::Open => Verdict { nearer: Nearer::Neither, rule: Rule::Open },
            Ruled::Blocks(nearer) => Verdict { nearer, rule: Rule::Blocks },
            Ruled::NotStuck => Verdict { nearer: Nearer::Neither, rule: Rule::Progress },
            Ruled::Stuck(stuck) => {
                let block = Block::new(paths.blocks.start + stuck);
                let [first, second] = pair.map(|summary| form.amount(summary, block, graph.statements(block)));
                if let Some(ties) = ties.filter(|_| first == second) {
                    ties.push(block);
                }
                Verdict { nearer: Nearer::more(first, second), rule: Rule::Progress }
            }
        }
    }

    /// Makes a target known, if the graph has the block.
    fn prepare(&mut self, graph: &FlowGraph, block: Block) {
        if self.kept > self.bound {
            self.forget_targets();
        }
        if self.targets.contains_key(&u64::from(block.number())) {
            return;
        }
        let Some(function) = graph.get_function_of(block) else { return };
        let paths = *self.functions.entry(function.number().into()).or_insert_with(|| {
            self.paths.push(Paths::new(graph, function));
            (self.paths.len() - 1) as u32
        }) as usize;
        let words = (ROWS * self.paths[paths].width()).max(self.nothing.len());
        self.nothing.resize(words, 0);
        self.kept += size_of::<(Block, Prepared)>();
        let local = block.number() - self.paths[paths].blocks.start;
        self.targets.insert(block.number().into(), self.prepared.len() as u32);
        self.prepared.push(Prepared { paths, local, views: Views::default(), distances: Distances::default() });
    }

    fn forget_targets(&mut self) {
        self.targets.clear();
        self.prepared.clear();
        self.kept = 0;
    }

    /// Goes on to a graph; if it is another one, nothing that is known counts.
    fn follow(&mut self, graph: &FlowGraph) {
        if graph.check(self.graph).is_err() {
            self.forget_targets();
            self.functions.clear();
            self.paths.clear();
        }
        self.graph = graph.identity();
    }
}
