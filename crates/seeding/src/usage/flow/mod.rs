//! Call sequences and usage models from control flow (SEED 3.1.1).
//!
//! - [`control`] reads a function once into numbered edges, ends and loops, and lists all paths.
//! - [`product`] pairs each block with the last calls on one object, and rules out transitions that
//!   no path can have.
//! - [`models`](self::models()) makes a model of each product, with all transitions at once.
//! - [`trail`] searches for a path through a given edge or transition.
//! - [`sequences`](self::sequences()) first lists the paths that cover something new, then all
//!   other paths.

mod control;
mod models;
mod product;
mod sequences;
mod trail;

pub use models::models;
pub use sequences::{MissingTransition, Sequences, sequences};
