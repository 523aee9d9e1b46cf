//! The program that a fuzz target becomes when it is linked with this library.
//!
//! One process supervises (`supervisor`): it starts workers, shows their progress, and keeps inputs
//! that crash or hang. A worker (`work`, `worker`) executes inputs in its own process, so it ends
//! with the target's crash; the next one reads from shared memory what the last input did, and goes
//! on. At the end, the first worker executes what all have kept, and writes the report (`finish`).
//!
//! A worker is the same program with other environment variables.

mod crashes;
mod ended;
mod executor;
mod finish;
mod folders;
mod link;
mod nearest;
mod options;
mod progress;
mod reproduce;
mod settings;
mod slot;
mod supervisor;
mod work;
mod worker;

use options::Options;

/// Code with which a worker ends that has done its work: not 0, with which a target may end the
/// process wherever it is.
const DONE: i32 = 85;
/// Code with which a worker ends that cannot work at all; its message is on the standard error.
const UNABLE: i32 = 86;

/// Checks the options of a program before it is built, and returns the text that lists them if that
/// is what they ask for.
#[doc(hidden)]
pub fn check_options(words: &[String]) -> Result<Option<&'static str>, String> {
    let options = Options::read(words).map_err(|error| error.to_string())?;
    Ok(options.help.then_some(options::HELP))
}

/// Runs the program: supervises, or does the work of a worker.
#[cfg_attr(not(sbst_engine), allow(dead_code, reason = "called by the C function `main`"))]
pub(crate) fn main() -> i32 {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let options = match Options::read(&arguments) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("error: {error}");
            return 2;
        }
    };
    if options.help {
        print!("{}", options::HELP);
        return 0;
    }
    let code = match link::Role::of_environment() {
        link::Role::Worker(number) => work::work(&options, number),
        link::Role::Supervisor if options.inputs.first().is_some_and(|first| first.is_file()) => {
            // What the target does at its end, and what a sanitizer says of leaks then, belongs to
            // these inputs.
            return reproduce::reproduce(&options);
        }
        link::Role::Supervisor => supervisor::supervise(&options, &arguments),
    };
    crate::runtime::end(code)
}
