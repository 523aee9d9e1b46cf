//! Stack traces compared, beside the whole table of the definition; and the fitness of one
//! execution.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

mod shapes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::lt;
use sbst::execution::{CallTreeLimits, StackFrame, StackTrace, Trace, WithStackTraces};
use sbst::fitness::FitnessTable;
use sbst::fitness::block_coverage::BlockCoverage;
use sbst::fitness::crash::{Crash, Similarity, frame_distance};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use shapes::Random;
use std::hint::black_box;

/// By interned numbers, and by names.
type Numbers = StackFrame<u32>;
type Names = StackFrame<String>;

/// D(i, j), the least cost for the first i wanted and the first j thrown frames, all of them.
fn whole_table<C: PartialEq>(wanted: &[StackFrame<C>], thrown: &[StackFrame<C>]) -> f64 {
    let mut table = vec![vec![0.0_f64; thrown.len() + 1]; wanted.len() + 1];
    for i in 0..=wanted.len() {
        for j in 0..=thrown.len() {
            let paired =
                || table[i - 1][j - 1] + frame_distance(&wanted[i - 1], &thrown[j - 1]).get();
            table[i][j] = match (i, j) {
                (0, _) | (_, 0) => (i + j) as f64,
                _ => paired().min(table[i - 1][j] + 1.0).min(table[i][j - 1] + 1.0),
            };
        }
    }
    table[wanted.len()].iter().copied().fold(f64::INFINITY, f64::min)
}

/// Wanted and thrown frames.
type Pair = (Vec<Numbers>, Vec<Numbers>);

fn frame(random: &mut Random, classes: usize) -> Numbers {
    let method = random.below(classes as u64);
    StackFrame::new(method as u32 / 3, method as u32).at(random.below(500) as u32)
}

fn different_calls(n: usize, random: &mut Random) -> Vec<Numbers> {
    (0..n).map(|_| frame(random, n)).collect()
}

/// The same frames.
fn same(n: usize, random: &mut Random) -> Pair {
    let wanted = different_calls(n, random);
    (wanted.clone(), wanted)
}

/// A call more at the innermost end, and every hundredth line another one.
fn near(n: usize, random: &mut Random) -> Pair {
    let wanted = different_calls(n, random);
    let mut thrown = wanted.clone();
    thrown.insert(0, frame(random, n));
    thrown
        .iter_mut()
        .skip(50)
        .step_by(100)
        .for_each(|frame| frame.line = frame.line.map(|line| line + 1));
    (wanted, thrown)
}

/// Three functions that call each other; about every tenth call is missing in the thrown trace.
fn recursion(n: usize, random: &mut Random) -> Pair {
    let cycle = |n: usize| {
        (0..n as u32).map(|call| StackFrame::new(call % 3, call % 3).at(10 + call % 3)).collect()
    };
    let (wanted, mut thrown): (Vec<Numbers>, Vec<Numbers>) = (cycle(n), cycle(n));
    thrown.retain(|_| random.below(10) > 0);
    (wanted, thrown)
}

/// Nothing in common but some classes.
fn far(n: usize, random: &mut Random) -> Pair {
    (different_calls(n, random), different_calls(n, random))
}

fn named(frames: &[Numbers]) -> Vec<Names> {
    let class = |class: u32| format!("com.example.application.component{class:05}.Implementation");
    let name =
        |frame: &Numbers| StackFrame::new(class(frame.class), format!("handle{:05}", frame.method));
    frames.iter().map(|frame| StackFrame { line: frame.line, ..name(frame) }).collect()
}

