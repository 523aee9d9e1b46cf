//! Multi-way decisions against a pass over all values, all arms and all their ranges.

use proptest::prelude::*;
use sbst_distance::{Arms, ArmsError, DefaultArm, Distance, Rules, SeenValues};
use std::ops::RangeInclusive;

type Ranges = Vec<RangeInclusive<i128>>;

/// Ends of the line as often as its middle, so that arms touch and meet the extremes.
fn value() -> impl Strategy<Value = i128> {
    prop_oneof![
        4 => -12..12_i128,
        1 => (0..6_i128).prop_map(|n| i128::MIN + n),
        1 => (0..6_i128).prop_map(|n| i128::MAX - n),
        1 => (prop::sample::select(vec![i64::MIN.into(), i64::MAX.into(), u64::MAX.into()]), -3..4_i128)
            .prop_map(|(end, n): (i128, i128)| end + n),
        1 => any::<i128>(),
    ]
}

/// Keys and ranges, some of them empty, some right above the one before, dealt to arms; what meets
/// an earlier one is dropped.
fn arms() -> impl Strategy<Value = Vec<Ranges>> {
    let range = (
        value(),
        prop_oneof![3 => Just(0_i128), 2 => 0..5_i128, 1 => Just(-1_i128), 1 => 0..i128::MAX],
    );
    (1..5_usize, prop::collection::vec((range, any::<bool>(), any::<prop::sample::Index>()), 0..8))
        .prop_map(|(count, dealt)| {
            let mut arms = vec![Ranges::new(); count];
            let mut above = 0;
            for ((start, length), touches, arm) in dealt {
                let start = if touches { above } else { start };
                let range = start..=start.saturating_add(length);
                above = range.end().saturating_add(1);
                let meets = |other: &RangeInclusive<i128>| {
                    !range.is_empty()
                        && range.start() <= other.end()
                        && other.start() <= range.end()
                };
                if !arms.iter().flatten().any(meets) {
                    arms[arm.index(count)].push(range);
                }
            }
            arms
        })
}

fn rules() -> impl Strategy<Value = Rules> {
    let named = prop::sample::select(vec![Rules::DEFAULT, Rules::KOREL, Rules::EVOSUITE]);
    let default = prop::sample::select(vec![DefaultArm::Constant, DefaultArm::NearestUnlisted]);
    let k = prop::sample::select(vec![1.0, 0.5, 3.0]);
    (named, default, k).prop_map(|(rules, default, k)| {
        rules.with_default_arm(default).with_k(k).expect("positive and finite")
    })
}

fn slow_select(arms: &[Ranges], value: i128) -> Option<u32> {
    arms.iter()
        .position(|ranges| ranges.iter().any(|range| range.contains(&value)))
        .map(|arm| arm as u32)
}

fn to_range(rules: &Rules, value: i128, range: &RangeInclusive<i128>) -> f64 {
    match range {
        range if range.is_empty() => f64::INFINITY,
        range if range.contains(&value) => 0.0,
        range if range.start() == range.end() => rules.eq(value, *range.start()).to_true().get(),
        range if value < *range.start() => rules.ge(value, *range.start()).to_true().get(),
        range => rules.le(value, *range.end()).to_true().get(),
    }
}

/// The unlisted values next to a range: no other unlisted value is nearer to one that is listed.
fn unlisted(arms: &[Ranges]) -> Vec<i128> {
    let ends = arms.iter().flatten().filter(|range| !range.is_empty());
    let beside =
        ends.flat_map(|range| [range.start().checked_sub(1), range.end().checked_add(1)]).flatten();
    beside.filter(|&value| slow_select(arms, value).is_none()).collect()
}

fn to_default(arms: &[Ranges], rules: &Rules, default: DefaultArm, value: i128) -> f64 {
    match default {
        _ if slow_select(arms, value).is_none() => 0.0,
        DefaultArm::Constant => rules.k(),
        _ => unlisted(arms)
            .into_iter()
            .map(|w| rules.eq(value, w).to_true().get())
            .fold(f64::INFINITY, f64::min),
    }
}

