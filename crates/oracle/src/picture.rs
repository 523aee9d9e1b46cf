//! F6 in full: everything that the library can be asked about one function, by definition and as
//! the library answers.
//!
//! [`Picture::by_definition`] deletes nodes and searches; [`Picture::of`] asks. Both use the
//! numbers of blocks within the function and name branches by source and outcome, so that pictures
//! can be compared whatever else is in a graph.

use super::{Shape, Way};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function};
use std::collections::BTreeMap;

/// All answers about one function.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub statements: Vec<u32>,
    pub successors: Vec<Vec<(Outcome, usize)>>,
    pub is_exit: Vec<bool>,
    pub is_reachable: Vec<bool>,
    /// Branches with their targets, ascending by source and name: the order of their numbers.
    pub branches: Vec<(Way, usize)>,
    pub endless: Vec<Way>,
    /// `[y][x]`: y post-dominates x.
    pub post_dominates: Vec<Vec<bool>>,
    pub post_dominator: Vec<Option<usize>>,
    /// `[y][x]`: y dominates x.
    pub dominates: Vec<Vec<bool>>,
    pub dominator: Vec<Option<usize>>,
    pub on_entry: Vec<bool>,
    /// By block: the branches that it depends on, ascending.
    pub controls: Vec<Vec<Way>>,
    /// By branch: the blocks that depend on it, ascending.
    pub dependents: BTreeMap<Way, Vec<usize>>,
}

/// The nodes that a walk from `start` reaches if it must not touch `without`.
fn reach(next: &[Vec<usize>], start: usize, without: Option<usize>) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut waiting = vec![start];
    while let Some(node) = waiting.pop() {
        if Some(node) != without && !reached[node] {
            reached[node] = true;
            waiting.extend(&next[node]);
        }
    }
    reached
}

fn reversed(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut previous = vec![Vec::new(); next.len()];
    for (node, targets) in next.iter().enumerate() {
        targets.iter().for_each(|&to| previous[to].push(node));
    }
    previous
}

/// How many edges the shortest walk from block 0 has.
fn breadth_first(next: &[Vec<usize>]) -> Vec<usize> {
    let mut distance = vec![usize::MAX; next.len()];
    distance[0] = 0;
    for round in 0..next.len() {
        for node in 0..next.len() {
            if distance[node] == round {
                next[node].iter().for_each(|&to| distance[to] = distance[to].min(round + 1));
            }
        }
    }
    distance
}

/// Out-edges with virtual ones (the exit is node n), and the blocks whose virtual edge ends an
/// endless loop.
pub fn with_exit(shape: &Shape) -> (Vec<Vec<usize>>, Vec<usize>) {
    let exit = shape.len();
    let mut next: Vec<Vec<usize>> =
        shape.0.iter().map(|node| node.edges.iter().map(|&(_, to)| to).collect()).collect();
    next.push(Vec::new());
    for (block, node) in shape.0.iter().enumerate() {
        if node.leaves || node.edges.is_empty() {
            next[block].push(exit);
        }
    }
    let reached_from: Vec<Vec<bool>> = (0..exit).map(|block| reach(&next, block, None)).collect();
    let live = &reached_from[0];
    let distance = breadth_first(&next);
    let mut endless = Vec::new();
    for block in (0..exit).filter(|&block| live[block] && !reached_from[block][exit]) {
        // Terminal: whatever it reaches leads back to it, and so is its component.
        let component: Vec<usize> = (0..exit).filter(|&other| reached_from[block][other]).collect();
        let terminal = component.iter().all(|&other| reached_from[other][block]);
        let first = component.iter().min_by_key(|&&other| (distance[other], other));
        if terminal && first == Some(&block) {
            endless.push(block);
        }
    }
    for &block in &endless {
        next[block].push(exit);
    }
    (next, endless)
}

/// `[y][x]`: no walk over `previous` edges from `root` to x avoids y; for nodes of which `live`
/// says that they count.
fn inevitable(previous_or_next: &[Vec<usize>], root: usize, live: &[bool]) -> Vec<Vec<bool>> {
    let blocks = live.len();
    let avoiding = |y: usize| reach(previous_or_next, root, Some(y));
    let row = |y: usize| {
        let avoided = avoiding(y);
        (0..blocks).map(|x| live[x] && live[y] && !avoided[x]).collect()
    };
    (0..blocks).map(row).collect()
}

