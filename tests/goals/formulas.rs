//! What the crate promises of formulas that users bring, however hostile they are.

use crate::effort::config;
use proptest::prelude::*;
use sbst::distance::{Distance, Normalise, Normaliser};
use sbst::fitness::Fitness;
use sbst::objective::Scalar;
use sbst::published::{Gate, Signals, Timing};
use std::sync::Arc;
use std::time::Duration;

const ANSWERS: [f64; 12] = [
    f64::NAN,
    f64::NEG_INFINITY,
    -1.0,
    -0.0,
    0.0,
    5e-324,
    0.25,
    0.999_999_999_999_999_9,
    1.0,
    1.5,
    f64::MAX,
    f64::INFINITY,
];

/// Answers anything, in no order; asked for 0 or infinite, it panics.
fn hostile(seed: u64) -> impl Fn(Distance) -> f64 + Copy + Send + Sync + 'static {
    move |distance| {
        assert!(
            distance > Distance::ZERO && distance < Distance::INFINITE,
            "nobody has to ask for {distance}"
        );
        let mixed = (distance.get().to_bits() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ANSWERS[mixed as usize % ANSWERS.len()]
    }
}

fn distances() -> impl Strategy<Value = Distance> {
    let bits = prop_oneof![
        4 => 0..=0x7ff0_0000_0000_0000_u64,
        1 => (0..1_000_u32).prop_map(|n| f64::from(n).to_bits()),
        1 => Just(0.0_f64.to_bits()),
        1 => Just(f64::INFINITY.to_bits()),
    ];
    bits.prop_map(|bits| Distance::new(f64::from_bits(bits)).expect("from 0 on"))
}

fn levels() -> impl Strategy<Value = u32> {
    prop_oneof![0..4_u32, any::<u32>()]
}

fn own() -> impl Strategy<Value = Normaliser> {
    prop_oneof![
        prop::sample::select(vec![
            Normaliser::RATIONAL,
            Normaliser::EXPONENTIAL,
            Normaliser::LOGARITHMIC,
            Normaliser::rational(7.5).expect("positive"),
            Normaliser::exponential(2.0).expect("above 1"),
        ]),
        (1..0x7ff0_0000_0000_0000_u64)
            .prop_map(|bits| Normaliser::rational(f64::from_bits(bits)).expect("positive")),
        (-52..40_i32, 1.0..2.0_f64)
            .prop_map(|(e, f)| Normaliser::exponential(1.0 + f * 2_f64.powi(e)).expect("above 1")),
    ]
}

fn scalars() -> [Scalar; 6] {
    [
        Scalar::LEVELS,
        Scalar::at_most(1.0),
        Scalar::at_most(2.0),
        Scalar::FLAT,
        Scalar::at_most(0.25),
        Scalar::distance(3.0),
    ]
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn a_scalar_stays_within_its_level(
        seed in any::<u64>(),
        level in levels(),
        distance in distances(),
    ) {
        let fitness = Fitness::new(level, distance);
        let (scalar, next) = (fitness.scalar_by(hostile(seed)), f64::from(level) + 1.0);
        prop_assert_eq!(scalar == 0.0, fitness.is_covered());
        prop_assert!(scalar >= f64::from(level) && scalar <= next, "{}: {:e}", fitness, scalar); // NaN fails it
        prop_assert_eq!(scalar == next, distance == Distance::INFINITE);
    }

    #[test]
    fn the_number_of_a_goal_is_0_iff_it_is_covered(
        seed in any::<u64>(),
        level in levels(),
        distance in distances(),
    ) {
        let fitness = Fitness::new(level, distance);
        for scalar in scalars() {
            let number = scalar.clone().with_normaliser(hostile(seed)).of(fitness);
            prop_assert!(
                number >= 0.0 && (number == 0.0) == fitness.is_covered(),
                "{:?} of {}: {:e}",
                scalar,
                fitness,
                number
            );
            if scalar == Scalar::FLAT {
                prop_assert!(fitness.is_covered() || (1.0..2.0).contains(&number));
            }
        }
    }

    #[test]
    fn a_formula_that_never_falls_gives_numbers_that_never_fall(
        steps in 1..9_u32,
        scale in 1e-3..1e9_f64,
        levels in (0..4_u32, 0..4_u32),
        one in distances(),
        other in distances(),
    ) {
        // A stair that leaves [0, 1] on both sides.
        let stairs = move |d: Distance| {
            (d.get() / scale * f64::from(steps)).floor() / f64::from(steps) - 0.5
        };
        let (near, far) = {
            let pairs = [Fitness::new(levels.0, one), Fitness::new(levels.1, other)];
            (pairs[0].min(pairs[1]), pairs[0].max(pairs[1]))
        };
        prop_assert!(near.scalar_by(stairs) <= far.scalar_by(stairs), "{} {}", near, far);
        for scalar in scalars() {
            let scalar = scalar.with_normaliser(stairs);
            prop_assert!(scalar.of(near) <= scalar.of(far), "{:?} of {} and {}", scalar, near, far);
        }
    }

    #[test]
    fn a_closure_that_asks_an_own_formula_gives_its_bits(
        normaliser in own(),
        level in levels(),
        distance in distances(),
    ) {
        let fitness = Fitness::new(level, distance);
        let closure = move |distance| normaliser.normalise(distance);
        let shared: Arc<dyn Normalise + Send + Sync> = Arc::new(closure);
        let expected = fitness.scalar_by(normaliser).to_bits();
        prop_assert_eq!(fitness.scalar_by(closure).to_bits(), expected);
        prop_assert_eq!(fitness.scalar_by(Arc::clone(&shared)).to_bits(), expected);
        for scalar in scalars() {
            let direct = scalar.clone().with_normaliser(normaliser).of(fitness);
            prop_assert_eq!(
                scalar.clone().with_normaliser(closure).of(fitness).to_bits(),
                direct.to_bits()
            );
            prop_assert_eq!(
                scalar.with_normaliser(Arc::clone(&shared)).of(fitness).to_bits(),
                direct.to_bits()
            );
        }
        if normaliser == Normaliser::RATIONAL {
            prop_assert_eq!(fitness.scalar().to_bits(), expected);
        }
    }

    #[test]
    fn a_usage_stays_a_part(seed in any::<u64>(), usage in 0.0..=1.0_f64, now in 0..u64::MAX) {
        let (now, history) = (Duration::from_nanos(now), Timing::new(Duration::ZERO));
        let signals = Signals::NONE.and_stalled(&history, now, hostile(seed));
        let raised = Gate::new(Duration::ZERO, usage).expect("legal").usage(&history, signals, now);
        prop_assert!((usage..=1.0).contains(&raised), "{:e} {:e}", usage, raised);
        // The adaptive gate as a signal.
        let sleep = Duration::from_secs(60);
        let signals =
            Signals::NONE.and_stalled(&history, now, Normaliser::rational(60.0).expect("positive"));
        let [fixed, adaptive] = [Gate::new(sleep, usage), Gate::adaptive(sleep, usage)]
            .map(|gate| gate.expect("legal"));
        let difference =
            fixed.usage(&history, signals, now) - adaptive.usage(&history, Signals::NONE, now);
        prop_assert!(difference.abs() < 1e-12, "{:e}", difference);
    }
}

