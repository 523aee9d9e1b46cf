//! State of a sampling: the open goals, and the number of samples of each.

use super::sampling::{Order, Sampling};
use super::tournament::Tournament;
use crate::id::GoalId;
use crate::selection::frontier::{Frontier, Pursuit};
use crate::selection::table::Table;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZero;

/// Scheduler of a search: it chooses the goal to sample next, by the results of sampling each goal
/// so far.
///
/// The search passes three kinds of goal numbers: goals that came within reach
/// ([`open`](Self::open)), goals that need not be sampled any more ([`close`](Self::close)), and
/// goals that a test came nearer to ([`improve`](Self::improve)). After an execution,
/// [`observe`](Self::observe) takes all three. [`next_goal`](Self::next_goal) chooses among the
/// open goals as the [`Sampling`] says. The choice depends only on these calls and on the draw.
///
/// A [`Campaign`](crate::Campaign) contains a scheduler. A search of your own passes on the goals
/// that the frontier and the tests report:
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::{Sampling, Scheduler};
///
/// let [a, b] = [0, 1].map(GoalId::new);
/// let mut scheduler = Scheduler::new(Sampling::FEEDBACK);
/// scheduler.open([a, b]);
/// // neither was sampled: the draw decides
/// assert_eq!(scheduler.next_goal(0.0), Some(a));
/// assert_eq!(scheduler.next_goal(0.0), Some(b)); // sampled less than `a`
/// scheduler.improve([b]); // a test came nearer to `b`
/// assert_eq!(scheduler.next_goal(0.0), Some(b)); // not sampled since
/// scheduler.close([a, b]); // both are covered
/// assert_eq!(scheduler.next_goal(0.0), None);
/// ```
///
/// Time: opening, closing or improving a goal, and choosing one, take amortised O(log n) each for
/// goal numbers up to n. Bringing back a goal that was given up takes O(log n), which at least one
/// sample has paid for. Nothing is allocated once every goal was seen. Memory is linear in the
/// goals seen, in pages of neighbouring numbers.
#[derive(Clone)]
pub struct Scheduler {
    /// The rule of choice, with a valid share.
    pub(super) sampling: Sampling,
    /// By goal that was ever opened: the batch in which it was opened, or [`CLOSED`].
    batches_of: Table<NonZero<u32>>,
    /// By open goal that was sampled or improved: its state. All others have that of a new goal.
    tried: Table<Open>,
    /// The goals to choose from, by class. With a share for unreached goals, class 1 holds the
    /// reached goals and class 0 the others; without one, class 0 holds all.
    pub(super) classes: [Class; 2],
    /// Open goals that were given up, in an order that never matters.
    given_up: Vec<GoalId>,
    /// Number of open goals.
    open: usize,
    /// Number of batches of goals that were opened. A newer goal has a greater batch.
    pub(super) batches: u32,
    /// Number of changes of the set of open goals.
    changes: u32,
}

/// State of an open goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Open {
    /// Batch in which the goal was opened.
    pub(super) batch: NonZero<u32>,
    /// Number of improvements; 0 if no test reached the goal.
    pub(super) improvements: u32,
    /// Number of samples since the last improvement.
    pub(super) samples: u32,
    /// Number of samples since the last improvement and since change number `at` of the set of open
    /// goals; it counts as 0 if the set has changed since.
    pub(super) tries: u32,
    /// Number of changes of the set when `tries` was written.
    pub(super) at: u32,
    /// Position in the list of goals given up, or [`CHOSEN_FROM`].
    pub(super) place: u32,
}

/// Marks an open goal that was not given up.
const CHOSEN_FROM: u32 = u32::MAX;
/// Marks a goal that was closed for good. The scheduler remembers it so that merging a worker in
/// which it is open does not open it again.
const CLOSED: NonZero<u32> = NonZero::<u32>::MAX;

