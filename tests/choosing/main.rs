//! What a search pursues and keeps: frontiers, mutants, subsumption, smart selection, ranking.

#[path = "../oracle/effort.rs"]
mod effort;
mod mutants;
#[path = "../oracle/mod.rs"]
mod oracle;
mod ranking;
mod selection;
mod smart;
mod subsumption;
