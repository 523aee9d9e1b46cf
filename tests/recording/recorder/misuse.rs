//! Hooks that do not fit the graph: noted, never a panic, and the subject goes on.

use sbst::distance::{flag, lt};
use sbst::execution::{Execution, Misuse, Record, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch, Outcome};
use sbst::id::{Block, Branch, Function};

const F: Function = Function::new(0);

/// 0: if { 1 }  1: two statements, falls through  2: return
fn graph() -> FlowGraph {
    FlowGraph::of(&graph_body()).expect("a legal function")
}

fn graph_body() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).statements(1, 2).jump(1, 2).exit(2)
}

fn after(hooks: impl Fn(&Trace)) -> Result<(), Misuse> {
    let graph = graph();
    let trace = Trace::new(&graph);
    hooks(&trace);
    assert_eq!(trace.depth(), 0);
    let _ = trace.record();
    trace.check()
}

#[test]
fn every_kind_is_noted() {
    let function = Function::new(7);
    assert_eq!(after(|t| drop(t.root().enter(function))), Err(Misuse::NoSuchFunction { function }));
    assert_eq!(
        after(|t| drop(t.root().enter(Function::new(u32::MAX)))),
        Err(Misuse::NoSuchFunction { function: Function::new(u32::MAX) })
    );
    for block in [3, 9, u32::MAX - 1, u32::MAX] {
        let local = Err(Misuse::NoSuchLocalBlock { function: F, block });
        assert_eq!(after(|t| assert!(t.root().enter(F).decide(block, flag(true)))), local);
        assert_eq!(after(|t| assert_eq!(t.root().enter(F).switch(block, 5), 5)), local);
        assert_eq!(after(|t| t.root().enter(F).choose(block, Outcome::Default)), local);
        assert_eq!(after(|t| t.root().enter(F).done(block, 0)), local);
        assert_eq!(after(|t| t.root().enter(F).end(block)), local);
        assert_eq!(after(|t| t.root().enter(F).choose(block, Outcome::Exception(0))), local);
        assert_eq!(
            after(|t| assert_eq!(t.root().enter(F).tried(block, Ok::<_, ()>(1)), Ok(1))),
            local
        );

        let wide = Block::new(block);
        let global = Err(Misuse::NoSuchBlock { block: wide });
        assert_eq!(after(|t| assert!(!t.decide(wide, lt(4, 3)))), global);
        assert_eq!(after(|t| assert_eq!(t.switch(wide, 5), 5)), global);
        assert_eq!(after(|t| t.choose(wide, Outcome::True)), global);
        assert_eq!(after(|t| t.done(wide, 0)), global);
        assert_eq!(after(|t| t.end(wide)), global);
        assert_eq!(after(|t| t.choose(wide, Outcome::Exception(0))), global);
        assert_eq!(after(|t| assert_eq!(t.tried(wide, Err::<(), _>(1)), Err(1))), global);
    }
    let no = |block, outcome| Err(Misuse::NoSuchOutcome { function: F, block, outcome });
    assert_eq!(after(|t| t.root().enter(F).end(0)), no(0, Outcome::Next));
    assert_eq!(
        after(|t| t.root().enter(F).choose(1, Outcome::Exception(2))),
        no(1, Outcome::Exception(2))
    );
    assert_eq!(
        after(|t| t.root().enter(F).choose(2, Outcome::Exception(0))),
        no(2, Outcome::Exception(0))
    );
    assert_eq!(after(|t| assert!(t.root().enter(F).decide(1, flag(true)))), no(1, Outcome::True));
    assert_eq!(
        after(|t| assert_eq!(t.root().enter(F).switch(1, -4), -4)),
        no(1, Outcome::Case(-4))
    );
    assert_eq!(after(|t| assert_eq!(t.root().enter(F).switch(0, 1), 1)), no(0, Outcome::Case(1)));
    assert_eq!(after(|t| t.root().enter(F).choose(0, Outcome::Arm(1))), no(0, Outcome::Arm(1)));
    let statements = Misuse::NoSuchStatement { function: F, block: 1, done: 3, statements: 2 };
    assert_eq!(after(|t| t.root().enter(F).done(1, 3)), Err(statements));
}

#[test]
fn what_fits_is_not_noted() {
    assert_eq!(after(|t| t.root().enter(F).done(1, 2)), Ok(()));
    assert_eq!(after(|t| t.root().enter(F).end(2)), Ok(()));
    assert_eq!(after(|t| assert_eq!(t.root().enter(F).tried(1, Err::<(), _>(0)), Err(0))), Ok(()));
}

#[test]
fn the_first_is_told_and_survives_a_reset() {
    let graph = graph();
    let trace = Trace::new(&graph);
    assert_eq!(trace.check(), Ok(()));
    trace.end(Block::new(50));
    drop(trace.root().enter(Function::new(3)));
    let first = Err(Misuse::NoSuchBlock { block: Block::new(50) });
    assert_eq!(trace.check(), first);
    trace.reset();
    assert_eq!(trace.check(), first);
    assert_eq!(Trace::new(&graph).check(), Ok(()));
}

#[test]
fn a_foreign_function_can_still_be_called_and_left() {
    let graph = graph();
    let trace = Trace::new(&graph);
    let frame = trace.root().enter(Function::new(9));
    assert_eq!(trace.depth(), 1);
    assert!(frame.decide(0, flag(true)));
    assert_eq!(frame.switch(0, 4), 4);
    drop(frame);
    assert_eq!((trace.depth(), trace.record()), (0, Record::default()));
    assert_eq!(trace.check(), Err(Misuse::NoSuchFunction { function: Function::new(9) }));
}

