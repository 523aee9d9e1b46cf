//! Which goals imply which: relations collapsed, tests compared, control flow read, goals selected;
//! beside the definitions.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

mod shapes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::execution::Trace;
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Function, GoalId, Line};
use sbst::objective::{Goals, Method, Program};
use sbst::subsumption::smart::Smart;
use sbst::subsumption::{CoverageMatrix, Structure, Subsumption};
use shapes::{Random, SHAPES, SIZES};
use std::collections::BTreeSet;
use std::hint::black_box;

fn all(goals: usize) -> impl Iterator<Item = GoalId> {
    (0..goals as u32).map(GoalId::new)
}

/// Ten pairs for each goal, of which the first has the lower number but for every hundredth.
fn pairs(goals: usize) -> Vec<(u32, u32)> {
    let mut random = Random(goals as u64);
    let mut draw = || random.below(goals as u64) as u32;
    (0..10 * goals)
        .map(|at| {
            let (a, b) = (draw(), draw());
            if at % (100 * goals) == 99 { (a.max(b), a.min(b)) } else { (a.min(b), a.max(b)) }
        })
        .collect()
}

fn relation(pairs: &[(u32, u32)]) -> Subsumption {
    pairs.iter().map(|&(a, b)| (GoalId::new(a), GoalId::new(b))).collect()
}

/// By definition: a goal is minimal if no other one reaches it, but for those that it reaches and
/// that have higher numbers.
fn minimal_of_pairs(goals: usize, pairs: &[(u32, u32)]) -> Vec<GoalId> {
    let mut below = vec![Vec::new(); goals];
    pairs.iter().for_each(|&(a, b)| below[a as usize].push(b as usize));
    let reached = |from: usize| {
        let mut seen = vec![false; goals];
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                stack.extend(&below[at]);
            }
        }
        seen
    };
    let reached: Vec<Vec<bool>> = (0..goals).map(reached).collect();
    let beaten = |goal: usize| {
        (0..goals).any(|by| by != goal && reached[by][goal] && (by < goal || !reached[goal][by]))
    };
    (0..goals).filter(|&goal| !beaten(goal)).map(|goal| GoalId::new(goal as u32)).collect()
}

fn collapse(c: &mut Criterion) {
    let mut group = c.benchmark_group("subsumption/collapse");
    for goals in [10, 100, 1_000, 10_000, 100_000, 1_000_000] {
        let pairs = pairs(goals);
        let relation = relation(&pairs);
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_with_input(BenchmarkId::new("pairs", goals), &relation, |b, relation| {
            b.iter(|| black_box(relation.collapse(all(goals)).minimal().len()));
        });
        if goals <= 1_000 {
            assert_eq!(relation.collapse(all(goals)).minimal(), minimal_of_pairs(goals, &pairs));
            group.bench_with_input(BenchmarkId::new("definition", goals), &pairs, |b, pairs| {
                b.iter(|| black_box(minimal_of_pairs(goals, pairs).len()));
            });
        }
    }
}

/// Bit rows, as many tests as goals: each bit set with a probability in percent; or of each goal
/// one test more than the one before.
fn rows(goals: usize, percent: Option<u64>) -> Vec<Vec<u64>> {
    let mut random = Random(goals as u64);
    let row = |goal: usize, random: &mut Random| {
        let mut row = vec![0_u64; goals.div_ceil(64)];
        let covers = |test: usize, random: &mut Random| {
            percent.map_or(test <= goal, |percent| random.below(100) < percent)
        };
        (0..goals)
            .filter(|&test| covers(test, random))
            .for_each(|test| row[test / 64] |= 1 << (test % 64));
        row
    };
    (0..goals).map(|goal| row(goal, &mut random)).collect()
}

/// By definition: each row with each other one.
fn minimal_of_rows(rows: &[Vec<u64>]) -> Vec<GoalId> {
    let lies_in = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(a, b)| a & !b == 0);
    let empty = |goal: usize| rows[goal].iter().all(|&word| word == 0);
    let subsumes = |a: usize, b: usize| !empty(a) && lies_in(&rows[a], &rows[b]);
    let beaten = |goal: usize| {
        (0..rows.len())
            .any(|by| by != goal && subsumes(by, goal) && (by < goal || !subsumes(goal, by)))
    };
    (0..rows.len()).filter(|&goal| !beaten(goal)).map(|goal| GoalId::new(goal as u32)).collect()
}

fn matrix(c: &mut Criterion) {
    let mut group = c.benchmark_group("subsumption/matrix");
    for (name, percent) in [("1%", Some(1)), ("50%", Some(50)), ("99%", Some(99)), ("nested", None)]
    {
        for goals in [10, 100, 1_000, 10_000] {
            let rows = rows(goals, percent);
            let coverage = CoverageMatrix::from_rows(&rows);
            group.throughput(Throughput::Elements((goals * goals) as u64));
            group.bench_with_input(BenchmarkId::new(name, goals), &coverage, |b, coverage| {
                b.iter(|| black_box(coverage.relate().collapse(all(goals)).minimal().len()));
            });
            if goals == 10_000 && name != "50%" {
                continue;
            }
            assert_eq!(coverage.relate().collapse(all(goals)).minimal(), minimal_of_rows(&rows));
            group.bench_with_input(
                BenchmarkId::new(format!("{name}, definition"), goals),
                &rows,
                |b, rows| {
                    b.iter(|| black_box(minimal_of_rows(rows).len()));
                },
            );
        }
    }
}

