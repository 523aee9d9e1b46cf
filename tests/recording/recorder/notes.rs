//! Direct calls, values, exceptions and mutants in subjects written by hand, and what a trace has
//! no place for.

use sbst::distance::{Distance, flag, lt};
use sbst::execution::{
    Caller, ExceptionKind, Execution, Fact, Facts, Misuse, On, Partition, Plane, Record, Thrown,
    Trace,
};
use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch, Outcome};
use sbst::id::{Block, Branch, Function, Mutant, Symbol};
use std::collections::BTreeSet;
use std::panic::catch_unwind;

const OUTER: Function = Function::new(0);
const INNER: Function = Function::new(1);
const NONE: Function = Function::new(2);

/// Both decide in block 0.
fn two() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let mut graph = FlowGraph::of(&body).expect("a legal function");
    graph.add(&body).expect("a legal function");
    graph
}

/// The distances to the true side of block 0 in direct calls, of both.
fn direct(run: &impl Facts, graph: &FlowGraph) -> [Option<f64>; 2] {
    let sides = [0, 2].map(|branch| graph.edge(Branch::new(branch)));
    sides.map(|side| run.branch_distance_on(Plane::Direct, side).map(Distance::get))
}

#[test]
fn a_hook_of_the_trace_is_direct_if_the_only_frame_is_of_its_function() {
    let graph = two();
    let trace = Trace::new(&graph).with_direct_calls();
    let [outer, inner] = [OUTER, INNER].map(|function| graph.entry(function));
    let decide = |x: i32| [outer, inner].map(|block| trace.decide(block, lt(x, 0)));

    decide(0); // nobody has called anything
    assert_eq!(direct(&trace, &graph), [None, None]);
    let first = trace.root().enter(OUTER);
    decide(7);
    assert_eq!(direct(&trace, &graph), [Some(8.0), None]);
    let second = first.caller().enter(OUTER); // recursion: which of the two?
    decide(6);
    drop(second);
    let second = first.caller().enter(INNER);
    decide(5);
    drop(second);
    assert_eq!(direct(&trace, &graph), [Some(8.0), None]);
    decide(4);
    assert_eq!(direct(&trace, &graph), [Some(5.0), None]);
    drop(first);
    decide(3);
    assert_eq!(direct(&trace, &graph), [Some(5.0), None]);
    let _first = trace.root().enter(INNER);
    decide(2);
    assert_eq!(direct(&trace, &graph), [Some(5.0), Some(3.0)]);
}

#[test]
fn an_outer_frame_is_direct_even_while_an_inner_one_is_open() {
    let graph = two();
    let trace = Trace::new(&graph).with_direct_calls();
    let outer = trace.root().enter(OUTER);
    let condition = |x: i32| outer.decide(0, lt(x, 0));
    let called_back = |x: i32| {
        let inner = outer.caller().enter(INNER);
        let found = inner.decide(0, flag(condition(x)));
        inner.returns_as(1, x, found)
    };
    assert!(!called_back(3));
    assert_eq!(direct(&trace, &graph), [Some(4.0), None]);
    // A reset forgets what the frame did, not what it is.
    trace.reset();
    assert_eq!(
        (trace.called_by_test(OUTER), trace.progress_on(Plane::Direct, graph.entry(OUTER))),
        (false, None)
    );
    assert!(!called_back(1));
    outer.returns(1, ());
    assert_eq!(direct(&trace, &graph), [Some(2.0), None]);
    assert!(trace.called_by_test(OUTER) && trace.returned_to_test(OUTER));
    assert!(!trace.called_by_test(INNER) && !trace.returned_to_test(INNER));
    assert_eq!(trace.output_distance(INNER, Partition::Zero), Some(Distance::from(1))); // values of all calls count
}

/// Panics at zero and fails above it, both in an inner call.
fn fails(t: Caller<'_>, x: i32) -> Result<i32, ()> {
    fn inner(t: Caller<'_>, x: i32) -> Result<i32, ()> {
        let f = t.enter(INNER);
        assert_ne!(x, 0);
        f.decide(0, lt(x, 0)).then_some(x).ok_or(())
    }
    let f = t.enter(OUTER);
    let found = inner(f.caller(), x)?;
    f.returns(1, Ok(found))
}

