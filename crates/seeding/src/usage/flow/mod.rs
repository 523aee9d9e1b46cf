//! Call sequences and usage models from control flow (SEED 3.1.1).
//!
//! - [`control`] reads a function once into numbered edges, ends and loops.
//! - [`product`] pairs each block with the last calls on one object.
//! - [`models`](self::models()) makes a model of each product, with all transitions at once.
//! - [`once`] rules out transitions that no path can have.
//! - [`trail`] searches for a path through a given edge or transition.
//! - [`paths`] lists all paths.
//! - [`sequences`](self::sequences()) first lists the paths that cover something new, then all
//!   other paths.

mod control;
mod models;
mod once;
mod paths;
mod product;
mod sequences;
mod trail;

pub use models::models;
pub use sequences::{MissingTransition, Sequences, sequences};
