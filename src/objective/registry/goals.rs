//! The registry of a search's goals.

use super::batches::{Batch, Batches};
use super::grow::grow;
use crate::fitness::Fitness;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch};
use crate::id::GoalId;
use crate::objective::measure::direct_sweep::DirectSweep;
use crate::objective::{Added, Goal, Needs, Objective, Observed, Scalar};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

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
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 10));
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// let names: Vec<String> = covered(&row).map(|id| goals.goal(id).to_string()).collect();
/// assert_eq!(names, ["branch e0"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub struct Goals<X: ?Sized> {
    pub(super) objectives: Batches<X>,
    pub(super) ids: BTreeMap<Goal, GoalId>,
    /// By goal: what was asked of it when it came.
    asked: Vec<Asked>,
    /// How the table of direct calls is swept, once some goal has read it.
    direct: Option<DirectSweep<X>>,
    /// How many goals read it, and how many ask for calls one by one.
    direct_readers: usize,
    pub(super) call_readers: usize,
    /// One more than the greatest mutant that is a goal.
    pub(super) mutants: u32,
    /// How often an objective took the place of another one, and for each goal when that was last.
    replacements: u64,
    replaced: BTreeMap<GoalId, u64>,
    /// The graph whose goals they are, as far as that was said.
    graph: GraphIdentity,
}

/// What a goal said about itself when it came, and when it grew: so that an objective which changes its mind miscounts nothing, and
/// sums over suites ask no objective.
struct Asked {
    scalar: Scalar,
    reads_direct_calls: bool,
    reads_calls: bool,
}

impl<X: ?Sized> Goals<X> {
    /// Creates a registry without goals, whose graph is not known: see [`for_graph`](Self::for_graph) and [`bind`](Self::bind).
    #[must_use]
    pub fn new() -> Self {
        Self {
            objectives: Batches::new(),
            ids: BTreeMap::new(),
            asked: Vec::new(),
            direct: None,
            direct_readers: 0,
            call_readers: 0,
            mutants: 0,
            replacements: 0,
            replaced: BTreeMap::new(),
            graph: GraphIdentity::default(),
        }
    }

