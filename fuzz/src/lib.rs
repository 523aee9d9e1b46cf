//! What the fuzz targets share: inputs made of bytes, and slow obvious definitions to compare with.
//!
//! - [`function`] makes the control flow of a function, legal or hostile; [`hook`] runs programs of
//!   hooks for a recorder; [`machine`] makes automata, [`pattern`] regular expressions, [`number`]
//!   numbers at the edges of their types.
//! - [`picture`] is all that a graph says about itself; [`definition`] says what it should have
//!   said.
//! - [`plain`] reads values from bytes, writes them again, and uses them.
//! - [`laws`] hold for all distances.

pub mod definition;
pub mod function;
pub mod hook;
pub mod laws;
pub mod machine;
pub mod number;
pub mod pattern;
pub mod picture;
pub mod plain;
