//! Ranges, masks, approximate floats, durations.

use super::oracle::{agrees, rules};
use proptest::prelude::*;
use sbst_distance::{
    By, Decision, Distance, DistanceError, Integer, Neighbours, Relation, Rules, Tolerance,
    approx_eq, in_range, le, lt, masked_eq,
};
use std::fmt::Debug;
use std::ops::{Bound, RangeBounds};
use std::time::Duration;

const FORMS: [(u8, u8); 9] =
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)];

fn bound<T>(form: u8, value: T) -> Bound<T> {
    match form {
        0 => Bound::Included(value),
        1 => Bound::Excluded(value),
        _ => Bound::Unbounded,
    }
}

/// One range and one value; `all` values of the type tell whether the range is empty.
fn range_of<T: Neighbours + Copy + Debug>(
    rules: &Rules,
    all: &[T],
    value: T,
    range: (Bound<T>, Bound<T>),
) -> Result<(), TestCaseError> {
    let decision = rules.in_range(value, range);
    let holds = range.contains(&value);
    let lower = match range.0 {
        Bound::Included(start) => rules.ge(value, start),
        Bound::Excluded(start) => rules.gt(value, start),
        Bound::Unbounded => Decision::observed(true, Distance::INFINITE),
    };
    let upper = match range.1 {
        Bound::Included(end) => rules.le(value, end),
        Bound::Excluded(end) => rules.lt(value, end),
        Bound::Unbounded => Decision::observed(true, Distance::INFINITE),
    };
    let expected = if all.iter().all(|value| !range.contains(value)) {
        f64::INFINITY
    } else if holds {
        // A way out leads to some value.
        let below = all.iter().any(|other| other < &value && !range.contains(other));
        let above = all.iter().any(|other| other > &value && !range.contains(other));
        let way = |exists: bool, bound: Decision| {
            if exists { bound.to_false().get() } else { f64::INFINITY }
        };
        way(below, lower).min(way(above, upper))
    } else {
        lower.to_true().max(upper.to_true()).get() // one of them holds
    };
    agrees(decision, holds, expected)
}

