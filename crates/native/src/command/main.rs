//! The command `cargo sbst`: builds fuzz targets with SanitizerCoverage and the library's runtime, and starts them.

mod build;
mod flags;
mod project;
mod wrapper;

use project::Project;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

const HELP: &str = "\
Searches for inputs that cover the branches of a fuzz target, and says of each missed branch how near the nearest input came.

usage: cargo sbst run TARGET [-option=value ...] [MORE_INPUTS ...]
       cargo sbst build [TARGET]     builds only, and prints where the program is
       cargo sbst list               the targets
       cargo sbst engine             builds the library that C programs link, and prints where it is
       cargo sbst flags              the flags for rustc and clang

  --fuzz-dir=F          the package with the targets (from here upwards: fuzz, or the package itself)
  --plain-release       without debug assertions and overflow checks

`cargo sbst run TARGET -help=1` lists the options of the search.
";

fn main() -> ExitCode {
    // Cargo starts this program in place of rustc while it builds a target.
    if let Some(code) = wrapper::as_rustc() {
        return code;
    }
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // Cargo passes the name of the subcommand first.
    let words = if words.first().is_some_and(|word| word == "sbst") { &words[1..] } else { &words[..] };
    match run(words) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<ExitCode, String> {
    let (mut folder, mut is_plain, mut rest) = (None, false, Vec::new());
    for word in words {
        match word.split_once('=') {
            Some(("--fuzz-dir", path)) => folder = Some(PathBuf::from(path)),
            _ if word == "--plain-release" => is_plain = true,
            _ => rest.push(word.clone()),
        }
    }
    let project = || Project::find(folder.as_deref());
    match rest.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["help" | "-h" | "--help" | "-help=1", ..] => print!("{HELP}"),
        ["flags"] => print!("{}", flags::text()),
        ["engine"] => println!("{}", build::engine(&project::build_folder(folder.as_deref())?)?.display()),
        ["list"] => project()?.targets.iter().for_each(|target| println!("{target}")),
        ["build"] => {
            let project = project()?;
            for target in &project.targets {
                println!("{}", build::target(&project, target, is_plain)?.display());
            }
        }
        ["build", target] => println!("{}", build::target(&project()?, target, is_plain)?.display()),
        ["run", target, ..] if !target.starts_with('-') => {
            let project = project()?;
            let program = build::target(&project, target, is_plain)?;
            return start(&project, target, &program, &rest[2..]);
        }
        ["run", ..] => return Err(format!("name a target: {}", project()?.targets.join(", "))),
        _ => return Err(format!("there is no command `{}`; `cargo sbst help` lists them", rest[0])),
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts a target, with its folders where `cargo fuzz` has them.
fn start(project: &Project, target: &str, program: &std::path::Path, options: &[String]) -> Result<ExitCode, String> {
    let folder = |name: &str| project.folder.join(name).join(target);
    let corpus = folder("corpus");
    let mut command = Command::new(program);
    let has = |name: &str| options.iter().any(|option| option.trim_start_matches('-').starts_with(name));
    if !has("artifact_prefix=") {
        command.arg(format!("-artifact_prefix={}", folder("artifacts").display()));
    }
    if !has("report=") {
        command.arg(format!("-report={}", folder("sbst").display()));
    }
    let (inputs, options): (Vec<&String>, Vec<&String>) =
        options.iter().partition(|word| !word.starts_with('-') || word.len() == 1);
    command.args(options);
    // Files are executed one by one; folders lend inputs to the corpus.
    let is_files = inputs.first().is_some_and(|input| std::path::Path::new(input).is_file());
    if !is_files {
        command.arg(&corpus);
    }
    command.args(inputs);
    let status = command.status().map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)))
}
