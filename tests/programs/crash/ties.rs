//! Block coverage as the tie-breaker of crash reproduction (BBC 3.3.1, 5.3).

use super::calls::Calls;
use sbst::distance::{flag, gt};
use sbst::execution::{
    CallTreeLimits, Facts, StackFrame, StackTrace, StackTraces, Trace, WithStackTraces,
};
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
use sbst::fitness::crash::{Crash, StackSummary, WeightedSum};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Function, GoalId, Statement};
use sbst::selection::Ranker;
use std::collections::BTreeSet;

type Frame = StackFrame<&'static str>;

/// For executions that are kept as such.
pub(crate) fn compare_runs<
    E: PartialEq,
    C: Ord,
    M: Ord,
    X: Facts + StackTraces<E, C, M> + ?Sized,
>(
    crash: &Crash<E, C, M>,
    graph: &FlowGraph,
    coverage: &mut BlockCoverage,
    first: &X,
    second: &X,
) -> Nearer {
    let [first, second] = [first, second].map(|run| crash.stack_summary(graph, run));
    crash.compare_stacks(graph, coverage, &first, &second)
}

type Own = Calls<&'static str>;

const OUTER: Function = Function::new(0);
const INNER: Function = Function::new(1);

/// ```text
/// outer   0: (line 3) calls inner
/// inner   0: six statements, the last is line 12
/// ```
pub(super) fn two_calls() -> FlowGraph {
    let mut graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0)).expect("legal");
    graph.add(&FlowBuilder::new().statements(0, 6).exit(0)).expect("legal");
    graph
}

pub(super) fn crash(graph: &FlowGraph) -> Crash<&'static str> {
    let wanted =
        StackTrace::new("Bug", [Frame::new("M", "inner").at(12), Frame::new("M", "outer").at(3)]);
    let line = |frame: &Frame| {
        [if frame.method == "inner" {
            graph.entry(INNER).statement(5)
        } else {
            graph.entry(OUTER).statement(0)
        }]
    };
    Crash::new(wanted, line).expect("in the graph")
}

/// In `outer`, `inner` runs so many statements; elsewhere, called by the test, it runs these.
pub(super) fn own(graph: &FlowGraph, inside: &[u32], elsewhere: &[u32]) -> Own {
    let mut run = Own::new(graph);
    let inner = |run: &mut Own, statements| {
        run.enter(INNER);
        run.done(0, statements);
        run.leave();
    };
    elsewhere.iter().for_each(|&statements| inner(&mut run, statements));
    run.enter(OUTER);
    inside.iter().for_each(|&statements| inner(&mut run, statements));
    run.leave();
    run
}

fn traced(
    graph: &FlowGraph,
    inside: &[u32],
    elsewhere: &[u32],
) -> WithStackTraces<Trace, &'static str> {
    let run = WithStackTraces::new(Trace::new(graph).with_call_tree(CallTreeLimits::NONE));
    let inner = |statements| run.execution.innermost(None).enter(INNER).done(0, statements);
    elsewhere.iter().for_each(|&statements| inner(statements));
    let outer = run.execution.root().enter(OUTER);
    inside.iter().for_each(|&statements| inner(statements));
    drop(outer);
    run
}

#[test]
fn ap4_two_tests_that_tie_are_told_apart_in_the_first_uncovered_frame() {
    let graph = two_calls();
    let crash = crash(&graph);
    let mut coverage = BlockCoverage::new();
    let [near, far] = [4, 1].map(|statements| own(&graph, &[statements], &[]));
    for run in [&near, &far] {
        let distance = crash.st_distance(&graph, run);
        assert_eq!(
            (distance.covered(), distance.value(), distance.published_value()),
            (1, 1.5, 1.0)
        );
    }
    assert_eq!(compare_runs(&crash, &graph, &mut coverage, &far, &near), Nearer::Second(3));
    assert_eq!(compare_runs(&crash, &graph, &mut coverage, &near, &far), Nearer::First(3));
    assert_eq!(compare_runs(&crash, &graph, &mut coverage, &near, &near), Nearer::Neither);
    // For the target frame's line, which both cover, there is nothing to tell.
    let whole = [&far, &near].map(|run| BlockSummary::of(&graph, run));
    assert_eq!(
        coverage.compare(&graph, Target::Line(crash.statements()), &whole[0], &whole[1]),
        Nearer::Neither
    );
}

