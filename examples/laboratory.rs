//! Which formula finds tests sooner? A matrix of techniques, subjects and seeds, all with the same budget.
//!
//! `cargo run --release --example laboratory -- [--seeds 30] [--budget 6000] [--only PART] [--summary | --svg]`
//!
//! Each comparison has a technique and a baseline, and runs both on all subjects that it is about. For each subject it prints the share
//! of searches that covered all goals, the executions that they took in the middle, how probably a search by the technique does better
//! than one by the baseline (A12), and how probable such a difference is by chance (p). A search does better if it covers more goals, or
//! as many in fewer executions. Then comes what that amounts to, beside what publications claim. `--only` keeps the comparisons of
//! techniques with this in their name, `--summary` prints the last table alone, `--svg` a chart. It writes nothing but its output.
//!
//! Both sides of a pair start from the same seeds, hence from the same first tests; the rank-sum test takes them for independent, which
//! makes it careful.
//!
//! The subjects (`examples/subjects`) are ports of the publications' listings (fromMap; key table, probe, pair; supervised, check_rules)
//! and functions such as programs have: parsers (link, packet, brackets, keyword), calendars (date, weekday, shifts), state machines
//! (session, packet), geometry (triangle, circles, overlap), accounts and bills. To try a technique of your own, add it to
//! `examples/experiment/comparisons.rs`.
//!
//! Fixed seeds and arithmetic that is exact or rounded alike everywhere: it prints the same, however many threads it has.

mod experiment;
mod subjects;

use std::env;
use std::error::Error;
use std::str::FromStr;

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read(env::args().skip(1))?;
    let mut matrix = experiment::matrix();
    matrix.only(&options.only)?;
    let results = matrix.run(options.seeds, options.budget)?;
    match options.print {
        Print::Chart => print!("{}", experiment::chart(&matrix, &results)),
        Print::Summary => print!("{}", experiment::summary(&matrix, &results)),
        Print::All => {
            let Options { seeds, budget, .. } = options;
            println!("{seeds} searches for each technique and subject, given up after {budget} executions.\n");
            print!("{}{}", experiment::details(&matrix, &results), experiment::summary(&matrix, &results));
        }
    }
    Ok(())
}

/// What was asked for.
struct Options {
    seeds: u64,
    budget: u32,
    only: String,
    print: Print,
}

enum Print {
    All,
    Summary,
    Chart,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { seeds: 30, budget: 6_000, only: String::new(), print: Print::All };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--seeds" => options.seeds = number(&argument, arguments.next())?,
                "--budget" => options.budget = number(&argument, arguments.next())?,
                "--only" => options.only = arguments.next().ok_or("--only needs a part of a name")?,
                "--summary" => options.print = Print::Summary,
                "--svg" => options.print = Print::Chart,
                _ => return Err(format!("unknown argument {argument:?}; known are --seeds, --budget, --only, --summary, --svg")),
            }
        }
        if options.seeds == 0 {
            return Err("--seeds needs a number from 1 on".to_owned());
        }
        Ok(options)
    }
}

fn number<N: FromStr>(option: &str, value: Option<String>) -> Result<N, String> {
    let value = value.ok_or_else(|| format!("{option} needs a number"))?;
    value.parse().map_err(|_| format!("{option} needs a number, but {value:?} was given"))
}
