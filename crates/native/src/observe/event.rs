//! Events of compiled code, and their form as words.
//!
//! | event | words |
//! |---|---|
//! | a block is entered | its number, from 1 |
//! | a comparison | header, place, both operands (one word each up to 32 bits, else two) |
//! | a switch | header, place, value (two words), address of its cases (two words) |
//! | a comparison of bytes | header, place, its result, both lengths, up to [`BYTES_KEPT`] bytes of each |
//!
//! The place is the lower half of the address after the call of the hook. It tells comparisons
//! apart, and nothing else is read from it.

use std::sync::atomic::{AtomicU32, Ordering};

/// Marks the first word of an event that is not the entry of a block.
const HEADER: u32 = 1 << 31;
/// In the header of a comparison: the first operand is a constant.
pub(crate) const CONSTANT: u32 = 1 << 8;
const WIDTH_AT: u32 = 4;
const COMPARE: u32 = 0;
const SWITCH: u32 = 1;
const BYTES: u32 = 2;
/// Number of bytes that are kept of an operand of a comparison of bytes.
pub(crate) const BYTES_KEPT: usize = 64;

/// Number of bytes of the operands of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Width {
    One,
    Two,
    Four,
    Eight,
}

impl Width {
    /// Number of bytes.
    pub(crate) const fn bytes(self) -> usize {
        1 << self as u32
    }

    const fn of_header(header: u32) -> Self {
        match header >> WIDTH_AT & 3 {
            0 => Self::One,
            1 => Self::Two,
            2 => Self::Four,
            _ => Self::Eight,
        }
    }
}

/// A way to compare bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Comparison {
    /// As many bytes as both have.
    Memory,
    /// Texts that end.
    Text,
    /// Texts, upper and lower case alike.
    FoldedText,
}

pub(crate) const fn compare_header(width: Width) -> u32 {
    HEADER | COMPARE | (width as u32) << WIDTH_AT
}

pub(crate) const fn switch_header() -> u32 {
    HEADER | SWITCH
}

pub(crate) const fn bytes_header(what: Comparison) -> u32 {
    HEADER | BYTES | (what as u32) << WIDTH_AT
}

/// Something that compiled code did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event<'a> {
    /// It entered the block with this number, counted from 0.
    Entered(u32),
    /// It is about to compare two words.
    Compared { place: u32, width: Width, a: u64, b: u64, is_constant: bool },
    /// It is about to choose by a value.
    Switched { place: u32, value: u64, cases: u64 },
    /// It compared bytes.
    Bytes { place: u32, what: Comparison, result: u32, a: Bytes<'a>, b: Bytes<'a> },
}

/// An operand of a comparison of bytes: its length, and the words that hold its first bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a> {
    pub(crate) length: u32,
    words: &'a [AtomicU32],
}

impl PartialEq for Bytes<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.kept().eq(other.kept())
    }
}

impl Eq for Bytes<'_> {}

impl Bytes<'_> {
    /// Returns the bytes that were kept.
    pub(crate) fn kept(&self) -> impl Iterator<Item = u8> + Clone {
        let bytes = self.words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes());
        bytes.take(self.length as usize)
    }
}

/// Reads events from the words of a log, one after the other. Words that are no event end the log.
#[derive(Clone, Debug)]
pub(crate) struct Events<'a> {
    words: &'a [AtomicU32],
    at: usize,
}

impl<'a> Events<'a> {
    pub(crate) const fn new(words: &'a [AtomicU32]) -> Self {
        Self { words, at: 0 }
    }

    /// Returns the position of the next event: the number of words before it.
    #[inline(always)]
    pub(crate) const fn position(&self) -> usize {
        self.at
    }

    #[inline(always)]
    fn word(&mut self) -> Option<u32> {
        let word = self.words.get(self.at)?.load(Ordering::Relaxed);
        self.at += 1;
        Some(word)
    }

