#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = humantime::parse_duration(text);
        let _ = humantime::parse_rfc3339_weak(text);
    }
});
