//! The recorder as a user sees it, and against a log of everything that happened.

mod calls;
mod ending;
mod facts;
mod frames;
mod identity;
mod interpreter;
mod keys;
mod log;
mod misuse;
mod multiway;
mod notes;
mod partitions;
mod path;
mod random;
mod records;
mod repairs;
mod results;
mod store;
