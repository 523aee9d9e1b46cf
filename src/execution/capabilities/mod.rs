//! What goals ask of an execution: the trait that all of them need, and the capabilities that some need beside it.

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
