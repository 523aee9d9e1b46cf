//! The published comparison, which finds out starts, effective blocks and distances anew each time:
//! as a reader would write it down, and on arrays.

use crate::{Crash, STATEMENTS};
use petgraph::Direction::{Incoming, Outgoing};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Reversed;
use sbst::fitness::block_coverage::Form;
use sbst::flow::FlowGraph;
use sbst::id::Block;
use std::collections::BTreeSet;

/// What is known of the function.
pub(crate) struct Rival {
    /// By block: the blocks that decide whether it runs.
    deciders: Vec<Vec<u32>>,
    edges: DiGraph<(), ()>,
    next: Vec<Vec<u32>>,
    previous: Vec<Vec<u32>>,
}

/// How much of a block is covered: statements that ran to their end, or lines. The line that throws
/// is covered.
fn amount(form: Form, done: u32) -> u32 {
    if form == Form::Published && done < STATEMENTS { done + 1 } else { done }
}

/// How much of a block is needed to cover it.
fn needed(block: u32, target: u32) -> u32 {
    if block == target { 0 } else { STATEMENTS }
}

impl Rival {
    pub(crate) fn new(next: &[Vec<u32>], graph: &FlowGraph) -> Self {
        let mut edges = DiGraph::with_capacity(next.len(), next.len());
        let mut previous = vec![Vec::new(); next.len()];
        for _ in next {
            edges.add_node(());
        }
        for (block, &to) in
            (0..).zip(next).flat_map(|(block, targets)| targets.iter().map(move |to| (block, to)))
        {
            edges.add_edge(NodeIndex::from(block), NodeIndex::from(to), ());
            previous[to as usize].push(block);
        }
        let sources = |block: u32| {
            graph.controls(Block::new(block)).map(|branch| graph.edge(branch).source.number())
        };
        let deciders = (0..next.len() as u32).map(|block| sources(block).collect()).collect();
        Self { deciders, edges, next: next.to_vec(), previous }
    }

    pub(crate) fn printed(&self, form: Form, pair: [&Crash; 2], target: u32) -> i64 {
        let mut starts = self.starts(pair, target);
        let by_default = starts.is_empty();
        if by_default {
            starts.insert(0);
        }
        let distances =
            petgraph::algo::dijkstra(Reversed(&self.edges), NodeIndex::from(target), None, |_| {
                1_u32
            });
        let ends = |block: u32| block == target || starts.contains(&block);
        let flood = |from: Vec<u32>, direction| {
            let (mut reached, mut waiting) = (BTreeSet::new(), from);
            while let Some(block) = waiting.pop() {
                for next in self.edges.neighbors_directed(NodeIndex::from(block), direction) {
                    let next = next.index() as u32;
                    if reached.insert(next) && !ends(next) {
                        waiting.push(next);
                    }
                }
            }
            reached
        };
        let mut effective = BTreeSet::from([target]);
        if !(by_default && target == 0) {
            let onward = flood(starts.iter().copied().collect(), Outgoing);
            let backward = flood(vec![target], Incoming);
            effective.extend(onward.intersection(&backward).filter(|&&block| !ends(block)));
            effective.extend((by_default && backward.contains(&0)).then_some(0));
        }
        let sides = pair.map(|run| {
            let entered = || {
                effective
                    .iter()
                    .filter_map(|&block| Some((block, amount(form, *run.progress.get(&block)?))))
            };
            let full: BTreeSet<u32> =
                entered().filter(|row| row.1 >= needed(row.0, target)).map(|row| row.0).collect();
            let stuck = entered().filter(|row| row.1 < needed(row.0, target));
            (full, stuck.min_by_key(|row| (distances.get(&NodeIndex::from(row.0)), row.0)))
        });
        let [(full1, stuck1), (full2, stuck2)] = &sides;
        if full1.contains(&target) && full2.contains(&target) {
            return 0;
        }
        let [within, around] = [full1.is_subset(full2), full2.is_subset(full1)];
        let passed = |stuck: &Option<(u32, u32)>, full: &BTreeSet<u32>| {
            stuck.is_none_or(|(block, _)| full.contains(&block))
        };
        match (stuck1, stuck2) {
            (Some(one), Some(other)) if one.0 == other.0 && (within || around) => {
                i64::from(other.1) - i64::from(one.1)
            }
            _ if within && passed(stuck1, full2) || around && passed(stuck2, full1) => {
                full2.len() as i64 - full1.len() as i64
            }
            _ => 0,
        }
    }

