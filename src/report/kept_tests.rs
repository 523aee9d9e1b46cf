//! The tests that a search keeps: the cheapest one of each covered goal, the nearest one of each
//! goal within reach.

use crate::distance::Distance;
use crate::fitness::Fitness;
use crate::id::GoalId;
use crate::objective::{Explanation, Goal, Goals, LiveRow, Observed};
use crate::selection::{Archive, Frontier};
use alloc::boxed::Box;
#[cfg(not(target_has_atomic = "ptr"))]
pub(super) use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
pub(super) use alloc::sync::Arc as Shared;
use alloc::vec::Vec;
use core::fmt;

/// Collection of the tests that a search keeps: for each covered goal the cheapest test that covers
/// it; for each other goal within reach the nearest test, with an explanation of why it does not
/// cover the goal.
///
/// A [`Campaign`](crate::Campaign) contains one. A loop of your own calls
/// [`take_in`](Self::take_in) for each test, after it was measured:
///
/// ```
/// use sbst::distance::gt;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, GoalId};
/// use sbst::objective::{GoalGraph, Goals, Tables, branch_goals};
/// use sbst::report::{KeptTests, Report};
/// use sbst::selection::Frontier;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::for_graph(&graph);
/// goals.extend(branch_goals(&graph));
/// let goal_graph = GoalGraph::new(&goals, &graph);
/// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
///
/// let mut tests = KeptTests::new(Frontier::of(&goal_graph));
/// for x in [3, 8, 5] {
///     trace.reset();
///     trace.root().enter(Function::new(0)).decide(0, gt(x, 9));
///     let seen = goals.observe(&graph, &trace, &mut tables); // one sweep
///     row.resize(goals.len(), Fitness::NEVER);
///     goals.fitness(goals.ids(), &seen, &mut row);
///     tests.fit(&goals, &seen);
///     tests.take_in(&x, &row, |goal| goals.explain(goal, &seen));
/// }
/// let [above, not_above] = [0, 1].map(GoalId::new);
/// assert_eq!(tests.nearest(above), Some(&8));
/// assert_eq!(tests.nearest(not_above), Some(&3)); // the first that covered it
/// assert_eq!(tests.frontier_mut().next_goal(0.5), Some(above)); // the only one left
/// let report = Report::of(&tests, &goal_graph, None);
/// assert_eq!(report.covered().count(), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// A test that is kept is cloned once. `C` is the type of the cost of a test, `()` without costs.
/// Memory is linear in the number of goals, plus the number of goals that each kept test covers.
pub struct KeptTests<T, C = ()> {
    /// Function that computes the cost of a test.
    pub(super) cost: Box<dyn Fn(&T) -> C + Send + Sync>,
    /// The goals within reach, and which of them were sampled.
    pub(super) frontier: Frontier,
    /// By goal: the least distance, and the test that has it; of a covered goal the cheapest test.
    pub(super) rows: Vec<Row<T, C>>,
    /// Number of covered goals.
    pub(super) covered_count: usize,
    /// Number of goals whose distance of an execution of nothing is known.
    fitted: usize,
    /// Number of executions that were taken in.
    pub(super) runs: u64,
    /// Goals that the last test was the first to cover.
    pub(super) covered: Vec<GoalId>,
    /// Goals that came within reach by what the last test covered.
    pub(super) opened: Vec<GoalId>,
    /// Goals that the last test came nearer to than all tests before.
    pub(super) nearer: Vec<GoalId>,
    /// What the next test is compared with, if values are measured across calls.
    calm: Option<Calm<C>>,
}

/// Greatest approach level at which a goal is explained. An explanation lists all decisions that
/// must still take the required outcome, so explanations of all goals in a deep nest would take
/// space and time quadratic in its depth.
const MOST_LEVELS: u32 = 64;

/// The tests since a sweep last changed a goal of a function that it did not enter. All of them are
/// equally near to such goals.
struct Calm<C> {
    /// The least cost of these tests: only a cheaper test can be the nearest one of such a goal.
    least: C,
    /// The last sweep.
    sweep: u64,
    /// How often a goal had come within reach.
    reached: u64,
}

