//! Values of the default definitions on cases by hand: frames, stack traces, and the weighted sum;
//! the reasoning beside them.

use sbst::distance::{Distance, gt};
use sbst::execution::{Caller, StackFrame, StackTrace, Trace, WithStackTraces};
use sbst::fitness::block_coverage::Target;
use sbst::fitness::crash::{Crash, Similarity, Stage, WeightedSum, frame_distance};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Function, Line};

type Frame = StackFrame<&'static str>;
type Thrown = StackTrace<&'static str>;

/// Equal but for the rounding of a few operations.
pub(super) fn assert_close(value: f64, expected: f64) {
    assert!(
        (value - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(),
        "{value} instead of {expected}"
    );
}

/// `T.method`, without a line.
fn frame(method: &'static str) -> Frame {
    Frame::new("T", method)
}

fn frames(methods: &[&'static str]) -> Vec<Frame> {
    methods.iter().map(|method| frame(method)).collect()
}

/// The cost in order, and the free one.
fn costs(wanted: &[Frame], thrown: &[Frame]) -> [f64; 2] {
    [Similarity::Ordered, Similarity::Free].map(|similarity| similarity.cost(wanted, thrown).get())
}

#[track_caller]
fn assert_costs(wanted: &[Frame], thrown: &[Frame], expected: [f64; 2]) {
    let costs = costs(wanted, thrown);
    assert!(
        costs.iter().zip(expected).all(|(cost, expected)| (cost - expected).abs() < 1e-15),
        "{costs:?}, not {expected:?}"
    );
}

#[test]
fn a_frame_of_another_class_is_three_quarters_away_and_one_of_another_method_two_thirds() {
    let wanted = Frame::new("Tree", "insert").at(40);
    let distance = |thrown: Frame| frame_distance(&wanted, &thrown).get();
    // norm(3) = 3/4, whatever the method and the line are.
    for method in ["insert", "remove"] {
        for line in [Some(40), Some(7), None] {
            assert_eq!(distance(Frame { line, ..Frame::new("List", method) }), 3.0 / 4.0);
        }
    }
    // norm(2) = 2/3, whatever the line is.
    for line in [Some(40), Some(7), None] {
        assert_eq!(distance(Frame { line, ..Frame::new("Tree", "remove") }), 2.0 / 3.0);
        assert_eq!(
            frame_distance(&Frame { line, ..wanted }, &Frame::new("Tree", "remove").at(40)).get(),
            2.0 / 3.0
        );
    }
    // Letters count: the names are compared as the caller's type compares them.
    assert_eq!(distance(Frame::new("tree", "insert").at(40)), 0.75);
}

#[test]
fn lines_count_by_how_far_they_are_apart_normalised_twice() {
    let insert = |line| Frame::new("Tree", "insert").at(line);
    // norm(norm(x)) = x / (1 + 2x)
    let max = f64::from(u32::MAX);
    for (one, other, expected) in [
        (40, 40, 0.0),
        (40, 41, 1.0 / 3.0),   // norm(1/2)
        (40, 42, 2.0 / 5.0),   // norm(2/3)
        (50, 40, 10.0 / 21.0), // norm(10/11)
        (0, u32::MAX, max / (2.0 * max + 1.0)),
    ] {
        assert_eq!(frame_distance(&insert(one), &insert(other)).get(), expected);
        assert_eq!(frame_distance(&insert(other), &insert(one)).get(), expected);
        assert!(expected < 0.5);
    }
}

#[test]
fn an_unknown_line_costs_nothing_where_none_is_wanted_and_half_a_frame_where_one_is() {
    let [known, unknown] = [Frame::new("Tree", "insert").at(40), Frame::new("Tree", "insert")];
    assert_eq!(frame_distance(&known, &unknown).get(), 0.5);
    assert_eq!(frame_distance(&unknown, &known).get(), 0.0);
    assert_eq!(frame_distance(&unknown, &unknown).get(), 0.0);
    // Unknown is farther than any line of the method, and nearer than another method.
    assert!(frame_distance(&known, &unknown.at(u32::MAX)) < frame_distance(&known, &unknown));
    assert!(
        frame_distance(&known, &unknown) < frame_distance(&known, &Frame::new("Tree", "remove"))
    );
}

#[test]
fn calls_farther_out_cost_nothing_and_calls_between_and_before_do() {
    assert_costs(&frames(&["f", "g", "h"]), &frames(&["f", "g", "h"]), [0.0, 0.0]);
    assert_costs(&frames(&["f", "g"]), &frames(&["f", "g", "h", "i"]), [0.0, 0.0]);
    assert_costs(&frames(&["f"]), &frames(&["f", "f", "f"]), [0.0, 0.0]);
    // x left out costs 1. Aligned instead: f with x and g with f, 4/3; or f with x, thrown f left
    // out, 5/3.
    assert_costs(&frames(&["f", "g"]), &frames(&["x", "f", "g"]), [1.0, 0.0]);
    // A single frame is aligned with x, 2/3, rather than x left out, 1.
    assert_costs(&frames(&["f"]), &frames(&["x", "f"]), [2.0 / 3.0, 0.0]);
    // Between: x left out costs 1, g aligned with x 2/3.
    assert_costs(&frames(&["f", "g"]), &frames(&["f", "x", "g"]), [2.0 / 3.0, 0.0]);
    // With h behind: x left out costs 1, g with x and h with g 4/3.
    assert_costs(&frames(&["f", "g", "h"]), &frames(&["f", "x", "g", "h"]), [1.0, 0.0]);
    // Two of them: 2; g with x and h with y 4/3, and what lies behind costs nothing.
    assert_costs(&frames(&["f", "g", "h"]), &frames(&["f", "x", "y", "g", "h"]), [4.0 / 3.0, 0.0]);
}

#[test]
fn a_wanted_call_that_is_missing_costs_one() {
    // The innermost one: f left out; or f with g, and g left out: 5/3. Free: f with g, the nearest
    // that there is.
    assert_costs(&frames(&["f", "g"]), &frames(&["g"]), [1.0, 2.0 / 3.0]);
    assert_costs(&frames(&["f", "g", "h"]), &frames(&["f", "h"]), [1.0, 2.0 / 3.0]);
    assert_costs(&frames(&["f", "g"]), &frames(&["f"]), [1.0, 2.0 / 3.0]);
    // Another one in its place: aligned.
    assert_costs(&frames(&["f", "g"]), &frames(&["f", "x"]), [2.0 / 3.0, 2.0 / 3.0]);
    assert_costs(&[frame("f"), Frame::new("U", "g")], &frames(&["f", "g"]), [0.75, 0.75]);
    // One aligned, three left out; free: each 2/3 away from the one that there is.
    assert_costs(&frames(&["f", "g", "h", "i"]), &frames(&["x"]), [11.0 / 3.0, 8.0 / 3.0]);
    // None at all: 1 each.
    assert_costs(&frames(&["f", "g", "h"]), &[], [3.0, 3.0]);
    assert_costs(&[], &frames(&["f", "g"]), [0.0, 0.0]);
    assert_costs(&[], &[], [0.0, 0.0]);
}

#[test]
fn each_call_of_a_recursion_counts() {
    // One f left out: 1. Free finds the same f for both.
    assert_costs(&frames(&["f", "f", "g"]), &frames(&["f", "g"]), [1.0, 0.0]);
    assert_costs(&frames(&["f", "f", "f"]), &frames(&["f"]), [2.0, 0.0]);
    // One too many: g with f 2/3, rather than f left out, 1.
    assert_costs(&frames(&["f", "g"]), &frames(&["f", "f", "g"]), [2.0 / 3.0, 0.0]);
    let at = |lines: &[u32]| lines.iter().map(|&line| frame("f").at(line)).collect::<Vec<_>>();
    // Thrown at 3, called at 7 twice, or once.
    assert_costs(&at(&[3, 7, 7]), &at(&[3, 7]), [1.0, 0.0]);
    assert_costs(&at(&[3, 7]), &at(&[3, 7, 7]), [0.0, 0.0]);
    // Swapped lines, 4 apart: 4/9 twice. Free: each finds its own.
    assert_costs(&at(&[3, 7]), &at(&[7, 3]), [8.0 / 9.0, 0.0]);
}

#[test]
fn swapped_calls_are_not_the_wanted_ones() {
    // f left out, g aligned: 1. Both aligned: 4/3.
    assert_costs(&frames(&["f", "g"]), &frames(&["g", "f"]), [1.0, 0.0]);
    // g aligned, f and h with one another: 4/3. Any other way leaves two out.
    assert_costs(&frames(&["f", "g", "h"]), &frames(&["h", "g", "f"]), [4.0 / 3.0, 0.0]);
    // In the right order, 1 and 2 lines off: 1/3 + 2/5.
    let [wanted, thrown] = [[10, 20], [11, 22]].map(|[f, g]| [frame("f").at(f), frame("g").at(g)]);
    assert_costs(&wanted, &thrown, [11.0 / 15.0, 11.0 / 15.0]);
}

#[test]
fn however_far_the_calls_are_shifted_the_cost_is_the_least() {
    let at = |from: u32, count: u32| {
        (from..from + count).map(|line| Frame::new("Deep", "f").at(2 * line)).collect::<Vec<_>>()
    };
    // 100 calls, 2 lines apart, and some farther in. Each shift by one costs 1; unshifted, each
    // pair costs 2/5 or more, 40 in all.
    for (shift, expected) in [(1, 1.0), (7, 7.0), (9, 9.0), (20, 20.0), (39, 39.0)] {
        let thrown = at(500 - shift, 100 + shift);
        let cost = Similarity::Ordered.cost(&at(500, 100), &thrown).get();
        assert!((cost - expected).abs() < 1e-12, "{cost} for {shift}");
        assert_eq!(Similarity::Free.cost(&at(500, 100), &thrown).get(), 0.0);
        // So many are missing instead.
        let cost = Similarity::Ordered.cost(&at(500, 100), &at(500 + shift, 100 - shift)).get();
        assert!((cost - expected).abs() < 1e-12, "{cost} for {shift}");
    }
    // Of 100 calls every one is another method: all pairs at 2/3, whatever comes behind.
    let others = [frame("x"); 130];
    let cost = Similarity::Ordered.cost(&[frame("f"); 100], &others).get();
    assert!((cost - 200.0 / 3.0).abs() < 1e-12);
}

#[test]
fn frames_of_the_platform_are_removed_from_both_traces_before_they_are_compared() {
    let line = |class, line| Frame::new(class, "call").at(line);
    let wanted = Thrown::new("Bug", [line("List", 8), line("java.Method", 62), line("Cart", 31)]);
    let thrown = [
        line("List", 8),
        line("sun.Native", 1),
        line("java.Method", 62),
        line("java.Method", 9),
        line("Cart", 31),
    ];
    let thrown = Thrown::new("Bug", thrown);
    // Two are left out, 2; or Method with Native and Cart with Method, 3/4 twice.
    assert_costs(&wanted.frames, &thrown.frames, [1.5, 0.0]);
    let platform = ["java.", "sun."];
    let is_platform = |frame: &Frame| platform.iter().any(|start| frame.class.starts_with(start));
    let [wanted, thrown] = [wanted, thrown].map(|trace| trace.without(is_platform));
    assert_costs(&wanted.frames, &thrown.frames, [0.0, 0.0]);
    assert_eq!(
        [&wanted, &thrown].map(|trace| trace.to_string()),
        ["Bug at List.call:8, Cart.call:31"; 2]
    );
}

const WITHDRAW: Function = Function::new(0);

/// What the limits say about a withdrawal, and how the log fares.
struct Around {
    log: Result<(), Thrown>,
    check: Result<(), Thrown>,
}

const OK: Around = Around { log: Ok(()), check: Ok(()) };

/// ```text
/// 0: (line 10) if amount > 0 { 1: (line 11) if amount > balance { 2: (line 12) log; (line 13) check the limits } }
/// 3: (line 15) return
/// ```
fn withdraw(t: Caller<'_>, balance: i32, amount: i32, around: Around) -> Result<(), Thrown> {
    let f = t.enter(WITHDRAW);
    if f.decide(0, gt(amount, 0)) && f.decide(1, gt(amount, balance)) {
        around.log?;
        f.done(2, 1);
        around.check?;
        f.end(2);
    }
    Ok(())
}

fn withdraw_graph() -> FlowGraph {
    let body = FlowBuilder::new().statements(0, 1).branch(0, 1, 3).statements(1, 1).branch(1, 2, 3);
    FlowGraph::of(&body.statements(2, 2).jump(2, 3).statements(3, 1).exit(3)).expect("legal")
}

/// Wanted: `Overdrawn` at `Limits.check:7`, called by the target frame `Account.withdraw:13`, the
/// second statement of block 2.
fn withdraw_crash(graph: &FlowGraph) -> Crash<&'static str> {
    let rows = [(0, 0, 10), (1, 0, 11), (2, 0, 12), (2, 1, 13), (3, 0, 15)];
    let lines = Lines::new(rows.map(|(local, statement, line)| {
        (graph.block(WITHDRAW, local).statement(statement), Line::new(line))
    }));
    let locate = |frame: &Frame| match (frame.class, frame.line) {
        ("Account", Some(line)) => lines.statements_on(Line::new(line)).to_vec(),
        _ => vec![], // no part of the program
    };
    Crash::new(overdrawn(&[("Limits", "check", 7), ("Account", "withdraw", 13)]), locate)
        .expect("in the graph")
}

fn trace_of(exception: &'static str, frames: &[(&'static str, &'static str, u32)]) -> Thrown {
    Thrown::new(
        exception,
        frames.iter().map(|&(class, method, line)| Frame::new(class, method).at(line)),
    )
}

fn overdrawn(frames: &[(&'static str, &'static str, u32)]) -> Thrown {
    trace_of("Overdrawn", frames)
}

/// The weighted sum of an execution that withdraws so much.
fn sum_of(crash: &Crash<&'static str>, balance: i32, amount: i32, around: Around) -> WeightedSum {
    let graph = withdraw_graph();
    let mut run = WithStackTraces::new(Trace::new(&graph));
    run.extra.extend(withdraw(run.execution.root(), balance, amount, around).err());
    assert_eq!(run.execution.check(), Ok(()));
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &run);
    crash.weighted_sum(&table, &run)
}

