//! The registry of a search's goals.

use super::batches::{Batch, Batches};
use super::{Criterion, DirectSweep, Goal, Objective, Observed, Place, Tables};
use crate::execution::{CallTreeLimits, Execution, Trace};
use crate::fitness::Fitness;
use crate::fitness::flag::Refined;
use crate::flow::{FlowGraph, GraphMismatch};
use crate::id::GoalId;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// The goals of a search over executions of type `X`: each identity once, numbered in the order of arrival.
///
/// Goals may be added at any time (an open world: exceptions are found while searching). The objectives themselves borrow nothing.
///
/// X is the type of the executions: `Trace`, `Record`, your own, `[Record]` for suites, or `dyn AllCriteria` for any of them. It is one
/// type: a store that borrows would have to borrow for as long as the registry lives, so let yours own what a run saw.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, Tables, branch_goals, covered};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(branch_goals(&graph));
/// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// trace.call(Function::new(0)).decide(0, lt(3, 10));
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// let names: Vec<String> = covered(&row).map(|id| goals.goal(id).to_string()).collect();
/// assert_eq!(names, ["branch e0"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub struct Goals<X: ?Sized> {
    objectives: Batches<X>,
    ids: BTreeMap<Goal, GoalId>,
    /// How the table of direct calls is swept, once some goal has read it.
    direct: Option<DirectSweep<X>>,
    /// How many goals read it, and how many ask for calls one by one.
    direct_readers: usize,
    call_readers: usize,
    /// One more than the greatest mutant that is a goal.
    mutants: u32,
    /// How often an objective took the place of another one, and for each goal when that was last.
    replacements: u64,
    replaced: BTreeMap<GoalId, u64>,
}

/// What became of a goal that was added.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::{Block, GoalId};
/// use sbst::objective::{Added, BlockGoal, Goals};
///
/// let mut goals = Goals::<Trace>::new();
/// let twice = [0; 2].map(|_| goals.push(BlockGoal(Block::new(7))));
/// assert_eq!(twice, [Added::New(GoalId::new(0)), Added::Known(GoalId::new(0))]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Added {
    /// It was not there yet.
    New(GoalId),
    /// A goal of the same identity was there, and stays; this one was dropped.
    Known(GoalId),
}

impl Added {
    /// The number of the goal, new or known.
    #[must_use]
    pub const fn id(self) -> GoalId {
        match self {
            Self::New(id) | Self::Known(id) => id,
        }
    }
}

/// The goals that a row covers, ascending: one of [`Goals::measure`], which has the value of each goal at its number.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::objective::covered;
///
/// let row = [Fitness::NEVER, Fitness::COVERED];
/// assert!(covered(&row).eq([GoalId::new(1)]));
/// ```
pub fn covered(row: &[Fitness]) -> impl Iterator<Item = GoalId> {
    (0..).map(GoalId::new).zip(row).filter(|(_, fitness)| fitness.is_covered()).map(|(goal, _)| goal)
}

/// Goals that were added together: their numbers, ascending.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::GoalId;
/// use sbst::objective::{Criterion, Goals, NewGoals, Program};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let (mut goals, program) = (Goals::<Trace>::new(), Program::new(&graph));
/// goals.add(Criterion::Branch, &program);
/// let blocks: NewGoals = goals.add(Criterion::Block, &program);
/// assert!(blocks.eq([2, 3, 4].map(GoalId::new)));
/// assert_eq!(goals.add(Criterion::Block, &program).len(), 0); // they are there already
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NewGoals(Range<u32>);

impl Iterator for NewGoals {
    type Item = GoalId;

    fn next(&mut self) -> Option<GoalId> {
        self.0.next().map(GoalId::new)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for NewGoals {}

impl<X: ?Sized> Goals<X> {
    /// No goals yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            objectives: Batches::new(),
            ids: BTreeMap::new(),
            direct: None,
            direct_readers: 0,
            call_readers: 0,
            mutants: 0,
            replacements: 0,
            replaced: BTreeMap::new(),
        }
    }

