//! The comparison.

use super::bits::has;
use super::paths::Paths;
use super::prepared::Prepared;
use super::summary::{BlockSummary, Row};
use super::{Nearer, Target};
use crate::flow::FlowGraph;
use crate::id::{Block, Function};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Which form of the comparison. See the [definition](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Form {
    /// The exact one.
    #[default]
    Exact,
    /// The listing as printed, for those who replicate it. In rule 4, FCB(1) and FCB(2) must be equal. In rule 5, one must be a proper
    /// subset of the other, and its execution must have got stuck in a block. What the listing leaves open is as in the exact form. So
    /// wherever it gives an answer for a block, the exact form gives the same.
    Published,
}

/// Compares executions by the blocks that they completed on the way to a target. See the [definition](super).
///
/// It keeps what it found out about targets: a target block is prepared when it first comes up, linear in its function, and so is every
/// new set of starts that some pair has for it; the last 16 of each target are kept. A comparison that finds both
/// prepared allocates nothing and costs a few passes over the blocks of the function, 64 at a time, and the blocks in which
/// either execution got stuck.
///
/// Memory: the edges of each function that came up; and for each target block three bits for every block of its function and set of
/// starts, and four bytes more for each if an execution got stuck in several.
///
/// It is made for one graph, which may grow. When it is given another one, it starts anew if it can tell; if not, answers are
/// arbitrary.
#[derive(Clone, Debug, Default)]
pub struct BlockCoverage {
    form: Form,
    /// The edges of the functions that came up, and where they lie.
    paths: Vec<Paths>,
    functions: BTreeMap<Function, usize>,
    targets: Vec<Prepared>,
    /// By block: its place among the targets and one more; 0 if it did not come up yet.
    places: Vec<u32>,
    /// The row of an execution that did not enter a function, wide enough for all that came up.
    nothing: Vec<u64>,
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
    fn stuck(&self, target: &mut Prepared, paths: &Paths) -> Option<u32> {
        let in_target = has(self.row.entered, target.local) && !self.reached;
        if in_target { Some(target.local) } else { target.stuck(paths, &self.row) }
    }

    /// Whether FCB holds an effective block.
    fn has_completed(&self, block: u32, target: u32) -> bool {
        if block == target { self.reached } else { has(self.row.completed, block) }
    }
}

impl BlockCoverage {
    /// One that compares in the exact form.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One that compares in this form.
    #[must_use]
    pub fn by(form: Form) -> Self {
        Self { form, ..Self::default() }
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
                Some(edge) => (edge.source, graph.statements(edge.source)),
                None => return Nearer::Neither,
            },
        };
        self.statement(graph, block, statement, [first, second])
    }

    fn line(&mut self, graph: &FlowGraph, statements: &[(Block, u32)], pair: [&BlockSummary; 2]) -> Nearer {
        if pair.iter().all(|run| statements.iter().any(|&(block, statement)| run.has_reached(graph, block, statement))) {
            return Nearer::Neither;
        }
        let (mut to_first, mut to_second) = (0, 0);
        for &(block, last) in statements.chunk_by(|a, b| a.0 == b.0).filter_map(<[_]>::last) {
            match self.statement(graph, block, last, pair) {
                Nearer::First(by) => to_first = by.max(to_first),
                Nearer::Second(by) => to_second = by.max(to_second),
                Nearer::Neither => {}
            }
        }
        match (to_first, to_second) {
            (by, 0) => Nearer::first(by),
            (0, by) => Nearer::second(by),
            _ => Nearer::Neither,
        }
    }

    fn statement(&mut self, graph: &FlowGraph, block: Block, statement: u32, pair: [&BlockSummary; 2]) -> Nearer {
        let Some(place) = self.prepare(graph, block) else { return Nearer::Neither };
        let target = &mut self.targets[place];
        let paths = &self.paths[target.paths];
        let nothing = &self.nothing[..paths.width()];
        let statements = graph.statements(block);
        let [first, second] = pair.map(|summary| {
            let row = summary.row(&paths.blocks).unwrap_or(Row { entered: nothing, completed: nothing, evaluated: nothing });
            let reached = has(row.entered, target.local) && summary.progress(block, statements) >= statement;
            Side { summary, row, reached }
        });
        if first.reached && second.reached {
            return Nearer::Neither;
        }

        // How many blocks each completed that the other did not.
        let effective = target.effective(graph, paths, first.row.evaluated, second.row.evaluated);
        let (mut by_first, mut by_second) = (u32::from(first.reached), u32::from(second.reached));
        for (&effective, (first, second)) in effective.iter().zip(first.row.completed.iter().zip(second.row.completed)) {
            by_first += (effective & first & !second).count_ones();
            by_second += (effective & second & !first).count_ones();
        }
        if by_first > 0 && by_second > 0 {
            return Nearer::Neither;
        }

        let stuck = [&first, &second].map(|side| side.stuck(target, paths));
        if let [Some(stuck), Some(other)] = stuck
            && stuck == other
            && (self.form == Form::Exact || by_first + by_second == 0)
        {
            let block = Block::new(paths.blocks.start + stuck);
            let [first, second] = [&first, &second].map(|side| side.summary.progress(block, graph.statements(block)));
            return if first > second { Nearer::First(first - second) } else { Nearer::second(second - first) };
        }
        // Whether one of them completed the block in which the other got stuck.
        let passed = |stuck: Option<u32>, side: &Side<'_>| match stuck {
            Some(block) => side.has_completed(block, target.local),
            None => self.form == Form::Exact,
        };
        // One of the two numbers is 0.
        let (wins, answer) = if by_first > 0 {
            (passed(stuck[1], &first), Nearer::First(by_first))
        } else {
            (passed(stuck[0], &second), Nearer::second(by_second))
        };
        if wins { answer } else { Nearer::Neither }
    }

    /// The place of a target; `None` if the graph has no such block.
    fn prepare(&mut self, graph: &FlowGraph, block: Block) -> Option<usize> {
        let known = self.places.get(block.index()).and_then(|place| place.checked_sub(1));
        if let Some(place) = known.filter(|&place| self.paths[self.targets[place as usize].paths].fits(graph)) {
            return Some(place as usize);
        }
        let function = graph.get_function_of(block)?;
        let paths = self.functions.get(&function).copied();
        let paths = match paths.filter(|&paths| known.is_none() && self.paths[paths].fits(graph)) {
            Some(paths) => paths,
            None => {
                if known.is_some() || paths.is_some() {
                    *self = Self::by(self.form); // the graph is another one
                }
                self.paths.push(Paths::new(graph, function));
                self.paths.len() - 1
            }
        };
        self.functions.insert(function, paths);
        let local = block.number() - self.paths[paths].blocks.start;
        self.targets.push(Prepared::new(paths, local));
        let width = self.paths[paths].width().max(self.nothing.len());
        self.nothing.resize(width, 0);
        let rows = (block.index() + 1).max(self.places.len());
        self.places.resize(rows, 0);
        self.places[block.index()] = self.targets.len() as u32;
        Some(self.targets.len() - 1)
    }
}
