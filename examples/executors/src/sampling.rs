//! Which goal a search should sample next, measured on programs of both executors.

use crate::experiment::sampling::{Variant, measure, of_subject, of_subjects, variants};
use crate::experiment::statistics::Outcome;
use crate::script::{self, Script};
use crate::wasm::{self, Module};
use std::error::Error;
use std::fmt::Write;

/// How much to measure.
#[derive(Clone, Copy, Debug)]
pub struct Sampled {
    /// Searches of each kind.
    pub seeds: u64,
    /// Executions of each search.
    pub budget: u64,
    /// The part of tests that are new, from 0 to 1; the others are changes of other tests.
    pub fresh: f64,
}

/// The text of a program, by name.
#[derive(Clone, Copy, Debug)]
pub enum Source<'s> {
    /// A WebAssembly module.
    Module(&'s str, &'s [u8]),
    /// A script.
    Script(&'s str, &'s str),
}

/// Measures all samplings on these programs, and returns a table for each, and one over all.
///
/// # Errors
///
/// If a program cannot be read.
pub fn sampling(sources: &[Source<'_>], options: Sampled) -> Result<String, Box<dyn Error>> {
    let variants = variants();
    let budget = (options.budget, options.fresh);
    let one = |subject: usize, variant: Variant, seed: u64| -> Result<Outcome, String> {
        // A script's engine stays in its thread, so each search has a program of its own.
        match sources[subject] {
            Source::Module(_, bytes) => {
                let module = Module::new(bytes).map_err(|error| error.to_string())?;
                wasm::sample(&module, variant, seed, budget).map_err(|error| error.to_string())
            }
            Source::Script(_, text) => {
                let script = Script::new(text).map_err(|error| error.to_string())?;
                script::sample(&script, variant, seed, budget).map_err(|error| error.to_string())
            }
        }
    };
    let samples = measure(sources.len(), &variants, options.seeds, one)?;
    let mut text = format!(
        "{} searches each for branches, {} executions, {} of them new tests.\n\n{}",
        options.seeds,
        options.budget,
        options.fresh,
        of_subjects(&variants, &samples)
    );
    for (source, samples) in sources.iter().zip(&samples) {
        let (Source::Module(name, _) | Source::Script(name, _)) = source;
        write!(text, "\n{name}\n{}", of_subject(&variants, samples))?;
    }
    Ok(text)
}
