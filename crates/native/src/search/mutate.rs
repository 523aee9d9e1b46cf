//! Changes of inputs.

use super::random::Random;
use std::collections::VecDeque;

/// Changes inputs at random.
#[derive(Debug)]
pub(crate) struct Mutator {
    /// Greatest length of an input.
    most: usize,
    /// Strings that the user gave.
    words: Vec<Vec<u8>>,
    /// Strings and numbers that the program compared with.
    learned: VecDeque<Vec<u8>>,
}

/// Number of strings that are remembered of what the program compared with.
const LEARNED: usize = 1024;

/// Numbers at which programs go wrong.
const NOTABLE: [u64; 18] = [
    0,
    1,
    2,
    7,
    8,
    16,
    32,
    64,
    100,
    127,
    128,
    255,
    256,
    0x7FFF,
    0xFFFF,
    0x7FFF_FFFF,
    0xFFFF_FFFF,
    u64::MAX,
];

impl Mutator {
    pub(crate) fn new(most: usize, words: Vec<Vec<u8>>) -> Self {
        Self { most: most.max(1), words, learned: VecDeque::new() }
    }

    /// Adds a string that the program compared with.
    pub(crate) fn learn(&mut self, string: &[u8]) {
        if string.is_empty()
            || string.len() > self.most
            || self.learned.iter().any(|known| known == string)
        {
            return;
        }
        if self.learned.len() == LEARNED {
            self.learned.pop_front();
        }
        self.learned.push_back(string.to_vec());
    }

    /// Changes an input `count` times. `other` is another input that may lend parts.
    pub(crate) fn change(
        &self,
        input: &mut Vec<u8>,
        other: &[u8],
        count: usize,
        random: &mut Random,
    ) {
        let mut done = 0;
        // Some changes do nothing on some inputs, such as an empty one.
        for _ in 0..16 * count {
            if self.one(input, other, random) {
                done += 1;
                input.truncate(self.most);
            }
            if done == count {
                break;
            }
        }
    }

    /// Makes one change. Returns `false` if it does not apply.
    fn one(&self, input: &mut Vec<u8>, other: &[u8], random: &mut Random) -> bool {
        let length = input.len();
        let at = random.below(length);
        match random.below(16) {
            0 if length > 0 => input[at] ^= 1 << random.below(8),
            1 if length > 0 => input[at] = random.byte(),
            2 | 3 if length > 0 => {
                // Near bytes: digits of one kind, letters of one case.
                let step = 1 << random.below(5);
                input[at] = if random.one_in(2) {
                    input[at].wrapping_add(step)
                } else {
                    input[at].wrapping_sub(step)
                };
            }
            4 if length > 0 => input[at] = b' ' + random.below(95) as u8,
            5 if length > 0 => {
                let end = (at + 1 + below_some(random, length)).min(length);
                input.drain(at..end);
            }
            6 => {
                let at = random.below(length + 1);
                let new =
                    if random.one_in(2) { random.byte() } else { b' ' + random.below(95) as u8 };
                // Now and then a long run: some code is for long inputs only.
                let count = if random.one_in(4) { 1 + below_some(random, 128) } else { 1 };
                self.insert(input, at, &vec![new; count]);
            }
            7 if length > 0 => {
                let end = (at + 1 + below_some(random, length)).min(length);
                let times = if random.one_in(8) { 2 + random.below(7) } else { 1 };
                let part = input[at..end].repeat(times.min(1 + self.most / (end - at)));
                let to = random.below(length + 1);
                if random.one_in(2) {
                    self.insert(input, to, &part);
                } else {
                    overwrite(input, to, &part);
                }
            }
            8 | 9 if length > 0 => return number(input, at, random),
            10 if length > 0 => return digits(input, at, random),
            11 if !other.is_empty() => {
                let from = random.below(other.len());
                let to = (from + 1 + below_some(random, other.len())).min(other.len());
                let place = random.below(length + 1);
                if random.one_in(2) {
                    self.insert(input, place, &other[from..to]);
                } else {
                    overwrite(input, place, &other[from..to]);
                }
            }
            12 if !other.is_empty() && length > 0 => {
                // The beginning of one, the end of the other.
                let rest = &other[random.below(other.len())..];
                input.truncate(at);
                input.extend_from_slice(rest);
            }
            13..=15 => {
                let words = self.words.len() + self.learned.len();
                let word = random.below(words);
                let Some(word) =
                    self.words.get(word).or_else(|| self.learned.get(word - self.words.len()))
                else {
                    return false;
                };
                let place = random.below(length + 1);
                if random.one_in(2) {
                    self.insert(input, place, word);
                } else {
                    overwrite(input, place, word);
                }
            }
            _ => return false,
        }
        true
    }

