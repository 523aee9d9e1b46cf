//! A text that reads the same backwards: a function that hands on what it is told by itself.

use super::{Code, PRINTABLE, Subject};

pub(super) const SUBJECT: Subject = Subject {
    name: "palindrome",
    inputs: &[PRINTABLE; 8],
    code: Code::Plain {
        functions: |program| vec![program.find(&title), program.find(&palindrome)],
        run: |text| {
            title(text);
        },
    },
};

/// A title is a palindrome that begins with a character below `a`.
#[sbst::instrument]
fn title(text: &[i64]) -> &'static str {
    if palindrome(text) && text[0] < i64::from(b'a') { "title" } else { "text" }
}

#[sbst::instrument]
fn palindrome(text: &[i64]) -> bool {
    match text {
        [first, inner @ .., last] => *first == *last && palindrome(inner),
        _ => true,
    }
}
