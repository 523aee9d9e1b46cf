#![no_main]

use std::fmt::Write;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let mut name = String::new();
        let _ = write!(name, "{:#}", rustc_demangle::demangle(text));
    }
});
