//! Values across calls, beside the naive fixpoint and beside the sweep without them.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

#[path = "counted/src/across.rs"]
#[allow(dead_code, reason = "the counted program uses the rest")]
mod across;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::{Distance, eq};
use sbst::execution::Trace;
use sbst::fitness::{Fitness, FitnessTable};
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
fn missed(graph: &FlowGraph) -> Trace {
    let trace = Trace::new(graph);
    trace.root().enter(MAIN).decide(0, eq(4, 7));
    trace
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

/// As in the counted program; here nothing is counted.
fn steady<R>(mut work: impl FnMut() -> R) -> R {
    work()
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
            let (missed, nothing) = (missed(&graph), Trace::new(&graph));
            let mut plain = FitnessTable::new(&graph);
            let mut across = plain.clone().across_calls();
            plain.sweep(&graph, &missed);
            across.sweep(&graph, &missed);
            group.throughput(Throughput::Elements(u64::from(size)));
            let id = |what| BenchmarkId::new(format!("{name}, {what}"), size);
            group.bench_function(id("the same again"), |b| {
                b.iter(|| across.sweep(&graph, black_box(&missed)));
            });
            group.bench_function(id("the same again, without calls"), |b| {
                b.iter(|| plain.sweep(&graph, black_box(&missed)));
            });
            // Every value behind a call changes, twice.
            group.bench_function(id("nothing, and again"), |b| {
                b.iter(|| {
                    across.sweep(&graph, black_box(&nothing));
                    across.sweep(&graph, black_box(&missed));
                });
            });
            if size <= 1_000 {
                let slow = fixpoint(&graph, &plain);
                for (function, slow) in graph.functions().zip(&slow) {
                    assert_eq!(across.dependence(graph.entry(function)), *slow);
                }
                group.bench_function(id("fixpoint"), |b| {
                    b.iter(|| fixpoint(&graph, black_box(&plain)));
                });
            }
        }
    }
    group.finish();
}

/// A campaign across calls, whose runs enter the same functions in programs of 10^3 to 10^6 blocks
/// (OD74). The inputs differ, and what is behind their decision is the same few functions.
fn campaigns(c: &mut Criterion) {
    let mut group = c.benchmark_group("across_calls/campaign");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    for blocks in [1_000, 10_000, 100_000, 1_000_000] {
        let mut campaign = across::campaign(blocks);
        let mut input = 20;
        group.bench_function(BenchmarkId::new("a run", blocks), |b| {
            b.iter(|| {
                input = 20 + (input + 1) % 20;
                across::run(&mut campaign, [input, 9])
            });
        });
    }
    group.finish();
}

criterion_group!(benches, passes, campaigns);
criterion_main!(benches);
