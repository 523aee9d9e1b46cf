//! The precedence of pre-releases by Semantic Versioning: of two, one of which goes on where the
//! other one ends, neither comes first.

use crate::Subject;
use arbitrary::{Result, Unstructured};
use std::cmp::Ordering;

#[derive(Debug)]
pub struct Semver;

/// Returns `true` if a text may follow the hyphen of a version: identifiers with dots between them.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn is_pre_release(text: &str) -> bool {
    for identifier in text.split('.') {
        if identifier.is_empty()
            || identifier.starts_with('0') && identifier.len() > 1 && is_number(identifier)
        {
            return false;
        }
    }
    true
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn is_number(identifier: &str) -> bool {
    identifier.bytes().all(|letter| letter.is_ascii_digit())
}

/// Compares two identifiers: numbers come before words, and are compared as numbers.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn compare_identifiers(a: &str, b: &str) -> Ordering {
    match (is_number(a), is_number(b)) {
        (true, true) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.cmp(b),
    }
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn compare(a: &str, b: &str) -> Ordering {
    // The bug: `zip` ends with the shorter one, and the longer one should come later.
    for (a, b) in a.split('.').zip(b.split('.')) {
        let order = compare_identifiers(a, b);
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

#[cfg(not(fuzzing))]
const LETTERS: &str = "[0-9a-z.-]{0,12}";

impl Subject for Semver {
    const NAME: &'static str = "semver";
    const FILE: &'static str = file!();
    type Input = (String, String);

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        (LETTERS, LETTERS)
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        (tc.draw(gs::from_regex(LETTERS)), tc.draw(gs::from_regex(LETTERS)))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        let allowed = |letter: u8| {
            letter.is_ascii_lowercase()
                || letter.is_ascii_digit()
                || letter == b'.'
                || letter == b'-'
        };
        Ok((crate::text_of(bytes, 12, allowed)?, crate::text_of(bytes, 12, allowed)?))
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check((a, b): &Self::Input) {
        if !is_pre_release(a) || !is_pre_release(b) {
            return;
        }
        let order = compare(a, b);
        assert_eq!(order, compare(b, a).reverse());
        if order == Ordering::Equal {
            assert_eq!(a, b);
        }
    }
}
