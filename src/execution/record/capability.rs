//! Names of the capabilities that an execution may lack, and the error of one that lacks them.

#[cfg(doc)]
use crate::execution::{
    CallTree, Copies, DirectCalls, DirectEvaluations, Effects, Evaluations, Exceptions, Execution,
    ImplicitExceptions, Infections, Inputs, MethodCalls, Outputs, Record,
};
use core::fmt::{self, Display, Formatter};

/// Name of a capability that an execution has or lacks: see [`Execution::knows`] and
/// [`Record::knows`].
///
/// ```
/// use sbst::execution::{Capability, Record};
///
/// // an empty record knows that there were no results
/// assert!(Record::default().knows(Capability::Outputs));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Capability {
    /// [`Evaluations`].
    Evaluations,
    /// [`DirectCalls`] and [`DirectEvaluations`].
    DirectCalls,
    /// [`MethodCalls`].
    MethodCalls,
    /// [`Exceptions`].
    Exceptions,
    /// [`ImplicitExceptions`].
    ImplicitExceptions,
    /// [`Outputs`].
    Outputs,
    /// [`Inputs`].
    Inputs,
    /// [`Infections`].
    Infections,
    /// [`Effects`].
    Effects,
    /// [`Copies`].
    Copies,
    /// [`CallTree`]. No [`Record`] has it.
    CallTree,
}

impl Capability {
    /// Number of capabilities.
    pub(crate) const COUNT: usize = 11;

    /// Array of all capabilities, in their order.
    pub(crate) const EVERY: [Self; Self::COUNT] = [
        Self::Evaluations,
        Self::DirectCalls,
        Self::MethodCalls,
        Self::Exceptions,
        Self::ImplicitExceptions,
        Self::Outputs,
        Self::Inputs,
        Self::Infections,
        Self::Effects,
        Self::Copies,
        Self::CallTree,
    ];

    /// Bits of a record that lacks all capabilities that it can have.
    pub(in crate::execution) const NONE_KNOWN: u16 = Self::CallTree.bit() - 1;

    /// Returns the bit that stands for the capability in a set of capabilities.
    pub(crate) const fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// Writes the observations that the capability is about.
impl Display for Capability {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Evaluations => "numbers of evaluations",
            Self::DirectCalls => "direct calls",
            Self::MethodCalls => "the calls of the test",
            Self::Exceptions => "exceptions",
            Self::ImplicitExceptions => "implicit exceptions",
            Self::Outputs => "results",
            Self::Inputs => "arguments",
            Self::Infections => "infections of mutants",
            Self::Effects => "effects of mutants",
            Self::Copies => "copies of blocks",
            Self::CallTree => "calls one by one",
        })
    }
}

/// Error of an execution that did not record observations that a goal reads.
///
/// An execution that did not record something does not know it, and a goal measured on it would
/// look as if it were not covered.
///
/// ```
/// use sbst::execution::{Capability, NotRecorded, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Branch;
/// use sbst::objective::{DirectGoal, Goals, ObserveError, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.push(DirectGoal::new(Branch::new(0)));
/// let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
/// let measured = goals.try_measure(&graph, &Trace::new(&graph), &mut tables, &mut row);
/// let why = NotRecorded { capability: Capability::DirectCalls };
/// assert_eq!(measured, Err(ObserveError::NotRecorded(why)));
/// assert_eq!(
///     why.to_string(),
///     "a goal reads direct calls, and the execution did not record them: make the \
///      trace by `goals.trace(graph)`, or add them to the record by its method `with_..`"
/// );
/// let trace = goals.trace(&graph);
/// assert!(goals.try_measure(&graph, &trace, &mut tables, &mut row).is_ok());
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a goal reads {capability}, and the execution did not record them: make the trace by \
     `goals.trace(graph)`, or add them to the record by its method `with_..`"
)]
pub struct NotRecorded {
    /// Capability that the goal reads, and the execution lacks.
    pub capability: Capability,
}
