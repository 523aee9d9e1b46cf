//! Results and arguments of functions, and the partitions of their types.
//!
//! - [`Value`] is a summary of one value; [`Returned`] makes it of the value that a function
//!   returns.
//! - [`Partition`] is a class of values, and measures the distance of a value from it. [`Domain`]
//!   lists the partitions of a type.
//! - [`NearestValues`] keeps the least distances over many values.
//! - [`Fallible`] is the result of an operation that may fail.

mod partition;
mod value;

pub use partition::{Domain, NearestValues, Partition};
pub use value::{Fallible, Returned, Value};
