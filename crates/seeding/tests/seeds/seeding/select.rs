//! What is selected, round by round, and in which order.

use super::config;
use crate::definitions::seeding::{selected, spread, sum_to, total};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst_seeding::behaviour::{in_order, max_min, select};

const PART: i128 = 64;

/// Distances of up to `size` behaviours in parts of 1/64, by places; few values, so that many sums
/// are equal.
fn table(size: usize) -> impl Strategy<Value = Vec<Vec<i128>>> {
    let value = |byte: &u8| match i128::from(*byte) {
        byte @ 0..=127 => byte % 3 * 20,
        byte => (byte - 128) * PART / 127,
    };
    vec(any::<u8>(), size * size).prop_map(move |bytes| {
        bytes.chunks(size).map(|row| row.iter().map(value).collect()).collect()
    })
}

fn far(table: &[Vec<i128>]) -> impl Fn(usize, usize) -> i128 + '_ {
    |a, b| if a == b { 0 } else { table[a.min(b)][a.max(b)] }
}

fn parts(far: impl Fn(usize, usize) -> i128) -> impl Fn(&usize, &usize) -> f64 {
    move |&a, &b| far(a, b) as f64 / PART as f64
}

/// Which walks succeed; each is a behaviour of its own.
fn walks(size: usize) -> impl Strategy<Value = Vec<Option<usize>>> {
    vec(proptest::bool::weighted(0.85), size).prop_map(|succeeds| {
        succeeds.into_iter().enumerate().map(|(at, succeeds)| succeeds.then_some(at)).collect()
    })
}

