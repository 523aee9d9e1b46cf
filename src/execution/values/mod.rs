//! Results and arguments of functions, and the partitions of their types.

mod fallible;
mod partition;
mod returned;
mod value;

pub use fallible::Fallible;
pub use partition::{Domain, NearestValues, Partition};
pub use returned::Returned;
pub use value::Value;
