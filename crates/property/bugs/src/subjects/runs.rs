//! A run-length code: the last run is written by other code than the ones before it, which takes a
//! long one for a short one.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Runs;

/// Before the length and the byte of a run.
const MARK: u8 = 0x1b;
/// Runs from this length on are written with a mark.
const LONG: usize = 3;

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn write_run(code: &mut Vec<u8>, byte: u8, length: usize) {
    if length >= LONG || byte == MARK {
        code.extend([MARK, length as u8, byte]);
    } else {
        for _ in 0..length {
            code.push(byte);
        }
    }
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut code = Vec::new();
    let Some(&first) = bytes.first() else { return code };
    let (mut byte, mut length) = (first, 1);
    for &next in &bytes[1..] {
        if next == byte && length < 255 {
            length += 1;
        } else {
            write_run(&mut code, byte, length);
            (byte, length) = (next, 1);
        }
    }
    // The bug: the last run may be a long one, too.
    write_run(&mut code, byte, length.min(LONG - 1));
    code
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn decode(code: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = code.iter();
    while let Some(&byte) = rest.next() {
        if byte == MARK {
            let (length, byte) = (*rest.next()?, *rest.next()?);
            bytes.extend(std::iter::repeat_n(byte, usize::from(length)));
        } else {
            bytes.push(byte);
        }
    }
    Some(bytes)
}

impl Subject for Runs {
    const NAME: &'static str = "runs";
    const FILE: &'static str = file!();
    type Input = Vec<u8>;

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        use proptest::prelude::*;
        prop::collection::vec(any::<u8>(), 0..40)
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        tc.draw(gs::vecs(gs::integers::<u8>()).max_size(39))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        (0..bytes.int_in_range(0..=39)?).map(|_| bytes.arbitrary()).collect()
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check(bytes: &Self::Input) {
        assert_eq!(decode(&encode(bytes)).as_ref(), Some(bytes));
    }
}
