//! Subjects written by hand: recursion, errors, panics, calls inside conditions and closures.

use sbst::distance::{Distance, Rules, eq, flag, gt, lt};
use sbst::execution::{Caller, Execution, Facts, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function};
use std::panic::catch_unwind;

const FIRST: Function = Function::new(0);
const SECOND: Function = Function::new(1);

fn graph(bodies: &[FlowBuilder]) -> FlowGraph {
    let mut graph = FlowGraph::new();
    bodies.iter().for_each(|body| {
        graph.add(body).expect("a legal function");
    });
    graph
}

fn distance(trace: &Trace, graph: &FlowGraph, block: Block, outcome: Outcome) -> Option<f64> {
    let branch: Branch = graph.branch(block, outcome).expect("the block has this branch");
    trace.branch_distance(graph.edge(branch)).map(Distance::get)
}

/// 0: if n == 0 { 1: return 1 }  2: a = f(n - 1); b = n * a; return b
fn factorial(t: Caller<'_>, n: u64) -> u64 {
    let f = t.enter(FIRST);
    if f.decide(0, eq(n, 0)) {
        return 1;
    }
    let before = factorial(f.caller(), n - 1);
    f.done(2, 1);
    let product = n.checked_mul(before).expect("small");
    f.done(2, 2);
    product
}

#[test]
fn progress_is_absolute_so_recursion_does_not_add_up() {
    let graph = graph(&[FlowBuilder::new().branch(0, 1, 2).exit(1).statements(2, 3).exit(2)]);
    let trace = Trace::new(&graph);
    assert_eq!(factorial(trace.root(), 5), 120);
    assert_eq!(trace.progress(graph.block(FIRST, 2)), Some(2));
    assert_eq!(trace.progress(graph.block(FIRST, 1)), Some(0));
    assert_eq!((trace.evaluated(), trace.depth()), (6, 0));
    assert_eq!(distance(&trace, &graph, graph.block(FIRST, 0), Outcome::True), Some(0.0));
    trace.reset();
    let f = trace.root().enter(FIRST);
    f.done(2, 2);
    f.done(2, 1); // a later visit that came less far
    assert_eq!(trace.progress(graph.block(FIRST, 2)), Some(2));
}

/// 0: a fallible call  1: if value > 100 { 2: return }  3: return
fn checked(t: Caller<'_>, text: &str) -> Result<u8, std::num::ParseIntError> {
    let f = t.enter(FIRST);
    let value: u8 = f.tried(0, text.parse())?;
    if f.decide(1, gt(value, 100)) { Ok(value) } else { Ok(0) }
}

#[test]
fn a_question_mark_ends_the_activation_and_leaves_the_block_incomplete() {
    let graph =
        graph(&[FlowBuilder::new().statements(0, 1).jump(0, 1).branch(1, 2, 3).exit(2).exit(3)]);
    let trace = Trace::new(&graph);
    assert!(checked(trace.root(), "x").is_err());
    assert_eq!(
        (trace.progress(graph.entry(FIRST)), trace.progress(graph.block(FIRST, 1))),
        (Some(0), None)
    );
    assert_eq!((trace.depth(), trace.evaluated(), trace.check()), (0, 0, Ok(())));
    assert_eq!(checked(trace.root(), "99"), Ok(0));
    assert_eq!(trace.progress(graph.entry(FIRST)), Some(1));
    assert_eq!(distance(&trace, &graph, graph.block(FIRST, 1), Outcome::True), Some(2.0));
}

