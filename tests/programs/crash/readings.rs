//! Where the published forms of crash reproduction read the print: levels, ties, similarity.

use super::calls::Calls;
use super::ties::{crash, from_map, own, two_calls};
use sbst::distance::gt;
use sbst::execution::{StackFrame, StackTrace};
use sbst::fitness::block_coverage::{BlockCoverage, Nearer};
use sbst::fitness::crash::{Crash, STDistance, Similarity};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Function, GoalId};
use sbst::objective::crash::{CrashGoal, CrashPart};
use sbst::objective::{Goals, Tables};
use sbst::selection::Ranker;
use sbst_oracle::printed::crash::{
    AllFramesCovered, ThirdCase, Thrown, statement_distance, test_stack_trace_distance,
    weighted_sum,
};

/// 3.1: "approach level is 2", because a block that was entered counts as covered; F7 counts its
/// decision, which was not made.
#[test]
fn b3_the_motivating_example_has_level_3_here_and_2_by_the_print() {
    let graph = from_map::graph();
    let crash = from_map::crash(&graph);
    let mut table = FitnessTable::new(&graph);
    for lines in [0, 1] {
        let run = from_map::stops_in_404(&graph, lines);
        table.sweep(&graph, &run);
        assert_eq!(crash.line(&table), Fitness::new(3, 0.into()));
        let sum = crash.weighted_sum(&table, &run);
        assert_eq!((sum.published_line_distance(), sum.published_value()), (0.75, 5.25));
        assert_eq!(
            sum.published_value(),
            weighted_sum(3.0, 0.0, false, Thrown::OtherType, 1.0, ThirdCase::SameTypeThrown)
        );
        assert_eq!(
            weighted_sum(2.0, 0.0, false, Thrown::OtherType, 1.0, ThirdCase::SameTypeThrown),
            5.0
        );
        // 3 - 0 - (1 - 3), and one less by the print.
        let distance = crash.st_distance(&graph, &run);
        assert_eq!(
            (distance.published_next_distance(), distance.test_stack_trace_distance()),
            (Some(3.0), 5.0)
        );
        assert_eq!(test_stack_trace_distance(3, 0, 2.0, 0.0, AllFramesCovered::NoTerm), 4.0);
    }
}

/// Two control dependent blocks are not covered; the one of them that leads to the line by itself
/// is enough.
#[test]
fn b3_of_several_ways_to_the_line_the_shortest_counts() {
    // 0: if c { 1: if a || 2: b { 3 } }  4
    let body = FlowBuilder::new()
        .branch(0, 1, 4)
        .branch(1, 3, 2)
        .branch(2, 3, 4)
        .statements(3, 1)
        .jump(3, 4)
        .exit(4);
    let graph = FlowGraph::of(&body).expect("legal");
    let wanted = StackTrace::new("Bug", [StackFrame::new("M", "f").at(3)]);
    let f = Function::new(0);
    let crash = Crash::new(wanted, |_| [graph.block(f, 3).statement(0)]).expect("located");
    let mut run = Calls::<&str>::new(&graph);
    run.enter(f);
    run.decide(0, gt(0, 0)); // 1 away
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &run);
    assert_eq!(crash.line(&table), Fitness::new(1, 1.into()));
    let next = crash.st_distance(&graph, &run).published_next_distance();
    assert_eq!((next, statement_distance(2.0, 1.0)), (Some(1.5), 2.5));
}

/// The innermost frame reached but for an exception, and all frames without the exception: both
/// at 1.
#[test]
fn b5_ties_of_the_published_distance_are_broken_by_the_distance_first() {
    let graph = two_calls();
    let crash = crash(&graph);
    let tests = [&[3][..], &[5], &[1], &[4]]
        .map(|inside| crash.stack_summary(&graph, &own(&graph, inside, &[])));
    let covered = tests.each_ref().map(|test| test.distance.covered());
    let first = covered.iter().position(|&covered| covered == 2).expect("one reaches the line");
    assert_eq!(covered[0], 1);
    assert!(tests.iter().all(|test| test.distance.published_value() == 1.0));
    let mut coverage = BlockCoverage::new();
    assert!(tests[first].distance < tests[0].distance);
    assert_eq!(
        crash.compare_stacks(&graph, &mut coverage, &tests[0], &tests[first]),
        Nearer::Neither
    );

    let mut goals = Goals::<Calls<&'static str>>::new();
    let goal = goals.push(CrashGoal::new(0, CrashPart::PublishedStack, crash.clone())).id();
    let rows: Vec<Vec<Fitness>> = [&[3][..], &[5], &[1], &[4]]
        .iter()
        .map(|inside| {
            let mut row = Vec::new();
            goals.measure(&graph, &own(&graph, inside, &[]), &mut Tables::new(&graph), &mut row);
            row
        })
        .collect();
    assert!(rows.iter().all(|row| row == &rows[0]), "ties by the published number");
    let mut ranker = Ranker::new();
    let mut preferred = |among: &[usize]| {
        let rows: Vec<&Vec<Fitness>> = among.iter().map(|&test| &rows[test]).collect();
        let best = ranker.preferred(&rows, &[goal], |_, a, b| {
            let [a, b] = [a, b].map(|test| &tests[among[test]]);
            a.distance
                .cmp(&b.distance)
                .then_with(|| crash.compare_stacks(&graph, &mut coverage, a, b).ordering())
        });
        best.iter().map(|&test| among[test]).collect::<Vec<usize>>()
    };
    assert_eq!(preferred(&[0, 2, first]), [first]); // by the distance
    assert_eq!(preferred(&[2, 0]), [0]); // three statements against one
    assert_eq!(goal, GoalId::new(0));
    assert_eq!(STDistance::new(2, 2, Fitness::COVERED, false), tests[first].distance);
}

/// Definition 1 is cited from EvoCrash, whose similarity is the free one; the goal takes what the
/// crash has.
#[test]
fn b7_the_published_sum_takes_the_similarity_of_the_crash() {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0)).expect("legal");
    let f = Function::new(0);
    let frame = StackFrame::new("M", "f");
    let wanted = StackTrace::new("Bug", [frame, frame]);
    let crash = Crash::new(wanted, |_| [graph.entry(f).statement(0)]).expect("located");
    let mut goals = Goals::<Calls<&'static str>>::new();
    // Of one crash and comparison the registry keeps the first goal, so they have two numbers.
    goals.push(CrashGoal::new(0, CrashPart::PublishedWeightedSum, crash.clone()));
    goals.push(CrashGoal::new(
        1,
        CrashPart::PublishedWeightedSum,
        crash.with_similarity(Similarity::Free),
    ));
    let mut run = Calls::new(&graph);
    run.enter(f);
    run.throw("Bug", [frame]);
    // Two calls are wanted and there was one: norm(1), and 0.
    assert_eq!(super::goals::scalars(&goals, &graph, &run), [0.5, 0.0]);
}
