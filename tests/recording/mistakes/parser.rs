//! The subject: a calculator with names, dates and functions, instrumented by hand.
//!
//! The source of each function stands beside its blocks; `graphs.rs` has their edges.

use super::hooks::{Caller, Frame};
use super::lexer::{date, digit, expect, keyword, name, next, number, reserved};
use sbst::distance::{eq, flag, gt, le, lt};
use sbst::flow::Outcome;
use sbst::id::{CallSite, Function};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Error {
    Reserved,
    Trailing,
    DivisionByZero,
    NegativePower,
    Unknown,
    Expected,
    NoName,
    NoNumber,
    NoDate,
    TooLarge,
}

#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
    pub names: &'a mut BTreeMap<String, i64>,
}

pub(crate) const LINE: Function = Function::new(0);
pub(crate) const SUM: Function = Function::new(1);
pub(crate) const PRODUCT: Function = Function::new(2);
pub(crate) const UNARY: Function = Function::new(3);
pub(crate) const POWER: Function = Function::new(4);
pub(crate) const PRIMARY: Function = Function::new(5);
pub(crate) const CALL: Function = Function::new(18);
pub(crate) const FACTORIAL: Function = Function::new(19);

/// Sites whose result decides a branch.
pub(crate) const IS_LET: CallSite = CallSite::new(0);
pub(crate) const IS_RESERVED: CallSite = CallSite::new(1);
pub(crate) const IS_DIGIT: CallSite = CallSite::new(2);
pub(crate) const IS_SPACE: CallSite = CallSite::new(3);
pub(crate) const IS_LETTER: CallSite = CallSite::new(4);
pub(crate) const GOES_ON: CallSite = CallSite::new(5);
pub(crate) const IS_LEAP: CallSite = CallSite::new(6);
/// Others.
pub(crate) const ASKED: CallSite = CallSite::new(10);
pub(crate) const FIRST: CallSite = CallSite::new(11);
pub(crate) const SECOND: CallSite = CallSite::new(12);
pub(crate) const THIRD: CallSite = CallSite::new(13);
pub(crate) const FOURTH: CallSite = CallSite::new(14);
pub(crate) const FIFTH: CallSite = CallSite::new(15);

/// line = "let" name "=" sum | sum
pub(crate) fn line(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(LINE);
    let value = if f.decide(0, flag(keyword(f.at(IS_LET), s, "let"))) {
        let name = f.tried(1, name(f.at(FIRST), s))?;
        if f.decide(2, flag(reserved(f.at(IS_RESERVED), &name))) {
            return f.returns(3, Err(Error::Reserved));
        }
        f.tried(4, expect(f.at(SECOND), s, b'='))?;
        let value = f.tried(5, sum(f.at(THIRD), s))?;
        s.names.insert(name, value);
        f.end(7);
        value
    } else {
        f.tried(6, sum(f.at(FOURTH), s))?
    };
    if f.decide(8, eq(next(f.at(ASKED), s), 0)) {
        return f.returns(9, Ok(value));
    }
    f.returns(10, Err(Error::Trailing))
}

/// sum = product { ("+" | "-") product }
pub(crate) fn sum(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(SUM);
    let mut value = f.tried(0, product(f.at(FIRST), s))?;
    loop {
        match f.switch(1, i64::from(next(f.at(ASKED), s))) {
            43 => {
                s.at += 1;
                value = value.wrapping_add(f.tried(2, product(f.at(SECOND), s))?);
            }
            45 => {
                s.at += 1;
                value = value.wrapping_sub(f.tried(3, product(f.at(THIRD), s))?);
            }
            _ => return f.returns(4, Ok(value)),
        }
    }
}

/// product = unary { ("*" | "/" | "%") unary }
fn product(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(PRODUCT);
    let mut value = f.tried(0, unary(f.at(FIRST), s))?;
    loop {
        let operator = f.switch(1, i64::from(next(f.at(ASKED), s)));
        match operator {
            42 => {
                s.at += 1;
                value = value.wrapping_mul(f.tried(2, unary(f.at(SECOND), s))?);
            }
            37 | 47 => {
                s.at += 1;
                let divisor = f.tried(3, unary(f.at(THIRD), s))?;
                if f.decide(4, eq(divisor, 0)) {
                    return f.returns(5, Err(Error::DivisionByZero));
                }
                if f.decide(6, eq(operator, 47)) {
                    value = value.wrapping_div(divisor);
                    f.end(7);
                } else {
                    value = value.wrapping_rem(divisor);
                    f.end(8);
                }
            }
            _ => return f.returns(9, Ok(value)),
        }
    }
}

