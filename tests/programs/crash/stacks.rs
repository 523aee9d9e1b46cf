//! Values of STDistance on cases by hand: how many of the wanted calls were made one within the
//! other, and how far the next one is.

use super::calls::{Calls, WALK, walk, walk_graph};
use super::golden::assert_close;
use sbst::distance::{eq, gt, lt};
use sbst::execution::{StackFrame, StackTrace};
use sbst::fitness::Fitness;
use sbst::fitness::crash::{Crash, STDistance};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function, Statement};

type Frame = StackFrame<&'static str>;
type Run = Calls<&'static str>;

const OUTER: Function = Function::new(0);
const MIDDLE: Function = Function::new(1);
const INNER: Function = Function::new(2);

/// ```text
/// outer   0: if a > 0 { 1: (line 10) middle }  2: return
/// middle  0: if b == 3 { 1: (line 20) prepare; (line 21) inner }  2: return
/// inner   0: if c < 0 { 1: (line 30) throw }  2: return
/// ```
fn graph() -> FlowGraph {
    let body = |statements| {
        FlowBuilder::new().branch(0, 1, 2).statements(1, statements).jump(1, 2).exit(2)
    };
    let mut graph = FlowGraph::new();
    for statements in [1, 2, 1] {
        graph.add(&body(statements)).expect("legal");
    }
    graph
}

fn outer(run: &mut Run, a: i32, call: impl FnOnce(&mut Run)) {
    run.enter(OUTER);
    if run.decide(0, gt(a, 0)) {
        call(run);
    }
    run.leave();
}

fn middle(run: &mut Run, b: i32, call: impl FnOnce(&mut Run)) {
    run.enter(MIDDLE);
    if run.decide(0, eq(b, 3)) {
        run.done(1, 1);
        call(run);
    }
    run.leave();
}

fn inner(run: &mut Run, c: i32) {
    run.enter(INNER);
    run.decide(0, lt(c, 0));
    run.leave();
}

fn frame(method: &'static str, line: u32) -> Frame {
    Frame::new("Nest", method).at(line)
}

/// The statement of the line, if it is one of the program.
fn locate(graph: &FlowGraph, frame: &Frame) -> Option<Statement> {
    Some(match frame.line? {
        10 => graph.block(OUTER, 1).statement(0),
        21 => graph.block(MIDDLE, 1).statement(1),
        30 => graph.block(INNER, 1).statement(0),
        _ => return None,
    })
}

fn nested(graph: &FlowGraph) -> Crash<&'static str> {
    let wanted =
        StackTrace::new("Bug", [frame("inner", 30), frame("middle", 21), frame("outer", 10)]);
    Crash::new(wanted, |frame| locate(graph, frame)).expect("in the graph")
}

fn measure(
    crash: &Crash<&'static str>,
    graph: &FlowGraph,
    run: impl FnOnce(&mut Run),
) -> STDistance {
    let mut calls = Calls::new(graph);
    run(&mut calls);
    crash.st_distance(graph, &calls)
}

/// Of the three calls.
fn distance(run: impl FnOnce(&mut Run)) -> STDistance {
    let graph = graph();
    measure(&nested(&graph), &graph, run)
}

#[test]
fn with_no_frame_covered_the_next_one_is_the_target_frame() {
    // Never called: (1, infinite), SD = norm(1 + 1 + 1) = 3/4: 3 - 0 - 1/4 + 1.
    let idle = distance(|_| ());
    assert_close(idle.value(), 3.75);
    assert_eq!((idle.frames(), idle.covered(), idle.next_distance()), (3, 0, Some(0.75)));
    // -4 > 0 is 5 away: norm(1 + 5/6) = 11/17.
    let tried = distance(|run| outer(run, -4, |_| ()));
    assert_close(tried.value(), 3.0 - (1.0 - 11.0 / 17.0) + 1.0);
    assert!(tried < idle);
}

