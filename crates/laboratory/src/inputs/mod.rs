//! Inputs of subjects: values, the shapes that they have, and random changes of them.
//!
//! | item | is |
//! |---|---|
//! | [`Value`] | an input |
//! | [`Shape`] | the set of inputs of a subject; makes, changes and crosses them |
//! | [`Input`] | a type of Rust that values are read as |
//! | [`Call`] | one of a sequence of calls |
//! | [`Random`] | random numbers, the same on every machine |

mod change;
mod input;
mod random;
mod shape;
mod value;

pub use input::{Call, Input};
pub use random::Random;
pub use shape::Shape;
pub use value::Value;
