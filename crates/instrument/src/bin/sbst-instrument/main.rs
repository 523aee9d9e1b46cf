//! Rewrites a crate into another folder, with hooks in its functions.
//!
//! `sbst-instrument FROM TO [OPTIONS] [-- ARGUMENTS]`

mod compiler;
mod folders;
mod included;
mod lints;
mod manifest;
mod options;
mod rewrite;
mod sbst;
mod uses;

use options::Options;
use std::process::ExitCode;

fn main() -> ExitCode {
    let options = match Options::of(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprint!("{error}\n\n{}", options::HELP);
            return ExitCode::from(2);
        }
    };
    // The parser needs much stack for code that is nested deeply.
    let rewriting =
        std::thread::Builder::new().stack_size(1 << 28).spawn(move || rewrite::rewrite(&options));
    let Ok(result) = rewriting.map(|thread| thread.join()) else {
        eprintln!("there is no room for a thread");
        return ExitCode::FAILURE;
    };
    // It has said why it panicked.
    let Ok(result) = result else { return ExitCode::FAILURE };
    match result {
        Ok(summary) => {
            print!("{summary}");
            if summary.compiles() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
