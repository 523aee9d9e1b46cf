//! What a search starts from: slices and construction graphs; models, walks and pools.

mod construction;
#[path = "../oracle/effort.rs"]
mod effort;
#[path = "../oracle/matrix.rs"]
mod matrix;
#[path = "../oracle/mod.rs"]
mod oracle;
mod seeding;
