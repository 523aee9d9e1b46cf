//! Small functions to generate tests for.
//!
//! Most are ordinary functions with the attribute `#[sbst::instrument]`. Some have hooks and a
//! graph written by hand, because their tables need what the attribute does not record: mutants
//! (`mutated.rs`), stack traces (`crashing.rs`), and errors that end a block as exceptions do
//! (`invoice.rs`, `route.rs`, `batch.rs`, `from_map.rs`). With the attribute, `?` is a decision.

#![allow(dead_code, unused_imports, reason = "every example uses a part of its own")]

mod account;
mod batch;
mod bill;
mod brackets;
mod card;
mod circles;
mod crashing;
mod date;
mod depot;
pub(crate) mod evolution;
mod from_map;
pub(crate) mod heap;
mod invoice;
mod kept;
mod keys;
mod keyword;
mod link;
mod loan;
mod mutated;
pub(crate) mod nested;
mod overlap;
mod packet;
mod palindrome;
mod probe;
mod random;
mod root;
mod roots;
mod route;
pub(crate) mod searches;
pub(crate) mod session;
mod shifts;
mod subject;
mod triangle;
mod weekday;

pub(crate) use crashing::{Crashed, Panic};
pub(crate) use kept::{Summarised, Test};
pub(crate) use mutated::{Mutated, Selected};
pub(crate) use random::Random;
use std::ops::RangeInclusive;
pub(crate) use subject::{Code, Subject};

/// Subjects that decide.
pub(crate) static ALL: [Subject; 7] = [
    root::SUBJECT,
    keys::SUBJECT,
    date::SUBJECT,
    triangle::SUBJECT,
    card::SUBJECT,
    packet::SUBJECT,
    link::SUBJECT,
];

/// Subjects that decide by floats.
pub(crate) static FLOATS: [Subject; 2] = [roots::SUBJECT, circles::SUBJECT];

/// Subjects that mostly end in an exception.
pub(crate) static FRAGILE: [Subject; 4] =
    [invoice::SUBJECT, route::SUBJECT, batch::SUBJECT, from_map::SUBJECT];

/// Subjects that crashed once.
pub(crate) static CRASHED: [Crashed; 3] = [bill::CRASHED, depot::CRASHED, brackets::CRASHED];

/// Subjects that decide by the result of functions.
pub(crate) static FLAGGED: [Subject; 6] = [
    probe::PROBE,
    probe::PAIR,
    palindrome::SUBJECT,
    keyword::SUBJECT,
    account::SUBJECT,
    shifts::SUBJECT,
];

/// Subjects with lines, mutants, results and exceptions.
pub(crate) static MUTATED: [Mutated; 3] = [loan::MUTATED, weekday::MUTATED, overlap::MUTATED];

/// An input that may be any 32-bit number.
const INT: RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;
/// An input that may be any byte.
const BYTE: RangeInclusive<i64> = 0..=255;
/// An input that may be any decimal digit.
const DIGIT: RangeInclusive<i64> = 0..=9;
/// An input that may be any printable character of ASCII.
const PRINTABLE: RangeInclusive<i64> = 0x20..=0x7e;
/// An input that may be any small letter of ASCII.
const LETTER: RangeInclusive<i64> = 0x61..=0x7a;
/// An input that may be a digit or a sign of ASCII.
const SYMBOL: RangeInclusive<i64> = 0x20..=0x3f;
