//! The error of objects that do not fit a graph.

use super::GraphIdentity;

/// The error of an object that was made for one graph and was used with another one, or was merged
/// with an object made for another one.
///
/// Make the object again for the current graph, or keep the graph that it was made for. If one
/// graph has grown into the other, first fit the object of the smaller graph to the larger one:
/// `record.fit(&graph)?`, `trace.fit(&graph)?`, `table.fit(&graph)?`. See [`GraphIdentity`].
///
/// Methods report the mismatch in one of two ways:
///
/// - A method that returns a `Result` returns this error: for example `fit`, `merge`, `bind` and
///   `check`.
/// - Every other method panics with the text of this error. Methods of a registry, a table or a
///   frontier that a search calls for every test (`measure`, `observe`, `sweep`) have a twin that
///   returns the error: `try_measure`, `try_observe`, `try_sweep`.
/// - Before you call a panicking method without a twin, such as
///   [`fitness_of_block`](crate::fitness::fitness_of_block) or
///   [`BlockCoverage::compare`](crate::fitness::block_coverage::BlockCoverage::compare), you can
///   check the object with [`graph.check(x.made_for())`](super::FlowGraph::check), and an execution
///   with [`run.fits(&graph)`](crate::execution::Execution::fits).
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::FitnessTable;
/// use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch};
///
/// let [one, other] = [
///     FlowGraph::of(&FlowBuilder::new().exit(0))?,
///     FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?,
/// ];
/// let mut table = FitnessTable::new(&one);
/// let error = table.try_sweep(&other, &Trace::new(&other)).expect_err("two programs");
/// assert_eq!(
///     error,
///     GraphMismatch { made_for: one.identity(), used_with: other.identity() }
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("made for graph {made_for}, used with graph {used_with}: {}", self.advice())]
pub struct GraphMismatch {
    /// The identity of the graph that the first object was made for.
    pub made_for: GraphIdentity,
    /// The identity of the graph that it was used with, or that the other object was made for.
    pub used_with: GraphIdentity,
}

impl GraphMismatch {
    /// Panics with the text of this error, for methods that do not return a `Result`.
    #[cold]
    #[track_caller]
    pub(crate) fn raise(self) -> ! {
        panic!("{self}")
    }

    /// Returns advice for the user.
    const fn advice(&self) -> &'static str {
        if self.made_for.functions() == self.used_with.functions() {
            "these are different programs; make it again for the graph that it is used with"
        } else {
            "neither graph is known to have grown from the other; if one has, first `fit` the \
             older object to the current graph, \
             otherwise make it again"
        }
    }
}
