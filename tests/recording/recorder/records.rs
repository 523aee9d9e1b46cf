//! Frozen executions, the suites they form, and what can be shared between threads.

use sbst::distance::{
    ArmsError, Decision, Distance, DistanceError, Nearest, Rules, SeenValues, lt,
};
use sbst::execution::{Execution, Facts, Frame, Misuse, Record, Trace};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowError, FlowErrorKind, FlowGraph};
use sbst::id::{Block, Branch, Function};
use sbst::objective::Goals;

const F: Function = Function::new(0);

fn graph() -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2))
        .expect("a legal function")
}

fn record(graph: &FlowGraph, xs: &[i32]) -> Record {
    let trace = Trace::new(graph);
    xs.iter().for_each(|&x| {
        trace.root().enter(F).decide(0, lt(x, 10));
    });
    trace.record()
}

#[test]
fn a_slice_of_records_is_a_suite() {
    let graph = graph();
    let suite = [record(&graph, &[40]), record(&graph, &[12, 30]), Record::default()];
    let less = graph.edge(Branch::new(0));
    assert_eq!(suite.branch_distance(less).map(Distance::get), Some(3.0));
    assert_eq!(suite.evaluations(less), 3);
    assert_eq!(suite.progress(Block::new(2)), Some(0));
    assert_eq!(suite.progress(Block::new(1)), None);
    let none: [Record; 0] = [];
    assert_eq!(
        (none.branch_distance(less), none.progress(Block::new(0)), none.evaluations(less)),
        (None, None, 0)
    );
    let mut visited = Vec::new();
    suite.entered(&graph, &mut |function| visited.push(function));
    assert_eq!(visited, [F, F]);
    let references = [&suite[0], &suite[1]];
    assert_eq!(references[..].branch_distance(less), suite.branch_distance(less));
}

#[test]
fn a_record_keeps_what_the_trace_forgets() {
    let graph = graph();
    let trace = Trace::new(&graph);
    trace.root().enter(F).decide(0, lt(12, 10));
    let record = trace.record();
    trace.reset();
    let less = graph.edge(Branch::new(0));
    assert_eq!(
        (trace.branch_distance(less), record.branch_distance(less).map(Distance::get)),
        (None, Some(3.0))
    );
    assert_eq!(record.evaluations(less), 1);
    assert_eq!(trace.record(), Record::default());
}

#[test]
fn evaluations_saturate() {
    let graph = graph();
    let mut many = record(&graph, &[40]);
    for _ in 0..40 {
        let half = many.clone();
        many.merge(&half).expect("of the same graph");
    }
    let less = graph.edge(Branch::new(0));
    assert_eq!(many.evaluations(less), u32::MAX);
    assert_eq!([many.clone(), many.clone()].evaluations(less), u32::MAX);
    let trace = Trace::new(&graph);
    trace.root().enter(F).decide(0, lt(1, 10));
    trace.merge(&many).expect("the same graph");
    trace.root().enter(F).decide(0, lt(1, 10));
    assert_eq!(trace.evaluations(less), u32::MAX);
}

#[test]
fn branches_of_another_graph_were_never_observed() {
    let graph = graph();
    let trace = Trace::new(&graph);
    trace.root().enter(F).decide(0, lt(12, 10));
    let mut foreign = graph.edge(Branch::new(1));
    (foreign.branch, foreign.source) = (Branch::new(77), Block::new(99));
    assert_eq!((trace.branch_distance(foreign), trace.evaluations(foreign)), (None, 0));
    assert_eq!(
        (trace.record().branch_distance(foreign), trace.record().evaluations(foreign)),
        (None, 0)
    );
    assert_eq!((trace.progress(Block::new(3)), trace.progress(Block::new(u32::MAX))), (None, None));
    assert_eq!(trace.record().progress(Block::new(3)), None);
}

/// A store without a list of functions: the trait asks for all that could have run.
struct Bare<'a>(&'a Trace);

impl Execution for Bare<'_> {
    fn branch_distance(&self, branch: sbst::flow::Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
}

#[test]
fn the_provided_method_finds_the_functions_that_ran() {
    let mut graph = graph();
    for _ in 0..3 {
        graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("a legal function");
    }
    let trace = Trace::new(&graph);
    drop(trace.root().enter(Function::new(2)));
    trace.done(graph.block(F, 1), 0);
    let mut found = Vec::new();
    Bare(&trace).entered(&graph, &mut |function| found.push(function.number()));
    assert_eq!(found, [0, 2]);
    let erased: &dyn Execution = &Bare(&trace);
    let (mut one, mut other) = (FitnessTable::new(&graph), FitnessTable::new(&graph));
    one.sweep(&graph, erased);
    other.sweep(&graph, &trace);
    assert!(graph.all_blocks().all(|block| one.block(block) == other.block(block)));
}

/// A store that names functions which the graph does not have.
struct Boastful(Trace);

impl Execution for Boastful {
    fn branch_distance(&self, branch: sbst::flow::Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        [1, 0, u32::MAX, 2].map(Function::new).into_iter().for_each(visit);
    }
}

impl Facts for Boastful {}

#[test]
fn functions_that_the_graph_does_not_have_are_no_part_of_a_record() {
    let graph = graph();
    let trace = Trace::new(&graph);
    trace.root().enter(F).decide(0, lt(12, 10));
    let record = trace.record();
    let mut named = Vec::new();
    Record::of(&graph, &Boastful(trace)).entered(&graph, &mut |function| named.push(function));
    assert_eq!(named, [F]);
    assert_eq!(record.progress(Block::new(0)), Some(1));
}

#[test]
fn what_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    fn unwinds<T: std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    shared::<(Record, FitnessTable, FlowGraph, Goals<Trace>, Goals<Record>)>();
    shared::<(Distance, Decision, Nearest, Rules, SeenValues, Fitness)>();
    shared::<(DistanceError, ArmsError, FlowError, FlowErrorKind, Misuse)>();
    sent::<Trace>();
    unwinds::<(Trace, Record, FlowGraph, FitnessTable)>();
    unwinds::<(&Trace, Frame<'_>, &Frame<'_>)>();
}

#[test]
fn errors_are_errors() {
    fn error(error: impl core::error::Error + 'static) -> String {
        Box::<dyn core::error::Error>::from(error).to_string()
    }
    assert!(error(DistanceError::NaN).contains("NaN"));
    assert!(error(DistanceError::K(0.0)).contains('0'));
    assert!(error(ArmsError::TooMany).contains("arms"));
    assert!(
        error(FlowError::from(FlowErrorKind::Unreachable { blocks: [41].into() })).contains("41")
    );
    assert!(error(Misuse::NoSuchBlock { block: Block::new(41) }).contains("b41"));
}

#[test]
fn a_trace_moves_to_another_thread() {
    let graph = graph();
    let trace = Trace::new(&graph);
    trace.root().enter(F).decide(0, lt(12, 10));
    let record = std::thread::spawn(move || {
        trace.root().enter(F).decide(0, lt(11, 10));
        trace.record()
    });
    let record = record.join().expect("no panic");
    assert_eq!(record.branch_distance(graph.edge(Branch::new(0))).map(Distance::get), Some(2.0));
}
