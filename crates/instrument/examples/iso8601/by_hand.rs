//! The same parser with hooks that were written by hand: 64 blocks, numbered function by function.

use crate::parser::{Error, Moment};
use sbst::distance::{eq, flag, ge, gt, in_range, le, lt, ne};
use sbst::execution::Caller;
use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use sbst::id::Function;

const NUMBER: Function = Function::new(0);
const SKIP: Function = Function::new(1);
const IS_LEAP: Function = Function::new(2);
const DAYS_IN: Function = Function::new(3);
const DATE: Function = Function::new(4);
const TIME: Function = Function::new(5);
const OFFSET: Function = Function::new(6);
const PARSE: Function = Function::new(7);

/// The control flow, function by function.
pub(crate) fn graph() -> Result<FlowGraph, FlowError> {
    let exits = |body: FlowBuilder, blocks: &[u32]| {
        blocks.iter().fold(body, |body, &block| body.exit(block))
    };
    let new = FlowBuilder::new;
    let mut graph = FlowGraph::new();
    graph.add(&exits(new().branch(0, 1, 2).branch(2, 3, 5).branch(3, 2, 4), &[1, 4, 5]))?;
    graph.add(&exits(new().branch(0, 1, 2), &[1, 2]))?;
    graph.add(&exits(new().branch(0, 1, 3).branch(1, 4, 2).branch(2, 4, 3), &[3, 4]))?;
    let days =
        new().arm(0, [4..=4, 6..=6, 9..=9, 11..=11], 1).case(0, 2, 2).default(0, 5).branch(2, 3, 4);
    graph.add(&exits(days, &[1, 3, 4, 5]))?;
    let date = new()
        .branch(0, 1, 27) // year?
        .branch(1, 2, 3) // is_leap
        .jump(2, 4)
        .jump(3, 4)
        .branch(4, 5, 15) // W
        .branch(5, 6, 27) // week?
        .branch(6, 7, 9) // extended
        .branch(7, 9, 8) // -
        .branch(9, 10, 27) // weekday?
        .branch(10, 14, 11) // week == 0
        .branch(11, 14, 12) // week > 53
        .branch(12, 14, 13) // weekday == 0
        .branch(13, 14, 28) // weekday > 7
        .branch(15, 16, 19) // three digits
        .branch(16, 17, 27) // day?
        .branch(17, 18, 14) // day >= 1
        .branch(18, 28, 14) // day <= last
        .branch(19, 20, 27) // month?
        .branch(20, 21, 22) // extended
        .branch(21, 22, 8) // -
        .branch(22, 23, 27) // day?
        .branch(23, 14, 24)
        .branch(24, 14, 25)
        .branch(25, 14, 26)
        .branch(26, 14, 28);
    graph.add(&exits(date, &[8, 14, 27, 28]))?;
    let time = new()
        .branch(0, 1, 18) // hour?
        .branch(1, 2, 18) // minute?
        .branch(2, 3, 4) // extended
        .branch(3, 6, 4) // :
        .branch(4, 13, 5) // extended
        .branch(5, 6, 13) // two digits
        .branch(6, 7, 18) // second?
        .branch(7, 19, 8) // > 60
        .branch(8, 10, 9) // .
        .branch(9, 10, 13) // ,
        .branch(10, 18, 11) // no digit
        .branch(11, 18, 12) // more than 3
        .branch(12, 13, 18) // digits?
        .branch(13, 19, 14)
        .branch(14, 19, 15)
        .branch(15, 16, 20)
        .branch(16, 19, 17)
        .branch(17, 19, 20);
    graph.add(&exits(time, &[18, 19, 20]))?;
    let offset = new()
        .branch(0, 1, 2) // Z
        .branch(2, 4, 3) // +
        .branch(3, 4, 5) // -
        .branch(4, 6, 16) // hours?
        .branch(6, 8, 7) // :
        .branch(7, 8, 9) // two digits
        .branch(8, 9, 16) // minutes?
        .branch(9, 14, 10)
        .branch(10, 14, 11)
        .branch(11, 12, 15)
        .branch(12, 13, 15)
        .branch(13, 14, 15);
    graph.add(&exits(offset, &[1, 5, 14, 15, 16]))?;
    let parse = new()
        .branch(0, 1, 8) // date?
        .branch(1, 3, 2) // T
        .branch(2, 3, 5)
        .branch(3, 4, 8) // time?
        .branch(4, 5, 8) // offset?
        .branch(5, 6, 7);
    graph.add(&exits(parse, &[6, 7, 8]))?;
    Ok(graph)
}

