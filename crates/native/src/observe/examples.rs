//! Logs of small programs, written by hand, and the distances that are read from them.

use super::event::{CONSTANT, Comparison, Width, bytes_header, compare_header, switch_header};
use super::{Cases, Observer, Operands};
use crate::program::Program;
use std::sync::atomic::AtomicU32;

fn words(words: &[&[u32]]) -> Vec<AtomicU32> {
    words.concat().into_iter().map(AtomicU32::new).collect()
}

/// Reads a log in full.
fn read(observer: &mut Observer, program: &Program, log: &[AtomicU32]) {
    observer.begin();
    observer.read(program, log);
    observer.end(program);
}

/// Returns the distance of a branch in the execution that was read last.
fn distance(observer: &Observer, branch: u32) -> Option<f64> {
    observer.seen().branches().find(|found| found.0 == branch).map(|found| found.1)
}

/// Returns the event of `memcmp` of four bytes.
fn memory(a: [u8; 4], b: [u8; 4]) -> [u32; 7] {
    let result = a
        .iter()
        .zip(&b)
        .map(|(a, b)| i32::from(*a) - i32::from(*b))
        .find(|result| *result != 0)
        .unwrap_or(0);
    [
        bytes_header(Comparison::Memory),
        0x9000,
        result as u32,
        4,
        4,
        u32::from_le_bytes(a),
        u32::from_le_bytes(b),
    ]
}

/// Returns the event of a comparison of a word with 0, in a block.
fn zero(block: u32, word: u32) -> [u32; 4] {
    [compare_header(Width::Four) | CONSTANT, 0x1008 + 64 * block, 0, word]
}

/// `int same = memcmp(d, "magi", 4); memcpy(&k, d + 4, 4); if (k == 0) A(); if (same == 0) B();`
#[test]
fn only_the_result_of_a_comparison_of_bytes_stands_for_it() {
    let program = Program::of_one_function(&[&[1, 2], &[3], &[3], &[4, 5], &[], &[]]);
    let mut observer = Observer::new(&program, |_| Default::default());
    let log = |text: [u8; 4], k: u32| {
        words(&[
            &[1],
            &memory(text, *b"magi"),
            &zero(0, k),
            &[3, 4],
            &zero(3, memory(text, *b"magi")[2]),
            &[6],
        ])
    };
    for (text, k) in [(*b"mxgi", 500), (*b"maxi", 600), (*b"nagi", 700)] {
        read(&mut observer, &program, &log(text, k));
    }
    let [zero, same] = [program.branch(0, 0), program.branch(3, 0)];
    assert_eq!(distance(&observer, zero), Some(701.0));
    assert_eq!(distance(&observer, same), Some(2.0), "the strings differ by 1");
    let Operands::Bytes(a, b) = observer.operands(same) else {
        panic!("{:?}", observer.operands(same))
    };
    assert_eq!((&**a, &**b), (&b"nagi"[..], &b"magi"[..]));
    assert!(
        matches!(observer.operands(zero), Operands::Words { b: 500, .. }),
        "{:?}",
        observer.operands(zero)
    );
    // Glances see it in the same way.
    assert!(!observer.glance(&log(*b"nagi", 500)).is_nearer);
    assert!(observer.glance(&log(*b"nagi", 499)).is_nearer);
}

/// Checks that a function which is called in between may compare bytes, too.
#[test]
fn a_comparison_of_bytes_is_found_after_another_one() {
    // Block 0 compares, block 3 is another function that does.
    let mut blocks = Program::of_one_function(&[&[1, 2], &[], &[], &[]]).blocks;
    blocks[3].is_entry = true;
    let program = Program::new(blocks, |_| None, |_| None).expect("a program");
    let mut observer = Observer::new(&program, |_| Default::default());
    let log = |text: [u8; 4]| {
        let [text, other] = [memory(text, *b"magi"), memory(*b"aaaa", *b"zzzz")];
        words(&[&[1], &text, &[4], &other, &zero(3, other[2]), &zero(0, text[2]), &[3]])
    };
    for text in [*b"kkkk", *b"mkkk", *b"makk"] {
        read(&mut observer, &program, &log(text));
    }
    let branch = program.branch(0, 0);
    assert_eq!(distance(&observer, branch), Some(f64::from(b'k' - b'g' + b'k' - b'i' + 1)));
    assert!(!observer.glance(&log(*b"makk")).is_nearer);
    assert!(observer.glance(&log(*b"magk")).is_nearer);
}

/// Programs keep the result in wider words.
#[test]
fn a_result_is_found_in_a_wider_word() {
    let program = Program::of_one_function(&[&[1, 2], &[], &[]]);
    for high in [0, u32::MAX] {
        let mut observer = Observer::new(&program, |_| Default::default());
        let bytes = memory(*b"laga", *b"magi");
        let compare = [compare_header(Width::Eight) | CONSTANT, 0x1008, 0, 0, bytes[2], high];
        read(&mut observer, &program, &words(&[&[1], &bytes, &compare, &[3]]));
        assert_eq!(distance(&observer, program.branch(0, 0)), Some(f64::from(1 + b'i' - b'a' + 1)));
    }
}

