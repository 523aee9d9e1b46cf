//! Values across calls.

use super::allocations;
use sbst::distance::eq;
use sbst::execution::Trace;
use sbst::fitness::FitnessTable;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function};
use std::hint::black_box;

const MAIN: Function = Function::new(0);
const LOAD: Function = Function::new(1);

/// Two functions of three blocks, each with a decision; the second one is called from the first.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let mut graph =
        FlowGraph::of(&body.clone().call(1, 0, CallSite::new(0), [LOAD])).expect("legal");
    graph.add(&body).expect("legal");
    graph
}

#[test]
fn the_second_sweep_across_calls_allocates_nothing() {
    let graph = graph();
    let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph).across_calls());
    let mut value_at = |x: i32| {
        trace.reset();
        trace.root().enter(MAIN).decide(0, eq(x, 7));
        let count = allocations(|| table.sweep(&graph, black_box(&trace)));
        (count, table.dependence(graph.entry(LOAD)).to_string())
    };
    let _ = [9, 8, 9].map(&mut value_at);
    assert_eq!([3, 4, 4, 5].map(&mut value_at), [5, 4, 4, 3].map(|far| (0, format!("(0, {far})"))));
}
