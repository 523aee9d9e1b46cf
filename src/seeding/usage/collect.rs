//! Call sequences from control flow.

use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, Function};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// What is called on each object along the paths of a function: for each path and each object on it, in the order of the paths and then of
/// the objects, one sequence.
///
/// `calls` lists the calls of a block in their order, each with its object: a variable, or whatever else tells objects apart. A path begins
/// at the entry and takes every edge at most once, so that bodies of loops are passed once; it ends at an exit, or where no edge is left.
/// An exit beside edges ends a path, and others go on. Edges are tried in the order of [`Outcome`](crate::flow::Outcome), the last decision
/// of a path first; there can be exponentially many paths, and those beyond the first `most` are left out. So where many decisions follow
/// one another, all paths may have the first ones in common: take as many as there are, or record runs ([`by_object`]).
///
/// O(most * (edges + calls on the path)) time, where a block is passed, and its calls made, once for each edge into it at most.
///
/// ```
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
/// use sbst::seeding::usage::sequences;
///
/// // 0: list.new()  1: while .. { 2: list.add() }  3: list.size()
/// let graph = FlowGraph::of(&Body::new().jump(0, 1).branch(1, 2, 3).jump(2, 1).exit(3))?;
/// let calls = |block| [["new"], ["hasNext"], ["add"], ["size"]][graph.local(block) as usize].map(|action| ("list", action));
/// let found = sequences(&graph, Function::new(0), 100, calls);
/// assert_eq!(found, [("list", vec!["new", "hasNext", "add", "hasNext", "size"]), ("list", vec!["new", "hasNext", "size"])]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn sequences<O: Ord + Clone, A: Clone, C: IntoIterator<Item = (O, A)>>(
    graph: &FlowGraph,
    function: Function,
    most: usize,
    calls: impl Fn(Block) -> C,
) -> Vec<(O, Vec<A>)> {
    let mut sequences = Vec::new();
    let Some(entry) = graph.get_block(function, 0) else { return sequences };
    let base = entry.number();
    let blocks = graph.blocks_of(function);
    let calls: Vec<Vec<(O, A)>> = blocks.map(|block| calls(block).into_iter().collect()).collect();
    let ways: Vec<Vec<(Outcome, Block)>> = graph.blocks_of(function).map(|block| graph.successors(block).collect()).collect();
    let mut untaken: Vec<Untaken> = ways.iter().map(|ways| Untaken::new(ways.len())).collect();
    let at = |block: Block| (block.number() - base) as usize;

    // Each path is told once: where it ends, at the leaves of this search or at an exit on the way.
    let mut paths = 0;
    let mut path = vec![Step { block: 0, way: None }];
    let mut arrived = true;
    while paths < most
        && let Some(step) = path.last_mut()
    {
        let block = step.block;
        let next = untaken[block].after(step.way);
        let is_stuck = next.is_none() && step.way.is_none();
        step.way = next.or(step.way);
        let is_exit = graph.is_exit(Block::new(base + block as u32));
        if arrived && (is_exit || is_stuck) {
            paths += 1;
            sequences.extend(by_object(path.iter().flat_map(|step| calls[step.block].iter().cloned())));
        }
        if let Some(next) = next {
            untaken[block].take(next);
            path.push(Step { block: at(ways[block][next].1), way: None });
        } else {
            path.pop();
            if let Some(Step { block, way: Some(way) }) = path.last() {
                untaken[*block].put_back(*way);
            }
        }
        arrived = next.is_some();
    }
    sequences
}

/// What was done with each object, of a log of who did what: one sequence for each object, in the order of the objects. From any record of
/// calls, of one class or of all: an object can be a pair of its class and a number.
///
/// ```
/// use sbst::seeding::usage::by_object;
///
/// let log = [("a", "new"), ("b", "new"), ("a", "add"), ("b", "size"), ("a", "size")];
/// assert_eq!(by_object(log), [("a", vec!["new", "add", "size"]), ("b", vec!["new", "size"])]);
/// ```
#[must_use]
pub fn by_object<O: Ord, A>(log: impl IntoIterator<Item = (O, A)>) -> Vec<(O, Vec<A>)> {
    let mut sequences: BTreeMap<O, Vec<A>> = BTreeMap::new();
    for (object, action) in log {
        sequences.entry(object).or_default().push(action);
    }
    sequences.into_iter().collect()
}

/// A block of a path.
struct Step {
    block: usize,
    /// The way that was tried last.
    way: Option<usize>,
}

/// The ways out of a block that a path has not taken, in a ring of links, so that none that was taken is met again. What was taken last is
/// put back first.
struct Untaken {
    /// By way: the next one and the one before; the last entry is where the ring begins.
    links: Vec<(usize, usize)>,
}

impl Untaken {
    fn new(ways: usize) -> Self {
        let length = ways + 1;
        Self { links: (0..length).map(|way| ((way + 1) % length, (way + length - 1) % length)).collect() }
    }

    /// The first one, or the one after another.
    fn after(&self, way: Option<usize>) -> Option<usize> {
        let ring = self.links.len() - 1;
        Some(self.links[way.unwrap_or(ring)].0).filter(|&next| next != ring)
    }

    fn take(&mut self, way: usize) {
        let (next, before) = self.links[way];
        self.links[before].0 = next;
        self.links[next].1 = before;
    }

    fn put_back(&mut self, way: usize) {
        let (next, before) = self.links[way];
        self.links[before].0 = way;
        self.links[next].1 = way;
    }
}
