//! The oracles themselves, by values that were worked by hand.

mod across_calls;
mod flags;
mod printed;
