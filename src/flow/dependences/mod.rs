//! Dependence graphs: the instructions of a program, each with the instructions that it depends on
//! by data, control and calls.
//!
//! - Describe a program with [`DependenceGraph`]: each instruction has an [`InstructionKind`] and
//!   operands, each in a [`Role`].
//! - Follow dependences with [`operands`](DependenceGraph::operands),
//!   [`controls`](DependenceGraph::controls) and [`returned`](DependenceGraph::returned).
//!
//! ```
//! use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
//! use sbst::id::Symbol;
//!
//! // if p.age < limit { .. }
//! let mut code = DependenceGraph::new();
//! let [p, limit] =
//!     [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
//! let age = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, p)]);
//! assert!(code.operands(age).eq([(Role::Receiver, p)]));
//! assert_eq!(code.operands(limit).len(), 0);
//! ```
//!
//! [Flags](crate::fitness::flag::Flags::derived) are derived from the branches that test an
//! instruction and from the instructions that functions return. The crate
//! [`sbst-seeding`](https://docs.rs/sbst-seeding) slices a program backwards from a branch, and
//! plans how to build the inputs that decide it.
//!
//! Source: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit
//! testing" (OBJ, ESEC/FSE 2021), section 3.1.2.

mod graph;
mod kind;
mod read;

pub use graph::{DependenceGraph, UnknownInstruction};
pub use kind::{Computation, InstructionKind, Role};
