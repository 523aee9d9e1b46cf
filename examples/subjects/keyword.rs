//! A word that is reserved: a loop over words, and within the call a loop over letters.

use super::flagged::Flagged;
use super::{LETTER, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::{CallSite, Function};

pub(super) const FLAGGED: Flagged = Flagged::new(
    Subject {
        name: "keyword",
        inputs: &[LETTER; 6],
        bodies: || {
            let token = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
            let reserved = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).exit(2).exit(3);
            let same = FlowBuilder::new().branch(0, 1, 3).branch(1, 0, 2).exit(2).exit(3);
            vec![token, reserved, same]
        },
        run: |t, text| {
            token(t, text);
        },
    },
    |graph, flags| {
        flags.function(graph, TOKEN).decides(0, SITE)?;
        flags.function(graph, RESERVED).decides(1, SITE)?.returns(2, true)?.returns(3, false)?;
        flags.function(graph, SAME).returns(2, false)?.returns(3, true)?;
        Ok(())
    },
);

const TOKEN: Function = Function::new(0);
const RESERVED: Function = Function::new(1);
const SAME: Function = Function::new(2);
/// No function makes more than one call.
const SITE: CallSite = CallSite::new(0);

const RESERVED_WORDS: [&[u8; 6]; 5] = [b"return", b"static", b"struct", b"unsafe", b"extern"];

fn token(c: Caller<'_>, text: &[i64]) -> &'static str {
    let f = c.enter(TOKEN);
    let r = f.rules();
    if f.decide(0, r.flag(reserved(f.at(SITE), text))) { "reserved" } else { "name" }
}

fn reserved(c: Caller<'_>, text: &[i64]) -> bool {
    let f = c.enter(RESERVED);
    let r = f.rules();
    let mut word = 0;
    while f.decide(0, r.lt(word, RESERVED_WORDS.len())) {
        if f.decide(1, r.flag(same(f.at(SITE), text, RESERVED_WORDS[word]))) {
            return true;
        }
        word += 1;
    }
    false
}

fn same(c: Caller<'_>, text: &[i64], word: &[u8; 6]) -> bool {
    let f = c.enter(SAME);
    let r = f.rules();
    let mut at = 0;
    while f.decide(0, r.lt(at, word.len())) {
        if !f.decide(1, r.eq(text[at], i64::from(word[at]))) {
            return false;
        }
        at += 1;
    }
    true
}