/// The text that is left.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn number(&mut self, c: Caller<'_>, digits: usize) -> Result<u32, Error> {
        let f = c.enter(NUMBER);
        if f.decide(0, lt(self.0.len(), digits)) {
            f.end(1);
            return Err(Error::Digit);
        }
        let (mut value, mut bytes) = (0, self.0[..digits].iter());
        while let Some(&byte) = f.some(2, bytes.next()) {
            if !f.decide(3, in_range(byte, b'0'..=b'9')) {
                f.end(4);
                return Err(Error::Digit);
            }
            value = 10 * value + u32::from(byte - b'0');
        }
        self.0 = &self.0[digits..];
        f.end(5);
        Ok(value)
    }

    fn skip(&mut self, c: Caller<'_>, byte: u8) -> bool {
        let f = c.enter(SKIP);
        if f.decide(0, eq(self.0.first().copied(), Some(byte))) {
            self.0 = &self.0[1..];
            f.returns(1, true)
        } else {
            f.returns(2, false)
        }
    }

    fn digits(&self) -> usize {
        self.0.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }
}

fn is_leap(c: Caller<'_>, year: i32) -> bool {
    let f = c.enter(IS_LEAP);
    if f.decide(0, eq(year % 4, 0))
        && (f.decide(1, ne(year % 100, 0)) || f.decide(2, eq(year % 400, 0)))
    {
        return f.returns(4, true);
    }
    f.returns(3, false)
}

fn days_in(c: Caller<'_>, year: i32, month: u32) -> u32 {
    let f = c.enter(DAYS_IN);
    match f.switch(0, month) {
        4 | 6 | 9 | 11 => f.returns(1, 30),
        2 if f.decide(2, flag(is_leap(f.caller(), year))) => f.returns(3, 29),
        2 => f.returns(4, 28),
        _ => f.returns(5, 31),
    }
}

fn date(c: Caller<'_>, input: &mut Input<'_>) -> Result<(i32, u32), Error> {
    let f = c.enter(DATE);
    // The result of a call that may fail, which decides its block.
    macro_rules! tried {
        ($block:literal, $call:expr) => {{
            let result = $call;
            if !f.decide($block, flag(result.is_ok())) {
                f.end(27);
            }
            result?
        }};
    }
    macro_rules! fail {
        ($block:literal, $error:expr) => {{
            f.end($block);
            return Err($error);
        }};
    }
    let negative = input.skip(f.caller(), b'-');
    let year = tried!(0, input.number(f.caller(), 4)) as i32;
    let year = if negative { -year } else { year };
    let extended = input.skip(f.caller(), b'-');
    let last = if f.decide(1, flag(is_leap(f.caller(), year))) {
        f.end(2);
        366
    } else {
        f.end(3);
        365
    };
    if f.decide(4, flag(input.skip(f.caller(), b'W'))) {
        let week = tried!(5, input.number(f.caller(), 2));
        if f.decide(6, flag(extended)) && !f.decide(7, flag(input.skip(f.caller(), b'-'))) {
            fail!(8, Error::Separator);
        }
        let weekday = tried!(9, input.number(f.caller(), 1));
        if f.decide(10, eq(week, 0))
            || f.decide(11, gt(week, 53))
            || f.decide(12, eq(weekday, 0))
            || f.decide(13, gt(weekday, 7))
        {
            fail!(14, Error::Range);
        }
        f.end(28);
        return Ok((year, 7 * (week - 1) + weekday));
    }
    if f.decide(15, eq(input.digits(), 3)) {
        let day = tried!(16, input.number(f.caller(), 3));
        if f.decide(17, ge(day, 1)) && f.decide(18, le(day, last)) {
            f.end(28);
            return Ok((year, day));
        }
        fail!(14, Error::Range);
    }
    let month = tried!(19, input.number(f.caller(), 2));
    if f.decide(20, flag(extended)) && !f.decide(21, flag(input.skip(f.caller(), b'-'))) {
        fail!(8, Error::Separator);
    }
    let day = tried!(22, input.number(f.caller(), 2));
    if f.decide(23, lt(month, 1))
        || f.decide(24, gt(month, 12))
        || f.decide(25, lt(day, 1))
        || f.decide(26, gt(day, days_in(f.caller(), year, month)))
    {
        fail!(14, Error::Range);
    }
    let before = (1..month).map(|month| days_in(f.caller(), year, month)).sum::<u32>();
    f.end(28);
    Ok((year, before + day))
}

