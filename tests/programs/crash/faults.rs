//! Known faults of existing tools, by their ids, as cases that must come out right.

use super::calls::{Calls, WALK, walk, walk_graph};
use super::golden::assert_close;
use sbst::distance::{Distance, eq, gt};
use sbst::execution::{StackFrame, StackTrace, Trace, WithStackTraces};
use sbst::fitness::crash::{Crash, CrashError, STDistance, Similarity, Stage, WeightedSum};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function};
use sbst::objective::crash::{CrashGoal, CrashPart};
use sbst::objective::{Objective, Observed};

type Frame = StackFrame<&'static str>;
type Thrown = StackTrace<&'static str>;
type Run = WithStackTraces<Trace, &'static str>;

fn frame(method: &'static str) -> Frame {
    Frame::new("T", method)
}

/// `walk`, the crash of which is `Bug` with these frames; the last one is line 9 of `walk`.
fn crash(graph: &FlowGraph, frames: &[Frame]) -> Crash<&'static str> {
    Crash::new(Thrown::new("Bug", frames.iter().copied()), |_| [graph.block(WALK, 1).statement(1)])
        .expect("in the graph")
}

/// An execution that reaches line 9, and throws these.
fn thrown(graph: &FlowGraph, traces: impl IntoIterator<Item = Thrown>) -> Run {
    let mut run = WithStackTraces::new(Trace::new(graph));
    let f = run.execution.root().enter(WALK);
    assert!(f.decide(0, gt(1, 0)));
    f.done(1, 1);
    drop(f);
    run.extra.extend(traces);
    run
}

fn sum(graph: &FlowGraph, crash: &Crash<&'static str>, run: &Run) -> WeightedSum {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    crash.weighted_sum(&table, run)
}

#[test]
fn x1_of_several_exceptions_the_nearest_counts_in_whatever_order() {
    let graph = walk_graph();
    let crash = crash(&graph, &[frame("walk").at(9)]);
    let [near, far, other] = [
        Thrown::new("Bug", [frame("walk").at(10)]), // 1 line off: norm(1/3) = 1/4
        Thrown::new("Bug", [frame("stop").at(9)]),  // norm(2/3) = 2/5
        Thrown::new("Other", [frame("walk").at(9)]), // another type in the right place
    ];
    let value = |traces: &[&Thrown]| {
        sum(&graph, &crash, &thrown(&graph, traces.iter().copied().cloned())).value()
    };
    // A match, and another exception behind or before it: 0.25, where the last one wins 3.0 and
    // 0.25.
    assert_eq!(value(&[&near, &other]), 0.25);
    assert_eq!(value(&[&other, &near]), 0.25);
    assert_eq!(value(&[&other]), 3.0);
    assert_close(value(&[&far]), 0.4);
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for order in orders {
        assert_eq!(value(&order.map(|at| [&near, &far, &other][at])), 0.25);
    }
}

#[test]
fn x1_neither_the_parts_nor_the_stack_take_the_last_exception_for_the_only_one() {
    let graph = walk_graph();
    let crash = crash(&graph, &[frame("walk").at(9)]);
    let [wanted, other] = ["Bug", "Other"].map(|name| Thrown::new(name, [frame("walk").at(9)]));
    let elsewhere = Thrown::new("Other", [frame("stop")]);
    for traces in [[wanted.clone(), other.clone(), elsewhere.clone()], [elsewhere, other, wanted]] {
        let run = thrown(&graph, traces.clone());
        assert!(crash.has_thrown(&run));
        assert_eq!(crash.least_cost(&run), Some(Distance::ZERO));
        let mut calls = Calls::new(&graph);
        walk(&mut calls, 1);
        calls.thrown.extend(traces);
        assert!(crash.st_distance(&graph, &calls).is_reproduced());
    }
}

#[test]
fn x2_two_calls_of_a_recursion_are_not_found_in_one() {
    let graph = walk_graph();
    let crash = crash(&graph, &[frame("f"), frame("f")]);
    let cost = |frames: &[Frame]| crash.cost(frames).get();
    assert_eq!(cost(&[frame("f")]), 1.0);
    assert_eq!(cost(&[frame("f"), frame("f")]), 0.0);
    let once = sum(&graph, &crash, &thrown(&graph, [Thrown::new("Bug", [frame("f")])]));
    assert_eq!((once.value(), once.stage()), (0.5, Stage::ExceptionThrown));
    // In the free comparison, EvoCrash's, it is a perfect match.
    assert_eq!(crash.clone().with_similarity(Similarity::Free).cost(&[frame("f")]), Distance::ZERO);
}

