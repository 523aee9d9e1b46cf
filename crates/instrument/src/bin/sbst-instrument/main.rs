//! Rewrites a crate into another folder, with hooks in its functions.
//!
//! `sbst-instrument FROM TO [OPTIONS] [-- ARGUMENTS]`

mod compiler;
mod manifest;
mod options;
mod rewrite;

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
    match rewrite::rewrite(&options) {
        Ok(summary) => {
            print!("{summary}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