#[test]
fn a_call_after_an_error_or_a_panic_is_direct_again() {
    let graph = two();
    let trace = Trace::new(&graph).with_direct_calls();
    for x in [0, 5] {
        assert!(!matches!(catch_unwind(|| fails(trace.root(), x)), Ok(Ok(_))));
        assert_eq!(
            (
                trace.called_by_test(OUTER),
                trace.returned_to_test(OUTER),
                trace.called_by_test(INNER)
            ),
            (true, false, false)
        );
        trace.reset();
        trace.root().enter(INNER).decide(0, lt(x, 0));
        assert_eq!(direct(&trace, &graph), [None, Some(f64::from(x) + 1.0)]);
        assert!(trace.called_by_test(INNER) && !trace.called_by_test(OUTER));
        trace.reset();
    }
    assert_eq!(
        (fails(trace.root(), -1), trace.returned_to_test(OUTER), trace.returned_to_test(INNER)),
        (Ok(-1), true, false)
    );
}

#[test]
fn what_the_trace_has_no_place_for_is_noted() {
    let graph = two();
    let symbol = Symbol::new(u32::MAX);
    let after = |hook: &dyn Fn(&Trace)| {
        let trace = Trace::new(&graph).with_direct_calls().with_mutants(2);
        hook(&trace);
        assert_eq!((trace.record(), trace.depth()), (Record::default(), 0));
        trace.check()
    };
    for number in [2, 3, u32::MAX - 1, u32::MAX] {
        let (function, mutant, block) =
            (Function::new(number), Mutant::new(number), Block::new(u32::MAX - number));
        let unknown = Err(Misuse::NoSuchFunction { function });
        assert_eq!(
            after(&|t| t.threw(Thrown::new(function, symbol, ExceptionKind::Implicit))),
            unknown
        );
        assert_eq!(after(&|t| t.returned(function, 5)), unknown);
        assert_eq!(after(&|t| t.argument(function, number, 5)), unknown);
        assert_eq!(after(&|t| t.root().enter(function).returns(0, ())), unknown);
        assert_eq!(after(&|t| t.root().enter(function).argument(number, 'c')), unknown);
        assert_eq!(
            after(&|t| t.root().enter(function).threw(symbol, ExceptionKind::Declared)),
            unknown
        );
        let no_place = Err(Misuse::NoSuchMutant { mutant, mutants: 2 });
        // A subject has hooks for mutants that are no goals: only who asks for one is told.
        assert_eq!(after(&|t| t.infected(mutant, Distance::ZERO)), Ok(()));
        assert_eq!(after(&|t| assert_eq!(t.infection(mutant), None)), no_place);
        assert_eq!(after(&|t| t.root().enter(function).infected(mutant, Distance::ZERO)), unknown);

        let trace = Trace::new(&graph).with_direct_calls().with_mutants(2);
        assert!(!trace.called_by_test(function) && !trace.returned_to_test(function));
        assert!(!trace.has_thrown(Thrown::new(function, symbol, ExceptionKind::Explicit)));
        assert_eq!(trace.output_distance(function, Partition::Zero), None);
        assert_eq!(
            (
                trace.input_distance(function, number, Partition::Zero),
                trace.progress_on(Plane::Direct, block)
            ),
            (None, None)
        );
        assert_eq!(trace.check(), Ok(()), "a question that has an answer is no misuse");
    }
    // What fits needs no frame.
    let trace = Trace::new(&graph).with_mutants(2);
    trace.argument(INNER, u32::MAX, 5);
    trace.threw(Thrown::new(INNER, symbol, ExceptionKind::Implicit));
    trace.infected(Mutant::new(1), Distance::INFINITE);
    assert_eq!(trace.infection(Mutant::new(1)), Some(Distance::INFINITE));
    assert_eq!(trace.input_distance(INNER, u32::MAX, Partition::Zero), Some(Distance::from(5)));
    assert_eq!((trace.called_by_test(INNER), trace.check()), (false, Ok(())));
    trace.returned(INNER, ());
    assert!(
        trace.called_by_test(INNER) && trace.returned_to_test(INNER),
        "no function is active: the test called it"
    );
}

