//! Comparing two executions, rule by rule.

use super::bits::{each, has};
use super::paths::{Distances, Paths};
use super::summary::{BlockSummary, Row};
use super::views::Views;
use super::{Nearer, Target};
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, Function};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Which form of the comparison. See the [definition](super).
///
/// ```
/// use sbst::fitness::block_coverage::{BlockCoverage, Form};
///
/// let replica = BlockCoverage::new().in_form(Form::Published); // for those who compare with published numbers
/// assert_ne!(Form::default(), Form::Published);
/// # let _ = replica;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Form {
    /// The exact one.
    #[default]
    Exact,
    /// The listing as printed, for those who replicate it. In rule 4, FCB(1) and FCB(2) must be equal. In rule 5, one must be a proper
    /// subset of the other, and its execution must have got stuck in a block. What the listing leaves open is as in the exact form. So
    /// wherever it gives an answer for a block, a statement or a branch, the exact form gives the same; for a line in several blocks it
    /// need not.
    Published,
}

/// Compares executions by the blocks that they completed on the way to a target. See the [definition](super).
///
/// It keeps what it finds out: the edges of a function when a target in it first comes up; for each target block and each set of
/// starts that pairs of executions have for it, 256 at most, the effective blocks; and the distances to the target if an execution got
/// stuck in several blocks. Each is linear in the function. A comparison that finds them made allocates nothing, and costs a few passes
/// over the blocks of the function, 64 at a time; a look at the sets of starts, which mostly ends with their first word; and the blocks in
/// which either execution got stuck, one by one.
///
/// Memory: three bits at most for each block of the function and set of starts, and 32 for each block once its distance was needed. That
/// is quadratic if all blocks of a function become targets; so when a comparison begins and this comes to more than about 64 MiB
/// ([`within`](Self::within) sets another bound), all but the edges is forgotten and made again as needed.
///
/// It is made for one graph, which may grow. When it is given another one, it starts anew if it can tell; if not, answers are
/// arbitrary.
///
/// ```
/// use sbst::distance::flag;
/// use sbst::execution::Trace;
/// use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// // 0, two statements: if .. { 1: ten statements } 2: ..
/// let graph = FlowGraph::of(&Body::new().statements(0, 2).branch(0, 1, 2).statements(1, 10).jump(1, 2).exit(2))?;
/// let f = Function::new(0);
/// let trace = Trace::new(&graph);
/// let runs = [0, 4, 9].map(|done| {
///     trace.reset();
///     let frame = trace.call(f);
///     frame.decide(0, flag(true));
///     frame.done(1, done); // and then an exception
///     drop(frame);
///     BlockSummary::of(&graph, &trace)
/// });
/// let mut coverage = BlockCoverage::new();
/// let seventh = Target::Statement(graph.block(f, 1), 7);
/// assert_eq!(coverage.compare(&graph, seventh, &runs[0], &runs[1]), Nearer::Second(4)); // by four statements
/// assert_eq!(coverage.compare(&graph, seventh, &runs[2], &runs[1]), Nearer::First(1)); // it reached the target: by one block
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BlockCoverage {
    form: Form,
    /// The edges of the functions that came up, and where they are.
    paths: Vec<Paths>,
    functions: BTreeMap<Function, usize>,
    targets: BTreeMap<Block, Prepared>,
    /// The row of an execution that did not enter a function, wide enough for all that came up.
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

/// One of the two executions.
struct Side<'a> {
    summary: &'a BlockSummary,
    row: Row<'a>,
    /// Whether it reached the target.
    reached: bool,
}

impl Side<'_> {
    /// SCB: the block in which it got stuck.
    fn stuck<'d>(&self, target: u32, effective: &[u64], distances: impl FnOnce() -> &'d [u32]) -> Option<u32> {
        if has(self.row.entered, target) && !self.reached {
            return Some(target);
        }
        let rows = || effective.iter().zip(self.row.entered.iter().zip(self.row.completed));
        let words = || rows().map(|(effective, (entered, completed))| effective & entered & !completed);
        if words().map(u64::count_ones).sum::<u32>() < 2 {
            return each(words()).next();
        }
        let distances = distances();
        each(words()).min_by_key(|&block| distances[block as usize])
    }

    /// Whether FCB holds an effective block.
    fn covers(&self, block: u32, target: u32) -> bool {
        if block == target { self.reached } else { has(self.row.completed, block) }
    }
}

impl Default for BlockCoverage {
    fn default() -> Self {
        Self::new()
    }
}