proptest! {
    #[test]
    fn levels_do_not_overlap(
        normaliser in own(),
        level in any::<u32>(),
        distance in distances(),
        few in 0..40_u32,
    ) {
        for level in [level.min(u32::MAX - 1), few] {
            let scalar = Fitness::new(level, distance).scalar_by(normaliser);
            let next = Fitness::new(level + 1, Distance::ZERO).scalar_by(normaliser);
            prop_assert_eq!(next, f64::from(level) + 1.0);
            prop_assert!(scalar >= f64::from(level));
            prop_assert_eq!(scalar < next, distance < Distance::INFINITE);
            prop_assert!(scalar <= next);
        }
        prop_assert_eq!(
            Fitness::new(0, distance).scalar_by(normaliser),
            normaliser.normalise(distance)
        );
    }

    #[test]
    fn scalars_never_fall(
        normaliser in own(),
        level in any::<u32>(),
        one in distances(),
        other in distances(),
    ) {
        prop_assert!(
            Fitness::new(level, one.min(other)).scalar_by(normaliser)
                <= Fitness::new(level, one.max(other)).scalar_by(normaliser)
        );
    }
}

#[test]
fn the_ends_of_a_level() {
    for normaliser in [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC] {
        assert_eq!(Fitness::new(7, Distance::INFINITE).scalar_by(normaliser), 8.0);
        assert!(Fitness::new(7, Distance::GREATEST).scalar_by(normaliser) < 8.0);
    }
}

#[test]
fn the_first_collision_is_one_of_the_scalars_of_a_search() {
    let scalar = |normaliser, level, x: u64| {
        Fitness::new(level, Distance::new(x as f64).expect("from 0 on")).scalar_by(normaliser)
    };
    let collides =
        |normaliser, level, x| scalar(normaliser, level, x) == scalar(normaliser, level, x + 1);
    for normaliser in [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC] {
        for level in [0, 1, 2, 10, 100, u32::MAX] {
            let first = normaliser.first_collision(level).expect("below 2^53");
            let earlier =
                (first.saturating_sub(20_000)..first).find(|&x| collides(normaliser, level, x));
            assert_eq!(earlier, None, "{normaliser} at level {level}");
            assert!(collides(normaliser, level, first), "{normaliser} at level {level}");
        }
    }
}

#[test]
fn scalars_are_equal_if_their_formulas_are() {
    let exponential = || Scalar::FLAT.with_normaliser(Normaliser::EXPONENTIAL);
    assert_eq!(exponential(), exponential());
    assert_ne!(exponential(), Scalar::FLAT);
    assert_eq!(exponential().with_normaliser(Normaliser::RATIONAL), Scalar::FLAT); // the default
    let halves = |d: Distance| d.get() / 2.0;
    let given = Scalar::LEVELS.with_normaliser(halves);
    assert_eq!(given, given.clone());
    assert_ne!(given, Scalar::LEVELS.with_normaliser(halves)); // nobody knows
    assert!(format!("{:?}", exponential()).contains("Exponential"));
}

#[test]
fn a_hostile_formula_is_hostile() {
    let asked = |seed| hostile(seed)(Distance::from(1));
    let answers: Vec<f64> = (0..200).map(asked).collect();
    assert!(
        answers.iter().any(|x| x.is_nan())
            && answers.contains(&0.0)
            && answers.contains(&f64::INFINITY)
    );
}