    /// Adds a goal unless one of the same identity is there, which then stays as it is (see [`replace`](Self::replace)). O(log goals).
    ///
    /// # Panics
    ///
    /// When the 2^32nd goal is added.
    pub fn push(&mut self, objective: impl Objective<X> + Send + Sync + 'static) -> Added {
        let goal = objective.goal();
        if let Some(&known) = self.ids.get(&goal) {
            return Added::Known(known);
        }
        let number = u32::try_from(self.objectives.len()).ok().filter(|&number| number < u32::MAX);
        let id = GoalId::new(number.expect("fewer than 2^32 goals"));
        self.ids.insert(goal, id);
        self.count_reader(&objective);
        if let Goal::Mutant(mutant) = goal {
            self.mutants = self.mutants.max(mutant.number().saturating_add(1));
        }
        self.objectives.push(objective);
        Added::New(id)
    }

    /// Adds a goal; one of the same identity that is there keeps its number, and is measured by this objective from now on: in another
    /// form, or because the program has grown. O(log goals).
    ///
    /// Values measured before, as those in a [`SuiteRow`](super::suite::SuiteRow), keep the form that they were measured in. An objective
    /// that is replaced by one of another type keeps its memory.
    ///
    /// # Panics
    ///
    /// When the 2^32nd goal is added.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Branch;
    /// use sbst::objective::{Added, BranchForm, BranchGoal, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// let id = goals.push(BranchGoal::new(Branch::new(3))).id();
    /// let without_levels = BranchGoal::new(Branch::new(3)).in_form(BranchForm::WithoutLevels);
    /// assert_eq!(goals.replace(without_levels), Added::Known(id));
    /// ```
    pub fn replace(&mut self, objective: impl Objective<X> + Send + Sync + 'static) -> Added {
        match self.find(objective.goal()) {
            None => self.push(objective),
            Some(known) => {
                if let Some((batch, index)) = self.objectives.slot(known) {
                    self.direct_readers -= usize::from(batch.reads_direct_calls(index));
                    self.call_readers -= usize::from(batch.reads_calls(index));
                }
                self.count_reader(&objective);
                self.objectives.replace(known, objective);
                self.replacements += 1;
                self.replaced.insert(known, self.replacements);
                Added::Known(known)
            }
        }
    }

    fn count_reader(&mut self, objective: &impl Objective<X>) {
        let sweep = objective.direct();
        self.direct_readers += usize::from(sweep.is_some());
        self.call_readers += usize::from(objective.reads_calls());
        self.direct = sweep.or(self.direct);
    }

    /// How the table of direct calls is swept, if some goal reads it.
    fn direct(&self) -> Option<DirectSweep<X>> {
        self.direct.filter(|_| self.direct_readers > 0)
    }

    /// The goals added when there were `before` of them.
    pub(super) fn since(&self, before: usize) -> NewGoals {
        NewGoals(before as u32..self.len() as u32)
    }

