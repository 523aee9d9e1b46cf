//! What programs are and what executions come to: control flow, fitness, block coverage, crashes, flags.

mod block_coverage;
mod crash;
#[path = "../oracle/effort.rs"]
mod effort;
mod fitness;
mod flag;
mod flow;
#[path = "../oracle/mod.rs"]
mod oracle;
mod worked;