/// unary = "-" unary | power
fn unary(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(UNARY);
    if !f.decide(0, eq(next(f.at(ASKED), s), b'-')) {
        return f.returns(2, power(f.at(FIRST), s));
    }
    s.at += 1;
    f.done(1, 1);
    let value = f.tried(1, unary(f.at(SECOND), s))?;
    f.returns(3, Ok(value.wrapping_neg()))
}

/// power = primary [ "^" unary ]
fn power(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(POWER);
    let base = f.tried(0, primary(f.at(FIRST), s))?;
    if !f.decide(1, eq(next(f.at(ASKED), s), b'^')) {
        return f.returns(3, Ok(base));
    }
    s.at += 1;
    let exponent = f.tried(2, unary(f.at(SECOND), s))?;
    if f.decide(4, lt(exponent, 0)) {
        return f.returns(5, Err(Error::NegativePower));
    }
    let mut left = exponent.min(64);
    let mut result = 1_i64;
    f.end(6);
    while f.decide(7, gt(left, 0)) {
        result = result.wrapping_mul(base);
        left -= 1;
        f.end(8);
    }
    f.returns(9, Ok(result))
}

/// primary = number | "(" sum ")" | "#" date | name | name "(" call
fn primary(c: Caller<'_>, s: &mut Source<'_>) -> Result<i64, Error> {
    let f = c.enter(PRIMARY);
    if f.decide(0, flag(digit(f.at(IS_DIGIT), next(f.at(ASKED), s), 10))) {
        return f.returns(1, number(f.at(FIRST), s));
    }
    match f.switch(2, i64::from(s.bytes.get(s.at).copied().unwrap_or(0))) {
        40 => {
            s.at += 1;
            let value = f.attempt(3, 1, sum(f.at(SECOND), s))?;
            f.tried(3, expect(f.at(THIRD), s, b')'))?;
            f.returns(4, Ok(value))
        }
        35 => f.returns(5, date(f.at(FOURTH), s)),
        _ => {
            let name = f.tried(6, name(f.at(FIFTH), s))?;
            if f.decide(7, eq(next(f.at(ASKED), s), b'(')) {
                return f.returns(8, call(f.at(FIFTH), s, &name));
            }
            match s.names.get(&name) {
                Some(&value) => {
                    f.choose(9, Outcome::Case(0));
                    f.returns(10, Ok(value))
                }
                None => {
                    f.choose(9, Outcome::Default);
                    f.returns(11, Err(Error::Unknown))
                }
            }
        }
    }
}

/// call = "(" sum { "," sum } ")"
fn call(c: Caller<'_>, s: &mut Source<'_>, name: &str) -> Result<i64, Error> {
    let f = c.enter(CALL);
    let mut values = Vec::new();
    s.at += 1;
    f.end(0);
    loop {
        values.push(f.tried(1, sum(f.at(FIRST), s))?);
        if !f.decide(2, eq(next(f.at(ASKED), s), b',')) {
            break;
        }
        s.at += 1;
        f.end(3);
    }
    f.tried(4, expect(f.at(SECOND), s, b')'))?;
    match name {
        "min" => {
            f.choose(5, Outcome::Case(0));
            f.returns(6, values.into_iter().min().ok_or(Error::Unknown))
        }
        "max" => {
            f.choose(5, Outcome::Case(1));
            f.returns(7, values.into_iter().max().ok_or(Error::Unknown))
        }
        "fact" => {
            f.choose(5, Outcome::Case(2));
            guarded_factorial(&f, values[0])
        }
        _ => {
            f.choose(5, Outcome::Default);
            f.returns(9, Err(Error::Unknown))
        }
    }
}

/// Blocks 8, 10 and 11 of `call`.
fn guarded_factorial(f: &Frame<'_>, n: i64) -> Result<i64, Error> {
    let caught = catch_unwind(AssertUnwindSafe(|| factorial(f.at(THIRD), n)));
    if caught.is_err() {
        f.unwound();
    }
    match f.tried(8, caught) {
        Ok(value) => f.returns(10, Ok(value)),
        Err(_) => f.returns(11, Err(Error::TooLarge)),
    }
}

/// Panics if the result is too large, and prints nothing.
fn factorial(c: Caller<'_>, n: i64) -> i64 {
    let f = c.enter(FACTORIAL);
    if f.decide(0, le(n, 1)) {
        return f.returns(1, 1);
    }
    let smaller = factorial(f.at(FIRST), n - 1);
    f.end(2);
    match smaller.checked_mul(n).filter(|&product| product < 1_000_000) {
        Some(product) => {
            f.choose(3, Outcome::Case(0));
            f.returns(5, product)
        }
        None => {
            f.choose(3, Outcome::Default);
            resume_unwind(Box::new("too large"));
        }
    }
}