/// The goals to take each branch, to enter each block and to reach each line, two to a block.
fn goals_of(graph: &FlowGraph) -> (Goals<Trace>, Lines) {
    let lines = Lines::new(graph.all_blocks().flat_map(|block| {
        (0..2).map(move |k| (block.statement(k), Line::new(2 * block.number() + k)))
    }));
    let program = Program::new(graph).with_lines(&lines);
    let mut goals = Goals::new();
    for criterion in [
        sbst::objective::Criterion::Branch,
        sbst::objective::Criterion::Block,
        sbst::objective::Criterion::Line,
    ] {
        goals.add(criterion, &program);
    }
    (goals, lines)
}

/// The minimal block goals by definition: all that dominate some other block are not.
fn minimal_blocks(graph: &FlowGraph) -> usize {
    let function = Function::new(0);
    let dominators = graph.dominators(function);
    let strict = graph.blocks_of(function).flat_map(|block| dominators.of(block).skip(1));
    let dominating: BTreeSet<_> = strict.collect();
    graph.blocks_of(function).filter(|block| !dominating.contains(block)).count()
}

fn structure(c: &mut Criterion) {
    let mut group = c.benchmark_group("subsumption/structure");
    for (name, shape) in SHAPES {
        for size in SIZES.into_iter().filter(|&size| size <= 100_000 || name == "nested_loops") {
            let graph = FlowGraph::of(&shape(size)).expect("a legal graph");
            let (goals, lines) = goals_of(&graph);
            let program = Program::new(&graph).with_lines(&lines);
            group.throughput(Throughput::Elements(goals.len() as u64));
            let structure = Structure { normal_termination: true, exact_recording: true };
            group.bench_with_input(BenchmarkId::new(name, size), &structure, |b, structure| {
                b.iter(|| {
                    black_box(
                        structure
                            .relate(&goals, &program, &[])
                            .collapse(goals.ids())
                            .minimal()
                            .len(),
                    )
                });
            });
            if name == "chain" && size <= 10_000 {
                let mut goals = Goals::<Trace>::new();
                goals.extend(sbst::objective::block_goals(&graph));
                assert_eq!(
                    Structure::default()
                        .relate(&goals, &program, &[])
                        .collapse(goals.ids())
                        .minimal()
                        .len(),
                    minimal_blocks(&graph)
                );
                group.bench_with_input(
                    BenchmarkId::new("chain, all dominators of blocks", size),
                    &graph,
                    |b, graph| {
                        b.iter(|| black_box(minimal_blocks(graph)));
                    },
                );
            }
        }
    }
}

fn select(c: &mut Criterion) {
    let mut group = c.benchmark_group("subsumption/smart");
    for size in [10, 100, 1_000, 10_000, 100_000] {
        let graph = FlowGraph::of(&shapes::nested_loops(size)).expect("a legal graph");
        let (mut goals, lines) = goals_of(&graph);
        let methods = [Method::new(Function::new(0))];
        let program = Program::new(&graph).with_lines(&lines).with_methods(&methods);
        for criterion in sbst::objective::Criterion::SMART {
            goals.add(criterion, &program);
        }
        group.throughput(Throughput::Elements(goals.len() as u64));
        group.bench_with_input(BenchmarkId::new("nested_loops", size), &program, |b, program| {
            b.iter(|| black_box(Smart::default().select(&goals, program, &[]).kept().len()));
        });
    }
}

/// For each of 1 000 tests, the goals that it covers: at random, or a stretch of them.
fn tests(goals: usize, percent: Option<u64>) -> Vec<Vec<GoalId>> {
    let mut random = Random(goals as u64);
    let mut test = || {
        let start = random.below(goals as u64) as usize;
        let covers = |goal: usize, random: &mut Random| match percent {
            Some(percent) => random.below(100) < percent,
            None => (start..start + goals / 50).contains(&goal),
        };
        (0..goals)
            .filter(|&goal| covers(goal, &mut random))
            .map(|goal| GoalId::new(goal as u32))
            .collect()
    };
    (0..1_000).map(|_| test()).collect()
}

/// By definition: each goal with each other one.
fn groups_by_definition(coverage: &CoverageMatrix) -> usize {
    let are_apart = |a: u32, b: u32| {
        let covers = |goal: u32, test| coverage.is_covered_by(GoalId::new(goal), test);
        (0..coverage.tests()).any(|test| covers(a, test) != covers(b, test))
    };
    (0..coverage.goals() as u32)
        .filter(|&goal| (0..goal).all(|other| are_apart(goal, other)))
        .count()
}

fn diagnosis(c: &mut Criterion) {
    let mut group = c.benchmark_group("subsumption/diagnosis");
    group.sample_size(10);
    for (name, percent) in [("1%", Some(1)), ("stretches", None)] {
        for goals in [1_000, 10_000, 100_000] {
            let mut coverage = CoverageMatrix::new(goals);
            for test in tests(goals, percent) {
                coverage.add(test).expect("all are goals");
            }
            group.throughput(Throughput::Elements(goals as u64));
            group.bench_with_input(
                BenchmarkId::new(format!("{name}, measures"), goals),
                &coverage,
                |b, coverage| {
                    b.iter(|| black_box(coverage.diagnosability().ddu()));
                },
            );
            if goals == 1_000 {
                assert_eq!(
                    coverage.diagnosability().groups().len(),
                    groups_by_definition(&coverage)
                );
                group.bench_with_input(
                    BenchmarkId::new(format!("{name}, definition"), goals),
                    &coverage,
                    |b, coverage| {
                        b.iter(|| black_box(groups_by_definition(coverage)));
                    },
                );
            }
        }
    }
}

criterion_group!(benches, collapse, matrix, structure, select, diagnosis);
criterion_main!(benches);
