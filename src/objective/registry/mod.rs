//! The registry of the goals of a search.

mod added;
mod batches;
mod copies;
mod discoveries;
mod discovery;
mod explain;
mod goals;
mod histories;
mod ids;
mod live_row;
mod lookup;
mod observe;
mod of_program;
mod parts;
mod program;

pub use added::{Added, covered};
pub use discoveries::Discoveries;
pub use discovery::Discovery;
pub use goals::Goals;
pub use observe::Observable;
pub use parts::ProgramParts;
pub use program::{Method, Program, ProgramError};