#[test]
fn an_exception_edge_is_taken_by_err_and_the_way_on_by_ok() {
    let graph = graph(&[FlowBuilder::new()
        .statements(0, 2)
        .jump(0, 1)
        .exception(0, 2)
        .exception(0, 3)
        .exit(1)
        .exit(2)
        .exit(3)]);
    let (trace, entry) = (Trace::new(&graph), graph.entry(FIRST));
    let f = trace.root().enter(FIRST);
    assert_eq!(distance(&trace, &graph, entry, Outcome::Next), None);
    assert_eq!(f.tried(0, Err::<(), _>('e')), Err('e'));
    assert_eq!(distance(&trace, &graph, entry, Outcome::Exception(0)), Some(0.0));
    assert_eq!(distance(&trace, &graph, entry, Outcome::Next), None);
    assert_eq!([1, 2, 3].map(|b| trace.progress(graph.block(FIRST, b))), [None, Some(0), None]);
    assert_eq!(trace.progress(entry), Some(0));
    f.choose(0, Outcome::Exception(1));
    assert_eq!(distance(&trace, &graph, entry, Outcome::Exception(1)), Some(0.0));
    assert_eq!(f.tried(0, Ok::<_, char>(5)), Ok(5));
    assert_eq!(distance(&trace, &graph, entry, Outcome::Next), Some(0.0));
    assert_eq!((trace.progress(entry), trace.progress(graph.block(FIRST, 1))), (Some(2), Some(0)));
    let next = graph.branch(entry, Outcome::Next).expect("declared");
    assert_eq!(trace.evaluations(graph.edge(next)), 0);
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn a_two_way_block_may_have_exception_edges() {
    let graph = graph(&[FlowBuilder::new()
        .exception(0, 3)
        .statements(0, 1)
        .branch(0, 1, 2)
        .exit(1)
        .exit(2)
        .exit(3)]);
    let (trace, entry) = (Trace::new(&graph), graph.entry(FIRST));
    trace.choose(entry, Outcome::Exception(0));
    assert_eq!([1, 2, 3].map(|b| trace.progress(graph.block(FIRST, b))), [None, None, Some(0)]);
    assert_eq!((trace.progress(entry), trace.evaluated()), (Some(0), 0));
    assert_eq!(distance(&trace, &graph, entry, Outcome::True), None);
    assert!(!trace.decide(entry, lt(8, 3)));
    assert_eq!(distance(&trace, &graph, entry, Outcome::True), Some(6.0));
    assert_eq!(distance(&trace, &graph, entry, Outcome::False), Some(0.0));
    assert_eq!(distance(&trace, &graph, entry, Outcome::Exception(0)), Some(0.0));
    assert_eq!((trace.progress(entry), trace.check()), (Some(1), Ok(())));
}

#[test]
fn a_jump_beside_an_exit_is_a_branch_that_end_takes() {
    let graph = graph(&[FlowBuilder::new().jump(0, 1).exit(0).exit(1)]);
    let (trace, entry) = (Trace::new(&graph), graph.entry(FIRST));
    let f = trace.root().enter(FIRST);
    assert_eq!(distance(&trace, &graph, entry, Outcome::Next), None);
    f.end(0);
    assert_eq!(distance(&trace, &graph, entry, Outcome::Next), Some(0.0));
    f.end(1); // leaves the function
    assert_eq!((trace.progress(graph.block(FIRST, 1)), trace.check()), (Some(0), Ok(())));
}

/// 0: if x > limit() { 1: panics }  2: return
fn explosive(t: Caller<'_>, x: i32) -> i32 {
    let f = t.enter(FIRST);
    if f.decide(0, gt(x, limit(f.caller()))) {
        f.done(1, 1);
        panic!("{x} is too much");
    }
    x
}

/// 0: return
fn limit(t: Caller<'_>) -> i32 {
    t.enter(SECOND).end(0);
    10
}

#[test]
fn a_panic_of_the_subject_spoils_nothing() {
    let graph = graph(&[
        FlowBuilder::new().branch(0, 1, 2).statements(1, 4).exit(1).exit(2),
        FlowBuilder::new().statements(0, 1).exit(0),
    ]);
    let trace = Trace::new(&graph);
    let ended = catch_unwind(|| {
        let outer = trace.root().enter(SECOND);
        outer.caller().enter(SECOND).done(0, 0);
        explosive(outer.caller(), 12)
    });
    assert_eq!(
        ended.expect_err("12 is above the limit").downcast_ref::<String>().map(String::as_str),
        Some("12 is too much")
    );
    assert_eq!((trace.depth(), trace.evaluated(), trace.check()), (0, 1, Ok(())));
    assert_eq!(trace.progress(graph.block(FIRST, 1)), Some(1));
    assert_eq!(distance(&trace, &graph, graph.entry(FIRST), Outcome::False), Some(2.0 + 1.0));
    assert_eq!(catch_unwind(|| explosive(trace.root(), 3)).ok(), Some(3));
    assert_eq!(distance(&trace, &graph, graph.entry(FIRST), Outcome::False), Some(0.0));
}

/// 0: while a digit follows { 1: take it } 2: return; the condition calls `digit` inside a closure.
fn digits(t: Caller<'_>, text: &str) -> usize {
    let f = t.enter(FIRST);
    let count = text
        .chars()
        .take_while(|&c| f.decide(0, flag(digit(f.caller(), c))))
        .inspect(|_| f.end(1))
        .count();
    f.end(2);
    count
}

/// 0: if '0' <= c { 1: if c <= '9' { 2: true } }  3: false
fn digit(t: Caller<'_>, c: char) -> bool {
    let f = t.enter(SECOND);
    f.decide(0, f.rules().ge(c, '0')) && f.decide(1, f.rules().le(c, '9'))
}

#[test]
fn calls_nest_in_conditions_and_closures() {
    let graph = graph(&[
        FlowBuilder::new().branch(0, 1, 2).statements(1, 1).jump(1, 0).exit(2),
        FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
    ]);
    let trace = Trace::new(&graph);
    assert_eq!(digits(trace.root(), "47q"), 2);
    assert_eq!((trace.evaluated(), trace.depth(), trace.check()), (3 + 6, 0, Ok(())));
    assert_eq!(distance(&trace, &graph, graph.block(SECOND, 1), Outcome::False), Some(0.0));
    assert_eq!(distance(&trace, &graph, graph.block(SECOND, 0), Outcome::False), Some(5.0)); // from '4' down to '/'
    let again = graph.branch(graph.entry(FIRST), Outcome::True).expect("a loop");
    assert_eq!(trace.evaluations(graph.edge(again)), 3);
    assert!(graph.all_blocks().all(|block| trace.progress(block).is_some()));
}

#[test]
fn the_order_in_which_frames_end_does_not_matter() {
    let graph =
        graph(&[FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2), FlowBuilder::new().exit(0)]);
    let trace = Trace::new(&graph);
    let outer = trace.root().enter(FIRST);
    let inner = outer.caller().enter(SECOND);
    assert_eq!(trace.depth(), 2);
    drop(outer);
    assert_eq!(trace.depth(), 1);
    inner.end(0);
    drop(inner);
    assert_eq!(trace.depth(), 0);
    let left_early = trace.root().enter(FIRST);
    trace.reset(); // in the middle of an activation
    assert_eq!(trace.depth(), 1);
    assert_eq!(trace.progress(graph.entry(FIRST)), None);
    left_early.decide(0, flag(true));
    drop(left_early);
    assert_eq!((trace.depth(), trace.evaluated()), (0, 1));
    assert_eq!(distance(&trace, &graph, graph.entry(FIRST), Outcome::True), Some(0.0));
}

