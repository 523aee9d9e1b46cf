//! Searches for tests of functions that decide by the result of other functions: without regard to
//! what happens in those, with the nearest call, with the median call, which is a formula of this
//! example's own, and with the harmonic mean over all calls.
//!
//! `cargo run --release --features all --example flags`
//!
//! The subjects (`examples/subjects`) are ordinary functions with the attribute
//! `#[sbst::instrument]`, which finds out which branches depend on which results. It uses integers
//! and fixed seeds, so it prints the same everywhere.

mod subjects;

use sbst::distance::{Aggregate, Aggregation, Distance};
use std::error::Error;
use subjects::evolution::Technique;
use subjects::searches;

/// Executions after which a search gives up.
const BUDGET: u32 = 20_000;
const SEEDS: u64 = 30;

/// The median of the distances of all calls; the nearer one of two in the middle.
fn median(calls: &[Distance]) -> Distance {
    let mut sorted = calls.to_vec();
    sorted.sort();
    sorted[(sorted.len() - 1) / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{SEEDS} searches for tests that cover all branches of a function, given up after \
         {BUDGET} executions: random; by plain"
    );
    println!(
        "distances; with flags, by the nearest call (least), the median and the harmonic mean \
         over all calls (mean).\n"
    );
    println!(
        "                         searches that covered all                     executions (median)"
    );
    println!(
        "subject    goals   random  plain  least median   mean     random  plain  least median   mean"
    );
    let least = |calls: &[Distance]| Aggregation::Min.aggregate(calls);
    let mean = |calls: &[Distance]| Aggregation::Harmonic.aggregate(calls);
    let random = Technique { random: true, ..Technique::DEFAULT };
    let flags = |aggregation: fn(&[Distance]) -> Distance| Technique {
        calls: Some(aggregation),
        ..Technique::DEFAULT
    };
    for subject in &subjects::FLAGGED {
        let (mut successes, mut medians) = (String::new(), String::new());
        let mut goals = 0;
        for technique in [random, Technique::DEFAULT, flags(least), flags(median), flags(mean)] {
            let mut spent = Vec::new();
            let mut complete = 0;
            for seed in 0..SEEDS {
                let search = searches::flags(subject, technique, seed, BUDGET)?;
                complete += u32::from(search.is_done());
                goals = search.goal_count();
                spent.push(search.executions());
            }
            spent.sort_unstable();
            successes += &format!("{complete:7}");
            medians += &format!("{:7}", spent[spent.len() / 2]);
        }
        println!("{:10} {goals:5}  {successes}    {medians}", subject.name);
    }
    println!(
        "\nThe goals lie behind calls, and a result that is false is 1 away from true, whatever \
         happened: plain distances are blind."
    );
    println!(
        "\"probe\" looks into four slots, and the mean has a local optimum where all of them pass \
         a first check. In \"shifts\" the"
    );
    println!(
        "nearest calls are about days that no test can choose: the least sees no other. \"pair\", \"palindrome\" and \"account\" make one"
    );
    println!(
        "call at each site, so all three are the same; a palindrome now and then takes longer \
         than the budget. Where most calls"
    );
    println!(
        "cannot succeed, as in \"probe\", \"keyword\" and \"shifts\", the median is a plateau."
    );
    Ok(())
}
