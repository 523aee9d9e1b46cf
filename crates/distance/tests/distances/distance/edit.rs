//! The edit distance against the full matrix, and as a metric.

use crate::effort::config;
use crate::matrix::edit_distance as matrix;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sbst_distance::edit;
use serde_json::Value as Json;
use std::cell::Cell;

/// An element that can do nothing but be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Opaque(u32);

/// Letters of an alphabet of this size, each in one to four bytes of UTF-8.
fn letter(number: u32) -> char {
    const PLANES: [u32; 4] = [0x61, 0x3b1, 0x4e00, 0x1f600];
    char::from_u32(PLANES[number as usize % 4] + number / 4).expect("no surrogates are that near")
}

/// All doors agree with the matrix, in both directions.
fn agree(a: &[u32], b: &[u32]) -> Result<(), TestCaseError> {
    let expected = matrix(a, b);
    let opaque = [a, b].map(|numbers| numbers.iter().copied().map(Opaque).collect::<Vec<_>>());
    let bytes =
        [a, b].map(|numbers| numbers.iter().map(|&number| number as u8).collect::<Vec<_>>());
    let ascii = [a, b].map(|numbers| {
        numbers.iter().map(|&number| char::from(number as u8 % 128)).collect::<String>()
    });
    let mixed = [a, b].map(|numbers| numbers.iter().copied().map(letter).collect::<String>());
    prop_assert_eq!(edit::distance(&opaque[0], &opaque[1]), expected);
    prop_assert_eq!(edit::distance(&opaque[1], &opaque[0]), expected);
    prop_assert_eq!(edit::of_str(&mixed[0], &mixed[1]), expected);
    prop_assert_eq!(edit::of_str(&mixed[1], &mixed[0]), expected);
    let expected = matrix(&bytes[0], &bytes[1]);
    prop_assert_eq!(edit::of_bytes(&bytes[0], &bytes[1]), expected);
    prop_assert_eq!(edit::of_bytes(&bytes[1], &bytes[0]), expected);
    let expected = matrix(ascii[0].as_bytes(), ascii[1].as_bytes());
    prop_assert_eq!(edit::of_str(&ascii[0], &ascii[1]), expected);
    let expected = matrix(mixed[0].as_bytes(), mixed[1].as_bytes());
    prop_assert_eq!(edit::of_bytes(mixed[0].as_bytes(), mixed[1].as_bytes()), expected);
    Ok(())
}

/// Lengths: any, and those around the borders of words and strips.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![
        2 => 0..=70_usize,
        1 => 0..=300_usize,
        2 => (1..=5_usize, 0..=2_usize).prop_map(|(words, step)| 64 * words + step - 1),
    ]
}

fn alphabet() -> impl Strategy<Value = u32> {
    prop_oneof![1..=4_u32, 20..=30_u32, 200..=600_u32]
}

fn sequence(alphabet: u32) -> impl Strategy<Value = Vec<u32>> {
    length().prop_flat_map(move |length| vec(0..alphabet, length))
}

/// Two sequences that have nothing to do with each other.
fn unlike() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    alphabet().prop_flat_map(|alphabet| (sequence(alphabet), sequence(alphabet)))
}

/// One step from a sequence to a similar one.
#[derive(Clone, Debug)]
enum Edit {
    Insert(Index, u32),
    Delete(Index),
    Substitute(Index, u32),
    /// A part is moved to the end: far from the diagonal.
    Move(Index, Index),
}

impl Edit {
    fn apply(&self, to: &mut Vec<u32>) {
        match self {
            Self::Insert(at, number) => to.insert(at.index(to.len() + 1), *number),
            Self::Delete(at) if !to.is_empty() => drop(to.remove(at.index(to.len()))),
            Self::Substitute(at, number) if !to.is_empty() => *at.get_mut(to) = *number,
            Self::Move(from, count) if !to.is_empty() => {
                let from = from.index(to.len());
                let moved: Vec<_> =
                    to.drain(from..from + count.index(to.len() - from + 1)).collect();
                to.extend(moved);
            }
            _ => {}
        }
    }
}

/// A sequence and what some edits make of it.
fn alike(
    sequences: impl Strategy<Value = Vec<u32>>,
    edits: usize,
) -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let edit = prop_oneof![
        8 => (any::<Index>(), 0..30_u32).prop_map(|(at, number)| Edit::Insert(at, number)),
        8 => any::<Index>().prop_map(Edit::Delete),
        8 => (any::<Index>(), 0..30_u32).prop_map(|(at, number)| Edit::Substitute(at, number)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(from, count)| Edit::Move(from, count)),
    ];
    (sequences, vec(edit, 0..edits)).prop_map(|(a, edits)| {
        let mut b = a.clone();
        edits.iter().for_each(|edit| edit.apply(&mut b));
        (a, b)
    })
}