#[test]
fn ap4_calls_of_the_inner_method_elsewhere_do_not_count() {
    let graph = two_calls();
    let crash = crash(&graph);
    let mut coverage = BlockCoverage::new();
    // Elsewhere the test that is farther away comes farther than the other one, or even to line 12.
    for elsewhere in [&[5][..], &[6], &[0, 6, 3]] {
        let (near, far) = (own(&graph, &[4], &[]), own(&graph, &[1], elsewhere));
        assert_eq!(crash.st_distance(&graph, &near), crash.st_distance(&graph, &far));
        assert_eq!(compare_runs(&crash, &graph, &mut coverage, &far, &near), Nearer::Second(3));
        // The whole executions say the opposite.
        let whole = [&far, &near].map(|run| BlockSummary::of(&graph, run));
        let line = Target::Statement(graph.entry(INNER).statement(5));
        assert!(matches!(coverage.compare(&graph, line, &whole[0], &whole[1]), Nearer::First(_)));

        let (near, far) = (traced(&graph, &[4], &[]), traced(&graph, &[1], elsewhere));
        assert_eq!(compare_runs(&crash, &graph, &mut coverage, &far, &near), Nearer::Second(3));
    }
    // Of several calls inside, the farthest progress counts: as for any execution.
    let (near, far) = (own(&graph, &[0, 4, 2], &[]), own(&graph, &[1, 1], &[6]));
    assert_eq!(compare_runs(&crash, &graph, &mut coverage, &far, &near), Nearer::Second(3));
}

#[test]
fn ap4_only_ties_are_broken() {
    let graph = two_calls();
    let crash = crash(&graph);
    let mut coverage = BlockCoverage::new();
    let idle = Own::new(&graph);
    let uncalled = own(&graph, &[], &[4]);
    let (half, all) = (own(&graph, &[4], &[]), own(&graph, &[6], &[]));
    for (first, second) in [(&idle, &half), (&uncalled, &half), (&half, &all), (&idle, &all)] {
        assert_ne!(crash.st_distance(&graph, first), crash.st_distance(&graph, second));
        assert_eq!(compare_runs(&crash, &graph, &mut coverage, first, second), Nearer::Neither);
    }
    // Both cover every frame; whether the exception was thrown, the distance tells.
    let mut thrown = own(&graph, &[6], &[]);
    thrown.throw("Bug", [Frame::new("M", "inner").at(12)]);
    assert_eq!(compare_runs(&crash, &graph, &mut coverage, &all, &thrown), Nearer::Neither);
    assert_eq!(
        compare_runs(&crash, &graph, &mut coverage, &all, &own(&graph, &[5], &[])),
        Nearer::Neither
    );
    // Neither calls inner within outer: nothing is known there.
    assert_eq!(
        compare_runs(&crash, &graph, &mut coverage, &uncalled, &own(&graph, &[], &[1])),
        Nearer::Neither
    );
    assert_eq!(crash.stack_summary(&graph, &uncalled).blocks, BlockSummary::default());
    assert_eq!(crash.stack_summary(&graph, &all).blocks, BlockSummary::default());
}

#[test]
fn ap4_with_no_frame_covered_all_calls_of_the_target_method_count() {
    // outer: five statements, the last is line 3. Called by the test, and by a method that is no
    // frame.
    let mut graph = FlowGraph::of(&FlowBuilder::new().statements(0, 5).exit(0)).expect("legal");
    let other = graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let crash = Crash::new(StackTrace::new("Bug", [Frame::new("M", "outer").at(3)]), |_| {
        [graph.entry(OUTER).statement(4)]
    });
    let crash = crash.expect("in the graph");
    let run = |direct: u32, indirect: u32| {
        let mut run = Own::new(&graph);
        run.enter(OUTER);
        run.done(0, direct);
        run.leave();
        run.enter(other);
        run.enter(OUTER);
        run.done(0, indirect);
        run
    };
    let mut coverage = BlockCoverage::new();
    assert_eq!(
        compare_runs(&crash, &graph, &mut coverage, &run(0, 1), &run(1, 3)),
        Nearer::Second(2)
    );
    assert_eq!(
        compare_runs(&crash, &graph, &mut coverage, &run(3, 1), &run(0, 1)),
        Nearer::First(2)
    );
}