#[test]
fn before_the_line_is_reached_the_sum_is_three_and_three_times_the_lines_distance() {
    let graph = withdraw_graph();
    let crash = withdraw_crash(&graph);
    assert_eq!(crash.statements(), [graph.block(WITHDRAW, 2).statement(1)]);
    assert_eq!(
        (WeightedSum::NO_TEST.value(), WeightedSum::NO_TEST.stage()),
        (6.0, Stage::NotStarted)
    );

    // A test that never calls it: two decisions, and nobody knows how far the first is: (2,
    // infinite), norm(1 + 2 + 1) = 4/5.
    let (mut table, idle) = (FitnessTable::new(&graph), WithStackTraces::new(Trace::new(&graph)));
    table.sweep(&graph, &idle);
    let sum = crash.weighted_sum(&table, &idle);
    assert_close(sum.value(), 3.0 * 4.0 / 5.0 + 3.0);
    assert_eq!(sum.stage(), Stage::LineNotReached);

    // -4 > 0 is 5 away: (1, 5), norm(1 + 1 + 5/6) = 17/23.
    let sum = sum_of(&crash, 100, -4, OK);
    assert_close(sum.line_distance(), 17.0 / 23.0);
    assert_close(sum.value(), 3.0 * 17.0 / 23.0 + 3.0);
    // 30 > 100 is 71 away: (0, 71), norm(1 + 71/72) = 143/215.
    assert_close(sum_of(&crash, 100, 30, OK).value(), 3.0 * 143.0 / 215.0 + 3.0);
    // 100 > 100 is 1 away: (0, 1), norm(3/2) = 3/5.
    assert_close(sum_of(&crash, 100, 100, OK).value(), 3.0 * 3.0 / 5.0 + 3.0);
    // Line 12 fails: its block was entered, and the second statement not reached: norm(1) = 1/2,
    // whatever was thrown.
    for thrown in [trace_of("Io", &[("Log", "write", 3)]), crash.wanted().clone()] {
        let sum = sum_of(&crash, 100, 101, Around { log: Err(thrown), ..OK });
        assert_eq!((sum.value(), sum.stage()), (4.5, Stage::LineNotReached));
        assert_eq!(
            (sum.line_distance(), sum.type_distance(), sum.trace_distance()),
            (0.5, 1.0, 1.0)
        );
    }
}