fn either() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    prop_oneof![unlike(), alike(alphabet().prop_flat_map(sequence), 40)]
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn unlike_sequences((a, b) in unlike()) {
        agree(&a, &b)?;
    }

    #[test]
    fn alike_sequences((a, b) in alike(alphabet().prop_flat_map(sequence), 40)) {
        agree(&a, &b)?;
    }

    #[test]
    fn metric(((a, b), c) in (either(), alphabet().prop_flat_map(sequence))) {
        let d = edit::distance::<u32>;
        prop_assert_eq!(d(&a, &b) == 0, a == b);
        prop_assert_eq!(d(&a, &a), 0);
        prop_assert_eq!(d(&a, &b), d(&b, &a));
        prop_assert!(d(&a, &c) <= d(&a, &b) + d(&b, &c));
        prop_assert!((a.len().abs_diff(b.len())..=a.len().max(b.len())).contains(&d(&a, &b)));
    }

    #[test]
    fn common_affixes_do_not_count(((a, b), affix) in (either(), vec(0..30_u32, 0..40))) {
        let expected = edit::distance(&a, &b);
        for (a, b) in [
            ([&*affix, &a].concat(), [&*affix, &b].concat()),
            ([&*a, &affix].concat(), [&*b, &affix].concat()),
        ] {
            prop_assert_eq!(edit::distance(&a, &b), expected);
            let [a, b] = [a, b].map(|numbers| numbers.into_iter().map(letter).collect::<String>());
            prop_assert_eq!(edit::of_str(&a, &b), expected);
        }
    }

    #[test]
    fn reversal_does_not_count((mut a, mut b) in either()) {
        let expected = edit::distance(&a, &b);
        a.reverse();
        b.reverse();
        prop_assert_eq!(edit::distance(&a, &b), expected);
    }
}

proptest! {
    #![proptest_config(config(16))]

    /// Long enough for bands of several widths.
    #[test]
    fn long_sequences(
        (a, b) in alike((1..30_u32).prop_flat_map(|alphabet| vec(0..alphabet, 800..2500)), 120),
        other in vec(0..30_u32, 0..2500),
    ) {
        let bytes = [&a, &b, &other]
            .map(|numbers| numbers.iter().map(|&number| number as u8).collect::<Vec<_>>());
        let expected = matrix(&a, &b);
        prop_assert_eq!(edit::of_bytes(&bytes[0], &bytes[1]), expected);
        prop_assert_eq!(edit::of_bytes(&bytes[0], &bytes[2]), matrix(&a, &other));
        prop_assert_eq!(edit::distance(&a, &b), expected);
    }
}

#[test]
fn lengths_around_words() {
    let lengths = [
        0, 1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 319, 320, 321, 511, 512,
        513,
    ];
    for (m, n) in lengths.iter().flat_map(|&m| lengths.map(|n| (m, n))) {
        let a: Vec<u8> = (0..m).map(|i| (i * i % 11) as u8).collect();
        let b: Vec<u8> = (0..n).map(|i| (i * i % 7) as u8).collect();
        assert_eq!(edit::of_bytes(&a, &b), matrix(&a, &b), "{m} and {n}");
        assert_eq!(edit::of_bytes(&vec![b'a'; m], &vec![b'b'; n]), m.max(n));
        assert_eq!(edit::of_bytes(&vec![b'a'; m], &vec![b'a'; n]), m.abs_diff(n));
        let x = |length: usize| "é".repeat(length);
        assert_eq!(
            edit::of_str(&(x(m) + "a" + &x(n)), &(x(n) + "b" + &x(m))),
            if m == n { 1 } else { 2 },
            "{m} and {n}"
        );
    }
}

