//! Why a goal has its value: as somebody debugs a search, by definition over all chains of dependences, over goals of every criterion.

mod chains;
#[path = "../oracle/effort.rs"]
mod effort;
mod goals;
mod hostile;
mod operands;
#[path = "../oracle/mod.rs"]
mod oracle;
mod user;
mod words;
