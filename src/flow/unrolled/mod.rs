//! Copies of the blocks of a program, one for each history of a block: see [`UnrolledGraph`].

mod builder;
mod conditions;
mod contexts;
mod definitions;
mod draft;
mod error;
mod graph;
mod history;
mod memory;
mod prefixes;

pub use builder::UnrolledBuilder;
pub use contexts::CallContext;
pub use error::UnrolledError;
pub use graph::{CopiedVector, UnrolledGraph};
pub(crate) use history::Starts;
pub use history::{Automaton, CopiedFunction, History, HistoryBuilder};