/// A path just outside of a narrow band is cheaper than all those in it, if only by a little.
#[test]
fn shifts_as_wide_as_a_band() {
    for (slack, length) in [(32, 1_000), (128, 2_000)] {
        for (shift, marks) in (slack..=slack + 2)
            .flat_map(|shift| (slack + 1..=slack + 5).map(move |marks| (shift, marks)))
        {
            let length = length / shift * shift;
            // Without a shift each mark costs two substitutions; the shift itself costs twice its
            // length.
            let mut a: Vec<_> = (0..length).map(|i| i % shift).collect();
            (0..marks).for_each(|mark| a[(mark * length / marks) as usize] = 1_000 + mark);
            let mut b = a.clone();
            b.rotate_left(shift as usize);
            let text = |numbers: &[u32]| numbers.iter().copied().map(letter).collect::<String>();
            assert_eq!(edit::of_str(&text(&a), &text(&b)), matrix(&a, &b), "{shift} and {marks}");
        }
    }
}

/// Repetitive sequences let every diagonal match for long: the search along them must stop in time.
#[test]
fn comparisons_are_few() {
    #[derive(Clone)]
    struct Counted<'a>(u8, &'a Cell<usize>);
    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.1.set(self.1.get() + 1);
            self.0 == other.0
        }
    }
    impl Eq for Counted<'_> {}

    let count = Cell::new(0);
    // Where 25 elements have no counterpart, all ways to substitute and delete them cost the same,
    // and then all diagonals match.
    let sequence = |first, mark| {
        let block = [vec![0; 975], vec![mark; 25]].concat();
        [vec![first], block.repeat(20)]
            .concat()
            .into_iter()
            .map(|number| Counted(number, &count))
            .collect::<Vec<_>>()
    };
    assert_eq!(edit::distance(&sequence(2, 1), &sequence(3, 0)), 501);
    assert!(count.get() < 2_000_000, "{} comparisons", count.get());
}

#[test]
fn characters_that_share_bytes() {
    // The last byte of both is the same, and the first of the next two.
    assert_eq!(edit::of_str("é", "ĩ"), 1);
    assert_eq!(edit::of_str("é", "è"), 1);
    assert_eq!(edit::of_str("日é", "日ĩ"), 1);
    assert_eq!(edit::of_bytes("é".as_bytes(), "ĩ".as_bytes()), 1);
    assert_eq!(edit::of_str("e\u{301}", "é"), 2);
}

/// 10^5 elements: in time that only bands and diagonals allow, whatever they have in common.
#[test]
fn very_long_sequences() {
    const LENGTH: usize = 100_000;
    let numbers = |seed: u64| {
        let mut state = seed;
        let mut next = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32
        };
        (0..LENGTH).map(|_| next()).collect::<Vec<_>>()
    };
    let bytes: Vec<u8> = numbers(1).iter().map(|number| b'a' + (number % 26) as u8).collect();
    let mut edited = bytes.clone();
    (0..300).rev().for_each(|step| {
        edited.remove(step * 311 + 17);
    });
    assert_eq!(edit::of_bytes(&bytes, &edited), 300);
    let mut turned = bytes.clone();
    turned.rotate_left(1000);
    let distance = edit::of_bytes(&bytes, &turned);
    assert!((1900..=2000).contains(&distance), "{distance}");
    // Repetitive, and half as long.
    assert_eq!(edit::of_bytes(&b"ab".repeat(LENGTH / 2), &b"a".repeat(LENGTH / 2)), LENGTH / 2);
    // One character more at either end than the other has.
    assert_eq!(edit::of_bytes(&b"ab".repeat(LENGTH / 2), &b"ba".repeat(LENGTH / 2)), 2);
    // Nearly all elements distinct.
    let characters = |numbers: Vec<u32>| {
        numbers.iter().filter_map(|number| char::from_u32(number % 0x11_0000)).collect::<String>()
    };
    let (a, b) = (characters(numbers(2)), characters(numbers(3)));
    let a: String = a.chars().take(20_000).collect();
    let b: String = b.chars().take(20_000).collect();
    assert!(edit::of_str(&a, &b) > 19_000);
    assert_eq!(edit::of_str(&a, &(a.clone() + &b)), 20_000);
}

#[test]
fn vectors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/levenshtein.jsonl");
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Json = serde_json::from_str(line).expect("an object for each line");
        let [a, b] = ["a", "b"].map(|name| row[name].as_str().expect("a string"));
        let [of_str, of_bytes] =
            ["cp", "utf8"].map(|name| row[name].as_u64().expect("a distance") as usize);
        let [of_a, of_b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
        assert_eq!(edit::of_str(a, b), of_str, "{line}");
        assert_eq!(edit::distance(&of_a, &of_b), of_str, "{line}");
        assert_eq!(edit::of_bytes(a.as_bytes(), b.as_bytes()), of_bytes, "{line}");
        rows += 1;
    }
    assert!(rows > 0, "no vectors in {path}");
}
