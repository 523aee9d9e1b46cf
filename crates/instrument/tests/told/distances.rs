//! Distances of decisions, by the types of their operands.

use sbst::objective::Criterion;

/// Returns the least distance that one execution has from a branch goal that it did not cover.
fn missed<T: Clone, R>(
    mut campaign: sbst::Campaign<T>,
    test: &T,
    run: impl FnOnce(&T) -> R,
) -> f64 {
    let outcome = campaign.watch(test, run).expect("no misuse");
    let open = outcome.row.iter().filter(|value| !value.is_covered() && value.level == 0);
    open.map(|value| value.distance.get()).fold(f64::INFINITY, f64::min)
}

/// Returns the distances of all outcomes that one execution missed at the decisions that it made,
/// and its result.
fn all_missed<R>(mut campaign: sbst::Campaign<()>, run: impl FnOnce() -> R) -> (Vec<f64>, R) {
    let mut result = None;
    let outcome = campaign.watch(&(), |()| result = Some(run())).expect("no misuse");
    let missed = outcome.row.iter().filter(|value| !value.is_covered() && value.level == 0);
    (missed.map(|value| value.distance.get()).collect(), result.expect("no panic"))
}

/// Asserts how far the only decision of a function is from its other outcome.
macro_rules! distance {
    ($name:ident($($argument:ident: $type:ty),*) $condition:expr; $($given:expr),* => $expected:expr) => {{
        #[sbst::instrument]
        fn $name($($argument: $type),*) -> u8 {
            if $condition { 1 } else { 2 }
        }
        let campaign = sbst::campaign!($name).criteria([Criterion::Branch]).build().expect("legal");
        let distance = missed(campaign, &(), |()| $name($($given),*));
        assert_eq!(distance, $expected, stringify!($condition));
    }};
}

#[test]
fn relations_have_their_distances() {
    distance!(ints(x: i32, y: i32) x < y; 7, 3 => 5.0);
    distance!(wide(x: u128, y: u128) x == y; u128::MAX, u128::MAX - 2 => 3.0);
    distance!(floats(x: f64) x >= 2.5; 1.0 => 1.5);
    distance!(characters(x: char) x == 'd'; 'a' => 4.0);
    distance!(references(x: &u8, y: &u8) x > y; &3, &9 => 7.0);
    distance!(options(x: Option<u8>) x == Some(3); None => 1.0);
    distance!(texts(x: &str) x == "abd"; "abc" => 0.5);
    distance!(owned(x: String, y: &str) x == *y; "abc".to_owned(), "abd" => 0.5);
    distance!(mixed(x: &str, y: String) x == y; "abc", "abd".to_owned() => 0.5);
    distance!(lists(x: Vec<u8>) x == [1, 2]; vec![1, 4] => 2.0 / 3.0);
    distance!(slices(x: &[u8]) x == b"ab"; b"ac" => 0.5);
    distance!(negated(x: i32) !(x != 9); 4 => 6.0);
    distance!(literal(x: u64) x == 1 << 40; (1 << 40) + 9 => 10.0);
}

#[test]
fn questions_have_their_distances() {
    distance!(prefix(x: &str) x.starts_with("ab"); "ax" => sbst::distance::text::starts_with("ax", "ab").to_true().get());
    distance!(suffix(x: String) x.ends_with('c'); "ab".to_owned() => sbst::distance::text::ends_with("ab", "c").to_true().get());
    distance!(part(x: &str) x.trim().contains("bc"); " ab " => sbst::distance::text::contains("ab", "bc").to_true().get());
    distance!(caseless(x: &str) x.eq_ignore_ascii_case("ABC"); "abx" => sbst::distance::text::eq_ignore_ascii_case("abx", "ABC").to_true().get());
    distance!(empty(x: &[u8]) x.is_empty(); &[1, 2, 3] => 3.0);
    distance!(empty_text(x: String) x.is_empty(); "four".to_owned() => 4.0);
    distance!(digit(x: u8) x.is_ascii_digit(); b'<' => 4.0);
    distance!(letter(x: char) x.is_ascii_alphabetic(); '[' => 2.0);
    distance!(range(x: i32) (3..=5).contains(&x); 9 => 5.0);
    distance!(member(x: i32) [1, 5, 20].contains(&x); 8 => 4.0);
}

#[test]
fn what_has_no_distance_is_a_flag() {
    #[derive(PartialEq, PartialOrd)]
    struct Weight(u8);
    distance!(foreign(x: u8) Weight(x) > Weight(100); 1 => 1.0);
    distance!(boolean(x: bool) x; false => 1.0);
    distance!(closure(x: &str) x.contains(|c: char| c == 'q'); "abc" => 1.0);
    distance!(nan(x: f64) x < 1.0; f64::NAN => sbst::distance::lt(f64::NAN, 1.0).to_true().get());
    #[sbst::instrument]
    fn generic<T: PartialOrd>(a: T, b: T) -> bool {
        if a < b { true } else { false }
    }
    let campaign =
        sbst::campaign!(generic::<i32>).criteria([Criterion::Branch]).build().expect("legal");
    assert_eq!(missed(campaign, &(), |()| generic(90, 5)), 1.0);
}

#[test]
fn types_that_have_a_distance_are_measured_by_it() {
    use sbst::distance::{Distance, EqualityDistance, OrderDistance, Rules};
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Celsius(i32);
    impl EqualityDistance for Celsius {
        fn apart(&self, other: &Self, _: &Rules) -> Distance {
            Distance::from(self.0.abs_diff(other.0))
        }
    }
    impl OrderDistance for Celsius {}
    distance!(equal(x: Celsius) x == Celsius(20); Celsius(25) => 5.0);
    distance!(nested(x: Option<Celsius>) x == Some(Celsius(20)); Some(Celsius(21)) => 0.5);
}

