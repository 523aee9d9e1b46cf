//! Executions that a trace records, without a campaign.

use sbst::execution::{Execution, Trace, taken};
use sbst::id::Function;
use sbst::instrument::{LinkedProgram, record};
use std::rc::Rc;

#[sbst::instrument]
fn half(x: u32) -> u32 {
    assert!(x % 2 == 0, "odd");
    x / 2
}

#[sbst::instrument]
fn quarter(x: u32) -> u32 {
    if x > 100 { half(half(x)) } else { 0 }
}

/// The program, and a checked trace for it.
fn trace() -> (&'static LinkedProgram, Rc<Trace>) {
    let program = LinkedProgram::linked().expect("legal");
    (program, Rc::new(Trace::new(program.graph()).with_path_check()))
}

/// The functions that a trace saw.
fn entered(trace: &Trace) -> Vec<Function> {
    let graph = LinkedProgram::linked().expect("legal").graph();
    graph.functions().filter(|&function| trace.progress(graph.entry(function)).is_some()).collect()
}

#[test]
fn results_come_back_and_the_trace_is_filled() {
    let (program, trace) = trace();
    assert_eq!(record(&trace, || quarter(200)).ok(), Some(50));
    let both = [program.find(&half), program.find(&quarter)]
        .map(|function| function.expect("instrumented"));
    assert_eq!(entered(&trace), both);
    trace.check().expect("no misuse");
    // Nobody listens any more.
    trace.reset();
    assert_eq!(half(8), 4);
    assert_eq!(entered(&trace), []);
}

#[test]
fn a_panic_is_recorded_and_returned() {
    let (program, trace) = trace();
    let payload = record(&trace, || half(7)).expect_err("it panics");
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"odd"));
    trace.check().expect("no misuse");
    assert_eq!(trace.depth(), 0);
    assert_eq!(taken(program.graph(), &*trace).len(), 1);
}

#[test]
fn activations_that_were_open_stay_open() {
    let (program, trace) = trace();
    let outer = program.find(&quarter).expect("instrumented");
    let frame = trace.root().enter(outer);
    assert!(frame.decide(0, sbst::distance::gt(200, 100)));
    assert!(record(&trace, || half(7)).is_err());
    assert_eq!(trace.depth(), 1);
    frame.unwound();
    assert_eq!(record(&trace, || half(8)).ok(), Some(4));
    assert_eq!(trace.depth(), 1);
    drop(frame);
    assert_eq!(trace.depth(), 0);
}

#[test]
fn one_recording_within_another_fills_its_own_trace() {
    let ((program, outer), (_, inner)) = (trace(), trace());
    let result = record(&outer, || {
        let part = record(&inner, || half(8)).expect("even");
        part + quarter(4)
    });
    assert_eq!(result.ok(), Some(4));
    assert_eq!(entered(&outer), program.find(&quarter).into_iter().collect::<Vec<_>>());
    assert_eq!(entered(&inner), program.find(&half).into_iter().collect::<Vec<_>>());
}

#[test]
fn frames_by_hand_that_a_panic_drops_are_excused() {
    let (program, trace) = trace();
    let function = program.find(&quarter).expect("instrumented");
    let by_hand = || {
        let _frame = trace.root().enter(function);
        half(7)
    };
    assert!(record(&trace, by_hand).is_err());
    trace.check().expect("no misuse");
}