#[test]
fn x2_thrown_farther_in_is_not_thrown_there() {
    let graph = walk_graph();
    let crash = crash(&graph, &[frame("f")]);
    // f is aligned with h, where it was thrown: the method differs.
    let frames = [frame("h"), frame("g"), frame("f")];
    assert_eq!(crash.cost(&frames).get(), 2.0 / 3.0);
    let farther_in = sum(&graph, &crash, &thrown(&graph, [Thrown::new("Bug", frames)]));
    assert_eq!(farther_in.stage(), Stage::ExceptionThrown);
    assert_close(farther_in.value(), 2.0 / 5.0);
    // Thrown in f, and called by the others: that is it.
    assert_eq!(crash.cost(&[frame("f"), frame("h"), frame("g")]), Distance::ZERO);
    assert_eq!(crash.with_similarity(Similarity::Free).cost(&frames), Distance::ZERO);
}

#[test]
fn x3_a_thrown_trace_of_platform_frames_only_is_no_match_and_no_error() {
    let graph = walk_graph();
    let platform = Thrown::new(
        "Bug",
        [Frame::new("java.List", "get").at(3), Frame::new("java.Thread", "run")],
    );
    for similarity in [Similarity::Ordered, Similarity::Free] {
        for wanted in [&[frame("walk").at(9)][..], &[frame("step").at(2), frame("walk").at(9)]] {
            let crash = crash(&graph, wanted).with_similarity(similarity);
            let run = thrown(
                &graph,
                [platform.clone().without(|frame| frame.class.starts_with("java."))],
            );
            assert!(run.extra[0].frames.is_empty());
            let all = wanted.len() as f64; // each left out
            assert_eq!(crash.least_cost(&run).map(Distance::get), Some(all));
            let sum = sum(&graph, &crash, &run);
            assert_eq!(sum.stage(), Stage::ExceptionThrown);
            assert_close(sum.value(), all / (1.0 + all));
            let mut calls = Calls::new(&graph);
            (0..wanted.len()).for_each(|_| walk(&mut calls, 2));
            calls.thrown = run.extra;
            assert_eq!(crash.st_distance(&graph, &calls).value(), 1.0);
        }
    }
}

#[test]
fn x3_a_wanted_trace_of_platform_frames_only_is_refused() {
    let platform = Thrown::new("Bug", [Frame::new("java.List", "get").at(3)]);
    let locate = |_: &Frame| [Block::new(1).statement(0)];
    let refused =
        Crash::new(platform.clone().without(|frame| frame.class.starts_with("java.")), locate);
    assert_eq!(refused, Err(CrashError::NoFrames));
    assert_eq!(Crash::new(platform.clone().up_to(0), locate), Err(CrashError::NoFrames));
    // Nor is the target frame outside of the program.
    let outside = Crash::new(
        Thrown::new("Bug", [frame("walk").at(9), platform.frames[0]]),
        |frame: &Frame| (frame.class == "T").then_some(Block::new(1).statement(1)),
    );
    assert_eq!(outside, Err(CrashError::NoStatement { frame: 1 }));
    assert_eq!(
        CrashError::NoStatement { frame: 1 }.to_string(),
        "no statement was given for frame 1, the target frame: choose a target frame whose line \
         is in the graph"
    );
}

#[test]
fn x4_each_frame_is_measured_at_its_own_line() {
    // The first call comes to line 9 and calls the next, which is 4 away from it: only the last
    // differs.
    let graph = walk_graph();
    let wanted = [frame("walk").at(8), frame("walk").at(9)];
    let crash = Crash::new(Thrown::new("Bug", wanted), |frame| {
        [graph.block(WALK, 1).statement(frame.line.expect("known") - 8)]
    });
    let crash = crash.expect("in the graph");
    let distance = |last| {
        let mut calls = Calls::<&str>::new(&graph);
        calls.enter(WALK);
        assert!(calls.decide(0, gt(1, 0)));
        calls.done(1, 1);
        calls.enter(WALK);
        calls.decide(0, gt(last, 0));
        crash.st_distance(&graph, &calls)
    };
    // norm(1 + 4/5) = 9/14, and norm(1 + 1/2) = 3/5. At the outermost frame's line, which is
    // covered, neither would be told apart.
    assert_close(distance(-3).value(), 2.0 - 1.0 - 5.0 / 14.0 + 1.0);
    assert_close(distance(0).value(), 2.0 - 1.0 - 2.0 / 5.0 + 1.0);
    // There line 8 is enough; line 9, the outermost frame's, need not be reached once more.
    assert_eq!(distance(1).value(), 1.0);
}

