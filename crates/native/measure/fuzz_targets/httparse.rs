#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut headers = [httparse::EMPTY_HEADER; 16];
    let _ = httparse::Request::new(&mut headers).parse(data);
    let mut headers = [httparse::EMPTY_HEADER; 16];
    let _ = httparse::Response::new(&mut headers).parse(data);
});