/// A test that is kept, shared by the goals that keep it.
pub(super) struct Kept<T, C> {
    pub(super) test: T,
    pub(super) cost: C,
    /// The number of its run, which identifies it.
    pub(super) run: u64,
    /// All goals that it covers, if one of them keeps it.
    pub(super) covers: Vec<GoalId>,
}

/// Least distance from a goal, and the test that has it. Without a test, the distance of an empty
/// execution.
pub(super) struct Row<T, C> {
    pub(super) fitness: Fitness,
    pub(super) nearest: Option<Box<Nearest<T, C>>>,
}

/// Test that came nearest to a goal, or covers it at the least cost.
pub(super) struct Nearest<T, C> {
    pub(super) kept: Shared<Kept<T, C>>,
    /// Explanation of why the test does not cover the goal; `None` beyond [`MOST_LEVELS`].
    pub(super) why: Option<Box<Explanation>>,
}

impl<T> KeptTests<T> {
    /// Creates an empty collection without costs: of several tests that cover a goal, or are
    /// equally near to it, the first one stays.
    #[must_use]
    pub fn new(frontier: Frontier) -> Self {
        Self::by_cost(frontier, |_| ())
    }
}

impl<T, C> KeptTests<T, C> {
    /// Creates an empty collection with costs: of several tests that cover a goal, or are equally
    /// near to it, the one of least cost stays. If the costs are equal, the first one stays.
    #[must_use]
    pub fn by_cost(frontier: Frontier, cost: impl Fn(&T) -> C + Send + Sync + 'static) -> Self {
        let (covered_count, fitted, runs, calm) = Default::default();
        let (rows, covered, opened, nearer) = Default::default();
        let cost = Box::new(cost);
        Self { cost, frontier, rows, covered_count, fitted, runs, covered, opened, nearer, calm }
    }

    /// Returns the goals within reach.
    #[must_use]
    pub const fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// Returns the goals within reach, to [choose](Frontier::next_goal) one, or to
    /// [add](Frontier::fit) goals.
    pub const fn frontier_mut(&mut self) -> &mut Frontier {
        &mut self.frontier
    }

    /// Records how far an execution of nothing is from each goal. A test that is no nearer to a
    /// goal is not kept for it.
    ///
    /// Call this before each [`take_in`](Self::take_in): only goals that are new are measured, so
    /// most calls do nothing. Without it, the first test counts as near to every goal within reach,
    /// even to goals in functions that it does not enter. Linear in the size of the program if
    /// there are new goals.
    ///
    /// A goal may have a finite distance even from nothing: then every test has a true distance
    /// from it, and the first one is kept. For a goal of your own that reads the execution itself,
    /// the value of nothing is unknown, unless the goal
    /// [says otherwise](crate::objective::Needs::reading_executed): then a test with a finite
    /// distance is kept, and a test with an infinite distance is not.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to another graph than `seen.graph`.
    pub fn fit<X: ?Sized>(&mut self, goals: &Goals<X>, seen: &Observed<'_, X>) {
        if self.fitted >= goals.len() {
            return;
        }
        self.rows.resize_with(goals.len().max(self.rows.len()), Row::default);
        // An exception that was not thrown is as far as it can be, which needs no table: campaigns
        // discover one after the other.
        let (farthest, mut others) = (Fitness::new(0, Distance::INFINITE), Vec::new());
        let mut set = |goal: GoalId, far: Fitness| {
            let row = &mut self.rows[goal.index()];
            if far.distance == Distance::INFINITE && row.nearest.is_none() {
                row.fitness = far;
            }
        };
        for goal in goals.ids().skip(self.fitted) {
            match goals.get(goal) {
                Some(Goal::Exception(_)) => set(goal, farthest),
                _ => others.push(goal),
            }
        }
        self.fitted = goals.len();
        if others.is_empty() {
            return;
        }
        let tables = seen.tables_of_nothing();
        let nothing = seen.of_nothing(&tables);
        for goal in others {
            let knows_nothing = goals.needs(goal).is_some_and(|it| it.knows_nothing());
            // No infinite distance is nearer than the farthest one.
            set(goal, if knows_nothing { goals.fitness_of(goal, &nothing) } else { farthest });
        }
    }