#[test]
fn a_subject_that_asks_for_the_rules_is_measured_by_them() {
    let graph = graph(&[FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)]);
    for (rules, expected) in [(Rules::TRACEY, 4.0), (Rules::KOREL, 3.0)] {
        let trace = Trace::new(&graph).with_rules(rules);
        assert_eq!(trace.rules(), &rules);
        let f = trace.root().enter(FIRST);
        f.decide(0, f.rules().eq(4, 7));
        assert_eq!(distance(&trace, &graph, graph.entry(FIRST), Outcome::True), Some(expected));
    }
}

#[test]
fn evaluations_keep_the_least_distance_to_each_side() {
    let graph = graph(&[FlowBuilder::new().branch(0, 0, 1).exit(1)]);
    let trace = Trace::new(&graph);
    let f = trace.root().enter(FIRST);
    for x in [50, 12, 40] {
        f.decide(0, lt(x, 10));
    }
    assert_eq!(distance(&trace, &graph, graph.entry(FIRST), Outcome::True), Some(3.0));
    f.decide(0, lt(2, 10));
    f.decide(0, lt(90, 10));
    assert_eq!(distance(&trace, &graph, graph.entry(FIRST), Outcome::True), Some(0.0));
    assert_eq!(trace.evaluations(graph.edge(Branch::new(0))), 5);
    trace.reset();
    assert_eq!(distance(&trace, &graph, graph.entry(FIRST), Outcome::True), None);
    assert_eq!((trace.evaluations(graph.edge(Branch::new(0))), trace.evaluated()), (0, 0));
}
