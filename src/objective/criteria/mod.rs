//! Coverage goals of each criterion.

mod branch;
mod coverage;
pub(super) mod direct;
mod history;
pub(super) mod line;
mod method;
mod mutation;
mod partition;

pub use branch::{branch_goals, entry_goals, implicit_branch_goals};
pub use coverage::{CoverageGoal, Evaluated, Forms, GoalForm};
pub use direct::{DirectGoal, direct_branch_goals, direct_entry_goals};
pub use history::HistoryGoal;
pub use line::{LineGoal, block_goals, line_goals, statement_goals};
pub(super) use method::ThrownExceptions;
pub use method::{ImplicitExceptionCoverage, MethodEntryGoal, MethodGoal, method_entry_goals};
pub use mutation::{MutantGoal, StrongMutantGoal};
pub use partition::{input_goals, output_goals};
