#![no_main]

use sqlparser::{dialect::GenericDialect, parser::Parser};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = Parser::parse_sql(&GenericDialect {}, text);
    }
});
