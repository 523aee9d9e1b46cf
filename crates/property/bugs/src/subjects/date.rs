//! Dates and the days since a year: one of the two directions forgets that a century has no leap
//! day.

use crate::Subject;
use arbitrary::{Result, Unstructured};

#[derive(Debug)]
pub struct Date;

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn is_leap(year: u32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg_attr(not(fuzzing), sbst::instrument)]
fn days_in(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Parses a date such as 2024-02-29. `None` if there is no such day.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn parse(text: &str) -> Option<(u32, u32, u32)> {
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return None;
    }
    Some((year, month, day))
}

/// Returns the place of a day in its year, from 1.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn day_of_year(year: u32, month: u32, day: u32) -> u32 {
    const BEFORE: [u32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let before = BEFORE[month as usize - 1];
    // The bug: it should ask `is_leap`.
    if month > 2 && year % 4 == 0 { before + day + 1 } else { before + day }
}

/// Returns month and day of a place in a year.
#[cfg_attr(not(fuzzing), sbst::instrument)]
fn nth_day(year: u32, mut number: u32) -> (u32, u32) {
    let mut month = 1;
    while month < 12 && number > days_in(year, month) {
        number -= days_in(year, month);
        month += 1;
    }
    (month, number)
}

impl Subject for Date {
    const NAME: &'static str = "date";
    const FILE: &'static str = file!();
    type Input = String;

    #[cfg(not(fuzzing))]
    fn strategy() -> impl proptest::strategy::Strategy<Value = Self::Input> {
        "[0-9]{4}-[0-9]{2}-[0-9]{2}"
    }

    #[cfg(not(fuzzing))]
    fn draw(tc: &hegel::TestCase) -> Self::Input {
        use hegel::generators as gs;
        tc.draw(gs::from_regex("[0-9]{4}-[0-9]{2}-[0-9]{2}"))
    }

    fn decode(bytes: &mut Unstructured<'_>) -> Result<Self::Input> {
        let number = |bytes: &mut Unstructured<'_>, most: u32| bytes.int_in_range(0..=most);
        let (year, month, day) = (number(bytes, 9999)?, number(bytes, 99)?, number(bytes, 99)?);
        Ok(format!("{year:04}-{month:02}-{day:02}"))
    }

    #[cfg_attr(not(fuzzing), sbst::instrument)]
    fn check(text: &Self::Input) {
        let Some((year, month, day)) = parse(text) else { return };
        assert_eq!(nth_day(year, day_of_year(year, month, day)), (month, day));
    }
}
