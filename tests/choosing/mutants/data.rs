//! The minimal sets of an independent program that enumerated the definition, against the library's
//! machinery for coverage of any kind.
//!
//! Left out by name: `evosuite-predicate-i8`, of which the data do not say when its predicates call
//! a mutant infected.

use super::enumeration::Tried;
use super::operands::{Integers, exact, half, pairs, samples};
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Overflow, Shift};
use sbst::id::GoalId;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

const LEFT_OUT: &str = "evosuite-predicate-i8";

/// An entry of the file: names, and classes of names.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    equivalent: BTreeSet<String>,
    groups: BTreeSet<BTreeSet<String>>,
    minimal: BTreeSet<BTreeSet<String>>,
    subsumes: BTreeSet<(BTreeSet<String>, BTreeSet<String>)>,
}

/// By kind, original and model.
fn entries() -> BTreeMap<String, Entry> {
    let path = format!("{}/data/minimal_sets.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let file: Value = serde_json::from_str(&text).expect("one JSON object");
    let string = |value: &Value| value.as_str().expect("a name").to_owned();
    let array = |value: &Value| value.as_array().expect("an array").clone();
    let class = |value: &Value| array(value).iter().map(string).collect::<BTreeSet<_>>();
    let joined =
        |value: &Value| string(value).split(" ~ ").map(str::to_owned).collect::<BTreeSet<_>>();
    let entry = |value: &Value| Entry {
        equivalent: class(&value["equivalent"]),
        groups: array(&value["groups"]).iter().map(class).collect(),
        minimal: array(&value["minimal"]).iter().map(class).collect(),
        subsumes: array(&value["subsumes"])
            .iter()
            .map(|pair| (joined(&pair[0]), joined(&pair[1])))
            .collect(),
    };
    file.as_object()
        .expect("an object")
        .iter()
        .map(|(key, value)| (key.clone(), entry(value)))
        .collect()
}

/// What the library's machinery says of the mutants of an original.
fn found(names: &[&str], original: usize, tried: &Tried) -> Entry {
    let coverage = tried.coverage(original);
    let goals = || {
        (0..names.len()).filter(|&place| place != original).map(|place| GoalId::new(place as u32))
    };
    let is_infected =
        |goal: GoalId| (0..coverage.tests()).any(|test| coverage.is_covered_by(goal, test));
    let graph = coverage.relate().collapse(goals().filter(|&goal| is_infected(goal)));
    let name = |goal: GoalId| names[goal.index()].to_owned();
    let class =
        |goal: GoalId| graph.equivalents(goal).iter().copied().map(name).collect::<BTreeSet<_>>();
    let strictly = |a: GoalId, b: GoalId| graph.subsumes(a, b) && !graph.subsumes(b, a);
    let pairs = graph.goals().iter().flat_map(|&a| graph.goals().iter().map(move |&b| (a, b)));
    Entry {
        equivalent: goals().filter(|&goal| !is_infected(goal)).map(name).collect(),
        groups: graph.goals().iter().copied().map(class).collect(),
        minimal: graph.minimal().iter().copied().map(class).collect(),
        subsumes: pairs
            .filter(|&(a, b)| strictly(a, b))
            .map(|(a, b)| (class(a), class(b)))
            .collect(),
    }
}

/// Compares all originals of a kind in a model with the file; returns how many the file has.
fn compare(kind: &str, model: &str, names: &[&str], tried: &Tried) -> usize {
    let entries = entries();
    let mut compared = 0;
    for (place, name) in names.iter().enumerate() {
        let key = [kind, name, model]
            .iter()
            .filter(|part| !part.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(" ");
        if let Some(entry) = entries.get(&key) {
            assert_eq!(found(names, place, tried), *entry, "{key}");
            compared += 1;
        }
    }
    compared
}

const RELATIONS: [&str; 8] = ["<", "<=", ">", ">=", "==", "!=", "true", "false"];
const ARITHMETIC: [&str; 7] = ["+", "-", "*", "/", "%", "lhs", "rhs"];

fn relations<T: PartialOrd>(model: &str, operands: impl IntoIterator<Item = (T, T)>) -> usize {
    let orders: BTreeSet<Option<Ordering>> =
        operands.into_iter().map(|(a, b)| a.partial_cmp(&b)).collect();
    compare(
        "ROR",
        model,
        &RELATIONS,
        &Tried::on(&Relation::ALL, orders, |relation, &order| Some(relation.holds(order))),
    )
}

#[test]
fn relations_are_as_enumerated() {
    let (signed, unsigned) = (Integers::signed(6), Integers::unsigned(6));
    let mut compared = 0;
    for integers in [Integers::signed(4), Integers::unsigned(4), signed, unsigned] {
        let letter = if integers.signed { 'i' } else { 'u' };
        compared += relations(&format!("{letter}{}", integers.width), pairs(&integers.all()));
    }
    compared += relations(
        "float+NaN",
        pairs(&[f64::NEG_INFINITY, -1.0, 0.0, 0.5, f64::INFINITY, f64::NAN]),
    );
    compared += relations("x vs 0 (i6)", signed.all().into_iter().map(|x| (x, 0)));
    compared += relations("x vs 0 (u6)", unsigned.all().into_iter().map(|x| (x, 0)));
    compared +=
        relations("x vs MAX (i6)", signed.all().into_iter().map(|x| (x, signed.greatest())));
    compared += relations("bool (0/1)", pairs(&[0, 1]));
    compared += relations("bool vs 0", [(0, 0), (1, 0)]);
    assert_eq!(compared, 60);
}

/// With and without the mutants that keep one operand, as the file has them.
fn arithmetic<T: Copy + PartialEq>(
    model: &str,
    operands: impl IntoIterator<Item = (T, T)>,
    result: impl Fn(Arithmetic, T, T) -> Option<T>,
) -> usize {
    let places = [0, 1, 2, 3, 4, 5, 6];
    let of = |place: usize, &(a, b): &(T, T)| match place {
        5 => Some(a),
        6 => Some(b),
        operator => result(Arithmetic::ALL[operator], a, b),
    };
    // What keeps an operand comes last, and is no original: without it the others are the same.
    let tried = Tried::on(&places, operands, of);
    compare("AOR", model, &ARITHMETIC[..5], &tried.first(5))
        + compare("AOR+ODL", model, &ARITHMETIC, &tried)
}

/// In release mode Rust throws where a division overflows, and wraps elsewhere.
fn rust_release(integers: Integers, operator: Arithmetic, a: i64, b: i64) -> Option<i64> {
    let divides = matches!(operator, Arithmetic::Divide | Arithmetic::Remainder);
    integers.arithmetic(operator, a, b, if divides { Overflow::Throws } else { Overflow::Wraps })
}

fn signed_models(width: u32) -> usize {
    let integers = Integers::signed(width);
    let (all, model) = (integers.all(), |name: &str| format!("{name}-i{width}"));
    arithmetic(&model("java-wrap"), pairs(&all), |o, a, b| {
        integers.arithmetic(o, a, b, Overflow::Wraps)
    }) + arithmetic(&model("rust-release"), pairs(&all), |o, a, b| rust_release(integers, o, a, b))
        + arithmetic(&model("rust-checked"), pairs(&all), |o, a, b| {
            integers.arithmetic(o, a, b, Overflow::Throws)
        })
}

#[test]
fn arithmetic_of_up_to_8_bits_is_as_enumerated() {
    let mut compared: usize = [4, 6, 8].map(signed_models).iter().sum();
    for width in [4, 6, 8] {
        let integers = Integers::unsigned(width);
        let (all, model) = (integers.all(), |name: &str| format!("{name}-u{width}"));
        compared += arithmetic(&model("wrap"), pairs(&all), |o, a, b| {
            integers.arithmetic(o, a, b, Overflow::Wraps)
        });
        compared += arithmetic(&model("checked"), pairs(&all), |o, a, b| {
            integers.arithmetic(o, a, b, Overflow::Throws)
        });
    }
    assert_eq!(compared, 45 + 10 + 30 + 10);
}

/// Which of five results are equal, as bits.
fn alike(results: &[i32; 5]) -> usize {
    let [a, b, c, d, e] = *results;
    let pairs = [a == b, a == c, a == d, a == e, b == c, b == d, b == e, c == d, c == e, d == e];
    pairs.into_iter().fold(0, |bits, same| bits << 1 | usize::from(same))
}

#[test]
fn arithmetic_of_11_bits_is_as_enumerated() {
    // Four million pairs: only results that are alike in another way than all before are looked at.
    const THROWS: i32 = i32::MIN;
    let wrapped = |x: i32| if x == THROWS { x } else { x << 21 >> 21 };
    let checked = |x: i32| if (-1024..1024).contains(&x) { x } else { THROWS };
    let mut models = ["java-wrap", "rust-release", "rust-checked"]
        .map(|name| (name, [false; 1024], Tried::new(5)));
    for a in -1024..1024_i32 {
        for b in -1024..1024 {
            let (quotient, remainder) = if b == 0 { (THROWS, THROWS) } else { (a / b, a % b) };
            let overflows = if (a, b) == (-1024, -1) { [THROWS; 2] } else { [quotient, remainder] };
            let wrap = [wrapped(a + b), wrapped(a - b), wrapped(a * b)];
            let rows = [
                [wrap[0], wrap[1], wrap[2], wrapped(quotient), remainder],
                [wrap[0], wrap[1], wrap[2], overflows[0], overflows[1]],
                [checked(a + b), checked(a - b), checked(a * b), overflows[0], overflows[1]],
            ];
            for ((_, known, tried), row) in models.iter_mut().zip(rows) {
                let alike = alike(&row);
                if !known[alike] {
                    known[alike] = true;
                    tried.see(&row.map(Some));
                }
            }
        }
    }
    let compared = models
        .iter()
        .map(|(name, _, tried)| compare("AOR", &format!("{name}-i11"), &ARITHMETIC[..5], tried));
    assert_eq!(compared.sum::<usize>(), 15);
}

#[test]
fn arithmetic_without_bounds_is_as_enumerated() {
    let mut compared = 0;
    for (model, least, greatest) in [
        ("ideal-Z[-8..8]", -8, 8),
        ("ideal-Z[-40..40]", -40, 40),
        ("ideal-Z[-200..200]", -200, 200),
        ("ideal-N0[0..199]", 0, 199),
        ("ideal-N1[1..199]", 1, 199),
    ] {
        compared += arithmetic(model, pairs(&(least..=greatest).collect::<Vec<i64>>()), exact);
    }
    assert_eq!(compared, 25 + 10);
}

#[test]
fn arithmetic_by_samples_is_as_enumerated() {
    let integers = arithmetic("java-wrap-i32-sample", pairs(&samples::<i32>(32)), |o, a, b| {
        o.of(a, b, Overflow::Wraps)
    });
    let halves = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        -2.0,
        3.0,
        0.5,
        1.5,
        0.1,
        1e-7,
        300.0,
        2048.0,
        65504.0,
        f64::INFINITY,
        f64::NAN,
    ]
    .map(half);
    let floats = arithmetic("float16-sample", pairs(&halves), |o, a, b| {
        o.of(a, b, Overflow::Wraps).map(half)
    });
    assert_eq!(integers + floats, 10);
}

#[test]
fn bits_and_shifts_are_as_enumerated() {
    let names = ["&", "|", "^", "<<", ">>", ">>>"];
    let mut compared = 0;
    for width in [4, 6, 8] {
        let integers = Integers::signed(width);
        let (all, mask) = (integers.all(), |shift: Shift, x, y| Some(integers.shift(shift, x, y)));
        let bits =
            Tried::on(&Bitwise::ALL, pairs(&all), |operator, &(a, b)| Some(operator.of(a, b)));
        compared += compare("BOR", &format!("i{width}"), &names[..3], &bits);
        let masked = Tried::on(&Shift::ALL, pairs(&all), |shift, &(x, y)| mask(shift, x, y));
        compared += compare("SHIFT", &format!("mask i{width}"), &names[3..], &masked);
        let in_range = |y: &i64| (0..i64::from(width)).contains(y);
        let panics = Tried::on(&Shift::ALL, pairs(&all), |shift, &(x, y)| {
            Some(y).filter(in_range).and_then(|y| mask(shift, x, y))
        });
        compared += compare("SHIFT", &format!("panic i{width}"), &names[3..], &panics);
    }
    assert_eq!(compared, 27);
}

#[test]
fn bits_with_shifts_and_deleted_operands_are_as_enumerated() {
    let integers = Integers::signed(8);
    let all = integers.all();
    let of = |name: &str, &(a, b): &(i64, i64)| {
        Some(match name {
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            "<<" => integers.shift(Shift::Left, a, b),
            ">>" => integers.shift(Shift::Right, a, b),
            ">>>" => integers.shift(Shift::UnsignedRight, a, b),
            "lhs" => a,
            "rhs" => b,
            _ => return None,
        })
    };
    let mut compared = 0;
    for (kind, names) in [
        ("BOR6", &["&", "|", "^", "<<", ">>", ">>>"][..]),
        ("BOR+ODL", &["&", "|", "^", "lhs", "rhs"]),
        ("SHIFT+ODL", &["<<", ">>", ">>>", "lhs", "rhs"]),
    ] {
        compared += compare(kind, "i8", names, &Tried::on(names, pairs(&all), of));
    }
    assert_eq!(compared, 12);
}

#[test]
fn logic_and_inserted_operators_are_as_enumerated() {
    let names = ["&&", "||", "==", "!=", "lhs", "rhs", "true", "false"];
    let logic = |name, &(a, b): &(bool, bool)| match name {
        "&&" => Some(a && b),
        "||" => Some(a || b),
        "==" => Some(a == b),
        "!=" => Some(a != b),
        "lhs" => Some(a),
        "rhs" => Some(b),
        constant => Some(constant == "true"),
    };
    assert_eq!(compare("LCR", "", &names, &Tried::on(&names, pairs(&[false, true]), logic)), 2);

    let names = ["i8", "-x", "x+1", "x-1", "~x", "|x|", "-|x|", "0"]; // the first one is x itself
    let inserted = |name, &x: &i8| match name {
        "-x" => Some(x.wrapping_neg()),
        "x+1" => Some(x.wrapping_add(1)),
        "x-1" => Some(x.wrapping_sub(1)),
        "~x" => Some(!x),
        "|x|" => Some(x.wrapping_abs()),
        "-|x|" => Some(x.wrapping_abs().wrapping_neg()),
        "0" => Some(0),
        _ => Some(x),
    };
    assert_eq!(compare("UOI", "", &names, &Tried::on(&names, i8::MIN..=i8::MAX, inserted)), 1);
}

#[test]
fn the_file_holds_what_the_tests_here_count() {
    let entries = entries();
    let left_out = entries.keys().filter(|key| key.ends_with(LEFT_OUT)).count();
    assert_eq!((entries.len(), left_out), (262, 5));
    assert_eq!(262 - left_out, 60 + 95 + 15 + 35 + 10 + 27 + 12 + 3);
}
