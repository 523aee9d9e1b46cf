//! Which goals of many criteria are pursued, what becomes of the others, and that what is reported as lost is all that may be.

#[path = "../oracle/effort.rs"]
mod effort;
mod groups;
mod laws;
mod lines;
mod mutants;
#[path = "../oracle/mod.rs"]
mod oracle;
mod printed;
mod selection;
mod ticket;
mod worked;

use effort::config;
