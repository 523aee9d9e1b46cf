//! The command `cargo sbst`: builds fuzz targets with SanitizerCoverage and the library's runtime,
//! and starts them.

mod build;
mod flags;
mod line;
mod project;
mod wrapper;

use line::Line;
use project::Project;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

const HELP: &str = "\
Searches for inputs that cover the branches of a fuzz target, and says of each missed branch how \
near the nearest input came.

usage: cargo sbst run TARGET [-option=value ...] [MORE_INPUTS ...]
       cargo sbst build [TARGET]     builds only, and prints where the program is
       cargo sbst list               the targets
       cargo sbst engine             builds the library that C programs link, and prints where it is
       cargo sbst flags              the flags for rustc and clang

  --fuzz-dir=F          the package with the targets (from here upwards: fuzz, or the package \
  itself)
  --plain-release, -O   without debug assertions and overflow checks

`cargo sbst run TARGET -help=1` lists the options of the search.
";

fn main() -> ExitCode {
    // Cargo starts this program in place of rustc while it builds a target.
    if let Some(code) = wrapper::as_rustc() {
        return code;
    }
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // Cargo passes the name of the subcommand first.
    let words =
        if words.first().is_some_and(|word| word == "sbst") { &words[1..] } else { &words[..] };
    match run(words) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<ExitCode, String> {
    let Line { folder, is_plain, options, names } = Line::read(words)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let asks_help = options.iter().any(|option| option == "-help=1");
    let project = || Project::find(folder.as_deref());
    match names[..] {
        [] if options.is_empty() || asks_help => print!("{HELP}"),
        [] => {
            return Err(format!(
                "the command is missing before `{}`; `cargo sbst help` lists them",
                options[0]
            ));
        }
        ["help", ..] => print!("{HELP}"),
        ["run"] if asks_help => print!("{HELP}"),
        ["run", ref names @ ..] => {
            // Before the build, which takes long.
            if let Some(help) = sbst_native::check_options(&options)? {
                print!("{help}");
                return Ok(ExitCode::SUCCESS);
            }
            let project = project()?;
            let [target, inputs @ ..] = names else {
                return Err(format!("name a target: {}", project.targets.join(", ")));
            };
            let program = build::target(&project, target, is_plain)?;
            return start(&project, target, &program, &options, inputs);
        }
        ["flags" | "engine" | "list" | "build", ..] if asks_help => print!("{HELP}"),
        [command @ ("flags" | "engine" | "list" | "build"), ..] if !options.is_empty() => {
            return Err(format!(
                "`cargo sbst {command}` has no option `{}`; `cargo sbst help` lists them",
                options[0]
            ));
        }
        ["flags"] => print!("{}", flags::text()),
        ["engine"] => println!(
            "{}",
            build::engine(&project::build_folder(folder.as_deref())?, Path::new("."))?.display()
        ),
        ["list"] => project()?.targets.iter().for_each(|target| println!("{target}")),
        ["build"] => {
            let project = project()?;
            for target in &project.targets {
                println!("{}", build::target(&project, target, is_plain)?.display());
            }
        }
        ["build", target] => {
            println!("{}", build::target(&project()?, target, is_plain)?.display());
        }
        ["flags" | "engine" | "list" | "build", .., word] => {
            return Err(format!("there is a word too many: `{word}`"));
        }
        [command, ..] => {
            return Err(format!("there is no command `{command}`; `cargo sbst help` lists them"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts a target, with its folders where `cargo fuzz` has them.
fn start(
    project: &Project,
    target: &str,
    program: &Path,
    options: &[String],
    inputs: &[&str],
) -> Result<ExitCode, String> {
    let folder = |name: &str| project.folder.join(name).join(target);
    let corpus = folder("corpus");
    let mut command = Command::new(program);
    let has =
        |name: &str| options.iter().any(|option| option.trim_start_matches('-').starts_with(name));
    if !has("artifact_prefix=") {
        command.arg(format!("-artifact_prefix={}", folder("artifacts").display()));
    }
    if !has("report=") {
        command.arg(format!("-report={}", folder("sbst").display()));
    }
    command.args(options);
    // Files are executed one by one; folders lend inputs to the corpus.
    let is_files = inputs.first().is_some_and(|input| Path::new(input).is_file());
    if !is_files {
        command.arg(&corpus);
    }
    command.args(inputs);
    // In its place, so that whoever interrupts or ends this process means the search.
    Err(format!("{}: {}", program.display(), command.exec()))
}
