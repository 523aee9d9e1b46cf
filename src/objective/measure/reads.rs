//! What a goal reads of an execution.

use super::copy_sweep::CopySweep;
use super::direct_sweep::DirectSweep;
use super::needs::Needs;
use crate::execution::{CallTree, Capability, Copies, DirectCalls, Execution};
use crate::flow::{CopyPlace, CopyPlaces};

#[cfg(doc)]
use crate::objective::{Goals, Observed};

impl<X: ?Sized> Needs<X> {
    /// Adds that the goal reads [`Observed::direct`]: the table of the calls that the test makes
    /// itself. The table is swept only if some goal of the registry reads it.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::{Goal, Needs, Objective, Observed};
    ///
    /// /// Take a branch in a call by the test itself.
    /// struct Directly(Branch);
    ///
    /// impl Objective<Trace> for Directly {
    ///     fn goal(&self) -> Goal {
    ///         Goal::Custom(0)
    ///     }
    ///     fn fitness(&self, seen: &Observed<'_, Trace>) -> Fitness {
    ///         let direct = seen.direct().and_then(|table| table.get_branch(self.0));
    ///         direct.unwrap_or(Fitness::NEVER)
    ///     }
    ///     fn needs(&self) -> Needs<Trace> {
    ///         Needs::at([self.0]).reading_direct_calls()
    ///     }
    /// }
    ///
    /// assert!(Directly(Branch::new(3)).needs().reads_direct_calls());
    /// ```
    pub fn reading_direct_calls(self) -> Self
    where
        X: Execution + DirectCalls,
    {
        Self { direct: Some(DirectSweep::new()), ..self.reading(Capability::DirectCalls) }
    }

    /// Adds that the goal reads the calls of an execution one by one ([`CallTree`]), so that
    /// [`Goals::trace`] makes a recorder that records them. A trace that does not record them
    /// returns none, and [`Trace::check`](crate::execution::Trace::check) then reports that they
    /// were requested.
    ///
    /// ```
    /// use sbst::distance::ge;
    /// use sbst::execution::{CallTree, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goal, Goals, Needs, Observed, Tables, from_fn};
    ///
    /// // "Make at least two calls."
    /// let needs = Needs::nowhere().reading_calls();
    /// let twice = from_fn(Goal::Custom(0), needs, |seen: &Observed<'_, Trace>| {
    ///     ge(seen.run.activation_count(), 2).to_true().into()
    /// });
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::new();
    /// goals.push(twice);
    /// let (trace, mut tables, mut row) =
    ///     (goals.trace(&graph), Tables::new(&graph), vec![]);
    /// (0..2).for_each(|_| trace.root().enter(Function::new(0)).end(0));
    /// goals.measure(&graph, &trace, &mut tables, &mut row);
    /// assert!(row[0].is_covered());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn reading_calls(self) -> Self
    where
        X: CallTree,
    {
        self.reading(Capability::CallTree)
    }

