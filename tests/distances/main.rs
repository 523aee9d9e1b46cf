//! Distances: branch distance and its arithmetic, structured values, infection distances, edits
//! into languages.

mod distance;
mod infection;
mod language;
mod values;

use sbst_oracle::{effort, matrix};