const WALKS: usize = 32;

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn u2_what_is_kept_is_what_the_rounds_say(
        table in table(WALKS), walks in walks(WALKS), count in 0..=12_usize, rounds in 0..=20_usize,
    ) {
        let far = far(&table);
        let expected = selected(count, rounds, &walks, &far);
        for (done, kept) in expected.iter().enumerate() {
            let mut next = walks.iter().copied();
            let mut asked = 0;
            let walk = || {
                asked += 1;
                next.next().flatten()
            };
            prop_assert_eq!(&select(count, done, walk, parts(&far)), kept, "after {} rounds", done);
            prop_assert_eq!(asked, count + done);
        }
    }

    #[test]
    fn rounding_does_not_decide_however_many_rounds_there_were(
        table in table(WALKS),
        count in 2..=8_usize,
        rounds in 0..=20_usize,
    ) {
        // Sevenths are not exact, their numerators are.
        let (far, mut kept) = (far(&table), (0..count).collect::<Vec<_>>());
        for fresh in count..count + rounds {
            let sum = |one: usize| -> i128 {
                kept.iter().filter(|&&other| other != one).map(|&other| far(one, other)).sum()
            };
            let least = kept.iter().map(|&one| sum(one)).min().expect("some are kept");
            let out = kept.iter().rposition(|&one| sum(one) == least).expect("the least one");
            let mut changed = kept.clone();
            changed.remove(out);
            changed.push(fresh);
            let (before, now) = (total(&kept, &far), total(&changed, &far));
            if now >= before {
                kept = changed;
            }
            let mut next = 0..;
            let found =
                select(count, fresh + 1 - count, || next.next(), |&a, &b| far(a, b) as f64 / 7.0);
            prop_assert_eq!(&found, &kept);
        }
    }

    #[test]
    fn one_that_differs_from_the_others_as_much_as_what_it_replaces_is_kept(
        table in table(WALKS),
        count in 2..=8_usize,
        rounds in 0..=20_usize,
    ) {
        let far = far(&table);
        let distance = |a: &(usize, bool), b: &(usize, bool)| far(a.0, b.0) as f64 / 7.0;
        let mut next = (0..).map(|place| (place, false));
        let kept = select(count, rounds, || next.next(), distance);
        let sum = |one: &(usize, bool)| -> i128 {
            kept.iter().filter(|other| *other != one).map(|other| far(one.0, other.0)).sum()
        };
        let least = kept.iter().map(sum).min().expect("some are kept");
        let out = kept.iter().rposition(|one| sum(one) == least).expect("the least one");
        let mut expected = kept.clone();
        let (place, _) = expected.remove(out);
        expected.push((place, true));
        let mut next = (0..count + rounds).map(|place| (place, false)).chain([(place, true)]);
        prop_assert_eq!(select(count, rounds + 1, || next.next(), distance), expected);
    }

    #[test]
    fn the_sum_of_all_distances_never_falls_once_there_are_enough(
        table in table(WALKS), walks in walks(WALKS), count in 0..=12_usize,
    ) {
        let far = far(&table);
        let mut before = None;
        for rounds in 0..=20 {
            let mut next = walks.iter().copied();
            let kept = select(count, rounds, || next.next().flatten(), parts(&far));
            prop_assert!(kept.len() <= count);
            if kept.len() == count {
                let now = total(&kept, &far);
                prop_assert!(before.is_none_or(|before| now >= before), "{:?} to {}", before, now);
                before = Some(now);
            } else {
                prop_assert_eq!(before, None, "one was lost");
            }
        }
    }

    #[test]
    fn the_order_is_that_of_the_greatest_sums(table in table(10), count in 0..=10_usize) {
        let (far, places) = (far(&table), (0..count).collect::<Vec<_>>());
        prop_assert_eq!(
            in_order(&places, parts(&far)),
            spread(count, &far, |to| to.into_iter().sum())
        );
    }

    #[test]
    fn rounding_does_not_decide_the_order(table in table(10), count in 0..=10_usize) {
        let (far, places) = (far(&table), (0..count).collect::<Vec<_>>());
        // Sevenths are not exact, their numerators are.
        let sevenths = |&a: &usize, &b: &usize| far(a, b) as f64 / 7.0;
        prop_assert_eq!(
            in_order(&places, sevenths),
            spread(count, &far, |to| to.into_iter().sum())
        );
    }

    #[test]
    fn the_farthest_are_those_farthest_from_the_nearest(
        table in table(10),
        places in 0..=10_usize,
        count in 0..=12_usize,
    ) {
        let (far, behaviours) = (far(&table), (0..places).collect::<Vec<_>>());
        let mut expected =
            spread(places, &far, |to| to.into_iter().min().expect("two were chosen"));
        if count == 1 {
            expected = (0..places).collect();
        }
        expected.truncate(count);
        prop_assert_eq!(max_min(&behaviours, count, parts(&far)), expected);
    }

    #[test]
    fn odd_distances_neither_panic_nor_lose_anything(
        odd in vec(vec(0..8_usize, 12), 12), count in 0..=6_usize, places in 0..=12_usize,
    ) {
        let values = [f64::NAN, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 0.5, 0.0, 1.0];
        let distance = |&a: &usize, &b: &usize| values[odd[a.min(b)][a.max(b)]];
        let mut fresh = 0..12;
        let kept = select(count, 12 - count, || fresh.next(), distance);
        prop_assert_eq!(kept.len(), count);
        prop_assert!(kept.is_sorted() && kept.iter().all(|&one| one < 12));
        let behaviours: Vec<usize> = (0..places).collect();
        for mut order in [in_order(&behaviours, distance), max_min(&behaviours, places, distance)] {
            order.sort_unstable();
            prop_assert_eq!(&order, &behaviours);
        }
        let mut few = max_min(&behaviours, count, distance);
        few.sort_unstable();
        few.dedup();
        prop_assert_eq!(few.len(), count.min(places));
    }

    #[test]
    fn nan_and_negative_distances_count_as_0(
        table in table(WALKS),
        odd in vec(vec(0..4_usize, WALKS), WALKS),
        count in 0..=6_usize,
    ) {
        let negative = |a: usize, b: usize| [1.0, f64::NAN, -3.0, 1.0][odd[a.min(b)][a.max(b)]];
        let far = far(&table);
        let distance = |&a: &usize, &b: &usize| match negative(a, b) {
            1.0 => parts(&far)(&a, &b),
            odd => odd,
        };
        let zeros = |a: usize, b: usize| if negative(a, b) == 1.0 { far(a, b) } else { 0 };
        let walks: Vec<Option<usize>> = (0..WALKS).map(Some).collect();
        let mut next = 0..WALKS;
        let kept = select(count, 20, || next.next(), distance);
        prop_assert_eq!(Some(kept), selected(count, 20, &walks, &zeros).pop());
        let behaviours: Vec<usize> = (0..10).collect();
        prop_assert_eq!(
            in_order(&behaviours, distance),
            spread(10, &zeros, |to| to.into_iter().sum())
        );
        let expected = spread(10, &zeros, |to| to.into_iter().min().expect("two were chosen"));
        prop_assert_eq!(max_min(&behaviours, 10, distance), expected);
    }
}

