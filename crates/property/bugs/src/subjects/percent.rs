//! Escapes such as %2F in addresses: one digit is missing among the small ones.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Percent;

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'A'..=b'F' => Some(letter - b'A' + 10),
        // The bug: the range should include its end.
        b'a'..b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

/// Decodes escapes. `None` if two digits do not follow a `%`.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(letter) = rest.next() {
        match letter {
            b'%' => bytes.push(16 * digit(rest.next()?)? + digit(rest.next()?)?),
            b'+' => bytes.push(b' '),
            _ => bytes.push(letter),
        }
    }
    Some(bytes)
}

/// Writes the digits of escapes as capitals, as addresses should be compared.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn normalize(text: &str) -> String {
    let mut normal = String::new();
    let mut digits = 0;
    for letter in text.chars() {
        if letter == '%' {
            digits = 2;
            normal.push(letter);
        } else if digits > 0 {
            digits -= 1;
            normal.push(letter.to_ascii_uppercase());
        } else {
            normal.push(letter);
        }
    }
    normal
}

impl Subject for Percent {
    const NAME: &'static str = "percent";
    const FILE: &'static str = file!();
    type Input = String;

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        "[ -~]{0,24}"
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        tc.draw(gs::from_regex("[ -~]{0,24}"))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        crate::text_of(bytes, 24, |letter| (b' '..=b'~').contains(&letter))
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check(text: &Self::Input) {
        assert_eq!(decode(text), decode(&normalize(text)));
    }
}