#[test]
fn with_one_frame_covered_the_next_one_is_measured_within_the_calls_that_cover_it() {
    // Covered, and middle was not called: SD = 3/4 of (1, infinite).
    let alone = distance(|run| outer(run, 1, |_| ()));
    assert_close(alone.value(), 3.0 - 1.0 - 1.0 / 4.0 + 1.0);
    assert_eq!((alone.frames(), alone.covered()), (3, 1));
    // 5 == 3 is 3 away, the gap and 1: norm(1 + 3/4) = 7/11.
    assert_close(
        distance(|run| outer(run, 1, |run| middle(run, 5, |_| ()))).value(),
        2.0 - 4.0 / 11.0 + 1.0,
    );
    // The nearest of several calls, in whatever order: 2 away, norm(1 + 2/3) = 5/8.
    for calls in [[5, 4], [4, 5]] {
        let two = distance(|run| {
            outer(run, 1, |run| calls.into_iter().for_each(|b| middle(run, b, |_| ())));
        });
        assert_close(two.value(), 2.0 - 3.0 / 8.0 + 1.0);
        let apart = distance(|run| {
            calls.into_iter().for_each(|b| outer(run, 1, |run| middle(run, b, |_| ())));
        });
        assert_eq!(apart, two);
    }
    // Entered, and line 20 failed: norm(1) = 1/2.
    let failed = distance(|run| {
        outer(run, 1, |run| {
            run.enter(MIDDLE);
            assert!(run.decide(0, eq(3, 3)));
            run.leave();
        });
    });
    assert_eq!(failed.value(), 2.5);
}

#[test]
fn with_two_frames_covered_the_next_one_is_where_it_was_thrown() {
    let with = |innermost: fn(&mut Run)| {
        distance(move |run| outer(run, 1, |run| middle(run, 3, innermost)))
    };
    let alone = with(|_| ());
    assert_close(alone.value(), 3.0 - 2.0 - 1.0 / 4.0 + 1.0);
    assert_eq!((alone.covered(), alone.next_distance()), (2, Some(0.75)));
    // 0 < 0 is 1 away: 3/5; 6 < 0 is 7 away: norm(1 + 7/8) = 15/23.
    assert_close(with(|run| inner(run, 0)).value(), 1.0 - 2.0 / 5.0 + 1.0);
    assert_close(with(|run| inner(run, 6)).value(), 1.0 - 8.0 / 23.0 + 1.0);
}

#[test]
fn with_all_frames_covered_only_the_penalty_counts() {
    let with = |throw: &dyn Fn(&mut Run)| {
        distance(|run| {
            outer(run, 1, |run| middle(run, 3, |run| inner(run, -1)));
            throw(run);
        })
    };
    let at = |line| [frame("inner", line), frame("middle", 21), frame("outer", 10)];
    for distance in [
        with(&|_| ()),
        with(&|run| run.throw("Other", at(30))),
        with(&|run| run.throw("Bug", at(31))),
        with(&|run| run.throw("Bug", [])),
        with(&|run| run.throw("Bug", [frame("help", 2)].into_iter().chain(at(30)))),
        // The wanted type and the wanted place, of two exceptions.
        with(&|run| {
            ["Other", "Bug"]
                .into_iter()
                .zip([30, 31])
                .for_each(|(bug, line)| run.throw(bug, at(line)));
        }),
    ] {
        assert_eq!(
            (distance.value(), distance.is_reproduced(), distance.next_distance()),
            (1.0, false, None)
        );
    }
    for distance in [
        with(&|run| run.throw("Bug", at(30))),
        with(&|run| run.throw("Bug", at(30).into_iter().take(1))), // farther out nothing is compared
        with(&|run| [31, 30, 32].into_iter().for_each(|line| run.throw("Bug", at(line)))),
    ] {
        assert_eq!(
            (distance.value(), distance.is_reproduced(), distance.fitness()),
            (0.0, true, Fitness::COVERED)
        );
    }
}

