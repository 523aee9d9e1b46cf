//! Boundary pairs.

use crate::oracle;
use crate::subjects::{self, code};
use proptest::prelude::*;
use sbst::id::Branch;
use sbst::objective::{Criterion, Goal};
use sbst_laboratory::inputs::{Random, Shape, Value};
use sbst_laboratory::landscape::{Boundary, BoundarySettings, Difference, boundary_pairs};
use sbst_laboratory::subject::{Instrumented, Subject};
use std::sync::Arc;

/// Returns the branches that an input takes.
fn taken(subject: &Instrumented, input: &Value) -> Vec<Branch> {
    let builder = subject.campaign().expect("a campaign").criteria([Criterion::Branch]);
    let mut campaign = builder.build().expect("a campaign");
    let row = subject
        .code()
        .execute(&mut campaign, &Arc::new(input.clone()))
        .expect("an execution")
        .row
        .to_vec();
    let mut taken = Vec::new();
    for goal in campaign.goals().ids().filter(|goal| row[goal.index()].is_covered()) {
        if let Goal::Branch(branch) = campaign.goals().goal(goal) {
            taken.push(branch);
        }
    }
    taken
}

fn pairs_with(subject: &Instrumented, settings: &BoundarySettings) -> Vec<Boundary> {
    let pairs = boundary_pairs(subject, settings).expect("pairs");
    let graph = sbst::instrument::LinkedProgram::linked().expect("a program").graph();
    for pair in &pairs {
        let [inside, outside] = [&pair.inside, &pair.outside].map(|input| taken(subject, input));
        assert!(inside.contains(&pair.branch) && !outside.contains(&pair.branch), "{pair:?}");
        let decision = graph.edge(pair.branch).source;
        assert!(outside.iter().any(|&branch| graph.edge(branch).source == decision), "{pair:?}");
        assert!(subject.shape().fits(&pair.inside) && subject.shape().fits(&pair.outside));
        assert_eq!(pair.difference, Difference::of(&pair.inside, &pair.outside), "{pair:?}");
        assert!(pair.difference <= pair.found, "{pair:?}");
    }
    pairs
}

fn pairs(subject: &Instrumented) -> Vec<Boundary> {
    pairs_with(subject, &BoundarySettings { walks: 3, steps: 300, ..BoundarySettings::default() })
}

#[test]
fn integers_end_at_neighbours() {
    let pairs = pairs(&subjects::slope());
    let ends: Vec<_> = pairs.iter().map(|pair| (&pair.inside, &pair.outside)).collect();
    assert_eq!(ends, [(&Value::Integer(999), &Value::Integer(1000))]);
    assert_eq!(pairs[0].difference, Difference { parts: 1, gap: 1 });
    assert!(pairs[0].name.ends_with("on true"));
}

#[test]
fn floats_end_at_neighbours() {
    let pairs = pairs(&subjects::floats());
    let [pair] = pairs.as_slice() else { panic!("one pair: {pairs:?}") };
    assert_eq!(
        (&pair.inside, &pair.outside),
        (&Value::Float(0.1_f64.next_up()), &Value::Float(0.1))
    );
}

#[test]
fn texts_end_at_one_character() {
    let pairs = pairs(&subjects::texts());
    assert_eq!(pairs.len(), 2);
    for pair in &pairs {
        // One character, or a length and one character.
        assert!(pair.difference.parts <= 2, "{pair:?}");
        let [inside, outside] =
            [&pair.inside, &pair.outside].map(|value| value.read::<String>().expect("a text"));
        assert_ne!(code::texts::classify(&inside), code::texts::classify(&outside));
    }
}

#[test]
fn pairs_fit_the_shape() {
    assert_eq!(pairs(&subjects::sparse_texts()).len(), 2);
}

#[test]
fn the_nearest_candidates_are_kept() {
    let of = |candidates| {
        let settings = BoundarySettings {
            walks: 5,
            steps: 200,
            candidates,
            executions: 0,
            ..BoundarySettings::default()
        };
        pairs_with(&subjects::slope(), &settings)
    };
    assert_eq!(of(1), of(1_000));
    assert_eq!(of(0), of(1));
}

#[test]
fn arms_and_guards_have_pairs() {
    let pairs = pairs(&subjects::arms());
    assert!(!pairs.is_empty());
    for pair in &pairs {
        assert_eq!(pair.difference, Difference { parts: 1, gap: 1 }, "{pair:?}");
        let [inside, outside] =
            [&pair.inside, &pair.outside].map(|value| value.read::<(i32, i32)>().expect("numbers"));
        assert_ne!(
            code::arms::kind(inside.0, inside.1),
            code::arms::kind(outside.0, outside.1),
            "{pair:?}"
        );
    }
}

