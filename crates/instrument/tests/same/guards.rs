//! Guards of a `match` by numbers and texts: they are asked as often and in the same order, and
//! what they see is the same.

#![allow(
    unreachable_patterns,
    unreachable_code,
    non_upper_case_globals,
    reason = "guards that leave, arms that nothing comes to, and constants in small letters"
)]

use crate::both::{Noisy, compare, log};

both! {
    fn by_small_constants(x: u32) -> u32 {
        const zero: u32 = 0;
        match x {
            zero if log("guard", x) == 0 && x < 1 => 1,
            1 => 2,
            other if other > 3 => 3,
            _ => 4,
        }
    }

    fn numbers(t: (i32, i32)) -> i32 {
        let (x, y) = t;
        let first = match log("scrutinee", x) {
            0 if log("zero", y) > 3 => 1,
            n @ 1..=9 if log("digit", n) == y => 2,
            5..=20 if log("middle", y) % 2 == 0 && y != 4 => 3,
            5 | 7 => 4,
            n if log("any", n) > 50 || n == y => n,
            0 => 5,
            _ => 7,
        };
        // Asked once for each alternative that matches.
        let first = first + match y {
            1..=5 | 3..=9 if log("twice", x) == 1 => 100,
            _ => 200,
        };
        let second = match x {
            n if n < 0 => -1,
            0 => 10,
            2 | 4 | 6 if log("even", y) > 1 => 20,
            mut n => { n = n.wrapping_mul(2); n }
        };
        match y {
            i32::MIN..=0 if first > 3 => 1,
            ..=0 if first > 2 => 2,
            ..=0 => 3,
            // It matches wherever it is asked.
            n if n > 0 && first == second => 4,
            1.. if second > 9 => 5,
            1.. => second,
        }
    }

    fn others(t: (u8, bool)) -> u8 {
        let (x, is_strict) = t;
        let first = match x {
            0..=4 if is_strict => 1,
            0..=127 => 2,
            128..=255 => 3,
            n if log("never", n) > 3 => 4,
            _ => 5,
        };
        let second = match x > 3 {
            true if is_strict => 1,
            true if log("again", x) > 5 => 2,
            true => 3,
            false => 4,
        };
        first * 10 + second + match &x { 3 if is_strict => 100, n if *n > 3 => 110, _ => 120 }
    }

    fn characters(x: char) -> u32 {
        match x {
            'a'..='z' | '_' if x > 'b' => 1,
            c @ ('a' | ' ') if log("c", c) == ' ' => 2,
            'a' | 'b' => 3,
            c if c.is_whitespace() || c == '7' => 4,
            '0'..='9' => 5,
            _ => u32::from(x),
        }
    }

    fn texts(text: &str) -> usize {
        let first = match text.trim() {
            "a" if log("spaces", text.len()) > 1 => 1,
            "b" | "c" if log("letters", text.len()) > 2 => 2,
            "a" | "x" => 3,
            other if log("any", other).contains('7') => other.len(),
            "b" if text != "b" => 5,
            "ab" if text.starts_with(' ') && log("both", true) => 8,
            _ => 6,
        };
        let second = match text.trim() {
            "a" if log("spaces", text.len()) > 1 => 1,
            "b" | "c" if log("letters", text.len()) > 2 => 2,
            "a" | "x" => 3,
            other if log("any", other).contains('7') => other.len(),
            "b" if text != "b" => 5,
            _ if text.starts_with(' ') => 6,
            "c" => 7,
            other => other.len() + 10,
        };
        let third = match text.as_bytes() {
            b if b.len() > 4 => 1,
            b"ab" if log("bytes", second) == 12 => 2,
            b"" => 3,
            b"ab" => 4,
            _ => 5,
        };
        first * 10_000 + second * 100 + third
    }

    // A match within guards and arms, and in a loop.
    fn words(text: &str) -> usize {
        let mut owned = text.to_owned();
        let mut sum = 0;
        for round in 0..3 {
            let letter = owned.chars().next().unwrap_or('-');
            sum += match &owned[..] {
                "" => break,
                "a" if match letter { 'a' if round > 5 => true, 'a' => log("inner", false), _ => true } => 1,
                "a" if match owned.as_str() { "a" if round > 0 => true, "a" => false, _ => true } => 2,
                "x" if { if round == 1 { continue } else { round == 0 } } => 3,
                "b" if instrumented_words("a") > 100 => 4,
                other if other.len() > 1 => match other {
                    "ab" if round > 0 => 5,
                    "ba" => 6,
                    o if o.starts_with('a') => 7,
                    _ => { owned.pop(); 8 }
                },
                "x" => { owned.push('a'); 9 }
                "b" | "a" => 10,
                _ => 11,
            };
        }
        sum
    }

    // What one round saw is not what the next one sees.
    fn rounds(text: &str) -> u32 {
        let mut sum = 0_u32;
        for (place, letter) in text.char_indices() {
            sum = sum * 5 + match letter {
                'a'..='z' if sum % 2 == 0 => 1,
                'a'..='c' => 2,
                'd'.. => 3,
                _ => 4,
            };
            sum += match &text[place..] {
                word if sum % 4 == 1 && word.len() > 1 => 10,
                "b" | "ab" if sum % 3 == 0 => 20,
                "aab" => 30,
                "b" | "ab" => 40,
                _ => 50,
            };
        }
        sum
    }

    fn leaving(n: i32) -> Option<i32> {
        let noisy = Noisy("last");
        let first = match n {
            0 if return Some(7) => 1,
            1 | 2 if n == 1 || return None => 2,
            3 if n / (n - 3) > 0 => 3,
            4 if { let _noisy = Noisy("guard"); u32::try_from(n).ok()? > 9 } => 4,
            4 if i32::checked_sub(n, 9)? > 0 => 5,
            5 if panic!("five") => 6,
            n if n > 8 => 7,
            _ => 8,
        };
        drop(noisy);
        match n {
            6 if first > 7 => Some(first),
            6 => None,
            _ => Some(n),
        }
    }
}

/// Calls a function again while it is within a guard.
fn instrumented_words(text: &str) -> usize {
    words::instrumented(text)
}

#[test]
fn guards_are_the_same() {
    let some = [i32::MIN, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 51, 100, i32::MAX];
    let pairs = some.into_iter().flat_map(|x| some.map(|y| (x, y)));
    compare(0..6, by_small_constants::original, by_small_constants::instrumented);
    compare(pairs, numbers::original, numbers::instrumented);
    compare(
        (0..=255).flat_map(|x| [(x, true), (x, false)]),
        others::original,
        others::instrumented,
    );
    compare("abcdz _7890\u{a0}".chars(), characters::original, characters::instrumented);
    let all = [
        "", "a", " a", "b", " b", "  b", "c", "  c", " x", "x", "ab", " ab", "ba", "7", "a7",
        "abcde", "aaaa", " q", "q",
    ];
    compare(all, texts::original, texts::instrumented);
    compare(all, words::original, words::instrumented);
    let three = |n: usize| ["a", "b", "x"].map(|c| c.repeat(n));
    let long = three(1).into_iter().flat_map(|a| {
        three(2).into_iter().flat_map(move |b| three(1).map(|c| format!("{a}{b}{c}{a}b")))
    });
    for text in long {
        compare([&text[..]], rounds::original, rounds::instrumented);
    }
    compare(-1..12, leaving::original, leaving::instrumented);
}
