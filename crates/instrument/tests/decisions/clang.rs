//! Verdicts of clang on the same conditions in C, executed with the same assignments.
//!
//! `.ci/mcdc-attribute` makes `clang.txt` anew, and runs this on it. A line has the function, the
//! assignments, and for each decision its number, the vectors with their outcomes, and by condition
//! 1 if clang found a pair: `p00 0,2,3 0:FF=F,T=T:10`.

use crate::campaigns::{Asked, Told, campaign, watch};
use crate::cases::{self, Case};
use crate::truth::{Function, text};
use crate::{none_wrong, quiet};
use sbst_histories::decisions::Independence;
use std::collections::BTreeSet;

struct Verdicts {
    case: &'static Case,
    assignments: Vec<u32>,
    decisions: Vec<Verdict>,
}

struct Verdict {
    /// The place of the decision in the function.
    number: usize,
    vectors: BTreeSet<String>,
    covered: Vec<bool>,
}

fn verdicts() -> Vec<Verdicts> {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/decisions/clang.txt").to_owned();
    let path = std::env::var("SBST_MCDC_ATTRIBUTE").unwrap_or(kept);
    let file = std::fs::read_to_string(path).expect("the verdicts");
    let number = |text: &str| text.parse().expect("a number");
    let decision = |text: &str| {
        let parts: Vec<&str> = text.split(':').collect();
        let [at, vectors, covered] = parts[..] else { panic!("{text}") };
        Verdict {
            number: at.parse().expect("a number"),
            vectors: vectors.split(',').filter(|row| !row.is_empty()).map(str::to_owned).collect(),
            covered: covered.chars().map(|letter| letter == '1').collect(),
        }
    };
    let of = |line: &str| {
        let mut parts = line.split(' ');
        let name = parts.next().expect("a name");
        Verdicts {
            case: cases::all().find(|case| case.name == name).expect("a function"),
            assignments: parts.next().expect("assignments").split(',').map(number).collect(),
            decisions: parts.map(decision).collect(),
        }
    };
    file.lines().map(of).collect()
}

/// Nothing but clang and the truth tables.
#[test]
fn truth_tables_are_those_of_clang() {
    let (mut wrong, mut seen) = (Vec::new(), [0; 3]);
    let verdicts = verdicts();
    for Verdicts { case, assignments, decisions } in &verdicts {
        let function = Function::of(case);
        let log: Vec<_> = assignments.iter().flat_map(|&bits| function.execute(bits).1).collect();
        for verdict in decisions {
            let rows: BTreeSet<_> = log.iter().filter(|row| row.0 == verdict.number).collect();
            let vectors: BTreeSet<String> = rows
                .iter()
                .map(|row| format!("{}={}", text(&row.1), if row.2 { 'T' } else { 'F' }))
                .collect();
            let is_seen = |vector: &_| rows.iter().any(|row| row.1 == *vector);
            let covered: Vec<bool> = function.expressions[verdict.number]
                .unique_cause()
                .iter()
                .map(|pairs| pairs.iter().any(|pair| pair.iter().all(is_seen)))
                .collect();
            if (&vectors, &covered) != (&verdict.vectors, &verdict.covered) {
                wrong.push(format!(
                    "{} {:?} {assignments:?}: {vectors:?} {covered:?}, clang {:?} {:?}",
                    case.name, case.trees, verdict.vectors, verdict.covered
                ));
            }
            seen[0] += vectors.len();
            seen[1] += covered.iter().filter(|is| **is).count();
            seen[2] += covered.iter().filter(|is| !**is).count();
        }
    }
    println!("{} verdicts; vectors, conditions with and without a pair: {seen:?}", verdicts.len());
    none_wrong(verdicts.len(), wrong);
    assert!(verdicts.len() > 200 && seen.iter().all(|&count| count > 200), "{seen:?}");
}

#[test]
fn od16_conditions_are_independent_where_clang_says_so() {
    quiet();
    let verdicts = verdicts();
    let of = |Verdicts { case, assignments, decisions }: &Verdicts| {
        let mut campaign = campaign(case, Asked::McDc, Independence::UniqueCause);
        watch(&mut campaign, case, assignments);
        let told = Told::all(&campaign, case.name);
        let function = Function::of(case);
        // In the order of the source, as the decisions of these functions have it.
        let listed = (0..function.expressions.len())
            .filter(|&number| function.expressions[number].is_decision);
        let listed: Vec<usize> = listed.collect();
        decisions.iter().find_map(|verdict| {
            let place = listed.iter().position(|&number| number == verdict.number)?;
            let told = told.get(place);
            let found = told.map_or(Vec::new(), |told| {
                told.conditions.iter().map(|row| row.0.is_some()).collect()
            });
            // A condition that constants keep from being evaluated may be left out.
            let alive = function.expressions[verdict.number].alive();
            let without: Vec<bool> = alive.iter().map(|&at| verdict.covered[at]).collect();
            let vectors = told.map_or(0, |told| told.vectors);
            // Without any other, there is no decision.
            let is_same = (found == verdict.covered || found == without)
                && (vectors == verdict.vectors.len() || without.is_empty() && told.is_none());
            (!is_same).then(|| {
                format!(
                    "{} {:?} {assignments:?}: {found:?} by {vectors}, clang {:?} by {:?}",
                    case.name, case.trees, verdict.covered, verdict.vectors
                )
            })
        })
    };
    let wrong = verdicts.iter().filter_map(of).collect();
    none_wrong(verdicts.len(), wrong);
}
