//! Observations: the argument of an objective.

use crate::execution::{HistoryId, Plane};
use crate::fitness::{AcrossCalls, Fitness, FitnessTable};
use crate::flow::{FlowGraph, GraphIdentity, History};
use crate::formula::Shared;
use crate::id::{Block, Branch, Function, Statement};
#[cfg(doc)]
use crate::objective::Goals;
use alloc::vec::Vec;

/// Tables of one execution that goals read: of all calls, and of the calls that the test makes
/// itself. [`Goals::observe`] sweeps the tables that the goals need.
///
/// The tables grow with the graph. The tables of direct calls and of
/// [histories](crate::flow::History) take no memory until a goal needs them.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goals, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// // made once, swept for each execution
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
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
    /// The table of all calls.
    pub(in crate::objective) table: FitnessTable,
    /// The table of the calls that the test makes itself.
    pub(in crate::objective) direct: FitnessTable,
    /// The tables of the histories that goals read.
    pub(in crate::objective) histories: Vec<(Shared<History>, FitnessTable)>,
}

impl Tables {
    /// Returns the identity of the graph that the tables were made for, or that they have grown to
    /// since.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.table.made_for()
    }

    /// Creates tables for `graph`, with the values of an execution that entered nothing. Linear in
    /// the size of the graph.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        Self { table: FitnessTable::new(graph), ..Self::default() }
    }
}

/// Observation of one execution: the argument of
/// [`Objective::fitness`](crate::objective::Objective::fitness), with the execution and the table
/// of its sweep.
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
/// // An objective of yours can read the table and the execution.
/// assert_eq!(
///     (seen.table.branch(Branch::new(0)).distance.get(), seen.run.evaluated()),
///     (5.0, 1)
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Observed<'a, X: ?Sized> {
    /// Control flow of the program.
    pub graph: &'a FlowGraph,
    /// The execution. For a [`Refined`](crate::fitness::flag::Refined) execution it is the plain
    /// execution, and `table` has the refined values: take the distances of a goal from one of the
    /// two only. A goal reads it by [`executed`](Self::executed), which knows an observation [of
    /// nothing](Self::of_nothing).
    pub run: &'a X,
    /// Table that was swept for the execution.
    pub table: &'a FitnessTable,
    /// The table of the calls that the test makes itself, if some goal reads it.
    pub(in crate::objective) direct: Option<&'a FitnessTable>,
    /// The values across calls, if these were chosen.
    pub(in crate::objective) across: Option<&'a AcrossCalls<'a>>,
    /// The values across calls among the copies of calling contexts, if these were chosen.
    pub(in crate::objective) contexts: &'a [AcrossCalls<'a>],
    /// The tables of the histories that goals read.
    pub(in crate::objective) histories: &'a [(Shared<History>, FitnessTable)],
    /// `true` if nothing was executed, whatever `run` is.
    pub(in crate::objective) is_of_nothing: bool,
}

impl<'a, X: ?Sized> Observed<'a, X> {
    /// Creates an observation from an execution and the table that was swept for it.
    /// [`Goals::observe`] sweeps the table and creates the observation.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph. To get an error instead, check first:
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
    /// let [graph, other] =
    ///     [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(1, 1))?];
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

    /// Creates an observation from a table that was swept just now.
    pub(in crate::objective) const fn swept(
        graph: &'a FlowGraph,
        run: &'a X,
        table: &'a FitnessTable,
    ) -> Self {
        Self {
            graph,
            run,
            table,
            direct: None,
            across: None,
            contexts: &[],
            histories: &[],
            is_of_nothing: false,
        }
    }

