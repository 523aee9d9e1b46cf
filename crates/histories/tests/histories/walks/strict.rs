//! Copies and goals of histories that do not belong together are refused.

use crate::add;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::distance::gt;
use sbst::execution::{Execution, Facts, Record, Trace};
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph, HistoryError};
use sbst::id::{Block, Function, Variable};
use sbst::objective::{Discovery, Goals, Program, Tables};
use sbst_histories::decisions::Independence;
use sbst_histories::definitions::Definitions;
use sbst_histories::paths::{BlockPath, sequences};
use sbst_histories::{HistoryCriterion, HistoryGoals, Pairing, UnrolledError, UnrolledGraph};

const MAIN: Function = Function::new(0);

fn diamond() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)
}

/// Two functions of one shape.
fn two() -> FlowGraph {
    let mut graph = FlowGraph::of(&diamond()).expect("legal");
    graph.add(&diamond()).expect("legal");
    graph
}

fn run(trace: &Trace, x: i32) {
    let f = trace.root().enter(MAIN);
    f.end(if f.decide(0, gt(x, 9)) { 1 } else { 2 });
}

/// Both ways through a diamond.
fn paths(graph: &FlowGraph) -> [BlockPath; 2] {
    [1, 2].map(|end| BlockPath::new(graph, [0, end].map(Block::new)).expect("a path"))
}

#[test]
fn copies_of_one_shape_that_stand_for_different_things_differ() {
    let graph = two();
    let of = |root| {
        UnrolledGraph::builder(&graph).contexts(1, [Function::new(root)]).build().expect("small")
    };
    let [one, other] = [0, 1].map(of);
    assert_ne!(one.graph().identity(), other.graph().identity());
    assert_eq!(one.graph().identity(), of(0).graph().identity());

    // Recorded in the copies of function 0, asked for those of function 1.
    let mut goals = Goals::<Trace>::new();
    add(&mut goals, &graph, &other, HistoryCriterion::Context);
    // Goals of the other copies have the same numbers.
    let found = HistoryGoals::new(&Program::new(&graph), one.clone(), [HistoryCriterion::Context]);
    assert!(found.expect("of this graph").begin(&mut goals).is_err());
    let trace = Trace::new(&graph).with_history(one.history());
    run(&trace, 12);
    let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
    assert!(goals.try_measure(&graph, &trace, &mut tables, &mut row).is_err());

    // Merged records know the copies of neither.
    let theirs = Trace::new(&graph).with_history(other.history());
    run(&theirs, 12);
    let (mut both, other_record) = (trace.record(), theirs.record());
    assert!(both.knows(one.history().fact()) && other_record.knows(other.history().fact()));
    both.merge(&other_record).expect("of one program");
    assert!(!both.knows(one.history().fact()) && !both.knows(other.history().fact()));

    let [p, q] = paths(&graph);
    let listed = |paths: [&BlockPath; 2]| {
        UnrolledGraph::builder(&graph).paths(paths.into_iter().cloned()).build().expect("small")
    };
    assert_ne!(listed([&p, &q]).graph().identity(), listed([&q, &p]).graph().identity());
}

#[test]
fn a_trace_follows_several_copies_and_forgets_what_happened_in_them() {
    let graph = two();
    let of = |root| {
        UnrolledGraph::builder(&graph).contexts(1, [Function::new(root)]).build().expect("small")
    };
    let [one, other] = [0, 1].map(of);
    let trace = Trace::new(&graph).with_history(other.history()).with_history(one.history());
    assert!(trace.knows(one.history().fact()) && trace.knows(other.history().fact()));
    let copies = |trace: &Trace| {
        let blocks: Vec<_> = one
            .graph()
            .all_blocks()
            .map(|copy| trace.progress_on(one.history().plane(), copy))
            .collect();
        let branches = one
            .graph()
            .all_branches()
            .map(|copy| trace.branch_distance_on(one.history().plane(), one.graph().edge(copy)));
        (blocks, branches.collect::<Vec<_>>())
    };
    let nothing = copies(&trace);
    let fresh = |x| {
        let trace = Trace::new(&graph).with_history(one.history());
        run(&trace, x);
        copies(&trace)
    };
    run(&trace, 12);
    assert_eq!(copies(&trace), fresh(12));
    trace.reset();
    assert_eq!(copies(&trace), nothing);
    // A frame that is still open belongs to the execution that was forgotten.
    let open = trace.root().enter(MAIN);
    trace.reset();
    drop(open);
    trace.reset();
    run(&trace, 3);
    assert_eq!(copies(&trace), fresh(3));
    assert_ne!(fresh(3), fresh(12));
    // Copies that are given again keep what happened.
    let trace = trace.with_history(one.history());
    assert_eq!(copies(&trace), fresh(3));
}

