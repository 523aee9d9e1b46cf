//! Distances, rules, aggregates, arms, languages.

use super::{read, read_as};
use sbst::distance::language::Language;
use sbst::distance::{
    Accumulator, Arms, Decision, Distance, Integer, Nearest, Normalise, Normaliser, Power, Rules,
    SeenValues, Tolerance,
};

/// What the kind says, read and used.
pub fn any(kind: u8, bytes: &[u8]) {
    match kind % 12 {
        0 => drop(read::<Distance>(bytes).map(|distance| assert!(distance.get() >= 0.0))),
        1 => drop(read::<Decision>(bytes).map(decision)),
        2 => drop(read::<Nearest>(bytes).map(nearest)),
        3 => drop(read::<Rules>(bytes).map(rules)),
        4 => drop(
            read::<Integer>(bytes)
                .map(|integer| decision(sbst::distance::lt(integer, Integer::from(0)))),
        ),
        5 => drop(read::<(Arms, SeenValues)>(bytes).map(arms)),
        6 | 7 => drop(read::<(Accumulator, Accumulator)>(bytes).map(aggregates)),
        // What the tables make of an automaton is simplified again when it is read.
        8 => drop(read_as(bytes, |language: &Language<u8>| {
            let edits =
                [&b""[..], b"ab", b"abc", b"\0\xff\0"].map(|text| language.edits(text).get());
            assert!((edits[1] - edits[2]).abs() <= 1.0 || edits[1].is_infinite());
            edits.map(f64::to_bits)
        })),
        9 => drop(read_as(bytes, |language: &Language<char>| {
            let edits = ["", "äb", "b", "\0\u{10ffff}"].map(|text| language.edits(text).get());
            assert!((edits[1] - edits[2]).abs() <= 1.0 || edits[1].is_infinite());
            edits.map(f64::to_bits)
        })),
        10 => drop(read::<(Normaliser, Power)>(bytes).map(|(normaliser, power)| {
            let [low, high] = [1, 2].map(|n| normaliser.normalise(Distance::from(n)));
            assert!(0.0 <= low && low <= high && high <= 1.0 && !power.get().is_nan());
        })),
        _ => drop(read::<(Tolerance, Tolerance)>(bytes).map(|(double, single)| {
            decision(sbst::distance::approx_eq(0.1, 0.3, double));
            decision(sbst::distance::approx_eq(-1.5_f32, 0.3, single));
        })),
    }
}

/// Exactly one side is zero.
fn decision(decision: Decision) {
    let [to_true, to_false] =
        [decision.to_true(), decision.to_false()].map(|distance| distance == Distance::ZERO);
    assert_eq!((to_true, to_false), (decision.holds(), !decision.holds()));
}

fn nearest(mut nearest: Nearest) {
    let sides = |nearest: Nearest| (nearest.to_true(), nearest.to_false());
    match sides(nearest) {
        (None, None) => {}
        (Some(to_true), Some(to_false)) => assert_eq!(to_true.min(to_false), Distance::ZERO),
        one => panic!("one side only: {one:?}"),
    }
    nearest.see(sbst::distance::eq(1, 3));
    assert!(sides(nearest).0.is_some());
}

fn rules(rules: Rules) {
    decision(rules.lt(3, 5));
    decision(rules.eq(0.1, f64::MAX));
    decision(rules.eq("ab", "b"));
    assert!(rules.k() > 0.0);
}

/// The values seen may be those of other arms.
fn arms((arms, mut seen): (Arms, SeenValues)) {
    let valid = |seen: &SeenValues| {
        let distances = seen.distances(&arms, &Rules::DEFAULT);
        assert!(distances.is_none_or(|all| all.0.len() == arms.len() && !all.1.get().is_nan()));
    };
    valid(&seen);
    assert_eq!(seen.see(&arms, 5), arms.select(5));
    valid(&seen);
    seen.clear();
    assert_eq!(seen.distances(&arms, &Rules::DEFAULT), None);
}

fn aggregates((mut one, mut other): (Accumulator, Accumulator)) {
    let valid =
        |aggregate: &Accumulator| assert!(aggregate.get().is_none_or(|value| value.get() >= 0.0));
    valid(&one);
    let _ = one.merge(&other);
    valid(&one);
    one.push(Distance::INFINITE);
    valid(&one);
    for distance in [Distance::from(3), Distance::ZERO, Distance::GREATEST, Distance::SMALLEST] {
        other.push(distance);
        valid(&other);
    }
    let _ = other.merge(&other.clone());
    valid(&other);
}
