//! The registry of the goals of a search.

mod added;
mod batches;
mod explain;
mod goals;
mod grow;
mod lookup;
mod observe;
mod of_program;
mod program;
mod traces;

pub use added::{Added, covered};
pub use goals::Goals;
pub use program::{Method, Program, ProgramError};
