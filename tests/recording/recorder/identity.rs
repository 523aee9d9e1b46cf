//! Two programs whose records are mixed up, and one that grows.

use sbst::distance::{Distance, Nearest, flag, lt};
use sbst::execution::{Execution, Fact, Facts, Misuse, On, Plane, Record, Trace, taken};
use sbst::fitness::{FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{Edge, FlowBuilder, FlowGraph, GraphIdentity, GraphMismatch};
use sbst::id::{Activation, Block, Branch, Function};
use sbst::published::whole_suite::{self, Twice};
use sbst_histories::UnrolledGraph;
use std::panic::catch_unwind;
use std::rc::Rc;

const F: Function = Function::new(0);

/// Two programs with the same numbers of functions, blocks and branches: all ids fit.
fn two() -> [FlowGraph; 2] {
    let bodies = [
        FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2),
        FlowBuilder::new().branch(0, 2, 1).exit(1).exit(2),
    ];
    bodies.map(|body| FlowGraph::of(&body).expect("legal"))
}

fn ran(graph: &FlowGraph, x: i32) -> Trace {
    let trace = Trace::new(graph).with_direct_calls();
    trace.root().enter(F).decide(0, lt(x, 10));
    trace
}

fn mismatch(made_for: GraphIdentity, used_with: GraphIdentity) -> GraphMismatch {
    GraphMismatch { made_for, used_with }
}

#[test]
fn od8_records_of_two_programs_do_not_merge() {
    let graphs = two();
    let [one, other] = [&graphs[0], &graphs[1]].map(|graph| ran(graph, 14).record());
    let [a, b] = [graphs[0].identity(), graphs[1].identity()];
    let mut merged = one.clone();
    assert_eq!(merged.merge(&other), Err(mismatch(b, a)));
    assert_eq!(merged, one, "nothing is changed");
    let trace = ran(&graphs[0], 3);
    let before = trace.record();
    assert_eq!(trace.merge(&other), Err(Misuse::OtherGraph(mismatch(b, a))));
    assert_eq!((trace.record(), trace.check()), (before, Ok(())));
    let mut kept = ran(&graphs[0], 3);
    assert_eq!(kept.fit(&graphs[1]), Err(mismatch(a, b)));
    assert_eq!(merged.fit(&graphs[1]), Err(mismatch(a, b)));
}

#[test]
fn od8_an_execution_of_another_program_is_not_swept() {
    let graphs = two();
    let [graph, other] = &graphs;
    let run = ran(other, 14);
    let record = run.record();
    let expected = Err(mismatch(other.identity(), graph.identity()));
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, &ran(graph, 14));
    let before = table.clone();
    assert_eq!(table.try_sweep(graph, &run), expected);
    assert_eq!(table.try_sweep(graph, &record), expected);
    assert_eq!(table.try_sweep(graph, &On(&record, Plane::Direct)), expected);
    assert_eq!(table.try_sweep(graph, &On(&run, Plane::Within(Activation::new(0)))), expected);
    assert_eq!(table.try_sweep(graph, &Rc::new(&record) as &dyn Execution), expected);
    assert_eq!(
        table.try_sweep(graph, &[ran(graph, 1).record(), record.clone()][..]),
        expected,
        "one test of a suite"
    );
    for branch in graph.all_branches() {
        assert_eq!(table.branch(branch), before.branch(branch), "nothing is changed");
    }
    // Of the other graph the table tells as little.
    assert_eq!(table.try_sweep(other, &run), Err(mismatch(graph.identity(), other.identity())));
    let panics: [&(dyn Fn() + std::panic::RefUnwindSafe); 7] = [
        &|| FitnessTable::new(graph).sweep(graph, &run),
        &|| assert!(!fitness_of_block(graph, &record, Block::new(1)).is_covered()),
        &|| assert!(!fitness_of_branch(graph, &record, Branch::new(1)).is_covered()),
        &|| drop(taken(graph, &record)),
        &|| {
            assert!(
                whole_suite::branches(
                    graph,
                    graph.all_branches(),
                    std::slice::from_ref(&record),
                    Twice::Off
                ) < 0.0
            );
        },
        &|| drop(before.chain_to_block(other, Block::new(1))),
        &|| drop(Record::of(graph, &record)),
    ];
    for (number, act) in panics.into_iter().enumerate() {
        let message = catch_unwind(act).expect_err("mixed up");
        let message = message.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(
            message.contains("made for graph 1-") && message.contains("different programs"),
            "{number}: {message}"
        );
    }
}

#[test]
fn a_record_of_nothing_fits_everything() {
    let graphs = two();
    for graph in &graphs {
        let nothing = Trace::new(graph).record();
        assert_eq!((&nothing, nothing.made_for()), (&Record::default(), GraphIdentity::default()));
        assert_eq!(nothing.fits(&FlowGraph::new()), Ok(()));
        let mut record = ran(graph, 3).record();
        let before = record.clone();
        assert_eq!(record.merge(&nothing), Ok(()));
        assert_eq!(record, before);
        let mut other = nothing;
        assert_eq!(other.merge(&record), Ok(()));
        assert_eq!((other.made_for(), other), (graph.identity(), record));
    }
}