#[test]
fn no_block_number_panics_where_direct_calls_are_recorded() {
    let graph = two();
    for number in [6, u32::MAX - 1, u32::MAX] {
        let trace = Trace::new(&graph).with_direct_calls();
        let frame = trace.root().enter(OUTER);
        let (before, block) = (trace.record(), Block::new(number));
        assert!(trace.decide(block, flag(true)) && frame.decide(number, flag(true)));
        assert_eq!((trace.switch(block, 4), frame.switch(number, 4)), (4, 4));
        assert_eq!(
            (trace.tried(block, Ok::<_, ()>(5)), frame.tried(number, Err::<(), _>(5))),
            (Ok(5), Err(5))
        );
        for outcome in
            [Outcome::True, Outcome::Next, Outcome::Default, Outcome::Exception(u32::MAX)]
        {
            trace.choose(block, outcome);
            frame.choose(number, outcome);
        }
        trace.done(block, u32::MAX);
        frame.done(number, u32::MAX);
        trace.end(block);
        frame.end(number);
        trace.choose(block, Outcome::Exception(u32::MAX));
        frame.choose(number, Outcome::Exception(u32::MAX));
        assert_eq!((trace.record(), trace.check()), (before, Err(Misuse::NoSuchBlock { block })));
    }
}

#[test]
fn to_ask_for_direct_calls_that_are_not_recorded_is_noted() {
    let graph = two();
    let asks: [&dyn Fn(&Trace) -> bool; 3] = [
        &|t| t.branch_distance_on(Plane::Direct, graph.edge(Branch::new(0))).is_none(),
        &|t| t.progress_on(Plane::Direct, graph.entry(OUTER)).is_none(),
        &|t| {
            let mut none = true;
            On(t, Plane::Direct).entered(&graph, &mut |_| none = false);
            none
        },
    ];
    for ask in asks {
        let trace = Trace::new(&graph);
        trace.root().enter(OUTER).decide(0, flag(true));
        assert!(trace.called_by_test(OUTER) && trace.check().is_ok());
        let later = trace.clone().with_direct_calls(); // what was recorded before is in no direct call
        assert!(ask(&later) && later.check().is_ok());
        assert!(ask(&trace));
        assert_eq!(trace.check(), Err(Misuse::NotRecorded(Fact::On(Plane::Direct))));
        let trace = Trace::new(&graph).with_direct_calls();
        trace.root().enter(OUTER).decide(0, flag(true));
        assert!(!ask(&trace));
        assert_eq!(trace.check(), Ok(()));
    }
}