#[test]
fn once_the_line_is_reached_the_sum_is_three_and_with_the_type_the_traces_distance() {
    let crash = withdraw_crash(&withdraw_graph());
    let sum = |thrown: Thrown| sum_of(&crash, 100, 101, Around { check: Err(thrown), ..OK });
    let reached = sum_of(&crash, 100, 101, OK);
    assert_eq!((reached.value(), reached.stage()), (3.0, Stage::LineReached));
    // Another type, though from where the wanted one comes.
    let other =
        sum(trace_of("NullPointer", &[("Limits", "check", 7), ("Account", "withdraw", 13)]));
    assert_eq!(
        (other.value(), other.stage(), other.trace_distance()),
        (3.0, Stage::LineReached, 1.0)
    );

    for (frames, expected) in [
        (&[][..], 2.0 / 3.0),                 // both left out: norm(2)
        (&[("Main", "main", 1)], 7.0 / 11.0), // one aligned at 3/4, one left out: norm(7/4)
        (&[("Main", "main", 1), ("Main", "main", 2)], 3.0 / 5.0), // both aligned at 3/4: norm(3/2)
        (&[("Account", "withdraw", 13)], 1.0 / 2.0), // the innermost one is missing: norm(1)
        (&[("Log", "fail", 1), ("Limits", "check", 7), ("Account", "withdraw", 13)], 1.0 / 2.0), // thrown farther in: norm(1)
        (&[("Log", "check", 7), ("Account", "withdraw", 13)], 3.0 / 7.0), // another class: norm(3/4)
        (&[("Limits", "of", 7), ("Account", "withdraw", 13)], 2.0 / 5.0), // another method: norm(2/3)
        (&[("Limits", "check", 9), ("Account", "withdraw", 13)], 2.0 / 7.0), // 2 lines off: norm(2/5)
        (&[("Limits", "check", 7), ("Account", "withdraw", 12)], 1.0 / 4.0), // 1 line off: norm(1/3)
    ] {
        let sum = sum(overdrawn(frames));
        assert_close(sum.value(), expected);
        assert_close(sum.trace_distance(), expected);
        assert_eq!(
            (sum.stage(), sum.line_distance(), sum.type_distance()),
            (Stage::ExceptionThrown, 0.0, 0.0)
        );
    }
    let further = [("Limits", "check", 7), ("Account", "withdraw", 13), ("Main", "main", 99)];
    for frames in [&further[..], &further[..2]] {
        let sum = sum(overdrawn(frames));
        assert_eq!((sum.value(), sum.stage(), sum.trace_distance()), (0.0, Stage::Reproduced, 0.0));
    }
}

