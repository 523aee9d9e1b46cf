//! A parser of dates under the attribute, and the same parser with hooks by hand: which search
//! covers more of it?
//!
//! `cargo run --release -p sbst-instrument --example iso8601 -- 30 20000` (seeds and executions for
//! each search; 5 and 20 000 without)
//!
//! Each search climbs: it takes the nearest test of the next goal, and changes a few of its bytes.
//! At the end, the tests that each search kept are counted by the same yardstick: the branches of
//! both instrumentations that they cover.

mod by_hand;
#[allow(clippy::manual_range_contains, reason = "as people write such parsers")]
mod parser;

use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::execution::Trace;
use sbst::objective::Criterion;
use std::error::Error;

/// A random generator, so that the example prints the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }

    fn fraction(&mut self) -> f64 {
        self.below(1 << 20) as f64 / (1 << 20) as f64
    }

    /// A byte that texts of dates may contain, or any printable one.
    fn byte(&mut self) -> u8 {
        const KNOWN: &[u8] = b"0123456789-:TWZ+., ";
        if self.below(4) > 0 { KNOWN[self.below(KNOWN.len())] } else { b' ' + self.below(95) as u8 }
    }

    fn text(&mut self) -> String {
        (0..self.below(24)).map(|_| char::from(self.byte())).collect()
    }

    /// A text with one to three changes: a byte that is replaced, inserted, removed, or one greater
    /// or less.
    fn changed(&mut self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(3) {
            let place = self.below(bytes.len() + 1);
            match (self.below(4), bytes.get_mut(place)) {
                (0, Some(byte)) => *byte = self.byte(),
                (1, Some(byte)) => *byte = (*byte + 1).min(b'~'),
                (2, Some(_)) => drop(bytes.remove(place)),
                (3, Some(byte)) => *byte = (*byte - 1).max(b' '),
                _ => bytes.insert(place, self.byte()),
            }
        }
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// Searches with a budget of executions, and returns the tests that cover something.
fn search(
    mut campaign: Campaign<String>,
    mut execute: impl FnMut(&mut Campaign<String>, &String) -> Result<(), CampaignError>,
    seed: u64,
    budget: u64,
    guided: bool,
) -> Result<Vec<String>, CampaignError> {
    let mut random = Random(seed);
    while campaign.runs() < budget {
        let near =
            campaign.next_goal(random.fraction()).and_then(|goal| campaign.nearest(goal).cloned());
        let test = match near {
            Some(near) if guided && random.below(10) > 0 => random.changed(&near),
            _ => random.text(),
        };
        execute(&mut campaign, &test)?;
    }
    Ok(campaign.tests().suite().into_iter().cloned().collect())
}

fn attribute() -> Result<Campaign<String>, CampaignError> {
    sbst::campaign!().criteria([Criterion::Branch]).recorder(Trace::with_path_check).build()
}

fn hooks() -> Result<Campaign<String>, Box<dyn Error>> {
    Ok(Campaign::builder()
        .graph(by_hand::graph()?)
        .criteria([Criterion::Branch])
        .recorder(Trace::with_path_check)
        .build()?)
}

fn watch(campaign: &mut Campaign<String>, test: &String) -> Result<(), CampaignError> {
    campaign.watch(test, |text| parser::parse(text)).map(drop)
}

fn run(campaign: &mut Campaign<String>, test: &String) -> Result<(), CampaignError> {
    campaign.run(test, |caller, text| by_hand::parse(caller, text)).map(drop)
}

/// Counts the goals of both instrumentations that tests cover.
fn count(tests: &[String]) -> Result<[usize; 2], Box<dyn Error>> {
    let (mut one, mut other) = (attribute()?, hooks()?);
    for test in tests {
        watch(&mut one, test)?;
        run(&mut other, test)?;
    }
    Ok([one.tests().covered_count(), other.tests().covered_count()])
}

fn median(mut values: Vec<usize>) -> usize {
    values.sort_unstable();
    values[values.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse());
    let seeds: u64 = arguments.next().transpose()?.unwrap_or(5);
    let budget: u64 = arguments.next().transpose()?.unwrap_or(20_000);

    // The two parsers are one function.
    let mut random = Random(7);
    let mut seen = hooks()?;
    for _ in 0..20_000 {
        let text = if random.below(2) == 0 {
            random.text()
        } else {
            random.changed("2024-02-29T12:30:59.5+01:00")
        };
        let mut result = None;
        seen.run(&text, |caller, text| result = Some(by_hand::parse(caller, text)))?;
        assert_eq!(result, Some(parser::parse(&text)), "{text:?}");
    }

    println!("{seeds} seeds, {budget} executions each; goals covered (median)\n");
    println!("{:32} {:>16} {:>16}", "tests of", "of the attribute", "of hooks by hand");
    let [all, by_hand] = [attribute()?.goals().len(), hooks()?.goals().len()];
    println!("{:32} {all:>16} {by_hand:>16}", "(all goals)");
    for (name, guided, instrumented) in [
        ("random texts", false, true),
        ("a search by the attribute", true, true),
        ("a search by hooks by hand", true, false),
    ] {
        let mut counts = [Vec::new(), Vec::new()];
        for seed in 0..seeds {
            let tests = if instrumented {
                search(attribute()?, watch, seed, budget, guided)?
            } else {
                search(hooks()?, run, seed, budget, guided)?
            };
            let [one, other] = count(&tests)?;
            counts[0].push(one);
            counts[1].push(other);
        }
        let [one, other] = counts.map(median);
        println!("{name:32} {one:>16} {other:>16}");
    }
    Ok(())
}
