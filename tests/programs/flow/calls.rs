//! Call edges: what was described is there, in order, and nothing else depends on it.

use sbst::flow::{ControlFlow, FlowBuilder, FlowGraph, UnknownBlock};
use sbst::id::{Block, CallSite, Function};

const MAIN: Function = Function::new(0);
const LOG: Function = Function::new(1);
const LATER: Function = Function::new(2);
const A: CallSite = CallSite::new(4);
const B: CallSite = CallSite::new(9);

fn main_body() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2)
}

fn edges(graph: &FlowGraph, block: Block) -> Vec<(u32, CallSite, Vec<Function>)> {
    let calls = graph.calls_in(graph.function_of(block)).filter(|call| call.block == block);
    calls.map(|call| (call.statement, call.site, call.callees.to_vec())).collect()
}

#[test]
fn calls_are_where_they_were_described() {
    let body =
        main_body().call(1, 3, B, [LATER, LOG, LATER]).call(0, 0, A, []).call(1, 7, A, [LOG]);
    let mut graph = FlowGraph::of(&body).expect("legal");
    let [entry, then] = [0, 1].map(|local| graph.block(MAIN, local));
    assert_eq!(edges(&graph, entry), [(0, A, vec![])]);
    assert_eq!(edges(&graph, then), [(3, B, vec![LOG, LATER]), (7, A, vec![LOG])]);
    // Functions that are not there yet count for nothing; when they come, they do.
    assert_eq!(graph.callees(MAIN, B).count(), 0);
    for _ in 0..2 {
        graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    }
    assert!(graph.callees(MAIN, A).eq([LOG]) && graph.callees(MAIN, B).eq([LOG, LATER]));
    assert!(graph.callers(LOG).eq([(then, A), (then, B)]) && graph.callers(LATER).eq([(then, B)]));
    assert_eq!(graph.callers(MAIN).count() + graph.callees(LOG, A).count(), 0);
}

#[test]
fn calls_that_become_known_later_join_those_that_are_there() {
    let mut graph = FlowGraph::of(&main_body().call(0, 2, A, [])).expect("legal");
    let entry = graph.entry(MAIN);
    graph
        .add_call(entry, 2, A, [LOG])
        .and_then(|()| graph.add_call(entry, 2, A, [MAIN, LOG]))
        .expect("a block");
    graph.add_call(entry, 1, A, [LOG]).expect("a block");
    assert_eq!(edges(&graph, entry), [(1, A, vec![LOG]), (2, A, vec![MAIN, LOG])]);
    let beyond = Block::new(3);
    assert_eq!(graph.add_call(beyond, 0, A, [LOG]), Err(UnknownBlock { block: beyond, site: A }));
    assert_eq!(
        UnknownBlock { block: beyond, site: A }.to_string(),
        "the call at s4 is in block b3, which the graph does not have"
    );
}

#[test]
fn calls_are_no_part_of_what_a_graph_is() {
    let [with, without] = [main_body().call(1, 0, A, [MAIN]), main_body()]
        .map(|body| FlowGraph::of(&body).expect("legal"));
    assert_eq!((with.identity(), &with), (without.identity(), &without));
}

/// A function that is refused leaves no calls behind.
#[test]
fn a_refused_function_calls_nobody() {
    let mut graph = FlowGraph::of(&main_body()).expect("legal");
    graph
        .add(&FlowBuilder::new().exit(0).exit(1).call(0, 0, A, [MAIN]))
        .expect_err("block 1 cannot be reached");
    assert_eq!(graph.callers(MAIN).count(), 0);
    graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    assert_eq!(graph.callers(MAIN).count(), 0);
    assert_eq!(main_body().call(2, 0, A, []).block_count(), 3);
}