#[test]
fn a_record_with_more_than_the_trace_records_is_refused_and_changes_nothing() {
    let (mut large, small) = (two(), two());
    large.add(&FlowBuilder::new().exit(0)).expect("a legal function");
    let other = GraphMismatch { made_for: large.identity(), used_with: small.identity() };
    let no_function = Misuse::OtherGraph(other);
    type Hook<'a> = &'a dyn Fn(&Trace);
    let refused: [(Hook<'_>, Misuse); 5] = [
        (&|t| t.returned(NONE, 1), no_function),
        (&|t| t.argument(NONE, 3, 1), no_function),
        (&|t| t.threw(Thrown::new(NONE, Symbol::new(0), ExceptionKind::Explicit)), no_function),
        (
            &|t| t.infected(Mutant::new(1), Distance::ZERO),
            Misuse::NoSuchMutant { mutant: Mutant::new(1), mutants: 1 },
        ),
        (
            &|t| t.infected(Mutant::new(3), Distance::ZERO),
            Misuse::NoSuchMutant { mutant: Mutant::new(3), mutants: 1 },
        ),
    ];
    for (hook, misuse) in refused {
        // Beside it, some of everything that the trace could take.
        let larger =
            Trace::new(if misuse == no_function { &large } else { &small }).with_mutants(4);
        larger.decide(small.entry(INNER), flag(true));
        larger.returned(INNER, -4);
        larger.argument(INNER, 0, -4);
        larger.threw(Thrown::new(INNER, Symbol::new(0), ExceptionKind::Explicit));
        larger.infected(Mutant::new(0), Distance::ZERO);
        hook(&larger);
        let trace = Trace::new(&small).with_mutants(1);
        trace.root().enter(OUTER).returns(1, 7);
        let before = trace.record();
        assert_eq!(trace.merge(&larger.record()), Err(misuse));
        assert_eq!((trace.record(), trace.check()), (before, Ok(())));
    }
    let plain = Trace::new(&small);
    plain.root().enter(OUTER).returns(1, 7);
    // What only one part recorded is not known until the next reset.
    let apart = Trace::new(&small).with_direct_calls();
    let knows = |trace: &Trace| trace.knows(Fact::On(Plane::Direct));
    assert_eq!(apart.merge(&Record::default()), Ok(()));
    assert!(knows(&apart) && !knows(&plain));
    assert_eq!(apart.merge(&plain.record()), Ok(()));
    assert!(!knows(&apart) && !apart.record().knows(Fact::On(Plane::Direct)));
    apart.reset();
    apart.root().enter(OUTER).end(1);
    assert!(knows(&apart) && apart.record().knows(Fact::On(Plane::Direct)));
    assert_eq!(plain.merge(&apart.record()), Ok(()));
    assert!(!knows(&plain));
}

#[test]
fn messages_name_the_mutant_and_the_way_out() {
    let message = Misuse::NoSuchMutant { mutant: Mutant::new(41), mutants: 17 }.to_string();
    assert!(message.contains("m41") && message.contains("17"), "{message}");
    assert!(Misuse::NotRecorded(Fact::On(Plane::Direct)).to_string().contains("with_direct_calls"));
}

#[test]
fn whoever_is_told_of_exceptions_may_call_hooks() {
    let graph = two();
    let trace = Trace::new(&graph).with_direct_calls().with_mutants(1);
    let thrown = |number: u32| Thrown::new(INNER, Symbol::new(number), ExceptionKind::Implicit);
    [9, 5].into_iter().for_each(|number| trace.threw(thrown(number)));
    let (mut told, mut visits) = (BTreeSet::new(), 0);
    trace.each_thrown(&mut |seen| {
        told.insert(seen);
        visits += 1;
        assert!(visits < 100, "what was thrown before is nothing new");
        [1, 5, 12].into_iter().for_each(|number| trace.threw(thrown(number)));
        trace.root().enter(OUTER).returns(1, 3);
        trace.argument(INNER, 0, 'c');
        trace.infected(Mutant::new(0), Distance::ZERO);
        assert!(trace.has_thrown(seen) && trace.record().has_thrown(seen));
    });
    assert!(told.contains(&thrown(5)) && told.contains(&thrown(9)));
    assert!([1, 5, 9, 12].iter().all(|&number| trace.has_thrown(thrown(number))));

    visits = 0;
    trace.each_thrown(&mut |_| {
        trace.reset();
        visits += 1;
    });
    assert_eq!((visits, trace.record()), (1, Record::default()));
}

#[test]
fn a_call_is_direct_only_while_its_own_frame_is_open() {
    let graph = two();
    let trace = Trace::new(&graph).with_direct_calls();
    // Frames may end in any order: an interpreter keeps them in a list.
    let outer = trace.root().enter(OUTER);
    let inner = outer.caller().enter(INNER);
    drop(outer);
    trace.decide(graph.entry(OUTER), lt(3, 0));
    trace.returned(OUTER, 1);
    drop(inner);
    assert_eq!((direct(&trace, &graph), trace.returned_to_test(OUTER)), ([None; 2], false));

    let trace = Trace::new(&graph).with_direct_calls();
    let foreign = trace.root().enter(Function::new(9));
    trace.decide(graph.entry(OUTER), lt(3, 0));
    trace.returned(OUTER, 1);
    drop(foreign);
    assert_eq!((direct(&trace, &graph), trace.called_by_test(OUTER)), ([None; 2], false));
}

#[test]
fn a_clone_has_no_open_frames() {
    let trace = Trace::new(&two()).with_direct_calls();
    let frame = trace.root().enter(OUTER);
    let copy = trace.clone();
    drop(frame);
    assert_eq!((copy.depth(), copy.called_by_test(OUTER)), (0, true));
    drop(copy.root().enter(INNER));
    assert!(copy.called_by_test(INNER));
}
