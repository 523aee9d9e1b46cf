//! The laboratory with the functions of published crates.

use sbst_laboratory::{claims, command};
use std::process::ExitCode;

fn main() -> ExitCode {
    match sbst_laboratory_subjects::suite() {
        Ok(subjects) => command::main(subjects, claims::published()),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
