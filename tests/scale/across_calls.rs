//! Values across calls: very many functions, long chains, recursion, wide dispatches.

use super::{effort::size, fitness, on_a_small_stack};
use sbst::distance::{Distance, eq};
use sbst::execution::Trace;
use sbst::fitness::{Divergence, Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function};
use std::collections::VecDeque;

const MAIN: Function = Function::new(0);
const SITE: CallSite = CallSite::new(0);

/// 0: if .. { 1: calls these, each at a site of its own } 2: return
fn body(callees: impl IntoIterator<Item = u32>) -> FlowBuilder {
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let sites = (0..).map(CallSite::new);
    callees
        .into_iter()
        .zip(sites)
        .fold(body, |body, (callee, site)| body.call(1, 0, site, [Function::new(callee)]))
}

fn program(bodies: impl IntoIterator<Item = FlowBuilder>) -> FlowGraph {
    let mut graph = FlowGraph::new();
    for body in bodies {
        graph.add(&body).expect("legal");
    }
    graph
}

/// The first function decided against its call, which was missed by 3: 4, with K = 1.
fn missed(graph: &FlowGraph) -> FitnessTable {
    let trace = Trace::new(graph);
    trace.root().enter(MAIN).decide(0, eq(4, 7));
    let mut table = FitnessTable::new(graph).across_calls();
    table.sweep(graph, &trace);
    table
}

fn block(graph: &FlowGraph, function: u32, local: u32) -> Block {
    graph.block(Function::new(function), local)
}

#[test]
fn a_random_call_graph_of_a_hundred_thousand_functions() {
    on_a_small_stack(|| {
        const FUNCTIONS: u32 = size(100_000);
        let mut state = 1_u32;
        let mut draw = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 4) % FUNCTIONS
        };
        let callees: Vec<[u32; 2]> = (0..FUNCTIONS).map(|_| [draw(), draw()]).collect();
        let graph = program(callees.iter().map(|&callees| body(callees)));
        let table = missed(&graph);

        // Each call on the way but the first one is behind one more decision: so many calls less
        // one, breadth first.
        let mut calls = vec![u32::MAX; FUNCTIONS as usize];
        let mut queue = VecDeque::from([0]);
        calls[0] = 0;
        while let Some(caller) = queue.pop_front() {
            for callee in callees[caller as usize] {
                if calls[callee as usize] == u32::MAX {
                    calls[callee as usize] = calls[caller as usize] + 1;
                    queue.push_back(callee);
                }
            }
        }
        let (mut deepest, mut out_of_reach) = (0, 0);
        for function in 1..FUNCTIONS {
            let (entry, calls) =
                (table.dependence(graph.entry(Function::new(function))), calls[function as usize]);
            if calls == u32::MAX {
                out_of_reach += 1;
                assert_eq!(
                    (entry, table.block(block(&graph, function, 1))),
                    (Fitness::NEVER, Fitness::NEVER)
                );
            } else {
                deepest = deepest.max(calls);
                assert_eq!(entry, fitness(calls - 1, 4.0), "function {function}");
                assert_eq!(
                    table.block(block(&graph, function, 1)),
                    fitness(calls, 4.0),
                    "function {function}"
                );
            }
        }
        assert!(
            deepest > 8 && out_of_reach > 0,
            "{deepest} calls deep, {out_of_reach} out of reach"
        );
    });
}

#[test]
fn a_chain_of_ten_thousand_calls() {
    on_a_small_stack(|| {
        const CALLS: u32 = 10_000;
        let graph =
            program((0..=CALLS).map(|function| body((function < CALLS).then_some(function + 1))));
        let table = missed(&graph);
        for function in [1, 2, 7_777, CALLS] {
            assert_eq!(
                table.dependence(graph.entry(Function::new(function))),
                fitness(function - 1, 4.0)
            );
            assert_eq!(table.block(block(&graph, function, 1)), fitness(function, 4.0));
        }
        let chain = table.chain_to_block(&graph, block(&graph, CALLS, 1)).expect("a block");
        assert_eq!(chain.calls.len(), CALLS as usize);
        assert!(chain.calls.iter().map(|call| call.function.number()).eq(1..=CALLS));
        assert!(!matches!(chain.divergence, Divergence::NotEntered(_)), "{:?}", chain.divergence);
    });
}

/// All of them call the next one, without a decision: none is farther than the first, and there is
/// no way out of the ring.
#[test]
fn a_ring_of_a_hundred_thousand_functions() {
    on_a_small_stack(|| {
        const RING: u32 = size(100_000);
        let next = |function: u32| Function::new(function % RING + 1);
        let ring = || {
            (1..=RING).map(|function| FlowBuilder::new().exit(0).call(0, 0, SITE, [next(function)]))
        };

        let graph = program([body([RING / 2])].into_iter().chain(ring()));
        let table = missed(&graph);
        for function in [1, RING / 2 - 1, RING / 2, RING / 2 + 1, RING] {
            assert_eq!(
                table.dependence(graph.entry(Function::new(function))),
                fitness(0, 4.0),
                "function {function}"
            );
        }
        let farthest =
            table.chain_to_block(&graph, block(&graph, RING / 2 - 1, 0)).expect("a block");
        assert_eq!(farthest.calls.len(), RING as usize);

        // Nobody calls into it: the greatest solution is infinite, though 0 all around would solve
        // the equations, too.
        let graph = program([body([])].into_iter().chain(ring()));
        let table = missed(&graph);
        for function in [1, RING / 2, RING] {
            assert_eq!(
                table.dependence(graph.entry(Function::new(function))),
                Fitness::NEVER,
                "function {function}"
            );
        }
        assert_eq!(
            table.chain_to_block(&graph, block(&graph, 7, 0)).map(|chain| chain.calls.len()),
            Some(0)
        );
    });
}

#[test]
fn one_call_of_a_hundred_thousand_functions() {
    on_a_small_stack(|| {
        const CALLEES: u32 = size(100_000);
        let all = (1..=CALLEES).map(Function::new);
        let caller = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2).call(1, 0, SITE, all);
        let graph = program([caller].into_iter().chain((1..=CALLEES).map(|_| body([CALLEES]))));
        let table = missed(&graph);
        // Which of them is one level, also for the last one, which the others call behind one more
        // decision.
        for callee in [1, 55 % CALLEES, CALLEES] {
            assert_eq!(table.dependence(graph.entry(Function::new(callee))), fitness(1, 4.0));
            let chain = table.chain_to_block(&graph, block(&graph, callee, 0)).expect("a block");
            let nearest = chain.calls.last().map(|call| (call.block, call.site));
            assert_eq!(nearest, Some((block(&graph, 0, 1), SITE)));
        }

        // The call is near, and was not made: the smallest distance, and a level.
        let trace = Trace::new(&graph);
        assert!(trace.root().enter(MAIN).decide(0, eq(7, 7)));
        let mut table = FitnessTable::new(&graph).across_calls();
        table.sweep(&graph, &trace);
        assert_eq!(
            table.dependence(graph.entry(Function::new(CALLEES))),
            Fitness::new(1, Distance::SMALLEST)
        );
    });
}
