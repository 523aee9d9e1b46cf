//! Definitions 1 and 2 of the publication (BBC 2.3), beside oracles written from its text alone.

use sbst_oracle::printed::crash as oracle;

use self::oracle::{
    AllFramesCovered, Penalty, ThirdCase, Thrown, st_distance, statement_distance,
    test_stack_trace_distance, weighted_sum,
};
use super::calls::Calls;
use super::goals::scalars;
use super::golden::assert_close;
use super::worlds::{Tree, World, config, is_near, tree, world};
use crate::oracle::crash::{Stack, ordered_by_prefixes};
use crate::oracle::reached::reached_within;
use proptest::prelude::*;
use sbst::distance::{Distance, gt};
use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
use sbst::fitness::crash::{Crash, STDistance, Similarity, Stage, WeightedSum};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Function, GoalId};
use sbst::objective::crash::{CrashGoal, CrashPart};
use sbst::objective::{Goal, Goals, Tables};
use sbst::selection::Ranker;
use std::collections::BTreeSet;

type Frame = StackFrame<&'static str>;

const OUTER: Function = Function::new(0);
const INNER: Function = Function::new(1);

/// `n` decisions, each within the one before; the line lies within all of them.
fn nest(n: u32) -> FlowBuilder {
    let body = (0..n).fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, n + 1));
    body.statements(n, 1).jump(n, n + 1).exit(n + 1)
}

/// `outer` decides twice before line 3, where it calls `inner`; `inner` decides seven times before
/// line 12.
fn graph() -> FlowGraph {
    let mut graph = FlowGraph::of(&nest(2)).expect("legal");
    graph.add(&nest(7)).expect("legal");
    graph
}

fn crash(graph: &FlowGraph) -> Crash<&'static str> {
    let wanted =
        StackTrace::new("Bug", [Frame::new("M", "inner").at(12), Frame::new("M", "outer").at(3)]);
    let line = |frame: &Frame| {
        [if frame.method == "inner" {
            graph.block(INNER, 7).statement(0)
        } else {
            graph.block(OUTER, 2).statement(0)
        }]
    };
    Crash::new(wanted, line).expect("in the graph")
}

/// `outer` takes the first `right` decisions, and misses the next one by 1; if it misses none,
/// `inner` misses its first one by 1.
fn run(graph: &FlowGraph, right: u32) -> Calls<&'static str> {
    let mut run = Calls::new(graph);
    run.enter(OUTER);
    if (0..2).all(|block| run.decide(block, gt(i32::from(block < right), 0))) {
        run.enter(INNER);
        run.decide(0, gt(0, 0));
        run.leave();
    }
    run.leave();
    run
}

fn sum(graph: &FlowGraph, run: &Calls<&'static str>) -> WeightedSum {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    crash(graph).weighted_sum(&table, run)
}

#[test]
fn ap5_definition_1_does_not_add_the_one_of_the_default_form() {
    let graph = graph();
    // Level 1, branch distance 1: 3 norm(1 + 1/2) + 2 + 1 = 4.8; with the 1 norm(5/2) = 5/7, and
    // 36/7.
    let two_to_go = sum(&graph, &run(&graph, 0));
    assert_eq!(two_to_go.published_value(), 4.8);
    assert_close(two_to_go.value(), 36.0 / 7.0);
    // Level 0: 3 norm(1/2) + 2 + 1 = 4; with the 1 norm(3/2) = 3/5, and 4.8.
    let one_to_go = sum(&graph, &run(&graph, 1));
    assert_eq!((one_to_go.published_value(), one_to_go.value()), (4.0, 4.8));
    // The line is reached: the forms agree, and on what follows, too.
    let reached = sum(&graph, &run(&graph, 2));
    assert_eq!((reached.published_value(), reached.value()), (3.0, 3.0));
    for cost in [0_u32, 1, 3] {
        let thrown = WeightedSum::new(Fitness::COVERED, Some(cost.into()));
        assert_eq!(
            (thrown.published_value(), thrown.published_line_distance()),
            (thrown.value(), 0.0)
        );
    }
    assert_eq!(WeightedSum::NO_TEST.published_value(), 6.0);
}

