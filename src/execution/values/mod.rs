//! Results and arguments of functions, and the partitions of their types.
//!
//! - [`Value`] is a summary of one value; [`Returned`] makes it of the value that a function
//!   returns.
//! - [`Partition`] is a class of values, and measures the distance of a value from it. [`Domain`]
//!   lists the partitions of a type.
//! - [`NearestValues`] keeps the least distances over many values.
//! - [`Fallible`] is the result of an operation that may fail.

mod fallible;
mod partition;
mod returned;
mod value;

pub use fallible::Fallible;
pub use partition::{Domain, NearestValues, Partition};
pub use returned::Returned;
pub use value::Value;
