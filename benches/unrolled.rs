//! What it costs to tell histories apart: recording beside a plain trace, unrolling, and the sweep
//! of the copies beside that of the program.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::{eq, lt};
use sbst::execution::{Caller, On, Trace};
use sbst::fitness::FitnessTable;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst_histories::UnrolledGraph;
use sbst_histories::paths::{prime_paths, sequences};
use std::hint::black_box;
use std::time::Duration;

const LOOP: Function = Function::new(0);

/// while i < n { if i % 7 == 3 { s += 1 } i += 1 }
fn counted(caller: Caller<'_>, n: i64) -> i64 {
    let f = caller.enter(LOOP);
    let (mut i, mut s) = (0, 0);
    while f.decide(0, lt(i, n)) {
        if f.decide(1, eq(i % 7, 3)) {
            s += 1;
            f.end(2);
        }
        i += 1;
        f.end(3);
    }
    f.returns(4, s)
}

fn record(c: &mut Criterion) {
    const STEPS: i64 = 1000;
    let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 3).jump(3, 0).exit(4);
    let graph = FlowGraph::of(&body).expect("legal");
    let vectors = UnrolledGraph::builder(&graph)
        .decisions(CompoundDecision::all(&graph))
        .build()
        .expect("small");
    let paths = prime_paths(&graph, LOOP, 1000).expect("few");
    let paths = UnrolledGraph::builder(&graph).paths(paths).build().expect("small");
    let traces = [
        ("plain", Trace::new(&graph)),
        ("path check", Trace::new(&graph).with_path_check()),
        ("vectors", Trace::new(&graph).with_history(vectors.history())),
        ("prime paths", Trace::new(&graph).with_history(paths.history())),
    ];
    let mut group = c.benchmark_group("histories/record");
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(STEPS as u64));
    for (name, trace) in &traces {
        assert_eq!(counted(trace.root(), STEPS), 143);
        assert_eq!(trace.check(), Ok(()));
        group.bench_function(*name, |b| {
            b.iter(|| {
                trace.reset();
                counted(trace.root(), black_box(STEPS))
            });
        });
    }
    group.finish();
}

/// Diamonds in a row.
fn diamonds(count: u32) -> FlowGraph {
    let mut body = FlowBuilder::new();
    for first in (0..count).map(|number| 3 * number) {
        body = body
            .branch(first, first + 1, first + 2)
            .jump(first + 1, first + 3)
            .jump(first + 2, first + 3);
    }
    FlowGraph::of(&body.exit(3 * count)).expect("legal")
}

fn unroll(c: &mut Criterion) {
    let mut group = c.benchmark_group("histories/unroll and sweep");
    group
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    for size in [10, 100, 1000, 10_000] {
        let graph = diamonds(size / 3 + 1);
        // Each path has copies of its own.
        let mut triples = sequences(&graph, LOOP, 3, 1 << 22).expect("six for each diamond");
        triples.truncate(50);
        let unroll = || {
            UnrolledGraph::builder(&graph).paths(triples.iter().cloned()).build().expect("small")
        };
        let unrolled = unroll();
        let trace = Trace::new(&graph).with_history(unrolled.history());
        let f = trace.root().enter(LOOP);
        for first in (0..graph.all_blocks().len() as u32 - 1).step_by(3) {
            f.end(if f.decide(first, lt(first % 5, 2)) { first + 1 } else { first + 2 });
        }
        drop(f);
        let [mut all, mut copies] = [&graph, unrolled.graph()].map(FitnessTable::new);
        all.sweep(&graph, &trace);
        copies.sweep(unrolled.graph(), &On(&trace, unrolled.history().plane()));
        group.throughput(Throughput::Elements(graph.all_blocks().len() as u64));
        group.bench_with_input(BenchmarkId::new("unroll", size), &size, |b, _| b.iter(unroll));
        group.bench_with_input(BenchmarkId::new("sweep program", size), &size, |b, _| {
            b.iter(|| all.sweep(&graph, &trace));
        });
        group.bench_with_input(BenchmarkId::new("sweep copies", size), &size, |b, _| {
            b.iter(|| copies.sweep(unrolled.graph(), &On(&trace, unrolled.history().plane())));
        });
    }
    group.finish();
}

/// OD65: decisions `a || b` one after the other in one function.
fn decisions(c: &mut Criterion) {
    let mut group = c.benchmark_group("histories/OD65 decisions of one function");
    group
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(10);
    for count in [100_u32, 1_000, 10_000, 100_000] {
        let mut body = FlowBuilder::new();
        for first in (0..count).map(|number| 3 * number) {
            body = body.branch(first, first + 2, first + 1).branch(
                first + 1,
                first + 2,
                first + 2 + 1,
            );
            body = body.statements(first + 2, 1).jump(first + 2, first + 3);
        }
        for (what, says) in [("by shape", false), ("said", true)] {
            let mut body = body.clone().exit(3 * count);
            if says {
                for first in (0..count).map(|number| 3 * number) {
                    body = body.decision([first, first + 1]);
                }
            }
            let graph = FlowGraph::of(&body).expect("legal");
            let unroll = || {
                let decisions = CompoundDecision::all(&graph);
                UnrolledGraph::builder(&graph).decisions(decisions).build().expect("few")
            };
            assert_eq!(unroll().vectors().len(), 3 * count as usize);
            group.throughput(Throughput::Elements(u64::from(count)));
            group.bench_with_input(BenchmarkId::new(what, count), &count, |b, _| b.iter(unroll));
        }
    }
    group.finish();
}

criterion_group!(benches, record, unroll, decisions);
criterion_main!(benches);
