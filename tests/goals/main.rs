//! Goals: their registry, the goals of every criterion, and why a goal has its value.

mod criteria;
mod explain;
mod formulas;
mod objective;

use sbst_oracle as oracle;
use sbst_oracle::effort;
