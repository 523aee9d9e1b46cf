//! Gates that adapt: to how useful the comparison was for a goal, to implicit exceptions in its
//! function, to structure.

use super::faults::FIRST;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{ExceptionKind, Execution, Thrown, Trace};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::Counters;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Function, Symbol};
use sbst::published::{Endings, Gate, Signals, Timing};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const HISTORY: Timing = Timing::new(Duration::ZERO);
const TYPICAL: f64 = Signals::PUBLISHED_USEFULNESS;

fn gate(usage: f64) -> Gate {
    Gate::new(MINUTE, usage).expect("legal")
}

fn usage(gate: Gate, signals: Signals) -> f64 {
    gate.usage(&HISTORY, signals, 2 * MINUTE)
}

fn counted(active: u64, useful: u64) -> Counters {
    Counters { active, useful, ..Counters::default() }
}

/// Equal but for the rounding of a few operations.
fn assert_near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} {b}"); // NaN fails it
}

#[test]
fn without_signals_a_gate_is_as_it_was() {
    for usage in [0.0, 0.1, 0.3, 0.5, 1.0 - f64::EPSILON, 1.0] {
        for gate in [
            gate(usage),
            Gate::adaptive(MINUTE, usage).expect("legal"),
            Gate::OPEN,
            Gate::PUBLISHED,
        ] {
            for now in [
                Duration::ZERO,
                MINUTE,
                MINUTE + Duration::from_nanos(1),
                3 * MINUTE,
                Duration::MAX,
            ] {
                let (plain, with) = (
                    gate.usage(&HISTORY, Signals::NONE, now),
                    gate.usage(&HISTORY, Signals::default(), now),
                );
                assert_eq!(plain.to_bits(), with.to_bits());
            }
        }
        for now in
            [Duration::ZERO, MINUTE, MINUTE + Duration::from_nanos(1), 3 * MINUTE, Duration::MAX]
        {
            assert_eq!(gate(usage).usage(&HISTORY, Signals::NONE, now).to_bits(), usage.to_bits());
            for draw in [0.0, 0.5, 0.999, f64::NAN] {
                let expected = now > MINUTE && (draw.max(0.0) < usage || usage == 1.0);
                assert_eq!(gate(usage).is_open(&HISTORY, Signals::NONE, now, draw), expected);
            }
        }
    }
}

#[test]
fn a_comparison_that_decides_is_used_more_often_than_one_that_does_not() {
    let of = |active, useful| {
        usage(gate(0.0), Signals::NONE.and_usefulness(&counted(active, useful), TYPICAL))
    };
    // r = (useful + 1) / (active + 1), then r / (r + 0.0239).
    assert_near(of(0, 0), 1.0 / 1.0239);
    assert_near(of(99, 0), 0.01 / 0.0339);
    assert_near(of(999, 0), 0.001 / 0.0249);
    assert_near(of(99, 99), 1.0 / 1.0239);
    assert_near(of(99, 49), 0.5 / 0.5239);
    // As useful as in the paper, on average: half of the times.
    assert!((of(999_999, 23_899) - 0.5).abs() < 1e-6);
    // It raises the usage of the gate: 0.2 and 0.8 of it.
    let raised = usage(gate(0.2), Signals::NONE.and_usefulness(&counted(99, 0), TYPICAL));
    assert_near(raised, 0.2 + 0.8 * 0.01 / 0.0339);
    // It does not wake a goal: what is not asked cannot be useful.
    let useful = Signals::NONE.and_usefulness(&counted(9, 9), TYPICAL);
    assert!(!gate(1.0).is_open(&HISTORY, useful, MINUTE, 0.0));
    // Numbers that say nothing.
    for typical in [0.0, -1.0, f64::NAN] {
        assert_eq!(usage(gate(0.0), Signals::NONE.and_usefulness(&counted(9, 3), typical)), 1.0);
    }
    assert_eq!(
        usage(gate(0.25), Signals::NONE.and_usefulness(&counted(9, 3), f64::INFINITY)),
        0.25
    );
    assert_near(of(u64::MAX, u64::MAX), 1.0 / 1.0239);
}

