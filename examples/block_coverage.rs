//! Breaks ties by basic block coverage, on functions whose straight-line code ends in exceptions,
//! and on some that only decide.
//!
//! `cargo run --release --features all --example block_coverage`
//!
//! The same search for all branches, in the manner of DynaMOSA (`examples/subjects/evolution.rs`),
//! in four kinds. Of tests that are equally near to a goal it prefers the newest; the same, but
//! with statements as goals beside the branches; the one that came farther within its blocks by
//! completed statements, then the newest; and as published, by covered lines and behind the gate.
//! Integers and fixed seeds: it prints the same everywhere.

mod subjects;

use sbst::fitness::block_coverage::{Counters, Form};
use sbst::published::Gate;
use std::error::Error;
use subjects::evolution::Technique;
use subjects::{Subject, searches};

/// Executions after which a search gives up.
const BUDGET: u32 = 30_000;
const SEEDS: u64 = 30;

fn main() -> Result<(), Box<dyn Error>> {
    let kinds = [
        Kind::Newest,
        Kind::Statements,
        Kind::Blocks(Gate::OPEN, Form::Exact),
        Kind::Blocks(Gate::PUBLISHED, Form::Published),
    ];
    println!(
        "{SEEDS} searches each for all branches, given up after {BUDGET} executions. Ties are \
         broken by the newest test; the same,"
    );
    println!(
        "with statements as goals, too; by block coverage (exact: completed statements); by block \
         coverage as published (covered"
    );
    println!("lines, behind the published gate, whose sleep is 1200 executions here).\n");
    println!(
        "                      searches that covered all         executions (median)             \
         ties, published"
    );
    println!(
        "subject     goals  newest +stmts blocks  publ.   newest +stmts blocks  publ.    called \
         compared active useful"
    );
    for subject in subjects::FRAGILE.iter().chain([&subjects::ALL[0], &subjects::ALL[2]]) {
        let mut results = Vec::new();
        for kind in kinds {
            results.push(Summary::of(subject, kind)?);
        }
        let successes: String =
            results.iter().map(|result| format!("{:7}", result.successes)).collect();
        let medians: String = results.iter().map(|result| format!("{:7}", result.median)).collect();
        let Summary { goals, counters, .. } = &results[3];
        let Counters { called, compared, active, useful, .. } = counters;
        println!(
            "{:11} {goals:5} {successes}  {medians}   {called:7} {compared:8} {active:6} \
             {useful:6}",
            subject.name
        );
    }
    println!(
        "\n\"invoice\" and \"route\" throw in straight-line code. As far as control flow goes, \
         all tests are equally near before the"
    );
    println!(
        "decision: where branches are the only goals, block coverage is all the guidance there \
         is. \"batch\" throws in a loop, whose"
    );
    println!(
        "condition tells how often it went round; block coverage adds a little, as it does in \"fromMap\", where statements are"
    );
    println!(
        "better goals. In the others nothing throws inside a block: neither changes anything."
    );
    Ok(())
}

/// What a search goes by.
#[derive(Clone, Copy)]
enum Kind {
    Newest,
    Statements,
    Blocks(Gate, Form),
}

/// The searches of one kind, one for each seed.
struct Summary {
    goals: usize,
    successes: u32,
    /// Of the executions that they took.
    median: u32,
    counters: Counters,
}

impl Summary {
    fn of(subject: &Subject, kind: Kind) -> Result<Self, Box<dyn Error>> {
        let (mut summary, mut spent) =
            (Self { goals: 0, successes: 0, median: 0, counters: Counters::default() }, Vec::new());
        for seed in 0..SEEDS {
            let search = match kind {
                Kind::Newest => searches::branches(subject, Technique::DEFAULT, seed, BUDGET)?,
                Kind::Statements => searches::branches_and_statements(subject, seed, BUDGET)?,
                Kind::Blocks(gate, form) => searches::branches(
                    subject,
                    Technique { gate: Some(gate), form, ..Technique::DEFAULT },
                    seed,
                    BUDGET,
                )?,
            };
            summary.successes += u32::from(search.is_done());
            summary.goals = search.goal_count();
            summary.counters += search.counters;
            spent.push(search.executions());
        }
        spent.sort_unstable();
        summary.median = spent[spent.len() / 2];
        Ok(summary)
    }
}
