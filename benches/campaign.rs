//! An execution through the campaign beside the same by hand, with the parts that it is made of.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use sbst::Campaign;
use sbst::distance::eq;
use sbst::execution::{Caller, Trace};
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Function, GoalId};
use sbst::objective::{Criterion as Criteria, GoalGraph, Goals, Program, Tables, covered};
use sbst::selection::{Archive, Frontier};
use std::sync::Arc;
use std::time::Duration;

const CRITERIA: [Criteria; 2] = [Criteria::Branch, Criteria::Block];
const DEPTH: u32 = 6;

/// The first function that is called, and what all are called with.
type Test = (u32, u32);

/// Six nested conditions in each function: 20 goals.
fn graph(functions: u32) -> FlowGraph {
    let nested = |body: FlowBuilder, depth| body.branch(depth, depth + 1, DEPTH + 1);
    let body = (0..DEPTH).fold(FlowBuilder::new(), nested).exit(DEPTH).exit(DEPTH + 1);
    let mut graph = FlowGraph::new();
    for _ in 0..functions {
        graph.add(&body).expect("a legal function");
    }
    graph
}

/// Ten functions, or all.
fn subject(c: Caller<'_>, &(first, value): &Test, functions: u32) {
    for call in 0..functions.min(10) {
        let f = c.enter(Function::new((first + call) % functions));
        let holds = |depth: u32| f.decide(depth, eq(value >> (2 * depth) & 3, call & 3));
        let reached = (0..DEPTH).find(|&depth| !holds(depth));
        f.returns(if reached.is_none() { DEPTH } else { DEPTH + 1 }, ());
    }
}

fn campaign(graph: &FlowGraph) -> Campaign<Test> {
    Campaign::builder().graph(graph.clone()).criteria(CRITERIA).build().expect("goals")
}

/// What a campaign does, by hand.
struct ByHand<'g> {
    graph: &'g FlowGraph,
    goals: Goals<Trace>,
    trace: Trace,
    tables: Tables,
    frontier: Frontier,
    archive: Archive<Arc<(Test, Vec<GoalId>)>>,
    near: Vec<(Fitness, Option<Arc<Test>>)>,
    row: Vec<Fitness>,
    runs: u64,
}

impl<'g> ByHand<'g> {
    fn new(graph: &'g FlowGraph) -> Self {
        let mut goals = Goals::for_graph(graph);
        for criterion in CRITERIA {
            goals.add(criterion, &Program::new(graph));
        }
        let (trace, mut tables, mut row) =
            (goals.trace(graph).with_operands(), Tables::new(graph), Vec::new());
        let frontier = Frontier::of(&GoalGraph::new(&goals, graph));
        goals.measure(graph, &trace, &mut tables, &mut row); // how far nothing is
        let near = row.iter().map(|&value| (value, None)).collect();
        Self { graph, goals, trace, tables, frontier, archive: Archive::new(), near, row, runs: 0 }
    }

    fn run(&mut self, test: &Test, functions: u32) {
        let Self { graph, goals, trace, tables, frontier, archive, near, row, runs } = self;
        *runs += 1;
        trace.reset();
        subject(trace.root(), test, functions);
        trace.check().expect("no misuse");
        goals.measure(graph, trace, tables, row);
        archive.offer_all(covered(row), *runs, || Arc::new((*test, covered(row).collect())));
        frontier.cover(covered(row));
        let mut kept = None;
        for &goal in frontier.active() {
            let (value, best) = (row[goal.index()], &mut near[goal.index()]);
            if value < best.0 {
                *best = (value, Some(Arc::clone(kept.get_or_insert_with(|| Arc::new(*test)))));
            }
        }
    }
}

/// The tests, one after the other.
fn next(number: u32, functions: u32) -> Test {
    let mixed = number.wrapping_mul(0x9E37_79B1);
    ((mixed >> 8) % functions, mixed >> 20)
}

fn runs(c: &mut Criterion) {
    let mut group = c.benchmark_group("a run");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    for functions in [1, 50, 5_000, 50_000] {
        let graph = graph(functions);
        let (mut campaign, mut by_hand) = (campaign(&graph), ByHand::new(&graph));
        for number in 0..50 {
            let test = next(number, functions);
            campaign.run(&test, |c, test| subject(c, test, functions)).expect("no misuse");
            by_hand.run(&test, functions);
        }
        assert!(campaign.tests().covered().eq(by_hand.archive.goals()));
        assert_eq!(campaign.frontier().active(), by_hand.frontier.active());
        for &goal in campaign.frontier().active() {
            assert_eq!(campaign.nearest(goal), by_hand.near[goal.index()].1.as_deref());
        }

        let goals = campaign.goals().len();
        let mut number = 50;
        group.bench_function(BenchmarkId::new("campaign", goals), |b| {
            b.iter(|| {
                number += 1;
                campaign
                    .run(&next(number, functions), |c, test| subject(c, test, functions))
                    .map(|outcome| outcome.covered.len())
            });
        });
        let mut number = 50;
        group.bench_function(BenchmarkId::new("by hand", goals), |b| {
            b.iter(|| {
                number += 1;
                by_hand.run(&next(number, functions), functions);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, runs);
criterion_main!(benches);
