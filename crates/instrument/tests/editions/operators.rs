//! Operators, conversions and iterators that say their line.

use crate::both::log;
use crate::cases::tracked_number;
use std::cmp::Ordering;
use std::convert::{From, Into};
use std::ops::{Add, Deref, Index, Neg, Not};
use std::panic::Location;

/// A number whose operators note the line that they stand on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told(i32);

/// An error that notes the line of its conversion.
#[derive(Debug)]
pub(crate) struct Converted(i32);

#[track_caller]
fn line<T: std::fmt::Debug>(operator: &str, value: T) -> T {
    log(operator, Location::caller().line());
    value
}

impl PartialEq for Told {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        line("eq", self.0 == other.0)
    }
}
impl PartialOrd for Told {
    #[track_caller]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        line("partial_cmp", self.0.partial_cmp(&other.0))
    }
    #[track_caller]
    fn lt(&self, other: &Self) -> bool {
        line("lt", self.0 < other.0)
    }
}
impl Add for Told {
    type Output = Self;
    #[track_caller]
    fn add(self, other: Self) -> Self {
        line("add", Told(self.0 + other.0))
    }
}
impl Neg for Told {
    type Output = Self;
    #[track_caller]
    fn neg(self) -> Self {
        line("neg", Told(-self.0))
    }
}
impl Not for Told {
    type Output = bool;
    #[track_caller]
    fn not(self) -> bool {
        line("not", self.0 == 0)
    }
}
impl Index<Told> for [i32] {
    type Output = i32;
    #[track_caller]
    fn index(&self, at: Told) -> &i32 {
        &self[line("index", at).0 as usize]
    }
}
impl Deref for Told {
    type Target = i32;
    #[track_caller]
    fn deref(&self) -> &i32 {
        line("deref", &self.0)
    }
}
impl IntoIterator for Told {
    type Item = i32;
    type IntoIter = std::ops::Range<i32>;
    #[track_caller]
    fn into_iter(self) -> std::ops::Range<i32> {
        line("into_iter", 0..self.0)
    }
}
impl From<i32> for Converted {
    #[track_caller]
    fn from(x: i32) -> Self {
        line("from", Converted(x))
    }
}

both! {
    fn comparisons(x: i32) -> i32 {
        let t = Told(x);
        if t == Told(1) { return 1; }
        if t
            != Told(2)
            && t < Told(3) { return 2; }

        let larger = t > Told(4)
            || t >= -Told(5);
        assert!(t != Told(4));
        match t { y if y == Told(5) => 3, Told(6) => 4, _ if !t => 5, _ => i32::from(larger) }
    }

    fn computed(x: i32) -> i32 {
        let t = Told(x);
        let sum = t
            + Told(1);
        if sum + t < Told(5) {

            return [1, 2, 3, 4, 5, 6, 7, 8][..][t + t];
        }
        if [5, 6][..][t + Told(-2)] > 5 { return 7; }
        if !t { 1 } else { 2 }
    }

    fn converted(x: i32) -> Result<i32, Converted> {
        let ok = |x: i32| if x > 2 { Err(x) } else { Ok(x) };
        let y = ok(x)?;
        if ok(x + 1)? > 1 {

            return Ok(ok(x + 2)?);
        }
        let z = match ok(y + 2)? { 1 => 5, z => z };
        Err(z)?
    }

    fn iterated(x: i32) -> i32 {
        let mut sum = 0;
        for y in Told(x) {
            for z in Told(y) { if z == 2 { break; } sum += *Told(z); }

            if *Told(y) > 3 && *Told(sum) != 7 { return sum; }
        }
        while *Told(sum) > tracked_number(2) { sum -= 1; }
        match *Told(sum) { 0 => 9, y => y }
    }

    fn asserted(x: i32) -> i32 {
        let t = Told(x);
        assert_eq!(t, t);
        assert_ne!(t,
            Told(1));
        if x == 2 { assert_eq!(Told(2) + Told(1), t) }

        assert!(!(t + Told(-4)) || t
            == Told(5) || t < Told(4), "four {}", (-t).0);
        debug_assert_eq!([0, 1, 2, 3][..][t], x);
        x
    }
}

#[test]
fn od42_lines_of_operators() {
    compared!(x in -2..8;
        [comparisons(x)] [computed(x)] [converted(x)] [iterated(x)] [asserted(x)]);
}
