//! `if`, `else if`, `&&`, `||`, `!`, `if let`, chains of patterns, `let else`.

use crate::both::{compare, log};

both! {
    fn ladder(x: i32) -> &'static str {
        if x < 0 {
            "negative"
        } else if x == 0 {
            "zero"
        } else if x > 100 && x % 2 == 0 {
            "large and even"
        } else {
            "else"
        }
    }

    fn lazy(t: (bool, bool, bool)) -> (bool, bool) {
        let (a, b, c) = t;
        let value = log("a", a) && log("b", b) || !log("c", c);
        if !(log("d", a) || log("e", b)) && log("f", c) {
            return (value, true);
        }
        (value, false)
    }

    fn nested(t: (i32, i32)) -> i32 {
        let (x, y) = t;
        let larger = if if x > y { x > 3 } else { y > 3 } { if x > y { x } else { y } } else { 0 };
        larger + if x == y { 1 } else { 2 }
    }

    fn patterns(t: (Option<i32>, Result<u8, String>)) -> i32 {
        let (option, result) = t;
        let mut sum = 0;
        if let Some(x) = option {
            sum += x;
        }
        if let Ok(y) = &result {
            sum += i32::from(*y);
        } else if let Some(1..=5) = option {
            sum += 1000;
        } else {
            sum -= 1;
        }
        let Some(x @ 0..) = option else {
            log("else", sum);
            return sum;
        };
        let Ok(y) = result else { panic!("no number after {x}") };
        sum * i32::from(y)
    }

    fn chains(t: (Option<i32>, i32)) -> i32 {
        let (option, y) = t;
        if y > 0 && let Some(x) = option && x > y && let Some(z) = x.checked_sub(10) && z != 5 {
            z
        } else if let Some(x) = option && (x == 0 || y == 0) {
            -1
        } else {
            -2
        }
    }

    fn empty(x: i32) -> i32 {
        if x > 1 {}
        if x > 2 {} else {}
        let unit = if x > 3 { log("above", x); };
        let () = unit;
        x
    }

    fn early(x: i32) -> Result<i32, String> {
        if x == 0 {
            return Err("zero".into());
        }
        let y = u8::try_from(x).map_err(|error| error.to_string())?;
        let z = Some(y).filter(|y| *y > 10 || *y == 3).ok_or_else(|| if y > 5 { "six to ten".to_owned() } else { "small".to_owned() })?;
        Ok(i32::from(z))
    }

    fn option(x: i32) -> Option<i32> {
        let y = x.checked_add(i32::MAX - 5)?;
        (y % 2 == 0).then_some(y)
    }
}

const NUMBERS: [i32; 14] = [i32::MIN, -7, -1, 0, 1, 2, 3, 4, 7, 11, 100, 101, 102, i32::MAX];

#[test]
fn conditions_are_the_same() {
    compare(NUMBERS, ladder::original, ladder::instrumented);
    let bools = (0..8).map(|bits| (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0));
    compare(bools, lazy::original, lazy::instrumented);
    let pairs = NUMBERS.into_iter().flat_map(|x| NUMBERS.map(|y| (x, y)));
    compare(pairs, nested::original, nested::instrumented);
    compare(NUMBERS, empty::original, empty::instrumented);
}

#[test]
fn patterns_are_the_same() {
    let options = || [None, Some(-4), Some(0), Some(3), Some(15), Some(40)];
    let results = [Ok(0), Ok(9), Err("text".to_owned())];
    let pairs =
        options().into_iter().flat_map(|option| results.clone().map(|result| (option, result)));
    compare(pairs, patterns::original, patterns::instrumented);
    let pairs = options().into_iter().flat_map(|option| NUMBERS.map(|y| (option, y)));
    compare(pairs, chains::original, chains::instrumented);
}

#[test]
fn errors_leave_the_same() {
    compare(NUMBERS, early::original, early::instrumented);
    compare([-5, 0, 5, 6, 7], option::original, option::instrumented);
}
