//! What programs are and what executions come to: control flow, fitness, block coverage, crashes,
//! decisions, flags, paths, definitions and uses.

mod block_coverage;
mod crash;
mod decisions;
mod definitions;
#[path = "../oracle/effort.rs"]
mod effort;
mod fitness;
mod flag;
mod flow;
#[path = "../oracle/mod.rs"]
mod oracle;
mod paths;
mod worked;
