//! The recorder as a user sees it, and against a log of everything that happened.

mod calls;
mod capabilities;
mod frames;
mod log;
mod misuse;
mod multiway;
mod notes;
mod partitions;
mod random;
mod records;
mod store;