/// A search keeps summaries, for its recorder is reset.
#[test]
fn ap4_summaries_break_ties_in_a_ranker() {
    let graph = two_calls();
    let crash = crash(&graph);
    let mut run = WithStackTraces::new(Trace::new(&graph).with_call_tree(CallTreeLimits::NONE));
    let tests: Vec<StackSummary> = [Some(1), None, Some(4), Some(3)]
        .into_iter()
        .map(|statements| {
            run.reset();
            let outer = run.execution.root().enter(OUTER);
            if let Some(statements) = statements {
                outer.caller().enter(INNER).done(0, statements);
            }
            drop(outer);
            crash.stack_summary(&graph, &run)
        })
        .collect();
    let rows: Vec<[Fitness; 1]> = tests.iter().map(|test| [test.distance.fitness()]).collect();
    let (goal, mut coverage, mut asked) = (GoalId::new(0), BlockCoverage::new(), BTreeSet::new());
    let mut ranker = Ranker::new();
    let preferred = ranker.preferred(&rows, &[goal], |_, a, b| {
        asked.extend([a, b]);
        crash.compare_stacks(&graph, &mut coverage, &tests[a], &tests[b]).ordering()
    });
    assert_eq!(preferred, [2]);
    assert!(!asked.contains(&1)); // no tie
}

/// The publication's own example: `fromMap` of Listing 1, and the crash of Listing 2, XWIKI-13377,
/// with target frame 3.
pub(super) mod from_map {
    use super::{FlowBuilder, FlowGraph, Frame, Function, Own, StackTrace, Statement, flag};
    use sbst::fitness::crash::Crash;

    pub(crate) const FROM_MAP: Function = Function::new(0);
    const FROM_VALUE: Function = Function::new(1);
    const SET_VALUE: Function = Function::new(2);

    /// Blocks 403, 404-406, 407-408, 409, 410, 411, 413, 415 and 418; the methods of the other
    /// frames are branchless (3.2), and here they have three and two statements.
    pub(crate) fn graph() -> FlowGraph {
        let lines = [1, 3, 2, 1, 1, 1, 1, 1, 1];
        let body = (0..)
            .zip(lines)
            .fold(FlowBuilder::new(), |body, (block, lines)| body.statements(block, lines));
        let body = body.branch(0, 1, 8).branch(1, 2, 0).branch(2, 3, 4).jump(3, 7).branch(4, 5, 6);
        let mut graph =
            FlowGraph::of(&body.jump(5, 7).jump(6, 7).jump(7, 0).exit(8)).expect("legal");
        for statements in [3, 2] {
            graph.add(&FlowBuilder::new().statements(0, statements).exit(0)).expect("legal");
        }
        graph
    }

    pub(crate) fn crash(graph: &FlowGraph) -> Crash<&'static str> {
        let frames = [
            ("BaseStringProperty", "setValue", 45),
            ("PropertyClass", "fromValue", 615),
            ("BaseClass", "fromMap", 413),
        ];
        let frames = frames.map(|(class, method, line)| Frame::new(class, method).at(line));
        let line = |frame: &Frame| -> [Statement; 1] {
            match frame.line {
                Some(413) => [graph.block(FROM_MAP, 6).statement(0)],
                Some(615) => [graph.entry(FROM_VALUE).statement(2)],
                _ => [graph.entry(SET_VALUE).statement(1)],
            }
        };
        Crash::new(StackTrace::new("ClassCastException", frames), line).expect("in the graph")
    }

    /// Stops in block 404-406, after so many of its lines ran to their end.
    pub(crate) fn stops_in_404(graph: &FlowGraph, lines: u32) -> Own {
        let mut run = Own::new(graph);
        run.enter(FROM_MAP);
        run.decide(0, flag(true));
        run.done(1, lines);
        run.leave();
        run
    }

    /// Comes to line 413, and stops in `fromValue`, or in `setValue`, after so many statements
    /// there.
    pub(crate) fn comes_to_413(
        graph: &FlowGraph,
        in_from_value: u32,
        in_set_value: Option<u32>,
    ) -> Own {
        let mut run = Own::new(graph);
        run.enter(FROM_MAP);
        for (block, holds) in [(0, true), (1, true), (2, false), (4, false)] {
            run.decide(block, flag(holds));
        }
        run.enter(FROM_VALUE);
        run.done(0, in_from_value);
        if let Some(statements) = in_set_value {
            run.enter(SET_VALUE);
            run.done(0, statements);
            run.leave();
        }
        run.leave();
        run.leave();
        run
    }
}

