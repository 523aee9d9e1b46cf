//! Keys of `match`: the arm that is covered is the arm that ran, whatever the type of the key.

use sbst::execution::{Execution, Trace};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::Function;
use sbst::instrument::{Program, record};
use std::rc::Rc;

/// Returns the outcomes that an execution of a function takes at its entry, and its distances from
/// all of them, in their order.
fn entry<F: Copy, R>(function: F, run: impl FnOnce(F) -> R) -> (Vec<Outcome>, Vec<f64>) {
    let program = Program::linked().expect("legal");
    let trace = Rc::new(Trace::new(program.graph()).with_path_check());
    assert!(record(&trace, || run(function)).is_ok());
    trace.check().expect("no misuse");
    let function = program.find(&function).expect("instrumented");
    (covered(program.graph(), &trace, function), distances(program.graph(), &trace, function))
}

/// Returns the distances from the branches of the entry of a function.
fn distances(graph: &FlowGraph, trace: &Trace, function: Function) -> Vec<f64> {
    let branches = graph.branches_of(graph.entry(function));
    let distance = |branch| trace.branch_distance(graph.edge(branch)).expect("evaluated").get();
    branches.map(distance).collect()
}

/// Returns the outcomes of the entry of a function whose blocks were entered.
fn covered(graph: &FlowGraph, trace: &Trace, function: Function) -> Vec<Outcome> {
    let branches = graph.branches_of(graph.entry(function)).map(|branch| graph.edge(branch));
    let taken =
        branches.filter(|&edge| trace.branch_distance(edge).is_some_and(|d| d.get() == 0.0));
    taken.map(|edge| edge.outcome).collect()
}

#[sbst::instrument]
fn last_of_64_bits(n: u64) -> u8 {
    match n {
        9_223_372_036_854_775_807 => 1,
        _ => 2,
    }
}

#[sbst::instrument]
fn up_to_the_last_of_64_bits(n: u128) -> u8 {
    match n {
        0..=9_223_372_036_854_775_807 => 1,
        _ => 2,
    }
}

#[sbst::instrument]
fn least_of_64_bits(n: i128) -> u8 {
    match n {
        -9_223_372_036_854_775_808 => 1,
        _ => 2,
    }
}

#[test]
fn od83_no_arm_is_covered_that_was_not_taken() {
    assert_eq!(entry(last_of_64_bits, |f| f(u64::MAX)).0, [Outcome::Default]);
    assert_eq!(entry(last_of_64_bits, |f| f(1 << 63)).0, [Outcome::Default]);
    let last = i64::MAX;
    assert_eq!(entry(last_of_64_bits, |f| f((1 << 63) - 1)).0, [Outcome::Case(last.into())]);
    assert_eq!(entry(up_to_the_last_of_64_bits, |f| f(1 << 64)).0, [Outcome::Default]);
    assert_eq!(entry(up_to_the_last_of_64_bits, |f| f(u128::MAX)).0, [Outcome::Default]);
    assert_eq!(entry(up_to_the_last_of_64_bits, |f| f(7)).0, [Outcome::Arm(0)]);
    assert_eq!(entry(least_of_64_bits, |f| f(i128::MIN)).0, [Outcome::Default]);
    let least = i64::MIN;
    assert_eq!(entry(least_of_64_bits, |f| f(least.into())).0, [Outcome::Case(least.into())]);
}
