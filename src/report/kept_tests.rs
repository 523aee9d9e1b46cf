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
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let (mut frontier, mut row) = (Frontier::of(&goal_graph), Vec::new());
///
/// let mut tests = KeptTests::new();
/// for x in [3, 8, 5] {
///     trace.reset();
///     trace.root().enter(Function::new(0)).decide(0, gt(x, 9));
///     let seen = goals.observe(&graph, &trace, &mut tables); // one sweep
///     row.resize(goals.len(), Fitness::NEVER);
///     goals.fitness(goals.ids(), &seen, &mut row);
///     tests.fit(&goals, &seen);
///     tests.take_in(&x, &row, &mut frontier, |goal| goals.explain(goal, &seen));
/// }
/// let [above, not_above] = [0, 1].map(GoalId::new);
/// assert_eq!(tests.nearest(above), Some(&8));
/// assert_eq!(tests.nearest(not_above), Some(&3)); // the first that covered it
/// let report = Report::of(&tests, &goal_graph, &frontier, None);
/// assert_eq!(report.covered().count(), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// A test that is kept is cloned once. `C` is the type of the cost of a test, `()` without costs.
/// Memory is linear in the number of goals, plus the number of goals that each kept test covers.
pub struct KeptTests<T, C = ()> {
    /// Function that computes the cost of a test.
    pub(super) cost: Box<dyn Fn(&T) -> C + Send + Sync>,
    /// Cheapest test of each covered goal. The number of the run is part of the cost: it identifies
    /// the test, and of equally cheap tests the first one stays.
    pub(super) archive: Archive<Covering<T>, (C, u64)>,
    /// Nearest test of each goal, by the number of the goal.
    pub(super) near: Vec<Near<T, C>>,
    /// Number of goals whose distance of an execution of nothing is known.
    fitted: usize,
    /// Number of executions that were taken in.
    pub(super) runs: u64,
    /// Goals that the last test was the first to cover.
    pub(super) covered: Vec<GoalId>,
    /// Goals that came within reach by the last test.
    pub(super) opened: Vec<GoalId>,
    /// Goals that the last test came nearer to than all tests before.
    pub(super) nearer: Vec<GoalId>,
    /// Across calls: what a test that comes next must cost less than to be the nearest one of a goal
    /// that did not change; the last sweep; and how many goals had come within reach.
    seen: Option<(C, u64, u64)>,
}

/// Greatest approach level at which a goal is explained. An explanation lists all decisions that
/// must still take the required outcome, so explanations of all goals in a deep nest would take
/// space and time quadratic in its depth.
const MOST_LEVELS: u32 = 64;

/// A test with all goals that it covers. Both are shared by the archive's entries of these goals.
pub(super) struct Covering<T> {
    pub(super) test: Shared<T>,
    pub(super) covers: Shared<[GoalId]>,
}

/// Least distance from a goal, and the test that has it. Without a test, the distance of an empty
/// execution.
pub(super) struct Near<T, C> {
    pub(super) fitness: Fitness,
    pub(super) test: Option<Box<Nearest<T, C>>>,
}

/// Test that came nearest to a goal.
pub(super) struct Nearest<T, C> {
    pub(super) cost: C,
    pub(super) run: u64,
    pub(super) test: Shared<T>,
    /// Explanation of why the test does not cover the goal; `None` beyond [`MOST_LEVELS`].
    pub(super) why: Option<Explanation>,
}

impl<T> KeptTests<T> {
    /// Creates an empty collection without costs: of several tests that cover a goal, or are
    /// equally near to it, the first one stays.
    #[must_use]
    pub fn new() -> Self {
        Self::by_cost(|_| ())
    }
}

