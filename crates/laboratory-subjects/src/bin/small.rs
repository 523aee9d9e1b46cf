//! The laboratory with the small functions of the library's examples, which need no preparation.

use sbst_laboratory::{claims, command};
use std::process::ExitCode;

fn main() -> ExitCode {
    match sbst_laboratory_subjects::small::suite() {
        Ok(subjects) => command::main(subjects, claims::published()),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