/// The strict one that all other strict ones are above.
fn immediate(relation: &[Vec<bool>], x: usize) -> Option<usize> {
    let strict: Vec<usize> = (0..relation.len()).filter(|&y| y != x && relation[y][x]).collect();
    strict.iter().copied().find(|&y| strict.iter().all(|&other| relation[other][y]))
}

impl Picture {
    pub fn by_definition(shape: &Shape) -> Self {
        let blocks = shape.len();
        let (next, endless) = with_exit(shape);
        let live = shape.reachable();
        let post_dominates = inevitable(&reversed(&next), blocks, &live);
        let dominates = inevitable(&next, 0, &live);

        let mut branches = Vec::new();
        for (block, node) in shape.0.iter().enumerate().filter(|(block, _)| next[*block].len() >= 2)
        {
            let mut edges = node.edges.clone();
            edges.sort();
            branches.extend(edges.into_iter().map(|(name, to)| ((block, name), to)));
        }
        // Ferrante, Ottenstein, Warren: y post-dominates the target and does not strictly
        // post-dominate the source.
        let depends = |y: usize, ((source, _), target): (Way, usize)| {
            live[source] && post_dominates[y][target] && !(y != source && post_dominates[y][source])
        };
        let controls = |y: usize| {
            branches.iter().filter(|&&branch| depends(y, branch)).map(|branch| branch.0).collect()
        };
        let dependents = |branch: (Way, usize)| {
            (branch.0, (0..blocks).filter(|&y| depends(y, branch)).collect())
        };
        Self {
            statements: shape.0.iter().map(|node| node.statements).collect(),
            successors: shape.0.iter().map(|node| node.edges.clone()).collect(),
            is_exit: shape.0.iter().map(|node| node.leaves || node.edges.is_empty()).collect(),
            is_reachable: live.clone(),
            endless: branches
                .iter()
                .map(|b| b.0)
                .filter(|way| endless.contains(&way.0) && next[way.0].len() == 2)
                .collect(),
            post_dominator: (0..blocks).map(|x| immediate(&post_dominates, x)).collect(),
            dominator: (0..blocks).map(|x| immediate(&dominates, x)).collect(),
            on_entry: (0..blocks).map(|y| post_dominates[y][0]).collect(),
            controls: (0..blocks).map(controls).collect(),
            dependents: branches.iter().map(|&branch| dependents(branch)).collect(),
            branches,
            post_dominates,
            dominates,
        }
    }

    /// What the library says about one function of a graph.
    pub fn of(graph: &FlowGraph, function: Function) -> Self {
        let all: Vec<Block> = graph.blocks_of(function).collect();
        let local = |block: Block| block.index() - all[0].index();
        let way = |branch: Branch| (local(graph.edge(branch).source), graph.edge(branch).outcome);
        let branches: Vec<Branch> =
            all.iter().flat_map(|&block| graph.branches_of(block)).collect();
        let (dominators, post) = (graph.dominators(function), graph.post_dominators(function));
        let sorted = |mut blocks: Vec<usize>| {
            blocks.sort_unstable();
            blocks
        };
        let controls = |block: Block| {
            let mut ways: Vec<Way> = graph.controls(block).map(way).collect();
            ways.sort_unstable();
            ways
        };
        Self {
            statements: all.iter().map(|&b| graph.statements(b)).collect(),
            successors: all
                .iter()
                .map(|&b| graph.successors(b).map(|(name, to)| (name, local(to))).collect())
                .collect(),
            is_exit: all.iter().map(|&b| graph.is_exit(b)).collect(),
            is_reachable: all.iter().map(|&b| graph.is_reachable(b)).collect(),
            branches: branches.iter().map(|&b| (way(b), local(graph.edge(b).target))).collect(),
            endless: branches.iter().filter(|&&b| graph.is_endless(b)).map(|&b| way(b)).collect(),
            post_dominates: all
                .iter()
                .map(|&y| all.iter().map(|&x| post.dominates(y, x)).collect())
                .collect(),
            post_dominator: all
                .iter()
                .map(|&b| graph.immediate_post_dominator(b).map(local))
                .collect(),
            dominates: all
                .iter()
                .map(|&y| all.iter().map(|&x| dominators.dominates(y, x)).collect())
                .collect(),
            dominator: all.iter().map(|&b| dominators.immediate(b).map(local)).collect(),
            on_entry: all.iter().map(|&b| graph.depends_on_entry(b)).collect(),
            controls: all.iter().map(|&b| controls(b)).collect(),
            dependents: branches
                .iter()
                .map(|&b| (way(b), sorted(graph.dependents(b).map(local).collect())))
                .collect(),
        }
    }
}
