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
mod with_level;

pub use block::{BlockGoal, block_goals};
pub use branch::{BranchForm, BranchGoal, EntryGoal, branch_goals, entry_goals, implicit_branch_goals};
pub use direct::{DirectBranchGoal, DirectEntryGoal, direct_branch_goals, direct_entry_goals};
pub use exception::{ExceptionGoal, ImplicitExceptionCoverage};
pub use forms::{Evaluated, Forms};
pub use line::{LineForm, LineGoal, line_goals};
pub use method::{MethodEntryGoal, MethodGoal, method_entry_goals};
pub use mutation::{MutantForm, MutantGoal};
pub use partition::{InputGoal, OutputGoal, PartitionForm, input_goals, output_goals};
pub use published::Published;
pub use statement::{StatementForm, StatementGoal, statement_goals};
pub use with_level::PublishedWithLevel;
