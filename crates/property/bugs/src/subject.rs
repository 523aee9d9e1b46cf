//! What a subject is to all tools: one property, and the cases of it in three notations.

use arbitrary::{Result, Unstructured};
use std::fmt::Debug;
use std::panic::RefUnwindSafe;

/// A function with a bug, and a property that some cases break.
///
/// The property and the functions under test have the attribute `#[cfg_attr(not(fuzzing),
/// sbst::instrument)]`: one compiled function serves all tools but libFuzzer, whose binary must
/// have no hooks, for it would count them as coverage.
pub trait Subject: 'static {
    /// Its name in tables and on the command line.
    const NAME: &'static str;
    /// `file!()`: the instrumented functions in it are those whose branches a search pursues, as
    /// those of a crate would be.
    const FILE: &'static str;
    /// Enough bytes for any case.
    const BYTES: usize = 256;
    type Input: Clone + Debug + RefUnwindSafe + 'static;

    /// Returns the cases for proptest.
    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input>;

    /// Draws the same cases from Hegel.
    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input;

    /// Makes the same cases from the bytes of libFuzzer.
    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input>;

    /// Checks the property: panics if it does not hold, and returns if it does, or says nothing of
    /// this case.
    fn check(input: &Self::Input);
}

/// Something that is done for each subject.
pub trait Visitor {
    fn visit<S: Subject>(&mut self);
}

/// Makes a text of at most `most` ASCII characters that `allowed` accepts, from the bytes of
/// libFuzzer.
///
/// A character that may be in the text is its own byte, so that what libFuzzer learned from
/// comparisons can be put in.
///
/// # Errors
///
/// There are no bytes left for the text.
pub fn text_of(
    bytes: &mut Unstructured<'_>,
    most: usize,
    allowed: fn(u8) -> bool,
) -> Result<String> {
    let length = bytes.int_in_range(0..=most)?;
    let mut text = String::with_capacity(length);
    for _ in 0..length {
        let byte: u8 = bytes.arbitrary()?;
        let letters = || (0..=127).filter(|letter| allowed(*letter));
        let letter = if allowed(byte) {
            byte
        } else {
            letters().nth(usize::from(byte) % letters().count().max(1)).unwrap_or(b' ')
        };
        text.push(char::from(letter));
    }
    Ok(text)
}