fn time(c: Caller<'_>, input: &mut Input<'_>) -> Result<u32, Error> {
    let f = c.enter(TIME);
    macro_rules! tried {
        ($block:literal, $call:expr) => {{
            let result = $call;
            if !f.decide($block, flag(result.is_ok())) {
                f.end(18);
            }
            result?
        }};
    }
    macro_rules! fail {
        ($block:literal, $error:expr) => {{
            f.end($block);
            return Err($error);
        }};
    }
    let hour = tried!(0, input.number(f.caller(), 2));
    let extended = input.skip(f.caller(), b':');
    let minute = tried!(1, input.number(f.caller(), 2));
    let mut milliseconds = 0;
    if (f.decide(2, flag(extended)) && f.decide(3, flag(input.skip(f.caller(), b':'))))
        || (!f.decide(4, flag(extended)) && f.decide(5, ge(input.digits(), 2)))
    {
        let second = tried!(6, input.number(f.caller(), 2));
        if f.decide(7, gt(second, 60)) {
            fail!(19, Error::Range);
        }
        milliseconds = 1000 * second;
        if f.decide(8, flag(input.skip(f.caller(), b'.')))
            || f.decide(9, flag(input.skip(f.caller(), b',')))
        {
            let digits = input.digits();
            if f.decide(10, eq(digits, 0)) || f.decide(11, gt(digits, 3)) {
                fail!(18, Error::Digit);
            }
            milliseconds +=
                tried!(12, input.number(f.caller(), digits)) * 10_u32.pow(3 - digits as u32);
        }
    }
    if f.decide(13, gt(hour, 24))
        || f.decide(14, gt(minute, 59))
        || (f.decide(15, eq(hour, 24))
            && (f.decide(16, gt(minute, 0)) || f.decide(17, gt(milliseconds, 0))))
    {
        fail!(19, Error::Range);
    }
    f.end(20);
    Ok(3_600_000 * hour + 60_000 * minute + milliseconds)
}

fn offset(c: Caller<'_>, input: &mut Input<'_>) -> Result<Option<i32>, Error> {
    let f = c.enter(OFFSET);
    macro_rules! tried {
        ($block:literal, $call:expr) => {{
            let result = $call;
            if !f.decide($block, flag(result.is_ok())) {
                f.end(16);
            }
            result?
        }};
    }
    if f.decide(0, flag(input.skip(f.caller(), b'Z'))) {
        f.end(1);
        return Ok(Some(0));
    }
    let first = input.0.first().copied();
    let sign = if f.decide(2, eq(first, Some(b'+'))) {
        1
    } else if f.decide(3, eq(first, Some(b'-'))) {
        -1
    } else {
        f.end(5);
        return Ok(None);
    };
    input.0 = &input.0[1..];
    let hours = tried!(4, input.number(f.caller(), 2)) as i32;
    let minutes =
        if f.decide(6, flag(input.skip(f.caller(), b':'))) || f.decide(7, ge(input.digits(), 2)) {
            tried!(8, input.number(f.caller(), 2)) as i32
        } else {
            0
        };
    if f.decide(9, gt(hours, 14))
        || f.decide(10, gt(minutes, 59))
        || (f.decide(11, lt(sign, 0)) && f.decide(12, eq(hours, 0)) && f.decide(13, eq(minutes, 0)))
    {
        f.end(14);
        return Err(Error::Range);
    }
    f.end(15);
    Ok(Some(sign * (60 * hours + minutes)))
}

/// Parses a text.
pub(crate) fn parse(c: Caller<'_>, text: &str) -> Result<Moment, Error> {
    let f = c.enter(PARSE);
    macro_rules! tried {
        ($block:literal, $call:expr) => {{
            let result = $call;
            if !f.decide($block, flag(result.is_ok())) {
                f.end(8);
            }
            result?
        }};
    }
    let mut input = Input(text.as_bytes());
    let (year, day) = tried!(0, date(f.caller(), &mut input));
    let mut moment = Moment { year, day, time: None, offset: None };
    if f.decide(1, flag(input.skip(f.caller(), b'T')))
        || f.decide(2, flag(input.skip(f.caller(), b' ')))
    {
        moment.time = Some(tried!(3, time(f.caller(), &mut input)));
        moment.offset = tried!(4, offset(f.caller(), &mut input));
    }
    if f.decide(5, eq(input.0.len(), 0)) {
        f.end(6);
        Ok(moment)
    } else {
        f.end(7);
        Err(Error::Rest)
    }
}
