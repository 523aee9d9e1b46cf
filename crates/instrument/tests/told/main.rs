//! What instrumented functions tell: distances, call sites, flags, lines, exceptions, misuse.

#![allow(clippy::all, reason = "what nobody should write must work, too")]

mod calls;
mod decisions;
mod distances;
mod exceptions;
mod foreseen;
mod graphs;
mod keys;
mod limits;
mod measured;
mod recorded;
mod texts;
mod threads;
