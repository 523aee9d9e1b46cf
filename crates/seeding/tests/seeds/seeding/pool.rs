//! Pools give what they hold, as the draws say.

use super::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst_seeding::pool::{Pool, Rates, Tests, carved, constructed, seeded_classes};
use std::collections::BTreeSet;

/// A pool of 0, 1, .. of one class.
fn numbers(count: usize) -> Pool<&'static str, usize> {
    let mut pool = Pool::new();
    (0..count).for_each(|number| pool.add("number", number));
    pool
}

/// Gives these draws, and says how many were asked for.
struct Draws<'a>(&'a [f64], usize);

impl Draws<'_> {
    fn next(&mut self) -> f64 {
        self.1 += 1;
        self.0[self.1 - 1]
    }
}

/// Draws in eighths, and what lies outside.
fn draw() -> impl Strategy<Value = f64> {
    prop_oneof![
        (0..8_u8).prop_map(|eighth| f64::from(eighth) / 8.0),
        proptest::sample::select(&[f64::NAN, -1.0, 1.0, 2.0, f64::INFINITY, f64::NEG_INFINITY][..]),
    ]
}

/// A number in [0, 1) as eighths; what lies outside is taken to its border, so that the second is
/// whether it is all but 1.
fn eighths(draw: f64) -> (usize, bool) {
    match draw {
        draw if draw >= 1.0 => (7, true),
        draw if draw > 0.0 => ((draw * 8.0) as usize, false),
        _ => (0, false),
    }
}

fn which(draw: f64, count: usize) -> usize {
    match eighths(draw) {
        (_, true) => count - 1,
        (eighths, false) => eighths * count / 8,
    }
}

/// Chances are eighths here, too.
fn happens(draw: f64, chance: f64) -> bool {
    let chance = (0..=8).rev().find(|&eighths| f64::from(eighths) / 8.0 <= chance).unwrap_or(0);
    eighths(draw).0 < chance as usize
}

