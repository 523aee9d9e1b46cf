//! Goals of histories: covered exactly if a walk shows the history, by looking at the walks
//! themselves.
//!
//! A walk is the list of blocks of one activation, with the way that each was left by. The
//! definitions here read it from left to right; no block is copied.

mod alone;
mod campaign;
mod contexts;
mod explained;
mod only;
mod strict;
mod values;
mod walked;
