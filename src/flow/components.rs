//! Strongly connected components that no edge leaves.

use super::rows::NONE;
use alloc::vec;
use alloc::vec::Vec;

/// Returns the strongly connected components, among the blocks reached from `roots`, that no edge
/// leaves.
///
/// Tarjan, "Depth-First Search and Linear Graph Algorithms" (1972), without recursion; linear.
pub(super) fn terminal_components<'a>(
    blocks: usize,
    roots: impl Iterator<Item = u32>,
    successors: impl Fn(u32) -> &'a [u32],
) -> Vec<Vec<u32>> {
    /// Marks a block of a component that is complete.
    const DONE: u32 = NONE - 1;
    // By block: the time at which it was first visited, and the least such time of an open block
    // that it is known to reach (Tarjan's lowlink).
    let (mut met, mut low) = (vec![NONE; blocks], vec![NONE; blocks]);
    // By block: `true` if one of its edges leads to another component.
    let mut is_left = vec![false; blocks];
    let (mut time, mut open, mut path, mut found) = (0, Vec::new(), Vec::new(), Vec::new());
    for root in roots {
        if met[root as usize] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some((block, edge)) = path.last_mut() {
            let (block, edges) = (*block as usize, successors(*block));
            if *edge == 0 {
                (met[block], low[block]) = (time, time);
                time += 1;
                open.push(block as u32);
            }
            let target = edges.get(*edge).copied();
            *edge += 1;
            match target.map(|target| (target, met[target as usize])) {
                Some((target, NONE)) => path.push((target, 0)),
                Some((_, DONE)) => is_left[block] = true,
                Some((_, when)) => low[block] = low[block].min(when),
                None => {
                    path.pop();
                    // `block` is the first block of its component that was visited iff it reaches
                    // nothing older that is still open. Then the component is all that was opened
                    // after it.
                    let is_complete = low[block] == met[block];
                    if is_complete {
                        // From the end: `rposition` visits the members only, so all searches
                        // together stay linear.
                        let first = open
                            .iter()
                            .rposition(|&other| other as usize == block)
                            .unwrap_or_default();
                        let members = &open[first..];
                        for &member in members {
                            met[member as usize] = DONE;
                        }
                        if !members.iter().any(|&member| is_left[member as usize]) {
                            found.push(members.to_vec());
                        }
                        open.truncate(first);
                    }
                    if let Some(&(above, _)) = path.last() {
                        let above = above as usize;
                        is_left[above] |= is_complete;
                        low[above] = low[above].min(low[block]);
                    }
                }
            }
        }
    }
    found
}