#[test]
fn u2_a_replacement_that_makes_the_sum_larger_is_accepted() {
    let apart = |a: &i32, b: &i32| f64::from((a - b).abs());
    for (fresh, expected) in [(9, [0, 9]), (1, [0, 1]), (2, [0, 2])] {
        let mut walks = [0, 1, fresh].into_iter();
        assert_eq!(select(2, 1, || walks.next(), apart), expected);
    }
    // It falls.
    let mut walks = [0, 5, 4].into_iter();
    assert_eq!(select(2, 1, || walks.next(), apart), [0, 5]);
    // Of 0, 5 and 9 the middle one goes (9, 9, 13 are the sums: of the equal ones the last).
    let mut walks = [0, 9, 5, 20].into_iter();
    assert_eq!(select(3, 1, || walks.next(), apart), [0, 9, 20]);
}

#[test]
fn u2_a_single_behaviour_is_replaced_by_each_fresh_one() {
    for rounds in 0..5 {
        for distance in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX] {
            let mut walks = 0..;
            assert_eq!(select(1, rounds, || walks.next(), |_, _| distance), [rounds], "{distance}");
        }
    }
    let mut walks = [None, Some(1), None].into_iter();
    assert_eq!(select(1, 2, || walks.next().flatten(), |_: &i32, _| 0.0), [1]);
}

#[test]
fn nothing_is_kept_of_nothing() {
    for rounds in 0..3 {
        assert!(select(0, rounds, || Some(1), |_, _| 1.0).is_empty());
        assert!(select(3, rounds, || None::<u8>, |_, _| 1.0).is_empty());
    }
    assert!(in_order(&[0_u8; 0], |_, _| 1.0).is_empty());
    assert!(max_min(&[0_u8; 0], 3, |_, _| 1.0).is_empty());
    assert!(max_min(&[1, 2, 3], 0, |_, _| 1.0).is_empty());
    assert_eq!(in_order(&[7], |_, _| 1.0), [0]);
    assert_eq!(max_min(&[7, 8], 1, |_, _| 1.0), [0]);
    assert_eq!(max_min(&[7], 9, |_, _| 1.0), [0]);
}

#[test]
fn sums_that_mix_the_huge_and_the_small_still_find_the_least() {
    // 0 and 1 are far from each other, and both as far from the rest; among the rest, 64ths decide.
    let far = |a: usize, b: usize| -> i128 {
        match (a.min(b), a.max(b)) {
            (low, high) if low == high => 0,
            (0, 1) => 1 << 80,
            (0 | 1, _) => 0,
            (low, high) => ((low * 7 + high * 13) % 5) as i128,
        }
    };
    let walks: Vec<Option<usize>> = (0..40).map(Some).collect();
    for rounds in 0..=20 {
        let mut next = 0..40;
        let kept = select(5, rounds, || next.next(), parts(far));
        assert_eq!(
            &kept,
            selected(5, rounds, &walks, &far).last().expect("the start"),
            "after {rounds} rounds"
        );
        let (all, rest) = (total(&kept, &far), &kept[2..]);
        assert_eq!(
            all,
            2 * (1 << 80) + rest.iter().map(|&one| sum_to(rest, one, &far)).sum::<i128>()
        );
    }
}

#[test]
fn distances_that_are_infinite_take_no_longer_than_others() {
    // All the same distance apart: the newest goes, every time.
    let mut next = 0_usize..;
    let mut asked = 0_usize;
    let kept = select(
        300,
        300,
        || next.next(),
        |_, _| {
            asked += 1;
            f64::INFINITY
        },
    );
    assert_eq!(kept, (0..299).chain([599]).collect::<Vec<_>>());
    assert!(asked < 4 * 600 * 300, "{asked}");
}
