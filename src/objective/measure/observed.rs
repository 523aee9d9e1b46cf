//! What objectives are measured on.

#[cfg(doc)]
use crate::execution::Direct;
use crate::fitness::FitnessTable;
use crate::flow::{FlowGraph, GraphIdentity};
#[cfg(doc)]
use crate::objective::Goals;

/// The tables of one execution that goals read: all calls, and the calls that the test makes itself. [`Goals::observe`] sweeps those
/// that the goals need.
///
/// Both grow with the graph; the second one takes no memory until a goal needs it.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goals, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph)); // made once, swept for each execution
/// for (x, distance) in [(14, 5.0), (12, 3.0)] {
///     trace.reset();
///     trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
///     let seen = Goals::<Trace>::new().observe(&graph, &trace, &mut tables);
///     assert_eq!(seen.table.branch(Branch::new(0)).distance.get(), distance);
/// }
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tables {
    pub(in crate::objective) table: FitnessTable,
    pub(in crate::objective) direct: FitnessTable,
}

impl Tables {
    /// Returns the identity of the graph that the tables were made for, or have grown to since.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.table.made_for()
    }

    /// Tables for `graph`, as if an execution had been swept that entered nothing. Linear in the size of the graph.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        Self { table: FitnessTable::new(graph), direct: FitnessTable::default() }
    }
}

/// What an objective is measured on: one execution, and the table of its sweep.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goals, Observed, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
/// trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
/// let seen: Observed<'_, Trace> = Goals::new().observe(&graph, &trace, &mut tables);
/// // What an objective of yours reads: the table, and the execution itself.
/// assert_eq!((seen.table.branch(Branch::new(0)).distance.get(), seen.run.evaluated()), (5.0, 1));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Observed<'a, X: ?Sized> {
    /// The control flow.
    pub graph: &'a FlowGraph,
    /// The execution. Under a [`Refined`](crate::fitness::flag::Refined) one it is the plain execution, and `table` has the refined values:
    /// take the distances of a goal from one of the two.
    pub run: &'a X,
    /// The table, swept for that execution.
    pub table: &'a FitnessTable,
    direct: Option<&'a FitnessTable>,
}

impl<'a, X: ?Sized> Observed<'a, X> {
    /// Brings together an execution and the table that was swept for it. [`Goals::observe`] sweeps and brings together.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph. To be told by an error, check first:
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch};
    /// use sbst::objective::Observed;
    ///
    /// fn observed<'a>(
    ///     graph: &'a FlowGraph,
    ///     run: &'a Trace,
    ///     table: &'a FitnessTable,
    /// ) -> Result<Observed<'a, Trace>, GraphMismatch> {
    ///     graph.check(table.made_for())?; // then `new` does not panic
    ///     Ok(Observed::new(graph, run, table))
    /// }
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let [graph, other] = [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(1, 1))?];
    /// let trace = Trace::new(&graph);
    /// assert!(observed(&graph, &trace, &FitnessTable::new(&graph)).is_ok());
    /// assert!(observed(&graph, &trace, &FitnessTable::new(&other)).is_err());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn new(graph: &'a FlowGraph, run: &'a X, table: &'a FitnessTable) -> Self {
        table.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        Self::swept(graph, run, table)
    }

    /// Of a table that was swept just now.
    pub(in crate::objective) const fn swept(graph: &'a FlowGraph, run: &'a X, table: &'a FitnessTable) -> Self {
        Self { graph, run, table, direct: None }
    }

    /// Adds the table of direct calls, swept for the same execution ([`Direct`]).
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Direct, Trace};
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{DirectGoal, Objective, Observed};
    ///
    /// // By hand what `Goals::observe` does.
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph).with_direct_calls();
    /// trace.root().enter(Function::new(0)).decide(0, lt(7, 5));
    /// let [mut table, mut direct] = [FitnessTable::new(&graph), FitnessTable::new(&graph)];
    /// table.sweep(&graph, &trace);
    /// direct.sweep(&graph, &Direct(&trace));
    /// let seen = Observed::new(&graph, &trace, &table).with_direct(&direct);
    /// assert_eq!(DirectGoal::new(Branch::new(0)).fitness(&seen).distance.get(), 3.0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the table was made for another graph: never if `graph.check(direct.made_for())` is `Ok`.
    #[must_use]
    #[track_caller]
    pub fn with_direct(self, direct: &'a FitnessTable) -> Self {
        direct.fits(self.graph).unwrap_or_else(|mismatch| mismatch.raise());
        Self { direct: Some(direct), ..self }
    }

    /// The table of the calls that the test made itself; `None` if no goal of the registry says that it
    /// [reads](crate::objective::Needs::reading_direct_calls) it.
    #[must_use]
    pub const fn direct(&self) -> Option<&'a FitnessTable> {
        self.direct
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Observed<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Observed<'_, X> {}