fn chance() -> impl Strategy<Value = f64> {
    prop_oneof![
        (0..=8_u8).prop_map(|eighth| f64::from(eighth) / 8.0),
        proptest::sample::select(&[f64::NAN, -1.0, 2.0, f64::INFINITY, f64::NEG_INFINITY][..]),
    ]
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn the_first_draw_says_whether_and_the_second_which(
        count in 1..9_usize,
        chance in chance(),
        first in draw(),
        second in draw(),
    ) {
        let (mut pool, given) = (numbers(count), [first, second]);
        let expected = happens(first, chance).then(|| which(second, count));
        let mut draws = Draws(&given, 0);
        prop_assert_eq!(pool.pick(&"number", chance, || draws.next()).copied(), expected);
        prop_assert_eq!(draws.1, if expected.is_some() { 2 } else { 1 });
        prop_assert_eq!(&pool, &numbers(count));

        let mut draws = Draws(&given, 0);
        prop_assert_eq!(pool.take(&"number", chance, || draws.next()), expected);
        prop_assert_eq!(draws.1, if expected.is_some() { 2 } else { 1 });
        let rest: Vec<usize> = (0..count).filter(|&number| Some(number) != expected).collect();
        prop_assert_eq!(pool.of(&"number"), rest);
    }

    #[test]
    fn what_is_taken_leaves_in_any_order_and_the_others_keep_theirs(
        count in 0..9_usize,
        draws in vec(draw(), 12),
    ) {
        let mut pool = numbers(count);
        let mut rest: Vec<usize> = (0..count).collect();
        for &second in &draws {
            let given = [0.0, second];
            let mut asked = Draws(&given, 0);
            let expected = (!rest.is_empty()).then(|| rest.remove(which(second, rest.len())));
            prop_assert_eq!(pool.take(&"number", 1.0, || asked.next()), expected);
            prop_assert_eq!(pool.of(&"number"), &rest[..]);
        }
    }

    #[test]
    fn as_many_are_made_of_each_behaviour_as_can_be(
        behaviours in vec(vec(0..6_u8, 0..4), 0..6),
        each in 0..4_usize,
    ) {
        let mut pool = Pool::new();
        pool.add('a', (99, vec![]));
        let mut made = 0;
        let count = pool.fill('a', &behaviours, each, |actions: &[u8]| {
            made += 1;
            (!actions.contains(&0)).then(|| (made, actions.to_vec()))
        });
        let tried = behaviours.iter().flat_map(|behaviour| vec![behaviour; each]);
        let expected: Vec<(usize, Vec<u8>)> = (1..)
            .zip(tried)
            .filter(|(_, behaviour)| !behaviour.contains(&0))
            .map(|(at, behaviour)| (at, behaviour.clone()))
            .collect();
        prop_assert_eq!(count, expected.len());
        prop_assert_eq!(&pool.of(&'a')[1..], &expected[..]);
        prop_assert_eq!(made, each * behaviours.len());
        prop_assert!(pool.of(&'b').is_empty());
    }

    #[test]
    fn a_constructor_is_put_in_front_of_those_without(
        calls in vec(1..4_u8, 0..5),
        more in vec(0..4_u8, 0..5),
    ) {
        let whole = [vec![0], calls.clone()].concat();
        prop_assert_eq!(&constructed(calls, |&action| action == 0, || 0), &whole);
        // One in front stays alone there, whatever comes behind.
        let whole = [whole, more].concat();
        prop_assert_eq!(
            constructed(whole.clone(), |&action| action == 0, || unreachable!("it has one")),
            whole
        );
    }

    #[test]
    fn a_parameter_takes_any_object_that_fits_and_classes_of_the_trace_first(
        objects in vec((0..5_u8, any::<u16>()), 0..10),
        fits in 0..32_u8,
        trace in vec(0..6_u8, 0..4),
        chance in chance(),
        first in draw(),
        second in draw(),
    ) {
        let mut pool = Pool::new();
        for &(class, object) in &objects {
            pool.add(class, object);
        }
        let is_assignable = |class: &u8| fits >> class & 1 == 1;
        let mut sorted = objects.clone();
        sorted.sort_by_key(|object| object.0);
        sorted.retain(|(class, _)| is_assignable(class));
        if sorted.iter().any(|(class, _)| trace.contains(class)) {
            sorted.retain(|(class, _)| trace.contains(class));
        }
        let picked = (!sorted.is_empty() && happens(first, chance))
            .then(|| sorted[which(second, sorted.len())]);
        let given = [first, second];
        let mut draws = Draws(&given, 0);
        prop_assert_eq!(
            pool.pick_assignable(is_assignable, &trace, chance, || draws.next()).copied(),
            picked.map(|(_, object)| object)
        );
        prop_assert_eq!(
            draws.1,
            if sorted.is_empty() { 0 } else { 1 + usize::from(picked.is_some()) }
        );
    }

    #[test]
    fn classes_of_the_trace_come_first_and_other_dependencies_never(
        classes in vec(0..9_u8, 0..9), internal in any::<u16>(), trace in vec(0..12_u8, 0..6),
    ) {
        let is_internal = |class: &u8| internal >> class & 1 == 1;
        let seeded = seeded_classes(classes.clone(), is_internal, &trace);
        let all: BTreeSet<u8> = classes.into_iter().collect();
        let expected: BTreeSet<u8> = all
            .iter()
            .copied()
            .filter(|class| is_internal(class) || trace.contains(class))
            .collect();
        prop_assert_eq!(seeded.iter().copied().collect::<BTreeSet<_>>(), expected);
        let place =
            |class: &u8| trace.iter().position(|other| other == class).unwrap_or(trace.len());
        prop_assert!(
            seeded.windows(2).all(|pair| (place(&pair[0]), pair[0]) < (place(&pair[1]), pair[1])),
            "{:?}",
            seeded
        );
    }
}

#[test]
fn objects_are_carved_from_their_creation_on() {
    let is_new = |action: &u8| *action == 0;
    assert_eq!(carved(&[3, 0, 1, 0, 2], is_new), Some(&[0, 1, 0, 2][..]));
    assert_eq!((carved(&[1, 2], is_new), carved(&[], is_new)), (None, None));
}

#[test]
fn a_chance_of_1_always_picks_and_one_of_0_never() {
    let pool = numbers(3);
    for draw in [0.0, 0.5, 1.0 - f64::EPSILON / 2.0, 1.0, f64::INFINITY, f64::NAN, -1.0] {
        for always in [1.0, 2.0, f64::INFINITY] {
            assert!(pool.pick(&"number", always, || draw).is_some(), "{always} {draw}");
        }
        for never in [0.0, -0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(pool.pick(&"number", never, || draw), None, "{never} {draw}");
        }
    }
}

