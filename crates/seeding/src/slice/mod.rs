//! Slices: the instructions that a branch depends on by data, control and calls.
//!
//! - Describe a program with a [`DependenceGraph`](sbst::flow::dependences::DependenceGraph).
//! - Slice backwards from a branch, through calls, with [`Slice::of_branch`] within [`Limits`].
//! - Find the calls that a slice did not enter with [`Slice::cut`].
//!
//! ```
//! use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
//! use sbst::id::Symbol;
//! use sbst_seeding::slice::{Limits, Slice};
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
//! [Construction plans](crate::construction) are made from slices.
//!
//! Source: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit
//! testing" (OBJ, ESEC/FSE 2021), section 3.1.2.

mod backward;
mod limits;

pub use backward::Slice;
pub use limits::{Cut, Limits};
