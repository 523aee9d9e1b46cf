#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        std::hint::black_box(
            pulldown_cmark::Parser::new_ext(text, pulldown_cmark::Options::all()).count(),
        );
    }
});
