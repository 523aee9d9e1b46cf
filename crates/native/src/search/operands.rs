//! Operands of a comparison, found in the input and replaced.
//!
//! Parsers compare bytes of the input with what they expect, often without changing them before. If
//! one operand of the comparison at which an input went the wrong way is found in the input, then
//! the other operand in its place may turn the comparison: input-to-state correspondence, as
//! Aschermann et al. call it, "REDQUEEN: Fuzzing with Input-to-State Correspondence" (NDSS 2019).

use crate::observe::Operands;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Number of places in the input at which one operand is replaced.
const PLACES: usize = 24;

/// A change of an input: one operand in the place of the other one. Neither the first nor the last
/// byte stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Exchange {
    at: usize,
    /// Number of bytes that go.
    removed: usize,
    /// The bytes that come.
    new: Box<[u8]>,
}

impl Exchange {
    /// Returns the length that an input of `length` bytes has after the change.
    pub(crate) fn length_of(&self, length: usize) -> usize {
        length - self.removed + self.new.len()
    }

    /// Returns the changed input.
    pub(crate) fn of(&self, input: &[u8]) -> Vec<u8> {
        [&input[..self.at], &self.new, &input[self.at + self.removed..]].concat()
    }
}

/// Returns the first `count` ways to put one operand in the place of the other one, each once. No
/// input becomes longer than `most`.
///
/// Inputs may be long, and there are hundreds of ways in runs of the same byte. So places are
/// searched only until there are enough, once for each form of an operand, and no input is built.
pub(crate) fn exchanges(
    input: &[u8],
    operands: &Operands,
    most: usize,
    count: usize,
) -> Vec<Exchange> {
    let mut found = Found { input, most, count, all: Vec::new(), known: BTreeSet::new() };
    match operands {
        Operands::Unknown => {}
        Operands::Bytes(a, b) => {
            for (from, to) in [(a, b), (b, a)] {
                for at in places(input, from).take(PLACES) {
                    found.add(at..at + from.len(), to);
                    found.add(at..(at + to.len()).min(input.len()), to);
                }
                // The input may have the beginning only.
                let (length, begins) = beginnings(input, from);
                if length >= 2 {
                    for at in begins {
                        found.add(at..at + length, to);
                    }
                }
            }
        }
        &Operands::Words { a, b, bytes, .. } => {
            for (from, to) in [(a, b), (b, a)] {
                let mut places_of: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
                // Of an order, one more or one less may be needed.
                for wanted in
                    [to, to.wrapping_add(1) & mask(bytes), to.wrapping_sub(1) & mask(bytes)]
                {
                    for (old, new) in encodings(from, wanted, bytes) {
                        if found.all.len() >= count {
                            return found.all;
                        }
                        let length = old.len();
                        let places = places_of
                            .entry(old)
                            .or_insert_with_key(|old| places(input, old).take(PLACES).collect());
                        for &mut at in places {
                            found.add(at..at + length, &new);
                        }
                    }
                }
            }
        }
    }
    found.all
}

/// The ways that were found.
struct Found<'a> {
    input: &'a [u8],
    most: usize,
    count: usize,
    all: Vec<Exchange>,
    known: BTreeSet<Exchange>,
}

impl Found<'_> {
    /// Adds a way, unless it changes nothing, is known, or makes the input too long.
    fn add(&mut self, range: Range<usize>, new: &[u8]) {
        if self.all.len() >= self.count {
            return;
        }
        // Only the bytes that differ count: fields of several widths often lead to the same input.
        let old = &self.input[range.clone()];
        let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let (old, new) = (&old[same..], &new[same..]);
        let after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        let (removed, new) = (old.len() - after, &new[..new.len() - after]);
        let way = Exchange { at: range.start + same, removed, new: new.into() };
        let is_change = removed > 0 || !new.is_empty();
        if is_change
            && way.length_of(self.input.len()) <= self.most
            && self.known.insert(way.clone())
        {
            self.all.push(way);
        }
    }
}

