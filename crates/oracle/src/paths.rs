//! Paths by definition: all walks, all simple paths, and which of them no other one contains.

use super::Shape;
use std::collections::BTreeSet;

/// By block, where it leads; nothing for a block that cannot be reached.
fn targets(shape: &Shape) -> Vec<BTreeSet<usize>> {
    let reached = shape.reachable();
    let rows = shape.0.iter().zip(&reached);
    rows.map(|(node, &is)| node.edges.iter().filter(|_| is).map(|&(_, to)| to).collect()).collect()
}

fn alone(shape: &Shape) -> Vec<Vec<usize>> {
    let reached = shape.reachable();
    (0..shape.len()).filter(|&block| reached[block]).map(|block| vec![block]).collect()
}

/// All paths that are one block longer than these.
fn longer(shape: &Shape, paths: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let targets = targets(shape);
    let on = |path: &Vec<usize>| {
        targets[path[path.len() - 1]]
            .iter()
            .map(|&to| [&path[..], &[to]].concat())
            .collect::<Vec<_>>()
    };
    paths.iter().flat_map(on).collect()
}

/// All walks of `n` blocks, at least two.
pub fn walks(shape: &Shape, n: usize) -> BTreeSet<Vec<usize>> {
    let mut paths = alone(shape);
    for _ in 1..n {
        paths = longer(shape, &paths);
    }
    paths.into_iter().filter(|path| path.len() == n && n >= 2).collect()
}

/// No block twice, but that the first may be the last.
fn is_simple(path: &[usize]) -> bool {
    let distinct = |blocks: &[usize]| blocks.iter().collect::<BTreeSet<_>>().len() == blocks.len();
    distinct(path) || path.len() > 1 && path[0] == path[path.len() - 1] && distinct(&path[1..])
}

/// All simple paths, those of one block, too.
pub fn simple_paths(shape: &Shape) -> BTreeSet<Vec<usize>> {
    let mut all = BTreeSet::new();
    let mut paths = alone(shape);
    while !paths.is_empty() {
        paths.retain(|path| is_simple(path));
        all.extend(paths.iter().cloned());
        paths = longer(shape, &paths);
    }
    all
}

/// The simple paths that are no proper part of another one; without those of one block, which are
/// no paths of the library.
pub fn prime_paths(shape: &Shape) -> BTreeSet<Vec<usize>> {
    let all = simple_paths(shape);
    let mut parts = BTreeSet::new();
    for path in &all {
        for length in 1..path.len() {
            parts.extend(path.windows(length).map(<[usize]>::to_vec));
        }
    }
    all.into_iter().filter(|path| path.len() >= 2 && !parts.contains(path)).collect()
}
