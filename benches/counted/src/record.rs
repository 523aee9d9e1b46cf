//! The recorder: what hooks cost in the program under test.

use crate::steady;
use sbst::distance::{eq, lt};
use sbst::execution::{CallTreeLimits, Caller, Execution, Facts, Trace};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function};
use sbst::objective::{Goals, Tables, covered};
use sbst_histories::paths::{BlockPath, prime_paths};
use sbst_histories::{HistoryCriterion, UnrolledGraph};
use std::hint::black_box;

const LOOP: Function = Function::new(0);
const ROUNDS: i64 = 1_000;

/// while i < n { if i % 7 == 3 { s += 1 } i += 1 } return s
fn counts(caller: Caller<'_>, n: i64) -> i64 {
    let f = caller.enter(LOOP);
    let (mut i, mut s) = (0, 0);
    while f.decide(0, lt(i, n)) {
        if f.decide(1, eq(i % 7, 3)) {
            s += 1;
            f.end(2);
        }
        i += 1;
        f.end(3);
    }
    f.returns(4, s)
}

fn graph_of_loop() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 3).jump(3, 0).exit(4);
    FlowGraph::of(&body).expect("a legal function")
}

/// Records 1 000 rounds of a loop with two decisions.
pub(crate) fn rounds() {
    let graph = graph_of_loop();
    let trace = Trace::new(&graph);
    record_rounds(&trace);
    let distance =
        |branch| trace.branch_distance(graph.edge(branch)).map(|distance| distance.get());
    // Each side of each decision was taken.
    assert!(graph.all_branches().all(|branch| distance(branch) == Some(0.0)));
}

fn record_rounds(trace: &Trace) {
    let result = steady(|| {
        trace.reset();
        counts(trace.root(), black_box(ROUNDS))
    });
    assert_eq!(result, (0..ROUNDS).filter(|i| i % 7 == 3).count() as i64);
    assert_eq!(trace.evaluated(), 2 * ROUNDS as u64 + 1);
    assert_eq!(trace.check(), Ok(()));
}

/// Records the same rounds in the copies of blocks that tell prime paths apart, too.
pub(crate) fn histories() {
    let graph = graph_of_loop();
    let paths = prime_paths(&graph, LOOP, 1_000).expect("few paths");
    let unrolled = UnrolledGraph::builder(&graph).paths(paths).build().expect("few copies");
    let mut goals: Goals<Trace> = Goals::for_graph(&graph);
    goals.follow(unrolled.history()).expect("of this graph");
    goals.extend(unrolled.goals(&graph, HistoryCriterion::Path));
    let trace = goals.trace(&graph);
    record_rounds(&trace);

    // A path is covered if the blocks that ran have it as a part.
    let mut ran = Vec::new();
    for i in 0..ROUNDS {
        ran.extend(if i % 7 == 3 { &[0, 1, 2, 3][..] } else { &[0, 1, 3] });
    }
    ran.extend([0, 4]);
    let ran: Vec<Block> = ran.into_iter().map(|block| graph.block(LOOP, block)).collect();
    let has = |path: &BlockPath| ran.windows(path.blocks().len()).any(|part| part == path.blocks());
    let mut row = Vec::new();
    goals.measure(&graph, &trace, &mut Tables::new(&graph), &mut row);
    assert!(unrolled.paths().any(has) && !unrolled.paths().all(has));
    assert_eq!(covered(&row).count(), unrolled.paths().filter(|path| has(path)).count());
}

const SUM: Function = Function::new(0);
const KIND: Function = Function::new(1);
const DIGITS: Function = Function::new(2);
const NUMBERS: std::ops::Range<u32> = 0..100;

/// while let Some(number) = .. { sum += digits(number) + kind(number)? or 0 } return sum
fn sum(caller: Caller<'_>) -> u32 {
    let f = caller.enter(SUM);
    let (mut sum, mut numbers) = (0, black_box(NUMBERS));
    while let Some(number) = f.some(0, numbers.next()) {
        sum += digits(f.at(CallSite::new(0)), number * number);
        if let Ok(kind) = kind(f.at(CallSite::new(1)), number) {
            sum += kind;
        }
        f.end(1);
    }
    f.returns(2, sum)
}

/// match number % 5 { 1 => 10, 3 => checked(number)?, _ => 0 }
fn kind(caller: Caller<'_>, number: u32) -> Result<u32, String> {
    let f = caller.enter(KIND);
    f.argument(0, number);
    match f.switch(0, number % 5) {
        1 => f.returns(1, Ok(10)),
        3 => {
            f.done(2, 1);
            let checked = f.tried(2, if number > 50 { Err(String::new()) } else { Ok(number) })?;
            f.returns(2, Ok(checked))
        }
        _ => f.returns(3, Ok(0)),
    }
}

/// if number < 10 { return 1 } return 1 + digits(number / 10)
fn digits(caller: Caller<'_>, number: u32) -> u32 {
    let f = caller.enter(DIGITS);
    if f.decide(0, lt(number, 10)) {
        return f.returns(1, 1);
    }
    f.returns(2, 1 + digits(f.caller(), number / 10))
}

/// Records nested and recursive calls one by one, with hooks of most kinds.
pub(crate) fn calls() {
    let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).unwrap();
    let kinds = FlowBuilder::new().case(0, 1, 1).case(0, 3, 2).default(0, 3).statements(2, 2);
    graph.add(&kinds.exit(1).exit(2).exit(3)).expect("a legal function");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("a legal function");
    let checked = Trace::new(&graph).with_path_check();
    let expected = sum(checked.root());
    assert_eq!(checked.check(), Ok(()));

    let trace = Trace::new(&graph).with_direct_calls().with_call_tree(CallTreeLimits::NONE);
    let result = steady(|| {
        trace.reset();
        sum(trace.root())
    });
    let kind = |number| match number % 5 {
        1 => 10,
        3 if number <= 50 => number,
        _ => 0,
    };
    let digits = |number: u32| (number * number).to_string().len() as u32;
    assert_eq!(result, NUMBERS.map(|number| kind(number) + digits(number)).sum());
    assert_eq!(result, expected);
    let activations = 1 + NUMBERS.map(|number| 1 + digits(number)).sum::<u32>();
    assert_eq!(trace.activation_count(), activations);
    assert_eq!(trace.check(), Ok(()));
}
