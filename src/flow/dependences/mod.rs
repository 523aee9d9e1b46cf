//! Dependence graphs and slices: the instructions that a branch depends on by data, control and
//! calls.
//!
//! - Describe a program with [`DependenceGraph`]: each instruction has an [`InstructionKind`] and
//!   operands, each in a [`Role`].
//! - Slice backwards from a branch, through calls, with [`Slice::of_branch`] within [`Limits`].
//! - Find the calls that a slice did not enter with [`Slice::cut`].
//!
//! ```
//! use sbst::flow::dependences::{
//!     DependenceGraph, InstructionKind, Limits, Role, Slice,
//! };
//! use sbst::id::Symbol;
//!
//! // if p.age < limit { .. }
//! let mut code = DependenceGraph::new();
//! let [p, limit] =
//!     [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
//! let age = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, p)]);
//! let slice = Slice::of_branch(&code, [age, limit], [], Limits::PUBLISHED)?;
//! assert_eq!(slice.len(), 3); // the two operands, and p
//! # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
//! ```
//!
//! [Construction plans](crate::seeding::construction) are made from slices.
//! [Flags](crate::fitness::flag::Flags::derived) are derived from the branches that test an
//! instruction and from the instructions that functions return.
//!
//! Source: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit
//! testing" (OBJ, ESEC/FSE 2021), section 3.1.2.

mod computation;
mod error;
mod graph;
mod kind;
mod limits;
mod meaning;
mod read;
mod results;
mod slice;

pub use computation::Computation;
pub use error::UnknownInstruction;
pub use graph::DependenceGraph;
pub use kind::{InstructionKind, Role};
pub use limits::{Cut, Limits};
pub use slice::Slice;
