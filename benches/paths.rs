//! Paths: counting them, and listing them.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

mod shapes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst_histories::paths::{prime_paths, sequence_count, sequences};
use std::hint::black_box;
use std::time::Duration;

const FIRST: Function = Function::new(0);

fn edge_pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("edge_pairs");
    for blocks in [1_000, 100_000] {
        let graph = FlowGraph::of(&shapes::structured(blocks)).expect("a graph");
        let listed = sequences(&graph, FIRST, 3, usize::MAX).expect("no bound").len();
        assert_eq!(sequence_count(&graph, FIRST, 3), listed as u64);
        group.throughput(Throughput::Elements(listed as u64));
        group.bench_function(BenchmarkId::new("count", blocks), |b| {
            b.iter(|| sequence_count(black_box(&graph), FIRST, 3));
        });
        group.bench_function(BenchmarkId::new("list", blocks), |b| {
            b.iter_with_large_drop(|| sequences(black_box(&graph), FIRST, 3, usize::MAX));
        });
    }
    group.finish();
}

fn prime(c: &mut Criterion) {
    const MOST: usize = 10_000;
    let mut group = c.benchmark_group("prime_paths");
    // All within the bound together; and one with far too many, given up at the bound.
    let graphs = shapes::real()
        .iter()
        .map(|listing| FlowGraph::of(listing).expect("a graph"))
        .collect::<Vec<_>>();
    let few: Vec<_> =
        graphs.iter().filter(|graph| prime_paths(graph, FIRST, MOST).is_ok()).collect();
    let count: usize =
        few.iter().map(|graph| prime_paths(graph, FIRST, MOST).map_or(0, |all| all.len())).sum();
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function("list/real", |b| {
        b.iter(|| {
            few.iter()
                .map(|graph| prime_paths(graph, FIRST, MOST).map_or(0, |paths| paths.len()))
                .sum::<usize>()
        });
    });
    let ladder = FlowGraph::of(&shapes::ladder(1_000)).expect("a graph");
    assert!(prime_paths(&ladder, FIRST, MOST).is_err());
    group.throughput(Throughput::Elements(MOST as u64));
    group.bench_function("too many/ladder", |b| {
        b.iter(|| prime_paths(black_box(&ladder), FIRST, MOST).is_err());
    });
    group.finish();
}

/// OD76: loops in a row have long prime paths, which are given up at the bound of their blocks.
fn loops(c: &mut Criterion) {
    const MOST: usize = 1 << 20;
    let mut group = c.benchmark_group("OD76 loops in a row");
    for count in [50_u32, 500, 5_000] {
        let body = (0..count).fold(FlowBuilder::new(), |body, number| {
            let first = 2 * number;
            body.branch(first, first + 1, first + 2).jump(first + 1, first)
        });
        let graph = FlowGraph::of(&body.exit(2 * count)).expect("a graph");
        assert_eq!(prime_paths(&graph, FIRST, MOST).is_ok(), count == 50);
        group.throughput(Throughput::Elements(u64::from(count)));
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter_with_large_drop(|| prime_paths(black_box(&graph), FIRST, MOST));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(800));
    targets = edge_pairs, prime, loops
}
criterion_main!(benches);
