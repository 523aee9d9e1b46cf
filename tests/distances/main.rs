//! Distances: branch distance and its arithmetic, structured values, infection distances, edits
//! into languages.

mod distance;
#[path = "../oracle/effort.rs"]
mod effort;
mod infection;
#[cfg(feature = "language")]
mod language;
#[path = "../oracle/matrix.rs"]
mod matrix;
mod values;
