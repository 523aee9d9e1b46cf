//! Selections: by value, by kind, with and without a default.

use sbst::distance::{DefaultArm, Distance, Rules, flag};
use sbst::execution::{Execution, Facts, Misuse, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Function};

const F: Function = Function::new(0);

fn row(trace: &Trace, graph: &FlowGraph) -> Vec<Option<f64>> {
    graph
        .all_branches()
        .map(|branch| trace.branch_distance(graph.edge(branch)).map(Distance::get))
        .collect()
}

fn entered(trace: &Trace, graph: &FlowGraph) -> Vec<u32> {
    graph.blocks_of(F).filter(|&block| trace.progress(block).is_some()).map(Block::number).collect()
}

/// 0: match x { 3 => 1, 7 => 2, 10..=19 | 30 => 3, _ => 4 }
fn with_default() -> FlowGraph {
    let body =
        FlowBuilder::new().case(0, 3, 1).case(0, 7, 2).arm(0, [10..=19, 30..=30], 3).default(0, 4);
    FlowGraph::of(&body.exit(1).exit(2).exit(3).exit(4)).expect("a legal function")
}

#[test]
fn a_value_selects_its_arm_and_is_some_way_from_the_others() {
    let graph = with_default();
    let trace = Trace::new(&graph);
    let f = trace.root().enter(F);
    assert_eq!(row(&trace, &graph), [None; 4]);
    assert_eq!(f.switch(0, 7), 7);
    assert_eq!(row(&trace, &graph), [Some(5.0), Some(0.0), Some(4.0), Some(1.0)]);
    assert_eq!(entered(&trace, &graph), [0, 2]);
    assert_eq!(f.switch(0, 28), 28);
    assert_eq!(row(&trace, &graph), [Some(5.0), Some(0.0), Some(3.0), Some(0.0)]);
    assert_eq!(entered(&trace, &graph), [0, 2, 4]);
    f.switch(0, 12);
    assert_eq!(entered(&trace, &graph), [0, 2, 3, 4]);
    assert!(graph.all_branches().all(|branch| trace.evaluations(graph.edge(branch)) == 3));
    assert_eq!((trace.evaluated(), trace.check()), (3, Ok(())));
    trace.reset();
    assert_eq!((row(&trace, &graph), entered(&trace, &graph)), (vec![None; 4], vec![]));
    trace.switch(graph.entry(F), i64::MIN);
    assert_eq!(row(&trace, &graph)[3], Some(0.0));
    assert_eq!(row(&trace, &graph)[0], Some(2_f64.powi(63)));
}

