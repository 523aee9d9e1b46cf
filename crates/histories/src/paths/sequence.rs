//! All walks of n consecutive blocks.

use super::path::{BlockPath, TooManyPaths};
use crate::steps::Steps;
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::id::Function;

/// Returns all walks of `n` consecutive blocks of a function, ascending: the edges for n = 2, the
/// edge pairs for n = 3.
///
/// A walk may pass a block several times, and begins at any block that can be reached. There are no
/// walks for n less than 2, because a single block is not a path, and none for a function of
/// another graph.
///
/// The walks are counted before any is stored: `most` bounds the blocks of all walks together,
/// which are n times as many as walks. O(n m) time to count them, for m edges; O(n d) for each walk
/// that is listed, for at most d edges out of a block.
///
/// Source: Ammann, Offutt, "Introduction to Software Testing" (2008), section 2.2.1 (edge-pair
/// coverage).
///
/// # Errors
///
/// [`TooManyPaths`] with the number of blocks, if the walks have more than `most` blocks together,
/// or `u64::MAX` or more.
///
/// ```
/// use sbst_histories::paths::sequences;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // while a { 1 }  2
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let pairs = sequences(&graph, Function::new(0), 3, 100)?;
/// let pairs: Vec<String> = pairs.iter().map(|path| path.to_string()).collect();
/// assert_eq!(pairs, ["b0 -> b1 -> b0", "b1 -> b0 -> b1", "b1 -> b0 -> b2"]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn sequences(
    graph: &FlowGraph,
    function: Function,
    n: u16,
    most: usize,
) -> Result<Vec<BlockPath>, TooManyPaths> {
    let steps = Steps::of(graph, function);
    let blocks = count(&steps, n).saturating_mul(u64::from(n));
    // The count saturates: at `u64::MAX`, the number of blocks is unknown.
    if blocks > most as u64 || blocks == u64::MAX {
        return Err(TooManyPaths { function, count: Some(blocks), most });
    }
    let mut found = Vec::new(); // without capacity: memory may not hold all walks
    if blocks == 0 {
        return Ok(found);
    }
    let (longest, n) = (longest(&steps), usize::from(n));
    // The current walk: each block with the number of its successor that is tried next.
    let mut walk: Vec<(u32, usize)> = Vec::with_capacity(n);
    for start in steps.blocks() {
        if (longest[start as usize] as usize) < n {
            continue;
        }
        walk.push((start, 0));
        while let Some(top) = walk.last_mut() {
            let (block, next) = *top;
            top.1 += 1;
            let depth = walk.len();
            if depth == n {
                found.push(BlockPath(walk.iter().map(|&(block, _)| steps.block(block)).collect()));
                walk.pop();
            } else if let Some(&target) = steps.successors(block).get(next) {
                // A walk that would end too early is never begun: every step belongs to a walk that
                // is listed. Otherwise time could be exponential in graphs with few walks of n
                // blocks.
                if longest[target as usize] as usize >= n - depth {
                    walk.push((target, 0));
                }
            } else {
                walk.pop();
            }
        }
    }
    Ok(found)
}

/// Returns the number of walks of `n` consecutive blocks of a function; `u64::MAX` if there are
/// that many or more; 0 for n less than 2.
///
/// O(n m) time for m edges. Stores no walk.
///
/// ```
/// use sbst_histories::paths::sequence_count;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // loop { if a { continue } else { 1 } }
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).jump(1, 0))?;
/// let counts = [2, 3, 4, 5, 100].map(|n| sequence_count(&graph, Function::new(0), n));
/// assert_eq!(counts, [3, 5, 8, 13, u64::MAX]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn sequence_count(graph: &FlowGraph, function: Function, n: u16) -> u64 {
    count(&Steps::of(graph, function), n)
}

/// Returns the number of walks of `n` blocks, saturating.
fn count(steps: &Steps, n: u16) -> u64 {
    if n < 2 {
        return 0;
    }
    // Dynamic programming over the length. By block: the number of walks of k blocks that begin
    // there, for k = 1, 2, ...
    let mut walks = alloc::vec![0_u64; steps.len()];
    for block in steps.blocks() {
        walks[block as usize] = 1;
    }
    for _ in 1..n {
        let mut longer = alloc::vec![0_u64; steps.len()];
        for block in steps.blocks() {
            for &target in steps.successors(block) {
                longer[block as usize] =
                    longer[block as usize].saturating_add(walks[target as usize]);
            }
        }
        walks = longer;
        if walks.iter().all(|&count| count == 0) {
            break;
        }
    }
    walks.iter().fold(0, |sum: u64, &count| sum.saturating_add(count))
}

/// Returns, for each block, the number of blocks of the longest walk that begins there; `u32::MAX`
/// if some walk reaches a loop.
fn longest(steps: &Steps) -> Vec<u32> {
    let mut longest = alloc::vec![u32::MAX; steps.len()];
    // Kahn's algorithm, backwards. A block is done once all its successors are; a block from which
    // a loop can be reached never is, and keeps `u32::MAX`.
    let mut left: Vec<usize> =
        (0..steps.len() as u32).map(|block| steps.successors(block).len()).collect();
    let mut done: Vec<u32> = steps.blocks().filter(|&block| left[block as usize] == 0).collect();
    while let Some(block) = done.pop() {
        let below = steps.successors(block).iter().map(|&target| longest[target as usize]).max();
        longest[block as usize] = 1 + below.unwrap_or(0);
        for &source in steps.predecessors(block) {
            left[source as usize] -= 1;
            if left[source as usize] == 0 {
                done.push(source);
            }
        }
    }
    longest
}
