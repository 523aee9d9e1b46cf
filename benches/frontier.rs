//! The frontier from nothing to all covered, one goal after the other, beside computing the active
//! goals anew after each.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::execution::Trace;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::GoalId;
use sbst::objective::{GoalGraph, Goals, branch_goals};
use sbst::selection::Frontier;
use std::hint::black_box;
use std::time::Duration;

/// Each goal once, in an order without a pattern.
fn shuffled(count: usize) -> Vec<GoalId> {
    let mut order: Vec<GoalId> = (0..count as u32).map(GoalId::new).collect();
    let mut state = 7_u64;
    for at in (1..count).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(at, (state >> 33) as usize % (at + 1));
    }
    order
}

type Shape = fn(usize) -> FlowGraph;

const SHAPES: [(&str, Shape); 2] = [("nests", nests), ("do_while_nest", do_while_nest)];

/// If statements nested ten deep, one nest after the other: about as many branches as asked for.
fn nests(branches: usize) -> FlowGraph {
    let mut body = FlowBuilder::new();
    let nests = (branches / 20).max(1) as u32;
    for block in 0..10 * nests {
        body = body.branch(block, block + 1, 10 * (block / 10 + 1));
    }
    FlowGraph::of(&body.exit(10 * nests)).expect("a graph")
}

/// Do-while loops that all begin in one block: with quadratically many dependences.
fn do_while_nest(branches: usize) -> FlowGraph {
    let depth = (branches / 2) as u32;
    let mut body = (0..depth).fold(FlowBuilder::new(), |body, block| body.jump(block, block + 1));
    for level in 0..depth {
        body = body.branch(depth + level, depth - 1 - level, depth + level + 1);
    }
    FlowGraph::of(&body.exit(2 * depth)).expect("a graph")
}

fn registry(graph: &FlowGraph) -> Goals<Trace> {
    let mut goals = Goals::new();
    goals.extend(branch_goals(graph));
    goals
}

/// Covers goals one at a time, as a search does that covers one with each execution.
fn cover_all(frontier: &mut Frontier, order: &[GoalId]) -> usize {
    order.iter().map(|&goal| frontier.cover([goal]).len()).sum()
}

/// What is active, anew after each goal.
fn cover_all_naively(parents: &[Vec<GoalId>], order: &[GoalId]) -> usize {
    let mut covered = vec![false; parents.len()];
    let is_active = |covered: &[bool], goal: usize| {
        !covered[goal]
            && (parents[goal].is_empty()
                || parents[goal].iter().any(|parent| covered[parent.index()]))
    };
    let mut became = 0;
    let mut active: Vec<bool> = (0..parents.len()).map(|goal| is_active(&covered, goal)).collect();
    for goal in order {
        covered[goal.index()] = true;
        for (goal, was) in active.iter_mut().enumerate() {
            let now = is_active(&covered, goal);
            became += usize::from(now && !*was);
            *was = now;
        }
    }
    became
}

fn cover(c: &mut Criterion) {
    let mut group = c.benchmark_group("cover");
    for (name, shape) in SHAPES {
        for exponent in 1..=6 {
            let graph = shape(10_usize.pow(exponent));
            let goals = registry(&graph);
            let view = GoalGraph::new(&goals, &graph);
            let frontier = Frontier::of(&view);
            let in_order: Vec<GoalId> = goals.ids().collect();
            group.throughput(Throughput::Elements(goals.len() as u64));
            for (order, covered) in [("in order", in_order), ("shuffled", shuffled(goals.len()))] {
                let id = |who: &str| {
                    BenchmarkId::new(format!("{who}/{name}/{order}"), 10_usize.pow(exponent))
                };
                if exponent <= 3 {
                    let parents: Vec<_> = goals.ids().map(|goal| view.parents(goal)).collect();
                    assert_eq!(
                        cover_all(&mut frontier.clone(), &covered),
                        cover_all_naively(&parents, &covered)
                    );
                    group.bench_function(id("naive"), |b| {
                        b.iter(|| black_box(cover_all_naively(&parents, &covered)));
                    });
                }
                group.bench_function(id("sbst"), |b| {
                    let cover = |frontier: &mut Frontier| cover_all(frontier, &covered);
                    b.iter_batched_ref(|| frontier.clone(), cover, BatchSize::LargeInput);
                });
            }
            group.bench_function(
                BenchmarkId::new(format!("build/{name}"), 10_usize.pow(exponent)),
                |b| {
                    b.iter_with_large_drop(|| Frontier::of(&view));
                },
            );
        }
    }
    // Lists of the caller: a row of goals each behind the one before.
    for exponent in 1..=6 {
        let count = 10_usize.pow(exponent);
        let parents = || (0..count as u32).map(|goal| goal.checked_sub(1).map(GoalId::new));
        let (frontier, order) = (Frontier::new(parents()), shuffled(count));
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("sbst/lists/shuffled", count), |b| {
            b.iter_batched_ref(
                || frontier.clone(),
                |frontier| cover_all(frontier, &order),
                BatchSize::LargeInput,
            );
        });
        group.bench_function(BenchmarkId::new("build/lists", count), |b| {
            b.iter_with_large_drop(|| Frontier::new(parents()));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(800));
    targets = cover
}
criterion_main!(benches);
