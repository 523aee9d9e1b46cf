//! Which of two equal tests is nearer is what F9 says.

mod definition;
#[path = "../oracle/effort.rs"]
mod effort;
mod faults;
mod gate;
mod golden;
mod implicit;
mod laws;
mod listed;
#[path = "../oracle/printed/listing_3.rs"]
mod listing_3;
mod literal;
#[path = "../oracle/mod.rs"]
mod oracle;
mod printed;
mod ranker;
mod signals;
mod starts;
mod vectors;
