//! Adding a function, with post-dominators and control dependence, beside petgraph's dominators
//! alone.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use sbst::flow::FlowGraph;
use sbst::id::Function;
use std::hint::black_box;

mod shapes;
use shapes::{Listing, SHAPES, SIZES, do_while_nest, real};

/// Both find the same dominators; then both are worth timing.
fn assert_equal(listing: &Listing, rival: &DiGraph<(), ()>) {
    let graph = FlowGraph::of(listing).expect("a legal shape");
    let (ours, theirs) =
        (graph.dominators(Function::new(0)), simple_fast(rival, NodeIndex::new(0)));
    for block in graph.all_blocks().step_by(1 + graph.all_blocks().len() / 10_000) {
        let expected = theirs.immediate_dominator(NodeIndex::new(block.index()));
        assert_eq!(
            ours.immediate(block).map(sbst::id::Block::index),
            expected.map(NodeIndex::index)
        );
    }
}

fn shapes(c: &mut Criterion) {
    for (name, shape) in SHAPES {
        let mut group = c.benchmark_group(format!("add/{name}"));
        group
            .sample_size(10)
            .warm_up_time(std::time::Duration::from_millis(200))
            .measurement_time(std::time::Duration::from_millis(800));
        for size in SIZES {
            let listing = shape(size);
            // Small functions are added to a graph that grows; large ones make a graph of their
            // own.
            let copies = (10_000 / size).max(1);
            group.throughput(Throughput::Elements((copies * listing.edges()) as u64));
            group.bench_function(BenchmarkId::new("sbst", size), |b| {
                b.iter(|| {
                    let mut graph = FlowGraph::new();
                    for _ in 0..copies {
                        graph.add(black_box(&listing)).expect("a legal shape");
                    }
                    graph
                });
            });
            // Quadratic on chains: 1 µs for each edge at 1 000 blocks, 10 µs at 10 000.
            if name != "chain" || size <= 1_000 {
                let rival = listing.to_petgraph();
                assert_equal(&listing, &rival);
                group.bench_function(BenchmarkId::new("petgraph dominators", size), |b| {
                    b.iter(|| {
                        for _ in 0..copies {
                            black_box(simple_fast(black_box(&rival), NodeIndex::new(0)));
                        }
                    });
                });
            }
        }
        group.finish();
    }
}

fn real_graphs(c: &mut Criterion) {
    let listings = real();
    let rivals: Vec<_> = listings.iter().map(Listing::to_petgraph).collect();
    listings
        .iter()
        .zip(&rivals)
        .filter(|(listing, _)| FlowGraph::of(*listing).is_ok())
        .for_each(|(l, r)| assert_equal(l, r));
    let mut group = c.benchmark_group("add/real");
    group.throughput(Throughput::Elements(
        listings.iter().map(|listing| listing.edges() as u64).sum(),
    ));
    group.bench_function("sbst", |b| {
        b.iter(|| {
            let mut graph = FlowGraph::new();
            for listing in &listings {
                let _ = black_box(graph.add(listing));
            }
            graph
        });
    });
    group.bench_function("petgraph dominators", |b| {
        b.iter(|| {
            rivals.iter().for_each(|rival| drop(black_box(simple_fast(rival, NodeIndex::new(0)))));
        });
    });
    group.finish();
}

/// Quadratically many dependences: time must grow like the function all the same.
fn crowded(c: &mut Criterion) {
    let mut group = c.benchmark_group("add/do_while_nest");
    group.sample_size(10);
    for depth in [10, 100, 1_000, 10_000, 100_000] {
        let listing = do_while_nest(depth);
        group.throughput(Throughput::Elements(listing.edges() as u64));
        group.bench_function(BenchmarkId::new("sbst", depth), |b| {
            b.iter(|| FlowGraph::of(black_box(&listing)));
        });
    }
    group.finish();
}

criterion_group!(benches, shapes, real_graphs, crowded);
criterion_main!(benches);