    fn starts(&self, [first, second]: [&Crash; 2], target: u32) -> BTreeSet<u32> {
        let (mut seen, mut wave) = (BTreeSet::from([target]), vec![target]);
        while !wave.is_empty() {
            let sources = wave.iter().flat_map(|&block| &self.deciders[block as usize]).copied();
            wave = sources.filter(|&source| seen.insert(source)).collect();
            let both =
                |block: &u32| first.evaluated.contains(block) && second.evaluated.contains(block);
            let found: BTreeSet<u32> = wave.iter().copied().filter(both).collect();
            if !found.is_empty() {
                return found;
            }
        }
        BTreeSet::new()
    }

    /// The same on arrays, with breadth-first searches.
    pub(crate) fn lean(&self, form: Form, pair: [&Arrays; 2], target: u32) -> i64 {
        let blocks = self.next.len();
        let (mut is_end, mut by_default) = (vec![false; blocks], true);
        let (mut seen, mut wave) = (vec![false; blocks], vec![target]);
        seen[target as usize] = true;
        while by_default && !wave.is_empty() {
            let mut next = Vec::new();
            for &source in wave.iter().flat_map(|&block| &self.deciders[block as usize]) {
                if !std::mem::replace(&mut seen[source as usize], true) {
                    next.push(source);
                }
            }
            for &block in &next {
                if pair.iter().all(|run| run.evaluated[block as usize]) {
                    is_end[block as usize] = true;
                    by_default = false;
                }
            }
            wave = next;
        }
        is_end[0] |= by_default;
        let starts = (0..blocks as u32).filter(|&block| is_end[block as usize]).collect();
        is_end[target as usize] = true;
        let alone = by_default && target == 0;
        let onward = flood(&self.next, starts, &is_end);
        let backward = flood(&self.previous, vec![target], &is_end);
        let effective = |block: usize| {
            let inner = onward[block] && backward[block] && !is_end[block];
            block == target as usize
                || (!alone && (inner || block == 0 && by_default && backward[0]))
        };
        let distances = distances(&self.previous, target);
        let (mut only, mut stuck) = ([0_i64; 2], [None::<(u32, usize)>; 2]);
        let reached = |run: &Arrays, block: usize| {
            run.progress[block]
                .is_some_and(|done| amount(form, done) >= needed(block as u32, target))
        };
        for block in (0..blocks).filter(|&block| effective(block)) {
            let full = pair.map(|run| reached(run, block));
            for side in 0..2 {
                only[side] += i64::from(full[side] && !full[1 - side]);
                let closer = stuck[side].is_none_or(|(far, _)| distances[block] < far);
                if pair[side].progress[block].is_some() && !full[side] && closer {
                    stuck[side] = Some((distances[block], block));
                }
            }
        }
        if pair.iter().all(|run| reached(run, target as usize)) {
            return 0;
        }
        let [within, around] = only.map(|count| count == 0);
        if let [Some((_, one)), Some((_, other))] = stuck
            && one == other
            && (within || around)
        {
            let done = pair.map(|run| i64::from(amount(form, run.progress[one].unwrap_or(0))));
            return done[1] - done[0];
        }
        let passed = |side: usize| {
            stuck[side].is_none_or(|(_, block)| effective(block) && reached(pair[1 - side], block))
        };
        if within && passed(0) || around && passed(1) { only[1] - only[0] } else { 0 }
    }
}

/// An execution by block.
pub(crate) struct Arrays {
    progress: Vec<Option<u32>>,
    evaluated: Vec<bool>,
}

impl Arrays {
    pub(crate) fn of(run: &Crash, blocks: usize) -> Self {
        let blocks = || 0..blocks as u32;
        Self {
            progress: blocks().map(|block| run.progress.get(&block).copied()).collect(),
            evaluated: blocks().map(|block| run.evaluated.contains(&block)).collect(),
        }
    }
}

fn flood(edges: &[Vec<u32>], mut waiting: Vec<u32>, is_end: &[bool]) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    while let Some(block) = waiting.pop() {
        for &next in &edges[block as usize] {
            if !std::mem::replace(&mut reached[next as usize], true) && !is_end[next as usize] {
                waiting.push(next);
            }
        }
    }
    reached
}

fn distances(previous: &[Vec<u32>], target: u32) -> Vec<u32> {
    let mut distances = vec![u32::MAX; previous.len()];
    distances[target as usize] = 0;
    let (mut queue, mut at) = (vec![target], 0);
    while let Some(&block) = queue.get(at) {
        at += 1;
        for &before in &previous[block as usize] {
            if distances[before as usize] == u32::MAX {
                distances[before as usize] = distances[block as usize] + 1;
                queue.push(before);
            }
        }
    }
    distances
}