    /// Returns the observation without the execution, for what reads only the tables.
    pub(in crate::objective) const fn without_run(&self) -> Observed<'a, ()> {
        let Self { graph, table, direct, across, contexts, histories, is_of_nothing, .. } = *self;
        Observed { graph, run: &(), table, direct, across, contexts, histories, is_of_nothing }
    }

    /// Returns the execution; `None` if this is an observation [of nothing](Self::of_nothing).
    ///
    /// A goal that reads the execution itself reads it by this method, and says so by
    /// [`Needs::reading_executed`](crate::objective::Needs::reading_executed).
    #[must_use]
    pub const fn executed(&self) -> Option<&'a X> {
        if self.is_of_nothing { None } else { Some(self.run) }
    }

    /// Adds the table of direct calls, swept for the same execution [on](crate::execution::On) the
    /// plane [`Direct`](crate::execution::Plane::Direct).
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{On, Plane, Trace};
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{DirectGoal, Objective, Observed};
    ///
    /// // The steps of `Goals::observe`, by hand.
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph).with_direct_calls();
    /// trace.root().enter(Function::new(0)).decide(0, lt(7, 5));
    /// let [mut table, mut direct] =
    ///     [FitnessTable::new(&graph), FitnessTable::new(&graph)];
    /// table.sweep(&graph, &trace);
    /// direct.sweep(&graph, &On(&trace, Plane::Direct));
    /// let seen = Observed::new(&graph, &trace, &table).with_direct(&direct);
    /// assert_eq!(DirectGoal::new(Branch::new(0)).fitness(&seen).distance.get(), 3.0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the table was made for another graph; never if `graph.check(direct.made_for())` is `Ok`.
    #[must_use]
    #[track_caller]
    pub fn with_direct(self, direct: &'a FitnessTable) -> Self {
        direct.fits(self.graph).unwrap_or_else(|mismatch| mismatch.raise());
        Self { direct: Some(direct), ..self }
    }

    /// Returns a history that some goal of the registry reads, with its table.
    pub(in crate::objective) fn history(
        &self,
        id: HistoryId,
    ) -> Option<&'a (Shared<History>, FitnessTable)> {
        self.histories.iter().find(|row| row.0.id() == id)
    }

    /// Returns the table of the calls that the test makes itself; `None` if no goal of the registry
    /// [reads](crate::objective::Needs::reading) it.
    #[must_use]
    pub const fn direct(&self) -> Option<&'a FitnessTable> {
        self.direct
    }

    /// Returns the table of a plane, if some goal of the registry reads it: that of
    /// [direct](Self::direct) calls, or of a history that the registry [follows](Goals::follow).
    #[must_use]
    pub fn on(&self, plane: Plane) -> Option<&'a FitnessTable> {
        match plane {
            Plane::Direct => self.direct,
            Plane::History(id) => self.history(id).map(|row| &row.1),
            Plane::Within(_) => None,
        }
    }

    /// Returns this observation with the values of functions that were not entered measured across
    /// calls.
    ///
    /// All goals that are measured on the [`table`](Self::table) get the new values, except
    /// published forms without levels. Goals of direct calls, outputs and exceptions keep their
    /// values.
    ///
    /// # Panics
    ///
    /// If `across` was made from another table than the table of this observation.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::AcrossCalls;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let (main, save, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let mut graph =
    ///     FlowGraph::of(&FlowBuilder::new().exit(0).call(0, 0, site, [save]))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// drop(trace.root().enter(main)); // the call is not reached
    ///
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let across = AcrossCalls::new(&graph, seen.table);
    /// let goal = goals.ids().last().expect("the block of `save`");
    /// assert_eq!(goals.fitness_of(goal, &seen).to_string(), "(0, inf)");
    /// assert_eq!(
    ///     goals.fitness_of(goal, &seen.across(&across)).to_string(),
    ///     "(0, 5e-324)"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn across<'b>(self, across: &'b AcrossCalls<'b>) -> Observed<'b, X>
    where
        'a: 'b,
    {
        assert!(
            across.is_of(self.table),
            "`across` must be made from the table of this observation"
        );
        Observed { across: Some(across), ..self }
    }

    /// Returns the value of the goal to enter a block, measured [across calls](Self::across) if
    /// that was chosen; [`Fitness::NEVER`] for a block that the graph does not have.
    #[must_use]
    #[inline]
    pub fn block(&self, block: Block) -> Fitness {
        match self.across {
            None => self.table.get_block(block).unwrap_or(Fitness::NEVER),
            Some(across) => across.block(block),
        }
    }

    /// Returns the value of the goal to take a branch, measured [across calls](Self::across) if
    /// that was chosen; [`Fitness::NEVER`] for a branch that the graph does not have.
    #[must_use]
    #[inline]
    pub fn branch(&self, branch: Branch) -> Fitness {
        match self.across {
            None => self.table.get_branch(branch).unwrap_or(Fitness::NEVER),
            Some(across) => across.branch(branch),
        }
    }

    /// Returns the value of the goal to reach a statement, like [`FitnessTable::statement`],
    /// measured [across calls](Self::across) if that was chosen.
    #[must_use]
    #[inline]
    pub fn statement(&self, statement: Statement) -> Fitness {
        match self.across {
            None => self.table.statement(statement),
            Some(across) => across.statement(statement),
        }
    }

    /// Returns the flat value of the goal to reach a statement, like
    /// [`FitnessTable::flat_statement`], measured [across calls](Self::across) if that was chosen.
    #[must_use]
    #[inline]
    pub fn flat_statement(&self, statement: Statement) -> Fitness {
        match self.across {
            None => self.table.flat_statement(statement),
            Some(across) => across.flat_statement(statement),
        }
    }

    /// Returns the value of the goal to enter a function, measured [across calls](Self::across) if
    /// that was chosen.
    #[must_use]
    pub fn entry(&self, function: Function) -> Fitness {
        match (self.graph.get_block(function, 0), self.across) {
            (None, _) => Fitness::NEVER,
            (Some(entry), None) => self.table.get_dependence(entry).unwrap_or(Fitness::NEVER),
            (Some(_), Some(across)) => across.entry(function),
        }
    }

    /// Returns `true` if values are measured [across calls](Self::across).
    #[must_use]
    pub const fn is_across_calls(&self) -> bool {
        self.across.is_some()
    }

    /// Returns the values across calls among the copies of a history, if they were chosen, and the
    /// copies are of calling contexts.
    pub(in crate::objective) fn across_contexts(
        &self,
        copies: &FitnessTable,
    ) -> Option<&'a AcrossCalls<'a>> {
        self.contexts.iter().find(|across| across.is_of(copies))
    }
}

// A derive would require X: Clone and X: Copy.
impl<X: ?Sized> Clone for Observed<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Observed<'_, X> {}