#[test]
fn reports_of_other_copies_are_refused() {
    let graph = FlowGraph::of(&diamond()).expect("legal");
    let [p, q] = paths(&graph);
    let start = |paths: [&BlockPath; 2]| -> Campaign<i32> {
        let unrolled = UnrolledGraph::builder(&graph)
            .paths(paths.into_iter().cloned())
            .build()
            .expect("small");
        let campaign = Campaign::builder().graph(graph.clone()).discover(|program| {
            Ok(HistoryGoals::new(program, unrolled, [HistoryCriterion::Path])?)
        });
        let mut campaign = campaign.build().expect("fits");
        campaign.run(&12, |caller, &x| run(caller.trace(), x)).expect("as described");
        campaign
    };
    let (mut one, other) = (start([&p, &q]), start([&q, &p]));
    let error = one.merge(other.report()).expect_err("path 0 is another one there");
    assert!(matches!(error, CampaignError::OtherGraph(_)), "{error}");
    assert_eq!((one.tests().covered_count(), one.runs()), (1, 1));
    one.merge(start([&p, &q]).report()).expect("the same paths");
}

#[test]
fn goals_of_vectors_need_decisions_among_the_copies() {
    let graph = FlowGraph::of(&diamond()).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).paths(paths(&graph)).build().expect("small");
    let other = FlowGraph::of(&diamond().statements(1, 1)).expect("legal");
    let criteria = [HistoryCriterion::Path, HistoryCriterion::MultipleCondition];
    let build = |graph: &FlowGraph| {
        let unrolled = unrolled.clone();
        let campaign = Campaign::builder().graph(graph.clone());
        let campaign =
            campaign.discover(move |program| Ok(HistoryGoals::new(program, unrolled, criteria)?));
        campaign.build::<i32>().map(drop).expect_err("refused").to_string()
    };
    assert_eq!(build(&graph), UnrolledError::NoDecisions.to_string());
    assert!(build(&other).starts_with("made for graph"), "{}", build(&other));
}

/// Vectors are numbered by the copies of the decisions: both kinds agree on them.
#[test]
fn both_criteria_of_vectors_share_their_goals() {
    let graph = FlowGraph::of(&diamond()).expect("legal");
    let campaign = Campaign::builder()
        .graph(graph)
        .discover(|program| {
            let all = CompoundDecision::all(program.graph());
            let unrolled = UnrolledGraph::builder(program.graph()).decisions(all).build()?;
            let criteria = [HistoryCriterion::MultipleCondition];
            Ok(HistoryGoals::new(program, unrolled, criteria)?)
        })
        .discover(|program| Ok(Pairing::of(program, Independence::UniqueCause)?));
    assert_eq!(campaign.build::<i32>().expect("decisions are found").goals().len(), 2);
}

#[test]
fn decisions_of_another_graph_are_refused() {
    let [one, other] = [3, 4].map(|end| {
        let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, end).exit(2).exit(3);
        FlowGraph::of(&if end == 4 { body.exit(4) } else { body }).expect("legal")
    });
    let error = UnrolledGraph::builder(&other)
        .decisions(CompoundDecision::all(&one))
        .build()
        .expect_err("of another graph");
    assert_eq!(error, UnrolledError::OtherDecision { block: Block::new(0) });
    let own = UnrolledGraph::builder(&one)
        .decisions(CompoundDecision::all(&one))
        .build()
        .expect("its own");
    let copy = own.graph().all_branches().next().expect("a branch");
    assert!(own.history().branch_of(&one, copy).is_some());
    assert_eq!(own.history().branch_of(&other, copy), None);
}

