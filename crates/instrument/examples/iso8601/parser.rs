//! A parser of dates and times as in ISO 8601: `2024-02-29T12:30:59.5+01:00`, `20240229`,
//! `2024-060`, `2024-W05-3`.

/// A date, and perhaps a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) year: i32,
    /// Day of the year, from 1.
    pub(crate) day: u32,
    /// Seconds since midnight, in thousandths.
    pub(crate) time: Option<u32>,
    /// Minutes east of Greenwich.
    pub(crate) offset: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Error {
    Digit,
    Separator,
    Range,
    Rest,
}

/// The text that is left.
struct Input<'a>(&'a [u8]);

#[sbst::instrument]
impl Input<'_> {
    fn number(&mut self, digits: usize) -> Result<u32, Error> {
        if self.0.len() < digits {
            return Err(Error::Digit);
        }
        let mut value = 0;
        for &byte in &self.0[..digits] {
            if !byte.is_ascii_digit() {
                return Err(Error::Digit);
            }
            value = 10 * value + u32::from(byte - b'0');
        }
        self.0 = &self.0[digits..];
        Ok(value)
    }

    fn skip(&mut self, byte: u8) -> bool {
        if self.0.first() == Some(&byte) {
            self.0 = &self.0[1..];
            true
        } else {
            false
        }
    }

    fn digits(&self) -> usize {
        self.0.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }
}

#[sbst::instrument]
pub(crate) fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[sbst::instrument]
fn days_in(year: i32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

#[sbst::instrument]
fn date(input: &mut Input<'_>) -> Result<(i32, u32), Error> {
    let negative = input.skip(b'-');
    let year = input.number(4)? as i32;
    let year = if negative { -year } else { year };
    let extended = input.skip(b'-');
    let last = if is_leap(year) { 366 } else { 365 };
    if input.skip(b'W') {
        let week = input.number(2)?;
        if extended && !input.skip(b'-') {
            return Err(Error::Separator);
        }
        let weekday = input.number(1)?;
        if week == 0 || week > 53 || weekday == 0 || weekday > 7 {
            return Err(Error::Range);
        }
        return Ok((year, 7 * (week - 1) + weekday));
    }
    if input.digits() == 3 {
        let day = input.number(3)?;
        return if day >= 1 && day <= last { Ok((year, day)) } else { Err(Error::Range) };
    }
    let month = input.number(2)?;
    if extended && !input.skip(b'-') {
        return Err(Error::Separator);
    }
    let day = input.number(2)?;
    if month < 1 || month > 12 || day < 1 || day > days_in(year, month) {
        return Err(Error::Range);
    }
    Ok((year, (1..month).map(|month| days_in(year, month)).sum::<u32>() + day))
}

#[sbst::instrument]
fn time(input: &mut Input<'_>) -> Result<u32, Error> {
    let hour = input.number(2)?;
    let extended = input.skip(b':');
    let minute = input.number(2)?;
    let mut milliseconds = 0;
    if (extended && input.skip(b':')) || (!extended && input.digits() >= 2) {
        let second = input.number(2)?;
        if second > 60 {
            return Err(Error::Range);
        }
        milliseconds = 1000 * second;
        if input.skip(b'.') || input.skip(b',') {
            let digits = input.digits();
            if digits == 0 || digits > 3 {
                return Err(Error::Digit);
            }
            milliseconds += input.number(digits)? * 10_u32.pow(3 - digits as u32);
        }
    }
    if hour > 24 || minute > 59 || (hour == 24 && (minute > 0 || milliseconds > 0)) {
        return Err(Error::Range);
    }
    Ok(3_600_000 * hour + 60_000 * minute + milliseconds)
}

#[sbst::instrument]
fn offset(input: &mut Input<'_>) -> Result<Option<i32>, Error> {
    if input.skip(b'Z') {
        return Ok(Some(0));
    }
    let sign = match input.0.first() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return Ok(None),
    };
    input.0 = &input.0[1..];
    let hours = input.number(2)? as i32;
    let minutes = if input.skip(b':') || input.digits() >= 2 { input.number(2)? as i32 } else { 0 };
    if hours > 14 || minutes > 59 || (sign < 0 && hours == 0 && minutes == 0) {
        return Err(Error::Range);
    }
    Ok(Some(sign * (60 * hours + minutes)))
}

/// Parses a text.
#[sbst::instrument]
pub(crate) fn parse(text: &str) -> Result<Moment, Error> {
    let mut input = Input(text.as_bytes());
    let (year, day) = date(&mut input)?;
    let mut moment = Moment { year, day, time: None, offset: None };
    if input.skip(b'T') || input.skip(b' ') {
        moment.time = Some(time(&mut input)?);
        moment.offset = offset(&mut input)?;
    }
    if input.0.is_empty() { Ok(moment) } else { Err(Error::Rest) }
}
