//! All goals of one execution at once, beside a pass that only reads the dependences and writes a
//! pair for each goal.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::Distance;
use sbst::execution::Trace;
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::FlowGraph;
use sbst::id::Function;
use std::hint::black_box;
use std::time::Duration;

mod shapes;
use shapes::{Listing, SHAPES, SIZES, do_while_nest, evaluate_all, real, walk};

/// The least work that any sweep does: reads every dependence once, writes one pair for each goal.
struct Streaming {
    first: Vec<u32>,
    controls: Vec<u32>,
    source: Vec<u32>,
    blocks: Vec<Fitness>,
    branches: Vec<Fitness>,
}

impl Streaming {
    fn new(graph: &FlowGraph) -> Self {
        let (mut first, mut controls) = (vec![0], Vec::new());
        for block in graph.all_blocks() {
            controls.extend(graph.controls(block).map(|branch| branch.number()));
            first.push(controls.len() as u32);
        }
        let source =
            graph.all_branches().map(|branch| graph.edge(branch).source.number()).collect();
        let blocks = vec![Fitness::NEVER; graph.all_blocks().len()];
        Self {
            first,
            controls,
            source,
            blocks,
            branches: vec![Fitness::NEVER; graph.all_branches().len()],
        }
    }

    fn pass(&mut self) {
        for (ends, value) in self.first.windows(2).zip(&mut self.blocks) {
            let controls = &self.controls[ends[0] as usize..ends[1] as usize];
            *value =
                Fitness::new(controls.iter().fold(0, |all, branch| all ^ branch), Distance::ZERO);
        }
        for (&source, value) in self.source.iter().zip(&mut self.branches) {
            *value = Fitness::new(source, Distance::ZERO);
        }
        black_box((self.blocks.last(), self.branches.last()));
    }
}

/// Walks that cover a part, every predicate evaluated with one side taken, and a few steps, after
/// which most goals are far away.
fn executions(graph: &FlowGraph, size: usize) -> [(&'static str, Trace); 3] {
    let [some, all, few] = [(); 3].map(|()| Trace::new(graph));
    graph.functions().for_each(|function| walk(graph, function, &few, 1, 3));
    graph.functions().for_each(|function| walk(graph, function, &some, 20, 3 * size));
    evaluate_all(graph, &all);
    [("walks", some), ("all evaluated", all), ("few steps", few)]
}

/// The table holds what each goal is by itself.
fn assert_equal(graph: &FlowGraph, trace: &Trace, table: &mut FitnessTable) {
    table.sweep(graph, trace);
    for branch in graph.all_branches().step_by(1 + graph.all_branches().len() / 50) {
        assert_eq!(table.branch(branch), fitness_of_branch(graph, trace, branch));
    }
    for block in graph.all_blocks().step_by(1 + graph.all_blocks().len() / 50) {
        assert_eq!(table.block(block), fitness_of_block(graph, trace, block));
    }
}

fn one_graph(
    c: &mut Criterion,
    name: &str,
    sizes: &[usize],
    graph_of: impl Fn(usize) -> FlowGraph,
) {
    let mut group = c.benchmark_group(format!("sweep/{name}"));
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    for &size in sizes {
        let graph = graph_of(size);
        group.throughput(Throughput::Elements(
            (graph.all_blocks().len() + graph.all_branches().len()) as u64,
        ));
        let mut table = FitnessTable::new(&graph);
        for (what, trace) in executions(&graph, size) {
            assert_equal(&graph, &trace, &mut table);
            group.bench_function(BenchmarkId::new(what, size), |b| {
                b.iter(|| table.sweep(&graph, black_box(&trace)));
            });
        }
        if name != "do_while_nest" {
            let mut streaming = Streaming::new(&graph);
            group.bench_function(BenchmarkId::new("streaming baseline", size), |b| {
                b.iter(|| streaming.pass());
            });
        }
    }
    group.finish();
}

fn sweeps(c: &mut Criterion) {
    for (name, shape) in SHAPES {
        one_graph(c, name, &SIZES, |size| FlowGraph::of(&shape(size)).expect("a legal shape"));
    }
    one_graph(c, "do_while_nest", &[10, 100, 1_000, 10_000, 100_000], |depth| {
        FlowGraph::of(&do_while_nest(depth)).expect("legal")
    });
    one_graph(c, "real", &[100], |_| {
        let mut graph = FlowGraph::new();
        for listing in real() {
            graph.add(&listing).expect("a real graph");
        }
        graph
    });
}

/// About 1 000 goals, in one sweep and each by itself.
fn one_by_one(c: &mut Criterion) {
    let mut group = c.benchmark_group("goals");
    for (name, shape) in SHAPES {
        let listing: Listing = shape(400);
        let graph = FlowGraph::of(&listing).expect("a legal shape");
        let trace = Trace::new(&graph);
        walk(&graph, Function::new(0), &trace, 1, 10); // most goals are far away
        let mut table = FitnessTable::new(&graph);
        assert_equal(&graph, &trace, &mut table);
        group.throughput(Throughput::Elements(
            (graph.all_blocks().len() + graph.all_branches().len()) as u64,
        ));
        group.bench_function(BenchmarkId::new("one sweep", name), |b| {
            b.iter(|| table.sweep(&graph, black_box(&trace)));
        });
        group.bench_function(BenchmarkId::new("each in turn", name), |b| {
            b.iter(|| {
                for branch in graph.all_branches() {
                    black_box(fitness_of_branch(&graph, &trace, branch));
                }
                for block in graph.all_blocks() {
                    black_box(fitness_of_block(&graph, &trace, block));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, sweeps, one_by_one);
criterion_main!(benches);
