//! Oracles that were written from the two papers alone, by somebody who had not read the crate.

pub(crate) mod construction;
pub(crate) mod seeding;
