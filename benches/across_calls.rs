//! Values across calls, beside the naive fixpoint and beside the sweep that comes before them.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::{Distance, eq};
use sbst::execution::Trace;
use sbst::fitness::{AcrossCalls, Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function};
use std::hint::black_box;
use std::time::Duration;

const MAIN: Function = Function::new(0);

/// 0: if .. { 1: calls these, each at a site of its own } 2: return
fn body(callees: impl IntoIterator<Item = u32>) -> FlowBuilder {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let sites = (0..).map(CallSite::new);
    callees
        .into_iter()
        .zip(sites)
        .fold(body, |body, (callee, site)| body.call(1, 0, site, [Function::new(callee)]))
}

fn program(bodies: impl IntoIterator<Item = FlowBuilder>) -> FlowGraph {
    let mut graph = FlowGraph::new();
    for body in bodies {
        graph.add(&body).expect("legal");
    }
    graph
}

/// Each function calls two others, drawn.
fn random(functions: u32) -> FlowGraph {
    let mut state = 1_u32;
    let mut draw = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 4) % functions
    };
    program((0..functions).map(|_| body([draw(), draw()])))
}

/// Each function calls the next one.
fn chain(functions: u32) -> FlowGraph {
    program((0..functions).map(|function| body((function + 1 < functions).then_some(function + 1))))
}

/// The same, and the last one calls the second one.
fn ring(functions: u32) -> FlowGraph {
    program(
        (0..functions)
            .map(|function| body([if function + 1 < functions { function + 1 } else { 1 }])),
    )
}

/// The first function decided against its calls.
fn missed(graph: &FlowGraph) -> (Trace, FitnessTable) {
    let trace = Trace::new(graph);
    trace.root().enter(MAIN).decide(0, eq(4, 7));
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, &trace);
    (trace, table)
}

/// A(root) of each function by its definition: rounds over all calls, from infinite on, until
/// nothing changes.
fn fixpoint(graph: &FlowGraph, table: &FitnessTable) -> Vec<Fitness> {
    let mut entries = vec![Fitness::NEVER; graph.functions().len()];
    table.entered().for_each(|function| entries[function.index()] = Fitness::COVERED);
    let entered: Vec<bool> = entries.iter().map(|entry| entry.is_covered()).collect();
    loop {
        let mut changed = false;
        for block in graph.all_blocks() {
            let caller = graph.function_of(block);
            let row = table.dependence(block);
            let value = match entries[caller.index()] {
                _ if table.progress(block).is_some() => Distance::SMALLEST.into(),
                _ if entered[caller.index()] => row.max(Distance::SMALLEST.into()),
                Fitness::NEVER => Fitness::NEVER,
                entry => Fitness::new(entry.level + row.level, entry.distance),
            };
            if value == Fitness::NEVER {
                continue;
            }
            for call in graph.calls_in(caller).filter(|call| call.block == block) {
                let value =
                    Fitness::new(value.level + u32::from(call.callees.len() > 1), value.distance);
                for callee in call.callees {
                    if value < entries[callee.index()] {
                        entries[callee.index()] = value;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return entries;
        }
    }
}

fn passes(c: &mut Criterion) {
    let mut group = c.benchmark_group("across_calls");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    type Shape = (&'static str, fn(u32) -> FlowGraph, &'static [u32]);
    let shapes: [Shape; 3] = [
        ("random", random, &[10, 1_000, 100_000]),
        ("chain", chain, &[10, 1_000, 10_000]),
        ("ring", ring, &[10, 1_000, 100_000]),
    ];
    for (name, shape, sizes) in shapes {
        for &size in sizes {
            let graph = shape(size);
            let (trace, mut table) = missed(&graph);
            let last = Function::new(size - 1);
            group.throughput(Throughput::Elements(u64::from(size)));
            group.bench_function(BenchmarkId::new(format!("{name}, all values"), size), |b| {
                b.iter(|| AcrossCalls::new(&graph, black_box(&table)).entry(last));
            });
            if size <= 1_000 {
                let (across, slow) = (AcrossCalls::new(&graph, &table), fixpoint(&graph, &table));
                assert!(
                    graph
                        .functions()
                        .all(|function| across.entry(function) == slow[function.index()])
                );
                group.bench_function(BenchmarkId::new(format!("{name}, fixpoint"), size), |b| {
                    b.iter(|| fixpoint(&graph, black_box(&table)));
                });
            }
            group.bench_function(
                BenchmarkId::new(format!("{name}, the sweep before"), size),
                |b| {
                    b.iter(|| table.sweep(&graph, black_box(&trace)));
                },
            );
        }
    }
    group.finish();
}

/// Calls are no part of what is swept.
fn sweeps(c: &mut Criterion) {
    let mut group = c.benchmark_group("across_calls/sweep");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    const FUNCTIONS: u32 = 1_000;
    let (with, without) = (random(FUNCTIONS), program((0..FUNCTIONS).map(|_| body([]))));
    let ((with_trace, mut with_table), (trace, mut table)) = (missed(&with), missed(&without));
    assert!(with.all_blocks().all(|block| with_table.block(block) == table.block(block)));
    group.bench_function("with call edges", |b| {
        b.iter(|| with_table.sweep(&with, black_box(&with_trace)));
    });
    group.bench_function("without", |b| b.iter(|| table.sweep(&without, black_box(&trace))));
    group.finish();
}

criterion_group!(benches, passes, sweeps);
criterion_main!(benches);