#[test]
fn loops_have_pairs() {
    let pairs = pairs_with(&subjects::looped(), &BoundarySettings::default());
    // The loop ends early or not; a number is above 250 or not; it is the eighth one or not. A
    // number more or less suffices for each.
    assert_eq!(pairs.len(), 3, "{pairs:?}");
    assert!(
        pairs.iter().all(|pair| pair.difference == Difference { parts: 1, gap: 1 }),
        "{pairs:?}"
    );
    let has = |value: &Value| value.read::<Vec<u8>>().expect("bytes").contains(&251);
    assert!(has(&pairs[1].inside) && pairs[1].name.ends_with("on true"), "{pairs:?}");
}

#[test]
fn an_assertion_has_a_pair() {
    let pairs = pairs(&subjects::asserted());
    let [pair] = pairs.as_slice() else { panic!("one pair: {pairs:?}") };
    assert!([&pair.inside, &pair.outside].contains(&&Value::Integer(77)));
    assert_eq!(pair.difference.gap, 1);
}

#[test]
fn what_is_never_decided_has_no_pair() {
    assert_eq!(pairs(&subjects::unreached()), []);
    let settings = BoundarySettings { walks: 0, ..BoundarySettings::default() };
    assert_eq!(pairs_with(&subjects::slope(), &settings), []);
}

#[test]
fn usages_lead_to_decisions_that_random_inputs_miss() {
    let none = BoundarySettings { walks: 3, steps: 100, ..BoundarySettings::default() };
    assert_eq!(pairs_with(&subjects::locked(), &none), []);
    let subject = subjects::locked().with_usages([(123_456_789, 7), (1, 1), (-1, 7)]);
    let pairs = pairs_with(&subject, &none);
    let [lock, small] = pairs.as_slice() else { panic!("two decisions: {pairs:?}") };
    assert_eq!(lock.difference, Difference { parts: 1, gap: 1 });
    assert_eq!(
        [&small.inside, &small.outside],
        [&Value::from((123_456_789, 999)), &Value::from((123_456_789, 1000))]
    );
    // The last usage does not fit the shape, so only one that is left out can be the first.
    let first = BoundarySettings { usages: 1, ..none.clone() };
    let reversed = subjects::locked().with_usages([(-1, 7), (123_456_789, 7)]);
    assert_eq!(pairs_with(&reversed, &first).len(), 2);
    assert_eq!(pairs_with(&reversed, &BoundarySettings { usages: 0, ..none }), []);
}

#[test]
fn decisions_are_rarely_evaluated_and_still_have_pairs() {
    let pairs = pairs(&subjects::rarely());
    let [pair] = pairs.as_slice() else { panic!("one pair: {pairs:?}") };
    // Only multiples of 8 are evaluated, so halves of the way are not always of use, but there are
    // others.
    assert_eq!(pair.difference, Difference { parts: 1, gap: 8 });
    let [inside, outside] =
        [&pair.inside, &pair.outside].map(|value| value.read::<i32>().expect("a number"));
    assert!(inside > 10 && outside <= 10 && inside % 8 == 0 && outside % 8 == 0, "{pair:?}");
}

#[test]
fn more_executions_bring_the_pair_nearer() {
    let of = |executions| {
        let settings = BoundarySettings {
            walks: 1,
            steps: 100,
            candidates: 1,
            executions,
            ..BoundarySettings::default()
        };
        pairs_with(&subjects::floats(), &settings)[0].difference
    };
    let differences = [0, 5, 20, 100].map(of);
    assert!(differences.windows(2).all(|pair| pair[0] >= pair[1]), "{differences:?}");
    assert!(differences[0] > differences[3]);
}

#[test]
fn equal_seeds_give_equal_pairs() {
    for subject in [subjects::arms(), subjects::looped(), subjects::texts()] {
        assert_eq!(pairs(&subject), pairs(&subject));
    }
}

fn shape() -> Shape {
    let calls = [("push", Shape::integers(-3..=3)), ("insert", Shape::text("abc", 3))];
    Shape::tuple([Shape::calls(calls, 3), Shape::text("abyz", 4), Shape::list(Shape::bytes(2), 2)])
}

proptest! {
    #[test]
    fn differences_are_as_defined(seed in any::<u64>(), is_near in any::<bool>()) {
        let (shape, mut random) = (shape(), Random::new(seed));
        let one = shape.make(&mut random);
        let other = if is_near { shape.change(&one, &mut random) } else { shape.make(&mut random) };
        let difference = Difference::of(&one, &other);
        let (parts, gap) = oracle::difference(&one, &other);
        prop_assert_eq!(difference, Difference { parts, gap });
        prop_assert_eq!(difference, Difference::of(&other, &one));
        prop_assert_eq!(difference == Difference::default(), one == other);
        prop_assert_eq!(Difference::of(&one, &one), Difference::default());
    }
}