impl<T, C> KeptTests<T, C> {
    /// Creates an empty collection with costs: of several tests that cover a goal, or are equally
    /// near to it, the one of least cost stays. If the costs are equal, the first one stays.
    #[must_use]
    pub fn by_cost(cost: impl Fn(&T) -> C + Send + Sync + 'static) -> Self {
        let (archive, near, covered, opened, nearer) = Default::default();
        Self {
            cost: Box::new(cost),
            archive,
            near,
            fitted: 0,
            runs: 0,
            covered,
            opened,
            nearer,
            seen: None,
        }
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
        self.near.resize_with(goals.len().max(self.near.len()), Near::default);
        // An exception that was not thrown is as far as it can be, which needs no table: campaigns
        // discover one after the other.
        let (farthest, mut others) = (Fitness::new(0, Distance::INFINITE), Vec::new());
        let mut set = |goal: GoalId, far: Fitness| {
            let near = &mut self.near[goal.index()];
            if far.distance == Distance::INFINITE && near.test.is_none() {
                near.fitness = far;
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
        match self.archive.get(goal) {
            Some((_, kept)) => Some(&kept.test),
            None => self.near.get(goal.index())?.test.as_ref().map(|nearest| &*nearest.test),
        }
    }

    /// Returns the distance of the [nearest](Self::nearest) test from a goal, [`Fitness::COVERED`]
    /// for a covered goal.
    ///
    /// If there is no such test, returns the distance of an execution of nothing if
    /// [`fit`](Self::fit) was called and knows it, else a value with an infinite distance.
    #[must_use]
    pub fn fitness(&self, goal: GoalId) -> Fitness {
        match self.archive.is_covered(goal) {
            true => Fitness::COVERED,
            false => self.near.get(goal.index()).map_or(Fitness::NEVER, |near| near.fitness),
        }
    }

    /// Returns why the [nearest](Self::nearest) test of a goal does not cover it.
    ///
    /// Returns `None` if the test covers the goal, if there is no such test, or if its approach
    /// level is greater than 64.
    #[must_use]
    pub fn explain(&self, goal: GoalId) -> Option<&Explanation> {
        let nearest =
            self.near.get(goal.index()).filter(|_| !self.is_covered(goal))?.test.as_ref()?;
        nearest.why.as_ref()
    }

    /// Returns `true` if a test covered the goal.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.archive.is_covered(goal)
    }

    /// Returns the covered goals, ascending.
    pub fn covered(&self) -> impl Iterator<Item = GoalId> {
        self.archive.goals()
    }

    /// Returns the number of covered goals.
    #[must_use]
    pub const fn covered_count(&self) -> usize {
        self.archive.len()
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

    /// Returns the goals that came within reach by the last test, ascending.
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
        let kept = self.archive.minimise(|kept| kept.covers.iter().copied());
        kept.into_iter().map(|kept| &*kept.test).collect()
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
        frontier: &mut Frontier,
        explain: impl FnMut(GoalId) -> Explanation,
    ) {
        let all = (0..row.len() as u32).map(GoalId::new);
        let mut taken = Taken { test, cost: (self.cost)(test), kept: None };
        self.keep(&mut taken, row, all, frontier, explain);
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
        frontier: &mut Frontier,
        mut explain: impl FnMut(GoalId) -> Explanation,
    ) {
        let mut taken = Taken { test, cost: (self.cost)(test), kept: None };
        let Some(calm) = row.calm() else {
            return self.keep(&mut taken, row.values(), row.changed(), frontier, explain);
        };
        // All goals that did not change have seen the tests since the last one that changed a goal,
        // if none was left out.
        let last = self.seen.take().filter(|seen| seen.1 + 1 == calm.end);
        let (least, reached) = last.map(|(least, _, reached)| (least, reached)).unzip();
        let least = least.filter(|least| *least <= taken.cost);
        if least.is_some() && reached == Some(frontier.reached()) {
            self.keep(&mut taken, row.values(), row.changed(), frontier, &mut explain);
            let opened = core::mem::take(&mut self.opened);
            let goals = opened.iter().copied();
            self.come_near(&mut taken, row.values(), goals, frontier, explain);
            self.opened = opened;
            self.nearer.sort_unstable();
        } else {
            let all = (0..row.values().len() as u32).map(GoalId::new);
            self.keep(&mut taken, row.values(), all, frontier, explain);
        }
        // Goals that changed, or came within reach, have seen this test only.
        let is_old = calm.start < calm.end && reached == Some(frontier.reached());
        let least = least.filter(|_| is_old).unwrap_or(taken.cost);
        self.seen = Some((least, calm.end, frontier.reached()));
    }

    /// Keeps a test for the goals among `changed` that it covers or comes nearer to.
    fn keep(
        &mut self,
        taken: &mut Taken<'_, T, C>,
        row: &[Fitness],
        changed: impl Iterator<Item = GoalId> + Clone,
        frontier: &mut Frontier,
        explain: impl FnMut(GoalId) -> Explanation,
    ) {
        self.runs = self.runs.saturating_add(1);
        self.forget();
        self.near.resize_with(self.near.len().max(row.len()), Near::default);
        let Self { archive, runs, covered: first, .. } = self;
        let mut covers = None;
        let covered = changed
            .clone()
            .filter(|goal| row.get(goal.index()).is_some_and(|fitness| fitness.is_covered()));
        for goal in covered.clone() {
            match archive.get(goal) {
                None => first.push(goal),
                // Most often: not even the cost is cloned.
                Some(((least, _), _)) if *least <= taken.cost => continue,
                Some(_) => {}
            }
            archive.offer(goal, (taken.cost.clone(), *runs), || {
                let covers = covers.get_or_insert_with(|| covered.clone().collect());
                Covering { test: taken.keep(), covers: Shared::clone(covers) }
            });
        }
        // Goals open before the nearest tests are updated: this test may already be near to a goal
        // that it opened.
        self.opened.extend_from_slice(frontier.cover(first.iter().copied()));
        self.come_near(taken, row, changed, frontier, explain);
    }

    /// Keeps a test for the goals to which it came nearer.
    fn come_near(
        &mut self,
        taken: &mut Taken<'_, T, C>,
        row: &[Fitness],
        goals: impl Iterator<Item = GoalId>,
        frontier: &Frontier,
        mut explain: impl FnMut(GoalId) -> Explanation,
    ) {
        for goal in goals.filter(|&goal| frontier.is_active(goal)) {
            let near = self.near.get_mut(goal.index());
            let Some((&fitness, best)) = row.get(goal.index()).zip(near) else { continue };
            if best.is_beaten_by(fitness, &taken.cost) {
                let why = (fitness.level <= MOST_LEVELS).then(|| explain(goal));
                let cost = taken.cost.clone();
                let nearest = Nearest { cost, run: self.runs, test: taken.keep(), why };
                if best.keep(fitness, nearest) {
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
    kept: Option<Shared<T>>,
}

impl<T: Clone, C> Taken<'_, T, C> {
    fn keep(&mut self) -> Shared<T> {
        Shared::clone(self.kept.get_or_insert_with(|| Shared::new(self.test.clone())))
    }
}

impl<T, C: Ord> Near<T, C> {
    /// Returns `true` if a test with this distance and cost is nearer than the nearest test so far,
    /// or as near and cheaper.
    pub(super) fn is_beaten_by(&self, fitness: Fitness, cost: &C) -> bool {
        match &self.test {
            Some(nearest) => (fitness, cost) < (self.fitness, &nearest.cost),
            // A finite distance is always kept: it tells something, even at the level of an empty
            // execution.
            None => fitness < self.fitness || fitness.distance != Distance::INFINITE,
        }
    }

    /// Keeps a test that [beats](Self::is_beaten_by) the nearest one so far. Returns `true` if the
    /// test is nearer: one that is only cheaper is not.
    pub(super) fn keep(&mut self, fitness: Fitness, test: Nearest<T, C>) -> bool {
        let is_nearer = self.test.is_none() || fitness < self.fitness;
        self.fitness = fitness;
        match &mut self.test {
            Some(nearest) => **nearest = test,
            none => *none = Some(Box::new(test)),
        }
        is_nearer
    }
}

impl<T, C> Default for Near<T, C> {
    fn default() -> Self {
        Self { fitness: Fitness::NEVER, test: None }
    }
}

// A derived Clone would demand that T is Clone, and copy no more than pointers.
impl<T> Clone for Covering<T> {
    fn clone(&self) -> Self {
        Self { test: Shared::clone(&self.test), covers: Shared::clone(&self.covers) }
    }
}

impl<T> Default for KeptTests<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, C> fmt::Debug for KeptTests<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = self.near.iter().filter(|near| near.test.is_some()).count();
        let mut fields = f.debug_struct("KeptTests");
        fields
            .field("runs", &self.runs)
            .field("covered", &self.covered_count())
            .field("near", &near)
            .finish_non_exhaustive()
    }
}
