//! What a search pursues and keeps: frontiers, mutants, subsumption, smart selection, ranking.

mod campaign;
#[path = "../oracle/effort.rs"]
mod effort;
#[cfg(feature = "subsumption")]
mod mutants;
#[path = "../oracle/mod.rs"]
mod oracle;
mod ranking;
mod scheduling;
mod selection;
#[cfg(feature = "subsumption")]
mod smart;
#[cfg(feature = "subsumption")]
mod subsumption;
