//! Implicit exception coverage (BBC 4.1.4): methods that tests call directly and that an undeclared
//! exception leaves implicitly.

use super::faults::FIRST;
use sbst::execution::{ExceptionKind, Facts, Misuse, Record, Thrown, Trace, WithStackTraces};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Function, Symbol};
use sbst::objective::ImplicitExceptionCoverage;

const INDEX: Symbol = Symbol::new(0);
const FORMAT: Symbol = Symbol::new(1);

fn graph() -> FlowGraph {
    let mut graph = FlowGraph::new();
    for _ in 0..4 {
        graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    }
    graph
}

fn functions() -> [Function; 4] {
    [0, 1, 2, 3].map(Function::new)
}

fn implicit(run: &(impl Facts + ?Sized)) -> Vec<Function> {
    let mut functions = Vec::new();
    run.each_implicit_exception(&mut |function| functions.push(function));
    functions.sort_unstable();
    functions.dedup();
    functions
}

#[test]
fn only_methods_that_the_test_called_and_that_threw_implicitly_count() {
    let (trace, [get, find, parse, check]) = (Trace::new(&graph()), functions());
    // `get` throws within `find`, which catches it; `get` returned when the test called it.
    trace.root().enter(get).returns(0, 3);
    let caller = trace.root().enter(find);
    caller.caller().enter(get).threw(INDEX, ExceptionKind::Implicit);
    caller.returns(0, -1);
    drop(caller);
    assert!(trace.called_by_test(get) && implicit(&trace).is_empty());
    // Explicit and declared exceptions.
    trace.root().enter(parse).threw(FORMAT, ExceptionKind::Declared);
    trace.root().enter(check).threw(FORMAT, ExceptionKind::Explicit);
    assert!(implicit(&trace).is_empty());
    // Through both, of which the test called the outer one.
    let caller = trace.root().enter(find);
    caller.caller().enter(get).threw(INDEX, ExceptionKind::Implicit);
    caller.threw(INDEX, ExceptionKind::Implicit);
    drop(caller);
    assert_eq!(implicit(&trace), [find]);
    // Twice, and of two types: one method.
    for exception in [INDEX, FORMAT, INDEX] {
        trace.root().enter(check).threw(exception, ExceptionKind::Implicit);
    }
    assert_eq!(implicit(&trace), [find, check]);
    assert_eq!(implicit(&WithStackTraces::<_, u8>::new(&trace)), [find, check]);
    trace.reset();
    assert!(implicit(&trace).is_empty());
}

/// An inner activation of the same function is no call of the test.
#[test]
fn recursion_is_not_a_direct_call() {
    let (trace, [get, ..]) = (Trace::new(&graph()), functions());
    let outer = trace.root().enter(get);
    outer.caller().enter(get).threw(INDEX, ExceptionKind::Implicit);
    outer.returns(0, 0);
    drop(outer);
    assert!(implicit(&trace).is_empty());
}

#[test]
fn an_interpreter_names_the_method_itself() {
    let (trace, [get, find, ..]) = (Trace::new(&graph()), functions());
    let thrown = |function| Thrown::new(function, INDEX, ExceptionKind::Implicit);
    let outer = trace.root().enter(find);
    trace.threw(thrown(get)); // not what the test called
    assert!(implicit(&trace).is_empty());
    trace.threw(thrown(find)); // that is
    drop(outer);
    assert_eq!(implicit(&trace), [find]);
    trace.threw(thrown(get)); // nothing is active: the test called it
    assert_eq!(implicit(&trace), [get, find]);
    trace.threw(thrown(Function::new(9)));
    assert_eq!(trace.check(), Err(Misuse::NoSuchFunction { function: Function::new(9) }));
    assert_eq!(implicit(&trace), [get, find]);
}

#[test]
fn records_and_suites_know_them_too() {
    let (trace, [get, find, parse, _]) = (Trace::new(&graph()), functions());
    let run = |function| {
        trace.reset();
        trace.root().enter(function).threw(INDEX, ExceptionKind::Implicit);
        trace.record()
    };
    let records = [run(get), run(find), run(get)];
    assert_eq!(records.each_ref().map(implicit), [vec![get], vec![find], vec![get]]);
    assert_eq!(implicit(records.as_slice()), [get, find]);
    assert_eq!(implicit(&Box::new(&records[0])), [get]);
    let mut merged = Record::default();
    records.iter().for_each(|record| merged.merge(record).expect("of the same graph"));
    assert_eq!(implicit(&merged), [get, find]);
    trace.reset();
    trace.root().enter(parse).threw(FORMAT, ExceptionKind::Implicit);
    trace.merge(&merged).expect("of this graph");
    assert_eq!(implicit(&trace), [get, find, parse]);
    assert_eq!(implicit(&trace.clone()), [get, find, parse]);
    assert_eq!(implicit(&trace.record()), [get, find, parse]);
    // A record of a larger program changes nothing.
    let small = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal"));
    assert!(small.merge(&merged).is_err());
    assert!(implicit(&small).is_empty());
}

#[test]
fn coverage_is_the_number_of_methods_to_the_highest_one() {
    let (trace, [get, find, parse, check]) = (Trace::new(&graph()), functions());
    let mut coverage = ImplicitExceptionCoverage::default();
    assert_eq!(
        (coverage.methods.len(), coverage.ratio(0), coverage.ratio(5)),
        (0, None, Some(0.0))
    );
    for function in [parse, get, parse] {
        trace.reset();
        trace.root().enter(function).threw(INDEX, ExceptionKind::Implicit);
        coverage.see(&trace, |_| true);
    }
    assert!(coverage.methods.iter().eq(&[get, parse]));
    assert_eq!(coverage.methods.len(), 2);
    assert_eq!(
        [4, 2, 8].map(|highest| coverage.ratio(highest)),
        [Some(0.5), Some(1.0), Some(0.25)]
    );
    // It is the highest itself.
    assert_eq!([0, 1].map(|highest| coverage.ratio(highest)), [Some(1.0); 2]);
    // Of the class under test only.
    trace.reset();
    for function in [find, check] {
        trace.root().enter(function).threw(INDEX, ExceptionKind::Implicit);
    }
    coverage.see(&trace, |function| function != find);
    assert!(coverage.methods.iter().eq(&[FIRST, parse, check]));
}