#[test]
fn x4_stack_traces_are_compared_line_by_line() {
    let graph = walk_graph();
    let crash = crash(&graph, &[frame("step").at(30), frame("walk").at(9)]);
    let cost = |step, walk| crash.cost(&[frame("step").at(step), frame("walk").at(walk)]).get();
    assert_eq!(cost(30, 9), 0.0);
    assert_eq!(cost(9, 9), 21.0 / 43.0); // 21 lines off, though it is the outer frame's line
    assert_eq!(cost(30, 10), 1.0 / 3.0);
}

#[test]
fn x5_with_all_frames_covered_the_distance_is_the_penalty() {
    for frames in [1, 2, 3, 1_000] {
        for next in [Fitness::COVERED, Fitness::NEVER, Fitness::new(3, Distance::from(7))] {
            // What the next frame would be is ignored: there is none.
            let [thrown, not] =
                [true, false].map(|thrown| STDistance::new(frames, frames, next, thrown));
            assert_eq!((thrown.value(), not.value()), (0.0, 1.0));
            assert_eq!((thrown.next_distance(), not.next_distance()), (None, None));
            assert!(thrown.fitness().is_covered() && !not.fitness().is_covered());
            // Nearer than with any frame missing.
            let missing = STDistance::new(frames, frames - 1, Fitness::COVERED, true);
            assert_eq!((missing.value(), missing.is_reproduced()), (1.5, false));
            assert!(thrown < not && not < missing && not.fitness() < missing.fitness());
            assert_eq!(STDistance::new(frames, frames + 1, next, true), thrown); // more than all is all
        }
    }
    // Of an execution: the one frame is covered, and nothing was thrown.
    let graph = walk_graph();
    let mut calls = Calls::new(&graph);
    walk(&mut calls, 1);
    let crash = crash(&graph, &[frame("walk").at(9)]);
    assert_eq!(crash.st_distance(&graph, &calls).value(), 1.0);
    calls.throw("Bug", [frame("walk").at(9)]);
    assert_eq!(crash.st_distance(&graph, &calls).value(), 0.0);
}

#[test]
fn g9_a_line_missed_after_its_branch_was_taken_is_nearer_than_with_the_branch_not_taken() {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).statements(1, 2).jump(1, 2).exit(2))
            .expect("legal");
    let (f, line) = (Function::new(0), graph.block(Function::new(0), 1));
    let crash = Crash::new(Thrown::new("Bug", [frame("f").at(2)]), |_| [line.statement(1)])
        .expect("in the graph");
    let measure = |value: f64| {
        let run = Run::new(Trace::new(&graph));
        run.execution.root().enter(f).decide(0, eq(value, 0.0));
        let mut table = FitnessTable::new(&graph);
        table.sweep(&graph, &run);
        let goal = CrashGoal::new(0, CrashPart::Line, crash.clone());
        let fitness = goal.fitness(&Observed::new(&graph, &run, &table));
        (
            crash.weighted_sum(&table, &run),
            fitness,
            Objective::<Run>::needs(&goal).scalar().of(fitness),
        )
    };
    let missed = measure(0.0);
    assert_eq!((missed.0.value(), missed.2), (4.5, 0.5));
    assert!(!missed.1.is_covered());
    // Botsing gives the missed one 0.5, and norm(0.33) to the wrong side: 1/2 away is norm(1 +
    // 1/3) = 4/7.
    assert_close(measure(0.5).2, 4.0 / 7.0);
    for wrong in [0.5, 1e-9, 1.0, 1e9, f64::MAX, f64::INFINITY, f64::NAN] {
        let not_taken = measure(wrong);
        assert!(missed.0 < not_taken.0 && missed.1 < not_taken.1, "{wrong}");
        assert!(missed.0.value() < not_taken.0.value() && missed.2 < not_taken.2, "{wrong}");
    }
    // So near that one number cannot tell, the pair does.
    let hair = measure(f64::MIN_POSITIVE);
    assert!(missed.0 < hair.0 && missed.1 < hair.1 && missed.2 <= hair.2);
}

#[test]
fn g9_a_frame_missed_after_its_branch_was_taken_is_nearer_than_with_the_branch_not_taken() {
    let graph = walk_graph();
    let crash = crash(&graph, &[frame("walk").at(9), frame("walk").at(9)]);
    // The second call decides, and fails on line 8 if it may go on.
    let distance = |n: f64| {
        let mut calls = Calls::new(&graph);
        calls.enter(WALK);
        assert!(calls.decide(0, gt(1, 0)));
        calls.done(1, 1);
        calls.enter(WALK);
        calls.decide(0, gt(n, 0.0));
        crash.st_distance(&graph, &calls)
    };
    let missed = distance(1.0);
    assert_eq!((missed.covered(), missed.value()), (1, 1.5));
    for wrong in [0.0, -1e-9, -1.0, -1e9, f64::NAN] {
        assert!(missed < distance(wrong) && missed.value() < distance(wrong).value(), "{wrong}");
    }
}
