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
/// An exit beside edges ends a path, and others go on. Edges are tried in the order of their names. There can be exponentially many paths:
/// those beyond the first `most` are left out.
///
/// O(most * (edges + calls)) time.
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
    let mut taken: Vec<Vec<bool>> = ways.iter().map(|ways| vec![false; ways.len()]).collect();
    let at = |block: Block| (block.number() - base) as usize;

    // Each path is told once: where it ends, at the leaves of this search or at an exit on the way.
    let mut paths = 0;
    let mut path = vec![Step { block: 0, way: 0 }];
    let mut arrived = true;
    while paths < most
        && let Some(step) = path.last_mut()
    {
        let block = step.block;
        let next = (step.way..ways[block].len()).find(|&way| !taken[block][way]);
        let went_on = step.way > 0;
        if let Some(next) = next {
            step.way = next + 1;
        }
        let is_exit = graph.is_exit(Block::new(base + block as u32));
        if arrived && is_exit || next.is_none() && !went_on && !is_exit {
            paths += 1;
            sequences.extend(by_object(path.iter().flat_map(|step| calls[step.block].iter().cloned())));
        }
        match next {
            Some(next) => {
                taken[block][next] = true;
                path.push(Step { block: at(ways[block][next].1), way: 0 });
            }
            None => {
                path.pop();
                if let Some(before) = path.last() {
                    taken[before.block][before.way - 1] = false;
                }
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
    /// The way that is tried next: 0 if the path did not go on from here yet.
    way: usize,
}
