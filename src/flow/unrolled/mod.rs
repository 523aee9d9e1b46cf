//! Copies of the blocks of a program, one for each history of a block: see [`UnrolledGraph`].

mod automata;
mod builder;
mod contexts;
mod draft;
mod graph;
mod history;
mod memory;

pub use builder::UnrolledBuilder;
pub use contexts::CallContext;
pub use graph::{CopiedVector, UnrolledGraph};
pub(crate) use history::Starts;
pub use history::{Automaton, CopiedFunction, History, HistoryBuilder};
pub use memory::UnrolledError;