#[test]
fn too_many_copies_are_refused_by_their_edges_as_well() {
    // Few blocks, and 4000 ways between two of them.
    let body =
        (0..4_000).fold(FlowBuilder::new(), |body, key| body.case(0, key, 1)).default(0, 1).exit(1);
    let graph = FlowGraph::of(&body).expect("legal");
    let path = BlockPath::new(&graph, [0, 1].map(Block::new)).expect("a path");
    let build =
        |most| UnrolledGraph::builder(&graph).paths([path.clone()]).most_copies(most).build();
    assert!(
        matches!(build(100), Err(UnrolledError::Copies(HistoryError::TooManyCopies { .. }))),
        "{:?}",
        build(100).map(drop)
    );
    assert!(build(2_000).is_ok());
}

#[test]
fn a_store_of_yours_may_have_copies() {
    let graph = FlowGraph::of(&diamond()).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).paths(paths(&graph)).build().expect("small");
    let trace = Trace::new(&graph).with_history(unrolled.history());
    run(&trace, 12);
    let plain = Record::of(&graph, &trace);
    assert!(!plain.knows(unrolled.history().fact()));
    let record = plain.with_history(&graph, unrolled.history(), &trace);
    assert!(
        record.knows(unrolled.history().fact()) && trace.record().knows(unrolled.history().fact())
    );
    for branch in unrolled.graph().all_branches().map(|branch| unrolled.graph().edge(branch)) {
        assert_eq!(
            record.branch_distance_on(unrolled.history().plane(), branch),
            trace.branch_distance_on(unrolled.history().plane(), branch)
        );
    }
    for block in unrolled.graph().all_blocks() {
        assert_eq!(
            record.progress_on(unrolled.history().plane(), block),
            trace.progress_on(unrolled.history().plane(), block)
        );
    }
    assert!(record.fits(&graph).is_ok());
    let without = Trace::new(&graph);
    run(&without, 12);
    assert!(!without.record().knows(unrolled.history().fact()));
}

#[test]
fn a_block_that_was_not_found_leaves_no_trace() {
    // 0: jump, 1: if .. { 2 } else { 3 }. A hook of block 9, which is not there.
    let body = FlowBuilder::new().jump(0, 1).branch(1, 2, 3).exit(2).exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let paths = sequences(&graph, MAIN, 2, 9).expect("three");
    let unrolled = UnrolledGraph::builder(&graph).paths(paths).build().expect("small");
    let mut goals = Goals::<Trace>::new();
    add(&mut goals, &graph, &unrolled, HistoryCriterion::Path);
    let trace = goals.trace(&graph);
    trace.root().enter(MAIN).end(3); // the decision has no hook
    assert!(trace.check().is_err());
    let mut tables = Tables::new(&graph);
    let seen = goals.observe(&graph, &trace, &mut tables);
    for goal in goals.ids() {
        assert!(!goals.fitness_of(goal, &seen).is_covered(), "{}", goals.goal(goal));
    }
}

/// Quadratic steps would take minutes here.
#[test]
fn long_paths_and_many_definitions_are_unrolled_in_time() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).exit(1)).expect("legal");
    assert!(sequences(&graph, MAIN, 100, usize::MAX).is_ok());
    let steep = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).branch(1, 0, 1)).expect("legal");
    assert!(sequences(&steep, MAIN, 100, usize::MAX).is_err());
    let long = sequences(&graph, MAIN, 20_000, 40_000).expect("two");
    let unrolled = UnrolledGraph::builder(&graph).paths(long).build().expect("small");
    assert_eq!(unrolled.paths().len(), 2);

    // A loop over arms, each of which uses and defines one variable.
    let arms = 300_u32;
    let mut body = FlowBuilder::new().default(0, 1);
    for arm in 1..=arms {
        body = body.case(0, i128::from(arm), arm).statements(arm, 2);
        body = if arm == 1 { body.exit(arm) } else { body.jump(arm, 0) };
    }
    let graph = FlowGraph::of(&body).expect("legal");
    let variable = Variable::new(0);
    let mut definitions = Definitions::new();
    for arm in 1..=arms {
        let block = graph.block(MAIN, arm);
        definitions =
            definitions.use_at(variable, block.statement(0)).define(variable, block.statement(1));
    }
    let unrolled = UnrolledGraph::builder(&graph).definitions(&definitions).build().expect("small");
    assert_eq!(unrolled.pairs().len(), ((arms - 1) * arms) as usize); // block 1 leaves
}
