//! The needs of a goal: its places, its reads, its scalar.

use super::copy_sweep::CopySweep;
use super::direct_sweep::DirectSweep;
use crate::execution::{CallTree, Capability, Copies, DirectCalls, Execution};
use crate::flow::{CopyPlace, CopyPlaces};
use crate::id::Statement;
use crate::objective::{Place, Scalar};
use core::fmt;
use smallvec::SmallVec;

#[cfg(doc)]
use crate::objective::{Goals, Objective, Observed};

/// Needs of a goal, returned by [`Objective::needs`]: its places in the control flow, the records
/// of an execution that it reads, and its scalar.
///
/// - A place must be reached before the goal can be covered; for a branch, its source must be. A
///   goal with several places, such as a line, can be covered in any of them. A
///   [frontier](crate::selection::Frontier) orders goals by their places, and an
///   [explanation](crate::objective::Explanation) reports what is missing there. A goal that lies
///   [nowhere](Self::nowhere) is pursued from the start.
/// - With [`reading_direct_calls`](Self::reading_direct_calls), [`Goals::observe`] sweeps
///   [`Observed::direct`], and [`Goals::trace`] records direct calls separately.
/// - With [`reading_calls`](Self::reading_calls), [`Goals::trace`] records calls one by one.
/// - [`reading`](Self::reading) names any other capability that the goal reads. An execution that
///   did not record it is refused.
/// - [`with_scalar`](Self::with_scalar) sets the formula of [`Goals::scalar`].
///
/// A goal that wraps another goal returns the needs of that goal unchanged.
///
/// `X` is the type of the executions on which the goal is measured. It must have the capabilities
/// that the goal reads:
///
/// ```compile_fail,E0277
/// # use sbst::{distance::Distance, execution::Execution, flow::Edge, id::Block};
/// # use sbst::objective::Needs;
/// struct Mine;
/// impl Execution for Mine {
///     fn branch_distance(&self, _: Edge) -> Option<Distance> { None }
///     fn progress(&self, _: Block) -> Option<u32> { None }
/// }
/// // the trait bound `Mine: CallTree` is not satisfied
/// let needs: Needs<Mine> = Needs::nowhere().reading_calls();
/// ```
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::Block;
/// use sbst::objective::{Needs, Place, Scalar};
///
/// let needs = Needs::<Trace>::at([Block::new(3)]).with_scalar(Scalar::at_most(1.0));
/// assert!(needs.places().eq([Place::Block(Block::new(3))]));
/// assert!(!needs.reads_direct_calls() && !needs.reads_calls());
/// ```
#[must_use]
pub struct Needs<X: ?Sized> {
    /// All statements, or all places.
    spots: SmallVec<[Spot; 2]>,
    /// The sweep of direct calls, if the goal reads them.
    direct: Option<DirectSweep<X>>,
    /// Capabilities that the goal reads, one bit for each.
    reads: u16,
    /// The sweep of copies, and the places there that cover the goal, if the goal reads copies.
    copies: Option<(CopySweep<X>, CopyPlaces)>,
    /// The formula of [`Goals::scalar`].
    scalar: Scalar,
    /// `true` if a finite value at level 0 shows that the place was reached.
    tells_reached: bool,
    /// `true` if only the functions of the places decide the value.
    is_local: bool,
    /// `true` if the goal reads the execution by [`Observed::executed`] alone.
    reads_executed: bool,
}

/// A statement or place that must be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::objective) enum Spot {
    Statement(Statement),
    Place(Place),
}

impl Spot {
    /// Returns the place, which is the block for a statement.
    pub(in crate::objective) fn place(self) -> Place {
        match self {
            Self::Statement(statement) => Place::Block(statement.block),
            Self::Place(place) => place,
        }
    }
}

impl<X: ?Sized> Needs<X> {
    /// Creates needs that read nothing beyond the table.
    fn of(spots: impl IntoIterator<Item = Spot>) -> Self {
        Self {
            spots: spots.into_iter().collect(),
            direct: None,
            reads: 0,
            copies: None,
            scalar: Scalar::LEVELS,
            tells_reached: false,
            is_local: false,
            reads_executed: false,
        }
    }

    /// Creates the needs of a goal without a place in the control flow: nothing has to be reached
    /// first, and a frontier pursues it from the start.
    pub fn nowhere() -> Self {
        Self::of([])
    }