#[test]
fn a_program_grows_under_its_records() {
    let mut graph = two()[0].clone();
    let (old, mut trace) = (ran(&graph, 14).record(), ran(&graph, 14));
    let small = graph.clone();
    let late = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    // What was made for the beginning fits.
    let mut table = FitnessTable::new(&small);
    table.sweep(&graph, &old);
    table.sweep(&graph, &trace);
    assert_eq!(table.made_for(), graph.identity());
    trace.fit(&graph).expect("it has grown");
    assert_eq!(trace.merge(&old), Ok(()), "the trace knows how it has grown");
    trace.root().enter(late).decide(0, flag(true));
    let new = trace.record();
    // Without the graph nobody can tell that one has grown from the other.
    let mut both = old.clone();
    let error = both.merge(&new).expect_err("of different sizes");
    assert_eq!(error, mismatch(new.made_for(), old.made_for()));
    assert!(error.to_string().contains("`fit`"), "{error}");
    both.fit(&graph).expect("it has grown");
    assert_eq!(both.merge(&new), Ok(()));
    let merged = fitness_of_branch(&graph, &both, Branch::new(0));
    assert_eq!(merged.distance, Distance::from(5));
    // What was made for the larger program does not fit the smaller one: it may tell of functions
    // that are not there.
    assert!(new.fits(&small).is_err() && both.fits(&small).is_err());
    assert_eq!(
        Trace::new(&small).merge(&new),
        Err(Misuse::OtherGraph(mismatch(graph.identity(), small.identity())))
    );
    // A table keeps what it knows, and an earlier state of the graph is no other graph.
    assert_eq!(table.try_sweep(&small, &old), Ok(()));
    assert_eq!(table.merge(&small, &FitnessTable::new(&small)), Ok(()));
}

/// A store that knows nothing of graphs.
struct Mine(i32);

impl Execution for Mine {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let mut nearest = Nearest::default();
        nearest.see(lt(self.0, 10));
        nearest.to(branch.outcome.holds()?)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        (block.number() != if self.0 < 10 { 2 } else { 1 }).then_some(0)
    }
}

impl Facts for Mine {}

#[test]
fn an_own_store_is_trusted_until_it_is_frozen() {
    let [graph, other] = two();
    let mine = Mine(14);
    assert_eq!((mine.fits(&graph), mine.fits(&other)), (Ok(()), Ok(())));
    let record = Record::of(&graph, &mine);
    assert_eq!(record.made_for(), graph.identity());
    assert!(record.fits(&other).is_err());
    for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
        assert_eq!(record.branch_distance(edge), mine.branch_distance(edge));
    }
    assert!(graph.all_blocks().all(|block| record.progress(block) == mine.progress(block)));
    // It merges like any other, and what one of both does not know, the sum does not know.
    let mut sum = ran(&graph, 3).record();
    assert!(sum.knows(Fact::Outputs) && !record.knows(Fact::Outputs));
    assert_eq!(sum.merge(&record), Ok(()));
    assert!(!sum.knows(Fact::Outputs));
}

/// All that a trace knows comes back from the record of it that is made by asking.
#[test]
fn what_is_asked_of_a_trace_is_what_it_records() {
    use sbst::execution::{ExceptionKind, Thrown};
    use sbst::id::{Mutant, Symbol};
    let mut graph = two()[0].clone();
    let late = graph
        .add(&FlowBuilder::new().case(0, 3, 1).default(0, 2).statements(1, 4).exit(1).exit(2))
        .expect("legal");
    let trace = Trace::new(&graph).with_direct_calls().with_mutants(6);
    let f = trace.root().enter(F);
    f.decide(0, lt(14, 10));
    f.caller().enter(late).switch(0, 8);
    f.returns(2, -7);
    drop(f);
    trace.root().enter(late).switch(0, 3);
    trace.argument(late, 1, "abc");
    trace.infected(Mutant::new(4), Distance::from(2));
    trace.affected(Mutant::new(5), sbst::execution::Effect::of_trace(0.5));
    trace.threw(Thrown::new(late, Symbol::new(3), ExceptionKind::Implicit));
    let asked = Record::of(&graph, &trace);
    assert_eq!(asked, trace.record());
    assert_eq!(trace.check(), Ok(()));
}

/// A record takes in what belongs to its program, and nothing else.
#[test]
fn od8_a_record_of_an_own_execution_takes_in_its_program_only() {
    let [one, other] = two();
    let [mine, theirs] = [&one, &other].map(|graph| {
        let trace = Trace::new(graph).with_direct_calls();
        trace.root().enter(F).decide(0, lt(14, 10));
        trace
    });
    let refused =
        |ask: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err();
    let record = Record::of(&one, &mine);
    let unrolled = [&one, &other]
        .map(|graph| UnrolledGraph::builder(graph).contexts(1, [F]).build().expect("one context"));
    let with = |graph, unrolled, run| record.clone().with_history(graph, unrolled, run);
    assert!(refused(&|| drop(with(&other, unrolled[1].history(), &theirs))), "another graph");
    assert!(refused(&|| drop(with(&one, unrolled[0].history(), &theirs))), "another execution");
    assert!(refused(&|| drop(with(&one, unrolled[1].history(), &mine))), "another unrolled graph");
    assert!(refused(&|| drop(Record::of(&one, &theirs))));
    assert!(with(&one, unrolled[0].history(), &mine).fits(&one).is_ok());
    // What ran nothing names no graph, and fits every one.
    let nothing = Record::of(&one, &Trace::new(&one));
    assert_eq!(nothing.made_for(), Record::default().made_for());
    assert_eq!(record.clone().merge(&nothing), Ok(()));
    assert_eq!(Record::of(&other, &theirs).merge(&nothing), Ok(()));
}
