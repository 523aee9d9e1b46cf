//! The trait of executions, which all goals need, and the capabilities that some goals need besides.

mod all;
mod call_tree;
mod copies;
mod criteria;
mod direct;
mod effects;
mod execution;
mod forward;
mod slice;
mod taken;

pub use all::AllCriteria;
pub use call_tree::{CallTree, Within};
pub use copies::{Copies, InCopies};
pub use criteria::{Evaluations, Exceptions, ImplicitExceptions, Infections, Inputs, MethodCalls, Operands, Outputs};
pub use direct::{Direct, DirectCalls, DirectEvaluations};
pub use effects::{Effect, Effects};
pub use execution::Execution;
pub use taken::taken;