fn alignment(c: &mut Criterion) {
    type Shape = (&'static str, fn(usize, &mut Random) -> Pair);
    let shapes: [Shape; 4] =
        [("same", same), ("near", near), ("recursion", recursion), ("far", far)];
    for (shape, pair) in shapes {
        let mut group = c.benchmark_group(format!("crash/{shape}"));
        for n in [10, 100, 1_000] {
            let (wanted, thrown) = pair(n, &mut Random(7));
            let names = (named(&wanted), named(&thrown));
            let cost = Similarity::Ordered.cost(&wanted, &thrown).get();
            assert!((cost - whole_table(&wanted, &thrown)).abs() < 1e-9);
            assert_eq!(cost, Similarity::Ordered.cost(&names.0, &names.1).get());
            group.throughput(Throughput::Elements(n as u64));
            group.bench_with_input(BenchmarkId::new("ordered", n), &n, |b, _| {
                b.iter(|| Similarity::Ordered.cost(black_box(&wanted), black_box(&thrown)));
            });
            group.bench_with_input(BenchmarkId::new("ordered, names", n), &n, |b, _| {
                b.iter(|| Similarity::Ordered.cost(black_box(&names.0), black_box(&names.1)));
            });
            group.bench_with_input(BenchmarkId::new("whole table", n), &n, |b, _| {
                b.iter(|| whole_table(black_box(&wanted), black_box(&thrown)));
            });
            group.bench_with_input(BenchmarkId::new("whole table, names", n), &n, |b, _| {
                b.iter(|| whole_table(black_box(&names.0), black_box(&names.1)));
            });
            group.bench_with_input(BenchmarkId::new("free", n), &n, |b, _| {
                b.iter(|| Similarity::Free.cost(black_box(&wanted), black_box(&thrown)));
            });
        }
        group.finish();
    }
}

/// An execution that throws two exceptions, one with the twenty wanted frames, one with a call
/// more; its trace was swept before.
fn weighted_sum(c: &mut Criterion) {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("valid");
    let target = graph.block(Function::new(0), 1);
    let (wanted, thrown) = near(20, &mut Random(7));
    let crash = Crash::new(StackTrace::new(0, wanted), |_| [target.statement(0)]).expect("located");
    let mut run = WithStackTraces::new(Trace::new(&graph));
    run.execution.root().enter(Function::new(0)).decide(0, lt(1, 2));
    run.extra = vec![StackTrace::new(0, thrown.clone()), StackTrace::new(0, thrown[1..].to_vec())];
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &run);
    c.bench_function("crash/weighted sum", |b| {
        b.iter(|| crash.weighted_sum(black_box(&table), black_box(&run)).value());
    });
}

/// A walk through calls that nest up to thirty deep, five of which are wanted; each decides once.
fn calls(c: &mut Criterion) {
    let mut graph = FlowGraph::new();
    for _ in 0..8 {
        graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("valid");
    }
    let block = |function: u32, local| graph.block(Function::new(function), local);
    let wanted =
        StackTrace::new(0, [3_u32, 1, 0, 2, 1].map(|function| StackFrame::new(function, function)));
    let crash = Crash::new(wanted, |frame| [block(frame.class, 1).statement(0)]).expect("located");
    let mut group = c.benchmark_group("crash/calls");
    for n in [1_000, 10_000, 100_000, 1_000_000] {
        let run =
            WithStackTraces::<_, u32>::new(Trace::new(&graph).with_call_tree(CallTreeLimits::NONE));
        let (mut random, mut open) = (Random(7), Vec::new());
        for _ in 0..n {
            open.truncate(open.len().min(random.below(30) as usize + 1));
            open.push(run.execution.innermost(None).enter(Function::new(random.below(8) as u32)));
            open[open.len() - 1].decide(0, lt(random.below(8), 2));
        }
        drop(open);
        assert!((2..5).contains(&crash.st_distance(&graph, &run).covered()));
        group.throughput(Throughput::Elements(n));
        group.bench_with_input(BenchmarkId::new("st_distance", n), &n, |b, _| {
            b.iter(|| crash.st_distance(&graph, black_box(&run)));
        });
        // The distance, and what is kept to break ties.
        let summary = crash.stack_summary(&graph, &run);
        assert_eq!(summary.distance, crash.st_distance(&graph, &run));
        group.bench_with_input(BenchmarkId::new("stack_summary", n), &n, |b, _| {
            b.iter(|| crash.stack_summary(&graph, black_box(&run)));
        });
        let mut coverage = BlockCoverage::new();
        group.bench_with_input(BenchmarkId::new("compare_stacks", n), &n, |b, _| {
            b.iter(|| {
                crash.compare_stacks(
                    &graph,
                    &mut coverage,
                    black_box(&summary),
                    black_box(&summary),
                )
            });
        });
    }
    group.finish();
}

criterion_group!(benches, alignment, weighted_sum, calls);
criterion_main!(benches);
