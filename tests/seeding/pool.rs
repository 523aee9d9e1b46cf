//! Pools give what they hold, as the draws say.

use crate::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::seeding::pool::{Pool, Rates, constructed};

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

/// A number in [0, 1) as eighths; what lies outside is taken to its border, so that the second is whether it is all but 1.
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
    fn the_first_draw_says_whether_and_the_second_which(count in 1..9_usize, chance in chance(), first in draw(), second in draw()) {
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
    fn what_is_taken_leaves_in_any_order_and_the_others_keep_theirs(count in 0..9_usize, draws in vec(draw(), 12)) {
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
    fn as_many_are_made_of_each_behaviour_as_can_be(behaviours in vec(vec(0..6_u8, 0..4), 0..6), each in 0..4_usize) {
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
    fn a_constructor_is_put_in_front_of_those_without(calls in vec(1..4_u8, 0..5), more in vec(0..4_u8, 0..5)) {
        let whole = [vec![0], calls.clone()].concat();
        prop_assert_eq!(&constructed(calls, |&action| action == 0, || 0), &whole);
        // One in front stays alone there, whatever comes behind.
        let whole = [whole, more].concat();
        prop_assert_eq!(constructed(whole.clone(), |&action| action == 0, || unreachable!("it has one")), whole);
    }
}

#[test]
fn a_behaviour_with_a_constructor_in_some_place_stays_as_it_is() {
    assert_eq!(constructed(vec!["add", "new", "size"], |action| *action == "new", || "new"), ["add", "new", "size"]);
}

#[test]
fn the_published_rates() {
    assert_eq!(Rates::PUBLISHED, Rates { pick_initial: 1.0, pick_change: 0.3, clone_test: 0.2 });
    assert_eq!(Rates::default(), Rates::PUBLISHED);
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
    let mut tests = Pool::new();
    for test in [vec!["new", "add"], vec!["new", "size"], vec!["new"]] {
        tests.add((), test);
    }
    let (mut seed, mut cloned) = (crate::random(3), [0_u32; 3]);
    for _ in 0..20_000 {
        if let Some(test) = tests.pick(&(), Rates::PUBLISHED.clone_test, &mut seed) {
            let copy: Vec<&str> = test.clone();
            cloned[tests.of(&()).iter().position(|other| *other == copy).expect("one of them")] += 1;
        }
    }
    // A fifth of all, a third of these each; more than six standard deviations.
    for count in cloned {
        assert!((f64::from(count) / 2e4 - 0.2 / 3.0).abs() < 0.011, "{cloned:?}");
    }
    // Just below the rate and at it.
    assert!(tests.pick(&(), Rates::PUBLISHED.clone_test, || 0.199_999).is_some());
    assert!(tests.pick(&(), Rates::PUBLISHED.clone_test, || 0.2).is_none());
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