#[test]
fn implicit_exceptions_wake_a_goal_sooner_and_have_it_compared_more_often() {
    let of = |rate| Signals::NONE.and_implicit_exceptions(rate);
    assert_near(usage(gate(0.5), of(0.5)), 0.75);
    assert_near(usage(gate(0.0), of(0.25)), 0.25);
    // Half of the executions end like that: half of the sleep.
    let opens = |rate, now| gate(1.0).is_open(&HISTORY, of(rate), now, 0.0);
    let [half, more] = [MINUTE / 2, MINUTE / 2 + Duration::from_millis(1)];
    assert_eq!([opens(0.5, half), opens(0.5, more), opens(0.4, more)], [false, true, false]);
    // Of a certain one nothing is left to sleep, and every draw opens.
    assert!(gate(0.0).is_open(&HISTORY, of(1.0), Duration::from_nanos(1), 1.0));
    assert!(!gate(0.0).is_open(&HISTORY, of(1.0), Duration::ZERO, 0.0)); // not older than 0
    for rate in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
        assert_eq!(of(rate), Signals::NONE);
    }
    assert_eq!(of(2.0), of(1.0));
    assert_eq!(of(f64::INFINITY), of(1.0));
}

#[test]
fn structure_counts_against_what_is_typical() {
    let of = |measure, typical| usage(gate(0.0), Signals::NONE.and_structure(measure, typical));
    assert_near(of(5.0, 5.0), 0.5);
    assert_near(of(15.0, 5.0), 0.75);
    assert_near(of(1.0, 3.0), 0.25);
    assert_eq!(
        [of(0.0, 5.0), of(-1.0, 5.0), of(f64::NAN, 5.0), of(0.0, 0.0), of(f64::NAN, f64::NAN)],
        [0.0; 5]
    );
    assert_eq!(
        [
            of(f64::INFINITY, 5.0),
            of(1.0, 0.0),
            of(1.0, f64::NAN),
            of(1.0, -3.0),
            of(f64::MAX, f64::MIN_POSITIVE)
        ],
        [1.0; 5]
    );
    assert_eq!(of(1.0, f64::INFINITY), 0.0);
    // Coupling and depth together: half of the half that is left.
    let signals = Signals::NONE.and_structure(7.0, 7.0).and_structure(2.0, 2.0);
    assert_near(usage(gate(0.0), signals), 0.75);
    assert!(gate(1.0).is_open(&HISTORY, signals, MINUTE / 3, 0.0)); // it sleeps for a quarter
    assert!(!gate(1.0).is_open(&HISTORY, signals, MINUTE / 5, 0.0));
}

