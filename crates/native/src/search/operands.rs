//! Operands of a comparison, found in the input and replaced.
//!
//! Parsers compare bytes of the input with what they expect, often without changing them before. If one operand of the comparison at which
//! an input went the wrong way is found in the input, then the other operand in its place may turn the comparison: input-to-state
//! correspondence, as Aschermann et al. call it, "REDQUEEN: Fuzzing with Input-to-State Correspondence" (NDSS 2019).

use crate::observe::Operands;

/// Number of places in the input at which one operand is replaced.
const PLACES: usize = 24;

/// Returns the inputs in which one operand stands in the place of the other one.
pub(crate) fn replaced(input: &[u8], operands: &Operands, most: usize) -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = Vec::new();
    let mut add = |found: Vec<u8>| {
        if found.len() <= most && found != input && !out.contains(&found) {
            out.push(found);
        }
    };
    match operands {
        Operands::Unknown => {}
        Operands::Bytes(a, b) => {
            for (from, to) in [(a, b), (b, a)] {
                for at in places(input, from).take(PLACES) {
                    add(splice(input, at..at + from.len(), to));
                    add(splice(input, at..(at + to.len()).min(input.len()), to));
                }
                // The input may have the beginning only.
                let common = (1..from.len()).rev().find(|&length| places(input, &from[..length]).next().is_some());
                if let Some(length) = common.filter(|&length| length >= 2) {
                    for at in places(input, &from[..length]).take(4) {
                        add(splice(input, at..at + length, to));
                    }
                }
            }
        }
        &Operands::Words { a, b, bytes, .. } => {
            for (from, to) in [(a, b), (b, a)] {
                // Of an order, one more or one less may be needed.
                for wanted in [to, to.wrapping_add(1), to.wrapping_sub(1)] {
                    for (old, new) in encodings(from, wanted, bytes) {
                        for at in places(input, &old).take(PLACES) {
                            add(splice(input, at..at + old.len(), &new));
                        }
                    }
                }
            }
        }
    }
    out
}

/// Returns the ways in which an input may hold a word, with another word in the same form.
fn encodings(from: u64, to: u64, bytes: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut all = Vec::new();
    for width in [8, 4, 2, 1].into_iter().filter(|&width| width <= bytes) {
        // A narrower field is extended before it is compared, with zeros or with its sign.
        let fits = |word: u64| {
            let unused = 64 - 8 * width as u32;
            word << unused >> unused == word || ((word << unused) as i64 >> unused) as u64 & mask(bytes) == word
        };
        if !fits(from) || (width < bytes && !fits(to)) {
            continue;
        }
        let [old, new] = [from, to].map(|word| word.to_le_bytes()[..width].to_vec());
        if width > 1 {
            let turned = |word: &Vec<u8>| word.iter().rev().copied().collect();
            all.push((turned(&old), turned(&new)));
        }
        all.push((old, new));
    }
    // Numbers that are written in digits.
    let digits = |word: u64| word.to_string().into_bytes();
    if from >= 10 || bytes > 1 {
        all.push((digits(from), digits(to)));
    }
    all
}

const fn mask(bytes: usize) -> u64 {
    u64::MAX >> (64 - 8 * bytes as u32)
}

fn places<'a>(input: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let windows = if part.is_empty() { [].windows(1) } else { input.windows(part.len()) };
    windows.enumerate().filter(move |(_, window)| *window == part).map(|(at, _)| at)
}

fn splice(input: &[u8], range: std::ops::Range<usize>, new: &[u8]) -> Vec<u8> {
    [&input[..range.start], new, &input[range.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(a: u64, b: u64, bytes: usize) -> Operands {
        Operands::Words { a, b, bytes, relation: None }
    }

    #[test]
    fn an_operand_takes_the_place_of_the_other_one() {
        let found = replaced(b"x\x39\x30y", &words(0x3039, 7, 4), 100);
        assert!(found.contains(&b"x\x07\x00y".to_vec()), "{found:?}");
        let found = replaced(b"x\x30\x39y", &words(7, 0x3039, 2), 100);
        assert!(found.contains(&b"x\x00\x07y".to_vec()), "big endian");
        assert!(replaced(b"n=12345", &words(12345, 99, 8), 100).contains(&b"n=99".to_vec()), "digits");
        assert!(replaced(b"a", &words(u64::from(b'a'), u64::from(b'{'), 1), 100).contains(&b"{".to_vec()));
        assert!(replaced(b"abc", &words(200, 100, 1), 100).is_empty());
    }

    #[test]
    fn a_string_takes_the_place_of_another_one() {
        let bytes = |a: &[u8], b: &[u8]| Operands::Bytes(a.into(), b.into());
        assert!(replaced(b"<html>", &bytes(b"html", b"body"), 100).contains(&b"<body>".to_vec()));
        assert!(replaced(b"<ht", &bytes(b"body", b"html"), 100).contains(&b"<body".to_vec()), "its beginning");
        assert!(replaced(b"<html>", &bytes(b"html", b"body"), 5).is_empty(), "too long");
        assert!(replaced(b"", &bytes(b"", b"x"), 5).is_empty());
    }
}
