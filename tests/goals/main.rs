//! Goals: their registry, the goals of every criterion, and why a goal has its value.

mod criteria;
#[path = "../oracle/effort.rs"]
mod effort;
mod explain;
mod histories;
mod objective;
#[path = "../oracle/mod.rs"]
mod oracle;
