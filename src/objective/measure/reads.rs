//! What a goal reads of an execution.

use super::needs::Needs;
use crate::execution::{Fact, HistoryId, Plane};
use crate::flow::Spots;

#[cfg(doc)]
use crate::execution::Facts;
#[cfg(doc)]
use crate::objective::{Goals, Observed};

impl Needs {
    /// Adds that the goal reads a fact. [`Goals::trace`] then makes a recorder that records it, and
    /// an execution that does not [know](Facts::knows) it is refused by [`Goals::try_observe`].
    ///
    /// A goal that reads direct calls also gets [`Observed::direct`], and a goal that reads a history
    /// [`Observed::on`] its plane, if the registry [follows](Goals::follow) it. These tables are
    /// swept only if some goal of the registry reads them. A goal reads at most one history: the
    /// last one that is named.
    ///
    /// ```
    /// use sbst::execution::{Fact, Facts, Record, Trace};
    /// use sbst::fitness::Fitness;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Goals, Kind, Needs, Observed, Tables, from_fn};
    ///
    /// const CALLED: Kind = Kind::new("called").unwrap();
    ///
    /// // "Call the function."
    /// let needs = Needs::nowhere().reading(Fact::MethodCalls);
    /// let call = from_fn(CALLED.goal([0]), needs, |seen: &Observed<'_, Record>| {
    ///     let called = seen.run.called_by_test(Function::new(0));
    ///     if called { Fitness::COVERED } else { Fitness::NEVER }
    /// });
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::new();
    /// goals.push(call);
    /// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).end(0);
    /// assert!(goals.try_observe(&graph, &trace.record(), &mut tables).is_ok());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// ```
    /// use sbst::execution::{Fact, Plane, Trace};
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::{Goal, Kind, Needs, Objective, Observed};
    ///
    /// const DIRECTLY: Kind = Kind::new("directly").unwrap();
    ///
    /// /// Take a branch in a call by the test itself.
    /// struct Directly(Branch);
    ///
    /// impl Objective<Trace> for Directly {
    ///     fn goal(&self) -> Goal {
    ///         DIRECTLY.goal([self.0.number()])
    ///     }
    ///     fn fitness(&self, seen: &Observed<'_, Trace>) -> Fitness {
    ///         let direct = seen.direct().and_then(|table| table.get_branch(self.0));
    ///         direct.unwrap_or(Fitness::NEVER)
    ///     }
    ///     fn needs(&self) -> Needs {
    ///         Needs::at([self.0]).reading(Fact::On(Plane::Direct))
    ///     }
    /// }
    ///
    /// assert!(Directly(Branch::new(3)).needs().reads(Fact::On(Plane::Direct)));
    /// ```
    pub fn reading(self, fact: Fact) -> Self {
        match fact {
            Fact::On(Plane::History(id)) => Self { history: Some(id), ..self },
            _ => Self { bits: self.bits | fact.bit(), ..self },
        }
    }

    /// Returns `true` if the goal reads a fact.
    #[must_use]
    pub fn reads(&self, fact: Fact) -> bool {
        match fact {
            Fact::On(Plane::History(id)) => self.history == Some(id),
            _ => self.bits & fact.bit() != 0,
        }
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
    /// use sbst::execution::{Facts, Partition, Trace};
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Function;
    /// use sbst::objective::{Kind, Needs, Observed, from_fn};
    ///
    /// const ZERO: Kind = Kind::new("zero").unwrap();
    ///
    /// let near_zero = |seen: &Observed<'_, Trace>| {
    ///     let zero = (Function::new(0), Partition::Zero);
    ///     let distance = seen.executed().and_then(|run| run.output_distance(zero.0, zero.1));
    ///     distance.map_or(Fitness::NEVER, Fitness::from)
    /// };
    /// let needs = Needs::at([Function::new(0)]).reading_executed();
    /// let goal = from_fn(ZERO.goal([0]), needs, near_zero);
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
    /// use sbst::objective::{Kind, Needs, Observed, from_fn};
    ///
    /// const EITHER: Kind = Kind::new("either").unwrap();
    ///
    /// // "Enter block 3 or block 5", both in function 0.
    /// let blocks = [Block::new(3), Block::new(5)];
    /// let needs = Needs::at(blocks).local();
    /// assert!(needs.is_local());
    /// let either = from_fn(EITHER.goal([3, 5]), needs, move |seen: &Observed<'_, Trace>| {
    ///     let values = blocks.map(|block| seen.table.get_block(block));
    ///     values.into_iter().flatten().min().unwrap_or(Fitness::NEVER)
    /// });
    /// # let _ = either;
    /// ```
    pub fn local(self) -> Self {
        Self { is_local: true, ..self }
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
    /// let needs = Needs::at([Block::new(3)]);
    /// assert!(!needs.knows_nothing());
    /// assert!(needs.clone().local().knows_nothing());
    /// assert!(needs.reading_executed().knows_nothing());
    /// ```
    #[must_use]
    pub const fn knows_nothing(&self) -> bool {
        self.is_local || self.reads_executed
    }

    /// Adds that the goal is covered where one of these copies of a history is reached. It reads
    /// nothing else of the execution.
    pub(in crate::objective) fn covered_on(self, history: HistoryId, copies: Spots) -> Self {
        Self { history: Some(history), copies, ..self.reading_executed() }
    }
}
