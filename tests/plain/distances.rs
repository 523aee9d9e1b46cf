//! Distances, decisions, rules, languages.

use super::{again, comes_back, read, refused};
use proptest::prelude::*;
use sbst::distance::language::{Automaton, Language, Matching, StateSketch};
use sbst::distance::{
    Accumulator, Aggregation, Arms, Conjunction, Decision, DefaultArm, Distance, FloatMetric,
    Integer, Nearest, Normaliser, Power, Published, Relation, Rules, SeenValues, Tolerance,
    collection, eq, infection, lt,
};

fn distance() -> impl Strategy<Value = Distance> {
    let any = any::<f64>().prop_filter_map("a distance", |x| Distance::new(x.abs()).ok());
    let named =
        [Distance::ZERO, Distance::SMALLEST, Distance::GREATEST, Distance::INFINITE].map(Just);
    prop_oneof![4 => any, 1 => (0..5_u32).prop_map(Distance::from), 2 => proptest::sample::select(named.map(|Just(d)| d).to_vec())]
}

fn aggregation() -> impl Strategy<Value = Aggregation> {
    let power = prop_oneof![Just(0.0), Just(f64::INFINITY), Just(f64::NEG_INFINITY), -3.0..3.0_f64];
    prop_oneof![
        Just(Aggregation::Min),
        Just(Aggregation::Sum),
        Just(Aggregation::Mean),
        Just(Aggregation::Harmonic),
        power.prop_map(|p| Aggregation::power_mean(p).expect("a number")),
    ]
}

fn aggregate() -> impl Strategy<Value = Accumulator> {
    (aggregation(), proptest::collection::vec(distance(), 0..6)).prop_map(
        |(aggregation, distances)| {
            let mut all = aggregation.accumulator();
            all.extend(distances);
            all
        },
    )
}

proptest! {
    #![proptest_config(super::config(512))]

    #[test]
    fn distances_and_decisions_come_back(distance in distance(), holds in any::<bool>()) {
        comes_back(distance);
        comes_back(Decision::observed(holds, distance));
        let mut nearest = Nearest::default();
        comes_back(nearest);
        nearest.see(Decision::observed(holds, distance));
        comes_back(nearest);
        nearest.see(eq(1, 1));
        comes_back(nearest);
    }

    #[test]
    fn integers_come_back(
        signed in any::<i128>(),
        unsigned in any::<u128>(),
        small in any::<i64>(),
        shift in 0..128_u32,
    ) {
        for integer in
            [Integer::from(signed >> shift), Integer::from(unsigned >> shift), Integer::from(small)]
        {
            comes_back(integer);
        }
        for integer in [
            Integer::from(i128::MIN),
            Integer::from(u128::MAX),
            Integer::from(i64::MIN),
            Integer::from(u64::MAX),
            Integer::from(0),
        ] {
            comes_back(integer);
        }
    }

    /// It goes on as if it had never been away.
    #[test]
    fn aggregates_come_back(
        one in aggregate(),
        more in proptest::collection::vec(distance(), 0..4),
    ) {
        for mut back in again(&one) {
            prop_assert_eq!(
                (back.get(), back.count(), back.aggregation()),
                (one.get(), one.count(), one.aggregation())
            );
            let mut on = one;
            back.extend(more.clone());
            on.extend(more.clone());
            prop_assert_eq!(back.get(), on.get());
            back.merge(&one).expect("of the same kind");
            on.merge(&one).expect("of the same kind");
            prop_assert_eq!(back.get(), on.get());
        }
    }

    /// Whatever sums an aggregate is read with, it gives distances.
    #[test]
    fn hostile_aggregates_are_harmless(
        aggregation in aggregation(),
        count in any::<u64>(),
        bounds in [distance(), distance()],
        terms in any::<[f64; 2]>(),
        others in aggregate(),
    ) {
        let sign = |term: f64| {
            [term, -term.abs(), term.abs().min(count as f64), -term.abs().min(count as f64), 0.0]
        };
        for first in sign(terms[0]) {
            for second in sign(terms[1]) {
                let number =
                    |x: f64| if x.is_finite() { format!("{x:e}") } else { format!("\"{x}\"") };
                let [least, greatest] = bounds.map(|d| number(d.get()));
                let aggregation = serde_json::to_string(&aggregation).expect("can be written");
                let terms = [first, second].map(number).join(",");
                let text = format!(
                    "{{\"aggregation\":{aggregation},\"count\":{count},\"least\":{least},\"greatest\":{greatest},\"terms\":[{terms}]}}"
                );
                if let Ok(mut read) = serde_json::from_str::<Accumulator>(&text) {
                    let valid =
                        |aggregate: &Accumulator| aggregate.get().is_none_or(|d| d.get() >= 0.0);
                    prop_assert!(valid(&read), "{}", text);
                    read.push(bounds[0]);
                    prop_assert!(valid(&read), "{}", text);
                    let mut merged = others;
                    let _ = merged.merge(&read);
                    let _ = read.merge(&read.clone());
                    prop_assert!(valid(&merged) && valid(&read), "{}", text);
                }
            }
        }
    }

    #[test]
    fn arms_and_what_they_saw_come_back(
        keys in proptest::collection::btree_set(-20..20_i128, 0..8),
        values in proptest::collection::vec(-25..25_i128, 0..6),
    ) {
        let arms =
            Arms::new(keys.iter().map(|&key| [key..=key, 100 * key + 3_000..=100 * key + 3_030]))
                .expect("apart");
        let mut seen = SeenValues::new(&arms);
        values.iter().for_each(|&value| {
            seen.see(&arms, value);
        });
        for (back, back_seen) in again(&arms).iter().zip(again(&seen)) {
            prop_assert_eq!(back, &arms);
            prop_assert_eq!(
                back_seen.distances(back, &Rules::DEFAULT),
                seen.distances(&arms, &Rules::DEFAULT)
            );
        }
    }
}