    /// Creates the needs of a goal in a block, on a branch, in a function, or in several of them:
    /// one of them must be reached first. Without a place, the goal lies [nowhere](Self::nowhere).
    ///
    /// On a branch, the source of the branch must be reached. A
    /// [frontier](crate::selection::Frontier) pursues the goal when it pursues the goal of the
    /// branch: once a branch was taken on which the source depends, or from the start if the source
    /// depends on none. It does not wait until the branch itself is taken. For a goal that lies
    /// after the branch, pass a block there.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::{Block, Branch};
    /// use sbst::objective::{Goal, Needs, Place};
    ///
    /// assert!(
    ///     Needs::<Trace>::at([Block::new(3)]).places().eq([Place::Block(Block::new(3))])
    /// );
    /// let places = [Place::Block(Block::new(3)), Place::Branch(Branch::new(7))];
    /// assert!(Needs::<Trace>::at(places).places().eq(places));
    /// // The place that the identity determines, if it does.
    /// let branch = Goal::Branch(Branch::new(7));
    /// assert_eq!(Needs::<Trace>::at(branch.place()), Needs::at([Branch::new(7)]));
    /// ```
    pub fn at(places: impl IntoIterator<Item: Into<Place>>) -> Self {
        Self::of(places.into_iter().map(|place| Spot::Place(place.into())))
    }

    /// Creates the needs of a goal at statements, each given by its block and its number from 0:
    /// one of them must be reached. The places of the goal are their blocks. Without a statement,
    /// the goal lies [nowhere](Self::nowhere).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Block;
    /// use sbst::objective::{Needs, Place};
    ///
    /// // The line of a `for`: its beginning and its step are in two blocks.
    /// let [first, step] = [Block::new(0).statement(0), Block::new(3).statement(1)];
    /// let needs = Needs::<Trace>::at_statements([first, step]);
    /// assert!(needs.places().eq([first, step].map(|at| Place::Block(at.block))));
    /// assert!(needs.statements().eq([first, step]));
    /// ```
    pub fn at_statements(statements: impl IntoIterator<Item = Statement>) -> Self {
        Self::of(statements.into_iter().map(Spot::Statement))
    }

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

    /// Sets the formula that turns the goal's value into one number. The default is
    /// [`Scalar::LEVELS`].
    pub fn with_scalar(self, scalar: Scalar) -> Self {
        Self { scalar, ..self }
    }

    /// Returns the places of the goal: for a goal at statements, one for each statement; none if
    /// the goal lies nowhere.
    pub fn places(
        &self,
    ) -> impl DoubleEndedIterator<Item = Place> + ExactSizeIterator + Clone + '_ {
        self.spots.iter().map(|spot| spot.place())
    }

    /// Returns the statements of the goal; none unless the goal was made by
    /// [`at_statements`](Self::at_statements).
    pub fn statements(&self) -> impl DoubleEndedIterator<Item = Statement> + Clone + '_ {
        self.spots.iter().filter_map(|&spot| match spot {
            Spot::Statement(statement) => Some(statement),
            Spot::Place(_) => None,
        })
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

    /// Returns the formula that turns the goal's value into one number.
    #[must_use]
    pub fn scalar(&self) -> Scalar {
        self.scalar.clone()
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

    /// Adds that a finite value at level 0 shows that the place was reached, whatever the executor
    /// reports about the place.
    pub(in crate::objective) fn telling_reached(self) -> Self {
        Self { tells_reached: true, ..self }
    }

    /// Returns `true` if a finite value at level 0 shows that the place was reached.
    pub(in crate::objective) const fn tells_reached(&self) -> bool {
        self.tells_reached
    }

    /// Returns the statements or places of the goal.
    pub(in crate::objective) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Returns the sweep of the table of direct calls, if the goal reads it.
    pub(in crate::objective) const fn direct(&self) -> Option<DirectSweep<X>> {
        self.direct
    }
}

// A derive would require X: Clone.
impl<X: ?Sized> Clone for Needs<X> {
    fn clone(&self) -> Self {
        Self {
            spots: self.spots.clone(),
            scalar: self.scalar.clone(),
            copies: self.copies.clone(),
            direct: self.direct,
            reads: self.reads,
            reads_executed: self.reads_executed,
            tells_reached: self.tells_reached,
            is_local: self.is_local,
        }
    }
}

impl<X: ?Sized> PartialEq for Needs<X> {
    fn eq(&self, other: &Self) -> bool {
        let reads =
            |needs: &Self| (needs.reads, needs.tells_reached, needs.is_local, needs.reads_executed);
        if self.copy_places() != other.copy_places() {
            return false;
        }
        self.spots == other.spots && self.scalar == other.scalar && reads(self) == reads(other)
    }
}

impl<X: ?Sized> Eq for Needs<X> {}

impl<X: ?Sized> fmt::Debug for Needs<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Needs")
            .field("spots", &self.spots)
            .field("reads_direct_calls", &self.reads_direct_calls())
            .field("reads_calls", &self.reads_calls())
            .field("is_local", &self.is_local)
            .field("scalar", &self.scalar)
            .finish()
    }
}
