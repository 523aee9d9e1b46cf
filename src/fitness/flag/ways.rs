//! The ways in which a function can return: which set of its result is the last one.
//!
//! The result is set in blocks, and only the last set of an activation counts. A set after which no other block sets the result is the
//! last one if its block is entered. One that another may overwrite is the last one if an edge is taken after which no set follows:
//!
//! ```text
//! 0: r = false; if c { 1: r = true }  2: return r        block 1 is a way to true, the edge 0 -> 2 one to false
//! ```
//!
//! A set also is the last one where the function is left while another might still follow, which no branch decides: the block that is
//! left there is the way.
//!
//! - Which sets may follow a block: a pass backwards. It need only tell none, one and several apart, so each block changes twice at most.
//! - Which set an edge comes from, if no set follows it: a pass forwards. Where different sets meet, or a way without a set does,
//!   nothing is known. So it changes twice, too, and both passes are linear.
//!
//! Source: F11 of the project's formulas; Lin et al. (2020), 3.1, knows returned constants only.

use super::returns::Returns;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Branch, Function};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// A way in which a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub at: At,
    pub returns: Returns,
    /// Where the result is set.
    pub block: Block,
}

/// What shows that an activation came this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// The block was entered.
    Block(Block),
    /// The edge was taken.
    Edge(Edge),
}

/// No set follows; several do; nothing is known yet; none came before, different ones did.
const NONE: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;
const OPEN: u32 = u32::MAX;
const MIXED: u32 = u32::MAX - 1;

/// Returns the ways of a function. Linear in blocks and edges, but for a logarithm.
pub(super) fn ways(graph: &FlowGraph, function: Function, sets: &BTreeMap<Block, Returns>) -> Vec<Way> {
    let sets: Vec<_> = sets.iter().filter(|set| graph.is_reachable(*set.0)).map(|(&block, &returns)| (block, returns)).collect();
    let goes_on = sets.iter().any(|set| graph.successors(set.0).len() > 0);
    let follows = if goes_on { following(graph, function, &sets) } else { Vec::new() };
    let entry = graph.block_range(function).start as usize;
    let after = |block: Block| follows.get(block.index() - entry).copied().unwrap_or(NONE);
    let (mut ways, mut overwritten) = (Vec::new(), Vec::new());
    for (&(block, returns), class) in sets.iter().zip(classes(&sets)) {
        // What only the block itself repeats, in a loop, is the last set all the same.
        if [NONE, block.number()].contains(&after(block)) {
            ways.push(Way { at: At::Block(block), returns, block });
        } else {
            overwritten.push(class);
        }
    }
    if overwritten.is_empty() {
        return ways;
    }
    overwritten.sort_unstable();
    let came = coming(graph, function, &sets);
    for edge in graph.branches_in(function).filter_map(|branch| graph.get_edge(branch)) {
        // The last chance to set the result was before this edge.
        let is_last_chance = after(edge.source) != NONE && after(edge.target) == NONE && place(&sets, edge.target).is_none();
        let class = came[edge.source.index() - entry];
        if is_last_chance && overwritten.binary_search(&class).is_ok() {
            let (block, returns) = sets[class as usize];
            ways.push(Way { at: At::Edge(edge), returns, block });
        }
    }
    // The function may be left where a set may still follow. Nothing decides that, so the way is the block.
    for block in graph.blocks_of(function).filter(|&block| graph.is_exit(block) && after(block) != NONE) {
        let class = came[block.index() - entry];
        if overwritten.binary_search(&class).is_ok() {
            let (set, returns) = sets[class as usize];
            ways.push(Way { at: At::Block(block), returns, block: set });
        }
    }
    ways
}

/// By set: the first that is the same set. Equal constants are the same.
fn classes(sets: &[(Block, Returns)]) -> Vec<u32> {
    let mut constants = BTreeMap::new();
    let class = |(number, set): (u32, &(Block, Returns))| match set.1 {
        Returns::Constant(key) => *constants.entry(key).or_insert(number),
        _ => number,
    };
    (0..).zip(sets).map(class).collect()
}

