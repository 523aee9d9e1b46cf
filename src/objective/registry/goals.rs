//! The registry of a search's goals.

use super::added::grow;
use super::batches::Batches;
use super::histories::{Histories, Place};
use super::ids::Ids;
use crate::execution::{Fact, Plane};
use crate::fitness::Fitness;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, Spot};
use crate::id::GoalId;
use crate::objective::{Added, Goal, Needs, Objective, Observed, Reader, Scalar};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

/// Registry of goals over executions of type `X`. Each identity occurs once; goals are numbered in
/// the order of arrival.
///
/// Goals may be added at any time, such as exceptions that are found during the search. Objectives
/// borrow nothing.
///
/// `X` is the type of the executions: `Trace`, `Record`, a type of your own, `[Record]` for suites,
/// or `dyn Facts` for executions of several types. It is a single type: an execution type
/// that borrows would have to borrow for as long as the registry lives, so let yours own its data.
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
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 10));
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// let names: Vec<String> =
///     covered(&row).map(|id| goals.goal(id).to_string()).collect();
/// assert_eq!(names, ["branch e0"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub struct Goals<X: ?Sized> {
    /// The objectives, by goal.
    pub(super) objectives: Batches<X>,
    /// The number of each identity.
    pub(super) ids: Ids,
    /// By goal: the place in `kinds` of what it needed when it was added or replaced.
    asked: Vec<u32>,
    /// What goals asked for when they were added. Most goals ask for the same.
    kinds: Vec<Asked>,
    /// By the bit of a fact: the number of goals that read it.
    readers: [usize; Fact::COUNT],
    /// What finders of goals read, and their names for errors.
    announced: Vec<(Fact, Reader)>,
    /// Histories that goals read.
    pub(super) histories: Histories,
    /// One more than the greatest number of a mutant that is a goal.
    pub(super) mutants: u32,
    /// What has no goals, although its kind was added: its place, and what it is.
    pub(super) left_out: BTreeSet<(Spot, String)>,
    /// Number of objectives that were replaced.
    replacements: u64,
    /// By replaced goal: the number of replacements after its last one.
    replaced: BTreeMap<GoalId, u64>,
    /// Identity of the graph of the goals, once it was set.
    pub(super) graph: GraphIdentity,
}

/// Needs of a goal when it was added, replaced or changed. They are kept so that an objective whose
/// needs change miscounts nothing, and sums over suites need not call objectives.
#[derive(PartialEq)]
struct Asked {
    scalar: Scalar,
    /// Facts that the goal reads, one bit for each.
    reads: u16,
    /// The history that the goal reads.
    history: Option<Place>,
}

/// Number of the newest kinds that a new goal is compared with.
const KINDS: usize = 16;

impl<X: ?Sized> Goals<X> {
    /// Creates an empty registry whose graph is unknown: see [`for_graph`](Self::for_graph) and
    /// [`bind`](Self::bind).
    #[must_use]
    pub fn new() -> Self {
        Self {
            objectives: Batches::new(),
            ids: Ids::default(),
            asked: Vec::new(),
            kinds: Vec::new(),
            readers: [0; Fact::COUNT],
            announced: Vec::new(),
            histories: Histories::default(),
            mutants: 0,
            left_out: BTreeSet::new(),
            replacements: 0,
            replaced: BTreeMap::new(),
            graph: GraphIdentity::default(),
        }
    }

    /// Creates an empty registry for the goals of `graph`: see [`bind`](Self::bind).
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

