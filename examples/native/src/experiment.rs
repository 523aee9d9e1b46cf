//! What the laboratory of the library has.

#[path = "../../experiment/sampling.rs"]
pub(crate) mod sampling;
#[allow(dead_code, reason = "the laboratory uses the rest")]
#[path = "../../experiment/statistics.rs"]
pub(crate) mod statistics;
