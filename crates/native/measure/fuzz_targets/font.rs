#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(face) = ttf_parser::Face::parse(data, 0) {
        for character in ['a', 'é', '字'] {
            if let Some(glyph) = face.glyph_index(character) {
                let _ = (
                    face.glyph_hor_advance(glyph),
                    face.glyph_bounding_box(glyph),
                    face.glyph_name(glyph),
                );
            }
        }
    }
});
