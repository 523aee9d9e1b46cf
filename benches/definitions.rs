//! Pairs of definitions and uses: variables that live for a few blocks, and variables that live all
//! along.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

mod shapes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::flow::FlowGraph;
use sbst::id::{Block, Function, Variable};
use sbst_histories::definitions::Definitions;
use std::hint::black_box;
use std::time::Duration;

/// A tenth as many variables as blocks. Each is defined in two blocks, and used in two, `reach`
/// blocks later at most.
fn known(graph: &FlowGraph, reach: u64) -> Definitions {
    let blocks = graph.all_blocks().len() as u64;
    let mut random = shapes::Random(reach);
    let mut known = Definitions::new();
    for variable in 0..blocks / 10 {
        let first = random.below(blocks);
        let mut place =
            || Block::new((first + random.below(reach)).min(blocks - 1) as u32).statement(0);
        let variable = Variable::new(variable as u32);
        known = known
            .parameter(variable, Function::new(0))
            .define(variable, place())
            .define(variable, place());
        known = known.use_at(variable, place()).use_at(variable, place());
    }
    known
}

fn pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("definition_use");
    for blocks in [1_000_usize, 10_000, 100_000] {
        let graph = FlowGraph::of(&shapes::structured(blocks)).expect("a graph");
        for (name, reach) in [("near", 20), ("far", blocks as u64)] {
            let known = known(&graph, reach);
            if blocks <= 10_000 {
                // Takes as long as what is measured.
                assert!(known.pairs(&graph).is_ok_and(|pairs| !pairs.is_empty()));
            }
            group.throughput(Throughput::Elements(blocks as u64 / 10));
            group.bench_function(BenchmarkId::new(name, blocks), |b| {
                b.iter_with_large_drop(|| black_box(&known).pairs(&graph));
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(800));
    targets = pairs
}
criterion_main!(benches);
