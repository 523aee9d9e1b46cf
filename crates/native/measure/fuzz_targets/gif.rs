#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut options = gif::DecodeOptions::new();
    options.set_memory_limit(gif::MemoryLimit::Bytes(std::num::NonZeroU64::new(1 << 20).unwrap()));
    if let Ok(mut decoder) = options.read_info(data) {
        while let Ok(Some(_)) = decoder.read_next_frame() {}
    }
});
