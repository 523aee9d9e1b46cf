//! Many functions of which a test enters few; and what recording one decision costs.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use sbst::distance::lt;
use sbst::execution::{CallTreeLimits, Record, Trace};
use sbst::fitness::FitnessTable;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use std::hint::black_box;

mod shapes;
use shapes::{Random, structured};

/// That many functions of eleven blocks or so.
fn program(functions: usize) -> FlowGraph {
    let bodies: Vec<_> = (0..20).map(|n| structured(8 + n % 5)).collect();
    let mut graph = FlowGraph::new();
    for n in 0..functions {
        graph.add(&bodies[n % bodies.len()]).expect("a legal shape");
    }
    graph
}

/// Ten functions are entered, spread over the program; each decides a few times.
fn test(graph: &FlowGraph, trace: &Trace, seed: u64) {
    let mut random = Random(seed);
    for n in 0..10 {
        let function = Function::new((n * (graph.functions().len() / 10)) as u32);
        drop(trace.root().enter(function));
        for block in graph.blocks_of(function).filter(|&block| graph.branches_of(block).len() == 2)
        {
            trace.decide(block, lt(random.below(100) as i32, 50));
        }
    }
}

fn few_of_many(c: &mut Criterion) {
    let mut group = c.benchmark_group("program");
    group.sample_size(20);
    for functions in [10, 1_000, 100_000] {
        let graph = program(functions);
        let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
        test(&graph, &trace, 1);
        let record: Record = trace.record();
        table.sweep(&graph, &trace);
        let swept = table.clone();
        table.sweep(&graph, &record);
        assert!(graph.all_branches().all(|branch| table.branch(branch) == swept.branch(branch)));

        group.bench_function(BenchmarkId::new("sweep", functions), |b| {
            b.iter(|| table.sweep(&graph, black_box(&trace)));
        });
        group.bench_function(BenchmarkId::new("sweep a record", functions), |b| {
            b.iter(|| table.sweep(&graph, black_box(&record)));
        });
        group.bench_function(BenchmarkId::new("record a run and reset", functions), |b| {
            b.iter(|| {
                test(&graph, &trace, 1);
                trace.reset();
            });
        });
        test(&graph, &trace, 1);
        group.bench_function(BenchmarkId::new("freeze", functions), |b| b.iter(|| trace.record()));
        group.bench_function(BenchmarkId::new("merge a record", functions), |b| {
            b.iter(|| trace.merge(black_box(&record)));
        });
        let mut merged = swept.clone();
        group.bench_function(BenchmarkId::new("merge tables", functions), |b| {
            b.iter(|| merged.merge(&graph, black_box(&swept)));
        });
        if functions == 100_000 {
            group.sample_size(10);
            group.bench_function(BenchmarkId::new("add all functions", functions), |b| {
                b.iter(|| program(functions));
            });
            group.bench_function(BenchmarkId::new("make a trace", functions), |b| {
                b.iter(|| Trace::new(&graph));
            });
            group.bench_function(BenchmarkId::new("make a table", functions), |b| {
                b.iter(|| FitnessTable::new(&graph));
            });
        }
    }
    group.finish();
}

/// The same loop over 1 000 pairs of operands, bare and recorded; other hooks as often.
fn hooks(c: &mut Criterion) {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).expect("a loop");
    let (trace, in_calls) =
        (Trace::new(&graph), Trace::new(&graph).with_call_tree(CallTreeLimits::NONE));
    let mut random = Random(3);
    let operands: Vec<(i32, i32)> =
        (0..1_000).map(|_| (random.below(100) as i32, random.below(100) as i32)).collect();
    let bare = |pairs: &[(i32, i32)]| {
        pairs.iter().filter(|pair| black_box(pair.0) < black_box(pair.1)).count()
    };
    let recorded = |trace: &Trace, pairs: &[(i32, i32)]| {
        trace.reset();
        let f = trace.root().enter(Function::new(0));
        let count = pairs
            .iter()
            .filter(|pair| f.decide(0, lt(black_box(pair.0), black_box(pair.1))))
            .count();
        // It ends in the middle of the function: the check of paths is told that this is no hook
        // that is missing.
        drop(f);
        trace.unwound(0);
        count
    };
    let ended = |trace: &Trace| {
        trace.reset();
        let f = trace.root().enter(Function::new(0));
        (0..1_000).for_each(|_| f.end(black_box(1)));
    };
    let called = |trace: &Trace| {
        trace.reset();
        (0..1_000).for_each(|_| drop(trace.root().enter(black_box(Function::new(0)))));
    };
    assert_eq!(bare(&operands), recorded(&trace, &operands));
    assert_eq!(bare(&operands), recorded(&in_calls, &operands));

    let mut group = c.benchmark_group("1000 hooks");
    group.bench_function("bare comparison", |b| b.iter(|| bare(black_box(&operands))));
    for (name, trace) in [("", &trace), (", call by call", &in_calls)] {
        group.bench_function(format!("decide{name}"), |b| {
            b.iter(|| recorded(trace, black_box(&operands)));
        });
        group.bench_function(format!("end{name}"), |b| b.iter(|| ended(trace)));
        group.bench_function(format!("call{name}"), |b| b.iter(|| called(trace)));
    }
    // On a block that leads to itself, for a checked path must be one.
    let itself = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 0)).expect("a loop");
    let (plain, checked) = (Trace::new(&itself), Trace::new(&itself).with_path_check());
    assert_eq!(
        (recorded(&plain, &operands), checked.check()),
        (recorded(&checked, &operands), Ok(()))
    );
    for (name, trace) in [("to itself", &plain), ("path checked", &checked)] {
        group.bench_function(format!("decide, {name}"), |b| {
            b.iter(|| recorded(trace, black_box(&operands)));
        });
    }
    assert_eq!(checked.check(), Ok(()));
    group.finish();
}

criterion_group!(benches, few_of_many, hooks);
criterion_main!(benches);
