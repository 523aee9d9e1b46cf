//! Block coverage across calls: very many calls, within and beside each other.

use super::{FIRST, on_a_small_stack};
use crate::effort::size;
use sbst::execution::{CallTreeLimits, Frame, Trace};
use sbst::fitness::block_coverage::across::{CallRule, CallSummary, WithinCalls};
use sbst::fitness::block_coverage::{Nearer, Rule, Target};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function};

const SITE: CallSite = CallSite::new(0);
const END: Target<'static> = Target::Block(Block::new(1));

/// Each function calls the next one, the last one itself: 0: three statements, the second calls 1:
/// the end.
fn chain(functions: u32) -> FlowGraph {
    let mut graph = FlowGraph::new();
    for _ in 0..functions {
        graph.add(&FlowBuilder::new().statements(0, 3).jump(0, 1).exit(1)).expect("legal");
    }
    for f in 0..functions {
        let callee = Function::new((f + 1).min(functions - 1));
        graph.add_call(graph.entry(Function::new(f)), 1, SITE, [callee]).expect("a block");
    }
    graph
}

/// So many calls within each other; the last one completes so many statements, the others one.
fn nested(graph: &FlowGraph, calls: u32, last: u32) -> CallSummary {
    let functions = graph.functions().len() as u32;
    let trace = Trace::new(graph).with_call_tree(CallTreeLimits::NONE);
    let mut frames: Vec<Frame<'_>> = vec![trace.root().enter(FIRST)];
    for call in 1..calls {
        let frame = frames.last().expect("open");
        frame.done(0, 1);
        let callee = frame.at(SITE).enter(Function::new(call.min(functions - 1)));
        frames.push(callee);
    }
    frames.last().expect("open").done(0, last);
    while frames.pop().is_some() {} // the innermost first
    CallSummary::of(graph, &trace)
}

fn assert_depth(graph: &FlowGraph, calls: u32) {
    let [near, far, less] =
        [(calls, 2), (calls, 0), (calls - 1, 1)].map(|(calls, last)| nested(graph, calls, last));
    let mut across = WithinCalls::new();
    let verdict = across.verdict(graph, END, &far, &near);
    let decided = verdict.decided.expect("in the last call");
    assert_eq!((verdict.verdict.nearer, decided.depth), (Nearer::Second(2), calls - 1));
    assert_eq!(decided.rule, CallRule::Within(Rule::Progress));
    let verdict = across.verdict(graph, END, &far, &less);
    let decided = verdict.decided.expect("in the last call");
    assert_eq!((verdict.verdict.nearer, decided.depth), (Nearer::First(1), calls - 1));
    assert_eq!(decided.rule, CallRule::Called);
}

#[test]
fn block_coverage_across_a_recursion_of_a_million_calls() {
    on_a_small_stack(|| {
        // The second function calls itself. What is quadratic does not end.
        assert_depth(&chain(2), size(1_000_000));
    });
}

#[test]
fn block_coverage_across_a_chain_of_ten_thousand_functions() {
    on_a_small_stack(|| {
        const CALLS: u32 = size(10_000);
        assert_depth(&chain(CALLS), CALLS);
    });
}

#[test]
fn block_coverage_across_a_hundred_thousand_calls_beside_each_other() {
    on_a_small_stack(|| {
        const CALLS: u32 = size(100_000);
        let graph = chain(2);
        let [first, second] = [1, 2].map(|last| {
            let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
            let f = trace.root().enter(FIRST);
            f.done(0, 1);
            for call in 0..CALLS {
                f.at(SITE)
                    .enter(Function::new(1))
                    .done(0, if call == CALLS / 2 { last } else { 0 });
            }
            drop(f);
            CallSummary::of(&graph, &trace)
        });
        assert_eq!(first.call_count(), CALLS as usize + 1);
        assert_eq!(WithinCalls::new().compare(&graph, END, &first, &second), Nearer::Second(1));
    });
}
