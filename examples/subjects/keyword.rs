//! A word that is reserved: a loop over words, and within the call a loop over letters.

use super::{Code, LETTER, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "keyword",
    inputs: &[LETTER; 6],
    code: Code::Plain {
        functions: |program| {
            vec![program.find(&token), program.find(&reserved), program.find(&same)]
        },
        run: |text| {
            token(text);
        },
    },
};

const RESERVED_WORDS: [&[u8; 6]; 5] = [b"return", b"static", b"struct", b"unsafe", b"extern"];

#[sbst::instrument]
fn token(text: &[i64]) -> &'static str {
    if reserved(text) { "reserved" } else { "name" }
}

#[sbst::instrument]
fn reserved(text: &[i64]) -> bool {
    for word in RESERVED_WORDS {
        if same(text, word) {
            return true;
        }
    }
    false
}

#[sbst::instrument]
fn same(text: &[i64], word: &[u8; 6]) -> bool {
    for (at, letter) in word.iter().enumerate() {
        if text[at] != i64::from(*letter) {
            return false;
        }
    }
    true
}