#[test]
fn choices_come_back() {
    for rules in [Rules::DEFAULT, Rules::TRACEY, Rules::KOREL, Rules::EVOSUITE] {
        comes_back(
            rules
                .with_k(0.3)
                .expect("positive")
                .with_metric(FloatMetric::Ulps)
                .with_default_arm(DefaultArm::NearestUnlisted),
        );
    }
    [collection::SetMetric::SymmetricDifference, collection::SetMetric::Jaccard]
        .into_iter()
        .for_each(comes_back);
    comes_back(Rules::new(Published::Korel, Published::Evosuite));
    Relation::ALL.into_iter().for_each(comes_back);
    [Conjunction::Sum, Conjunction::NormalisedSum, Conjunction::Max]
        .into_iter()
        .for_each(comes_back);
    comes_back((
        infection::Arithmetic::Divide,
        infection::Bitwise::Xor,
        infection::Shift::Left,
        infection::Unary::Negate,
        infection::Overflow::Throws,
    ));

    for normaliser in [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC] {
        comes_back(normaliser);
        comes_back(lt(3, 5).heuristics(normaliser));
    }
    comes_back(Normaliser::exponential(1.3).expect("above 1"));
    comes_back(Normaliser::rational(0.1).expect("positive"));
    comes_back((
        Tolerance::absolute(0.1_f32).expect("finite"),
        Tolerance::relative(1e-9).expect("finite"),
        Tolerance::ulps(4),
    ));
    comes_back(Aggregation::power_mean(f64::NEG_INFINITY).expect("a number"));
    comes_back(Matching::Search);
}

/// More than can be counted: whoever has them goes on.
#[test]
fn aggregates_of_very_many_distances_come_back() {
    for aggregation in [
        Aggregation::Harmonic,
        Aggregation::Mean,
        Aggregation::Sum,
        Aggregation::power_mean(2.0).expect("a number"),
    ] {
        let mut all = aggregation.accumulator();
        all.extend([3, 5].map(Distance::from));
        for _ in 0..70 {
            let half = all;
            all.merge(&half).expect("of the same kind");
        }
        assert!(again(&all).iter().all(|back| back.get() == all.get() && back.count() == u64::MAX));
    }
}

/// A sign, or none, and digits.
struct Whole;

impl Automaton for Whole {
    type Letter = char;
    fn state_count(&self) -> usize {
        3
    }
    fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
        match state {
            0 => out.on(['+'..='+', '-'..='-'], 1).free(1),
            1 => out.on(['0'..='9', '٠'..='٩'], 2),
            _ => out.accepting().free(1),
        };
    }
}

/// A language without a text.
struct Nothing;

impl Automaton for Nothing {
    type Letter = u8;
    fn state_count(&self) -> usize {
        1
    }
    fn describe(&self, _: u32, out: &mut StateSketch<'_, u8>) {
        out.on([0..=255], 0);
    }
}

