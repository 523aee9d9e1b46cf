//! Results that activations set to a decision: who set which, and the last one of each block.

use sbst::distance::{Decision, eq, lt};
use sbst::execution::{CallTreeLimits, Execution, Facts, Misuse, Trace};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Activation, Block, Function};

const F: Function = Function::new(0);

/// `0: if .. { 1: r = .. } 2: return r`
fn traced() -> (FlowGraph, Trace) {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2)).expect("legal");
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE).with_path_check();
    (graph, trace)
}

fn results(trace: &Trace, activation: u32) -> Vec<(u32, Decision)> {
    let mut all = Vec::new();
    trace.results_in(Activation::new(activation), &mut |block: Block, decision| {
        all.push((block.number(), decision));
    });
    all
}

#[test]
fn each_activation_keeps_its_own_results_and_the_last_of_each_block() {
    let (graph, trace) = traced();
    for x in [3, 8] {
        let f = trace.root().enter(F);
        assert!(f.decide(0, lt(x, 10)));
        assert!(!f.sets(1, eq(x, 5)));
        assert!(!f.sets(1, eq(x, 6)));
        f.end(1);
        assert_eq!(f.returns_if(2, lt(x, 4)), x < 4);
    }
    assert_eq!(trace.check(), Ok(()));
    assert_eq!(results(&trace, 0), [(1, eq(3, 6)), (2, lt(3, 4))]);
    assert_eq!(results(&trace, 1), [(1, eq(8, 6)), (2, lt(8, 4))]);
    assert_eq!(results(&trace, 2), []);
    assert_eq!(trace.progress(graph.block(F, 1)), Some(0));
    assert!(trace.returned_to_test(F));
    trace.reset();
    assert_eq!((trace.activation_count(), results(&trace, 0)), (0, vec![]));
}

#[test]
fn an_interpreter_sets_the_result_of_the_innermost_activation() {
    let (graph, trace) = traced();
    let block = graph.block(F, 2);
    trace.enter(F);
    trace.enter(F);
    trace.decide(graph.entry(F), lt(9, 5));
    trace.sets(block, lt(9, 5));
    trace.end(block);
    trace.leave();
    trace.leave();
    assert_eq!(results(&trace, 0), []);
    assert_eq!(results(&trace, 1), [(2, lt(9, 5))]);
}

#[test]
fn without_calls_one_by_one_only_the_block_is_noted() {
    let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    let trace = Trace::new(&graph);
    assert!(trace.root().enter(F).returns_if(0, lt(1, 2)));
    assert_eq!((trace.check(), trace.progress(graph.entry(F))), (Ok(()), Some(0)));
}

#[test]
fn a_result_after_the_end_is_a_misuse() {
    let (_, trace) = traced();
    let f = trace.root().enter(F);
    f.decide(0, lt(9, 5));
    f.returns_if(2, lt(1, 2));
    f.sets(1, lt(1, 2));
    drop(f);
    assert!(matches!(trace.check(), Err(Misuse::AfterEnd { .. })));
}
