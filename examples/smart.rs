//! Searches for tests by eight criteria at once: for all goals, and for those that smart selection
//! leaves.
//!
//! `cargo run --release --features all --example smart`
//!
//! The subjects (`examples/subjects`) report decisions, lines, mutants, results and exceptions to a
//! [`Trace`]. All goals are measured in each search; it is what the search goes by that differs. It
//! uses integers and fixed seeds, so it prints the same everywhere.

mod subjects;

use sbst::objective::Criterion;
use sbst::subsumption::smart::{Selection, Smart};
use std::error::Error;
use subjects::Selected;
use subjects::searches::{self, Numbers};

/// Executions after which a search ends.
const BUDGET: u32 = 3_000;
const SEEDS: u64 = 30;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{SEEDS} searches of {BUDGET} executions by eight criteria: for all goals; for those that \
         smart selection leaves"
    );
    println!(
        "(smart); and for these and what they do not imply (safe). On average: percent of all \
         goals that are covered,"
    );
    println!("exceptions, thousands of values that were ranked.\n");
    println!(
        "                    goals  branch direct   line mutant method normal output   exceptions  ranked"
    );
    for mutated in &subjects::MUTATED {
        for (name, smart) in [
            ("all", None),
            ("smart", Some(Smart::default())),
            ("safe", Some(Smart { loses_nothing: true, ..Smart::default() })),
        ] {
            let searches =
                (0..SEEDS).map(|seed| searches::criteria(mutated, smart.clone(), seed, BUDGET));
            println!(
                "{:8} {name:5} {}",
                mutated.subject.name,
                row(&searches.collect::<Result<Vec<_>, _>>()?)
            );
        }
    }
    println!(
        "\nThe goals left out are covered along with the others. Nothing that is pursued implies \
         these, which may be missed:"
    );
    for mutated in &subjects::MUTATED {
        let (_, selected) = searches::criteria(mutated, Some(Smart::default()), 0, 0)?;
        let lost = selected.get().into_iter().flat_map(Selection::lost);
        lost.for_each(|lost| println!("{}: {}, {}", mutated.subject.name, lost.identity, lost.why));
    }
    Ok(())
}

/// How many goals are pursued, and the mean coverage by criterion.
fn row(searches: &[(Numbers, Selected)]) -> String {
    let [(first, selected), ..] = searches else { return String::new() };
    let Some(selection) = selected.get() else { return String::new() };
    let (kept, all) = (selection.kept().len(), selection.kept().len() + selection.dropped().len());
    let covered = |criterion| {
        let of = |search: &Numbers| {
            let (goals, tests) = (search.campaign.goals(), search.campaign.tests());
            goals.of(criterion).filter(|&goal| tests.is_covered(goal)).count() as u64
        };
        searches.iter().map(|(search, _)| of(search)).sum::<u64>()
    };
    let mut text = format!("{kept:4} of {all:3}");
    for criterion in Criterion::SMART {
        if criterion == Criterion::Exception {
            continue; // there is no total
        }
        let goals = first.campaign.goals().of(criterion).count() as u64 * SEEDS;
        let per_mille = (1000 * covered(criterion) + goals / 2) / goals;
        text += &format!("{:>7}", format!("{}.{}", per_mille / 10, per_mille % 10));
    }
    let exceptions = covered(Criterion::Exception);
    let ranked = searches.iter().map(|(search, _)| search.ranked).sum::<u64>() / SEEDS / 1000;
    format!(
        "{text}{:>12}{ranked:8}",
        format!("{}.{}", exceptions / SEEDS, 10 * (exceptions % SEEDS) / SEEDS)
    )
}