/// Returns the ways in which an input may hold a word, with another word in the same form.
fn encodings(from: u64, to: u64, bytes: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut all = Vec::new();
    for width in [8, 4, 2, 1].into_iter().filter(|&width| width <= bytes) {
        // A narrower field is extended before it is compared, with zeros or with its sign.
        let fits = |word: u64| {
            let unused = 64 - 8 * width as u32;
            word << unused >> unused == word
                || ((word << unused) as i64 >> unused) as u64 & mask(bytes) == word
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
    let unused = 64 - 8 * bytes as u32;
    let [from, to] = [from, to].map(|word| (word << unused) as i64 >> unused);
    if from < 0 || to < 0 {
        all.push((from.to_string().into_bytes(), to.to_string().into_bytes()));
    }
    all
}

const fn mask(bytes: usize) -> u64 {
    u64::MAX >> (64 - 8 * bytes as u32)
}

/// Returns the places at which an input has a part that is not empty.
pub(crate) fn places<'a>(input: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let last = if part.is_empty() { 0 } else { (input.len() + 1).saturating_sub(part.len()) };
    // A call for each place costs more than the first byte, which nearly always differs.
    (0..last).filter(move |&at| input[at] == part[0] && input[at..].starts_with(part))
}

/// Returns the length of the longest beginning of `part`, but not all of it, that an input has, and
/// the first places that have it.
fn beginnings(input: &[u8], part: &[u8]) -> (usize, Vec<usize>) {
    const FIRST: usize = 4;
    let (mut longest, mut places) = (1, Vec::new());
    let limit = part.len().saturating_sub(1);
    for at in 0..input.len() {
        let length = input[at..].iter().zip(&part[..limit]).take_while(|(a, b)| a == b).count();
        if length > longest {
            longest = length;
            places.clear();
        }
        if length == longest && places.len() < FIRST {
            places.push(at);
        }
        if longest == limit && places.len() == FIRST {
            break;
        }
    }
    (longest, places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(a: u64, b: u64, bytes: usize) -> Operands {
        Operands::Words { a, b, bytes, relation: None }
    }

    fn texts(a: &[u8], b: &[u8]) -> Operands {
        Operands::Bytes(a.into(), b.into())
    }

    fn replaced(input: &[u8], operands: &Operands, most: usize) -> Vec<Vec<u8>> {
        exchanges(input, operands, most, usize::MAX).iter().map(|way| way.of(input)).collect()
    }

    #[test]
    fn an_operand_takes_the_place_of_the_other_one() {
        let found = replaced(b"x\x39\x30y", &words(0x3039, 7, 4), 100);
        assert!(found.contains(&b"x\x07\x00y".to_vec()), "{found:?}");
        let found = replaced(b"x\x30\x39y", &words(7, 0x3039, 2), 100);
        assert!(found.contains(&b"x\x00\x07y".to_vec()), "big endian");
        assert!(
            replaced(b"n=12345", &words(12345, 99, 8), 100).contains(&b"n=99".to_vec()),
            "digits"
        );
        assert!(
            replaced(b"a", &words(u64::from(b'a'), u64::from(b'{'), 1), 100)
                .contains(&b"{".to_vec())
        );
        assert!(replaced(b"abc", &words(200, 100, 1), 100).is_empty());
    }

    #[test]
    fn negative_numbers_are_written_with_their_sign() {
        let minus_five = u64::from(-5_i32 as u32);
        assert!(replaced(b"n=42", &words(42, minus_five, 4), 100).contains(&b"n=-5".to_vec()));
        assert!(replaced(b"n=-5", &words(42, minus_five, 4), 100).contains(&b"n=42".to_vec()));
        assert!(
            replaced(b"n=42", &words(42, minus_five, 4), 100).contains(&b"n=4294967291".to_vec())
        );
        assert!(
            replaced(b"n=0", &words(0, u64::from(u32::MAX), 4), 100).contains(&b"n=-2".to_vec()),
            "one less"
        );
    }

    #[test]
    fn a_string_takes_the_place_of_another_one() {
        assert!(replaced(b"<html>", &texts(b"html", b"body"), 100).contains(&b"<body>".to_vec()));
        assert!(
            replaced(b"<ht", &texts(b"body", b"html"), 100).contains(&b"<body".to_vec()),
            "its beginning"
        );
        assert!(replaced(b"<html>", &texts(b"html", b"body"), 5).is_empty(), "too long");
        assert!(replaced(b"", &texts(b"", b"x"), 5).is_empty());
    }

    /// Builds every input.
    fn slowly(input: &[u8], operands: &Operands, most: usize) -> BTreeSet<Vec<u8>> {
        fn find<'a>(input: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
            let windows = if part.is_empty() { [].windows(1) } else { input.windows(part.len()) };
            windows.enumerate().filter(move |(_, window)| *window == part).map(|(at, _)| at)
        }
        let splice = |range: Range<usize>, new: &[u8]| {
            [&input[..range.start], new, &input[range.end..]].concat()
        };
        let mut all = BTreeSet::new();
        match operands {
            Operands::Unknown => {}
            Operands::Bytes(a, b) => {
                for (from, to) in [(a, b), (b, a)] {
                    for at in find(input, from).take(PLACES) {
                        all.insert(splice(at..at + from.len(), to));
                        all.insert(splice(at..(at + to.len()).min(input.len()), to));
                    }
                    let longest = (2..from.len())
                        .rev()
                        .find(|&length| find(input, &from[..length]).next().is_some());
                    if let Some(length) = longest {
                        all.extend(
                            find(input, &from[..length])
                                .take(4)
                                .map(|at| splice(at..at + length, to)),
                        );
                    }
                }
            }
            &Operands::Words { a, b, bytes, .. } => {
                for (from, to) in [(a, b), (b, a)] {
                    for wanted in
                        [to, to.wrapping_add(1) & mask(bytes), to.wrapping_sub(1) & mask(bytes)]
                    {
                        for (old, new) in encodings(from, wanted, bytes) {
                            all.extend(
                                find(input, &old)
                                    .take(PLACES)
                                    .map(|at| splice(at..at + old.len(), &new)),
                            );
                        }
                    }
                }
            }
        }
        all.retain(|changed| changed != input && changed.len() <= most);
        all
    }

    fn operands() -> impl Strategy<Value = Operands> {
        let text = || prop::collection::vec(0_u8..3, 0..5);
        let word = || {
            prop_oneof![
                0_u64..4,
                (0_u64..4).prop_map(u64::wrapping_neg),
                any::<u16>().prop_map(u64::from)
            ]
        };
        let of_words = (word(), word(), 0_u32..4).prop_map(|(a, b, width)| {
            words(a & mask(1 << width), b & mask(1 << width), 1 << width)
        });
        prop_oneof![(text(), text()).prop_map(|(a, b)| texts(&a, &b)), of_words]
    }

    proptest! {
        #[test]
        fn the_quick_way_is_the_slow_one(
            input in prop::collection::vec(prop_oneof![0_u8..3, Just(b'1'), Just(b'-'), Just(0xFF)], 0..40),
            operands in operands(),
            most in 20_usize..60,
            count in 0_usize..40,
        ) {
            let found = exchanges(&input, &operands, most, usize::MAX);
            let built: BTreeSet<Vec<u8>> = found.iter().map(|way| way.of(&input)).collect();
            prop_assert_eq!(&built, &slowly(&input, &operands, most));
            prop_assert!(
                found.iter().all(|way| way.of(&input).len() == way.length_of(input.len()))
            );
            // Fewer are the first ones.
            let few = exchanges(&input, &operands, most, count);
            prop_assert_eq!(&few[..], &found[..found.len().min(count)]);
        }
    }
}
