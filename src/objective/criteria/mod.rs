//! Coverage goals of each criterion.

mod branch;
mod coverage;
pub(super) mod direct;
mod exception;
mod history;
pub(super) mod line;
mod method;
mod mutation;
mod pairing;
mod partition;
mod statement;

pub use branch::{branch_goals, entry_goals, implicit_branch_goals};
pub use coverage::{CoverageGoal, Evaluated, Forms, GoalForm};
pub use direct::{DirectGoal, direct_branch_goals, direct_entry_goals};
pub use exception::ImplicitExceptionCoverage;
pub(super) use exception::ThrownExceptions;
pub use history::HistoryGoal;
pub(super) use history::history_goals;
pub use line::{LineGoal, line_goals};
pub use method::{MethodEntryGoal, MethodGoal, method_entry_goals};
pub use mutation::{MutantGoal, StrongMutantGoal};
pub use pairing::Pairing;
pub use partition::{input_goals, output_goals};
pub use statement::{block_goals, statement_goals};