fn all_ranges<T: Neighbours + Copy + Debug>(
    rules: &Rules,
    all: &[T],
    some: &[T],
) -> Result<(), TestCaseError> {
    for (start_form, end_form) in FORMS {
        for &start in some {
            for &end in some {
                for &value in some {
                    range_of(rules, all, value, (bound(start_form, start), bound(end_form, end)))?;
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn ranges_by_their_bounds(rules in rules()) {
        let all: Vec<i8> = (i8::MIN..=i8::MAX).collect();
        all_ranges(&rules, &all, &[i8::MIN, -127, -1, 0, 1, 3, 126, i8::MAX])?;
        all_ranges(&rules, &[false, true], &[false, true])?;
        let all: Vec<char> = ['\0'..='\u{9}', '\u{D700}'..='\u{E009}', '\u{10FFF0}'..='\u{10FFFF}']
            .into_iter()
            .flatten()
            .collect();
        all_ranges(
            &rules,
            &all,
            &['\0', '\u{1}', '\u{D7FF}', '\u{E000}', '\u{10FFFE}', '\u{10FFFF}'],
        )?;
        let near_zero = [-5e-324, -0.0, 0.0, 5e-324, 1.0, 1.0_f64.next_up()];
        let far = [f64::NEG_INFINITY, f64::MIN, f64::MAX, f64::INFINITY, f64::NAN];
        let floats: Vec<f64> = near_zero.into_iter().chain(far).collect();
        let all: Vec<f64> = floats.iter().flat_map(|x| [x.next_down(), *x, x.next_up()]).collect();
        all_ranges(&rules, &all, &floats)?;
        let nanoseconds = |n| Duration::from_nanos(n);
        let least = [0, 1, 2, 3].map(nanoseconds);
        let all: Vec<Duration> =
            least.into_iter().chain([Duration::MAX, Duration::MAX - nanoseconds(1)]).collect();
        all_ranges(&rules, &all, &[all[0], all[1], all[2], all[4], all[5]])?;
        let signed = [i128::MIN, i128::MIN + 1, -1, 0, 1].map(Integer::from);
        let widest: Vec<Integer> =
            signed.into_iter().chain([u128::MAX - 1, u128::MAX].map(Integer::from)).collect();
        let between =
            [Integer::from(i128::MIN + 2), Integer::from(2), Integer::from(u128::MAX - 2)];
        let all: Vec<Integer> = widest.iter().copied().chain(between).collect();
        all_ranges(&rules, &all, &widest)?;
    }
}

proptest! {
    #[test]
    fn masks_count_bits(
        x in any::<u16>(),
        mask in any::<u16>(),
        value in any::<u16>(),
        rules in rules(),
    ) {
        for (mask, value) in
            [(mask, value), (mask, value & mask), (0, value), (0, 0), (mask, x & mask)]
        {
            let holds = x & mask == value;
            let reachable = (0..16).all(|bit| value >> bit & 1 == 0 || mask >> bit & 1 == 1);
            let differing =
                (0..16).filter(|bit| mask >> bit & 1 == 1 && (x ^ value) >> bit & 1 == 1).count();
            let other_side = match (holds, reachable, mask) {
                (true, _, 0) | (false, false, _) => f64::INFINITY,
                (true, ..) => rules.k(),
                (false, true, _) => differing as f64,
            };
            agrees(rules.masked_eq(x, mask, value), holds, other_side)?;
            // The same bits, signed and wider: nothing is extended.
            prop_assert_eq!(
                rules.masked_eq(x as i16, mask as i16, value as i16),
                rules.masked_eq(x, mask, value)
            );
            prop_assert_eq!(
                rules.masked_eq(u128::from(x), mask.into(), value.into()),
                rules.masked_eq(x, mask, value)
            );
        }
    }

    #[test]
    fn tolerances_are_exceeded_by_the_excess(
        (a, b, t) in (-9.0..9.0_f64, -9.0..9.0_f64, 0.0..3.0_f64),
        (n, away) in (0..50_u64, 0..100_u32),
        rules in rules(),
    ) {
        let side = |excess: f64| if excess <= 0.0 { rules.k() } else { excess };
        let absolute = (a - b).abs() - t;
        agrees(
            rules.approx_eq(a, b, Tolerance::absolute(t).unwrap()),
            absolute <= 0.0,
            side(absolute),
        )?;
        let relative = (a - b).abs() - t * a.abs().max(b.abs());
        agrees(
            rules.approx_eq(a, b, Tolerance::relative(t).unwrap()),
            relative <= 0.0,
            side(relative),
        )?;
        let c = (0..away).fold(a, |x, _| x.next_up());
        let steps = f64::from(away) - n as f64;
        agrees(rules.approx_eq(a, c, Tolerance::ulps(n)), steps <= 0.0, side(steps))?;
        for tolerance in
            [Tolerance::absolute(t).unwrap(), Tolerance::relative(t).unwrap(), Tolerance::ulps(n)]
        {
            prop_assert_eq!(rules.approx_eq(a, b, tolerance), rules.approx_eq(b, a, tolerance));
        }
    }

    #[test]
    fn any_floats_have_an_answer(
        (a, b, t) in any::<(f64, f64, f64)>(),
        (x, y) in any::<(f32, f32)>(),
        n in any::<u64>(),
    ) {
        let t = if t.is_finite() { t.abs() } else { 0.0 };
        for tolerance in
            [Tolerance::absolute(t).unwrap(), Tolerance::relative(t).unwrap(), Tolerance::ulps(n)]
        {
            let special = [(f64::MAX, f64::MIN), (f64::INFINITY, f64::INFINITY), (0.0, -0.0)];
            for (a, b) in [(a, b), (f64::INFINITY, b), (f64::NAN, b)].into_iter().chain(special) {
                let decision = approx_eq(a, b, tolerance);
                prop_assert!(decision.other_side() > Distance::ZERO);
                if a == b {
                    prop_assert!(decision.holds());
                } else if !(a.is_finite() && b.is_finite()) {
                    prop_assert_eq!(
                        (decision.holds(), decision.to_true()),
                        (false, Distance::INFINITE)
                    );
                } else if !decision.holds() {
                    prop_assert!(decision.to_true() < Distance::INFINITE);
                }
            }
        }
        let exact = approx_eq(x, y, Tolerance::absolute(0.0).unwrap());
        prop_assert_eq!(exact.holds(), x == y);
    }

    #[test]
    fn durations_by_their_nanoseconds(
        a in any::<Duration>(),
        b in any::<Duration>(),
        rules in rules(),
    ) {
        prop_assert_eq!(rules.lt(a, b), rules.lt(a.as_nanos(), b.as_nanos()));
        prop_assert_eq!(rules.eq(a, b), rules.eq(a.as_nanos(), b.as_nanos()));
    }
}

#[test]
fn outcomes_are_computed_in_the_type_of_the_operands() {
    // In f32 the difference rounds to the tolerance; in f64 it exceeds it.
    let (a, b, t) = (16_777_216.0_f32, 0.3_f32, 16_777_216.0_f32);
    assert!((a + b - a).abs() < b); // f32 arithmetic loses it
    let decision = approx_eq(a, -b, Tolerance::absolute(t).unwrap());
    assert_eq!(decision.holds(), (a + b).abs() <= t);
    assert!(decision.holds());
}

#[test]
fn relative_tolerances_are_computed_in_f32_too() {
    let (a, b, t) = (1.000_000_1_f32, -0.500_000_5_f32, 1.500_000_4_f32);
    assert!(
        (a - b).abs() <= t * a.abs() && f64::from(a) - f64::from(b) > f64::from(t) * f64::from(a)
    );
    assert!(approx_eq(a, b, Tolerance::relative(t).unwrap()).holds());
}

#[test]
fn tolerances_are_checked() {
    for wrong in [-1.0, f64::NAN, f64::INFINITY] {
        let error = Tolerance::absolute(wrong).unwrap_err();
        assert!(Tolerance::relative(wrong).is_err());
        assert!(matches!(error, DistanceError::Tolerance(t) if t == wrong || wrong.is_nan()));
        assert_eq!(
            error.to_string(),
            format!("a tolerance is at least 0 and finite, but {wrong} was given")
        );
    }
    assert!(Tolerance::absolute(-0.0).is_ok());
}

#[test]
fn worked_numbers() {
    assert_eq!(in_range(b'q', b'0'..=b'9').to_true().get(), 57.0);
    assert_eq!(in_range(5, ..=4).to_true().get(), 2.0);
    assert_eq!(in_range(5, ..).to_false(), Distance::INFINITE);
    assert_eq!(in_range(5_u8, ..0).to_true(), Distance::INFINITE); // nothing is below 0
    assert_eq!((!masked_eq(0b0101_u8, 0b0111, 0)).to_false().get(), 2.0); // x & m != 0: two bits to clear
    assert_eq!(lt(Duration::from_secs(1), Duration::from_millis(999)).to_true().get(), 1_000_001.0);
}

proptest! {
    #[test]
    fn a_closure_that_counts_steps_is_an_integer(
        a in any::<u128>(),
        b in any::<u128>(),
        near in 0..3_u128,
        rules in rules(),
    ) {
        let steps = |a: &u128, b: &u128| a.abs_diff(*b);
        for (a, b) in [(a, b), (a, a.saturating_add(near))] {
            for relation in Relation::ALL {
                prop_assert_eq!(
                    rules.compare(relation, By(a, steps), By(b, steps)),
                    rules.compare(relation, a, b),
                    "{:?}",
                    relation
                );
            }
            prop_assert_eq!(rules.contains([By(a, steps)], By(b, steps)), rules.contains([a], b));
        }
    }

    #[test]
    fn a_closure_that_returns_a_distance_is_a_real_number(
        a in -1e3..1e3_f64,
        b in prop::sample::select(vec![0.0, 1e-20, 7.5]),
        rules in rules(),
    ) {
        let gap = |a: &f64, b: &f64| Distance::new((a - b).abs()).expect("finite");
        for (a, b) in [(a, b), (b, a), (b, 0.0), (0.0, b)] {
            for relation in Relation::ALL {
                prop_assert_eq!(
                    rules.compare(relation, By(a, gap), By(b, gap)),
                    rules.compare(relation, a, b),
                    "{:?}",
                    relation
                );
            }
            prop_assert_eq!(rules.contains([By(a, gap)], By(b, gap)), rules.contains([a], b));
        }
    }
}

#[test]
fn k_hides_no_small_distance_of_a_closure() {
    let gap = |a: &f64, b: &f64| Distance::new((a - b).abs()).expect("finite");
    assert_eq!(le(By(1e-20, gap), By(0.0, gap)).to_true().get(), 1e-20);
    assert_eq!(Rules::TRACEY.eq(By(2.0, gap), By(5.0, gap)).to_true().get(), 4.0); // and K
}
