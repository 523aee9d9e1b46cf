//! The branch distances of the reference program.

use super::oracle::*;
use sbst_distance::{Distance, Integer, Rules};
use serde_json::Value as Json;
use std::str::FromStr;

/// The vectors write infinity as -1.
fn distance(json: &Json) -> f64 {
    match json.as_f64().expect("a number") {
        -1.0 => f64::INFINITY,
        number => number,
    }
}

fn integer(text: &str) -> Integer {
    u128::from_str(text)
        .map(Integer::from)
        .or_else(|_| i128::from_str(text).map(Integer::from))
        .expect("an integer")
}

fn double(text: &str) -> f64 {
    f64::from_bits(u64::from_str_radix(text, 16).expect("hexadecimal"))
}

/// How many representable numbers lie between two distances.
fn ulps(a: Distance, b: f64) -> u64 {
    a.get().to_bits().abs_diff(b.to_bits())
}

#[test]
fn branch_distances() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/branch_distance.jsonl");
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Json = serde_json::from_str(line).expect("an object for each line");
        let relation = match row["op"].as_str().expect("an operator") {
            "==" => Equal,
            "!=" => Different,
            "<" => Less,
            "<=" => LessOrEqual,
            ">" => Greater,
            ">=" => GreaterOrEqual,
            other => panic!("operator {other}"),
        };
        let [(kind_a, a), (kind_b, b)] = ["a", "b"].map(|name| {
            (row[name][0].as_str().expect("a kind"), row[name][1].as_str().expect("an operand"))
        });
        assert_eq!(kind_a, kind_b, "{line}");
        let expected = |name: &str| [0, 1].map(|side| distance(&row[name][side]));
        for (name, rules) in
            [("tracey", Rules::TRACEY), ("korel", Rules::KOREL), ("evosuite", Rules::EVOSUITE)]
        {
            let (decision, tolerance) = match kind_a {
                "i" => (relation.decision(&rules, integer(a), integer(b)), 0),
                "f" => (relation.decision(&rules, double(a), double(b)), 2),
                other => panic!("operands of kind {other}"),
            };
            assert_eq!(Some(decision.holds()), row["holds"].as_bool(), "{line}");
            for (ours, theirs) in
                [decision.to_true(), decision.to_false()].into_iter().zip(expected(name))
            {
                assert!(
                    ulps(ours, theirs) <= tolerance,
                    "{name}: {ours} instead of {theirs} in {line}"
                );
            }
            // A primitive type that holds both gives the same as the mathematical value.
            if let (Ok(a), Ok(b)) = (i128::from_str(a), i128::from_str(b))
                && kind_a == "i"
            {
                assert_eq!(relation.decision(&rules, a, b), decision, "{line}");
                if let (Ok(a), Ok(b)) = (i64::try_from(a), i64::try_from(b)) {
                    assert_eq!(relation.decision(&rules, a, b), decision, "{line}");
                }
            }
        }
        rows += 1;
    }
    assert!(rows > 0, "no vectors in {path}");
}
