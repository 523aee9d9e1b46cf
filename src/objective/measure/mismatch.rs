//! Errors of executions on which goals cannot be measured.

use crate::execution::NotRecorded;
use crate::flow::GraphMismatch;

/// Error of an execution on which the goals of a registry cannot be measured:
/// [`Goals::try_observe`](crate::objective::Goals::try_observe).
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goals, ObserveError, Tables};
///
/// let body = FlowBuilder::new().exit(0);
/// let [graph, other] = [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(0, 1))?];
/// let (goals, trace) = (Goals::<Trace>::new(), Trace::new(&other));
/// let error = goals.try_measure(&graph, &trace, &mut Tables::new(&graph), &mut vec![]);
/// assert!(matches!(error, Err(ObserveError::OtherGraph(_))));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObserveError {
    /// The goals, the tables or the execution were made for another graph, or for other copies.
    #[error(transparent)]
    OtherGraph(#[from] GraphMismatch),
    /// The execution did not record what a goal reads.
    #[error(transparent)]
    NotRecorded(#[from] NotRecorded),
}

impl ObserveError {
    /// Panics with the text of this error, for methods that do not return a `Result`.
    #[cold]
    #[track_caller]
    pub(in crate::objective) fn raise(self) -> ! {
        panic!("{self}")
    }
}