#[test]
fn thrown_in_place_without_the_calls_that_lead_there_the_penalty_stays() {
    let graph = graph();
    let wanted = nested(&graph).wanted().frames.clone();
    // By the test itself: the line of the innermost frame ran, and the exception has the wanted
    // trace.
    let direct = distance(|run| {
        inner(run, -1);
        run.throw("Bug", wanted);
    });
    assert_close(direct.value(), 3.75);
    assert!(!direct.is_reproduced());
}

#[test]
fn a_line_that_ran_outside_of_the_wanted_calls_does_not_count() {
    // All three lines ran, each called by the test itself: only that of the target frame counts,
    // and nothing is known of the next.
    let beside = distance(|run| {
        outer(run, 1, |_| ());
        middle(run, 3, |_| ());
        inner(run, -1);
    });
    assert_eq!(beside.covered(), 1);
    assert_close(beside.value(), 2.75);
    // The one outside is right, the one inside 3 away: what is inside counts, 7/11.
    let apart = distance(|run| {
        middle(run, 3, |run| inner(run, -1));
        outer(run, 1, |run| middle(run, 5, |_| ()));
    });
    assert_eq!(apart.covered(), 1);
    assert_close(apart.value(), 2.0 - 4.0 / 11.0 + 1.0);
    // Within a call of outer that does not come to line 10: before it, or instead.
    let before = distance(|run| {
        run.enter(OUTER);
        middle(run, 3, |_| ());
        run.decide(0, gt(-4, 0));
        run.leave();
    });
    assert_close(before.value(), 3.0 - 6.0 / 17.0 + 1.0);
    // The wrong way around: outer within middle.
    let around = distance(|run| middle(run, 3, |run| outer(run, 1, |_| ())));
    assert_eq!(around.covered(), 1);
    // One call comes farther than the other.
    let best = distance(|run| {
        outer(run, 1, |run| middle(run, 3, |run| inner(run, 6)));
        outer(run, 1, |run| middle(run, 9, |_| ()));
    });
    assert_close(best.value(), 1.0 - 8.0 / 23.0 + 1.0);
}

#[test]
fn calls_between_the_wanted_ones_do_not_count() {
    // outer, then inner, outer and middle again, then middle and inner.
    let between = distance(|run| {
        outer(run, 1, |run| {
            run.enter(INNER);
            outer(run, -1, |_| ());
            middle(run, 7, |_| ());
            middle(run, 3, |run| inner(run, 0));
            run.leave();
        });
    });
    assert_close(between.value(), 1.0 - 2.0 / 5.0 + 1.0);
    assert_eq!(between, distance(|run| outer(run, 1, |run| middle(run, 3, |run| inner(run, 0)))));
}

#[test]
fn each_wanted_call_of_a_recursion_needs_a_call_of_its_own() {
    let graph = walk_graph();
    let calls = [Frame::new("Walk", "walk").at(9); 3];
    let crash = Crash::new(StackTrace::new("Bug", calls), |_| [graph.block(WALK, 1).statement(1)])
        .expect("in the graph");
    let distance = |run: &dyn Fn(&mut Run)| measure(&crash, &graph, run);
    // n calls come to line 9, one within the other; in the last one 0 > 0 is 1 away: 3/5.
    for (n, expected) in [(0, 3.6), (1, 2.6), (2, 1.6), (3, 1.0), (4, 1.0), (40, 1.0)] {
        assert_close(distance(&|run| walk(run, n)).value(), expected);
    }
    // One after the other they are one deep, however many.
    let siblings = distance(&|run| (0..5).for_each(|_| walk(run, 1)));
    assert_eq!(siblings, distance(&|run| walk(run, 1)));
    // Line 8 fails in the second call: its block was entered.
    let failed = distance(&|run| {
        run.enter(WALK);
        assert!(run.decide(0, gt(2, 0)));
        run.done(1, 1);
        run.enter(WALK);
        assert!(run.decide(0, gt(1, 0)));
    });
    assert_eq!(failed.value(), 2.5);
    let thrown = distance(&|run| {
        walk(run, 3);
        run.throw("Bug", [Frame::new("Walk", "walk").at(9)]);
    });
    assert_eq!(thrown.value(), 0.0);
}

