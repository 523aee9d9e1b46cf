//! Five searches of the literature through a [`Campaign`](sbst::Campaign), each in a file of its
//! own.
//!
//! `cargo run --release --features all --example searches`
//!
//! Mutation and crossover (`task.rs`) are the user's; the campaign holds the rest. `by_parts` has
//! the same loops without it, and the tests say that both execute the same tests and find the same.
//! It prints, for each function under test and each search, how many branches are covered and after
//! how many executions it ended. It uses fixed seeds and integers, and adds the few floats in one
//! order, so it prints the same everywhere.

mod by_parts;
mod climb;
mod dynamosa;
mod mio;
mod mosa;
#[path = "../subjects/mod.rs"]
mod subjects;
mod suites;
mod task;

use std::error::Error;
use task::{Found, Task};

/// Executions after which a search gives up.
const BUDGET: u64 = 5_000;
const SEEDS: u64 = 30;

type Search = fn(&mut Task) -> Result<Found, Box<dyn Error>>;

/// By name, each search through the campaign, and by the parts.
const SEARCHES: [(&str, Search, Search); 5] = [
    ("climber", |task| Ok(climb::search(task)?), |task| Ok(by_parts::climb::search(task)?)),
    ("DynaMOSA", |task| Ok(dynamosa::search(task)?), |task| Ok(by_parts::dynamosa::search(task)?)),
    ("MOSA", |task| Ok(mosa::search(task)?), |task| Ok(by_parts::mosa::search(task)?)),
    ("MIO", |task| Ok(mio::search(task)?), |task| Ok(by_parts::mio::search(task)?)),
    ("suites", |task| Ok(suites::search(task)?), |task| Ok(by_parts::suites::search(task)?)),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "Branches covered, and executions: the median of {SEEDS} searches, which give up after \
         {BUDGET} executions.\n"
    );
    let names = SEARCHES.map(|(name, ..)| format!("{name:>16}")).concat();
    println!("{:13}branches{names}", "");
    for subject in &subjects::ALL {
        let (mut goals, mut line) = (0, String::new());
        for (_, search, _) in SEARCHES {
            let (mut covered, mut executions) = (Vec::new(), Vec::new());
            for seed in 0..SEEDS {
                let mut task = Task::new(subject, seed, BUDGET);
                let found = search(&mut task)?;
                covered.push(found.covered.len());
                executions.push(task.executed.len());
                goals = found.goals;
            }
            line += &format!("{:>9}{:>7}", median(covered), median(executions));
        }
        println!("{:13}{goals:>8}{line}", subject.name);
    }
    Ok(())
}

/// The middle one, or the lower one of two.
fn median(mut values: Vec<usize>) -> usize {
    values.sort_unstable();
    values[(values.len() - 1) / 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use subjects::Subject;

    /// Given the same draws, a search through the campaign executes the same tests as by the parts,
    /// in the same order, covers the same goals, and hands over the same tests: exactly, so that no
    /// statistics are needed. Returns how many goals it discovered.
    fn same(name: &str) -> usize {
        let (_, search, by_parts) =
            SEARCHES.into_iter().find(|search| search.0 == name).expect("a name");
        // The loops of "square root" take a hundred times as long as any other subject.
        let decide = subjects::ALL.iter().filter(|subject| subject.name != "square root");
        let throw = subjects::MUTATED.iter().map(|mutated| &mutated.subject);
        // All of them where it is asked for: without optimisation each takes ten times as long.
        let seeds = if std::env::var_os("SBST_THOROUGH").is_some() || !cfg!(debug_assertions) {
            SEEDS
        } else {
            5
        };
        decide
            .chain(throw)
            .map(|subject| {
                (0..seeds).map(|seed| same_on(subject, seed, search, by_parts)).sum::<usize>()
            })
            .sum()
    }

    fn same_on(subject: &'static Subject, seed: u64, search: Search, by_parts: Search) -> usize {
        let [mut task, mut other] = [0; 2].map(|_| Task::new(subject, seed, 400));
        let found = search(&mut task).expect("hooks that fit");
        assert_eq!(found, by_parts(&mut other).expect("a graph"), "{}, seed {seed}", subject.name);
        assert!(task.executed == other.executed, "{}, seed {seed}: other executions", subject.name);
        assert!(!found.covered.is_empty(), "{}, seed {seed}", subject.name);
        let graph = subject.graph().expect("a graph");
        found.goals - subject.branch_goals(&graph).expect("a graph").len()
    }

    #[test]
    fn the_climber_is_that_of_the_parts() {
        same("climber");
    }

    #[test]
    fn dynamosa_is_that_of_the_parts() {
        assert!(same("DynaMOSA") > 0, "no exception became a goal");
    }

    #[test]
    fn mosa_is_that_of_the_parts() {
        same("MOSA");
    }

    #[test]
    fn mio_is_that_of_the_parts() {
        same("MIO");
    }

    #[test]
    fn whole_suites_are_those_of_the_parts() {
        same("suites");
    }
}
