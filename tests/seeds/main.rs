//! What a search starts from: slices and construction graphs; models, walks and pools.

mod construction;
mod seeding;

use sbst_oracle as oracle;
use sbst_oracle::{effort, matrix};
