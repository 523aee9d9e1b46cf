//! The dependence graph of a program: what each instruction is, and which others it depends on, by data, control and calls; and slices.
//!
//! - [`DependenceGraph`] is the program, filled by the caller: each instruction has an [`InstructionKind`] and operands, each in a [`Role`].
//! - [`Slice`] goes backwards from the operands of a branch, and from what controls it, through calls, within [`Limits`].
//!
//! [Construction plans](crate::seeding::construction) are made of slices. [Flags](crate::fitness::flag::Flags::derived) follow from which
//! branches test which instructions, and which instructions functions return.
//!
//! Source: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit testing" (OBJ, ESEC/FSE 2021), section
//! 3.1.2.

mod computation;
mod error;
mod graph;
mod kind;
mod limits;
mod meaning;
mod results;
mod slice;

pub use computation::Computation;
pub use error::UnknownInstruction;
pub use graph::DependenceGraph;
pub use kind::{InstructionKind, Role};
pub use limits::{Cut, Limits};
pub use slice::Slice;
