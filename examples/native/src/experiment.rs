//! Searches and statistics that the examples of the library share.

#[path = "../../experiment/sampling.rs"]
pub(crate) mod sampling;
#[allow(dead_code, reason = "other examples use the rest")]
#[path = "../../experiment/statistics.rs"]
pub(crate) mod statistics;