#[test]
fn od34_a_distance_of_texts_in_the_rules_is_used() {
    use sbst::distance::{Distance, Rules};
    #[sbst::instrument]
    fn alone(x: &str, y: &String) -> u8 {
        if x == y { 1 } else { 2 }
    }
    #[sbst::instrument]
    fn inside(x: Option<&str>) -> u8 {
        if x == Some("abc") { 1 } else { 2 }
    }
    #[sbst::instrument]
    fn matched(x: &str) -> u8 {
        match x {
            "abc" => 1,
            _ => 2,
        }
    }
    let rules = Rules::DEFAULT
        .with_texts("lengths", |a, b| Distance::from(a.len().abs_diff(b.len()) as u32));
    macro_rules! measured {
        ($name:ident($($given:expr),*)) => {
            missed(
                sbst::campaign!($name)
                    .criteria([Criterion::Branch])
                    .recorder(move |trace| trace.with_rules(rules))
                    .build()
                    .expect("legal"),
                &(),
                |()| $name($($given),*),
            )
        };
    }
    assert_eq!(measured!(alone("a", &"abc".to_owned())), 2.0);
    assert_eq!(measured!(alone("abc", &"abc".to_owned())), 1.0); // K
    assert_eq!(measured!(inside(Some("z"))), 2.0 / 3.0);
    assert_eq!(measured!(matched("zzzzz")), 2.0);
}

#[test]
fn numbers_and_texts_that_are_matched_have_distances() {
    #[sbst::instrument]
    fn number(x: i32) -> u8 {
        match x {
            10..=20 => 1,
            100 => 2,
            _ => 3,
        }
    }
    let mut campaign =
        sbst::campaign!(number).criteria([Criterion::Branch]).build().expect("legal");
    let outcome = campaign.watch(&7, |x| number(*x)).expect("no misuse");
    let distances: Vec<_> = outcome.row.iter().map(|value| value.distance.get()).collect();
    // Cases come before arms.
    assert_eq!(distances, [94.0, 4.0, 0.0]);

    #[sbst::instrument]
    fn text(x: &str) -> u8 {
        match x {
            "GET" | "PUT" => 1,
            "POST" => 2,
            _ => 3,
        }
    }
    let mut campaign = sbst::campaign!(text).criteria([Criterion::Branch]).build().expect("legal");
    let outcome = campaign.watch(&"PUS", |x| text(x)).expect("no misuse");
    // Branches of the three comparisons, each true and false.
    let distances: Vec<_> = outcome.row.iter().map(|value| value.distance.get()).collect();
    let to = |literal| sbst::distance::eq("PUS", literal).to_true().get();
    assert_eq!(distances, [to("GET"), 0.0, to("PUT"), 0.0, to("POST"), 0.0]);
}

#[test]
fn arms_have_distances_beside_guards() {
    #[sbst::instrument]
    fn number(x: i32, y: i32) -> u8 {
        match x {
            0 if y > 3 => 1,
            1..=9 if y > 5 => 2,
            5..=20 => 3,
            n if n > 50 => 4,
            100 => 5,
            _ => 6,
        }
    }
    let campaign = || sbst::campaign!(number).criteria([Criterion::Branch]).build().expect("legal");
    // To 0, 1 to 9, 5 to 20, a number above 50, and 100.
    assert_eq!(all_missed(campaign(), || number(30, 0)), (vec![31.0, 22.0, 11.0, 21.0, 71.0], 6));
    // To 0, 10 to 20, and any number that no arm before has; of guards: 3 to 1 to 9, then 47 to
    // above 50; after them 2 to 5, 97 to 100.
    assert_eq!(
        all_missed(campaign(), || number(4, 3)),
        (vec![5.0, 7.0, 6.0, 3.0, 47.0, 2.0, 97.0], 6)
    );
    assert_eq!(all_missed(campaign(), || number(4, 6)), (vec![5.0, 7.0, 6.0, 2.0], 2));
    assert_eq!(all_missed(campaign(), || number(100, 6)).1, 4);

    #[sbst::instrument]
    fn text(x: &str, y: i32) -> u8 {
        match x {
            "GET" | "PUT" if y > 3 => 1,
            "POST" => 2,
            other if other.len() > 9 => 3,
            "PUT" => 4,
            _ => 5,
        }
    }
    let campaign = || sbst::campaign!(text).criteria([Criterion::Branch]).build().expect("legal");
    let [get, put, post] = ["GET", "PUT", "POST"]
        .map(|literal| move |x| sbst::distance::eq(x, literal).other_side().get());
    // In the order of the blocks: the block of a guard is made at the first comparison that leads
    // to it.
    assert_eq!(
        all_missed(campaign(), || text("PUS", 0)),
        (vec![get("PUS"), put("PUS"), post("PUS"), 7.0, put("PUS")], 5)
    );
    let missed = vec![get("PUT"), 3.0, put("PUT"), post("PUT"), 7.0, put("PUT")];
    assert_eq!(all_missed(campaign(), || text("PUT", 1)), (missed, 4));
    assert_eq!(all_missed(campaign(), || text("PUT", 5)), (vec![get("PUT"), 3.0, put("PUT")], 1));
    assert_eq!(all_missed(campaign(), || text("POST", 5)).1, 2);
}
