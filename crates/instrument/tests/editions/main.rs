//! Sameness where the edition matters: temporaries of last expressions live longer in the older
//! ones. This is edition 2024; `older.rs` is the same for the packages beside it, which have the
//! others.
//!
//! `generate.py` writes functions with destructors.

#![allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    rust_2018_idioms,
    clippy::all,
    clippy::semicolon_if_nothing_returned,
    clippy::uninlined_format_args,
    reason = "what nobody should write must work, too"
)]

#[path = "../same/both.rs"]
#[macro_use]
mod both;
#[macro_use]
mod cases;
mod assertions;
#[rustfmt::skip]
mod chains;
#[rustfmt::skip]
mod leaving;
mod operators;
#[rustfmt::skip]
mod panics;
#[rustfmt::skip]
mod patterns;
mod tails;
mod texts;
#[rustfmt::skip]
mod values;
