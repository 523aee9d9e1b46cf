//! When block coverage is asked: the published gate, one of other numbers, the adaptive one;
//! histories.

use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::published::{Gate, GateError, Signals, Timing, Timings};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const TICK: Duration = Duration::from_nanos(1);

/// A goal that became active after 5 s.
const HISTORY: Timing = Timing::new(Duration::from_secs(5));

fn of_age(age: Duration) -> Duration {
    5 * SECOND + age
}

const fn value(level: u32) -> Fitness {
    Fitness::new(level, Distance::ZERO)
}

/// The largest number below 1, which is the largest that a generator draws.
const BELOW_1: f64 = 1.0 - f64::EPSILON / 2.0;

#[test]
fn the_published_gate_sleeps_for_a_minute_and_takes_half_of_the_ties() {
    let half = Gate::new(MINUTE, 0.5).expect("legal");
    let below_half = 0.5 - f64::EPSILON / 4.0;
    for gate in [Gate::PUBLISHED, Gate::default(), half] {
        assert_eq!(gate, half);
        assert_eq!(gate.usage(&HISTORY, Signals::NONE, of_age(MINUTE)), 0.5);
        assert!(!gate.is_open(&HISTORY, Signals::NONE, Duration::ZERO, 0.0)); // before the goal was active
        assert!(!gate.is_open(&HISTORY, Signals::NONE, of_age(MINUTE), 0.0)); // not older than the sleep
        assert!(gate.is_open(&HISTORY, Signals::NONE, of_age(MINUTE + TICK), 0.0));
        assert!(gate.is_open(&HISTORY, Signals::NONE, of_age(MINUTE + TICK), below_half));
        assert!(!gate.is_open(&HISTORY, Signals::NONE, of_age(MINUTE + TICK), 0.5));
        assert!(!gate.is_open(&HISTORY, Signals::NONE, Duration::MAX, BELOW_1));
    }
    assert_ne!(half, Gate::adaptive(MINUTE, 0.5).expect("legal"));
}

#[test]
fn the_open_gate_is_open_before_the_goal_is_active_and_for_every_draw() {
    for now in [Duration::ZERO, 5 * SECOND, Duration::MAX] {
        assert!(
            [0.0, BELOW_1, 1.0, -1.0, f64::NAN, f64::INFINITY]
                .iter()
                .all(|&draw| Gate::OPEN.is_open(&HISTORY, Signals::NONE, now, draw))
        );
        assert_eq!(Gate::OPEN.usage(&HISTORY, Signals::NONE, now), 1.0);
    }
}

#[test]
fn draws_beyond_the_unit_interval_count_as_its_ends() {
    let now = of_age(MINUTE + TICK);
    let least = [0.0, -0.0, -1e-300, -7.0, f64::NEG_INFINITY, f64::NAN];
    let most = [BELOW_1, 1.0, 1.5, f64::MAX, f64::INFINITY];
    let opens = |usage: f64, draw: f64| {
        let fixed =
            Gate::new(MINUTE, usage).expect("legal").is_open(&HISTORY, Signals::NONE, now, draw);
        // The adaptive one has the same usage, as long as the best value has just improved.
        let mut history = HISTORY;
        history.see(value(1), now);
        assert_eq!(
            Gate::adaptive(MINUTE, usage).expect("legal").is_open(
                &history,
                Signals::NONE,
                now,
                draw
            ),
            fixed,
            "{usage} {draw}"
        );
        fixed
    };
    for usage in [f64::MIN_POSITIVE, 0.25, 0.5, BELOW_1, 1.0] {
        assert!(least.iter().all(|&draw| opens(usage, draw)), "{usage}");
    }
    for usage in [0.0, -0.0, f64::MIN_POSITIVE, 0.5, BELOW_1] {
        assert!(most.iter().all(|&draw| !opens(usage, draw)), "{usage}");
    }
    assert!(most.iter().all(|&draw| opens(1.0, draw))); // all ties are all ties
    assert!(least.iter().all(|&draw| !opens(0.0, draw) && !opens(-0.0, draw)));
    assert!(opens(BELOW_1, BELOW_1 - f64::EPSILON / 2.0));
}