/// Both numbers are 0 there, as for a line that was reached.
#[test]
fn ap5_thrown_before_the_line_definition_1_prints_the_value_of_a_line_that_was_reached() {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).exit(0)).expect("legal");
    let crash = Crash::new(StackTrace::new("Bug", [Frame::new("M", "f")]), |_| {
        [graph.entry(OUTER).statement(1)]
    })
    .expect("located");
    let mut run = Calls::new(&graph);
    run.enter(OUTER);
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &run);
    let sum = crash.weighted_sum(&table, &run);
    assert_eq!((sum.stage(), sum.published_line_distance()), (Stage::LineNotReached, 0.0));
    assert_eq!((sum.published_value(), sum.value()), (3.0, 4.5));
    let distance = crash.st_distance(&graph, &run);
    assert_eq!(
        (distance.published_next_distance(), distance.published_value(), distance.value()),
        (Some(0.0), 1.0, 1.5)
    );
    run.done(0, 1);
    table.sweep(&graph, &run);
    assert_eq!(crash.weighted_sum(&table, &run).published_value(), 3.0);
    assert_eq!(crash.st_distance(&graph, &run).published_value(), 1.0); // only the penalty: a tie once more
}

#[test]
fn ap5_definition_2_does_not_normalise_the_way_to_the_next_frame() {
    let graph = graph();
    let crash = crash(&graph);
    // lcp = 0, level 1, distance 1: 2 - 0 - (1 - 1.5) + 1.
    let none = crash.st_distance(&graph, &run(&graph, 0));
    assert_eq!(
        (none.covered(), none.published_next_distance(), none.published_value()),
        (0, Some(1.5), 3.5)
    );
    assert_eq!(none.test_stack_trace_distance(), 2.5); // without the penalty
    // lcp = 1, level 6, distance 1: 2 - 1 - (1 - 6.5) + 1, though it covers a frame more.
    let one = crash.st_distance(&graph, &run(&graph, 2));
    assert_eq!(
        (one.covered(), one.published_next_distance(), one.published_value()),
        (1, Some(6.5), 7.5)
    );
    assert_eq!(one.test_stack_trace_distance(), 6.5);
    assert!(one < none && one.value() < none.value());
    // By default: norm(1 + 3/2) = 5/7, and norm(1 + 13/2) = 15/17.
    assert_close(none.value(), 2.0 - 2.0 / 7.0 + 1.0);
    assert_close(one.value(), 1.0 - 2.0 / 17.0 + 1.0);
    for thrown in [true, false] {
        let all = STDistance::new(2, 2, Fitness::new(9, 9.into()), thrown);
        assert_eq!(
            (all.published_value(), all.published_next_distance()),
            (f64::from(u8::from(!thrown)), None)
        );
        assert_eq!(
            all.test_stack_trace_distance(),
            test_stack_trace_distance(2, 2, 9.0, 9.0, AllFramesCovered::NoTerm)
        );
    }
}

