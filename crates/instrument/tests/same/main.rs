//! Instrumented functions do what the originals do: results, order of evaluation, drops, panics.

#![allow(clippy::all, reason = "what nobody should write must work, too")]

#[macro_use]
mod both;
mod asked;
mod closures;
mod conditions;
mod guards;
mod loops;
mod macros;
mod matches;
mod operands;
mod order;
mod panics;
mod random;
