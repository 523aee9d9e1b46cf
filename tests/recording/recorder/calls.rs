//! Calls one by one: a trace that records the call tree.

use super::log::{Log, actions, graph_of, programs};
use proptest::prelude::*;
use sbst::distance::{Distance, Rules, lt};
use sbst::execution::{CallTreeLimits, Execution, Fact, Facts, Frame, Misuse, On, Plane, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Activation, Block, Function};
use std::panic::{AssertUnwindSafe, catch_unwind};

const CALLER: Function = Function::new(0);
const CALLEE: Function = Function::new(1);

/// Two functions of the same shape. 0: one statement, `if x < 10` { 1: two statements }  2
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().statements(0, 1).branch(0, 1, 2).statements(1, 2).exit(1).exit(2);
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&body).expect("legal");
    graph
}

fn a(number: u32) -> Activation {
    Activation::new(number)
}

fn to_less(trace: &Trace, activation: u32, block: Block, graph: &FlowGraph) -> Option<f64> {
    let less = graph.branch(block, Outcome::True).expect("decides");
    trace.branch_distance_on(Plane::Within(a(activation)), graph.edge(less)).map(Distance::get)
}

/// Callee and caller of each activation.
fn tree(trace: &Trace) -> Vec<(Function, Option<u32>)> {
    let calls = (0..trace.activation_count()).map(a);
    calls
        .map(|call| {
            (
                trace.callee(call).expect("counted"),
                trace.caller(call).map(|(caller, _)| caller.number()),
            )
        })
        .collect()
}

