//! Which goal to sample next, measured on a published parser.
//!
//! `cargo native [--seeds N] [--budget N] [--all]`
//!
//! The crate semver is compiled with LLVM's SanitizerCoverage and is not changed otherwise.
//! Searches for texts that cover its blocks and branches differ in the goal that they sample next;
//! the rival changes any text that covered something new. Without `--all`, it compares the few that
//! tell most. Linux only.

mod experiment;
mod program;
#[allow(dead_code, reason = "the examples use the rest")]
#[path = "../../subjects/random.rs"]
mod random;
mod sancov;

use experiment::sampling::{Base, Tried, Variant, measure, of_subject, search, variants};
use experiment::statistics::Outcome;
use program::Program;
use random::Random;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::objective::{block_goals, branch_goals};
use std::error::Error;

type Subject = (&'static str, fn(&str));

const SUBJECTS: [Subject; 2] = [
    ("Version::parse", |text| drop(semver::Version::parse(text))),
    ("VersionReq::parse", |text| drop(semver::VersionReq::parse(text))),
];

#[derive(Clone, Copy)]
struct Options {
    seeds: u64,
    budget: u64,
    all: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Options { seeds: 30, budget: 20_000, all: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            words
                .next()
                .ok_or_else(|| {
                    format!(
                        "{word} needs a \
                number"
                    )
                })?
                .parse()
                .map_err(|_| format!("{word} needs a number"))
        };
        match word.as_str() {
            "--seeds" => options.seeds = number()?,
            "--budget" => options.budget = number()?,
            "--all" => options.all = true,
            _ => return Err(format!("there is no option {word}").into()),
        }
    }
    let program = program()?;
    let graph = &program.graph;
    println!(
        "semver 1.0.28: {} functions, {} blocks, {} branches",
        graph.functions().len(),
        graph.all_blocks().len(),
        graph.all_branches().len()
    );
    println!("{} searches each, {} executions.", options.seeds, options.budget);
    let compared = if options.all { variants() } else { published() };
    let one = |subject: usize, variant, seed| {
        one(&program, SUBJECTS[subject].1, variant, seed, options.budget)
    };
    let samples = measure(SUBJECTS.len(), &compared, options.seeds, one)?;
    for ((name, _), samples) in SUBJECTS.iter().zip(&samples) {
        println!("\n{name}\n{}", of_subject(&compared, samples));
    }
    Ok(())
}

/// The functions of semver, as the compiler describes them.
fn program() -> Result<Program, Box<dyn Error>> {
    let blocks = sancov::blocks().filter(|blocks| !blocks.is_empty());
    let blocks = blocks.ok_or(
        "semver was compiled without coverage: start this by `cargo native`, without \
            another rustc wrapper",
    )?;
    Ok(Program::new(&blocks)?)
}

/// The corpus; the frontier, and that of the functions that were entered; this and the corpus, with
/// feedback; the same by flat distances; and the default sampling, without a corpus and with it.
fn published() -> Vec<Variant> {
    let all = variants();
    let find = |name, base| {
        all.iter().copied().find(|variant| variant.name == name && variant.base == base)
    };
    let feedback = find("feedback, reached", Base::Both);
    let default = "feedback, unreached 1/10";
    let named = [
        Some(Variant::CORPUS),
        find("uniform", Base::Goals),
        find("uniform, reached", Base::Goals),
        feedback,
        feedback.map(|variant| Variant { flat: true, ..variant }),
        find(default, Base::Goals),
        find(default, Base::Both),
    ];
    named.into_iter().flatten().collect()
}

/// One search.
fn one(
    program: &Program,
    subject: fn(&str),
    variant: Variant,
    seed: u64,
    budget: u64,
) -> Result<Outcome, CampaignError> {
    let mut campaign = Campaign::builder()
        .graph(program.graph.clone())
        .goals(|program, goals| {
            goals.extend(branch_goals(program.graph()));
            goals.extend(block_goals(program.graph()));
        })
        .sampling(variant.sampling)
        .build_by_cost(Tried::<Vec<u8>>::newest_first)?;
    let trace = campaign.goals().trace(campaign.graph());
    let (mut events, mut stack) = (Vec::new(), Vec::new());
    let [mut random, mut draws] = [Random(seed), Random(!seed)];
    search(
        &mut campaign,
        variant,
        (budget, 0.0),
        || draws.below(1 << 32) as f64 / (1_u64 << 32) as f64,
        |parent| make(parent, &mut random),
        |campaign, test| {
            events.clear();
            sancov::record(&mut events, || {
                subject(std::str::from_utf8(&test.test).unwrap_or_default());
            });
            trace.reset();
            program.replay(&events, &trace, variant.flat, &mut stack);
            campaign.offer(test, &trace).map(|outcome| !outcome.covered.is_empty())
        },
    )
}

/// Up to 11 printable characters of ASCII; or a text with one or two characters removed, inserted,
/// replaced or shifted.
fn make(parent: Option<&Vec<u8>>, random: &mut Random) -> Vec<u8> {
    let Some(parent) = parent else {
        return (0..random.below(12)).map(|_| random.printable()).collect();
    };
    let mut text = parent.clone();
    for _ in 0..=random.below(2) {
        let (what, at) = (random.below(4), random.below(text.len().max(1) as u64) as usize);
        match what {
            _ if text.is_empty() => text.push(random.printable()),
            0 => drop(text.remove(at)),
            1 => text.insert(random.below(text.len() as u64 + 1) as usize, random.printable()),
            2 => text[at] = random.printable(),
            _ => {
                let step = 1 << random.below(5);
                let shifted = if random.below(2) == 0 {
                    text[at].saturating_add(step)
                } else {
                    text[at].saturating_sub(step)
                };
                text[at] = shifted.clamp(b' ', b'~');
            }
        }
    }
    text
}

impl Random {
    fn printable(&mut self) -> u8 {
        b' ' + self.below(95) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst::execution::{Execution, Trace};
    use sbst::id::Function;

    /// Compiled code goes where its table says, call by call; what it does depends on its input
    /// only.
    #[test]
    fn executions_fit_the_graph() {
        let program = program().expect("`cargo test --profile sancov`");
        let trace = Trace::new(&program.graph).with_path_check();
        let (mut random, mut events, mut stack) = (Random(1), Vec::new(), Vec::new());
        let mut text = b"1.2.3".to_vec();
        let (mut lengths, mut entered) = (Vec::new(), 0);
        for round in 0..2_000 {
            for (_, subject) in SUBJECTS {
                events.clear();
                sancov::record(&mut events, || subject(std::str::from_utf8(&text).expect("ASCII")));
                lengths.push(events.len());
                trace.reset();
                program.replay(&events, &trace, false, &mut stack);
                assert_eq!(trace.check(), Ok(()), "{}", String::from_utf8_lossy(&text));
                let functions: Vec<Function> = program.graph.functions().collect();
                entered += functions
                    .iter()
                    .filter(|&&function| trace.progress(program.graph.entry(function)).is_some())
                    .count();
            }
            text = if round % 50 == 0 {
                b">=1.2.3, <2.0.0-rc.1".to_vec()
            } else {
                make(Some(&text), &mut random)
            };
        }
        assert!(entered > 4_000 && lengths.iter().any(|&length| length > 200), "it was recorded");
        assert!(lengths.iter().all(|&length| length > 0));
        // Nothing is recorded of code that runs outside.
        drop(semver::Version::parse("1.2.3"));
        sancov::record(&mut events, || ());
        assert_eq!(events.len(), *lengths.last().expect("rounds"));
    }
}
