//! The recorder as a user sees it, and against a log of everything that happened.

mod frames;
mod log;
mod misuse;
mod multiway;
mod random;
mod records;