    /// Creates a registry without goals for the goals of `graph`: see [`bind`](Self::bind).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Goals, branch_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::for_graph(&graph);
    /// goals.extend(branch_goals(&graph));
    /// assert_eq!(goals.made_for(), graph.identity());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn for_graph(graph: &FlowGraph) -> Self {
        Self { graph: graph.identity(), ..Self::new() }
    }

    /// Returns the identity of the graph that the goals belong to, as [`add`](Self::add) or [`bind`](Self::bind) said last; that of a graph
    /// without functions, which fits every graph, if neither was called.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    /// Says that the goals belong to `graph`: from now on they are measured on this graph only, or on what it grows to.
    ///
    /// [`add`](Self::add) says it itself. Goals that come one by one ([`push`](Self::push), `extend`) hold ids and no graph: without this
    /// they are trusted to be measured on the right one.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the goals belong to another graph already, which `graph` does not begin with. Nothing is changed then.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// // Both have the branches 0 and 1.
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let [graph, other] = [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(1, 1))?];
    /// let mut goals = Goals::<Trace>::new();
    /// goals.bind(&graph)?;
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables, mut row) = (Trace::new(&other), Tables::new(&other), Vec::new());
    /// assert!(goals.try_measure(&other, &trace, &mut tables, &mut row).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn bind(&mut self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.graph)?;
        self.graph = graph.identity();
        Ok(())
    }

    /// Adds a goal unless one of the same identity is there, which then stays, in its form: see [`replace`](Self::replace). O(log goals).
    ///
    /// A goal that stays follows a program that has grown: a [`LineGoal`](crate::objective::LineGoal) that is there takes in the statements that the
    /// given one has in other blocks, and a direct goal asks for [direct calls](crate::objective::DirectGoal::through_any_call) if the
    /// given one does. A goal in a wrapper of your own stays as it is: [replace](Self::replace) it.
    ///
    /// # Panics
    ///
    /// When the 2^32nd goal is added.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::{Block, Line};
    /// use sbst::flow::Lines;
    /// use sbst::objective::{Added, Goals, GoalForm, LineGoal};
    ///
    /// let line = Line::new(12);
    /// let [first, step] = [Block::new(0).statement(0), Block::new(3).statement(1)];
    /// let before = Lines::new([(first, line)]);
    /// let after = Lines::new([(first, line), (step, line)]);
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// let id = goals.push(LineGoal::new(line, &before).in_form(GoalForm::Flat)).id();
    /// assert_eq!(goals.push(LineGoal::new(line, &after)), Added::Known(id)); // flat still
    /// let needs = goals.needs(id).expect("a goal");
    /// assert!(needs.statements().eq([first, step]));
    /// ```
    pub fn push<O: Objective<X> + Send + Sync + 'static>(&mut self, objective: O) -> Added {
        let goal = objective.goal();
        if let Some(&known) = self.ids.get(&goal) {
            self.grow(known, &objective);
            return Added::Known(known);
        }
        let number = u32::try_from(self.objectives.len()).ok().filter(|&number| number < u32::MAX);
        let id = GoalId::new(number.expect("fewer than 2^32 goals"));
        self.ids.insert(goal, id);
        let asked = self.count_in(&objective.needs());
        self.asked.push(asked);
        if let Goal::Mutant(mutant) = goal {
            self.mutants = self.mutants.max(mutant.number().saturating_add(1));
        }
        self.objectives.push(objective);
        Added::New(id)
    }

    /// Adds a goal; one of the same identity that is there keeps its number, and is measured by this objective from now on. O(log goals).
    ///
    /// Returns [`Added::Replaced`] if one was there, else [`Added::New`]. For all goals of a criterion in another form see
    /// [`replace_all`](Self::replace_all).
    ///
    /// Values measured before, as those in a [`SuiteRow`](crate::objective::suite::SuiteRow), keep the form that they were measured in. An objective
    /// that is replaced by one of another type keeps its memory.
    ///
    /// # Panics
    ///
    /// When the 2^32nd goal is added.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Branch;
    /// use sbst::objective::{Added, CoverageGoal, GoalForm, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// let id = goals.push(CoverageGoal::new(Branch::new(3))).id();
    /// let without_levels = CoverageGoal::new(Branch::new(3)).in_form(GoalForm::Augmented);
    /// assert_eq!(goals.replace(without_levels), Added::Replaced(id));
    /// ```
    pub fn replace<O: Objective<X> + Send + Sync + 'static>(&mut self, objective: O) -> Added {
        let Some(known) = self.find(objective.goal()) else { return self.push(objective) };
        self.count_again(known, &objective.needs());
        self.objectives.replace(known, objective);
        Added::Replaced(known)
    }

    /// The objective of a goal that is there, if it is of this type.
    pub(in crate::objective) fn get_objective<O: 'static>(&mut self, id: GoalId) -> Option<&O> {
        self.objectives.one(id).and_then(|known| known.downcast_ref())
    }

    /// Lets a goal that is there take in what another one of its identity knows more of the program.
    fn grow(&mut self, known: GoalId, offered: &dyn Any) {
        let has_grown = self.objectives.one(known).is_some_and(|known| grow(known, offered));
        if has_grown && let Some(needs) = self.needs(known) {
            self.count_again(known, &needs);
        }
    }

    /// Counts a goal among those that read something, and keeps what it said.
    fn count_in(&mut self, needs: &Needs<X>) -> Asked {
        let (reads_direct_calls, reads_calls) = (needs.reads_direct_calls(), needs.reads_calls());
        self.direct_readers += usize::from(reads_direct_calls);
        self.call_readers += usize::from(reads_calls);
        self.direct = needs.direct().or(self.direct);
        Asked { scalar: needs.scalar(), reads_direct_calls, reads_calls }
    }

    /// Counts a goal that is measured by another objective from now on, and may lie elsewhere.
    fn count_again(&mut self, known: GoalId, needs: &Needs<X>) {
        let before = &self.asked[known.index()];
        self.direct_readers -= usize::from(before.reads_direct_calls);
        self.call_readers -= usize::from(before.reads_calls);
        self.asked[known.index()] = self.count_in(needs);
        self.replacements += 1;
        self.replaced.insert(known, self.replacements);
    }

    /// How the table of direct calls is swept, if some goal reads it.
    pub(in crate::objective) fn direct(&self) -> Option<DirectSweep<X>> {
        self.direct.filter(|_| self.direct_readers > 0)
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

    /// The objectives of the type of a goal, and which of them it is.
    pub(in crate::objective) fn slot(&self, id: GoalId) -> Option<(&dyn Batch<X>, usize)> {
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

    /// Returns where a goal lies, what it reads, and its scalar: its [`Objective::needs`]. `None` for a number that the registry does
    /// not have.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::{Block, GoalId};
    /// use sbst::objective::{CoverageGoal, Goals, Place};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// let id = goals.push(CoverageGoal::new(Block::new(7))).id();
    /// let needs = goals.needs(id).expect("a goal");
    /// assert!(needs.places().eq([Place::Block(Block::new(7))]));
    /// assert!(goals.needs(GoalId::new(1)).is_none());
    /// ```
    #[must_use]
    pub fn needs(&self, id: GoalId) -> Option<Needs<X>> {
        self.objectives.slot(id).map(|(batch, index)| batch.needs(index))
    }

    /// The value of one goal; [`Fitness::NEVER`] for a number that the registry does not have.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Self::made_for) to another graph than `seen.graph`, which [`FlowGraph::check`] tells.
    #[must_use]
    #[track_caller]
    pub fn fitness_of(&self, id: GoalId, seen: &Observed<'_, X>) -> Fitness {
        self.belong_to(seen.graph);
        self.objectives.slot(id).map_or(Fitness::NEVER, |(batch, index)| batch.fitness(index, seen))
    }

    /// Returns the value of a goal as one number, by the [`Scalar`] of its [`Objective::needs`].
    ///
    /// For a number that the registry does not have it is [`Fitness::scalar`].
    #[must_use]
    pub fn scalar(&self, id: GoalId, fitness: Fitness) -> f64 {
        self.asked.get(id.index()).map_or(&Scalar::LEVELS, |asked| &asked.scalar).of(fitness)
    }

    /// The values of many goals, into `row`, in the order of `goals`, as far as both go; the rest of `row` stays as it is. Allocates
    /// nothing.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Self::made_for) to another graph than `seen.graph`, which [`FlowGraph::check`] tells.
    #[track_caller]
    pub fn fitness(&self, goals: impl IntoIterator<Item = GoalId>, seen: &Observed<'_, X>, row: &mut [Fitness]) {
        self.belong_to(seen.graph);
        self.values(goals, seen, row);
    }

    /// As [`fitness`](Self::fitness), where the graph was checked.
    #[inline]
    pub(in crate::objective) fn values(
        &self,
        goals: impl IntoIterator<Item = GoalId>,
        seen: &Observed<'_, X>,
        row: &mut [Fitness],
    ) {
        self.objectives.measure(goals, seen, row);
    }

    #[inline]
    #[track_caller]
    pub(crate) fn belong_to(&self, graph: &FlowGraph) {
        graph.check(self.graph).unwrap_or_else(|mismatch| mismatch.raise());
    }
}

impl<X: ?Sized> Default for Goals<X> {
    fn default() -> Self {
        Self::new()
    }
}

/// Adds each goal by [`Goals::push`]: a goal that is there stays, in its form.
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