#[test]
fn from_parts_the_exception_counts_only_if_the_line_was_reached() {
    let near = Fitness::from(Distance::from(1));
    for thrown in [None, Some(Distance::ZERO), Some(Distance::from(2))] {
        // norm(3/2) = 3/5
        let sum = WeightedSum::new(near, thrown);
        assert_eq!(
            (sum.stage(), sum.type_distance(), sum.trace_distance()),
            (Stage::LineNotReached, 1.0, 1.0)
        );
        assert_close(sum.value(), 3.0 * 3.0 / 5.0 + 3.0);
        assert_eq!(sum, WeightedSum::new(near, None));
        assert_eq!(WeightedSum::new(Fitness::NEVER, thrown), WeightedSum::NO_TEST);
    }
    let sum = |thrown| WeightedSum::new(Fitness::COVERED, thrown).value();
    assert_eq!(
        [None, Some(Distance::INFINITE), Some(Distance::from(3)), Some(Distance::ZERO)].map(sum),
        [3.0, 1.0, 0.75, 0.0]
    );
    // From the farthest to the nearest, as numbers and as pairs.
    let sums = [
        WeightedSum::NO_TEST,
        WeightedSum::new(Fitness::new(7, Distance::ZERO), None),
        WeightedSum::new(near, None),
        WeightedSum::new(Fitness::COVERED, None),
        WeightedSum::new(Fitness::COVERED, Some(Distance::from(3))),
        WeightedSum::new(Fitness::COVERED, Some(Distance::ZERO)),
    ];
    assert!(sums.is_sorted_by(|a, b| a > b && a.value() > b.value() && a.fitness() > b.fitness()));
    assert_eq!(sums.map(|sum| WeightedSum::from(sum.fitness())), sums);
}

