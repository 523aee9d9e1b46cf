//! Keys of `match`: the arm that is covered is the arm that ran, whatever the type of the key.

#[rustfmt::skip]
#[allow(
    unused,
    unreachable_patterns,
    overlapping_range_endpoints,
    non_contiguous_range_endpoints,
    reason = "nobody chose these patterns")]
mod narrow;
#[rustfmt::skip]
#[allow(
    unused,
    unreachable_patterns,
    overlapping_range_endpoints,
    non_contiguous_range_endpoints,
    reason = "nobody chose these patterns")]
mod others;
mod random;
#[rustfmt::skip]
#[allow(
    unused,
    unreachable_patterns,
    overlapping_range_endpoints,
    non_contiguous_range_endpoints,
    reason = "nobody chose these patterns")]
mod wide;
#[rustfmt::skip]
#[allow(
    unused,
    unreachable_patterns,
    overlapping_range_endpoints,
    non_contiguous_range_endpoints,
    reason = "nobody chose these patterns")]
mod widest;

use sbst::execution::{Execution, Trace};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::Function;
use sbst::instrument::{LinkedProgram, record};
use std::rc::Rc;

/// Returns the outcomes that an execution of a function takes at its entry, and its distances from
/// all of them, in their order.
fn entry<F: Copy, R>(function: F, run: impl FnOnce(F) -> R) -> (Vec<Outcome>, Vec<f64>) {
    let program = LinkedProgram::linked().expect("legal");
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

#[sbst::instrument]
fn greatest_key(n: u128) -> u8 {
    match n {
        170_141_183_460_469_231_731_687_303_715_884_105_727 => 1,
        _ => 2,
    }
}

#[sbst::instrument]
fn up_to_the_greatest_key(n: u128) -> u8 {
    match n {
        5..=170_141_183_460_469_231_731_687_303_715_884_105_727 => 1,
        _ => 2,
    }
}

#[sbst::instrument]
fn below_the_greatest_key(n: u128) -> u8 {
    match n {
        5..=170_141_183_460_469_231_731_687_303_715_884_105_726 => 1,
        0..5 => 2,
        6.. => 3,
    }
}

#[sbst::instrument]
fn least_key(n: i128) -> u8 {
    match n {
        -170_141_183_460_469_231_731_687_303_715_884_105_728 => 1,
        _ => 2,
    }
}

#[test]
fn od83_a_match_is_measured_by_keys_that_no_two_numbers_share() {
    use Outcome::{Arm, Case, Default};
    let last = i128::MAX.unsigned_abs();
    // These are told apart by their patterns: cases are the numbers of arms, and flat.
    for (n, taken, distances) in [
        (last, Case(0), [0.0, 1.0]),
        (last + 1, Default, [1.0, 0.0]),
        (u128::MAX, Default, [1.0, 0.0]),
    ] {
        let expected = (vec![taken], distances.to_vec());
        assert_eq!(entry(greatest_key, |f| f(n)), expected, "{n}");
        assert_eq!(entry(up_to_the_greatest_key, |f| f(n)), expected, "{n}");
    }
    assert_eq!(entry(below_the_greatest_key, |f| f(last - 1)).0, [Arm(0)]);
    let far = 2_f64.powi(127);
    // The greatest key is the only one of the last arm, and comes first.
    for n in [last, last + 1, u128::MAX] {
        let found = entry(below_the_greatest_key, |f| f(n));
        assert_eq!(found, (vec![Case(i128::MAX)], vec![0.0, 2.0, far]), "{n}");
    }
    assert_eq!(entry(least_key, |f| f(i128::MIN)), (vec![Case(i128::MIN)], vec![0.0, 1.0]));
    assert_eq!(entry(least_key, |f| f(i128::MIN + 2)), (vec![Default], vec![3.0, 0.0]));
}
