//! Ways in which a function can return: where a set of its result is the last one.
//!
//! The result is set in blocks, and only the last set of an activation counts. A set after which no
//! other block sets the result is the last one if its block is entered. A set that another may
//! overwrite is the last one if an edge is taken after which no set follows:
//!
//! ```text
//! 0: r = false; if c { 1: r = true }  2: return r
//! // block 1 is a way to true, the edge 0 -> 2 a way to false
//! ```
//!
//! A set is also the last one if the function is left while another set might still follow. No
//! branch decides that, so the block that is left there is the way.
//!
//! - A pass backwards computes the sets that may follow a block. It only needs to distinguish none,
//!   one and several, so each block changes at most twice.
//! - A pass forwards computes the set that came last before an edge after which no set follows. If
//!   different sets meet, or a way without a set joins, the result is unknown. So each block
//!   changes at most twice here as well, and both passes are linear.
//!
//! Source: own. Lin et al. (2020), 3.1, have only constants that are returned at once.

use super::key::Returns;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Branch, Function, IdMap};
use alloc::vec;
use alloc::vec::Vec;

/// A way in which a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub at: At,
    pub returns: Returns,
    /// The block that sets the result.
    pub block: Block,
}

/// The evidence that an activation came this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// The block was entered.
    Block(Block),
    /// The edge was taken.
    Edge(Edge),
}

/// The class of no set: no set follows, or nothing is known yet.
const NONE: u32 = u32::MAX;
/// The class of several sets: different ones may follow, or came before, or no set came before.
const SEVERAL: u32 = u32::MAX - 1;

/// Returns the ways of a function. Linear in blocks and edges, except for a logarithm.
pub(super) fn ways(
    graph: &FlowGraph,
    function: Function,
    sets: &IdMap<Block, Returns>,
) -> Vec<Way> {
    let first = graph.block_range(function).start;
    let local = |block: Block| (block.number() - first) as usize;
    let classes = classes(graph, function, sets);
    let follows = following(graph, function, &classes);
    let after = |block: Block| follows[local(block)];
    let mut ways = Vec::new();
    let mut made = vec![None; classes.len()];
    for (block, &returns) in sets.iter().filter(|set| classes[local(set.0)] != NONE) {
        // A set that can only be repeated by the same set, in a loop, is the last one all the same.
        let class = classes[local(block)];
        let is_last = [NONE, class].contains(&after(block));
        if is_last {
            ways.push(Way { at: At::Block(block), returns, block });
        }
        made[local(block)] = Some(Came { class, may_be_open: !is_last });
    }
    if made.iter().flatten().all(|set| !set.may_be_open) {
        return ways;
    }
    // Some set may be overwritten. Its value is the result only on edges after which no set
    // follows, so the set that came last before each such edge is computed.
    let came = coming(graph, function, &made);
    let way = |block: Block, at: At| {
        let Came { class, may_be_open } = came[local(block)];
        let set = graph.get_block(function, class);
        let known = set.and_then(|set| Some((set, *sets.get(set)?)));
        let (block, returns) = known.unwrap_or((block, Returns::Unknown));
        may_be_open.then_some(Way { at, returns, block })
    };
    for edge in graph.branches_in(function).filter_map(|branch| graph.get_edge(branch)) {
        // The last chance to set the result was before this edge. Taking the source block instead
        // of the edge would be wrong: other edges of it may lead to another set.
        let is_set = classes[local(edge.target)] != NONE;
        if after(edge.source) != NONE && after(edge.target) == NONE && !is_set {
            ways.extend(way(edge.source, At::Edge(edge)));
        }
    }
    // The function may be left where a set may still follow. No branch decides that, so the way is
    // the block.
    for block in
        graph.blocks_of(function).filter(|&block| graph.is_exit(block) && after(block) != NONE)
    {
        ways.extend(way(block, At::Block(block)));
    }
    ways
}