#[test]
fn nothing_is_drawn_where_there_is_nothing() {
    let nothing = || unreachable!("drawn");
    let mut pool = numbers(1);
    assert_eq!(pool.pick(&"other", 1.0, nothing), None);
    assert_eq!(pool.take(&"other", 1.0, nothing), None);
    assert_eq!(pool.take(&"number", 1.0, || 0.0), Some(0));
    assert_eq!(pool.pick(&"number", 1.0, nothing), None);
    assert_eq!(pool.take(&"number", 1.0, nothing), None);
    assert!(pool.of(&"number").is_empty() && pool.of(&"other").is_empty());
    let empty = Pool::<u8, u8>::default();
    assert_eq!(empty.pick(&0, 1.0, nothing), None);
    assert_eq!(empty, Pool::new());
}

#[test]
fn classes_do_not_mix() {
    let mut pool = Pool::new();
    for (class, object) in [("b", 1), ("a", 2), ("b", 3), ("a", 4), ("b", 1)] {
        pool.add(class, object);
    }
    assert_eq!((pool.of(&"a"), pool.of(&"b")), (&[2, 4][..], &[1, 3, 1][..]));
    assert_eq!(pool.take(&"b", 1.0, || 0.0), Some(1));
    assert_eq!((pool.of(&"a"), pool.of(&"b")), (&[2, 4][..], &[3, 1][..]));
    // Those of one class in the order in which they came, whatever came between.
    assert_eq!(pool.fill("a", [[5], [6]], 1, |actions| Some(actions[0])), 2);
    assert_eq!(pool.of(&"a"), [2, 4, 5, 6]);
}

#[test]
fn whole_tests_are_cloned_as_often_as_the_rate_says() {
    let mut tests = Tests::new();
    for (test, class) in [("a", 0), ("b", 1), ("c", 0), ("d", 0)] {
        tests.add(test.to_owned(), [class, 7, class]);
    }
    let rate = Rates::TEST_SEEDING.clone_test;
    let (mut draw, mut cloned) = (super::random(3), [0_u32; 4]);
    for _ in 0..20_000 {
        if let Some(test) =
            tests.clone_using(&0, rate, &mut draw, |_| true, |_| unreachable!("it has the call"))
        {
            cloned["abcd".find(&test).expect("one of them")] += 1;
        }
    }
    // A fifth of all, a third of these each; more than six standard deviations.
    for count in [cloned[0], cloned[2], cloned[3]] {
        assert!((f64::from(count) / 2e4 - 0.2 / 3.0).abs() < 0.011, "{cloned:?}");
    }
    assert_eq!(cloned[1], 0, "it does not use the class");
    // Just below the rate and at it.
    let clone = |draw| tests.clone_using(&1, rate, || draw, |_| false, |test| test.push('!'));
    assert_eq!((clone(0.199_999), clone(0.2)), (Some("b!".to_owned()), None));
    assert!(tests.using(&1).eq(["b"]));
    // Nothing is drawn where there is nothing.
    assert_eq!(tests.clone_using(&2, 1.0, || unreachable!("drawn"), |_| true, |_| {}), None);
    assert_eq!(Tests::<u8, u8>::default(), Tests::new());
}

#[test]
fn a_pool_lists_its_classes_merges_and_forgets_those_that_are_used_up() {
    let mut pool: Pool<String, u8> = Pool::new();
    assert_eq!(pool.fill("none".into(), [vec!['a']], 3, |_| None), 0);
    assert_eq!(pool, Pool::new());
    pool.add("b".into(), 1);
    let mut other = Pool::new();
    other.add("a".into(), 2);
    other.add("b".into(), 3);
    pool.merge(other);
    assert_eq!(pool.classes().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(pool.of("b"), [1, 3]);
    assert_eq!((pool.take("a", 1.0, || 0.0), pool.take("a", 1.0, || 0.0)), (Some(2), None));
    assert_eq!(pool.classes().collect::<Vec<_>>(), ["b"]);
}
