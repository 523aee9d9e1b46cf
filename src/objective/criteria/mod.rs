//! The goals of each criterion.

mod block;
mod branch;
pub(super) mod direct;
mod exception;
mod forms;
pub(super) mod line;
mod method;
mod mutation;
mod partition;
mod published;
mod statement;

pub use block::{BlockGoal, block_goals};
pub use branch::{BranchGoal, EntryGoal, branch_goals, entry_goals, implicit_branch_goals};
pub use direct::{DirectBranchGoal, DirectEntryGoal, direct_branch_goals, direct_entry_goals};
pub use exception::{ExceptionGoal, ImplicitExceptionCoverage};
pub use forms::{Evaluated, Forms, GoalForm};
pub use line::{LineGoal, line_goals};
pub use method::{MethodEntryGoal, MethodGoal, method_entry_goals};
pub use mutation::MutantGoal;
pub use partition::{InputGoal, OutputGoal, input_goals, output_goals};
pub use published::{Published, PublishedWithLevel};
pub use statement::{StatementGoal, statement_goals};
