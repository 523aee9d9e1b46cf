//! Plain data from anybody: what is read can be written again, and used.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sbst_fuzz::plain::{flow, numbers, search, seeds};

fuzz_target!(|data: &[u8]| {
    if let [kind, bytes @ ..] = data {
        match kind % 4 {
            0 => numbers::any(kind / 4, bytes),
            1 => flow::any(kind / 4, bytes),
            2 => search::any(kind / 4, bytes),
            _ => seeds::any(kind / 4, bytes),
        }
    }
});