#[test]
fn a_selection_without_operand_is_k_from_the_others() {
    let graph = with_default();
    let trace =
        Trace::new(&graph).with_rules(Rules::DEFAULT.with_k(2.5).expect("positive and finite"));
    let f = trace.root().enter(F);
    f.choose(0, Outcome::Arm(0));
    assert_eq!(row(&trace, &graph), [Some(2.5), Some(2.5), Some(0.0), Some(2.5)]);
    assert_eq!(entered(&trace, &graph), [0, 3]);
    f.choose(0, Outcome::Default);
    assert_eq!(row(&trace, &graph), [Some(2.5), Some(2.5), Some(0.0), Some(0.0)]);
    f.switch(0, 4);
    assert_eq!(row(&trace, &graph), [Some(2.5), Some(2.5), Some(0.0), Some(0.0)]); // 3.5 is no nearer
    trace.reset();
    trace.switch(graph.entry(F), 4);
    assert_eq!(row(&trace, &graph), [Some(3.5), Some(5.5), Some(8.5), Some(0.0)]);
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn a_missing_default_leaves_an_exit_and_is_misuse_elsewhere() {
    let body = |exit: bool| {
        let body = FlowBuilder::new().case(0, 3, 1).case(0, 4, 2).exit(1).exit(2);
        FlowGraph::of(&if exit { body.exit(0) } else { body }).expect("a legal function")
    };
    for exit in [true, false] {
        let graph = body(exit);
        let trace = Trace::new(&graph);
        assert_eq!(trace.root().enter(F).switch(0, 9), 9);
        assert_eq!(row(&trace, &graph), [Some(7.0), Some(6.0)]);
        assert_eq!(entered(&trace, &graph), [0]);
        let misuse = Misuse::NoSuchOutcome { function: F, block: 0, outcome: Outcome::Case(9) };
        assert_eq!(trace.check(), if exit { Ok(()) } else { Err(misuse) });
        // Without an operand, both cases were K away; but only a block that may leave can select
        // what it does not list.
        trace.root().enter(F).choose(0, Outcome::Default);
        assert_eq!(
            row(&trace, &graph),
            if exit { [Some(1.0), Some(1.0)] } else { [Some(7.0), Some(6.0)] }
        );
    }
}

#[test]
fn a_selection_may_have_exception_edges_and_only_a_default() {
    let body = FlowBuilder::new().exception(0, 2).default(0, 1).statements(0, 2).exit(1).exit(2);
    let graph = FlowGraph::of(&body).expect("a legal function");
    let trace = Trace::new(&graph);
    trace.root().enter(F).choose(0, Outcome::Exception(0));
    assert_eq!((row(&trace, &graph), entered(&trace, &graph)), (vec![None, Some(0.0)], vec![0, 2]));
    trace.reset();
    trace.root().enter(F).switch(0, 77);
    assert_eq!((row(&trace, &graph), entered(&trace, &graph)), (vec![Some(0.0), None], vec![0, 1]));
    assert_eq!(trace.progress(graph.entry(F)), Some(2));
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn a_selection_with_one_way_on_takes_it() {
    let case = FlowBuilder::new().case(0, 5, 1).exit(1);
    let arm = FlowBuilder::new().arm(0, [0..=9], 1).exit(1);
    let default = FlowBuilder::new().default(0, 1).exit(1);
    for body in [case, arm, default] {
        let graph = FlowGraph::of(&body).expect("a legal function");
        let trace = Trace::new(&graph);
        trace.root().enter(F).switch(0, 5);
        assert_eq!(entered(&trace, &graph), [0, 1], "{body:?}");
        assert_eq!(trace.check(), Ok(()));
    }
}

#[test]
fn rules_measure_selections_whenever_they_are_set() {
    let graph = with_default();
    let selected = || {
        let trace = Trace::new(&graph);
        trace.root().enter(F).switch(0, 12);
        trace
    };
    assert_eq!(row(&selected(), &graph), [Some(10.0), Some(6.0), Some(0.0), Some(1.0)]);
    let nearest = Rules::KOREL.with_default_arm(DefaultArm::NearestUnlisted);
    assert_eq!(
        row(&selected().with_rules(nearest), &graph),
        [Some(9.0), Some(5.0), Some(0.0), Some(3.0)]
    );
    let asked = selected();
    let _ = row(&asked, &graph);
    assert_eq!(
        row(&asked.with_rules(nearest), &graph),
        [Some(9.0), Some(5.0), Some(0.0), Some(3.0)]
    );
}

#[test]
fn choosing_never_panics_whatever_the_block() {
    let one_way = FlowBuilder::new().edge(0, Outcome::True, 1).exit(0).exit(1);
    let two_way = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let mixed = FlowBuilder::new().edge(0, Outcome::True, 1).case(0, 4, 2).exit(1).exit(2);
    let jump = FlowBuilder::new().jump(0, 1).exit(1);
    let exceptional =
        FlowBuilder::new().case(0, 4, 1).default(0, 2).exception(0, 2).exit(1).exit(2);
    let outcomes = [
        Outcome::True,
        Outcome::False,
        Outcome::Case(4),
        Outcome::Arm(0),
        Outcome::Default,
        Outcome::Next,
    ];
    for body in [one_way, two_way, mixed, jump, exceptional] {
        let graph = FlowGraph::of(&body).expect("a legal function");
        for outcome in outcomes.into_iter().chain([Outcome::Exception(0)]) {
            let trace = Trace::new(&graph);
            let f = trace.root().enter(F);
            f.choose(0, outcome);
            f.switch(0, 4);
            f.decide(0, flag(true));
            let declared = graph.successors(graph.entry(F)).find(|edge| edge.0 == outcome);
            if let (Ok(()), Some((_, target))) = (trace.check(), declared) {
                assert!(trace.progress(target).is_some());
            }
            assert!(!trace.record().eq(&Default::default()));
        }
    }
}

#[test]
fn records_of_selections_merge_into_traces_with_other_values() {
    let graph = with_default();
    let record = |value: i64| {
        let trace = Trace::new(&graph);
        trace.root().enter(F).switch(0, value);
        trace.record()
    };
    let trace = Trace::new(&graph);
    trace.root().enter(F).switch(0, 100);
    trace.merge(&record(9)).expect("the same graph");
    assert_eq!(row(&trace, &graph), [Some(7.0), Some(3.0), Some(2.0), Some(0.0)]);
    trace.root().enter(F).switch(0, 31);
    trace.merge(&record(7)).expect("the same graph");
    assert_eq!(row(&trace, &graph), [Some(5.0), Some(0.0), Some(2.0), Some(0.0)]);
    let edge = graph.edge(graph.all_branches().next().expect("has branches"));
    assert_eq!(trace.evaluations(edge), 4);
    trace.reset();
    assert_eq!(row(&trace, &graph), [None; 4]);
}
