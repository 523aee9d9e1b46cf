//! The program under test, as LLVM's tables describe it.
//!
//! `native` reads the tables, `graph` makes a control-flow graph of them, `marks` finds what no
//! input can or should cover, `pads` where execution goes on when a call unwinds, and `symbols`
//! names functions and places in the source code.

mod graph;
mod marks;
mod native;
mod pads;
mod symbols;

pub(crate) use graph::Program;
pub(crate) use marks::Mark;
pub(crate) use native::read;
#[cfg(not(sbst_engine))]
pub(crate) use native::{Callee, NativeBlock};
pub(crate) use symbols::{Place, Symbols, is_library, shown};
