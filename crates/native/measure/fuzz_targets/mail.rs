#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = mailparse::parse_mail(data).map(|mail| mail.get_body());
});