impl BlockCoverage {
    /// One that compares in the exact form.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            form: Form::Exact,
            paths: Vec::new(),
            functions: BTreeMap::new(),
            targets: BTreeMap::new(),
            nothing: Vec::new(),
            kept: 0,
            bound: 64 << 20,
        }
    }

    /// The same in another form.
    #[must_use]
    pub fn in_form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// The same, but that it forgets what it found out about targets when that comes to more than about so many bytes; what little the
    /// maps of small functions take is not counted exactly. No answer depends on it.
    #[must_use]
    pub fn within(mut self, bytes: usize) -> Self {
        self.bound = bytes;
        self
    }

    /// Which of two executions is nearer to the target. They should have the same fitness for its goal, for else that tells more.
    ///
    /// [`Nearer::Neither`] if both reach the target, and for a block or branch that the graph does not have.
    pub fn compare(&mut self, graph: &FlowGraph, target: Target<'_>, first: &BlockSummary, second: &BlockSummary) -> Nearer {
        let (block, statement) = match target {
            Target::Line(statements) => return self.line(graph, statements, [first, second]),
            Target::Block(block) => (block, 0),
            Target::Statement(block, statement) => (block, statement),
            Target::Branch(branch) => match graph.get_edge(branch) {
                // Who completes the block did not throw; who stopped earlier may have thrown something else.
                None | Some(Edge { outcome: Outcome::Exception(_), .. }) => return Nearer::Neither,
                Some(edge) => (edge.source, graph.statements(edge.source)),
            },
        };
        self.statement(graph, block, statement, [first, second])
    }

    fn line(&mut self, graph: &FlowGraph, statements: &[(Block, u32)], pair: [&BlockSummary; 2]) -> Nearer {
        if pair.iter().all(|run| statements.iter().any(|&(block, statement)| run.has_reached(graph, block, statement))) {
            return Nearer::Neither;
        }
        let (mut to_first, mut to_second) = (0, 0);
        for &(block, last) in statements.chunk_by(|a, b| a.0 == b.0).filter_map(|same| same.iter().max()) {
            match self.statement(graph, block, last, pair) {
                Nearer::First(by) => to_first = by.max(to_first),
                Nearer::Second(by) => to_second = by.max(to_second),
                Nearer::Neither => {}
            }
        }
        if to_first > 0 && to_second > 0 { Nearer::Neither } else { Nearer::more(to_first, to_second) }
    }

    fn statement(&mut self, graph: &FlowGraph, block: Block, statement: u32, pair: [&BlockSummary; 2]) -> Nearer {
        self.prepare(graph, block);
        let Some(Prepared { paths, local: target, views, distances }) = self.targets.get_mut(&block) else {
            return Nearer::Neither;
        };
        let (paths, target) = (&self.paths[*paths], *target);
        let nothing = &self.nothing[..paths.width()];
        let [first, second] = pair.map(|summary| {
            let row = summary.row(&paths.blocks).unwrap_or(Row { entered: nothing, completed: nothing, evaluated: nothing });
            Side {
                summary,
                row,
                reached: has(row.entered, target) && summary.progress(block, graph.statements(block)) >= statement,
            }
        });
        if first.reached && second.reached {
            return Nearer::Neither;
        }

        // How many blocks each completed that the other did not.
        let effective = views.effective(graph, paths, target, [first.row.evaluated, second.row.evaluated], &mut self.kept);
        let (mut by_first, mut by_second) = (u32::from(first.reached), u32::from(second.reached));
        for (&effective, (first, second)) in effective.iter().zip(first.row.completed.iter().zip(second.row.completed)) {
            by_first += (effective & first & !second).count_ones();
            by_second += (effective & second & !first).count_ones();
        }
        if by_first > 0 && by_second > 0 {
            return Nearer::Neither;
        }

        let stuck = [&first, &second].map(|side| side.stuck(target, effective, || distances.to(paths, target, &mut self.kept)));
        if let [Some(stuck), Some(other)] = stuck
            && stuck == other
            && (self.form == Form::Exact || by_first + by_second == 0)
        {
            let block = Block::new(paths.blocks.start + stuck);
            let [first, second] = [&first, &second].map(|side| side.summary.progress(block, graph.statements(block)));
            return Nearer::more(first, second);
        }
        // Whether one of them completed the block in which the other got stuck.
        let passed = |stuck: Option<u32>, side: &Side<'_>| match stuck {
            Some(block) => side.covers(block, target),
            None => self.form == Form::Exact,
        };
        // One of the two numbers is 0.
        let wins = if by_first > 0 { passed(stuck[1], &first) } else { passed(stuck[0], &second) };
        if wins { Nearer::more(by_first, by_second) } else { Nearer::Neither }
    }

    /// Makes a target known, if the graph has the block.
    fn prepare(&mut self, graph: &FlowGraph, block: Block) {
        if self.kept > self.bound {
            self.forget_targets();
        }
        // Where a function does not lie where it did, the graph is another one.
        match self.targets.get(&block).map(|target| self.paths[target.paths].fits(graph)) {
            Some(true) => return,
            Some(false) => self.forget_all(),
            None => {}
        }
        let Some(function) = graph.get_function_of(block) else { return };
        if self.functions.get(&function).is_some_and(|&paths| !self.paths[paths].fits(graph)) {
            self.forget_all();
        }
        let paths = *self.functions.entry(function).or_insert_with(|| {
            self.paths.push(Paths::new(graph, function));
            self.paths.len() - 1
        });
        let width = self.paths[paths].width().max(self.nothing.len());
        self.nothing.resize(width, 0);
        self.kept += size_of::<(Block, Prepared)>();
        let local = block.number() - self.paths[paths].blocks.start;
        self.targets.insert(block, Prepared { paths, local, views: Views::default(), distances: Distances::default() });
    }

    fn forget_targets(&mut self) {
        self.targets.clear();
        self.kept = 0;
    }

    fn forget_all(&mut self) {
        self.forget_targets();
        self.functions.clear();
        self.paths.clear();
    }
}