#[test]
fn ap5_of_several_exceptions_the_nearest_of_the_wanted_type_counts() {
    let graph = graph();
    let with = |exceptions: &[(&'static str, u32)]| {
        let mut run = run(&graph, 2);
        for &(exception, line) in exceptions {
            run.throw(
                exception,
                [Frame::new("M", "inner").at(line), Frame::new("M", "outer").at(3)],
            );
        }
        sum(&graph, &run).published_value()
    };
    // Of another type alone: the second case, 2 + 1.
    assert_eq!(with(&[("Other", 12)]), 3.0);
    // One line off: 1/2 normalised is 1/3, and norm(1/3) = 1/4. In whatever order.
    assert_close(with(&[("Bug", 13), ("Other", 12)]), 0.25);
    assert_close(with(&[("Other", 12), ("Bug", 99), ("Bug", 13)]), 0.25);
    assert_eq!(with(&[("Bug", 13), ("Bug", 12), ("Other", 1)]), 0.0);
    // Before the line is reached, exceptions do not count.
    let mut early = run(&graph, 1);
    early.throw("Bug", [Frame::new("M", "inner").at(12), Frame::new("M", "outer").at(3)]);
    assert_eq!(sum(&graph, &early).published_value(), 4.0);
}

/// Whoever benchmarks the published fitness ranks by its numbers, ties included.
#[test]
fn ap5_the_published_forms_are_goals_by_name_beside_the_default_ones() {
    let graph = graph();
    let crash = crash(&graph);
    let mut goals = Goals::<Calls<&'static str>>::new();
    goals.push(CrashGoal::new(0, CrashPart::WeightedSum, crash.clone()));
    goals.push(CrashGoal::new(0, CrashPart::PublishedWeightedSum, crash.clone()));
    goals.push(CrashGoal::new(0, CrashPart::Stack, crash.clone()));
    goals.push(CrashGoal::new(0, CrashPart::PublishedStack, crash.clone()));
    let parts = [
        CrashPart::WeightedSum,
        CrashPart::PublishedWeightedSum,
        CrashPart::Stack,
        CrashPart::PublishedStack,
    ];
    assert!(goals.ids().map(|id| goals.goal(id)).eq(parts.map(|part| Goal::Crash(0, part))));
    assert_eq!(goals.goal(GoalId::new(1)).to_string(), "published weighted sum of crash 0");
    assert_eq!(goals.goal(GoalId::new(3)).to_string(), "published stack of crash 0");

    let runs = [0, 1, 2].map(|right| run(&graph, right));
    for run in &runs {
        let (sum, distance) = (sum(&graph, run), crash.st_distance(&graph, run));
        let expected =
            [sum.value(), sum.published_value(), distance.value(), distance.published_value()];
        let found = scalars(&goals, &graph, run);
        assert!(
            found.iter().zip(expected).all(|(&found, expected)| is_near(found, expected)),
            "{found:?} for {expected:?}"
        );
    }
    let rows: Vec<Vec<Fitness>> = runs
        .iter()
        .map(|run| {
            let mut row = Vec::new();
            goals.measure(&graph, run, &mut Tables::new(&graph), &mut row);
            row
        })
        .collect();
    let order = |goal| {
        let mut order = [0, 1, 2];
        order.sort_by_key(|&test: &usize| rows[test][goal]);
        order
    };
    // 7.5 with a frame covered, 3.5 and 2.5 without one.
    assert_eq!([0, 1, 2, 3].map(order), [[2, 1, 0], [2, 1, 0], [2, 1, 0], [1, 0, 2]]);
    assert_eq!(Ranker::new().preferred(&rows, &[GoalId::new(3)], |_, a, b| a.cmp(&b)), [1]);
    // Not measured: no test, and a target frame that is as far as there are numbers.
    let never: Vec<f64> = goals.ids().map(|goal| goals.scalar(goal, Fitness::NEVER)).collect();
    assert_eq!(never[..3], [6.0, 6.0, 3.0]);
    assert!(never[3].is_finite() && never[3] > 4e9);
    // The published distance asks for the calls, too.
    let mut published = Goals::<WithStackTraces<Trace, &'static str>>::new();
    published.push(CrashGoal::new(0, CrashPart::PublishedStack, crash));
    let trace = published.trace(&graph);
    drop(trace.root().enter(OUTER));
    assert!(trace.check().is_ok() && sbst::execution::Facts::activation_count(&trace) == 1);
}

/// Level and branch distance of the publication, which has no number for "nothing is known to be
/// wrong".
fn printed((level, distance): (u32, f64)) -> (f64, f64) {
    (f64::from(level), if level == 0 && distance == 5e-324 { 0.0 } else { distance })
}

/// Which case of Definition 1, and whether an exception of another type was thrown.
fn assert_definition_1(world: &World) -> Option<(u8, bool)> {
    let crash = world.crash.as_ref().ok()?.clone().with_similarity(Similarity::Ordered);
    let line = world.subject.line(world.target(), &world.seen(0));
    if line.0 == u32::MAX {
        return None; // no such line
    }
    let thrown = &world.runs[0].extra;
    let of_type = || thrown.iter().filter(|thrown| thrown.exception == world.wanted.exception);
    let kind = match (of_type().next(), thrown.first()) {
        (Some(_), _) => Thrown::SameType,
        (None, Some(_)) => Thrown::OtherType,
        (None, None) => Thrown::Nothing,
    };
    let cost = of_type()
        .map(|thrown| ordered_by_prefixes(&world.wanted.frames, &thrown.frames))
        .fold(f64::INFINITY, f64::min);
    let (level, distance) = printed(line);
    let is_reached = line == (0, 0.0);
    let expected = weighted_sum(
        level,
        distance,
        is_reached,
        kind,
        oracle::norm(cost),
        ThirdCase::SameTypeThrown,
    );
    let sum = world.measure(&crash, &world.runs[0]);
    assert!(is_near(sum.published_value(), expected), "{} for {expected}", sum.published_value());
    if !is_reached {
        assert!(is_near(sum.published_line_distance(), oracle::d_s(level, distance)));
    }
    let case = if !is_reached { 1 } else { 2 + u8::from(kind == Thrown::SameType) };
    Some((case, thrown.iter().any(|thrown| thrown.exception != world.wanted.exception)))
}

/// How many frames are left, if any are covered, and whether the penalty is gone.
fn assert_definition_2(tree: &Tree) -> Option<(usize, bool, bool)> {
    let crash = tree.crash.as_ref().ok()?;
    let stack = Stack::of(&tree.subject, &tree.wanted, &tree.calls);
    let found = crash.st_distance(&tree.subject.graph, &tree.calls);
    let (level, distance) = printed(stack.next.unwrap_or_default());
    let expected = st_distance(
        stack.frames,
        stack.covered,
        level,
        distance,
        stack.is_thrown,
        AllFramesCovered::NoTerm,
        Penalty::OnceAllFramesAreCovered,
    );
    assert!(
        is_near(found.published_value(), expected),
        "{} for {expected}: {stack:?}",
        found.published_value()
    );
    let equation_2 = test_stack_trace_distance(
        stack.frames,
        stack.covered,
        level,
        distance,
        AllFramesCovered::NoTerm,
    );
    assert!(
        is_near(found.test_stack_trace_distance(), equation_2),
        "{} for {equation_2}",
        found.test_stack_trace_distance()
    );
    let next = found.published_next_distance();
    assert_eq!(next.is_some(), stack.next.is_some());
    assert!(next.is_none_or(|next| is_near(next, statement_distance(level, distance))));
    Some((stack.frames - stack.covered, stack.covered > 0, found.is_reproduced()))
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn the_published_sum_is_definition_1(world in world(3, 1)) {
        assert_definition_1(&world);
    }

    #[test]
    fn the_published_distance_by_calls_is_definition_2(tree in tree()) {
        assert_definition_2(&tree);
    }
}

#[test]
fn generated_crashes_meet_every_case_of_the_definitions() {
    let (mut cases, mut frames) = (BTreeSet::new(), BTreeSet::new());
    let expected: BTreeSet<_> = (1..=3).flat_map(|case| [(case, false), (case, true)]).collect();
    let is_enough = reached_within(world(3, 1), 1500, |world| {
        cases.extend(assert_definition_1(&world));
        cases.is_superset(&expected)
    });
    assert!(is_enough, "{cases:?}");
    let expected = BTreeSet::from([
        (0, true, false),
        (0, true, true),
        (1, false, false),
        (1, true, false),
        (2, true, false),
        (3, false, false),
    ]);
    let is_enough = reached_within(tree(), 1500, |tree| {
        frames.extend(assert_definition_2(&tree));
        frames.is_superset(&expected)
    });
    assert!(is_enough, "{frames:?}");
}

fn values() -> impl Strategy<Value = Fitness> {
    let far = prop_oneof![
        Just(0.0),
        Just(5e-324),
        Just(1e-300),
        0.0..9.0,
        Just(1e17),
        Just(1e300),
        Just(f64::INFINITY)
    ];
    let level = prop_oneof![4 => 0..5_u32, 1 => Just(u32::MAX - 3), 1 => Just(u32::MAX)];
    (level, far)
        .prop_map(|(level, far)| Fitness::new(level, Distance::new(far).expect("a distance")))
}

proptest! {
    #![proptest_config(config(1024))]

    /// The printed numbers never contradict the parts; they only tie more often.
    #[test]
    fn ap5_the_published_sum_follows_the_order_of_the_parts(
        lines in [values(), values()],
        costs in [proptest::option::of(0..9_u32), proptest::option::of(0..9_u32)],
    ) {
        let [a, b] = [0, 1].map(|at| WeightedSum::new(lines[at], costs[at].map(Distance::from)));
        prop_assert!(a > b || a.published_value() <= b.published_value(), "{a:?} {b:?}");
        for sum in [a, b] {
            let value = sum.published_value();
            prop_assert!(value <= sum.value() && (0.0..=6.0).contains(&value));
            prop_assert_eq!(value == 0.0, sum.stage() == Stage::Reproduced);
            prop_assert_eq!(value < 3.0, sum.stage() >= Stage::ExceptionThrown);
            let parts = 3.0 * sum.published_line_distance()
                + 2.0 * sum.type_distance()
                + sum.trace_distance();
            prop_assert_eq!(value, parts);
        }
    }

    #[test]
    fn ap5_the_published_distance_has_no_upper_bound_and_is_at_least_one(
        frames in 0..6_u32,
        covered in 0..6_u32,
        next in values(),
        thrown: bool,
    ) {
        let distance = STDistance::new(frames, covered, next, thrown);
        let value = distance.published_value();
        prop_assert!(value.is_finite());
        match distance.published_next_distance() {
            None => prop_assert_eq!(value, distance.value()),
            Some(next) => {
                prop_assert!(value >= 1.0 && next >= 0.0);
                prop_assert!(is_near(value, f64::from(frames - distance.covered()) + next));
            }
        }
        prop_assert_eq!(value == 0.0, distance.is_reproduced());
    }
}
