#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    for record in csv::ReaderBuilder::new().has_headers(false).from_reader(data).records() {
        let _ = record.map(|record| record.len());
    }
});
