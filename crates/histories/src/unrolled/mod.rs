//! Copies of the blocks of a program, one for each history of a block: see [`UnrolledGraph`].

mod automata;
mod builder;
mod contexts;
mod draft;
mod error;
mod graph;

pub use builder::UnrolledBuilder;
pub use contexts::CallContext;
pub use error::UnrolledError;
pub use graph::{CopiedVector, UnrolledGraph};
