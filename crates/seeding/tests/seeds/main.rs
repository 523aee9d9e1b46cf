//! What a search starts from: slices and construction graphs; models, walks and pools.

mod construction;
mod definitions;
#[cfg(feature = "serde")]
mod plain;
mod seeding;