    /// How many goals there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objectives.len()
    }

    /// Whether there are no goals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objectives.len() == 0
    }

    /// All goals, in the order of arrival. Goals and branches are numbered apart: [`goal`](Self::goal) says which branch a goal is.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = GoalId> + ExactSizeIterator + use<X> {
        (0..self.objectives.len() as u32).map(GoalId::new)
    }

    /// The goals that a criterion makes, in the order of arrival. Linear in all goals.
    pub fn of(&self, criterion: Criterion) -> impl Iterator<Item = GoalId> {
        self.ids().filter(move |&id| self.get(id).and_then(|goal| goal.criterion()) == Some(criterion))
    }

    /// The identity of a goal.
    ///
    /// # Panics
    ///
    /// If the registry has no such goal: see [`get`](Self::get).
    #[must_use]
    #[track_caller]
    pub fn goal(&self, id: GoalId) -> Goal {
        let Some(found) = self.get(id) else { panic!("the registry has no goal {id}") };
        found
    }

    /// The identity of a goal, if the registry has it.
    #[must_use]
    pub fn get(&self, id: GoalId) -> Option<Goal> {
        self.objectives.slot(id).map(|(batch, index)| batch.goal(index))
    }

    /// The number of a goal, if the registry has it. O(log goals).
    #[must_use]
    pub fn find(&self, goal: Goal) -> Option<GoalId> {
        self.ids.get(&goal).copied()
    }

    /// The objectives of the type of a goal, and which of them it is.
    pub(super) fn slot(&self, id: GoalId) -> Option<(&dyn Batch<X>, usize)> {
        self.objectives.slot(id)
    }

    /// How often an objective was replaced so far.
    pub(crate) const fn replacements(&self) -> u64 {
        self.replacements
    }

    /// The goals whose objective was replaced since there were so many replacements: they may lie elsewhere now.
    pub(crate) fn replaced_since(&self, replacements: u64) -> impl Iterator<Item = GoalId> {
        let any = self.replacements > replacements;
        let goals = any.then_some(&self.replaced).into_iter().flatten();
        goals.filter(move |&(_, &when)| when > replacements).map(|(&goal, _)| goal)
    }

    /// Tells `visit` where a goal lies: its [`Objective::places`]. Nothing for a number that the registry does not have.
    pub fn places(&self, id: GoalId, mut visit: impl FnMut(Place)) {
        if let Some((batch, index)) = self.objectives.slot(id) {
            batch.places(index, &mut visit);
        }
    }

    /// The value of one goal; [`Fitness::NEVER`] for a number that the registry does not have.
    #[must_use]
    pub fn fitness_of(&self, id: GoalId, seen: &Observed<'_, X>) -> Fitness {
        self.objectives.slot(id).map_or(Fitness::NEVER, |(batch, index)| batch.fitness(index, seen))
    }

    /// The value of a goal as one number: its [`Objective::scalar`].
    ///
    /// For a number that the registry does not have it is [`Fitness::scalar`].
    #[must_use]
    pub fn scalar(&self, id: GoalId, fitness: Fitness) -> f64 {
        self.objectives.slot(id).map_or(fitness.scalar(), |(batch, index)| batch.scalar(index, fitness))
    }

    /// A recorder for `graph` that records what these goals need: direct calls apart if a goal reads them, calls one by one if a goal
    /// asks for them, and as many mutants as there are. For goals that are added later see [`fit`](Self::fit). Flags are no goals:
    /// whoever refines them adds [`with_call_tree`](Trace::with_call_tree).
    #[must_use]
    pub fn trace(&self, graph: &FlowGraph) -> Trace {
        let mut trace = Trace::new(graph);
        self.make_room(&mut trace);
        trace
    }

    /// Makes a recorder record what these goals need, after the goals, the graph, or both have grown. To be called between executions:
    /// what was recorded stays, but direct calls and calls one by one that were not recorded then are not known.
    ///
    /// Mutants are numbered from 0, and take 12 bytes each up to the greatest number: those beyond 2^22, and beyond 64 times the number of
    /// goals, are not recorded, which [`Trace::check`] tells when they are asked for.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the trace was made for another graph. Nothing is changed then.
    pub fn fit(&self, trace: &mut Trace, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        trace.fit(graph)?;
        self.make_room(trace);
        Ok(())
    }

    fn make_room(&self, trace: &mut Trace) {
        // A number by mistake must not take all memory.
        let room = self.len().saturating_mul(64).max(1 << 22);
        let calls = (self.call_readers > 0).then_some(CallTreeLimits::NONE);
        trace.make_room(self.mutants.min(u32::try_from(room).unwrap_or(u32::MAX)), self.direct().is_some(), calls);
    }

    /// The values of many goals, into `row`, in the order of `goals`, as far as both go; the rest of `row` stays as it is. Allocates
    /// nothing.
    pub fn fitness(&self, goals: impl IntoIterator<Item = GoalId>, seen: &Observed<'_, X>, row: &mut [Fitness]) {
        self.objectives.measure(goals, seen, row);
    }
}

