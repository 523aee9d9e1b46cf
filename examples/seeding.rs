//! Searches for tests of an interface that must be used in order: from random calls, from what
//! other code does, and from a model of that.
//!
//! `cargo run --release --features all --example seeding`
//!
//! The subject (`examples/subjects/session.rs`) reports to a `Trace`; `examples/subjects/usages.rs`
//! is where its tests come from. It uses integers and fixed seeds, so it prints the same
//! everywhere.

mod subjects;
#[path = "subjects/usages.rs"]
mod usages;

use std::error::Error;
use subjects::{Random, session};
use usages::Seeding;

/// Executions after which a search ends.
const BUDGET: u32 = 10_000;
const SEEDS: u64 = 30;

fn main() -> Result<(), Box<dyn Error>> {
    let goals = session::graph()?.all_branches().len();
    println!(
        "{SEEDS} searches for tests that cover {goals} branches of a session of nine methods, \
         given up after {BUDGET} executions."
    );
    println!(
        "They start from random calls, from five usages in other code, or from walks through a \
         model of these.\n"
    );
    println!("start     all covered   executions (median)   branches covered (mean)");
    for (name, seeding) in
        [("random", Seeding::Random), ("usages", Seeding::Usages), ("model", Seeding::Model)]
    {
        let mut spent = Vec::new();
        let (mut complete, mut covered) = (0, 0);
        for seed in 0..SEEDS {
            let search = usages::search(seeding, seed, BUDGET)?;
            complete += u32::from(search.is_done());
            covered += search.covered_count() as u64;
            spent.push(search.executions());
        }
        spent.sort_unstable();
        let mean = format!("{}.{}", covered / SEEDS, 10 * (covered % SEEDS) / SEEDS);
        println!("{name:8} {complete:12} {:21} {mean:>25}", spent[spent.len() / 2]);
    }
    let model = usages::model();
    println!(
        "\nThe model has {} states and {} independent walks, so as many behaviours are drawn;",
        model.states().count(),
        model.independent_walks()
    );
    println!("in one search, these:");
    let mut random = Random(0);
    for behaviour in usages::behaviours(&model, &mut random) {
        println!(
            "  {}",
            behaviour
                .iter()
                .map(|action| format!("{action:?}").to_lowercase())
                .collect::<Vec<_>>()
                .join(" ")
        );
    }
    Ok(())
}
