//! What `main.rs` has, in an older edition: without chains of `let`.

#![allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    reason = "what nobody should write must work, too"
)]

// The edition 2015 needs it.
extern crate sbst;

#[path = "../same/both.rs"]
#[macro_use]
mod both;
#[macro_use]
mod cases;
mod assertions;
#[rustfmt::skip]
mod leaving;
#[path = "../same/loops.rs"]
mod loops;
#[path = "../same/macros.rs"]
mod macros;
mod operators;
#[rustfmt::skip]
mod panics;
#[rustfmt::skip]
mod patterns;
mod tails;
mod texts;
#[rustfmt::skip]
mod values;
