//! Values that subjects return and are given, and the partitions of their types.

mod domain;
mod fallible;
mod nearest;
mod partition;
mod returned;
mod value;

pub use domain::Domain;
pub use fallible::Fallible;
pub use nearest::NearestValues;
pub use partition::Partition;
pub use returned::Returned;
pub use value::Value;