    fn insert(&self, input: &mut Vec<u8>, at: usize, new: &[u8]) {
        let room = self.most.saturating_sub(input.len()).min(new.len());
        input.splice(at..at, new[..room].iter().copied());
    }
}

/// Draws a number below `length`, which is not 0; small ones are more likely.
fn below_some(random: &mut Random, length: usize) -> usize {
    let bits = 1 + random.below(1 + length.ilog2() as usize);
    random.below((1 << bits).min(length))
}

/// Writes over what is there, and beyond its end.
fn overwrite(input: &mut Vec<u8>, at: usize, new: &[u8]) {
    let end = (at + new.len()).min(input.len());
    input.splice(at..end, new.iter().copied());
}

/// Changes a binary number that begins at `at`.
fn number(input: &mut [u8], at: usize, random: &mut Random) -> bool {
    let width = 1 << random.below(4);
    let Some(field) = input.get_mut(at..at + width) else { return false };
    let is_big = random.one_in(2);
    if is_big {
        field.reverse();
    }
    let mut word = [0; 8];
    word[..width].copy_from_slice(field);
    let old = u64::from_le_bytes(word);
    let step = 1 + random.below(35) as u64;
    let new = match random.below(5) {
        0 => old.wrapping_add(step),
        1 => old.wrapping_sub(step),
        2 => NOTABLE[random.below(NOTABLE.len())],
        3 => input_size(random, at),
        _ => (!old).wrapping_add(1),
    };
    field.copy_from_slice(&new.to_le_bytes()[..width]);
    if is_big {
        field.reverse();
    }
    true
}

/// Draws a number such as formats have for lengths and places.
fn input_size(random: &mut Random, at: usize) -> u64 {
    (at + random.below(64)) as u64
}

/// Changes a number that is written in digits.
fn digits(input: &mut Vec<u8>, at: usize, random: &mut Random) -> bool {
    let Some(begin) = (at..input.len()).find(|&at| input[at].is_ascii_digit()) else {
        return false;
    };
    let end = (begin..input.len()).find(|&at| !input[at].is_ascii_digit()).unwrap_or(input.len());
    let old = input[begin..end]
        .iter()
        .fold(0_u64, |number, digit| number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0')));
    let new = match random.below(5) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => old / 2,
        3 => old.wrapping_mul(2),
        _ => NOTABLE[random.below(NOTABLE.len())],
    };
    input.splice(begin..end, new.to_string().into_bytes());
    true
}

/// Reads a dictionary in the form of AFL and libFuzzer: lines with a quoted string, perhaps after a
/// name and `=`.
///
/// Returns the number of the first line that cannot be read as an error.
pub(crate) fn read_dictionary(text: &str) -> Result<Vec<Vec<u8>>, usize> {
    let mut words = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let quoted = line
            .find('"')
            .zip(line.rfind('"'))
            .filter(|(from, to)| from < to)
            .map(|(from, to)| &line[from + 1..to]);
        words.push(quoted.and_then(unquote).ok_or(number + 1)?);
    }
    Ok(words)
}

/// Reads `\\`, `\"` and `\xAB`.
fn unquote(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next()? {
            b'x' => {
                let mut digit = || (bytes.next()? as char).to_digit(16);
                out.push((digit()? * 16 + digit()?) as u8);
            }
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            other => out.push(other),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn inputs_stay_as_short_as_they_may_be(
            input in prop::collection::vec(any::<u8>(), 0..40),
            other in prop::collection::vec(any::<u8>(), 0..40),
            most in 1_usize..50,
            seed: u64,
        ) {
            let mut mutator = Mutator::new(most, vec![b"token".to_vec()]);
            mutator.learn(b"learned");
            let mut random = Random::new(seed);
            let mut input = input;
            input.truncate(most);
            for count in 1..6 {
                mutator.change(&mut input, &other, count, &mut random);
                prop_assert!(input.len() <= most);
            }
        }
    }

    #[test]
    fn every_input_is_changed_before_long() {
        let (mutator, mut random) = (Mutator::new(100, Vec::new()), Random::new(1));
        for input in [&b""[..], b"x", b"12", b"a longer one"] {
            let changed = (0..20).filter(|_| {
                let mut new = input.to_vec();
                mutator.change(&mut new, b"other", 1, &mut random);
                new != input
            });
            assert!(changed.count() > 12);
        }
    }

    #[test]
    fn dictionaries_are_read_as_other_fuzzers_write_them() {
        let text = "# comment\n\nname=\"GET \"\n\"\\x00\\xfF\"\nq=\"\\\"\\\\\"\n";
        assert_eq!(
            read_dictionary(text),
            Ok(vec![b"GET ".to_vec(), vec![0, 255], b"\"\\".to_vec()])
        );
        assert_eq!(read_dictionary("\"a\"\nno quotes"), Err(2));
        assert_eq!(read_dictionary("\"\\x1\""), Err(1));
    }
}
