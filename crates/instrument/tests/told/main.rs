//! What instrumented functions tell: distances, call sites, flags, lines, exceptions, misuse.

#![allow(clippy::all, reason = "what nobody should write must work, too")]

mod calls;
mod distances;
mod exceptions;
mod graphs;
mod threads;