#[test]
fn a_usage_is_a_part() {
    for usage in [0.0, -0.0, f64::MIN_POSITIVE, 1.0] {
        let gates = [Gate::new(MINUTE, usage), Gate::adaptive(MINUTE, usage)]
            .map(|gate| gate.expect("legal"));
        // Never -0.0, whose sign would show in what users print.
        assert!(
            gates.iter().all(|gate| gate.usage(&HISTORY, Signals::NONE, 5 * SECOND).to_bits()
                == usage.abs().to_bits()),
            "{usage}"
        );
    }
    for usage in
        [-f64::MIN_POSITIVE, -0.5, 1.0 + f64::EPSILON, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
    {
        for gate in [Gate::new(MINUTE, usage), Gate::adaptive(Duration::ZERO, usage)] {
            let Err(GateError::Usage(refused)) = gate else { panic!("{usage} was taken") };
            assert_eq!(refused.to_bits(), usage.to_bits());
        }
    }
    let message = |usage| Gate::new(MINUTE, usage).expect_err("illegal").to_string();
    assert_eq!(message(1.5), "the usage 1.5 is not in [0, 1]");
    assert_eq!(message(-0.25), "the usage -0.25 is not in [0, 1]");
    assert_eq!(message(f64::NAN), "the usage NaN is not in [0, 1]");
    fn is_an_error<E: std::error::Error + Send + Sync + 'static>(_: &E) {}
    is_an_error(&GateError::Usage(2.0));
}

#[test]
fn the_usage_grows_by_the_share_of_time_without_progress() {
    let gate = Gate::new(MINUTE, 0.5).expect("legal");
    let usage = |signals: Signals, stalled| gate.usage(&HISTORY, signals, of_age(stalled));
    let stalled = |stalled, part: fn(Distance) -> f64| {
        Signals::NONE.and_stalled(&HISTORY, of_age(stalled), part)
    };
    // A signal s closes the part 1 - s of the gap between the usage and 1.
    for (seconds, expected) in [(0, 0.5), (25, 0.625), (50, 0.75), (100, 1.0), (900, 1.0)] {
        let signals = stalled(seconds * SECOND, |seconds| (seconds.get() / 100.0).min(1.0));
        assert!((usage(signals, seconds * SECOND) - expected).abs() < 1e-12, "{seconds}");
    }
    assert!(
        usage(
            stalled(50 * SECOND, |_| 0.5).and_stalled(
                &HISTORY,
                of_age(50 * SECOND),
                |_: Distance| 0.5
            ),
            MINUTE
        ) > 0.8749
    );
}

#[test]
fn the_adaptive_usage_grows_with_the_time_without_progress() {
    let usage = |sleep, usage, stalled| {
        Gate::adaptive(sleep, usage).expect("legal").usage(&HISTORY, Signals::NONE, of_age(stalled))
    };
    // 0.5 + 0.5 s / (s + 60): half of what is left after as long as the sleep, three quarters after
    // three times as long.
    for (seconds, expected) in [(0, 0.5), (20, 0.625), (60, 0.75), (180, 0.875), (420, 0.9375)] {
        assert_eq!(usage(MINUTE, 0.5, seconds * SECOND), expected);
    }
    assert_eq!(usage(MINUTE, 0.0, MINUTE), 0.5);
    assert_eq!(usage(Duration::from_millis(1), 0.5, Duration::from_millis(1)), 0.75);
    assert_eq!((usage(MINUTE, 1.0, Duration::ZERO), usage(MINUTE, 1.0, MINUTE)), (1.0, 1.0));
    // The limit is 1; without a sleep it is there as soon as there was no progress for a moment.
    let long = usage(MINUTE, 0.5, Duration::from_secs(60_000_000));
    assert!((0.999_999..1.0).contains(&long));
    assert_eq!(usage(MINUTE, 0.5, Duration::MAX - 5 * SECOND), 1.0);
    assert_eq!(
        (usage(Duration::ZERO, 0.25, Duration::ZERO), usage(Duration::ZERO, 0.25, TICK)),
        (0.25, 1.0)
    );
    assert_eq!(usage(Duration::MAX, 0.5, Duration::MAX - 5 * SECOND), 0.75);
    // It goes by progress, the sleep by age: a goal whose best value has just improved starts anew,
    // but does not sleep again.
    let (gate, mut history) = (Gate::adaptive(MINUTE, 0.5).expect("legal"), HISTORY);
    let now = of_age(3 * MINUTE);
    assert!(
        gate.is_open(&history, Signals::NONE, now, 0.8)
            && !gate.is_open(&history, Signals::NONE, now, 0.875)
    );
    history.see(value(2), now);
    assert_eq!(gate.usage(&history, Signals::NONE, now), 0.5);
    assert!(
        gate.is_open(&history, Signals::NONE, now, 0.4)
            && !gate.is_open(&history, Signals::NONE, now, 0.8)
    );
    assert!(gate.is_open(&history, Signals::NONE, now + MINUTE, 0.7));
    // Before it has slept, it is closed, however large the usage.
    assert!(
        !gate.is_open(&HISTORY, Signals::NONE, of_age(MINUTE), 0.0)
            && gate.is_open(&HISTORY, Signals::NONE, of_age(MINUTE + TICK), 0.75)
    );
    // The fixed one does not care for progress.
    assert_eq!(Gate::PUBLISHED.usage(&HISTORY, Signals::NONE, Duration::MAX), 0.5);
}

/// Times of all magnitudes, both ends included.
fn time() -> impl Strategy<Value = Duration> {
    let any = (0..64_u32, any::<u64>(), 0..1_000_000_000_u32)
        .prop_map(|(shift, secs, nanos)| Duration::new(secs >> shift, nanos));
    prop_oneof![8 => any, 2 => (0..1_000_000_000_u64).prop_map(Duration::from_nanos), 1 => Just(Duration::ZERO), 1 => Just(Duration::MAX)]
}

fn part() -> impl Strategy<Value = f64> {
    prop_oneof![8 => 0.0..=1.0_f64, 1 => Just(0.0), 1 => Just(1.0), 1 => Just(BELOW_1), 1 => Just(f64::MIN_POSITIVE)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// At least what it was given, at most 1, and more as time goes on, but for the rounding of the
    /// formula's three operations.
    #[test]
    fn the_adaptive_usage_is_a_part_and_does_not_shrink(
        sleep in time(),
        usage in part(),
        now in [time(), time()],
    ) {
        let gate = Gate::adaptive(sleep, usage).expect("legal");
        let [sooner, later] = [now[0].min(now[1]), now[0].max(now[1])]
            .map(|now| gate.usage(&Timing::new(Duration::ZERO), Signals::NONE, now));
        prop_assert!(
            usage <= sooner && sooner <= later + f64::EPSILON && later <= 1.0,
            "{usage} {sooner} {later}"
        ); // NaN fails it
    }

    /// What opens for a draw, opens for smaller ones, later, and where the usage is larger.
    #[test]
    fn it_is_open_for_the_draws_below_the_usage(
        sleep in time(),
        usage in [part(), part()],
        draw in [part(), part()],
        now in time(),
    ) {
        let [usage, draw] = [usage, draw].map(|[a, b]| [a.min(b), a.max(b)]);
        let history = Timing::new(Duration::ZERO);
        let gates = [Gate::new, Gate::adaptive]
            .map(|make| usage.map(|usage| make(sleep, usage).expect("legal")));
        for [less, more] in gates {
            for gate in [less, more] {
                let expected = now > sleep
                    && (draw[0] < gate.usage(&history, Signals::NONE, now)
                        || gate.usage(&history, Signals::NONE, now) == 1.0);
                prop_assert_eq!(gate.is_open(&history, Signals::NONE, now, draw[0]), expected);
            }
            prop_assert!(
                !less.is_open(&history, Signals::NONE, now, draw[1])
                    || less.is_open(&history, Signals::NONE, now, draw[0])
            );
            prop_assert!(
                !less.is_open(&history, Signals::NONE, now, draw[0])
                    || more.is_open(&history, Signals::NONE, now, draw[0])
            );
        }
    }
}

#[test]
fn a_history_knows_when_the_goal_began_and_when_it_last_came_nearer() {
    let at = |seconds: u64| Duration::from_secs(seconds);
    let times = |history: &Timing, now| {
        (history.age(at(now)).as_secs(), history.stalled(at(now)).as_secs())
    };
    let mut history = Timing::new(at(10));
    assert_eq!(
        (times(&history, 4), times(&history, 10), times(&history, 13)),
        ((0, 0), (0, 0), (3, 3))
    );
    history.see(value(5), at(12)); // the first value is progress, even the worst one
    assert_eq!(times(&history, 13), (3, 1));
    for (seen, now) in [(value(5), 14), (value(6), 15), (Fitness::NEVER, 16)] {
        history.see(seen, at(now)); // no progress
        assert_eq!(times(&history, now), (now - 10, now - 12));
    }
    history.see(Fitness::new(4, Distance::from(9)), at(17));
    history.see(Fitness::new(4, Distance::from(9)), at(18)); // the same again
    assert_eq!(times(&history, 19), (9, 2));
    history.see(Fitness::new(4, Distance::from(8)), at(20)); // less of the distance, on the same level
    assert_eq!(times(&history, 20), (10, 0));
    let mut worst = Timing::new(at(0));
    worst.see(Fitness::NEVER, at(3));
    assert_eq!(times(&worst, 3), (3, 0));

    // A clock that goes backwards gives 0, never a panic; and what was seen before the last
    // improvement counts as seen then.
    assert_eq!(times(&history, 5), (0, 0));
    assert_eq!(times(&history, 15), (5, 0));
    history.see(value(1), at(2));
    assert_eq!((times(&history, 1), times(&history, 12)), ((0, 0), (2, 0)));
    history.see(value(2), at(30));
    assert_eq!(times(&history, 30), (20, 10));
    let mut early = Timing::new(at(10));
    early.see(value(1), at(3)); // before the goal was active
    assert_eq!(times(&early, 12), (2, 2));
    assert_eq!(Timing::new(Duration::MAX).age(Duration::ZERO), Duration::ZERO);
    assert_eq!(Timing::new(Duration::ZERO).stalled(Duration::MAX), Duration::MAX);
}

#[test]
fn histories_begin_when_a_goal_is_first_seen_to_be_active() {
    let at = |seconds: u64| Duration::from_secs(seconds);
    let [first, second, third, unmeasured] = [0, 1, 2, u32::MAX].map(GoalId::new);
    let mut histories = Timings::new();
    let times = |histories: &Timings, goal, now| {
        let history = histories.of(goal, at(now));
        (history.age(at(now)).as_secs(), history.stalled(at(now)).as_secs())
    };
    histories.see(&[third, first], &[value(5), value(5), value(5)], at(10));
    histories.see(&[first, second], &[value(4), value(0)], at(12)); // the first comes nearer, the second begins
    histories.see(&[first, second, third, unmeasured], &[value(4), value(1), value(3)], at(15)); // the third comes nearer
    assert_eq!(
        [first, second, third].map(|goal| times(&histories, goal, 20)),
        [(10, 8), (8, 8), (10, 5)]
    );
    // Not active, or not measured: as if it became active now.
    assert_eq!(
        (times(&histories, unmeasured, 20), times(&Timings::new(), first, 20)),
        ((0, 0), (0, 0))
    );
    // A row that is shorter leaves out the others.
    histories.see(&[first, third], &[value(0)], at(30));
    assert_eq!((times(&histories, first, 30), times(&histories, third, 30)), ((20, 0), (20, 15)));
}
