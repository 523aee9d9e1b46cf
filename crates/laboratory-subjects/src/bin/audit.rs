//! Prints what random executions of each subject come to.
//!
//! `audit [--functions] [--crates] [NAME ...]`: the subjects that have one of the texts in their
//! names, or all. `--functions` lists the functions of each subject, `--crates` prints the table of
//! crates only. The exit code is 1 if something is wrong with a subject.

use sbst_laboratory_subjects::Package;
use sbst_laboratory_subjects::audit::{audit, hash};
use std::error::Error;
use std::process::ExitCode;

/// Random executions of each subject.
const EXECUTIONS: u32 = 2_000;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (options, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    if let Some(option) =
        options.iter().find(|option| !["--functions", "--crates"].contains(&option.as_str()))
    {
        return Err(format!("unknown option {option}").into());
    }
    let suite = sbst_laboratory_subjects::suite()?.only(&names)?;
    if options.iter().any(|option| option == "--crates") {
        println!("| crate | licence | subjects |\n|---|---|---|");
        for Package { name, version, licence, .. } in sbst_laboratory_subjects::packages() {
            let prefix = name.replace('-', "_") + "::";
            let subjects: Vec<_> =
                suite.iter().filter_map(|subject| subject.name().strip_prefix(&prefix)).collect();
            println!("| {name} {version} | {licence} | `{}` |", subjects.join("`, `"));
        }
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "| subject | functions | never entered | outside | branches | covered | after 50 | flags \
         | panics | straight | loops | nested | µs | slow µs |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut wrong = 0;
    for subject in suite.iter() {
        let row = match audit(subject, EXECUTIONS, 1) {
            Ok(row) => row,
            Err(error) => {
                println!("| {} | {error} |", subject.name());
                wrong += 1;
                continue;
            }
        };
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} + {} | {} | {} | {} | {} | {} |",
            subject.name(),
            row.functions,
            row.never_entered.len(),
            row.outside.len(),
            row.branches,
            row.covered,
            row.covered_early,
            row.flags,
            row.explicit,
            row.implicit,
            row.straight,
            row.loops,
            row.nested,
            row.median.as_micros(),
            row.slow.as_micros(),
        );
        if options.iter().any(|option| option == "--functions") {
            row.entered.iter().for_each(|path| println!("    {path}"));
            row.outside.iter().for_each(|path| println!("  + {path}"));
            row.never_entered.iter().for_each(|path| println!("  - {path}"));
        }
        if hash(subject, EXECUTIONS, 1).ok() != Some(row.hash) {
            println!("  a second run differs");
            wrong += 1;
        }
        for usage in subject.usages().iter().filter(|usage| !subject.shape().fits(usage)) {
            println!("  does not fit the shape: {usage:?}");
            wrong += 1;
        }
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
