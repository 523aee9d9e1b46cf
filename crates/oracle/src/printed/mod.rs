//! Oracles that were written from the five papers alone, by somebody who had not read the crate.
#![cfg_attr(
    test,
    allow(dead_code, unreachable_pub, reason = "a program of its own, which tests these alone")
)]

pub mod crash;
pub mod flag;
pub mod listing_3;
pub mod smart;
