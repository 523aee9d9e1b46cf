//! Executes single files, as libFuzzer does: to see what an input that crashes does.

use super::options::Options;
use crate::runtime::{self, Target};
use std::time::Instant;

/// Executes the files one after the other, in this process. A crash ends it, with whatever it
/// prints.
pub(super) fn reproduce(options: &Options) -> i32 {
    runtime::limit_memory(options.megabytes);
    let target = Target::linked();
    for path in &options.inputs {
        let input = match std::fs::read(path) {
            Ok(input) => input,
            Err(error) => {
                eprintln!("error: {}: {error}", path.display());
                return 2;
            }
        };
        eprintln!("executing {} ({} bytes)", path.display(), input.len());
        let began = Instant::now();
        runtime::limit_time(options.timeout);
        target.run(&input);
        eprintln!("executed in {} ms", began.elapsed().as_millis());
    }
    runtime::limit_time(f64::INFINITY);
    0
}
