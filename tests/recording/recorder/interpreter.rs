//! Activations that are entered and left without frames.

use super::log::{Log, actions, graph_of, programs};
use proptest::prelude::*;
use sbst::distance::{Rules, flag};
use sbst::execution::{CallTreeLimits, Facts, Frame, Plane, Trace};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Activation, CallSite, Function};

fn recorder(graph: &FlowGraph) -> Trace {
    Trace::new(graph)
        .with_rules(Rules::KOREL)
        .with_direct_calls()
        .with_call_tree(CallTreeLimits::NONE)
}

/// Function, caller and site of an activation.
type Called = (Function, Option<(Activation, Option<CallSite>)>);

fn tree(trace: &Trace) -> Vec<Called> {
    let calls = (0..trace.activation_count()).map(Activation::new);
    calls.map(|call| (trace.callee(call).expect("counted"), trace.caller(call))).collect()
}

proptest! {
    #[test]
    fn to_enter_and_leave_is_to_call_and_drop(
        program in programs(),
        all in actions(),
        outside in prop::collection::vec((any::<prop::sample::Index>(), 0..5_u8), 24),
    ) {
        let graph = graph_of(&program);
        let (framed, entered) = (recorder(&graph), recorder(&graph));
        let mut frames: Vec<Frame<'_>> = Vec::new();
        let mut log = Log::new(&program, Rules::KOREL);
        for (action, (function, more)) in all.iter().zip(outside) {
            let function = Function::new(function.index(program.len() + 1) as u32); // the last one does not exist
            match more {
                0 => {
                    frames.push(framed.innermost(None).enter(function));
                    entered.enter(function);
                }
                1 => {
                    frames.push(framed.innermost(Some(CallSite::new(3))).enter(function));
                    entered.enter_at(CallSite::new(3), function);
                }
                2 | 3 => {
                    frames.pop();
                    entered.leave();
                }
                _ => {}
            }
            prop_assert_eq!(framed.depth(), entered.depth());
            log.act(&framed, action);
            log.act(&entered, action);
        }
        while frames.pop().is_some() {
            entered.leave();
        }
        prop_assert_eq!((framed.depth(), entered.depth()), (0, 0));
        prop_assert_eq!(framed.record(), entered.record());
        prop_assert_eq!(tree(&framed), tree(&entered));
        for edge in log.branches(&graph) {
            prop_assert_eq!(
                framed.branch_distance_on(Plane::Direct, edge),
                entered.branch_distance_on(Plane::Direct, edge)
            );
        }
    }
}

#[test]
fn a_function_that_does_not_exist_is_entered_and_left_like_a_frame() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).unwrap();
    let trace = recorder(&graph);
    trace.enter(Function::new(0));
    trace.leave();
    trace.enter(Function::new(7));
    trace.decide(graph.entry(Function::new(0)), flag(true)); // by nobody that the test called
    assert!(
        graph
            .all_branches()
            .all(|branch| trace.branch_distance_on(Plane::Direct, graph.edge(branch)).is_none())
    );
    trace.leave();
    // What was entered before paths were checked may be left after that.
    let open = Trace::new(&graph);
    open.enter(Function::new(0));
    let open = open.with_path_check();
    open.leave();
    open.end(graph.block(Function::new(0), 2));
    assert_eq!((open.check(), open.depth()), (Ok(()), 0));
}

#[test]
fn to_leave_what_is_not_open_does_nothing() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).unwrap();
    let trace = recorder(&graph).with_path_check();
    let function = Function::new(0);
    trace.leave();
    trace.enter(function);
    trace.decide(graph.entry(function), flag(true));
    trace.leave();
    trace.leave();
    assert_eq!((trace.depth(), trace.activation_count(), trace.check()), (0, 1, Ok(())));
    // A trap ends all but the outermost.
    for _ in 0..5 {
        trace.enter(function);
    }
    trace.unwound(1);
    assert_eq!(trace.depth(), 1);
    trace.unwound(7);
    assert_eq!(trace.depth(), 1);
    trace.unwound(0);
    // The next call is one that the test makes itself.
    trace.reset();
    trace.enter(function);
    trace.enter(function);
    trace.leave();
    trace.leave();
    assert!(trace.called_by_test(function));
    assert_eq!(tree(&trace), [(function, None), (function, Some((Activation::new(0), None)))]);
}
