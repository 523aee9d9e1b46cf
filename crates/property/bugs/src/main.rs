//! Measures how many cases each tool needs to find each bug: `bugs [OPTIONS]`, or shows what was
//! measured: `bugs table FILE`.

mod records;
mod statistics;
mod table;
mod tools;

use records::{Key, Record, Records};
use std::path::PathBuf;
use std::process::ExitCode;
use tools::Tool;

const HELP: &str = "\
bugs [--seeds N] [--cases N] [--out FILE] [--only SUBJECT,..] [--tools TOOL,..]
    Appends a line to FILE (bugs.csv) for each tool, subject and seed that FILE does not have yet.
bugs table FILE
    Prints a table of FILE.
bugs list
    Prints the names of the tools and subjects.";

/// What is to be measured.
#[derive(Debug)]
struct Plan {
    seeds: u64,
    cases: u64,
    out: PathBuf,
    /// All, if empty.
    only: Vec<String>,
    tools: Vec<Tool>,
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match *arguments {
        ["table", file] => table::print(file.as_ref()),
        ["list"] => {
            list();
            Ok(())
        }
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => plan(&arguments).and_then(|plan| measure(&plan)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the options.
fn plan(arguments: &[&str]) -> Result<Plan, String> {
    let mut plan = Plan {
        seeds: 30,
        cases: 5000,
        out: "bugs.csv".into(),
        only: Vec::new(),
        tools: Tool::ALL.to_vec(),
    };
    for option in arguments.chunks(2) {
        let [name, value] = *option else { return Err(HELP.into()) };
        let number = || value.parse().map_err(|_| format!("{name} {value}: not a number"));
        match name {
            "--seeds" => plan.seeds = number()?,
            "--cases" => plan.cases = number()?,
            "--out" => plan.out = value.into(),
            "--only" => plan.only = value.split(',').map(Into::into).collect(),
            "--tools" => {
                let tool = |name: &str| {
                    Tool::named(name).ok_or_else(|| {
                        format!(
                            "no tool has the \
                    name {name}"
                        )
                    })
                };
                plan.tools = value.split(',').map(tool).collect::<Result<_, _>>()?;
            }
            _ => return Err(HELP.into()),
        }
    }
    let known = tools::subjects();
    match plan.only.iter().find(|name| !known.iter().any(|subject| subject.name == **name)) {
        Some(name) => Err(format!("no subject has the name {name}")),
        None => Ok(plan),
    }
}

/// Measures what is not in the file yet.
fn measure(plan: &Plan) -> Result<(), String> {
    if tools::EXTRA.is_empty() {
        eprintln!("without further subjects: no EXTRA_SUBJECTS when this was compiled");
    }
    let mut records = Records::open(&plan.out)?;
    let fuzzer =
        if plan.tools.contains(&Tool::Libfuzzer) { Some(tools::build_fuzzer()?) } else { None };
    // A failing case is no news here, and most of the time would go into printing it.
    std::panic::set_hook(Box::new(|_| ()));
    for subject in tools::subjects() {
        if !plan.only.is_empty() && !plan.only.iter().any(|name| name == subject.name) {
            continue;
        }
        for seed in 0..plan.seeds {
            for &tool in &plan.tools {
                let key = Key { tool: tool.name().into(), subject: subject.name.into(), seed };
                if !records.has(&key) {
                    let found = tool.run(&subject, seed, plan.cases, fuzzer.as_deref())?;
                    records.append(Record {
                        key,
                        found: found.is_some(),
                        cases: found.unwrap_or(plan.cases),
                    })?;
                }
            }
        }
        eprintln!("{}", subject.name);
    }
    Ok(())
}

fn list() {
    println!("tools: {}", Tool::ALL.map(Tool::name).join(", "));
    let names: Vec<_> = tools::subjects().iter().map(|subject| subject.name).collect();
    println!("subjects: {}", names.join(", "));
    println!("further subjects: {}", if tools::EXTRA.is_empty() { "none" } else { tools::EXTRA });
}
