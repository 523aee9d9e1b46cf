//! Refining executions of 10 to 10^6 calls, against every call measured by itself.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::{Accumulator, Aggregation, Distance, eq, flag, lt};
use sbst::execution::{CallTreeLimits, Execution, Facts, On, Plane, Trace};
use sbst::fitness::FitnessTable;
use sbst::fitness::flag::{FlagGradient, Flags};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, Branch, CallSite, Function};
use std::hint::black_box;

mod shapes;
use shapes::Random;

const RUN: Function = Function::new(0);
const CHECK: Function = Function::new(1);
const SITE: CallSite = CallSite::new(0);

/// A loop that calls a function which compares twice; and one that calls itself.
fn program() -> (FlowGraph, Flags, Branch) {
    let mut graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).expect("a loop");
    graph
        .add(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3))
        .expect("two conditions");
    graph
        .add(&FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 4).exit(3).exit(4))
        .expect("recursion");
    let mut flags = Flags::new();
    let mut declare = || {
        flags.function(&graph, RUN).decides(0, SITE)?;
        flags.function(&graph, CHECK).returns(2, true)?.returns(3, false)?;
        flags
            .function(&graph, NESTED)
            .decides(2, SITE)?
            .returns(1, true)?
            .returns(3, true)?
            .returns(4, false)
            .map(drop)
    };
    declare().expect("fits");
    let taken = graph.branch(graph.entry(RUN), Outcome::True).expect("decides");
    (graph, flags, taken)
}

const NESTED: Function = Function::new(2);

/// So many calls of one function at one site.
fn wide(trace: &Trace, calls: u32) {
    let mut random = Random(7);
    let f = trace.root().enter(RUN);
    for _ in 0..calls {
        let g = f.at(SITE).enter(CHECK);
        let holds = g.decide(0, lt(random.below(100) as i32, 50))
            && g.decide(1, eq(random.below(100) as i32, 200));
        drop(g);
        f.decide(0, flag(holds));
    }
}

/// So many calls, each within the one before.
fn deep(trace: &Trace, calls: u32) {
    let mut frames = vec![trace.root().enter(RUN)];
    for call in 0..calls {
        let frame = trace.innermost(Some(SITE)).enter(NESTED);
        frame.decide(0, eq(call, u32::MAX));
        frames.push(frame);
    }
    while let Some(frame) = frames.pop() {
        if frames.is_empty() {
            frame.decide(0, flag(false));
        } else {
            frame.decide(2, flag(false));
        }
    }
}

/// Each call swept by itself, and then the means: right as long as no flag lies behind another.
fn one_by_one(
    graph: &FlowGraph,
    flags: &Flags,
    trace: &Trace,
    table: &mut FitnessTable,
) -> Option<Distance> {
    let required: Vec<Branch> = flags.required(CHECK, true).collect();
    let mut means = vec![Aggregation::Harmonic.accumulator(); required.len()];
    for call in (0..trace.activation_count())
        .map(Activation::new)
        .filter(|&call| trace.callee(call) == Some(CHECK))
    {
        table.sweep(graph, &On(trace, Plane::Within(call)));
        for (mean, &branch) in means.iter_mut().zip(&required) {
            mean.push(Distance::new(table.branch(branch).scalar()).expect("a number"));
        }
    }
    Aggregation::Harmonic.of(means.iter().filter_map(Accumulator::get))
}

fn refine(c: &mut Criterion) {
    let (graph, flags, taken) = program();
    let mut group = c.benchmark_group("flags/refine");
    group.sample_size(10);
    for calls in [10, 1_000, 100_000, 1_000_000] {
        group.throughput(Throughput::Elements(u64::from(calls)));
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
        let (mut gradient, mut table) = (FlagGradient::new(), FitnessTable::new(&graph));
        wide(&trace, calls);
        let refined = gradient.refine(&graph, &flags, &trace).expect("calls are recorded");
        assert_eq!(
            refined.branch_distance(graph.edge(taken)),
            one_by_one(&graph, &flags, &trace, &mut table)
        );
        group.bench_function(BenchmarkId::new("wide", calls), |b| {
            b.iter(|| gradient.refine(&graph, &flags, black_box(&trace)).is_ok());
        });
        group.bench_function(BenchmarkId::new("wide, one by one", calls), |b| {
            b.iter(|| one_by_one(&graph, &flags, black_box(&trace), &mut table));
        });

        trace.reset();
        deep(&trace, calls);
        let refined = gradient.refine(&graph, &flags, &trace).expect("calls are recorded");
        assert!(
            refined
                .branch_distance(graph.edge(taken))
                .is_some_and(|distance| distance > Distance::ZERO)
        );
        group.bench_function(BenchmarkId::new("deep", calls), |b| {
            b.iter(|| gradient.refine(&graph, &flags, black_box(&trace)).is_ok());
        });
    }
    group.finish();
}

/// A run of a thousand calls: recorded, refined and swept, and without flags.
fn execution(c: &mut Criterion) {
    let (graph, flags, _) = program();
    let plain = Trace::new(&graph);
    let limits = [("all calls", CallTreeLimits::NONE), ("limited", CallTreeLimits::default())];
    let (mut gradient, mut table) = (FlagGradient::new(), FitnessTable::new(&graph));
    let mut group = c.benchmark_group("flags/run of 1000 calls");
    group.bench_function("plain", |b| {
        b.iter(|| {
            plain.reset();
            wide(&plain, 1_000);
            table.sweep(&graph, &plain);
        });
    });
    for (name, limits) in limits {
        let trace = Trace::new(&graph).with_call_tree(limits);
        group.bench_function(BenchmarkId::new("refined", name), |b| {
            b.iter(|| {
                trace.reset();
                wide(&trace, 1_000);
                let refined = gradient.refine(&graph, &flags, &trace).expect("calls are recorded");
                table.sweep(&graph, &refined);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, refine, execution);
criterion_main!(benches);
