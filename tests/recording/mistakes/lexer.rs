//! What the parser reads its words with, instrumented by hand.

use super::hooks::Caller;
use super::parser::{
    ASKED, Error, FIFTH, FIRST, FOURTH, GOES_ON, IS_DIGIT, IS_LEAP, IS_LETTER, IS_SPACE, SECOND,
    Source, THIRD,
};
use sbst::distance::{eq, flag, ge, gt, le, lt, ne, text};
use sbst::id::Function;

pub(crate) const NUMBER: Function = Function::new(6);
pub(crate) const DIGITS: Function = Function::new(7);
pub(crate) const DIGIT: Function = Function::new(8);
pub(crate) const SPACE: Function = Function::new(9);
pub(crate) const NEXT: Function = Function::new(10);
pub(crate) const LETTER: Function = Function::new(11);
pub(crate) const NAME: Function = Function::new(12);
pub(crate) const EXPECT: Function = Function::new(13);
pub(crate) const KEYWORD: Function = Function::new(14);
pub(crate) const RESERVED: Function = Function::new(15);
pub(crate) const DATE: Function = Function::new(16);
pub(crate) const LEAP: Function = Function::new(17);
pub(crate) const PEEK: Function = Function::new(20);

/// number = "0x" digits of 16 | digits of 10
pub(crate) fn number(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(NUMBER);
    if f.decide(0, eq(peek(f.at(ASKED), s, 0), b'0'))
        && f.decide(1, eq(peek(f.at(ASKED), s, 1), b'x'))
    {
        s.at += 2;
        f.done(2, 1);
        let digits = digits(f.at(FIRST), s, 16);
        f.done(2, 2);
        let value = f.tried(2, i64::from_str_radix(&digits, 16)).map_err(|_| Error::NoNumber)?;
        return f.returns(3, Ok(value));
    }
    let digits = digits(f.at(SECOND), s, 10);
    f.done(4, 1);
    let value = f.tried(4, digits.parse()).map_err(|_| Error::NoNumber)?;
    f.returns(5, Ok(value))
}

fn digits(c: Caller<'_>, s: &mut Source<'_>, radix: u8) -> String {
    let f = c.enter(DIGITS);
    let mut digits = String::new();
    f.end(0);
    while f.decide(1, flag(digit(f.at(IS_DIGIT), peek(f.at(ASKED), s, 0), radix))) {
        digits.push(char::from(s.bytes[s.at]));
        s.at += 1;
        f.end(2);
    }
    f.returns(3, digits)
}

pub(crate) fn digit(c: Caller<'_>, byte: u8, radix: u8) -> bool {
    let f = c.enter(DIGIT);
    if f.decide(0, ge(byte, b'0')) && f.decide(1, le(byte, b'9')) {
        return f.returns(3, true);
    }
    if f.decide(2, eq(radix, 16)) && f.decide(4, ge(byte, b'a')) && f.decide(6, le(byte, b'f')) {
        return f.returns(3, true);
    }
    f.returns(5, false)
}

fn space(c: Caller<'_>, byte: u8) -> bool {
    let f = c.enter(SPACE);
    if f.decide(0, eq(byte, b' ')) || f.decide(2, eq(byte, b'\t')) {
        return f.returns(1, true);
    }
    f.returns(3, false)
}

/// Skips spaces, and looks at the byte after them.
pub(crate) fn next(c: Caller<'_>, s: &mut Source<'_>) -> u8 {
    let f = c.enter(NEXT);
    while f.decide(0, lt(s.at, s.bytes.len())) {
        let byte = s.bytes[s.at];
        if !f.decide(1, flag(space(f.at(IS_SPACE), byte))) {
            return f.returns(3, byte);
        }
        s.at += 1;
        f.end(2);
    }
    f.returns(4, 0)
}

fn letter(c: Caller<'_>, byte: u8) -> bool {
    let f = c.enter(LETTER);
    if f.decide(0, ge(byte, b'a')) && f.decide(1, le(byte, b'z')) {
        return f.returns(3, true);
    }
    f.returns(2, false)
}

pub(crate) fn name(c: Caller<'_>, s: &mut Source<'_>) -> Result<String, Error> {
    let f = c.enter(NAME);
    if f.decide(0, flag(!letter(f.at(IS_LETTER), next(f.at(ASKED), s)))) {
        return f.returns(1, Err(Error::NoName));
    }
    let mut name = String::new();
    f.end(2);
    while f.decide(3, flag(letter(f.at(GOES_ON), peek(f.at(FIRST), s, 0)))) {
        name.push(char::from(s.bytes[s.at]));
        s.at += 1;
        f.end(4);
    }
    f.returns(5, Ok(name))
}

pub(crate) fn expect(c: Caller<'_>, s: &mut Source<'_>, byte: u8) -> Result<(), Error> {
    let f = c.enter(EXPECT);
    if f.decide(0, eq(next(f.at(ASKED), s), byte)) {
        s.at += 1;
        return f.returns(1, Ok(()));
    }
    f.returns(2, Err(Error::Expected))
}

pub(crate) fn keyword(c: Caller<'_>, s: &mut Source<'_>, word: &str) -> bool {
    let f = c.enter(KEYWORD);
    let mut i = 0;
    while f.decide(0, lt(i, word.len())) {
        if !f.decide(1, eq(peek(f.at(ASKED), s, i), word.as_bytes()[i])) {
            return f.returns(4, false);
        }
        i += 1;
        f.end(2);
    }
    s.at += i;
    f.returns(3, true)
}

pub(crate) fn reserved(c: Caller<'_>, name: &str) -> bool {
    let f = c.enter(RESERVED);
    if f.decide(0, text::eq(name, "let")) || f.decide(2, text::eq(name, "fact")) {
        return f.returns(1, true);
    }
    f.returns(3, false)
}

/// date = "#" number "-" number "-" number
pub(crate) fn date(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(DATE);
    s.at += 1;
    f.done(0, 1);
    let year = f.tried(0, number(f.at(FIRST), s))?;
    f.tried(1, expect(f.at(SECOND), s, b'-'))?;
    let month = f.tried(2, number(f.at(THIRD), s))?;
    f.tried(3, expect(f.at(FOURTH), s, b'-'))?;
    let day = f.tried(4, number(f.at(FIFTH), s))?;
    let february = if f.decide(5, flag(leap(f.at(IS_LEAP), year))) {
        f.end(6);
        29
    } else {
        f.end(7);
        28
    };
    let days = match f.switch(8, month) {
        2 => {
            f.end(9);
            february
        }
        4 | 6 | 9 | 11 => {
            f.end(10);
            30
        }
        1..=12 => {
            f.end(11);
            31
        }
        _ => return f.returns(12, Err(Error::NoDate)),
    };
    if f.decide(13, lt(day, 1)) || f.decide(15, gt(day, days)) {
        return f.returns(14, Err(Error::NoDate));
    }
    f.returns(16, Ok(10_000 * year + 100 * month + day))
}

fn leap(c: Caller<'_>, year: i64) -> bool {
    let f = c.enter(LEAP);
    if f.decide(0, eq(year % 4, 0))
        && (f.decide(1, ne(year % 100, 0)) || f.decide(2, eq(year % 400, 0)))
    {
        return f.returns(3, true);
    }
    f.returns(4, false)
}

fn peek(c: Caller<'_>, s: &Source<'_>, ahead: usize) -> u8 {
    let f = c.enter(PEEK);
    if f.decide(0, lt(s.at + ahead, s.bytes.len())) {
        return f.returns(1, s.bytes[s.at + ahead]);
    }
    f.returns(2, 0)
}
