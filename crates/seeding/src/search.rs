//! Searches along edges between densely numbered nodes.

use alloc::vec;
use alloc::vec::Vec;

/// Marks all nodes that can be reached from marked nodes. O(nodes + edges).
pub(crate) fn reached(edges: &[(u32, u32)], marked: &[bool]) -> Vec<bool> {
    lengths(edges, marked).into_iter().map(|length| length != usize::MAX).collect()
}

/// Returns, by node, the least number of edges to a goal; `usize::MAX` if no goal can be reached.
/// O(nodes + edges).
pub(crate) fn distances(
    count: usize,
    edges: impl Iterator<Item = (usize, usize)>,
    is_goal: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let backwards: Vec<(u32, u32)> = edges.map(|(from, to)| (to as u32, from as u32)).collect();
    lengths(&backwards, &(0..count).map(is_goal).collect::<Vec<_>>())
}

/// Returns, by node, the least number of edges from a marked node; `usize::MAX` if the node cannot
/// be reached. Edges are pairs of source and target.
fn lengths(edges: &[(u32, u32)], marked: &[bool]) -> Vec<usize> {
    // The targets of the edges of each node, one list after the other, by counting sort: after the
    // second loop, `first[node]` is the end of a list, and each target moves it down by one. When
    // all targets are placed, it is the start of the list.
    let mut first = vec![0; marked.len() + 1];
    for &(source, _) in edges {
        first[source as usize] += 1;
    }
    let mut sum = 0;
    for count in &mut first {
        sum += *count;
        *count = sum;
    }
    let mut targets = vec![0; edges.len()];
    for &(source, target) in edges {
        let place = &mut first[source as usize];
        *place -= 1;
        targets[*place] = target as usize;
    }
    // One breadth-first search from all marked nodes at once.
    let mut lengths = vec![usize::MAX; marked.len()];
    let mut queue: Vec<usize> = (0..marked.len()).filter(|&node| marked[node]).collect();
    for &node in &queue {
        lengths[node] = 0;
    }
    let mut at = 0;
    while let Some(&node) = queue.get(at) {
        at += 1;
        for &next in &targets[first[node]..first[node + 1]] {
            if lengths[next] == usize::MAX {
                lengths[next] = lengths[node] + 1;
                queue.push(next);
            }
        }
    }
    lengths
}