impl Open {
    /// A goal that was neither sampled nor reached.
    pub(super) const NEW: Self = Self {
        batch: NonZero::<u32>::MIN,
        improvements: 0,
        samples: 0,
        tries: 0,
        at: 0,
        place: CHOSEN_FROM,
    };
}

/// Goals of one class, and the state of the round robin.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    /// The goals to choose from, with their keys.
    goals: Tournament,
    /// Number of times that the round robin began anew, and the goal that it chose last. Pairs
    /// ascend, so that merging takes the maximum.
    pub(super) last: (u64, Option<GoalId>),
}

impl Scheduler {
    /// Creates a scheduler without goals.
    #[must_use]
    pub fn new(sampling: Sampling) -> Self {
        let unreached =
            sampling.unreached.map(|share| if share > 0.0 { share.min(1.0) } else { 0.0 }); // NaN, too
        let sampling = Sampling { unreached, ..sampling };
        let (batches_of, tried, classes, given_up) = Default::default();
        let (open, batches, changes) = Default::default();
        Self { sampling, batches_of, tried, classes, given_up, open, batches, changes }
    }

    /// Returns the sampling. Its share is a number in \[0, 1\].
    #[must_use]
    pub const fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// Opens goals: from now on they can be chosen. The goals of one call form a batch, which is
    /// newer than the batches of earlier calls.
    ///
    /// Goals that are open or closed already do not change.
    pub fn open(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        let before = self.open;
        for goal in goals {
            // A closed goal stays closed: a covered goal that a frontier reports again needs no
            // samples.
            if !self.knows(goal) {
                let batch = NonZero::<u32>::MIN.saturating_add(self.batches.min(u32::MAX - 2));
                self.insert(goal, Open { batch, ..Open::NEW });
            }
        }
        if self.open > before {
            self.batches = self.batches.saturating_add(1);
            self.bring_back();
        }
    }

    /// Closes goals for good: they are covered, or will never be pursued. A goal that was never
    /// opened cannot be opened afterwards.
    pub fn close(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        let before = self.open;
        for goal in goals {
            let open = self.get(goal);
            *self.batches_of.get_or_insert_with(goal, || CLOSED) = CLOSED;
            if let Some(open) = open {
                self.forget(goal, &open);
            }
        }
        if self.open < before {
            self.bring_back();
        }
    }

    /// Sets open goals aside: they cannot be chosen until they are [opened](Self::open) again, as
    /// new goals. Other goals do not change.
    pub fn set_aside(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        let before = self.open;
        for goal in goals {
            if let Some(open) = self.get(goal) {
                self.batches_of.remove(goal);
                self.forget(goal, &open);
            }
        }
        if self.open < before {
            self.bring_back();
        }
    }