    /// Returns the test that came nearest to a goal, or the cheapest covering test if the goal is
    /// covered.
    ///
    /// Only tests that were taken in while the goal was within reach count, including the test that
    /// brought it within reach; and the nearest tests of reports that were [merged](Self::merge).
    /// Returns `None` if there is none.
    #[must_use]
    pub fn nearest(&self, goal: GoalId) -> Option<&T> {
        Some(&self.kept(goal)?.kept.test)
    }

    /// Returns the distance of the [nearest](Self::nearest) test from a goal, [`Fitness::COVERED`]
    /// for a covered goal.
    ///
    /// If there is no such test, returns the distance of an execution of nothing if
    /// [`fit`](Self::fit) was called and knows it, else a value with an infinite distance.
    #[must_use]
    pub fn fitness(&self, goal: GoalId) -> Fitness {
        self.rows.get(goal.index()).map_or(Fitness::NEVER, |row| row.fitness)
    }

    /// Returns why the [nearest](Self::nearest) test of a goal does not cover it.
    ///
    /// Returns `None` if the test covers the goal, if there is no such test, or if its approach
    /// level is greater than 64.
    #[must_use]
    pub fn explain(&self, goal: GoalId) -> Option<&Explanation> {
        self.kept(goal)?.why.as_deref()
    }

    /// Returns the test that a goal keeps.
    pub(super) fn kept(&self, goal: GoalId) -> Option<&Nearest<T, C>> {
        self.rows.get(goal.index())?.nearest.as_deref()
    }

    /// Returns `true` if a test covered the goal.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.rows.get(goal.index()).is_some_and(Row::is_covered)
    }

    /// Returns the covered goals, ascending. Linear in all goals.
    pub fn covered(&self) -> impl Iterator<Item = GoalId> {
        (0..self.rows.len() as u32).map(GoalId::new).filter(|&goal| self.is_covered(goal))
    }

    /// Returns the number of covered goals.
    #[must_use]
    pub const fn covered_count(&self) -> usize {
        self.covered_count
    }

    /// Returns the number of tests that were taken in.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// Clears the lists of goals that the last test covered, opened, and came nearer to.
    pub(super) fn forget(&mut self) {
        self.covered.clear();
        self.opened.clear();
        self.nearer.clear();
    }

    /// Returns the goals that the last test was the first to cover, ascending.
    #[must_use]
    pub fn newly_covered(&self) -> &[GoalId] {
        &self.covered
    }

    /// Returns the goals that came within reach by what the last test covered, ascending.
    #[must_use]
    pub fn opened(&self) -> &[GoalId] {
        &self.opened
    }

    /// Returns the goals within reach that the last test came nearer to than all tests before,
    /// without covering them.
    #[must_use]
    pub fn nearer(&self) -> &[GoalId] {
        &self.nearer
    }

    /// Returns a small set of kept tests that together cover every covered goal, ascending by cost.
    ///
    /// The set is chosen greedily and need not be the smallest one: see
    /// [`minimise`](crate::selection::minimise()).
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::distance::gt;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::Function;
    /// use sbst::objective::Criterion;
    ///
    /// let mut campaign = Campaign::builder()
    ///     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
    ///     .criteria([Criterion::Branch])
    ///     .build_by_cost(|x: &i32| *x)?;
    /// for x in [7, 6, 30, 12] {
    ///     campaign.run(&x, |c, x| c.enter(Function::new(0)).decide(0, gt(*x, 9)))?;
    /// }
    /// assert_eq!(campaign.tests().suite(), [&6, &12]);
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    #[must_use]
    pub fn suite(&self) -> Vec<&T>
    where
        C: Ord,
    {
        let mut archive = Archive::new();
        for goal in self.covered() {
            if let Some(Nearest { kept, .. }) = self.kept(goal) {
                archive.offer(goal, (&kept.cost, kept.run), || kept);
            }
        }
        let suite = archive.minimise(|kept| kept.covers.iter().copied());
        suite.into_iter().map(|kept| &kept.test).collect()
    }
}

