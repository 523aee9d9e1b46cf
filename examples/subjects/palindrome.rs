//! A text that reads the same backwards: a function that hands on what it is told by itself.

use super::flagged::Flagged;
use super::{PRINTABLE, Subject};
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::{CallSite, Function};

pub(super) const FLAGGED: Flagged = Flagged::new(
    Subject {
        name: "palindrome",
        inputs: &[PRINTABLE; 8],
        bodies: || {
            let title = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
            vec![title, FlowBuilder::new().branch(0, 1, 2).exit(1).branch(2, 3, 4).exit(3).exit(4)]
        },
        run: |t, text| {
            title(t, text);
        },
    },
    |graph, flags| {
        flags.function(graph, TITLE).decides(0, INNER)?;
        flags.function(graph, PALINDROME).returns(1, true)?.returns(3, INNER)?.returns(4, false)?;
        Ok(())
    },
);

const TITLE: Function = Function::new(0);
const PALINDROME: Function = Function::new(1);
/// Either function makes one call.
const INNER: CallSite = CallSite::new(0);

/// Whether a text is a title: a palindrome that begins with a character below `a`.
fn title(c: Caller<'_>, text: &[i64]) -> bool {
    let f = c.enter(TITLE);
    let r = f.rules();
    f.decide(0, r.flag(palindrome(f.at(INNER), text))) && f.decide(1, r.lt(text[0], i64::from(b'a')))
}

fn palindrome(c: Caller<'_>, text: &[i64]) -> bool {
    let f = c.enter(PALINDROME);
    let r = f.rules();
    match text {
        [first, inner @ .., last] if !f.decide(0, r.lt(text.len(), 2_usize)) => {
            f.decide(2, r.eq(*first, *last)) && palindrome(f.at(INNER), inner)
        }
        _ => {
            f.decide(0, r.lt(text.len(), 2_usize));
            true
        }
    }
}
