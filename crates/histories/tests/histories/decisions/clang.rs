//! Verdicts of clang: `llvm-cov show -show-mcdc` on decisions of Lua and zlib, which were run by a
//! small driver.
//!
//! `.ci/mcdc` makes the report anew, and runs this on it.

use super::is_pair;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst_histories::decisions::{
    CompoundDecision, DecisionCoverage, Independence, Vector, Vectors,
};
use serde_json::Value;
use std::collections::BTreeSet;

/// A decision as it was reported.
struct Reported {
    function: String,
    /// By condition: where true and false lead; the number of a condition, or one of the ends.
    next: Vec<[Result<u32, bool>; 2]>,
    /// With their outcomes.
    vectors: Vec<(Vector, bool)>,
    /// By condition: the places of two vectors.
    pairs: Vec<Option<[usize; 2]>>,
}

impl Reported {
    fn read(line: &str) -> Self {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let number = |value: &Value| value.as_u64().expect("a number");
        let way = |value: &Value| value.as_bool().map_or_else(|| Ok(number(value) as u32), Err);
        let text = |name: &str| row[name].as_str().expect("a text").to_owned();
        let vectors = list(&row["vectors"]).into_iter().zip(list(&row["outcomes"]));
        let vector = |(vector, outcome): (Value, Value)| {
            (
                vector.as_str().expect("a text").parse().expect("a vector"),
                outcome.as_bool().expect("an outcome"),
            )
        };
        Self {
            function: format!("{}, {}", text("source"), text("function")),
            next: list(&row["next"]).iter().map(|ways| [way(&ways[0]), way(&ways[1])]).collect(),
            vectors: vectors.map(vector).collect(),
            pairs: list(&row["pairs"])
                .iter()
                .map(|pair| {
                    (!pair.is_null()).then(|| [0, 1].map(|place| number(&pair[place]) as usize))
                })
                .collect(),
        }
    }

    fn decision(&self) -> CompoundDecision {
        let count = self.next.len() as u32;
        let body = (0..).zip(&self.next).fold(FlowBuilder::new(), |body, (at, ways)| {
            let [then, or_else] =
                ways.map(|way| way.unwrap_or_else(|outcome| count + u32::from(!outcome)));
            body.branch(at, then, or_else)
        });
        let graph = FlowGraph::of(&body.exit(count).exit(count + 1)).expect("legal");
        let mut all = CompoundDecision::all(&graph);
        let decision = all.next().expect("a decision");
        assert_eq!(all.next(), None, "{}: one decision", self.function);
        assert!(decision.conditions().iter().copied().eq(graph.all_blocks().take(self.next.len())));
        assert_eq!(
            decision.ends().map(|block| block.number()),
            [count, count + 1],
            "{}",
            self.function
        );
        decision
    }
}

#[test]
fn covered_conditions_and_pairs_are_those_of_clang() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcdc.jsonl").to_owned();
    let path = std::env::var("SBST_MCDC").unwrap_or(kept);
    let text = std::fs::read_to_string(path).expect("the report");
    let (mut functions, mut sizes) = (BTreeSet::new(), BTreeSet::new());
    let (mut decisions, mut conditions, mut vectors, mut pairs) = (0, 0, 0, 0);
    for reported in text.lines().map(Reported::read) {
        let decision = reported.decision();
        for (vector, outcome) in &reported.vectors {
            assert_eq!(
                Vectors::of(&decision).outcome(*vector),
                Some(*outcome),
                "{}: {vector}",
                reported.function
            );
        }
        let seen: Vec<Vector> = reported.vectors.iter().map(|row| row.0).collect();
        let coverage = DecisionCoverage::of(&decision, &seen, Independence::UniqueCause);
        let masking = DecisionCoverage::of(&decision, &seen, Independence::Masking);
        for (condition, pair) in reported.pairs.iter().enumerate() {
            assert_eq!(
                coverage.pair(condition).is_some(),
                pair.is_some(),
                "{}: {condition}",
                reported.function
            );
            assert!(pair.is_none() || masking.pair(condition).is_some());
            if let Some([one, other]) = *pair {
                let found = is_pair(
                    &decision,
                    condition,
                    [&seen[one], &seen[other]],
                    Independence::UniqueCause,
                );
                assert!(found, "{}: {condition}: {} {}", reported.function, seen[one], seen[other]);
                pairs += 1;
            }
        }
        sizes.insert(reported.next.len());
        decisions += 1;
        conditions += reported.next.len();
        vectors += seen.len();
        functions.insert(reported.function);
    }
    println!(
        "clang and we agree on {decisions} decisions of {} functions, {conditions} conditions, \
         {vectors} vectors, {pairs} pairs",
        functions.len()
    );
    assert!(
        functions.len() >= 10 && sizes.contains(&2) && sizes.range(10..).next().is_some(),
        "{sizes:?}"
    );
    assert!(pairs > 50 && conditions > pairs + 50, "both verdicts are there");
}