/// `switch ((int)(signed char)d[0]) { case -2: .. case 100: .. }`
#[test]
fn switches_have_the_width_of_their_value() {
    let program = Program::of_one_function(&[&[1, 2, 3], &[], &[], &[]]);
    let mut observer = Observer::new(&program, |_| Cases { bits: 32, values: &[100, 0xFFFF_FFFE] });
    let log = |value: u32| words(&[&[1], &[switch_header(), 0x1008, value, 0, 0, 0], &[4]]);
    read(&mut observer, &program, &log(0));
    let branch = program.branch(0, 0);
    assert_eq!(distance(&observer, branch), Some(3.0));
    let operands = observer.operands(branch);
    assert_eq!(operands.to_string(), "0 == -2");
    assert!(matches!(operands, Operands::Words { bytes: 4, .. }), "{operands:?}");
    assert!(!observer.glance(&log(3)).is_nearer);
    assert!(observer.glance(&log(u32::MAX)).is_nearer);
}

/// `if (a == 7 && b == 9) A(); else B();`, with one branch for both, in either direction.
#[test]
fn equalities_decide_together() {
    for yes in [0, 1] {
        let program = Program::of_one_function(&[&[1, 2], &[], &[]]);
        let mut observer = Observer::new(&program, |_| Default::default());
        let log = |a: u32, b: u32| {
            let to = if (a, b) == (7, 9) { yes } else { 1 - yes };
            let compare = |place: u32, constant: u32, word: u32| {
                [compare_header(Width::Four) | CONSTANT, place, constant, word]
            };
            words(&[&[1], &compare(0x1008, 7, a), &compare(0x1010, 9, b), &[2 + to]])
        };
        // One or the other is equal, or less, or greater: neither alone decides.
        for (a, b) in [(7, 1), (1, 9), (7, 20), (20, 9), (1, 1), (20, 20)] {
            read(&mut observer, &program, &log(a, b));
        }
        let both = program.branch(0, yes as usize);
        assert_eq!(distance(&observer, both), Some(14.0 + 12.0));
        // Distances from before were too small.
        assert!(observer.take_narrowed());
        observer.forget_distances();
        read(&mut observer, &program, &log(20, 20));
        assert_eq!(observer.operands(both).to_string(), "7 and 20");
        assert!(!observer.glance(&log(20, 20)).is_nearer);
        assert!(!observer.glance(&log(21, 20)).is_nearer);
        assert!(observer.glance(&log(20, 19)).is_nearer);
        assert!(observer.glance(&log(7, 20)).is_nearer);
        read(&mut observer, &program, &log(7, 20));
        assert_eq!(observer.operands(both).to_string(), "9 and 20");
        // Something else decides after all.
        let mut other = log(7, 9);
        other.pop();
        other.push(AtomicU32::new(3 - yes));
        assert!(!observer.take_narrowed());
        read(&mut observer, &program, &other);
        assert_eq!(distance(&observer, both), Some(1.0));
        assert!(observer.take_narrowed());
    }
}

/// `match text { b"WEBP" => .., b"WAVE" => .. }`: a switch for the first letter, and one block for
/// the others of each.
#[test]
fn letters_that_are_compared_one_by_one_are_a_text() {
    let program = Program::of_one_function(&[&[1, 2, 3], &[4], &[4], &[4], &[5], &[]]);
    let mut observer =
        Observer::new(&program, |_| Cases { bits: 8, values: &[b'R' as u64, b'W' as u64] });
    let letter = |at: u32, letter: u8, word: u8| {
        [compare_header(Width::One) | CONSTANT, 0x1040 + at, letter.into(), word.into()]
    };
    let first = |letter: u8| [switch_header(), 0x1008, letter.into(), 0, 0, 0];
    let rest = |text: [u8; 3]| {
        [letter(0, b'E', text[0]), letter(8, b'B', text[1]), letter(16, b'P', text[2])].concat()
    };
    let rest_of_all = [letter(40, b'K', 1), letter(48, b'L', 1)].concat();
    read(&mut observer, &program, &words(&[&[1], &first(b'W'), &[2], &rest(*b"xBx"), &[5]]));
    assert_eq!(observer.take_strings(), [Box::from(&b"WEBP"[..])].into());
    // What the input has not is not on its way.
    read(
        &mut observer,
        &program,
        &words(&[&[1], &first(b'W'), &[2], &rest(*b"xxx"), &[5], &rest_of_all, &[6]]),
    );
    assert_eq!(observer.take_strings(), [Box::from(&b"WKL"[..])].into());
    // Not again, and no letter that only another value leads to.
    read(&mut observer, &program, &words(&[&[1], &first(b'W'), &[2], &rest(*b"xxx"), &[5]]));
    read(
        &mut observer,
        &program,
        &words(&[&[1], &first(b'q'), &[4], &letter(24, b'Z', 1), &letter(32, b'Y', 1), &[5]]),
    );
    assert_eq!(observer.take_strings(), [Box::from(&b"ZY"[..])].into());
}