impl<T: Clone, C: Ord + Clone> KeptTests<T, C> {
    /// Takes in a test that was executed: keeps it for the goals that it covers or is nearest to,
    /// and updates the frontier.
    ///
    /// `row` is the distance of the test from each goal, by the number of the goal
    /// ([`Goals::measure`]). `explain` returns the reason why the test does not cover a goal
    /// ([`Goals::explain`]); it is called only for goals to which the test is the nearest one.
    /// Linear in the length of `row`; allocates nothing if the test is not kept.
    pub fn take_in(
        &mut self,
        test: &T,
        row: &[Fitness],
        explain: impl FnMut(GoalId) -> Explanation,
    ) {
        let all = (0..row.len() as u32).map(GoalId::new);
        self.take(&mut Taken::new(test, (self.cost)(test)), row, all, explain);
    }

    /// Takes in a test like [`take_in`](Self::take_in), but looks only at the goals that [can have
    /// changed](LiveRow::changed). Give all calls the row of the same tables.
    ///
    /// Linear in the number of these goals. [Across calls](LiveRow::calm), it looks at all goals if
    /// the test costs less than those that were as near, or if a goal came within reach otherwise
    /// than by a test.
    pub fn take_in_row(
        &mut self,
        test: &T,
        row: &LiveRow,
        mut explain: impl FnMut(GoalId) -> Explanation,
    ) {
        let (mut taken, values) = (Taken::new(test, (self.cost)(test)), row.values());
        let Some(sweeps) = row.calm() else {
            return self.take(&mut taken, values, row.changed(), explain);
        };
        // All goals that did not change have seen the tests since the last one that changed a goal,
        // if no sweep was left out, and none came within reach otherwise than by a test.
        let reached = self.frontier.reached();
        let last = self.calm.take().filter(|last| {
            last.sweep + 1 == sweeps.end && last.reached == reached && last.least <= taken.cost
        });
        if last.is_some() {
            self.keep(&mut taken, values, row.changed(), &mut explain);
            let opened = core::mem::take(&mut self.opened);
            self.come_near(&mut taken, values, opened.iter().copied(), explain);
            self.opened = opened;
            self.nearer.sort_unstable();
            self.frontier.improve(self.nearer.iter().copied());
        } else {
            let all = (0..values.len() as u32).map(GoalId::new);
            self.take(&mut taken, values, all, explain);
        }
        // Goals that changed, or came within reach, have seen this test only.
        let is_old = sweeps.start < sweeps.end && reached == self.frontier.reached();
        let least = last.filter(|_| is_old).map_or(taken.cost, |last| last.least);
        self.calm = Some(Calm { least, sweep: sweeps.end, reached: self.frontier.reached() });
    }

    /// Keeps a test for the goals among `changed` that it covers or comes nearer to, and tells the
    /// frontier.
    fn take(
        &mut self,
        taken: &mut Taken<'_, T, C>,
        row: &[Fitness],
        changed: impl Iterator<Item = GoalId> + Clone,
        explain: impl FnMut(GoalId) -> Explanation,
    ) {
        self.keep(taken, row, changed, explain);
        self.frontier.improve(self.nearer.iter().copied());
    }

    /// Keeps a test for the goals among `changed` that it covers or comes nearer to.
    fn keep(
        &mut self,
        taken: &mut Taken<'_, T, C>,
        row: &[Fitness],
        changed: impl Iterator<Item = GoalId> + Clone,
        explain: impl FnMut(GoalId) -> Explanation,
    ) {
        self.runs = self.runs.saturating_add(1);
        self.forget();
        self.rows.resize_with(self.rows.len().max(row.len()), Row::default);
        let covered = changed
            .clone()
            .filter(|goal| row.get(goal.index()).is_some_and(|fitness| fitness.is_covered()));
        // Goals that the frontier did not know yet when they were covered.
        let mut late = Vec::new();
        for goal in covered.clone() {
            if self.rows[goal.index()].is_beaten_by(Fitness::COVERED, &taken.cost) {
                let kept = taken.keep(self.runs, || covered.clone().collect());
                self.cover(goal, kept);
            } else if !self.frontier.is_covered(goal) && !self.frontier.is_dropped(goal) {
                late.push(goal);
            }
        }
        // Goals open before the nearest tests are updated: this test may already be near to a goal
        // that it opened.
        let covered = self.covered.iter().chain(&late).copied();
        self.opened.extend_from_slice(self.frontier.cover(covered));
        self.come_near(taken, row, changed, explain);
    }

