#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(data));
    decoder.set_ignore_text_chunk(false);
    if let Ok(mut reader) = decoder.read_info() {
        if let Some(size) = reader.output_buffer_size().filter(|&size| size < 1 << 20) {
            let _ = reader.next_frame(&mut vec![0; size]);
        }
    }
});
