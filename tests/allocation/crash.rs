//! Measuring how far executions are from a crash.

use super::{MAIN, allocations, program, subject};
use sbst::execution::{CallTreeLimits, Facts, StackFrame, StackTrace, WithStackTraces};
use sbst::fitness::crash::{Crash, Similarity};
use sbst::id::Symbol;
use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
use sbst::objective::{Goals, Tables};

#[test]
fn goals_of_a_crash_and_calls_one_by_one_allocate_nothing_once_they_are_warm() {
    let graph = program();
    let frames =
        (0..200).map(|call| StackFrame::new(Symbol::new(call % 7), Symbol::new(call % 5)).at(call));
    let wanted = StackTrace::new(Symbol::new(1), frames);
    let crash =
        Crash::new(wanted.clone(), |_| [graph.block(MAIN, 1).statement(2)]).expect("located");
    let mut goals = Goals::new();
    goals.extend(crash_goals(0, &crash));
    goals.push(CrashGoal::new(0, CrashPart::WeightedSum, crash.clone()));
    goals.push(CrashGoal::new(1, CrashPart::WeightedSum, crash.with_similarity(Similarity::Free)));

    let mut run = WithStackTraces::new(goals.trace(&graph).with_call_tree(CallTreeLimits::NONE));
    let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
    // A call that is left out, one more, another line; another type; no frames.
    let [mut less, mut more, mut other_line] = [0; 3].map(|_| wanted.clone());
    less.frames.remove(100);
    more.frames.insert(0, wanted.frames[50]);
    other_line.frames[0].line = None;
    let other_type = StackTrace { exception: Symbol::new(2), ..wanted.clone() };
    run.extra = vec![less, more, other_line, other_type, StackTrace::new(Symbol::new(1), [])];
    let (mut calls, mut covered) = (0, 0);
    let mut round = || {
        for seed in 0..24 {
            run.execution.reset();
            subject(run.execution.root(), seed);
            calls += run.activation_count();
            goals.measure(&graph, &run, &mut tables, &mut row);
            covered += row.iter().filter(|value| value.is_covered()).count();
        }
    };
    round();
    assert_eq!(allocations(round), 0);
    assert!(calls > 2 * 24 && covered > 0, "{calls} calls, {covered} covered");
    assert_eq!(run.execution.check(), Ok(()));
}