impl<X: Execution + ?Sized> Goals<X> {
    /// Sweeps the tables that the goals read, for one execution: what all goals are measured on.
    pub fn observe<'a>(&self, graph: &'a FlowGraph, run: &'a X, tables: &'a mut Tables) -> Observed<'a, X> {
        let Tables { table, direct } = tables;
        table.sweep(graph, run);
        let seen = Observed::new(graph, run, table);
        match self.direct() {
            Some(sweep) => {
                sweep.sweep(run, graph, table, direct);
                seen.with_direct(direct)
            }
            None => seen,
        }
    }

    /// The same for an execution whose flags have a gradient ([`fitness::flag`](crate::fitness::flag)): the tables are swept for that, and
    /// what else goals ask is asked of the execution itself.
    pub fn observe_refined<'a>(&self, graph: &'a FlowGraph, refined: Refined<'a, X>, tables: &'a mut Tables) -> Observed<'a, X> {
        let Tables { table, direct } = tables;
        table.sweep(graph, &refined);
        let seen = Observed::new(graph, refined.run(), table);
        match self.direct() {
            Some(sweep) => {
                sweep.sweep_refined(&refined, graph, table, direct);
                seen.with_direct(direct)
            }
            None => seen,
        }
    }

    /// Measures all goals on one execution: sweeps the tables, and writes the value of each goal into `row`, which becomes as long as
    /// there are goals. In the steady state it allocates nothing.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    /// for round in 0..2 {
    ///     trace.reset();
    ///     trace.threw(Thrown::new(Function::new(0), Symbol::new(round), ExceptionKind::Implicit));
    ///     goals.discover(&trace); // one goal more in each round
    ///     goals.measure(&graph, &trace, &mut tables, &mut row);
    ///     assert_eq!(row.len(), goals.len());
    /// }
    /// assert_eq!(row.len(), 4);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn measure(&self, graph: &FlowGraph, run: &X, tables: &mut Tables, row: &mut Vec<Fitness>) {
        row.resize(self.len(), Fitness::NEVER);
        self.fitness(self.ids(), &self.observe(graph, run, tables), row);
    }

    /// The same for an execution whose flags have a gradient: see [`observe_refined`](Self::observe_refined).
    ///
    /// ```
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::{CallTreeLimits, Trace};
    /// use sbst::fitness::flag::{FlagGradient, Flags};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// const RUN: Function = Function::new(0);
    /// const CHECK: Function = Function::new(1);
    /// const SITE: CallSite = CallSite::new(0);
    ///
    /// // run(x): 0: if check(x) { 1 } else { 2 }       check(x): 0: if x == 100 { 1: return true } 2: return false
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut flags = Flags::new();
    /// flags.function(&graph, RUN).decides(0, SITE)?;
    /// flags.function(&graph, CHECK).returns(1, true)?.returns(2, false)?;
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let trace = goals.trace(&graph).with_call_tree(CallTreeLimits::default());
    /// let f = trace.call(RUN);
    /// f.decide(0, flag(f.site(SITE).call(CHECK).decide(0, eq(7, 100))));
    ///
    /// let (mut gradient, mut tables, mut row) = (FlagGradient::new(), Tables::new(&graph), Vec::new());
    /// goals.measure(&graph, &trace, &mut tables, &mut row);
    /// assert_eq!(row[0].distance.get(), 1.0); // true is 1 away from false
    /// goals.measure_refined(&graph, gradient.refine(&graph, &flags, &trace)?, &mut tables, &mut row);
    /// assert_eq!(row[0].distance.get(), 94.0 / 95.0); // 7 is 94 away
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn measure_refined(&self, graph: &FlowGraph, refined: Refined<'_, X>, tables: &mut Tables, row: &mut Vec<Fitness>) {
        row.resize(self.len(), Fitness::NEVER);
        self.fitness(self.ids(), &self.observe_refined(graph, refined, tables), row);
    }
}

impl<X: ?Sized> Default for Goals<X> {
    fn default() -> Self {
        Self::new()
    }
}

impl<X: ?Sized, O: Objective<X> + Send + Sync + 'static> Extend<O> for Goals<X> {
    fn extend<I: IntoIterator<Item = O>>(&mut self, objectives: I) {
        for objective in objectives {
            self.push(objective);
        }
    }
}

/// The identities, in the order of arrival.
impl<X: ?Sized> fmt::Debug for Goals<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids().filter_map(|id| self.get(id))).finish()
    }
}
