//! Executions as the runtime recorded them: from words to distances.
//!
//! `event` is the form of the log. `watch` reads a log quickly and says whether it can matter at
//! all; most do not. `replay` reads it in full: it rebuilds calls and returns, finds the comparison
//! that decided each branch (`decider`, `conjunction`, `switch`), and fills in a `Seen`, which is
//! an execution for `sbst`. Texts that code compares with are collected on the way (`knowledge`,
//! `letters`).

mod alarms;
mod attention;
mod compared;
mod conjunction;
mod decider;
pub(crate) mod event;
#[cfg(test)]
mod examples;
mod knowledge;
mod letters;
mod nearness;
mod observer;
mod replay;
mod seen;
mod site;
mod switch;
#[cfg(test)]
mod tests;
mod watch;
mod watched;

pub(crate) use attention::Attention;
pub(crate) use observer::{ComparedAt, Observer};
pub(crate) use seen::{Operands, Seen, quoted};
pub(crate) use switch::Cases;
pub(crate) use watch::Glance;
