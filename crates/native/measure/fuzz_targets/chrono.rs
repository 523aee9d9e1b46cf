#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = chrono::DateTime::parse_from_rfc2822(text);
        let _ = chrono::DateTime::parse_from_rfc3339(text);
        let _ = text.parse::<chrono::NaiveDateTime>();
    }
});
