//! `while`, `while let`, `loop`, `for`, labels, values of `break`.

use crate::both::{Noisy, compare, log};

both! {
    fn collatz(x: u32) -> u32 {
        let (mut x, mut steps) = (x, 0);
        while x > 1 && steps < 200 {
            x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
            steps += 1;
        }
        steps
    }

    fn digits(text: &str) -> Option<u32> {
        let mut characters = text.chars().peekable();
        let mut sum = 0;
        while let Some(&character) = characters.peek() {
            if character == ' ' {
                characters.next();
                continue;
            }
            let Some(digit) = character.to_digit(10) else { break };
            sum += digit;
            characters.next();
        }
        for rest in characters {
            match rest {
                '!' => return None,
                _ if rest.is_alphabetic() => continue,
                _ => sum += 1,
            }
        }
        Some(sum)
    }

    fn labels(n: i32) -> (i32, i32) {
        let mut found = (0, 0);
        'rows: for row in 0..n {
            for column in 0..n {
                if row * column == 12 {
                    found = (row, column);
                    break 'rows;
                }
                if column > row {
                    continue 'rows;
                }
            }
        }
        let value = loop {
            found.0 += 1;
            if found.0 > 5 {
                break found.0 * 2;
            }
        };
        let block = 'block: {
            if value > 12 {
                break 'block 1;
            }
            if value == 12 {
                break 'block if n > 3 { 2 } else { 3 };
            }
            4
        };
        (value, block)
    }

    fn drops(n: u32) -> u32 {
        let _outer = Noisy("outer");
        for _ in 0..n {
            let _inner = Noisy("inner");
            if n == 2 {
                continue;
            }
            let _temporary = (Noisy("first"), Noisy("second"));
            if n == 3 {
                return log("return", n);
            }
        }
        match Noisy("scrutinee") {
            Noisy(name) if n > 4 => log(name, n),
            _ => 0,
        }
    }

    fn never(x: u32) -> u32 {
        loop {
            if x > 3 {
                return x;
            }
            while x < 2 {
                return 1;
            }
            for y in 0.. {
                if y > x {
                    return y;
                }
            }
        }
    }

    fn by_conditions(n: u32) -> u32 {
        let (mut rounds, mut c) = (0, 0);
        'b: loop {
            rounds += 1;
            'a: while { c += 1; if c > n { break 'a } c % 3 != 2 } {
                if log("round", c) == 4 { continue 'a; }
                rounds += 10;
            }
            if rounds > 40 || c > n { break 'b; }
        }
        rounds
    }

    fn of_own(n: u32) -> u32 {
        let mut sum = 0;
        for x in Hinted(n) { sum += x; }
        for (x, _) in Hinted(n).zip(0..2).filter(|pair| pair.0 != 1) { sum += 10 * x; }
        for x in &mut Hinted(n) { if x == 2 { break; } sum += 100; }
        sum
    }
}

/// An iterator that says how many elements are left, and that it was asked.
struct Hinted(u32);

impl Iterator for Hinted {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        log("asked", self.0);
        if self.0 == 3 { panic!("no hint") } else { (self.0 as usize, None) }
    }
}

#[test]
fn loops_are_the_same() {
    compare(0..30, by_conditions::original, by_conditions::instrumented);
    compare(0..7, of_own::original, of_own::instrumented);
    compare(0..60, collatz::original, collatz::instrumented);
    let texts = ["", "1 2 3", "12x", "7 8!", "9 a-b", "  ", "a!"];
    compare(texts, digits::original, digits::instrumented);
    compare(-1..9, labels::original, labels::instrumented);
    compare(0..7, drops::original, drops::instrumented);
    compare(0..7, never::original, never::instrumented);
}
