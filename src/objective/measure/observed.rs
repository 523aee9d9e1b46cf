//! Observations: the argument of an objective.

use super::tables::{Copies, Tables};
use crate::execution::{HistoryId, Plane};
use crate::fitness::{Fitness, FitnessTable};
use crate::flow::FlowGraph;
use crate::id::{Block, Branch, Function};
#[cfg(doc)]
use crate::objective::Goals;

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
    /// The tables of the histories that goals read.
    pub(in crate::objective) histories: &'a [Copies],
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
        Self { graph, run, table, direct: None, histories: &[], is_of_nothing: false }
    }

    /// Returns the observation without the execution, for what reads only the tables.
    pub(in crate::objective) const fn without_run(&self) -> Observed<'a, ()> {
        let Self { graph, table, direct, histories, is_of_nothing, .. } = *self;
        Observed { graph, run: &(), table, direct, histories, is_of_nothing }
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
    pub(in crate::objective) fn history(&self, id: HistoryId) -> Option<&'a Copies> {
        self.histories.iter().find(|copies| copies.history.id() == id)
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
            Plane::History(id) => self.history(id).map(|copies| &copies.table),
            Plane::Within(_) => None,
        }
    }

    /// Returns the value of the goal to enter a block; [`Fitness::NEVER`] for a block that the
    /// graph does not have.
    #[must_use]
    #[inline]
    pub fn block(&self, block: Block) -> Fitness {
        self.table.get_block(block).unwrap_or(Fitness::NEVER)
    }

    /// Returns the value of the goal to take a branch; [`Fitness::NEVER`] for a branch that the
    /// graph does not have.
    #[must_use]
    #[inline]
    pub fn branch(&self, branch: Branch) -> Fitness {
        self.table.get_branch(branch).unwrap_or(Fitness::NEVER)
    }

    /// Returns the value of the goal to enter a function; [`Fitness::NEVER`] for a function that
    /// the graph does not have.
    #[must_use]
    pub fn entry(&self, function: Function) -> Fitness {
        let entry = self.graph.get_block(function, 0);
        entry.and_then(|entry| self.table.get_dependence(entry)).unwrap_or(Fitness::NEVER)
    }

    /// Returns tables with the values of an execution of nothing, of the kinds that this
    /// observation has, for [`of_nothing`](Self::of_nothing). Linear in the size of the program and
    /// of the copies.
    #[must_use]
    pub fn tables_of_nothing(&self) -> Tables {
        let is_across = self.table.is_across_calls();
        let table = FitnessTable::new(self.graph);
        let copies = |it: &Copies| Copies::new(it.history.clone(), is_across);
        Tables {
            direct: self.direct.map(|_| table.clone()).unwrap_or_default(),
            table: if is_across { table.across_calls() } else { table },
            histories: self.histories.iter().map(copies).collect(),
            ..Tables::default()
        }
    }

    /// Returns an observation of an execution of nothing. The values are measured as in this one:
    /// with direct calls, in the copies, and across calls if these are.
    ///
    /// A test that is no nearer to a goal than nothing tells nothing about the goal.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).end(0);
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let goal = goals.ids().next().expect("a block");
    /// assert!(goals.fitness_of(goal, &seen).is_covered());
    /// let tables = seen.tables_of_nothing();
    /// let nothing = seen.of_nothing(&tables);
    /// assert!(nothing.executed().is_none());
    /// assert!(!goals.fitness_of(goal, &nothing).is_covered());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn of_nothing<'b>(&self, tables: &'b Tables) -> Observed<'b, X>
    where
        'a: 'b,
    {
        let direct = self.direct.map(|_| &tables.direct);
        let swept = Observed::swept(self.graph, self.run, &tables.table);
        Observed { direct, histories: &tables.histories, is_of_nothing: true, ..swept }
    }
}

// A derive would require X: Clone and X: Copy.
impl<X: ?Sized> Clone for Observed<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Observed<'_, X> {}
