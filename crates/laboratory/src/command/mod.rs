//! The command: a `main` for packages that bring subjects, and perhaps claims of their own.
//!
//! ```no_run
//! use sbst_laboratory::{claims, command, subject::Suite};
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     let subjects = Suite::new(); // yours
//!     command::main(subjects, claims::published())
//! }
//! ```
//!
//! ```text
//! $ laboratory subjects                              # the subjects and their features
//! $ laboratory goals --subjects semver               # the branches by their numbers
//! $ laboratory crashes                               # the panics that are hard to raise
//! $ laboratory claims                                # the claims
//! $ laboratory run --out outcomes.csv                # all searches, resumed if the file exists; then the verdicts
//! $ laboratory run --short --out outcomes.csv        # 5 seeds of 1 000 executions
//! $ laboratory run --claims flags --subjects semver --seeds 5 --executions 1000 --out outcomes.csv
//! $ laboratory verdicts --out outcomes.csv --html report.html   # without searches
//! $ laboratory verdicts --out outcomes.csv --statistics claims.csv --plot claims.svg
//! $ laboratory landscapes --subjects semver --csv goals.csv      # how flat the way to each branch is
//! $ laboratory boundaries --subjects semver                      # near inputs that take different branches
//! ```

mod arguments;
mod landscapes;
mod listing;
mod searches;
mod summary;

use crate::claims::Claim;
use crate::subject::Suite;
use arguments::{Arguments, Task};
use clap::Parser;
use std::error::Error;
use std::ffi::OsString;
use std::process::ExitCode;

/// Reads the arguments of the process, and does what they say. Prints errors to the standard error.
pub fn main(subjects: Suite, claims: Vec<Claim>) -> ExitCode {
    match run(std::env::args_os(), subjects, claims) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the arguments say, the first of which is the name of the program. Returns the text to
/// print. Progress is drawn on the standard error, if that is a terminal.
///
/// # Errors
///
/// If the arguments are wrong, a file cannot be read or written, or a search fails. Asking for help
/// is an error, too: its text is the help.
pub fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    subjects: Suite,
    claims: Vec<Claim>,
) -> Result<String, Box<dyn Error>> {
    let Arguments { task } = Arguments::try_parse_from(arguments)?;
    match task {
        Task::Subjects { only, executions } => {
            listing::subjects(&subjects.only(&only)?, executions)
        }
        Task::Landscapes(settings) => {
            landscapes::landscapes(&settings, &subjects.only(&settings.subjects)?)
        }
        Task::Boundaries { only, seed } => landscapes::boundaries(&subjects.only(&only)?, seed),
        Task::Goals { only } => listing::goals(&subjects.only(&only)?),
        Task::Crashes { only, tests, easy } => {
            searches::crashes(&subjects.only(&only)?, tests, easy)
        }
        Task::Claims => Ok(listing::claims(&claims)),
        Task::Run(settings) => {
            let claims = settings.claims(claims)?;
            searches::run(&settings, &subjects, &claims)
        }
        Task::Verdicts(settings) => {
            let claims = settings.claims(claims)?;
            searches::verdicts(&settings, &subjects, &claims)
        }
    }
}