#[test]
fn languages_come_back() {
    for matching in [Matching::Full, Matching::Search] {
        let language = Language::new(&Whole, matching).expect("valid");
        for back in again(&language) {
            for text in ["", "+", "12", "--1x", "a1b2", "٣", "-", "+-+-"] {
                assert_eq!(back.edits(text), language.edits(text), "{text}");
            }
        }
    }
    for back in again(&Language::new(&Nothing, Matching::Full).expect("valid")) {
        assert_eq!(back.edits(b"any"), Distance::INFINITE);
    }
}

#[test]
fn what_no_constructor_makes_is_refused() {
    assert!(refused::<Distance>("-1").contains("at least 0"));
    assert!(refused::<Distance>("\"NaN\"").contains("never NaN"));
    assert!(refused::<Distance>("\"near\"").contains("expected a number"));
    assert!(refused::<Distance>("null").contains("expected a number"));
    assert_eq!(read::<Distance>("\"inf\""), Distance::INFINITE);
    assert_eq!(read::<Distance>("-0.0").get().to_bits(), 0);
    assert!(postcard::from_bytes::<Distance>(&f64::NAN.to_le_bytes()).is_err());
    assert!(postcard::from_bytes::<Distance>(&(-1.0_f64).to_le_bytes()).is_err());

    assert!(refused::<Decision>("{\"holds\":true,\"other_side\":0}").contains("side not taken"));
    assert!(refused::<Nearest>("{\"to_true\":1,\"to_false\":2}").contains("evaluations"));
    assert!(refused::<Nearest>("{\"to_true\":null,\"to_false\":0}").contains("evaluations"));
    let rules = serde_json::to_string(&Rules::DEFAULT).expect("can be written");
    for k in ["0.0", "-1.0", "1e999"] {
        assert!(serde_json::from_str::<Rules>(&rules.replace("1.0", k)).is_err(), "{k}");
    }
    let own =
        Rules::DEFAULT.with_texts("lengths", |a, b| Distance::count(a.len().abs_diff(b.len())));
    assert!(serde_json::to_string(&own).is_err_and(|e| e.to_string().contains("`lengths`"))); // OD34
    assert!(postcard::to_allocvec(&own).is_err());
    assert!(refused::<Normaliser>("{\"Rational\":{\"b\":0.0}}").contains("positive"));
    assert!(refused::<Normaliser>("{\"Exponential\":{\"a\":1.0}}").contains("greater than 1"));
    assert!(refused::<Tolerance>("{\"Absolute\":-1.0}").contains("tolerance"));
    assert!(refused::<Power>("\"NaN\"").contains("never NaN"));
    assert!(refused::<Integer>("1.5").contains("at most 128 bits"));
    assert!(
        refused::<Integer>("\"-170141183460469231731687303715884105729\"").contains("no integer")
    );
    assert!(
        postcard::from_bytes::<Integer>(
            &postcard::to_allocvec(&(true, 0_u128)).expect("can be written")
        )
        .is_err()
    );
    assert!(
        postcard::from_bytes::<Integer>(
            &postcard::to_allocvec(&(true, u128::MAX)).expect("can be written")
        )
        .is_err()
    );
    assert!(refused::<Arms>("[[[1,3]],[[3,4]]]").contains("the value 3"));
    assert!(refused::<SeenValues>("[null,[5,4],null]").contains("above"));
    assert!(refused::<SeenValues>("[null,null]").contains("odd"));
    assert!(
        refused::<Language<char>>(
            r#"[{"accepting":true,"reads":[[[[55296,55297]],0]],"free":[]}]"#
        )
        .contains("empty range")
    );
    assert!(
        refused::<Language<u8>>(r#"[{"accepting":true,"reads":[[[[9,256]],0]],"free":[]}]"#)
            .contains("empty range")
    );
    assert!(
        refused::<Language<u8>>(r#"[{"accepting":true,"reads":[],"free":[1]}]"#)
            .contains("state 1")
    );
    assert!(
        refused::<Accumulator>(
            r#"{"aggregation":"Mean","count":0,"least":0,"greatest":0,"terms":[0,0]}"#
        )
        .contains("sums")
    );
    assert!(
        refused::<Accumulator>(
            r#"{"aggregation":"Mean","count":1,"least":3,"greatest":2,"terms":[3,0]}"#
        )
        .contains("sums")
    );
    assert!(
        refused::<Accumulator>(
            r#"{"aggregation":"Sum","count":2,"least":5,"greatest":7,"terms":[0,0]}"#
        )
        .contains("sums")
    );
    assert!(
        refused::<Accumulator>(
            r#"{"aggregation":"Sum","count":1,"least":3,"greatest":3,"terms":["NaN",0]}"#
        )
        .contains("sums")
    );
}