    /// Keeps a test for a goal that it covers.
    pub(super) fn cover(&mut self, goal: GoalId, kept: Shared<Kept<T, C>>) {
        if self.rows[goal.index()].keep(Fitness::COVERED, Nearest { kept, why: None }) {
            self.covered.push(goal);
            self.covered_count += 1;
        }
    }

    /// Keeps a test for the goals to which it came nearer.
    fn come_near(
        &mut self,
        taken: &mut Taken<'_, T, C>,
        row: &[Fitness],
        goals: impl Iterator<Item = GoalId>,
        mut explain: impl FnMut(GoalId) -> Explanation,
    ) {
        for goal in goals.filter(|&goal| self.frontier.is_active(goal)) {
            let best = self.rows.get_mut(goal.index());
            let Some((&fitness, best)) = row.get(goal.index()).zip(best) else { continue };
            if best.is_beaten_by(fitness, &taken.cost) {
                let why = (fitness.level <= MOST_LEVELS).then(|| Box::new(explain(goal)));
                let kept = taken.keep(self.runs, Vec::new);
                if best.keep(fitness, Nearest { kept, why }) {
                    self.nearer.push(goal);
                }
            }
        }
    }
}

/// A test that is taken in, with its cost.
struct Taken<'a, T, C> {
    test: &'a T,
    cost: C,
    /// The test, once the first goal keeps it: it is cloned at most once.
    kept: Option<Shared<Kept<T, C>>>,
}

impl<'a, T: Clone, C: Clone> Taken<'a, T, C> {
    const fn new(test: &'a T, cost: C) -> Self {
        Self { test, cost, kept: None }
    }

    /// Keeps the test. `covers` is called for the first goal.
    fn keep(&mut self, run: u64, covers: impl FnOnce() -> Vec<GoalId>) -> Shared<Kept<T, C>> {
        Shared::clone(self.kept.get_or_insert_with(|| {
            let (test, cost) = (self.test.clone(), self.cost.clone());
            Shared::new(Kept { test, cost, run, covers: covers() })
        }))
    }
}

impl<T, C> Row<T, C> {
    /// Returns `true` if a test covered the goal. An execution of nothing may be as near.
    pub(super) fn is_covered(&self) -> bool {
        self.fitness.is_covered() && self.nearest.is_some()
    }
}

impl<T, C: Ord> Row<T, C> {
    /// Returns `true` if a test with this distance and cost is nearer than the nearest test so far,
    /// or as near and cheaper.
    pub(super) fn is_beaten_by(&self, fitness: Fitness, cost: &C) -> bool {
        match &self.nearest {
            Some(nearest) => (fitness, cost) < (self.fitness, &nearest.kept.cost),
            // A finite distance is always kept: it tells something, even at the level of an empty
            // execution.
            None => fitness < self.fitness || fitness.distance != Distance::INFINITE,
        }
    }

    /// Keeps a test that [beats](Self::is_beaten_by) the nearest one so far. Returns `true` if the
    /// test is nearer: one that is only cheaper is not.
    pub(super) fn keep(&mut self, fitness: Fitness, test: Nearest<T, C>) -> bool {
        let is_nearer = self.nearest.is_none() || fitness < self.fitness;
        self.fitness = fitness;
        match &mut self.nearest {
            Some(nearest) => **nearest = test,
            none => *none = Some(Box::new(test)),
        }
        is_nearer
    }
}

impl<T, C> Default for Row<T, C> {
    fn default() -> Self {
        Self { fitness: Fitness::NEVER, nearest: None }
    }
}

impl<T> Default for KeptTests<T> {
    fn default() -> Self {
        Self::new(Frontier::default())
    }
}

impl<T, C> fmt::Debug for KeptTests<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = self.rows.iter().filter(|row| row.nearest.is_some()).count();
        let mut fields = f.debug_struct("KeptTests");
        fields
            .field("runs", &self.runs)
            .field("covered", &self.covered_count())
            .field("near", &near)
            .finish_non_exhaustive()
    }
}
