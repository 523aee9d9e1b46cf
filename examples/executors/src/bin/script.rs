//! Searches for tests of scripts: `script [--budget N] [--plain] [FILE]...`; without files, of
//! those that are shipped.
//!
//! `--plain` switches off flags: branches that test the result of a call have no gradient then.

use sbst_executors::script::{Options, Script, search};
use std::error::Error;
use std::process::ExitCode;

const SHIPPED: [(&str, &str); 4] = [
    ("invoice.rhai", include_str!("../../scripts/invoice.rhai")),
    ("calendar.rhai", include_str!("../../scripts/calendar.rhai")),
    ("orders.rhai", include_str!("../../scripts/orders.rhai")),
    ("door.rhai", include_str!("../../scripts/door.rhai")),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut options, mut sources) = (Options::default(), Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--budget" {
            options.budget = words.next().ok_or("--budget takes a number")?.parse()?;
        } else if word == "--plain" {
            options.flags = false;
        } else {
            let source =
                std::fs::read_to_string(&word).map_err(|error| format!("{word}: {error}"))?;
            sources.push((word, source));
        }
    }
    if sources.is_empty() {
        sources = SHIPPED.map(|(name, source)| (name.to_owned(), source.to_owned())).into();
    }
    for (name, source) in sources {
        let script = Script::new(&source).map_err(|error| format!("{name}: {error}"))?;
        println!("{name}\n\n{}", search(&script, options));
    }
    Ok(())
}