/// The set of a block, by number.
fn place(sets: &[(Block, Returns)], block: Block) -> Option<u32> {
    sets.binary_search_by_key(&block, |set| set.0).ok().map(|place| place as u32)
}

/// By block: the block of the only set that may follow, [`NONE`] or [`SEVERAL`]. A loop may lead back to the block itself.
fn following(graph: &FlowGraph, function: Function, sets: &[(Block, Returns)]) -> Vec<u32> {
    let blocks = graph.block_range(function);
    let (first, count) = (blocks.start as usize, blocks.len());
    let sources = graph.predecessors(function);
    let mut follows = vec![NONE; count];
    let mut changed: Vec<usize> = Vec::new();
    let join = |old: u32, new: u32| match (old, new) {
        (NONE, other) | (other, NONE) => other,
        (old, new) if old == new => old,
        _ => SEVERAL,
    };
    for &(block, _) in sets {
        for &(_, source) in &sources[block.index() - first] {
            let source = source.index() - first;
            let joined = join(follows[source], block.number());
            if joined != follows[source] {
                follows[source] = joined;
                changed.push(source);
            }
        }
    }
    while let Some(block) = changed.pop() {
        for &(_, source) in &sources[block] {
            let source = source.index() - first;
            let joined = join(follows[source], follows[block]);
            if joined != follows[source] {
                follows[source] = joined;
                changed.push(source);
            }
        }
    }
    follows
}

/// By block, at its end: which set came last, by class, [`MIXED`] if not the same on all ways, [`OPEN`] if nothing leads there. The
/// entry comes from a way without a set.
fn coming(graph: &FlowGraph, function: Function, sets: &[(Block, Returns)]) -> Vec<u32> {
    let blocks = graph.block_range(function);
    let first = blocks.start as usize;
    let classes = classes(sets);
    let end = |block: usize, came: u32| place(sets, Block::new((first + block) as u32)).map_or(came, |set| classes[set as usize]);
    let mut ends = vec![OPEN; blocks.len()];
    ends[0] = end(0, MIXED);
    let mut changed = vec![0];
    while let Some(block) = changed.pop() {
        for (_, target) in graph.successors(Block::new((first + block) as u32)) {
            let target = target.index() - first;
            let joined = match end(target, ends[block]) {
                new if ends[target] == OPEN || ends[target] == new => new,
                _ => MIXED,
            };
            if joined != ends[target] {
                ends[target] = joined;
                changed.push(target);
            }
        }
    }
    ends
}

/// By block of `ends`: the branches from which a function goes there without another branch, by branch.
///
/// A block without a branch leads to one place, so each way is followed once: linear.
pub(super) fn last_branches(graph: &FlowGraph, function: Function, ends: impl Fn(Block) -> bool) -> Vec<(Block, Edge)> {
    /// Not followed yet; leads to no end.
    const UNKNOWN: u32 = u32::MAX;
    const NOWHERE: u32 = u32::MAX - 1;
    let Some(entry) = graph.get_block(function, 0) else { return Vec::new() };
    let mut leads = vec![UNKNOWN; graph.blocks_of(function).len()];
    let (mut all, mut way) = (Vec::new(), Vec::new());
    for edge in graph.branch_range_of(function).filter_map(|branch| graph.get_edge(Branch::new(branch))) {
        if !graph.is_reachable(edge.source) {
            continue;
        }
        let mut at = edge.target;
        let end = loop {
            let place = at.index() - entry.index();
            if leads[place] != UNKNOWN {
                break leads[place];
            }
            if ends(at) {
                break at.number();
            }
            let mut onwards = graph.successors(at).map(|(_, target)| target);
            let (Some(target), None, 0) = (onwards.next(), onwards.next(), graph.branches_of(at).len()) else { break NOWHERE };
            leads[place] = NOWHERE; // if it comes back here
            way.push(place);
            at = target;
        };
        for place in way.drain(..) {
            leads[place] = end;
        }
        if end != NOWHERE {
            all.push((Block::new(end), edge));
        }
    }
    all
}
