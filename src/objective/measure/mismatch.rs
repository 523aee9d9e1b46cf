//! Errors of executions on which goals cannot be measured.

use crate::execution::{Fact, Plane};
use crate::flow::GraphMismatch;
use crate::objective::{Criterion, Goal, Kind};
use core::fmt;

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
    /// The goals, the tables or the execution were made for another graph.
    #[error(transparent)]
    OtherGraph(#[from] GraphMismatch),
    /// The execution does not know what a goal reads.
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

/// Error of an execution that does not know what a goal reads.
///
/// What was not recorded is unknown, and a goal that is measured without it would look as if it
/// were not covered.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Branch;
/// use sbst::objective::{DirectGoal, Goals, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.push(DirectGoal::new(Branch::new(0)));
/// let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
/// let measured = goals.try_measure(&graph, &Trace::new(&graph), &mut tables, &mut row);
/// assert_eq!(
///     measured.expect_err("not recorded").to_string(),
///     "the criterion `direct branch` reads direct calls, and the execution does not know \
///      them: a store of yours answers them in `Facts` and says so in `Facts::knows`; a trace \
///      records them if `goals.trace(graph)` made it"
/// );
/// let trace = goals.trace(&graph);
/// assert!(goals.try_measure(&graph, &trace, &mut tables, &mut row).is_ok());
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{reader} reads {fact}, and the execution does not know them: a store of yours answers them in \
     `Facts` and says so in `Facts::knows`; a trace records them if `goals.trace(graph)` made it{}",
    if matches!(fact, Fact::On(Plane::History(_))) {
        ", and a history of yours was given to `Goals::follow` before"
    } else {
        ""
    }
)]
pub struct NotRecorded {
    /// Who reads the fact; of several, the first.
    pub reader: Reader,
    /// What is read, and the execution does not know.
    pub fact: Fact,
}

/// Who reads a fact of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reader {
    /// The goals of a criterion.
    Criterion(Criterion),
    /// A goal of no criterion.
    Goal(Goal),
    /// The [finder](crate::objective::Discovery) of goals of a kind.
    Kind(Kind),
    /// The gradient of flags.
    Flags,
}

impl From<Goal> for Reader {
    fn from(goal: Goal) -> Self {
        goal.criterion().map_or(Self::Goal(goal), Self::Criterion)
    }
}

impl From<Criterion> for Reader {
    fn from(criterion: Criterion) -> Self {
        Self::Criterion(criterion)
    }
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Criterion(criterion) => write!(f, "the criterion `{criterion}`"),
            Self::Goal(goal) => write!(f, "the goal `{goal}`"),
            Self::Kind(kind) => write!(f, "the discovery of goals `{kind}`"),
            Self::Flags => f.write_str("the gradient of flags"),
        }
    }
}
