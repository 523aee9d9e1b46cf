//! Call sequences and models from control flow (SEED 3.1.1).
//!
//! - [`control`] reads a function once: numbered edges, ends, loops.
//! - [`product`] follows what was called last on one object through the blocks.
//! - [`models`](self::models()) makes models of that, all transitions at once.
//! - [`trail`] finds a path through a given edge or transition, if [`once`] does not rule it out; [`paths`] lists all paths.
//! - [`sequences`](self::sequences()) puts the two together: paths that cover something new first.

mod control;
mod models;
mod once;
mod paths;
mod product;
mod sequences;
mod trail;

pub use models::models;
pub use sequences::{MissingTransition, Sequences, sequences};
