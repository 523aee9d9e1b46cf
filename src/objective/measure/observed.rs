//! What objectives are measured on.

#[cfg(doc)]
use crate::execution::Direct;
use crate::fitness::{AcrossCalls, Fitness, FitnessTable};
use crate::flow::{FlowGraph, GraphIdentity};
use crate::id::{Block, Branch, Function, Statement};
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
    across: Option<&'a AcrossCalls<'a>>,
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
        Self { graph, run, table, direct: None, across: None }
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

    /// Returns the same execution, with the values of functions that were not entered measured across calls.
    ///
    /// All goals that are measured on the [`table`](Self::table) follow, except for published forms without levels; goals of direct
    /// calls, outputs and exceptions keep their values.
    ///
    /// # Panics
    ///
    /// If `across` is of another table than this one.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::AcrossCalls;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let (main, save, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0).call(0, 0, site, [save]))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// drop(trace.root().enter(main)); // it does not come to its call
    ///
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let across = AcrossCalls::new(&graph, seen.table);
    /// let goal = goals.ids().last().expect("the block of `save`");
    /// assert_eq!(goals.fitness_of(goal, &seen).to_string(), "(0, inf)");
    /// assert_eq!(goals.fitness_of(goal, &seen.across(&across)).to_string(), "(0, 5e-324)");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn across<'b>(self, across: &'b AcrossCalls<'b>) -> Observed<'b, X>
    where
        'a: 'b,
    {
        assert!(across.is_of(self.table), "the values across calls are of another table");
        Observed { across: Some(across), ..self }
    }

    /// Returns the value of the goal to enter a block, [across calls](Self::across) if that is chosen;
    /// [`Fitness::NEVER`] for a block that the graph does not have.
    #[must_use]
    #[inline]
    pub fn block(&self, block: Block) -> Fitness {
        match self.across {
            None => self.table.get_block(block).unwrap_or(Fitness::NEVER),
            Some(across) => across.block(block),
        }
    }

    /// Returns the value of the goal to take a branch, [across calls](Self::across) if that is chosen;
    /// [`Fitness::NEVER`] for a branch that the graph does not have.
    #[must_use]
    #[inline]
    pub fn branch(&self, branch: Branch) -> Fitness {
        match self.across {
            None => self.table.get_branch(branch).unwrap_or(Fitness::NEVER),
            Some(across) => across.branch(branch),
        }
    }

    /// Returns the value of the goal to reach a statement, as [`FitnessTable::statement`] does, [across calls](Self::across) if that is
    /// chosen.
    #[must_use]
    #[inline]
    pub fn statement(&self, statement: Statement) -> Fitness {
        match self.across {
            None => self.table.statement(statement),
            Some(across) => across.statement(statement),
        }
    }

    /// Returns the value of the goal to reach a statement in its flat form, as [`FitnessTable::flat_statement`] does,
    /// [across calls](Self::across) if that is chosen.
    #[must_use]
    #[inline]
    pub fn flat_statement(&self, statement: Statement) -> Fitness {
        match self.across {
            None => self.table.flat_statement(statement),
            Some(across) => across.flat_statement(statement),
        }
    }

    /// Returns the value of the goal to enter a function, [across calls](Self::across) if that is chosen.
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

    pub(in crate::objective) const fn across_calls(&self) -> Option<&'a AcrossCalls<'a>> {
        self.across
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Observed<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Observed<'_, X> {}