#[test]
fn signals_and_the_time_without_progress_add_up() {
    let adaptive = Gate::adaptive(MINUTE, 0.5).expect("legal");
    let mut history = HISTORY;
    let signals = Signals::NONE.and_implicit_exceptions(0.5);
    // 60 s without progress: 0.75; half of what is left.
    assert_near(adaptive.usage(&history, signals, MINUTE), 0.875);
    history.see(Fitness::new(1, Distance::ZERO), MINUTE);
    assert_near(adaptive.usage(&history, signals, MINUTE), 0.75);
    assert_eq!(Gate::OPEN.usage(&history, signals, MINUTE), 1.0);
    assert!(Gate::OPEN.is_open(&history, Signals::NONE, Duration::ZERO, 1.0));
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![6 => 0.0..=1.0_f64, 2 => any::<f64>(), 1 => Just(0.0), 1 => Just(1.0), 1 => Just(f64::NAN)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Never below the gate's own usage, never above 1, never NaN; each signal adds; the order of
    /// signals does not matter.
    #[test]
    fn a_usage_with_signals_is_a_part(
        own in 0.0..=1.0_f64,
        rate in number(),
        measure in number(),
        typical in [number(), number()],
        counts in any::<[u64; 2]>(),
        secs in 0..200_u64,
        draw in number(),
    ) {
        let (gate, now) = (gate(own), Duration::from_secs(secs));
        let counters = counted(counts[0].max(counts[1]), counts[0].min(counts[1]));
        let some = Signals::NONE.and_implicit_exceptions(rate);
        let all = some.and_structure(measure, typical[0]).and_usefulness(&counters, typical[1]);
        let [plain, with_some, with_all] =
            [Signals::NONE, some, all].map(|signals| gate.usage(&HISTORY, signals, now));
        prop_assert_eq!(plain, own);
        prop_assert!(
            own <= with_some && with_some <= with_all + f64::EPSILON && with_all <= 1.0,
            "{own} {with_some} {with_all}"
        );
        let reordered = Signals::NONE
            .and_usefulness(&counters, typical[1])
            .and_structure(measure, typical[0])
            .and_implicit_exceptions(rate);
        prop_assert!((gate.usage(&HISTORY, reordered, now) - with_all).abs() < 1e-12);
        // What is open without signals stays open.
        prop_assert!(
            !gate.is_open(&HISTORY, Signals::NONE, now, draw)
                || gate.is_open(&HISTORY, all, now, draw)
        );
    }
}

#[test]
fn endings_count_each_function_once_for_an_execution() {
    let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    let second = graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let never = graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    let [index, zero] = [0, 1].map(Symbol::new);
    let trace = Trace::new(&graph);
    let mut endings = Endings::new();
    // Two types of exceptions leave the first function, and one of them the second that called it.
    let outer = trace.root().enter(second);
    outer.caller().enter(FIRST).threw(zero, ExceptionKind::Implicit);
    outer.caller().enter(FIRST).threw(index, ExceptionKind::Implicit);
    outer.threw(index, ExceptionKind::Implicit);
    drop(outer);
    endings.see(&graph, &trace);
    let one = trace.record();
    let counts = |endings: &Endings| {
        [FIRST, second, never].map(|f| (endings.entered(f), endings.implicit(f)))
    };
    assert_eq!(counts(&endings), [(1, 1), (1, 1), (0, 0)]);
    // Others are no implicit exceptions.
    trace.reset();
    trace.root().enter(FIRST).threw(index, ExceptionKind::Explicit);
    trace.root().enter(FIRST).threw(zero, ExceptionKind::Declared);
    endings.see(&graph, &trace);
    assert_eq!(counts(&endings), [(2, 1), (1, 1), (0, 0)]);
    assert_eq!(
        [FIRST, second, never, Function::new(9)].map(|f| endings.implicit_rate(f)),
        [1.0 / 3.0, 0.5, 0.0, 0.0]
    );
    // A suite is one execution.
    let mut suite = Endings::new();
    suite.see(&graph, [one.clone(), trace.record(), one].as_slice());
    assert_eq!(counts(&suite), [(1, 1), (1, 1), (0, 0)]);
    assert_ne!(suite, endings);
    // An exception of a function that nobody saw entered; and a function that the graph does not
    // have.
    trace.reset();
    trace.threw(Thrown::new(never, index, ExceptionKind::Implicit));
    endings.see(&graph, &trace);
    assert_eq!(
        (endings.entered(never), endings.implicit(never), endings.implicit_rate(never)),
        (0, 1, 0.5)
    );
    let small = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    let mut of_small = Endings::new();
    assert!(trace.fits(&small).is_err(), "which `see` panics on");
    let see = std::panic::AssertUnwindSafe(|| of_small.see(&small, &trace));
    assert!(std::panic::catch_unwind(see).is_err());
    assert_eq!(of_small.implicit(never), 0);
}
