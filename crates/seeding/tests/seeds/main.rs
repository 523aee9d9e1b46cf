//! What a search starts from: slices and construction graphs; models, walks and pools.

mod construction;
mod definitions;
mod seeding;