proptest! {
    /// Each action has an activation of its own, some of them within others.
    #[test]
    fn an_activation_knows_what_happened_in_it_and_no_more(
        program in programs(),
        all in actions(),
        outside in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 24),
    ) {
        let (graph, rules) = (graph_of(&program), Rules::KOREL);
        let trace = Trace::new(&graph).with_rules(rules).with_call_tree(CallTreeLimits::NONE);
        let mut open: Vec<(Frame<'_>, u32)> = Vec::new();
        let mut expected = Vec::new();
        for (action, (function, more)) in all.iter().zip(outside) {
            let caller = |open: &[(Frame<'_>, u32)]| open.last().map(|frame| frame.1);
            if more == 0 {
                let function = Function::new(function.index(program.len()) as u32);
                let mut log = Log::new(&program, rules);
                log.open(function);
                expected.push((Some(function), caller(&open), log));
                open.push((trace.innermost(None).enter(function), expected.len() as u32 - 1));
            } else if more == 1 {
                open.pop();
            }
            let mut log = Log::new(&program, rules);
            log.act(&trace, action);
            expected.push((None, caller(&open), log));
        }
        prop_assert_eq!(trace.activation_count() as usize, expected.len());
        for (number, (callee, caller, log)) in (0..).zip(&expected) {
            let callee = callee.or_else(|| log.functions().first().copied());
            prop_assert_eq!(
                (
                    trace.callee(a(number)),
                    trace.caller(a(number)).map(|(caller, _)| caller.number())
                ),
                (callee, *caller)
            );
            let within = On(&trace, Plane::Within(a(number)));
            for edge in log.branches(&graph) {
                prop_assert_eq!(
                    within.branch_distance(edge),
                    log.branch_distance(edge),
                    "distance of {:?} in {}",
                    edge,
                    number
                );
            }
            for block in graph.all_blocks() {
                prop_assert_eq!(
                    within.progress(block),
                    log.progress(block),
                    "progress of {} in {}",
                    block,
                    number
                );
            }
        }
        prop_assert_eq!(trace.check(), Ok(()));
    }
}

#[test]
fn hooks_of_an_outer_frame_count_for_it_while_an_inner_one_is_open() {
    let graph = graph();
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    let outer = trace.innermost(None).enter(CALLER);
    let inner = trace.innermost(None).enter(CALLER); // itself
    inner.decide(0, lt(12, 10));
    inner.decide(0, lt(30, 10)); // not nearer
    outer.decide(0, lt(20, 10));
    outer.decide(0, lt(9, 10));
    outer.done(1, 1);
    assert_eq!(tree(&trace), [(CALLER, None), (CALLER, Some(0))]);
    let entry = graph.entry(CALLER);
    assert_eq!([0, 1].map(|call| to_less(&trace, call, entry, &graph)), [Some(0.0), Some(3.0)]);
    let progress =
        |call, local| trace.progress_on(Plane::Within(a(call)), graph.block(CALLER, local));
    assert_eq!(
        [progress(0, 1), progress(1, 1), progress(0, 2), progress(1, 2)],
        [Some(1), None, Some(0), Some(0)]
    );
}

#[test]
fn program_wide_hooks_count_for_the_innermost_frame_of_their_function() {
    let graph = graph();
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    let [caller, callee] = [CALLER, CALLEE].map(|function| graph.entry(function));
    trace.decide(caller, lt(11, 10)); // while no frame is open: of no call
    let _outer = trace.innermost(None).enter(CALLER);
    let inner = trace.innermost(None).enter(CALLEE);
    trace.decide(callee, lt(13, 10));
    trace.decide(caller, lt(14, 10)); // not of the innermost frame
    drop(inner);
    trace.decide(caller, lt(15, 10));
    assert_eq!(to_less(&trace, 0, caller, &graph), Some(6.0));
    assert_eq!(to_less(&trace, 1, callee, &graph), Some(4.0));
    assert_eq!(to_less(&trace, 1, caller, &graph), None);
}

#[test]
fn frames_may_be_dropped_in_any_order_and_by_panics() {
    let graph = graph();
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    let (first, second, third) = (
        trace.innermost(None).enter(CALLER),
        trace.innermost(None).enter(CALLEE),
        trace.innermost(None).enter(CALLER),
    );
    drop(second);
    let fourth = trace.innermost(None).enter(CALLEE);
    drop(third);
    drop(fourth);
    drop(trace.innermost(None).enter(CALLEE)); // the second one is closed, too
    drop(first);
    let panics = AssertUnwindSafe(|| {
        let _frame = trace.innermost(None).enter(CALLER);
        panic!("of the subject");
    });
    assert!(catch_unwind(panics).is_err());
    drop(trace.innermost(None).enter(CALLEE));
    let callers: Vec<Option<u32>> = tree(&trace).into_iter().map(|call| call.1).collect();
    assert_eq!(callers, [None, Some(0), Some(1), Some(2), Some(0), None, None]);
}

#[test]
fn a_reset_forgets_calls_and_frames_from_before_belong_to_none() {
    let graph = graph();
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    let (old, entry) = (trace.innermost(None).enter(CALLER), graph.entry(CALLER));
    trace.reset();
    assert_eq!(trace.activation_count(), 0);
    let new = trace.innermost(None).enter(CALLER); // has the number of the old one
    old.decide(0, lt(10, 10));
    new.decide(0, lt(11, 10));
    drop(old);
    drop(trace.innermost(None).enter(CALLEE)); // the new one is open still
    assert_eq!(tree(&trace), [(CALLER, None), (CALLEE, Some(0))]);
    assert_eq!(to_less(&trace, 0, entry, &graph), Some(2.0));
    let less = graph.edge(graph.branch(entry, Outcome::True).expect("decides"));
    assert_eq!(trace.branch_distance(less).map(Distance::get), Some(1.0));
}

#[test]
fn a_clone_has_the_calls_and_no_open_frame() {
    let graph = graph();
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    let _open = trace.innermost(None).enter(CALLER);
    let clone = trace.clone();
    drop(clone.root().enter(CALLEE));
    assert_eq!(tree(&clone), [(CALLER, None), (CALLEE, None)]);
    assert_eq!(tree(&trace), [(CALLER, None)]);
}

#[test]
fn functions_that_were_added_since_have_calls_too() {
    let mut graph = graph();
    let mut trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    drop(trace.innermost(None).enter(CALLER));
    let late = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    trace.fit(&graph).expect("it has grown");
    trace.innermost(None).enter(late).decide(0, lt(17, 10));
    assert_eq!(tree(&trace), [(CALLER, None), (late, None)]);
    assert_eq!(to_less(&trace, 1, graph.entry(late), &graph), Some(8.0));
}

#[test]
fn to_ask_for_calls_that_are_not_recorded_is_noted() {
    let graph = graph();
    let trace = Trace::new(&graph);
    drop(trace.innermost(None).enter(CALLER));
    assert_eq!(trace.check(), Ok(()));
    assert_eq!((trace.activation_count(), trace.callee(a(0)), trace.caller(a(0))), (0, None, None));
    assert_eq!(trace.progress_on(Plane::Within(a(0)), graph.entry(CALLER)), None);
    assert_eq!(trace.check(), Err(Misuse::NotRecorded(Fact::Calls)));
    assert!(Misuse::NotRecorded(Fact::Calls).to_string().contains("with_call_tree"));
}

#[test]
fn what_does_not_exist_is_not_known() {
    let graph = graph();
    let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    drop(trace.innermost(None).enter(Function::new(9))); // no such function: no call
    drop(trace.innermost(None).enter(CALLER));
    assert_eq!(trace.check(), Err(Misuse::NoSuchFunction { function: Function::new(9) }));
    assert_eq!(tree(&trace), [(CALLER, None)]);
    assert_eq!((trace.callee(a(1)), trace.caller(a(1))), (None, None));
    for block in [graph.entry(CALLEE), Block::new(99)] {
        assert_eq!(trace.progress_on(Plane::Within(a(0)), block), None);
    }
    assert_eq!(trace.progress_on(Plane::Within(a(u32::MAX)), graph.entry(CALLER)), None);
    assert_eq!(to_less(&trace, 0, graph.entry(CALLEE), &graph), None);
}
