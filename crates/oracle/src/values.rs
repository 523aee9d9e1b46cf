//! F7 in two ways: the equations, repeated until nothing changes, and the shortest path from every
//! divergence.

use super::picture::Picture;
use super::run::Seen;
use super::{Shape, Way};
use sbst::distance::Distance;
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::FlowGraph;
use sbst::id::Function;
use std::collections::BTreeMap;

/// Level and distance.
pub type Pair = (u32, f64);

const NEVER: Pair = (u32::MAX, f64::INFINITY);
const SMALLEST: f64 = 5e-324;

/// A of every block and D of every branch.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    pub entered: Vec<bool>,
    pub a: Vec<Pair>,
    pub d: BTreeMap<Way, Pair>,
}

fn least(a: Pair, b: Pair) -> Pair {
    if a.0 < b.0 || (a.0 == b.0 && a.1 <= b.1) { a } else { b }
}

fn up(pair: Pair) -> Pair {
    (pair.0.saturating_add(1), pair.1)
}

/// A function that was not entered has no observations.
fn counted(seen: &Seen) -> Seen {
    if seen.entered { seen.clone() } else { Seen::default() }
}

fn root(seen: &Seen) -> Pair {
    if seen.entered { (0, 0.0) } else { (0, f64::INFINITY) }
}

impl Values {
    /// The three equations, from the worst values on.
    pub fn by_equations(picture: &Picture, seen: &Seen) -> Self {
        let seen = counted(seen);
        let blocks = picture.statements.len();
        let entered: Vec<bool> =
            (0..blocks).map(|block| seen.progress.contains_key(&block)).collect();
        let mut values = Self {
            entered,
            a: vec![NEVER; blocks],
            d: picture.branches.iter().map(|b| (b.0, NEVER)).collect(),
        };
        loop {
            let before = values.clone();
            for block in 0..blocks {
                values.a[block] = if values.entered[block] {
                    (0, 0.0)
                } else {
                    let from_root = if picture.on_entry[block] { root(&seen) } else { NEVER };
                    picture.controls[block]
                        .iter()
                        .fold(from_root, |value, way| least(value, values.d[way]))
                };
            }
            for (way, value) in &mut values.d {
                *value =
                    seen.distance.get(way).map_or(up(values.a[way.0]), |&distance| (0, distance));
            }
            if values == before {
                return values;
            }
        }
    }

    /// From each divergence (entered block, root, observed branch) the fewest dependences to every
    /// block and branch; the least pair.
    pub fn by_shortest_paths(picture: &Picture, seen: &Seen) -> Self {
        let seen = counted(seen);
        let blocks = picture.statements.len();
        let entered: Vec<bool> =
            (0..blocks).map(|block| seen.progress.contains_key(&block)).collect();
        let mut values = Self {
            entered,
            a: vec![NEVER; blocks],
            d: picture.branches.iter().map(|b| (b.0, NEVER)).collect(),
        };

        let on_entry = (0..blocks).filter(|&block| picture.on_entry[block]).collect();
        let mut anchors: Vec<(Vec<usize>, f64)> = vec![(on_entry, root(&seen).1)];
        anchors.extend(seen.progress.keys().map(|&block| (vec![block], 0.0)));
        for (way, &distance) in &seen.distance {
            if let Some(value) = values.d.get_mut(way) {
                *value = (0, distance);
                anchors.push((picture.dependents[way].clone(), distance));
            }
        }
        for (mut wave, distance) in anchors {
            let mut visited = vec![false; blocks];
            let mut level = 0;
            while !wave.is_empty() {
                let mut ahead = Vec::new();
                for block in wave {
                    if std::mem::replace(&mut visited[block], true) {
                        continue;
                    }
                    values.a[block] = least(values.a[block], (level, distance));
                    for &(way, _) in picture.branches.iter().filter(|branch| branch.0.0 == block) {
                        if let Some(value) = values.d.get_mut(&way) {
                            *value = least(*value, (level + 1, distance));
                        }
                        ahead.extend(&picture.dependents[&way]);
                    }
                }
                wave = ahead;
                level += 1;
            }
        }
        values
    }

