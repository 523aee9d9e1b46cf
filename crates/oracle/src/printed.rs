//! Oracles that were written from the five papers alone, by somebody who had not read the crate.

pub mod crash;
pub mod flag;
pub mod listing_3;
pub mod smart;