#[test]
fn frames_outside_of_the_graph_are_left_out_of_the_calls_but_not_of_the_penalty() {
    let graph = graph();
    let crash = |frames: [Frame; 3]| {
        Crash::new(StackTrace::new("Bug", frames), |frame| locate(&graph, frame))
            .expect("in the graph")
    };
    // A call back between the two: |R| = 2.
    let called_back =
        crash([frame("inner", 30), Frame::new("Lib", "each").at(77), frame("outer", 10)]);
    let run = |run: &mut Run| outer(run, 1, |run| inner(run, 0));
    assert_close(measure(&called_back, &graph, run).value(), 2.0 - 1.0 - 2.0 / 5.0 + 1.0);
    // Thrown in a library: all of the program's frames are covered, and the library's is where it
    // was thrown.
    let in_library =
        crash([Frame::new("Lib", "parse").at(5), frame("middle", 21), frame("outer", 10)]);
    let thrown = |frames: &[Frame]| {
        measure(&in_library, &graph, |run| {
            outer(run, 1, |run| middle(run, 3, |_| ()));
            run.throw("Bug", frames.iter().copied());
        })
    };
    assert_eq!(thrown(&in_library.wanted().frames).value(), 0.0);
    assert_eq!(thrown(&in_library.wanted().frames[1..]).value(), 1.0);
    assert_eq!(thrown(&[]).frames(), 2);
}

#[test]
fn frames_in_functions_that_the_graph_does_not_have_are_never_covered() {
    let graph = graph();
    let foreign = Block::new(9_999);
    let wanted = StackTrace::new("Bug", [frame("inner", 30), frame("outer", 10)]);
    let crash = Crash::new(wanted, |frame| {
        [if frame.line == Some(10) {
            graph.block(OUTER, 1).statement(0)
        } else {
            foreign.statement(0)
        }]
    });
    let distance = measure(&crash.expect("in the graph"), &graph, |run| {
        outer(run, 1, |run| middle(run, 3, |run| inner(run, -1)));
    });
    // Covered 1 of 2: 1 + SD, where SD is nearly 1.
    assert_eq!((distance.frames(), distance.covered()), (2, 1));
    assert!(distance.value() > 1.999 && distance.value() < 2.0);
}

#[test]
fn a_line_in_several_functions_counts_in_each() {
    // A lambda on the line of outer is a function of its own.
    let graph = graph();
    let wanted = StackTrace::new("Bug", [frame("inner", 30), frame("outer", 10)]);
    let both = [graph.block(MIDDLE, 1).statement(0), graph.block(OUTER, 1).statement(0)];
    let crash = Crash::new(wanted, |frame| match frame.line {
        Some(10) => both.to_vec(),
        _ => vec![graph.block(INNER, 1).statement(0)],
    })
    .expect("in the graph");
    assert_eq!(crash.statements(), [both[1], both[0]]);
    let one = measure(&crash, &graph, |run| middle(run, 3, |run| inner(run, 0)));
    let other = measure(&crash, &graph, |run| outer(run, 1, |run| inner(run, 0)));
    assert_eq!(one, other);
    assert_close(one.value(), 2.0 - 1.0 - 2.0 / 5.0 + 1.0);
    // Neither: the nearer of the two, 2 away, not 5.
    assert_close(
        measure(&crash, &graph, |run| {
            outer(run, -4, |_| ());
            middle(run, 4, |_| ());
        })
        .value(),
        3.0 - 3.0 / 8.0,
    );
}