    /// Applies a change of the goals to pursue: sets goals aside, and reopens goals that were set
    /// aside, both here and in the frontier.
    ///
    /// ```
    /// use sbst::distance::flag;
    /// use sbst::flow::decisions::Independence;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Criterion, Discoveries, GoalGraph, Goals, ObserveError};
    /// use sbst::objective::ProgramParts;
    /// use sbst::selection::{Frontier, Pursuit, Sampling, Scheduler};
    ///
    /// // if (a && b) || c { 3 } else { 4 }
    /// let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
    /// let graph = FlowGraph::of(&body.exit(3).exit(4))?;
    /// let mut parts = ProgramParts { graph, ..ProgramParts::default() };
    /// let (mut goals, mut discovery) = (Goals::new(), Discoveries::none());
    /// discovery.find(&[Criterion::McDc]);
    /// discovery.unroll(&mut parts, Independence::UniqueCause)?;
    /// discovery.begin(&mut goals)?;
    /// let graph = &parts.graph;
    /// let mut frontier = Frontier::of(&GoalGraph::new(&goals, graph));
    /// let mut scheduler = Scheduler::new(Sampling::default());
    /// scheduler.open(frontier.active().iter().copied());
    ///
    /// let trace = goals.trace(graph);
    /// let mut run = |[a, b, c]: [bool; 3]| -> Result<Pursuit, ObserveError> {
    ///     trace.reset();
    ///     let f = trace.root().enter(Function::new(0));
    ///     let both = f.decide(0, flag(a)) && f.decide(1, flag(b));
    ///     let _ = both || f.decide(2, flag(c));
    ///     drop(f);
    ///     if discovery.discover(&mut goals, graph, &trace)? {
    ///         let new = frontier.fit(&GoalGraph::new(&goals, graph));
    ///         scheduler.open(new.iter().copied());
    ///     }
    ///     let change = discovery.take_pursuit(&goals);
    ///     scheduler.pursue(change.clone(), &mut frontier);
    ///     Ok(change)
    /// };
    /// // With the vector F-F, TT- would show the effect of a, and F-T that of c.
    /// assert_eq!(run([false, false, false])?.take_up.len(), 2);
    /// run([true, false, false])?;
    /// // TFF and TFT show the effect of c, so F-T is not needed any more.
    /// assert_eq!(run([true, false, true])?.set_aside.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pursue(&mut self, change: Pursuit, frontier: &mut Frontier) {
        self.set_aside(frontier.set_aside(change.set_aside));
        self.open(frontier.take_up(change.take_up));
    }

    /// Notes that a test came nearer to these goals than all tests before, or reached them for the
    /// first time. Goals that are not open are skipped.
    pub fn improve(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        for goal in goals {
            if let Some(mut open) = self.get(goal) {
                // Withdraw first: the first improvement moves the goal to the class of reached
                // goals.
                self.withdraw(goal, &open);
                open = Open { samples: 0, tries: 0, place: CHOSEN_FROM, ..open };
                open.improvements = open.improvements.saturating_add(1);
                self.put(goal, open);
                self.offer(goal, &open);
            }
        }
    }

    /// Notes the results of an execution: closes the goals that it covered, opens the goals that
    /// came within reach, and improves the goals that it came nearer to.
    ///
    /// What a run [achieved](crate::campaign::Achieved) and [`KeptTests`](crate::report::KeptTests) have
    /// these three lists.
    pub fn observe(&mut self, covered: &[GoalId], opened: &[GoalId], nearer: &[GoalId]) {
        self.close(covered.iter().copied());
        self.open(opened.iter().copied());
        self.improve(nearer.iter().copied());
    }

    /// Opens these goals and closes all others. Use it after a frontier took in new goals, with
    /// [`Frontier::active`](crate::selection::Frontier::active). O(n log n) for all goals that were
    /// ever seen.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::{Frontier, Sampling, Scheduler};
    ///
    /// let mut frontier = Frontier::new([[], []]);
    /// let mut scheduler = Scheduler::new(Sampling::UNIFORM);
    /// scheduler.fit(frontier.active());
    /// assert_eq!(scheduler.next_goal(0.9), Some(GoalId::new(1)));
    /// frontier.add([]);
    /// scheduler.fit(frontier.active());
    /// assert_eq!(scheduler.next_goal(0.9), Some(GoalId::new(2)));
    /// ```
    pub fn fit(&mut self, active: &[GoalId]) {
        let mut wanted = active.to_vec();
        wanted.sort_unstable();
        let gone: Vec<GoalId> =
            self.open_goals().filter(|goal| wanted.binary_search(goal).is_err()).collect();
        self.close(gone);
        self.open(wanted);
    }

    /// Returns the goal to sample next, and counts the sample; `None` if no goal is open, or every
    /// open goal was given up.
    ///
    /// `draw` is a random number in [0, 1). Numbers outside are clamped, and NaN counts as 0. If
    /// the draw decides between k goals, the goal at position ⌊k · draw⌋ is chosen, in ascending
    /// order of their numbers. With a share for unreached goals, draws below the share choose an
    /// unreached goal. In both parts, the draw is scaled from its part to [0, 1).
    pub fn next_goal(&mut self, draw: f64) -> Option<GoalId> {
        // NaN fails the comparison. 1 and greater numbers become the greatest number below 1.
        let draw = if draw > 0.0 { draw.min(1.0 - f64::EPSILON / 2.0) } else { 0.0 };
        let (class, draw) = self.class_of_draw(draw);
        let order = self.sampling.order;
        let Class { goals, last } = &mut self.classes[class];
        let goal = match order {
            Order::RoundRobin => {
                // The least goal above the last one; after the greatest goal, round robin begins
                // anew.
                let next = last.1.map_or(Some(0), |goal| goal.number().checked_add(1));
                let later = next.and_then(|next| goals.first_from(next));
                let goal = GoalId::new(later.or_else(|| goals.first_from(0))?);
                *last = (last.0 + u64::from(later.is_none()), Some(goal));
                goal
            }
            // Rounding can make the product equal to the number of goals.
            _ => {
                let ties = goals.ties();
                GoalId::new(
                    goals.least(((draw * f64::from(ties)) as u32).min(ties.checked_sub(1)?))?,
                )
            }
        };
        self.count(goal);
        Some(goal)
    }

    /// Returns the class from which a draw chooses, and the draw within it.
    fn class_of_draw(&self, draw: f64) -> (usize, f64) {
        let Some(share) = self.sampling.unreached else { return (0, draw) };
        match self.classes.each_ref().map(|class| class.goals.ties() > 0) {
            // [0, share) and [share, 1) are both stretched to [0, 1), so that one draw serves both
            // decisions.
            [true, true] if draw < share => (0, draw / share),
            [true, true] => (1, (draw - share) / (1.0 - share)),
            [_, reached] => (usize::from(reached), draw),
        }
    }

    /// Counts a sample of an open goal, and gives the goal up if its patience has run out.
    fn count(&mut self, goal: GoalId) {
        let Some(mut open) = self.get(goal) else { return };
        // `samples` orders the goals and is never reset by other goals; `tries` is for patience and
        // restarts when the set of open goals changes. `at` makes this restart lazy: resetting the
        // tries of all open goals at each change would be linear.
        open.samples = open.samples.saturating_add(1);
        open.tries = self.tries(&open).saturating_add(1);
        open.at = self.changes;
        if self.sampling.patience.is_some_and(|patience| open.tries >= patience.get()) {
            self.withdraw(goal, &open);
            open.place = self.given_up.len() as u32;
            self.given_up.push(goal);
        } else if self.sampling.order == Order::LeastSampled {
            self.offer(goal, &open); // the key is the number of samples
        }
        self.put(goal, open);
    }

    /// Returns `true` if a goal is open. It may be given up for now.
    #[must_use]
    pub fn is_open(&self, goal: GoalId) -> bool {
        self.get(goal).is_some()
    }

    /// Returns an iterator over the open goals, ascending, including those that are given up.
    pub fn open_goals(&self) -> impl Iterator<Item = GoalId> {
        self.known().filter(|(_, open)| open.is_some()).map(|(goal, _)| goal)
    }

    /// Returns `true` if a goal is given up: it was sampled too often without an improvement.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::{Sampling, Scheduler};
    /// use std::num::NonZero;
    ///
    /// let [a, b] = [0, 1].map(GoalId::new);
    /// let patience = NonZero::new(2);
    /// let mut scheduler = Scheduler::new(Sampling { patience, ..Sampling::ROUND_ROBIN });
    /// scheduler.open([a]);
    /// assert_eq!(
    ///     [0.5; 3].map(|draw| scheduler.next_goal(draw)),
    ///     [Some(a), Some(a), None]
    /// );
    /// assert!(scheduler.is_given_up(a));
    /// scheduler.open([b]); // the set changed
    /// assert!(!scheduler.is_given_up(a));
    /// ```
    #[must_use]
    pub fn is_given_up(&self, goal: GoalId) -> bool {
        self.get(goal).is_some_and(|open| open.place != CHOSEN_FROM)
    }

    /// Returns the number of samples of an open goal since a test last came nearer to it; 0 for
    /// other goals.
    #[must_use]
    pub fn samples(&self, goal: GoalId) -> u32 {
        self.get(goal).map_or(0, |open| open.samples)
    }

    /// Opens a goal that was never seen.
    pub(super) fn insert(&mut self, goal: GoalId, open: Open) {
        self.batches_of.get_or_insert_with(goal, || open.batch);
        if open != (Open { batch: open.batch, ..Open::NEW }) {
            self.put(goal, open);
        }
        self.offer(goal, &open);
        self.open += 1;
    }

    /// Forgets the state of a goal that was open.
    fn forget(&mut self, goal: GoalId, open: &Open) {
        self.open -= 1;
        self.withdraw(goal, open);
        self.tried.remove(goal);
    }

    /// Returns `true` if a goal was ever opened or closed, and not set aside since.
    pub(super) fn knows(&self, goal: GoalId) -> bool {
        self.batches_of.get(goal).is_some()
    }

    /// Returns an iterator over the goals that the scheduler knows, with the states of the open ones.
    pub(super) fn known(&self) -> impl Iterator<Item = (GoalId, Option<Open>)> + '_ {
        self.batches_of.iter().map(|(goal, _)| (goal, self.get(goal)))
    }

    /// Returns the state of an open goal.
    pub(super) fn get(&self, goal: GoalId) -> Option<Open> {
        let &batch = self.batches_of.get(goal).filter(|&&batch| batch != CLOSED)?;
        Some(self.tried.get(goal).copied().unwrap_or(Open { batch, ..Open::NEW }))
    }

    /// Writes the state of an open goal.
    pub(super) fn put(&mut self, goal: GoalId, open: Open) {
        *self.tried.get_or_insert_with(goal, || open) = open;
    }

    /// Returns the number of samples since the goal last improved and the set of open goals last
    /// changed.
    pub(super) const fn tries(&self, open: &Open) -> u32 {
        if open.at == self.changes { open.tries } else { 0 }
    }

    /// Returns the class of an open goal.
    const fn class(&self, open: &Open) -> usize {
        (self.sampling.unreached.is_some() && open.improvements > 0) as usize
    }

    /// Adds a goal to those to choose from, or updates its key. The least key is chosen first.
    pub(super) fn offer(&mut self, goal: GoalId, open: &Open) {
        let key = match self.sampling.order {
            Order::Uniform | Order::RoundRobin => 0,
            Order::NewestFirst => u32::MAX - open.batch.get(),
            Order::LeastSampled => open.samples.min(u32::MAX - 1),
        };
        let class = self.class(open);
        self.classes[class].goals.set(goal.number(), key);
    }

    /// Removes a goal from the goals to choose from, or from the goals given up.
    pub(super) fn withdraw(&mut self, goal: GoalId, open: &Open) {
        if open.place == CHOSEN_FROM {
            let class = self.class(open);
            self.classes[class].goals.remove(goal.number());
            return;
        }
        // The last goal of the list moves into the gap, and must know its new position.
        self.given_up.swap_remove(open.place as usize);
        if let Some(&moved) = self.given_up.get(open.place as usize)
            && let Some(moved) = self.tried.get_mut(moved)
        {
            moved.place = open.place;
        }
    }

    /// Notes that the set of open goals changed: patience restarts, and all goals that were given
    /// up can be chosen again. Each of them was sampled at least once since it was offered, which
    /// pays for this loop.
    pub(super) fn bring_back(&mut self) {
        self.changes = self.changes.wrapping_add(1);
        while let Some(goal) = self.given_up.pop() {
            if let Some(open) = self.get(goal) {
                let open = Open { place: CHOSEN_FROM, ..open };
                self.put(goal, open);
                self.offer(goal, &open);
            }
        }
    }
}

impl fmt::Debug for Scheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, given_up) = (self.open, self.given_up.len());
        f.debug_struct("Scheduler")
            .field("sampling", &self.sampling)
            .field("open", &open)
            .field("given_up", &given_up)
            .finish()
    }
}
