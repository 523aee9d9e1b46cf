#![no_main]

use quick_xml::{events::Event, reader::Reader};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut reader = Reader::from_reader(data);
    let mut buffer = Vec::new();
    loop {
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                for attribute in tag.attributes() {
                    let _ = attribute.map(|it| it.value.len());
                }
            }
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
        buffer.clear();
    }
});
