//! Macros that are not known: they may return, break and continue, in their arguments or in their
//! definitions.

use crate::both::{Noisy, compare, log};

macro_rules! bail {
    ($x:expr) => {
        return Err($x)
    };
}

macro_rules! run {
    ($step:stmt) => {
        $step
    };
}

/// Binds a closure to a name that it is given.
macro_rules! bind {
    ($name:ident, $text:expr) => {
        let noisy = Noisy($text);
        let $name = move |x: i32| {
            let noisy = &noisy;
            log(noisy.0, x) > 3
        };
    };
}

both! {
    fn binds(x: i32) -> i32 {
        bind!(large, "large");
        let _last = Noisy("last");
        if large(x) { return log("yes", x); }
        log("no", x)
    }

    fn returns(x: i32) -> Result<i32, i32> {
        if x > 3 { bail!(x); }
        for y in 0..x {
            if y == 2 { run!(return Ok(y)); }
            log("after", y);
        }
        Ok(x)
    }

    fn jumps(n: i32) -> i32 {
        let mut sum = 0;
        'outer: for x in 0..n {
            for y in 0..n {
                if y > x { run!(break); }
                if y == 3 { run!(continue); }
                if x * y == 8 { run!(break 'outer); }
                if x == 5 { run!(continue 'outer); }
                sum += y;
            }
            if x % 2 == 0 { run!({ sum += 1; continue }); }
            sum += 100;
        }
        sum
    }

    fn definitions(n: i32) -> i32 {
        macro_rules! step {
            ($x:expr) => {
                if $x == 2 { continue }
                if $x == 5 { break }
            };
        }
        let (mut sum, mut x) = (0, 0);
        while x < n {
            x += 1;
            step!(x);
            sum += x;
            if sum > 50 { step!(5); }
        }
        loop {
            x += 1;
            step!(x % 6);
            if x > 40 { return -1 }
        }
        sum + x
    }

    fn labels_in_definitions(n: i32) -> i32 {
        let (mut sum, mut x) = (0, 0);
        'outer: loop {
            macro_rules! skip {
                ($y:expr) => {
                    if $y == 3 { continue 'outer }
                    if $y == 9 { break 'outer }
                };
            }
            x += 1;
            if x > 3 * n { break }
            for y in 0..n {
                if y == x { skip!(y); }
                sum += y;
                if y > 4 { skip!(x + y); }
            }
            sum += 100;
            'inner: loop {
                x += 1;
                if x % 4 == 0 { break 'inner }
                skip!(x % 5 + 3);
                sum += x;
            }
            sum += 1000;
        }
        sum
    }
}

both! {
    /// What may not be there is drawn as any code: it leaves the function, or does not.
    fn configured(x: i32) -> Option<i32> {
        struct Pair { a: i32, #[cfg(any())] b: i32 }
        let pair = Pair { #[cfg(any())] b: if x > 3 { 1 } else { 2 }, a: if x > 2 { x } else { 0 } };
        let array = [1, #[cfg(any())] { if x > 3 { 1 } else { 2 } }, #[cfg(all())] Some(x).filter(|x| *x < 9)?, x];
        let many = vec![x, pair.a];
        Some(array[1] + many[1])
    }
}

#[test]
fn code_that_is_configured_away_is_the_same() {
    compare(0..7, binds::original, binds::instrumented);
    compare(0..12, configured::original, configured::instrumented);
}

#[test]
fn macros_are_the_same() {
    compare(-1..6, returns::original, returns::instrumented);
    compare(0..9, jumps::original, jumps::instrumented);
    compare(0..14, definitions::original, definitions::instrumented);
    compare(0..14, labels_in_definitions::original, labels_in_definitions::instrumented);
}

/// Declares two copies of a function that a macro makes of expressions.
macro_rules! of_expressions {
    ($name:ident, $a:ident, $b:ident, $sum:expr, $cast:expr, $not:expr, $range:expr, $text:expr) => {
        mod $name {
            use crate::both::compare;

            of_expressions!(@copy [], original, $a, $b, $sum, $cast, $not, $range, $text);
            of_expressions!(
                @copy [#[sbst::instrument]], instrumented, $a, $b, $sum, $cast, $not, $range, $text
            );

            #[test]
            fn expressions_in_macros_stay_whole() {
                let pairs = (-4..5).flat_map(|a| (-4..5).map(move |b| (a, b)));
                compare(pairs, original, instrumented);
            }
        }
    };
    (@copy [$($attribute:tt)*], $name:ident, $a:ident, $b:ident, $sum:expr, $cast:expr, $not:expr,
     $range:expr, $text:expr) => {
        $($attribute)*
        fn $name(($a, $b): (i32, i32)) -> (Vec<i32>, bool, String) {
            let mut seen = vec![$sum * 2, 3 - $sum, -$sum, $cast << 1];
            if $sum * 2 > $b { seen.push(1); }
            if 7 & $sum == $cast { seen.push(2); }
            let is = !$not && $sum > 0 || $range.contains(&$sum);
            match 3 * $sum {
                0..=9 => seen.push(3),
                -9..=-1 if $text.len() > 2 => seen.push(4),
                _ => seen.push($sum.pow(2)),
            }
            assert!($sum * 2 != -6, "{} {}", $sum * 3, $cast as u8);
            assert!(5 - $sum < 12);
            (seen, is, format!("{:?} {}", $text.first(), $sum - $cast))
        }
    };
}
of_expressions!(sums, a, b, a + b, a as i32, a == b, 1..3, &[a, b, 3]);
of_expressions!(others, x, y, x - y, x & 3, x < y || y > 2, -1..=x, &&[y]);