    /// Adds that the goal reads a capability of the execution. An execution that does not
    /// [know](Execution::knows) it is refused by [`Goals::try_observe`].
    ///
    /// ```
    /// use sbst::execution::{Capability, MethodCalls, Record, Trace};
    /// use sbst::fitness::Fitness;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goal, Goals, Needs, Observed, Tables, from_fn};
    ///
    /// // "Call the function."
    /// let needs = Needs::nowhere().reading(Capability::MethodCalls);
    /// let call = from_fn(Goal::Custom(0), needs, |seen: &Observed<'_, Record>| {
    ///     let called = seen.run.called_by_test(Function::new(0));
    ///     if called { Fitness::COVERED } else { Fitness::NEVER }
    /// });
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::new();
    /// goals.push(call);
    /// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).end(0);
    /// assert!(goals.try_observe(&graph, &trace.record(), &mut tables).is_ok());
    /// let of_blocks = Record::of(&graph, &trace); // no calls of the test
    /// assert!(goals.try_observe(&graph, &of_blocks, &mut tables).is_err());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn reading(self, capability: Capability) -> Self {
        Self { reads: self.reads | capability.bit(), ..self }
    }

    /// Adds that the goal reads the execution only by [`Observed::executed`], and everything else
    /// by the tables of [`Observed`]: so its value on an execution of nothing is known.
    ///
    /// A campaign keeps a test as the nearest one of a goal if it is nearer than an execution of
    /// nothing ([`KeptTests::fit`](crate::report::KeptTests::fit)). For a goal that says neither
    /// this nor that it is [local](Self::local), a campaign keeps every test with a finite
    /// distance, and none with an infinite one.
    ///
    /// ```
    /// use sbst::execution::{Outputs, Partition, Trace};
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Function;
    /// use sbst::objective::{Goal, Needs, Observed, from_fn};
    ///
    /// let near_zero = |seen: &Observed<'_, Trace>| {
    ///     let zero = (Function::new(0), Partition::Zero);
    ///     let distance = seen.executed().and_then(|run| run.output_distance(zero.0, zero.1));
    ///     distance.map_or(Fitness::NEVER, Fitness::from)
    /// };
    /// let needs = Needs::at([Function::new(0)]).reading_executed();
    /// let goal = from_fn(Goal::Custom(0), needs, near_zero);
    /// # let _ = goal;
    /// ```
    pub fn reading_executed(self) -> Self {
        Self { reads_executed: true, ..self }
    }

    /// Adds that only the functions of the goal's [places](Self::places) decide its value: as long
    /// as none of them is entered, the distance is infinite, and always the same
    /// [`Fitness`](crate::fitness::Fitness).
    ///
    /// A [`Campaign`](crate::Campaign) measures such goals only on executions that enter one of
    /// these functions, so that an execution costs what it ran, and not what the program has. The
    /// goals of branches, blocks, statements, lines and functions say this. Results are wrong if a
    /// goal says so and reads anything else of the execution; what it reads beside the tables, it
    /// reads by [`Observed::executed`]. Goals without a place are measured on
    /// every execution.
    ///
    /// For a goal that is not local and reads [`Observed::run`] itself, the value of an execution
    /// of nothing is unknown: see [`reading_executed`](Self::reading_executed).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Block;
    /// use sbst::objective::{Goal, Needs, Observed, from_fn};
    ///
    /// // "Enter block 3 or block 5", both in function 0.
    /// let blocks = [Block::new(3), Block::new(5)];
    /// let needs = Needs::<Trace>::at(blocks).local();
    /// assert!(needs.is_local());
    /// let either = from_fn(Goal::Custom(0), needs, move |seen: &Observed<'_, Trace>| {
    ///     let values = blocks.map(|block| seen.table.get_block(block));
    ///     values.into_iter().flatten().min().unwrap_or(Fitness::NEVER)
    /// });
    /// # let _ = either;
    /// ```
    pub fn local(self) -> Self {
        Self { is_local: true, ..self }
    }

    /// Returns `true` if the goal reads [`Observed::direct`].
    #[must_use]
    pub const fn reads_direct_calls(&self) -> bool {
        self.direct.is_some()
    }

    /// Returns `true` if the goal reads the calls of an execution one by one.
    #[must_use]
    pub const fn reads_calls(&self) -> bool {
        self.reads & Capability::CallTree.bit() != 0
    }

    /// Returns `true` if only the functions of the places decide the value of the goal: see
    /// [`local`](Self::local).
    #[must_use]
    pub const fn is_local(&self) -> bool {
        self.is_local
    }

    /// Returns `true` if the value of the goal on an execution of nothing is known: the goal is
    /// [local](Self::local), or [reads the execution by `executed`](Self::reading_executed).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Block;
    /// use sbst::objective::Needs;
    ///
    /// let needs = Needs::<Trace>::at([Block::new(3)]);
    /// assert!(!needs.knows_nothing());
    /// assert!(needs.clone().local().knows_nothing());
    /// assert!(needs.reading_executed().knows_nothing());
    /// ```
    #[must_use]
    pub const fn knows_nothing(&self) -> bool {
        self.is_local || self.reads_executed
    }

    /// Returns the capabilities that the goal reads, one bit for each.
    pub(in crate::objective) const fn reads(&self) -> u16 {
        self.reads
    }

    /// Adds that the goal reads the copies, where any of these places covers it.
    pub(in crate::objective) fn reading_copies(self, places: CopyPlaces) -> Self
    where
        X: Copies,
    {
        let copies = Some((CopySweep::new(), places));
        Self { copies, ..self.reading(Capability::Copies).reading_executed() }
    }

    /// Returns the sweep of the copies, if the goal reads them.
    pub(in crate::objective) fn copy_sweep(&self) -> Option<CopySweep<X>> {
        self.copies.as_ref().map(|(sweep, _)| *sweep)
    }

    /// Returns the places among the copies, if the goal reads them.
    pub(in crate::objective) fn copy_places(&self) -> Option<&[CopyPlace]> {
        self.copies.as_ref().map(|(_, places)| &places[..])
    }

    /// Returns the sweep of the table of direct calls, if the goal reads it.
    pub(in crate::objective) const fn direct(&self) -> Option<DirectSweep<X>> {
        self.direct
    }
}