proptest! {
    #[test]
    fn merging_is_seeing_both(
        arms in arms(),
        rules in rules(),
        values in prop::collection::vec((value(), any::<bool>()), 0..8),
    ) {
        let arms = Arms::new(arms).expect("disjoint");
        let [mut left, mut right, mut both] = [(); 3].map(|()| SeenValues::new(&arms));
        right.see(&arms, 0);
        right.clear(); // its stamps are not those of the others
        for &(value, to_left) in &values {
            if to_left { &mut left } else { &mut right }.see(&arms, value);
            both.see(&arms, value);
        }
        let mut other_way = right.clone();
        other_way.merge(&left);
        left.merge(&right);
        prop_assert_eq!(left.distances(&arms, &rules), both.distances(&arms, &rules));
        prop_assert_eq!(other_way.distances(&arms, &rules), both.distances(&arms, &rules));
    }

    #[test]
    fn distances_are_the_least_over_all_values_and_ranges(
        listed in arms(),
        values in prop::collection::vec(value(), 1..8),
        rules in rules(),
    ) {
        let arms = Arms::new(listed.clone()).expect("disjoint");
        prop_assert_eq!((arms.len(), arms.is_empty()), (listed.len(), false));
        let mut all_seen = SeenValues::new(&arms);
        prop_assert_eq!(all_seen.distances(&arms, &rules), None);
        for &value in &values {
            let selected = slow_select(&listed, value);
            prop_assert_eq!(arms.select(value), selected);
            prop_assert_eq!(all_seen.see(&arms, value), selected);
        }
        let distances = all_seen.distances(&arms, &rules).expect("evaluated");
        for (arm, ranges) in listed.iter().enumerate() {
            let all = values
                .iter()
                .flat_map(|&value| ranges.iter().map(move |range| to_range(&rules, value, range)));
            prop_assert_eq!(distances.0[arm].get(), all.fold(f64::INFINITY, f64::min));
            let taken = values.iter().any(|&value| slow_select(&listed, value) == Some(arm as u32));
            prop_assert_eq!(distances.0[arm] == Distance::ZERO, taken);
        }
        let on_arms: Vec<i128> =
            values.iter().copied().filter(|&value| slow_select(&listed, value).is_some()).collect();
        let defaults = [DefaultArm::Constant, DefaultArm::NearestUnlisted];
        for (default, values) in
            defaults.into_iter().flat_map(|default| [(default, &values), (default, &on_arms)])
        {
            let slow = values
                .iter()
                .map(|&value| to_default(&listed, &rules, default, value))
                .fold(f64::INFINITY, f64::min);
            let distances = seen(&arms, values).distances(&arms, &rules.with_default_arm(default));
            prop_assert_eq!(
                distances.map(|(_, default)| default.get()),
                (!values.is_empty()).then_some(slow)
            );
        }
    }

    /// One arm at a time, also after a merge and for arms that are not listed in order.
    #[test]
    fn one_arm_is_as_far_as_in_the_table(
        listed in arms(),
        values in prop::collection::vec((value(), any::<bool>()), 0..8),
        rules in rules(),
        turned in 0..4_usize,
    ) {
        let mut listed = listed;
        let by = turned % listed.len().max(1);
        listed.rotate_left(by);
        let arms = Arms::new(listed).expect("disjoint");
        let [mut seen, mut other] = [(); 2].map(|()| SeenValues::new(&arms));
        seen.see(&arms, 3);
        seen.clear();
        for &(value, to_other) in &values {
            if to_other { &mut other } else { &mut seen }.see(&arms, value);
        }
        seen.merge(&other);
        let table = seen.distances(&arms, &rules);
        prop_assert_eq!(table.is_some(), !values.is_empty());
        prop_assert_eq!(seen.distance(&arms, &rules, None), table.as_ref().map(|table| table.1));
        for arm in 0..arms.len() {
            let expected = table.as_ref().map(|table| table.0[arm]);
            prop_assert_eq!(
                seen.distance(&arms, &rules, Some(arm as u32)),
                expected,
                "arm {}",
                arm
            );
        }
        for arm in [arms.len() as u32, u32::MAX] {
            prop_assert_eq!(seen.distance(&arms, &rules, Some(arm)), None);
        }
    }

    #[test]
    fn clear_forgets(
        listed in arms(),
        before in prop::collection::vec(value(), 1..5),
        after in prop::collection::vec(value(), 0..5),
    ) {
        let arms = Arms::new(listed).expect("disjoint");
        let (mut used, mut fresh) = (SeenValues::new(&arms), SeenValues::new(&arms));
        before.iter().for_each(|&value| {
            used.see(&arms, value);
        });
        used.clear();
        prop_assert_eq!(used.distances(&arms, &Rules::DEFAULT), None);
        for &value in &after {
            used.see(&arms, value);
            fresh.see(&arms, value);
        }
        prop_assert_eq!(
            used.distances(&arms, &Rules::DEFAULT),
            fresh.distances(&arms, &Rules::DEFAULT)
        );
    }

    #[test]
    fn overlapping_arms_are_refused_with_the_least_common_value(
        listed in prop::collection::vec(
            prop::collection::vec((-9..9_i128, -1..4_i128), 0..3),
            0..4,
        ),
    ) {
        let listed: Vec<Ranges> = listed
            .into_iter()
            .map(|ranges| {
                ranges.into_iter().map(|(start, length)| start..=start + length).collect()
            })
            .collect();
        let listing = |value: i128| -> Vec<u32> {
            let lists =
                |arm: &u32| listed[*arm as usize].iter().any(|range| range.contains(&value));
            (0..listed.len() as u32).filter(lists).collect()
        };
        let common = (-20..20).find(|&value| listing(value).len() > 1);
        match Arms::new(listed.clone()) {
            Ok(arms) => {
                prop_assert_eq!(common, None);
                prop_assert!(
                    (-20..20).all(|value| arms.select(value) == listing(value).first().copied())
                );
            }
            Err(ArmsError::Overlap { value, first, second }) => {
                prop_assert_eq!(Some(value), common);
                prop_assert!(
                    first < second
                        && listing(value).contains(&first)
                        && listing(value).contains(&second)
                );
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}

fn seen(arms: &Arms, values: &[i128]) -> SeenValues {
    let mut seen = SeenValues::new(arms);
    values.iter().for_each(|&value| {
        seen.see(arms, value);
    });
    seen
}

#[test]
fn the_whole_line_listed_leaves_no_default() {
    let arms = Arms::new([vec![i128::MIN..=-1], vec![0..=i128::MAX]]).expect("disjoint");
    let distances = seen(&arms, &[i128::MIN])
        .distances(&arms, &Rules::DEFAULT.with_default_arm(DefaultArm::NearestUnlisted));
    let distances = distances.expect("evaluated");
    assert_eq!(distances.1, Distance::INFINITE);
    assert_eq!(distances.0[1].get(), 2_f64.powi(127)); // 2^127 + 1, rounded once
    let constant = seen(&arms, &[3]).distances(&arms, &Rules::DEFAULT).expect("evaluated");
    assert_eq!(constant.1.get(), 1.0);
}

#[test]
fn od83_keys_beyond_64_bits_are_keys_like_others() {
    let arms = Arms::new([vec![0..=i64::MAX.into()], vec![u64::MAX.into()..=u64::MAX.into()]]);
    let arms = arms.expect("disjoint");
    let far = |value: i128| {
        let distances = seen(&arms, &[value]).distances(&arms, &Rules::DEFAULT);
        let (to_arms, to_default) = distances.expect("evaluated");
        (to_arms.iter().map(|distance| distance.get()).collect::<Vec<_>>(), to_default.get())
    };
    assert_eq!(far(1 << 63), (vec![2.0, 2_f64.powi(63)], 0.0));
    assert_eq!(far(u64::MAX.into()), (vec![2_f64.powi(63) + 1.0, 0.0], 1.0));
    assert_eq!(far((1 << 64) + 7), (vec![2_f64.powi(63) + 9.0, 9.0], 0.0));
    assert_eq!(far(i128::MAX), (vec![2_f64.powi(127), 2_f64.powi(127)], 0.0));
    assert_eq!(far(i128::MIN), (vec![2_f64.powi(127), 2_f64.powi(127)], 0.0));
    // The whole line: the greatest difference of two keys is 2^128 - 1.
    let ends = Arms::new([[i128::MIN..=i128::MIN], [i128::MAX..=i128::MAX]]).expect("disjoint");
    let distances = seen(&ends, &[i128::MIN]).distances(&ends, &Rules::DEFAULT);
    assert_eq!(distances.expect("evaluated").0[1].get(), 2_f64.powi(128));
}

#[test]
fn the_nearest_unlisted_value_may_be_far_and_on_one_side_only() {
    let rules = Rules::KOREL.with_default_arm(DefaultArm::NearestUnlisted);
    let arms = Arms::new([vec![i128::MIN..=9], vec![10..=19, 20..=20]]).expect("disjoint");
    let default =
        |value: i128| seen(&arms, &[value]).distances(&arms, &rules).expect("evaluated").1.get();
    assert_eq!([default(0), default(12), default(20), default(21)], [21.0, 9.0, 1.0, 0.0]);
}

#[test]
fn arms_without_values_can_not_be_selected() {
    #[expect(
        clippy::reversed_empty_ranges,
        reason = "a range without values is the case under test"
    )]
    let arms = Arms::new([vec![], vec![5..=1], vec![3..=3]]).expect("disjoint");
    let distances = seen(&arms, &[3]).distances(&arms, &Rules::DEFAULT).expect("evaluated");
    assert_eq!(distances.0, [Distance::INFINITE, Distance::INFINITE, Distance::ZERO]);
    let none = Arms::new(Vec::<Ranges>::new()).expect("disjoint");
    assert!(none.is_empty() && none == Arms::default());
    let only_default = seen(&none, &[7]).distances(&none, &Rules::DEFAULT).expect("evaluated");
    assert_eq!((only_default.0.len(), only_default.1), (0, Distance::ZERO));
}

#[test]
fn an_arm_may_repeat_itself_and_errors_name_the_value() {
    let arms = Arms::new([vec![1..=5, 3..=8, 5..=5]]).expect("one arm");
    assert!((1..=8).all(|value| arms.select(value) == Some(0)) && arms.select(9).is_none());
    let error = Arms::new([vec![1..=5], vec![9..=9], vec![4..=6]]).expect_err("4 is listed twice");
    assert_eq!(error, ArmsError::Overlap { value: 4, first: 0, second: 2 });
    assert_eq!(
        error.to_string(),
        "the value 4 is listed by arm 0 and by arm 2; list it in one of them only"
    );
}

#[test]
fn a_row_of_another_length_gets_what_fits() {
    let arms = Arms::new([[1..=1], [5..=5], [9..=9]]).expect("legal");
    let seen = seen(&arms, &[3]);
    let (all, default) = seen.distances(&arms, &Rules::DEFAULT).expect("evaluated");
    for len in 0..5 {
        let mut row = vec![Distance::ZERO; len];
        assert_eq!(seen.distances_into(&arms, &Rules::DEFAULT, &mut row), Some(default));
        let beyond = std::iter::repeat_n(Distance::INFINITE, len.saturating_sub(3));
        assert!(row.iter().copied().eq(all.iter().copied().take(len).chain(beyond)), "{row:?}");
    }
    let mut row = [Distance::ZERO; 3];
    let unseen = SeenValues::new(&arms);
    assert_eq!(unseen.distances_into(&arms, &Rules::DEFAULT, &mut row), None);
    assert_eq!(row, [Distance::ZERO; 3]); // nothing is written
}

#[test]
fn the_ranges_of_arms_make_the_same_arms() {
    let listed = [vec![30..=35, 10..=10], vec![], vec![-3..=4, 2..=9, RangeInclusive::new(20, 10)]];
    let arms = Arms::new(listed).expect("legal");
    assert!(arms.ranges().eq([(2, -3..=9), (0, 10..=10), (0, 30..=35)]));
    let mut again = vec![vec![]; arms.len()];
    for (arm, range) in arms.ranges() {
        again[arm as usize].push(range);
    }
    assert_eq!(Arms::new(again), Ok(arms));
}