#[test]
fn too_many_statements_count_as_all() {
    let graph = graph();
    let trace = Trace::new(&graph);
    trace.done(Block::new(1), 9);
    assert_eq!(trace.progress(Block::new(1)), Some(2));
}

#[test]
fn messages_name_what_is_missing() {
    let messages = [
        (Misuse::NoSuchFunction { function: Function::new(7) }, vec!["f7"]),
        (Misuse::NoSuchLocalBlock { function: F, block: 12 }, vec!["f0", "12"]),
        (Misuse::NoSuchBlock { block: Block::new(31) }, vec!["b31"]),
        (
            Misuse::NoSuchOutcome { function: F, block: 4, outcome: Outcome::Case(-6) },
            vec!["block 4 of f0", "case -6"],
        ),
        (
            Misuse::NoSuchStatement { function: F, block: 4, done: 8, statements: 5 },
            vec!["block 4 of f0", "8", "5"],
        ),
        (Misuse::NoSuchBranch { branch: Branch::new(16) }, vec!["e16"]),
    ];
    for (misuse, parts) in messages {
        let message = misuse.to_string();
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
}

#[test]
fn a_record_of_a_larger_graph_is_refused_and_changes_nothing() {
    let (small, mut large) = (graph(), graph());
    let second =
        large.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("a legal function");
    let trace = Trace::new(&large);
    trace.root().enter(F).decide(0, flag(true));
    trace.root().enter(second).decide(0, flag(true));
    let record = trace.record();

    let fitted = Trace::new(&small);
    fitted.root().enter(F).decide(0, flag(false));
    let before = fitted.record();
    let refused = fitted.merge(&record);
    let other = |record: &Record| {
        let mismatch = GraphMismatch { made_for: record.made_for(), used_with: small.identity() };
        (record.made_for() != small.identity()).then_some(Misuse::OtherGraph(mismatch))
    };
    assert_eq!((refused.is_err(), refused.err()), (true, other(&record)));
    assert_eq!((fitted.record(), fitted.evaluated(), fitted.check()), (before, 1, Ok(())));

    // More blocks in the same function, more branches among the same blocks.
    let blocks = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 3).exit(2).exit(3))
        .expect("a legal function");
    let branches = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).branch(1, 2, 0).exit(2))
        .expect("a legal function");
    let of = |graph: &FlowGraph, last: u32| {
        let trace = Trace::new(graph);
        trace.done(Block::new(last), 0);
        trace.decide(Block::new(u32::from(last < 3)), flag(true));
        trace.record()
    };
    let before = fitted.record();
    for record in [of(&blocks, 3), of(&branches, 1)] {
        assert_eq!(fitted.merge(&record).err(), other(&record));
    }
    let caught = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exception(0, 2).exit(1).exit(2))
        .expect("a legal function");
    let trace = Trace::new(&caught);
    trace.choose(Block::new(0), Outcome::Exception(0));
    assert_eq!(fitted.merge(&trace.record()).err(), other(&trace.record()));
    assert_eq!(fitted.record(), before);
}

#[test]
fn a_block_that_may_leave_does_not_excuse_every_hook() {
    let noted = |body: FlowBuilder, hook: &dyn Fn(&Trace)| {
        let graph = FlowGraph::of(&body.exit(0).exit(1)).expect("a legal function");
        let trace = Trace::new(&graph);
        hook(&trace);
        trace.check().is_err()
    };
    let (block, plain) = (Block::new(0), || FlowBuilder::new().statements(1, 0).jump(0, 1));
    let two_way = || FlowBuilder::new().branch(0, 1, 1);
    let cases = || FlowBuilder::new().case(0, 1, 1).arm(0, [7..=9], 1);
    assert!(noted(plain(), &|t| assert!(t.decide(block, flag(true)))));
    assert!(noted(plain(), &|t| t.choose(block, Outcome::Default)));
    assert!(noted(two_way(), &|t| assert_eq!(t.switch(block, 3), 3)));
    assert!(noted(cases(), &|t| assert!(t.decide(block, flag(true)))));
    assert!(noted(cases(), &|t| t.choose(block, Outcome::Case(99))));
    assert!(noted(cases(), &|t| t.choose(block, Outcome::Arm(3))));
    // What such a block may do.
    assert!(!noted(plain(), &|t| t.end(block)));
    assert!(!noted(two_way(), &|t| t.end(block)));
    assert!(!noted(cases(), &|t| assert_eq!(t.switch(block, 99), 99)));
    assert!(!noted(cases(), &|t| t.choose(block, Outcome::Default)));
    let one_sided = FlowBuilder::new().edge(0, Outcome::True, 1);
    assert!(!noted(one_sided, &|t| assert!(!t.decide(block, flag(false)))));
}

#[test]
fn a_trace_is_not_fitted_to_another_graph() {
    let body = FlowBuilder::new().case(0, 1, 1).default(0, 1).exit(1);
    let [mut one, mut other] =
        [FlowGraph::of(&graph_body()), FlowGraph::of(&FlowBuilder::new().branch(0, 1, 1).exit(1))]
            .map(Result::unwrap);
    let mut trace = Trace::new(&one);
    other.add(&body).expect("legal");
    let before = trace.made_for();
    let mismatch = GraphMismatch { made_for: before, used_with: other.identity() };
    assert_eq!((trace.fit(&other), trace.made_for()), (Err(mismatch), before));
    assert_eq!(trace.root().enter(Function::new(1)).switch(0, 1), 1);
    assert_eq!(trace.check(), Err(Misuse::NoSuchFunction { function: Function::new(1) }));
    one.add(&body).expect("legal");
    trace.fit(&one).expect("it has grown");
    assert_eq!(trace.root().enter(Function::new(1)).switch(0, 1), 1);
    assert_eq!(trace.progress(one.block(Function::new(1), 1)), Some(0));
}
