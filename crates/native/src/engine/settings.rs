//! The settings of a worker's search.

use super::options::Options;
use crate::program::{Mark, Program, Symbols};
use crate::runtime;
use crate::search::{Settings, read_dictionary};
use std::collections::BTreeSet;
use std::fs;

/// Makes the settings of worker `number`: reads the dictionary, and looks up which blocks are left
/// out.
pub(super) fn settings(
    options: &Options,
    number: usize,
    program: &Program,
) -> Result<Settings, String> {
    let words = match &options.dictionary {
        Some(path) => {
            let text =
                fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            read_dictionary(&text).map_err(|line| {
                format!("{}:{line}: a string in quotes is needed", path.display())
            })?
        }
        None => Vec::new(),
    };
    let mut left_out = BTreeSet::new();
    if options.only.is_some() || !options.leave_out.is_empty() {
        let symbols = Symbols::of(runtime::images());
        let has = |kind: &str| options.leave_out.iter().any(|other| other == kind);
        // Nothing was executed yet: functions that nobody calls directly count as entered.
        let roots = |function| !has("not-called") || program.is_root(function);
        let marks = program.marks(&symbols, roots);
        for (block, mark) in (0..).zip(&marks) {
            let is_out = match mark {
                Some(Mark::Panics) => has("panics"),
                Some(Mark::Library) => has("library"),
                Some(Mark::NotCalled) => has("not-called"),
                _ => false,
            };
            if is_out {
                left_out.insert(block);
            }
        }
        if let Some(only) = &options.only {
            // Each name is looked up once: programs have many more blocks than functions.
            let is_wanted = |function| {
                let entry = program.graph().entry(function);
                symbols
                    .function(program.blocks[entry.index()].address)
                    .is_some_and(|name| name.contains(only))
            };
            let wanted: Vec<bool> = program.graph().functions().map(is_wanted).collect();
            left_out.extend(
                (0..program.blocks.len() as u32)
                    .filter(|&block| !wanted[program.function_of(block) as usize]),
            );
            if !wanted.contains(&true) {
                return Err(format!("no instrumented function has `{only}` in its name"));
            }
        }
    }
    // Each worker has a seed of its own.
    let seed = options.seed.wrapping_add((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    Ok(Settings { seed, most: options.most, style: options.style, words, left_out })
}
