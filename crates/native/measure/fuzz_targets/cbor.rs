#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = ciborium::from_reader::<ciborium::Value, _>(data);
});