    /// Reads `COUNT` words, and checks once that the log has them.
    #[inline(always)]
    fn some<const COUNT: usize>(&mut self) -> Option<[u32; COUNT]> {
        let words: &[AtomicU32; COUNT] = self.words.get(self.at..)?.first_chunk()?;
        self.at += COUNT;
        Some(std::array::from_fn(|at| words[at].load(Ordering::Relaxed)))
    }

    fn bytes(&mut self, length: u32) -> Option<Bytes<'a>> {
        let count = (length as usize).min(BYTES_KEPT).div_ceil(4);
        let words = self.words.get(self.at..self.at + count)?;
        self.at += count;
        Some(Bytes { length, words })
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Event<'a>> {
        let header = self.word()?;
        if header & HEADER == 0 {
            return Some(Event::Entered(header.wrapping_sub(1)));
        }
        match header & 15 {
            COMPARE => {
                let (width, is_constant) = (Width::of_header(header), header & CONSTANT != 0);
                let (place, a, b) = if width == Width::Eight {
                    let [place, a, a_high, b, b_high] = self.some()?;
                    (place, long(a, a_high), long(b, b_high))
                } else {
                    let [place, a, b] = self.some()?;
                    (place, a.into(), b.into())
                };
                Some(Event::Compared { place, width, a, b, is_constant })
            }
            SWITCH => {
                let [place, value, value_high, cases, cases_high] = self.some()?;
                Some(Event::Switched {
                    place,
                    value: long(value, value_high),
                    cases: long(cases, cases_high),
                })
            }
            BYTES => {
                let what = match header >> WIDTH_AT & 3 {
                    0 => Comparison::Memory,
                    1 => Comparison::Text,
                    _ => Comparison::FoldedText,
                };
                let [place, result, a, b] = self.some()?;
                Some(Event::Bytes { place, what, result, a: self.bytes(a)?, b: self.bytes(b)? })
            }
            _ => None,
        }
    }
}

#[inline(always)]
fn long(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[u32]) -> Vec<AtomicU32> {
        words.iter().map(|&word| AtomicU32::new(word)).collect()
    }

    #[test]
    fn events_are_read_as_they_were_written() {
        let log = words(&[
            7,
            compare_header(Width::Two) | CONSTANT,
            99,
            5,
            6,
            compare_header(Width::Eight),
            98,
            1,
            2,
            3,
            4,
            switch_header(),
            97,
            1,
            0,
            2,
            0,
            bytes_header(Comparison::Text),
            96,
            u32::MAX,
            5,
            0,
            u32::from_le_bytes(*b"hell"),
            u32::from_le_bytes(*b"o\0\0\0"),
            8,
        ]);
        let events: Vec<Event<'_>> = Events::new(&log).collect();
        let compared =
            |place, width, a, b, is_constant| Event::Compared { place, width, a, b, is_constant };
        assert_eq!(
            events[..4],
            [
                Event::Entered(6),
                compared(99, Width::Two, 5, 6, true),
                compared(98, Width::Eight, 1 | 2 << 32, 3 | 4 << 32, false),
                Event::Switched { place: 97, value: 1, cases: 2 },
            ]
        );
        let Event::Bytes { place: 96, what: Comparison::Text, result: u32::MAX, a, b } = events[4]
        else {
            panic!("{:?}", events[4])
        };
        assert_eq!((a.kept().collect::<Vec<_>>(), b.length), (b"hello".to_vec(), 0));
        assert_eq!(events[5..], [Event::Entered(7)]);
    }

    #[test]
    fn words_that_end_in_the_middle_of_an_event_end_the_log() {
        for log in [
            &[compare_header(Width::Four), 1, 2][..],
            &[bytes_header(Comparison::Memory), 1, 0, 9, 9, 0][..],
            &[HEADER | 9, 1],
        ] {
            assert_eq!(Events::new(&words(log)).count(), 0);
        }
    }
}