    /// Pointwise minimum, as F7 asks of merged executions.
    pub fn or(&self, other: &Self) -> Self {
        Self {
            entered: self.entered.iter().zip(&other.entered).map(|(a, b)| *a || *b).collect(),
            a: self.a.iter().zip(&other.a).map(|(a, b)| least(*a, *b)).collect(),
            d: self.d.iter().map(|(way, value)| (*way, least(*value, other.d[way]))).collect(),
        }
    }

    /// Block b became block `to[b]`.
    pub fn renumbered(&self, to: &[usize]) -> Self {
        let mut moved = self.clone();
        for (block, &place) in to.iter().enumerate() {
            (moved.entered[place], moved.a[place]) = (self.entered[block], self.a[block]);
        }
        moved.d =
            self.d.iter().map(|(&(block, name), &value)| ((to[block], name), value)).collect();
        moved
    }

    /// The value of the goal to enter a block.
    pub fn block_goal(&self, block: usize) -> Pair {
        match (self.entered[block], self.a[block]) {
            (true, _) => (0, 0.0),
            (false, (0, distance)) if distance < SMALLEST => (0, SMALLEST),
            (false, a) => a,
        }
    }

    /// Both oracles, which must agree.
    pub fn of(shape: &Shape, seen: &Seen) -> Self {
        let picture = Picture::by_definition(shape);
        let values = Self::by_equations(&picture, seen);
        assert_eq!(values, Self::by_shortest_paths(&picture, seen), "the oracles disagree");
        values
    }

    /// Asserts that a table holds exactly these values for one function.
    pub fn assert_table(
        &self,
        graph: &FlowGraph,
        function: Function,
        seen: &Seen,
        table: &FitnessTable,
    ) {
        for (local, block) in graph.blocks_of(function).enumerate() {
            assert_eq!(table.dependence(block), fitness(self.a[local]), "A of block {local}");
            assert_eq!(
                table.block(block),
                fitness(self.block_goal(local)),
                "goal of block {local}"
            );
            assert_eq!(
                table.block(block).is_covered(),
                self.entered[local],
                "block {local} is covered iff entered"
            );
        }
        for (way, branch) in ways(graph, function) {
            assert_eq!(table.branch(branch), fitness(self.d[&way]), "D of {way:?}");
            let observed =
                seen.distance.get(&way).filter(|_| seen.entered).map(|&d| fitness((0, d)).distance);
            assert_eq!(table.evaluated(branch), observed, "evaluation of {way:?}");
        }
    }

    /// Asserts that goals computed one by one have these values.
    pub fn assert_single(
        &self,
        graph: &FlowGraph,
        function: Function,
        run: &(impl sbst::execution::Execution + ?Sized),
    ) {
        for (local, block) in graph.blocks_of(function).enumerate() {
            assert_eq!(
                fitness_of_block(graph, run, block),
                fitness(self.block_goal(local)),
                "goal of block {local}, alone"
            );
        }
        for (way, branch) in ways(graph, function) {
            assert_eq!(
                fitness_of_branch(graph, run, branch),
                fitness(self.d[&way]),
                "D of {way:?}, alone"
            );
        }
    }
}

pub fn fitness((level, distance): Pair) -> Fitness {
    Fitness::new(level, Distance::new(distance).expect("oracles make legal distances"))
}

/// The branches of a function with their names.
pub fn ways(graph: &FlowGraph, function: Function) -> Vec<(Way, sbst::id::Branch)> {
    let blocks = graph.blocks_of(function).enumerate();
    blocks
        .flat_map(|(local, block)| {
            graph.branches_of(block).map(move |b| ((local, graph.edge(b).outcome), b))
        })
        .collect()
}