/// Returns by block the class of its set: the local number of the first block with an equal set, or
/// [`NONE`] if it has no set or is unreachable. Sets of equal constants are equal.
fn classes(graph: &FlowGraph, function: Function, sets: &IdMap<Block, Returns>) -> Vec<u32> {
    let blocks = graph.block_range(function);
    let mut constants = IdMap::new();
    let mut classes = vec![NONE; blocks.len()];
    for (block, returns) in sets.iter().filter(|set| graph.is_reachable(set.0)) {
        let local = block.number() - blocks.start;
        classes[local as usize] = match *returns {
            Returns::Constant(key) => *constants.get_or_insert_with(key, || local),
            _ => local,
        };
    }
    classes
}

/// Returns the class of both.
///
/// The lattice [`NONE`] < one class < [`SEVERAL`] has height two, so a worklist ends after at most
/// two changes of each block. Sets of sets would be quadratic.
fn join(old: u32, new: u32) -> u32 {
    match (old, new) {
        (NONE, other) | (other, NONE) => other,
        (old, new) if old == new => old,
        _ => SEVERAL,
    }
}

/// Returns by block the class of the only set that may follow, [`NONE`] or [`SEVERAL`].
fn following(graph: &FlowGraph, function: Function, classes: &[u32]) -> Vec<u32> {
    let first = graph.block_range(function).start as usize;
    let mut follows = vec![NONE; classes.len()];
    let sources = graph.predecessors(function);
    // Each block with a class that every edge to it leads to: that of its own set, or of the sets
    // that may follow it.
    let sets = classes.iter().copied().enumerate().filter(|set| set.1 != NONE);
    let mut changed: Vec<(usize, u32)> = sets.collect();
    while let Some((block, class)) = changed.pop() {
        for &(_, source) in &sources[block] {
            let source = source.index() - first;
            let joined = join(follows[source], class);
            if joined != follows[source] {
                follows[source] = joined;
                changed.push((source, joined));
            }
        }
    }
    follows
}

/// The set that came last, at the end of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Came {
    /// Its class; [`SEVERAL`] if the ways disagree, [`NONE`] if no way leads there.
    class: u32,
    /// `true` if, on some way, it is a set that may be overwritten.
    may_be_open: bool,
}

/// Returns by block the set that came last, from the sets that the blocks make. At the entry no set
/// came.
fn coming(graph: &FlowGraph, function: Function, made: &[Option<Came>]) -> Vec<Came> {
    let first = graph.block_range(function).start as usize;
    let end = |block: usize, came: Came| made[block].unwrap_or(came);
    let mut ends = vec![Came { class: NONE, may_be_open: false }; made.len()];
    ends[0] = end(0, Came { class: SEVERAL, may_be_open: false });
    let mut changed = vec![0];
    while let Some(block) = changed.pop() {
        for (_, target) in graph.successors(Block::new((first + block) as u32)) {
            let target = target.index() - first;
            let (old, new) = (ends[target], end(target, ends[block]));
            let class = join(old.class, new.class);
            let joined = Came { class, may_be_open: old.may_be_open | new.may_be_open };
            if joined != old {
                ends[target] = joined;
                changed.push(target);
            }
        }
    }
    ends
}

/// Returns the last branches of the ways to each block of `ends`, by branch: those from which a
/// function goes to the block without another branch.
///
/// A block without a branch leads to one place, so each way is followed once: linear.
pub(super) fn last_branches(
    graph: &FlowGraph,
    function: Function,
    ends: &dyn Fn(Block) -> bool,
) -> Vec<(Block, Edge)> {
    /// Not followed yet.
    const UNKNOWN: u32 = u32::MAX;
    /// Leads to no end.
    const NOWHERE: u32 = u32::MAX - 1;
    let Some(entry) = graph.get_block(function, 0) else { return Vec::new() };
    let mut leads = vec![UNKNOWN; graph.blocks_of(function).len()];
    let (mut all, mut way) = (Vec::new(), Vec::new());
    for edge in
        graph.branch_range_of(function).filter_map(|branch| graph.get_edge(Branch::new(branch)))
    {
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
            let (Some(target), None, 0) =
                (onwards.next(), onwards.next(), graph.branches_of(at).len())
            else {
                break NOWHERE;
            };
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
