//! What was made for one graph is used with another one.

use super::GraphIdentity;

/// Something that was made for one graph was used with another one, or merged with what was made for another one.
///
/// Make it anew for the graph at hand, or keep beside it the graph that it was made for. If both graphs are one that has grown, fit what
/// was made for the smaller one to the greater one first: `record.fit(&graph)?`, `trace.fit(&graph)?`, `table.fit(&graph)?`. See
/// [`GraphIdentity`].
///
/// One rule says who returns it and who panics with its text:
///
/// - A method that returns a `Result` returns it, as `fit`, `merge`, `bind` and `check`.
/// - Every other one panics. Those of a registry, a table or a frontier that a search calls for every test have a twin that returns it:
///   `measure`, `observe` and `sweep`, by the names `try_measure`, `try_observe`, `try_sweep`; elsewhere
///   [`FlowGraph::check`](super::FlowGraph::check) says it first.
/// - Before a call of one without a twin, as [`fitness_of_block`](crate::fitness::fitness_of_block) or
///   [`BlockCoverage::compare`](crate::fitness::block_coverage::BlockCoverage::compare), ask `graph.check(x.made_for())`
///   ([`FlowGraph::check`](super::FlowGraph::check)); of an execution, `run.fits(&graph)`
///   ([`Execution::fits`](crate::execution::Execution::fits)).
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::FitnessTable;
/// use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch};
///
/// let [one, other] = [FlowGraph::of(&FlowBuilder::new().exit(0))?, FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?];
/// let mut table = FitnessTable::new(&one);
/// let error = table.try_sweep(&other, &Trace::new(&other)).expect_err("two programs");
/// assert_eq!(error, GraphMismatch { made_for: one.identity(), used_with: other.identity() });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("made for graph {made_for}, used with graph {used_with}: {}", self.advice())]
pub struct GraphMismatch {
    /// The graph that the first object was made for.
    pub made_for: GraphIdentity,
    /// The graph that it was used with, or that the other object was made for.
    pub used_with: GraphIdentity,
}

impl GraphMismatch {
    /// For methods that do not return it: they have a twin that does, or what they are given can be checked before.
    #[cold]
    #[track_caller]
    pub(crate) fn raise(self) -> ! {
        panic!("{self}")
    }

    /// What the user can do.
    const fn advice(&self) -> &'static str {
        if self.made_for.functions() == self.used_with.functions() {
            "these are different programs; make it anew for the graph that it is used with"
        } else {
            "neither is known to have grown from the other; if one has, `fit` what is older to the graph of today first, \
             else make it anew"
        }
    }
}