#[test]
fn ap4_the_tests_of_the_motivating_example_tie_and_the_second_is_nearer() {
    let graph = from_map::graph();
    let crash = from_map::crash(&graph);
    // T1 throws on line 404, T2 on line 405 (3.1).
    let (t1, t2) = (from_map::stops_in_404(&graph, 0), from_map::stops_in_404(&graph, 1));
    let mut coverage = BlockCoverage::new();
    // With STDistance: no frame is covered, and the target is line 413.
    let distances = [&t1, &t2].map(|run| crash.st_distance(&graph, run));
    assert_eq!((distances[0].covered(), distances[0]), (0, distances[1]));
    assert_eq!(compare_runs(&crash, &graph, &mut coverage, &t1, &t2), Nearer::Second(1));
    // With WeightedSum: the same approach level and branch distance of line 413, which neither
    // reaches.
    let mut table = FitnessTable::new(&graph);
    let sums = [&t1, &t2].map(|run| {
        table.sweep(&graph, run);
        assert!(!crash.line(&table).is_covered());
        crash.weighted_sum(&table, run)
    });
    assert_eq!(sums[0], sums[1]);
    let blocks = [&t1, &t2].map(|run| BlockSummary::of(&graph, run));
    assert_eq!(
        coverage.compare(&graph, Target::Line(crash.statements()), &blocks[0], &blocks[1]),
        Nearer::Second(1)
    );
}

/// The other two frames of Listing 2 are branchless, so only block coverage sees the way through
/// them.
#[test]
fn ap4_branchless_frames_are_told_apart_one_after_the_other() {
    let graph = from_map::graph();
    let crash = from_map::crash(&graph);
    let mut coverage = BlockCoverage::new();
    let in_from_value = [0, 1].map(|statements| from_map::comes_to_413(&graph, statements, None));
    let in_set_value = [0, 1].map(|statements| from_map::comes_to_413(&graph, 2, Some(statements)));
    let distance = |run| crash.st_distance(&graph, run);
    assert_eq!(
        in_from_value.each_ref().map(|run| (distance(run).covered(), distance(run).value())),
        [(1, 2.5); 2]
    );
    assert_eq!(
        compare_runs(&crash, &graph, &mut coverage, &in_from_value[0], &in_from_value[1]),
        Nearer::Second(1)
    );
    // The line of the deepest frame, its second statement, is reached by the second test, so there
    // the distances differ.
    assert_eq!(
        in_set_value.each_ref().map(|run| (distance(run).covered(), distance(run).value())),
        [(2, 1.5), (3, 1.0)]
    );
    assert_eq!(
        compare_runs(&crash, &graph, &mut coverage, &in_set_value[0], &in_set_value[1]),
        Nearer::Neither
    );
}

/// 3.3.1: without any limitation, wherever approach level and branch distance are equal and the
/// line is not covered.
#[test]
fn ap4_the_weighted_sum_compares_for_the_target_line_only() {
    // 0: two statements, then if a > 0 { 1: three statements, the last is line 9 }
    let graph = FlowGraph::of(
        &FlowBuilder::new().statements(0, 2).branch(0, 1, 2).statements(1, 3).jump(1, 2).exit(2),
    )
    .expect("legal");
    let crash = Crash::new(StackTrace::new("Bug", [Frame::new("M", "f").at(9)]), |_| {
        [graph.block(OUTER, 1).statement(2)]
    });
    let crash = crash.expect("in the graph");
    let mut table = FitnessTable::new(&graph);
    let mut measured = |before: u32, a: Option<i32>, after: u32| -> (WeightedSum, BlockSummary) {
        let mut run = Own::new(&graph);
        run.enter(OUTER);
        run.done(0, before);
        if a.is_some_and(|a| run.decide(0, gt(a, 0))) {
            run.done(1, after);
        }
        table.sweep(&graph, &run);
        (crash.weighted_sum(&table, &run), BlockSummary::of(&graph, &run))
    };
    let mut coverage = BlockCoverage::new();
    let mut nearer = |a: &(WeightedSum, BlockSummary), b: &(WeightedSum, BlockSummary)| {
        assert_eq!(a.0, b.0, "no tie");
        coverage.compare(&graph, Target::Line(crash.statements()), &a.1, &b.1)
    };
    // Before the predicate, and after it.
    assert_eq!(nearer(&measured(0, None, 0), &measured(1, None, 0)), Nearer::Second(1));
    assert_eq!(nearer(&measured(2, Some(1), 0), &measured(2, Some(1), 1)), Nearer::Second(1));
    // The same wrong side: block 0 is completed by both.
    assert_eq!(nearer(&measured(2, Some(-3), 0), &measured(2, Some(-3), 0)), Nearer::Neither);
    // Both reach the line.
    assert_eq!(nearer(&measured(2, Some(1), 2), &measured(2, Some(1), 3)), Nearer::Neither);
}
