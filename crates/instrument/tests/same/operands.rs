//! Operands: evaluated once, in their order, whatever their types are.

use crate::both::{compare, log};
use std::collections::BTreeMap;

/// A cursor whose methods change it.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl Cursor<'_> {
    fn next(&mut self) -> usize {
        self.place += 1;
        self.place
    }
    // Names of methods that are asked on known types, with other receivers.
    fn starts_with(&mut self, byte: u8) -> bool {
        self.bytes.get(self.next() - 1) == Some(&byte)
    }
    fn is_empty(self) -> bool {
        self.place >= self.bytes.len()
    }
}

/// A type with an order, and without a distance.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Weight(u8);

both! {
    fn held(start: usize) -> (usize, bool) {
        let mut cursor = Cursor { bytes: b"abc", place: start };
        // The left operand is read before the right one changes it.
        if cursor.place < cursor.next() && cursor.next() == cursor.place {
            cursor.place += 10;
        }
        let mut x = start;
        if x != { x += 1; x } && x >= { x -= 1; x } { x = 100; }
        (cursor.place + x, cursor.starts_with(b'b') || cursor.is_empty())
    }

    fn once(x: i32) -> i32 {
        let mut count = 0;
        let mut next = |y: i32| { count += 1; log("next", y) };
        if next(x) < next(10) || next(x) == next(12) {
            next(1);
        }
        if !(next(x) >= next(20)) && next(3) <= next(x) { next(2); }
        count
    }

    fn mixed(text: &str) -> u32 {
        let (owned, boxed) = (text.to_string(), text.to_string().into_boxed_str());
        let mut sum = 0;
        if owned == "abc" { sum += 1; }
        if text == owned { sum += 2; }
        if *boxed == *text && owned.as_str() != "x" { sum += 4; }
        if owned > String::from("b") { sum += 8; }
        if text.as_bytes() == b"abc" { sum += 16; }
        if text.chars().collect::<Vec<_>>() == ['a', 'b'] { sum += 32; }
        if vec![text.len()] == [3] { sum += 64; }
        if text.is_empty() || text.trim().is_empty() { sum += 128; }
        if text.starts_with("ab") && !owned.ends_with('c') { sum += 256; }
        if text.contains(char::is_numeric) || text.contains("bc") || text.contains(['x', 'y']) { sum += 512; }
        if owned.trim_start().starts_with(|c: char| c == 'b') { sum += 1024; }
        if text.eq_ignore_ascii_case("ABC") { sum += 2048; }
        if text.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-') { sum += 4096; }
        sum
    }

    fn foreign(t: (u8, f64)) -> u8 {
        let (x, y) = t;
        let weight = Weight(x);
        let map = BTreeMap::from([(1_u8, "one"), (3, "three")]);
        let mut sum = 0;
        if weight > Weight(3) && weight != Weight(9) { sum += 1; }
        if map.contains_key(&x) { sum += 2; }
        if map.get(&x) == Some(&"one") { sum += 4; }
        if y < 1.5 || y.is_nan() { sum += 8; }
        if (2..5).contains(&x) && !(0..=1).contains(&x) { sum += 16; }
        if [1, 3, 5].contains(&x) { sum += 32; }
        if std::mem::discriminant(&map.get(&x)) == std::mem::discriminant(&None) { sum += 64; }
        sum
    }

    fn generic[T: PartialOrd + Clone](t: (T, T)) -> (u8, T) {
        let (a, b) = t;
        if a < b { (1, b) } else if a == b { (2, a.clone()) } else { (3, a) }
    }

    fn lists(n: u64) -> bool {
        let numbers: Vec<_> = (0..n).collect();
        let mut largest = None;
        for number in &numbers {
            if largest.is_none_or(|largest| number > largest) { largest = Some(number); }
        }
        let mut sum: u64 = Default::default();
        for number in numbers { sum += number; if sum > 10 { break; } }
        sum > 5 && sum as u128 != 0xffff_ffff_ffff_ffff_ffff
    }

    fn wide(t: (u128, i64)) -> u8 {
        let (x, y) = t;
        match x {
            0 => 1,
            5..=9 => if y < i64::MIN + 3 { 2 } else { 3 },
            0xffff_ffff_ffff_ffff_ffff => 4,
            _ if x == u128::MAX => 5,
            _ => 6,
        }
    }
}

#[test]
fn operands_are_the_same() {
    compare(0..5, held::original, held::instrumented);
    compare([-3, 0, 3, 9, 10, 12, 15, 20, 30], once::original, once::instrumented);
    compare(
        ["", " ", "abc", "ab", "x", "b1", "ABC", "a-b", "bc"],
        mixed::original,
        mixed::instrumented,
    );
    compare(
        (0..11).flat_map(|x| [0.0, 1.5, f64::NAN].map(|y| (x, y))),
        |t| foreign::original(t),
        |t| foreign::instrumented(t),
    );
    compare([(1, 2), (2, 2), (3, 2)], generic::original, generic::instrumented);
    compare([("a", "b"), ("b", "b")], generic::original, generic::instrumented);
    compare(0..9, lists::original, lists::instrumented);
    compare(
        [0, 3, 7, u128::MAX, 0xffff_ffff_ffff_ffff_ffff].map(|x| (x, i64::MIN)),
        wide::original,
        wide::instrumented,
    );
}
