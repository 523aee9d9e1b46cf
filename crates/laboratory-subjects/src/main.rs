//! The laboratory with the functions of published crates, and the small functions of the library's examples.

use sbst_laboratory::{claims, command};
use sbst_laboratory_subjects::{small, suite};
use std::process::ExitCode;

fn main() -> ExitCode {
    let all = || {
        let mut all = suite()?;
        all.extend(small::suite()?)?;
        Ok::<_, sbst_laboratory::subject::SuiteError>(all)
    };
    match all() {
        Ok(subjects) => command::main(subjects, claims::published()),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