    /// Returns the identity of the graph that the goals belong to, as set last by
    /// [`add`](Self::add) or [`bind`](Self::bind). If neither was called, it is the identity of a
    /// graph without functions, which fits every graph.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    /// Binds the goals to `graph`: from now on they are measured only on this graph, or on graphs
    /// that have grown from it.
    ///
    /// [`add`](Self::add) does so itself. Goals that are added one by one ([`push`](Self::push),
    /// `extend`) contain ids and no graph: if the registry is not bound, it trusts you to measure
    /// them on the right graph.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the goals already belong to a graph from which `graph` has not grown.
    /// Nothing is changed then.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// // Both have the branches 0 and 1.
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let [graph, other] =
    ///     [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(1, 1))?];
    /// let mut goals = Goals::<Trace>::new();
    /// goals.bind(&graph)?;
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables, mut row) =
    ///     (Trace::new(&other), Tables::new(&other), Vec::new());
    /// assert!(goals.try_measure(&other, &trace, &mut tables, &mut row).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn bind(&mut self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.graph)?;
        self.graph = graph.identity();
        Ok(())
    }

    /// Adds a goal, unless the registry has a goal of the same identity; that goal then stays, in
    /// its form. See [`replace`](Self::replace) for the opposite. O(log goals).
    ///
    /// A goal that stays still follows a program that has grown: a
    /// [`LineGoal`](crate::objective::LineGoal) gets the statements of the given goal in other
    /// blocks, and a direct goal is restricted to [direct
    /// calls](crate::objective::DirectGoal::through_any_call) if the given goal is. A goal in a
    /// wrapper of your own does not change: [replace](Self::replace) it.
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
    /// assert_eq!(goals.push(LineGoal::new(line, &after)), Added::Known(id)); // still flat
    /// let needs = goals.needs(id).expect("a goal");
    /// assert!(needs.statements().eq([first, step]));
    /// ```
    pub fn push<O: Objective<X> + Send + Sync + 'static>(&mut self, objective: O) -> Added {
        let goal = objective.goal();
        if let Some(known) = self.find(goal) {
            self.grow(known, &objective);
            return Added::Known(known);
        }
        let number = u32::try_from(self.objectives.len()).ok().filter(|&number| number < u32::MAX);
        let id = GoalId::new(number.expect("fewer than 2^32 goals"));
        let asked = self.count_in(&objective.needs(), None);
        self.asked.push(asked);
        if let Goal::Mutant(mutant) | Goal::StrongMutant(mutant) = goal {
            self.mutants = self.mutants.max(mutant.number().saturating_add(1));
        }
        self.objectives.push(objective);
        self.ids.insert(goal, id);
        Added::New(id)
    }

    /// Adds a goal, or replaces the objective of the goal with the same identity, which keeps its
    /// number. O(log goals).
    ///
    /// Returns [`Added::Replaced`] if the registry had the goal, else [`Added::New`]. To measure
    /// all goals of a criterion in another form, see [`replace_all`](Self::replace_all).
    ///
    /// Values that were measured before, such as those in a
    /// [`SuiteRow`](crate::objective::suite::SuiteRow), stay in their old form. If the new
    /// objective has another type, the memory of the old one is not freed.
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

    /// Adds to a registered goal what another goal of its identity has in addition.
    fn grow(&mut self, known: GoalId, offered: &dyn Any) {
        // Needs are read again only if the goal changed: when a criterion is added again, most
        // goals did not.
        let has_grown = self.objectives.one(known).is_some_and(|known| grow(known, offered));
        if has_grown && let Some(needs) = self.needs(known) {
            self.count_again(known, &needs);
        }
    }

    /// Counts a goal among the readers of each record that it reads, and returns its needs to be
    /// kept.
    fn count_in(&mut self, needs: &Needs, before: Option<Place>) -> u32 {
        let history = self.histories.count(needs, before);
        for (place, count) in self.readers.iter_mut().enumerate() {
            *count += usize::from(needs.bits >> place & 1);
        }
        let asked = Asked { scalar: needs.scalar(), reads: needs.bits, history };
        // Goals of a criterion follow each other: only the newest kinds are compared.
        let first = self.kinds.len().saturating_sub(KINDS);
        let same = self.kinds[first..].iter().rposition(|kind| *kind == asked);
        let place = same.map_or(self.kinds.len(), |place| first + place);
        if same.is_none() {
            self.kinds.push(asked);
        }
        place as u32
    }

    /// Counts a goal anew whose objective was replaced or changed, and whose places may have
    /// changed.
    fn count_again(&mut self, known: GoalId, needs: &Needs) {
        let Asked { reads: before, history, .. } = self.kinds[self.asked[known.index()] as usize];
        for (place, count) in self.readers.iter_mut().enumerate() {
            *count -= usize::from(before >> place & 1);
        }
        self.asked[known.index()] = self.count_in(needs, history);
        self.replacements += 1;
        self.replaced.insert(known, self.replacements);
    }

    /// Returns `true` if some goal reads a fact.
    pub(super) fn reads(&self, fact: Fact) -> bool {
        match fact {
            Fact::On(Plane::History(id)) => self.histories.read().any(|read| read == id),
            _ => self.readers[fact.bit().trailing_zeros() as usize] > 0,
        }
    }

    /// Notes that a finder of goals reads facts, from the first execution on.
    pub(super) fn announce(&mut self, reader: Reader, facts: &[Fact]) {
        for &fact in facts {
            if self.announced.contains(&(fact, reader)) {
                continue;
            }
            match fact {
                Fact::On(Plane::History(id)) => self.histories.announce(id),
                _ => self.readers[fact.bit().trailing_zeros() as usize] += 1,
            }
            self.announced.push((fact, reader));
        }
    }

    /// Returns who reads a fact: a finder of goals, or the first goal.
    pub(super) fn reader(&self, fact: Fact) -> Option<Reader> {
        let reads = |asked: &Asked| match fact {
            Fact::On(Plane::History(id)) => asked.history == self.histories.place(id),
            _ => asked.reads & fact.bit() != 0,
        };
        let kind = |id: &GoalId| &self.kinds[self.asked[id.index()] as usize];
        let goal = || self.ids().find(|id| reads(kind(id))).map(|id| self.goal(id).into());
        let announced = self.announced.iter().find(|it| it.0 == fact);
        announced.map(|it| it.1).or_else(goal)
    }

    /// Returns the number of goals.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objectives.len()
    }

    /// Returns `true` if there are no goals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objectives.len() == 0
    }

    /// Returns an iterator over all goals, in the order of arrival. Goals and branches have
    /// different numbers: [`goal`](Self::goal) returns the branch of a goal.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = GoalId> + ExactSizeIterator + use<X> {
        (0..self.objectives.len() as u32).map(GoalId::new)
    }

    /// Returns the number of replacements so far.
    pub(crate) const fn replacements(&self) -> u64 {
        self.replacements
    }

    /// Returns the goals whose objective was replaced after the first `replacements` replacements:
    /// their places may have changed.
    pub(crate) fn replaced_since(&self, replacements: u64) -> impl Iterator<Item = GoalId> {
        // Nearly always there are none: then the map is not read.
        let replaced = if self.replacements > replacements { Some(&self.replaced) } else { None };
        replaced
            .into_iter()
            .flatten()
            .filter(move |&(_, &when)| when > replacements)
            .map(|(&goal, _)| goal)
    }

    /// Returns the needs of a goal: its places, its reads, and its scalar ([`Objective::needs`]).
    /// `None` for a number that the registry does not have.
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
    pub fn needs(&self, id: GoalId) -> Option<Needs> {
        self.objectives.slot(id).map(|(batch, index)| batch.needs(index))
    }

    /// Returns the value of one goal; [`Fitness::NEVER`] for a number that the registry does not
    /// have.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Self::made_for) to another graph than `seen.graph`.
    /// [`FlowGraph::check`] finds out.
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
        let kind = self.asked.get(id.index()).map(|&kind| &self.kinds[kind as usize]);
        kind.map_or(&Scalar::LEVELS, |kind| &kind.scalar).of(fitness)
    }

    /// Writes the values of `goals` into `row`, in their order, up to the shorter of the two; the
    /// rest of `row` does not change. Allocates nothing.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Self::made_for) to another graph than `seen.graph`.
    /// [`FlowGraph::check`] finds out.
    #[track_caller]
    pub fn fitness(
        &self,
        goals: impl IntoIterator<Item = GoalId>,
        seen: &Observed<'_, X>,
        row: &mut [Fitness],
    ) {
        self.belong_to(seen.graph);
        self.objectives.measure(goals, seen, row);
    }

    /// Panics if the goals belong to another graph.
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

/// Adds each goal by [`Goals::push`]: a goal that the registry has stays in its form.
impl<X: ?Sized, O: Objective<X> + Send + Sync + 'static> Extend<O> for Goals<X> {
    fn extend<I: IntoIterator<Item = O>>(&mut self, objectives: I) {
        for objective in objectives {
            self.push(objective);
        }
    }
}

/// Shows the identities, in the order of arrival.
impl<X: ?Sized> fmt::Debug for Goals<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids().filter_map(|id| self.get(id))).finish()
    }
}
