//! The campaign is what its definition says, after every execution: over random programs and
//! executions, with all settings.

mod asked;
mod brute;
mod definition;
mod hooks;
mod merging;
mod mistakes;
mod nearest;
mod pairs;
mod programs;
mod refusals;
mod refused;
mod sampling;
mod worlds;
