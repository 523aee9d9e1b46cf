//! Prime paths.

use super::path::{BlockPath, TooManyPaths};
use crate::steps::Steps;
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::id::Function;

/// Returns the prime paths of a function, ascending.
///
/// A path is prime if it is simple and is not part of another simple path. Every rotation of a
/// simple loop is prime. A single block is not a [`BlockPath`], so a function that consists of one
/// block without a loop has no prime paths. Neither has a function of another graph.
///
/// A prime path may be as long as the function: 500 loops in a row have 21 million blocks on their
/// prime paths. So `most` bounds the blocks of all paths together, each counted as often as it is
/// on a path. They are counted first, and nothing is stored if they are too many. The search goes
/// through the suffixes of prime paths: at most `most` of them, each in O(l m) time for l blocks on
/// the longest one, and at most m edges out of a block. Memory in proportion to the blocks.
///
/// Source: Ammann, Offutt, "Introduction to Software Testing" (2008), section 2.2.1.
///
/// # Errors
///
/// [`TooManyPaths`] if the prime paths have more than `most` blocks together.
///
/// ```
/// use sbst_histories::paths::prime_paths;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: while a { 1 }  2
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let paths = prime_paths(&graph, Function::new(0), 100)?;
/// let paths: Vec<String> = paths.iter().map(|path| path.to_string()).collect();
/// assert_eq!(paths, ["b0 -> b1 -> b0", "b1 -> b0 -> b1", "b1 -> b0 -> b2"]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn prime_paths(
    graph: &FlowGraph,
    function: Function,
    most: usize,
) -> Result<Vec<BlockPath>, TooManyPaths> {
    let steps = Steps::of(graph, function);
    let count =
        visit(&steps, most, &mut |_| {}).ok_or(TooManyPaths { function, count: None, most })?;
    let mut found = Vec::with_capacity(count);
    visit(&steps, most, &mut |path| {
        found.push(BlockPath(path.iter().map(|&local| steps.block(local)).collect()));
    });
    Ok(found)
}

/// Calls `show` with all prime paths, ascending. Returns their number; `None` once they have more
/// than `most` blocks together.
fn visit(steps: &Steps, most: usize, show: &mut dyn FnMut(&[u32])) -> Option<usize> {
    let component = steps.components();
    let is_inside = |a: u32, b: u32| component[a as usize] == component[b as usize];
    // `stands` counts the paths that could not go on. Each is a suffix of a prime path, so there
    // are no more of them than blocks on prime paths, and their number bounds the search even while
    // no prime path is found. Extending all simple paths and
    // filtering them, as the book does, has no such bound.
    let (mut count, mut stands, mut blocks) = (0_usize, 0_usize, 0_usize);
    let mut is_on = alloc::vec![false; steps.len()];
    let (mut path, mut next): (Vec<u32>, Vec<usize>) = (Vec::new(), Vec::new());
    for start in steps.blocks() {
        // Only a path whose predecessors of `start` are all on the path can be prime, unless it is
        // a loop. These predecessors come after `start` on the path and before it by their edge, so
        // they are in the component of `start`. If some predecessor of `start` is outside (the
        // start is not open), only loops from `start` are prime, and these stay in the component.
        let is_open = steps.predecessors(start).iter().all(|&source| is_inside(source, start));
        let may_go_to = |target: u32| is_open || is_inside(target, start);
        path.push(start);
        next.push(0);
        is_on[start as usize] = true;
        // `true` if the current path was found to go on.
        let mut went_on = false;
        while let (Some(&last), Some(place)) = (path.last(), next.last_mut()) {
            if let Some(&target) = steps.successors(last).get(*place) {
                *place += 1;
                if target == start {
                    // A simple loop is prime: a longer path would contain `start` twice and more.
                    went_on = true;
                    stands += 1;
                    count += 1;
                    path.push(start);
                    blocks = blocks.saturating_add(path.len());
                    if stands.max(blocks) > most {
                        return None;
                    }
                    show(&path);
                    path.pop();
                } else if !is_on[target as usize] && may_go_to(target) {
                    path.push(target);
                    next.push(0);
                    is_on[target as usize] = true;
                    went_on = false;
                }
                continue;
            }
            // A single block is not a path.
            if !went_on && path.len() > 1 {
                stands += 1;
                // The path cannot go on at its end. It is prime if it cannot go on at its start
                // either.
                if is_open && steps.predecessors(start).iter().all(|&source| is_on[source as usize])
                {
                    count += 1;
                    blocks = blocks.saturating_add(path.len());
                    if blocks <= most {
                        show(&path);
                    }
                }
                if stands.max(blocks) > most {
                    return None;
                }
            }
            is_on[last as usize] = false;
            path.pop();
            next.pop();
            went_on = true; // the shorter path went on to `last`
        }
    }
    Some(count)
}