#[test]
fn the_free_comparison_of_traces_can_be_chosen() {
    let crash = withdraw_crash(&withdraw_graph());
    let farther_in =
        overdrawn(&[("Log", "fail", 1), ("Limits", "check", 7), ("Account", "withdraw", 13)]);
    let around = || Around { check: Err(farther_in.clone()), ..OK };
    assert_eq!(sum_of(&crash, 100, 101, around()).value(), 0.5);
    let free = crash.with_similarity(Similarity::Free);
    assert_eq!(sum_of(&free, 100, 101, around()).value(), 0.0);
    // Of neither is anything near: 3/4 each.
    assert_eq!(free.cost(&[Frame::new("Main", "main")]).get(), 1.5);
}

#[test]
fn a_line_in_several_blocks_is_as_far_as_the_nearest_of_them() {
    // 0: (line 1) if a > 0 { 1: (line 2, then 5 and 5 again) } else { 2: (line 3) if b > 0 { 3:
    // (line 5) } } 4
    let body = FlowBuilder::new()
        .statements(0, 1)
        .branch(0, 1, 2)
        .statements(1, 3)
        .jump(1, 4)
        .statements(2, 1)
        .branch(2, 3, 4);
    let graph = FlowGraph::of(&body.statements(3, 1).jump(3, 4).exit(4)).expect("legal");
    let at = |local| graph.block(WITHDRAW, local);
    let wanted = Thrown::new("Bug", [frame("f").at(5)]);
    let crash =
        Crash::new(wanted, |_| [at(3).statement(0), at(1).statement(2), at(1).statement(1)])
            .expect("in the graph");
    assert_eq!(crash.statements(), [at(1).statement(1), at(1).statement(2), at(3).statement(0)]); // in order
    assert_eq!(Target::Line(crash.statements()), Target::Line(crash.statements()));
    let sum = |run: &dyn Fn(Caller<'_>)| {
        let run_of = WithStackTraces::<_, &str>::new(Trace::new(&graph));
        run(run_of.execution.root());
        let mut table = FitnessTable::new(&graph);
        table.sweep(&graph, &run_of);
        crash.weighted_sum(&table, &run_of).value()
    };
    // a = -2 is 3 away from block 1; b = -9 is 10 away from block 3: norm(1 + 3/4) = 7/11.
    let far = sum(&|t| {
        let f = t.enter(WITHDRAW);
        assert!(!f.decide(0, gt(-2, 0)) && !f.decide(2, gt(-9, 0)));
    });
    assert_close(far, 3.0 * 7.0 / 11.0 + 3.0);
    // b = 0 is 1 away: norm(3/2) = 3/5.
    let near = sum(&|t| {
        let f = t.enter(WITHDRAW);
        assert!(!f.decide(0, gt(-2, 0)) && !f.decide(2, gt(0, 0)));
    });
    assert_close(near, 3.0 * 3.0 / 5.0 + 3.0);
    // In block 1 line 5 is reached after one statement; in block 3 at once.
    let in_first = |done| {
        sum(&move |t| {
            let f = t.enter(WITHDRAW);
            assert!(f.decide(0, gt(1, 0)));
            f.done(1, done);
        })
    };
    assert_eq!([0, 1, 2].map(in_first), [4.5, 3.0, 3.0]);
    let in_second = sum(&|t| {
        let f = t.enter(WITHDRAW);
        assert!(!f.decide(0, gt(0, 0)) && f.decide(2, gt(1, 0)));
    });
    assert_eq!(in_second, 3.0);
}
