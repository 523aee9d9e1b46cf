//! A search of the caller's, through the campaign.

use crate::steady;
use sbst::Campaign;
use sbst::distance::eq;
use sbst::execution::Caller;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst::objective::{Criterion, Goal};
use std::collections::BTreeSet;

const FUNCTIONS: u32 = 10;
const DEPTH: u32 = 6;
const RUNS: u32 = 100;

/// Six nested conditions on the bits of the value; `call` says which bits are wanted.
fn subject(caller: Caller<'_>, value: u32, call: u32) {
    let f = caller.enter(Function::new(call));
    let holds = |depth: u32| f.decide(depth, eq(value >> (2 * depth) & 3, call & 3));
    let reached = (0..DEPTH).find(|&depth| !holds(depth));
    f.returns(if reached.is_none() { DEPTH } else { DEPTH + 1 }, ());
}

/// The value of a test: most of its digits are equal, so that deep conditions are reached, too.
fn value(run: u32) -> u32 {
    let digit = run % 4;
    let all = (0..DEPTH).map(|depth| digit << (2 * depth)).sum::<u32>();
    all ^ (run / 4 % 3) << (2 * (run / 12 % DEPTH))
}

/// Runs the first 100 tests of a search for the branches and blocks of ten functions.
pub(crate) fn first_runs() {
    let nested = |body: FlowBuilder, depth| body.branch(depth, depth + 1, DEPTH + 1);
    let body = (0..DEPTH).fold(FlowBuilder::new(), nested).exit(DEPTH).exit(DEPTH + 1);
    let mut graph = FlowGraph::new();
    for _ in 0..FUNCTIONS {
        graph.add(&body).expect("a legal function");
    }
    let criteria = [Criterion::Branch, Criterion::Block];
    let make = || Campaign::builder().graph(graph.clone()).criteria(criteria).build();
    let mut campaigns = [(); 2].map(|()| make().expect("goals"));
    let mut next = campaigns.iter_mut();
    steady(|| {
        let campaign = next.next().expect("one for each run");
        for run in 0..RUNS {
            let calls = |caller: Caller<'_>, test: &u32| {
                (0..FUNCTIONS).for_each(|call| subject(caller, *test, call));
            };
            campaign.run(&value(run), calls).expect("no misuse");
        }
    });

    let mut taken = BTreeSet::new();
    for (run, call) in (0..RUNS).flat_map(|run| (0..FUNCTIONS).map(move |call| (run, call))) {
        for depth in 0..DEPTH {
            let holds = value(run) >> (2 * depth) & 3 == call & 3;
            taken.insert((call, depth, holds));
            if !holds {
                break;
            }
        }
    }
    let campaign = &campaigns[1];
    let place = |goal| match campaign.goals().goal(goal) {
        Goal::Branch(branch) => {
            let edge = graph.edge(branch);
            let function = graph.function_of(edge.source).number();
            Some((function, graph.local(edge.source), branch == first_of(&graph, edge.source)))
        }
        _ => None,
    };
    let covered: BTreeSet<_> = campaign.tests().covered().filter_map(place).collect();
    assert_eq!(covered, taken);
}

/// The branch of a decision that holds.
fn first_of(graph: &FlowGraph, block: sbst::id::Block) -> sbst::id::Branch {
    graph.branches_of(block).next().expect("it decides")
}
