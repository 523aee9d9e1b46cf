//! The state of a sampling: which goals are open, and how often each was sampled.

use super::sampling::{Order, Sampling};
use super::tournament::Tournament;
use crate::id::GoalId;
use crate::selection::table::Table;
use alloc::vec::Vec;
use core::fmt;

/// Says which goal to sample next, by what sampling each goal came to so far.
///
/// A scheduler knows goals by their numbers. It is told which goals come within reach ([`open`](Self::open)), which need not be
/// sampled any more ([`close`](Self::close)), and which goals a test came nearer to ([`improve`](Self::improve)); after each execution
/// of a search, [`observe`](Self::observe) tells all three. [`next_goal`](Self::next_goal) chooses among the open goals as its
/// [`Sampling`] says. The answer depends on these calls and on the draw only.
///
/// A [`Campaign`](crate::Campaign) holds a scheduler. A search of your own passes on what the frontier and the tests tell:
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::{Sampling, Scheduler};
///
/// let [a, b] = [0, 1].map(GoalId::new);
/// let mut scheduler = Scheduler::new(Sampling::FEEDBACK);
/// scheduler.open([a, b]);
/// assert_eq!(scheduler.next_goal(0.0), Some(a)); // neither was sampled: the draw decides
/// assert_eq!(scheduler.next_goal(0.0), Some(b)); // sampled less than `a`
/// scheduler.improve([b]); // a test came nearer to `b`
/// assert_eq!(scheduler.next_goal(0.0), Some(b)); // not sampled since
/// scheduler.close([a, b]); // both are covered
/// assert_eq!(scheduler.next_goal(0.0), None);
/// ```
///
/// Time: each goal that is opened, closed or improved, and each choice, takes O(log n) for goals numbered up to n, amortised: bringing
/// back what was given up takes O(log n) for each goal, which at least one sample has paid for. Nothing is allocated once every goal
/// was seen. Memory is linear in the goals seen, in pages of neighbouring numbers.
#[derive(Clone)]
pub struct Scheduler {
    pub(super) sampling: Sampling,
    /// By goal that was ever open or closed.
    pub(super) goals: Table<Status>,
    /// The goals to choose from, by class: where shares matter, goals that were reached have a class of their own.
    pub(super) classes: [Class; 2],
    /// Open goals that are not among those to choose from, in no order that matters.
    given_up: Vec<GoalId>,
    /// How many goals are open.
    open: usize,
    /// How many batches of goals were opened: the newer a goal, the greater its batch.
    pub(super) batches: u64,
    /// How often the set of open goals changed.
    changes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Status {
    Open(Open),
    /// For good: so that merging a worker that does not know of it changes nothing.
    Closed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Open {
    /// The batch that it was opened in.
    pub(super) batch: u64,
    pub(super) improvements: u32,
    /// Samples since it last improved.
    pub(super) samples: u32,
    /// Samples since it last improved, and since the set of open goals changed for the time in `at`: 0 if that was not the last change.
    pub(super) tries: u32,
    pub(super) at: u64,
    /// Its place among the goals given up, [`CHOSEN_FROM`] if it is not one of them.
    pub(super) place: u32,
}

const CHOSEN_FROM: u32 = u32::MAX;

impl Open {
    /// Neither sampled nor reached.
    pub(super) const NEW: Self = Self { batch: 0, improvements: 0, samples: 0, tries: 0, at: 0, place: CHOSEN_FROM };
}

#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    goals: Tournament,
    /// How often the round robin began anew, and the goal that it chose last.
    pub(super) last: (u64, Option<GoalId>),
}

impl Scheduler {
    /// Creates a scheduler without goals.
    #[must_use]
    pub fn new(sampling: Sampling) -> Self {
        let unreached = sampling.unreached.map(|share| if share > 0.0 { share.min(1.0) } else { 0.0 }); // NaN, too
        let sampling = Sampling { unreached, ..sampling };
        let (goals, classes, given_up) = Default::default();
        Self { sampling, goals, classes, given_up, open: 0, batches: 0, changes: 0 }
    }

    /// Returns how goals are chosen, with a share that is a number from 0 to 1.
    #[must_use]
    pub const fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// Opens goals: from now on they can be chosen. Goals of one call came together, and later than those of calls before.
    ///
    /// Goals that are open or closed already stay as they are.
    pub fn open(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        let before = self.open;
        for goal in goals {
            if self.goals.get(goal).is_none() {
                self.insert(goal, Open { batch: self.batches + 1, ..Open::NEW });
            }
        }
        if self.open > before {
            self.batches += 1;
            self.bring_back();
        }
    }

    /// Closes goals for good: they are covered, or need not be pursued. Goals that were never opened cannot be opened afterwards.
    pub fn close(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        let before = self.open;
        for goal in goals {
            let status = self.goals.get_or_insert_with(goal, || Status::Closed);
            if let Status::Open(open) = *status {
                *status = Status::Closed;
                self.open -= 1;
                self.withdraw(goal, &open);
            }
        }
        if self.open < before {
            self.bring_back();
        }
    }

    /// Takes in that a test came nearer to these goals than all tests before, or reached them for the first time. Goals that are not
    /// open are skipped.
    pub fn improve(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        for goal in goals {
            if let Some(mut open) = self.get(goal) {
                self.withdraw(goal, &open);
                open = Open { samples: 0, tries: 0, place: CHOSEN_FROM, ..open };
                open.improvements = open.improvements.saturating_add(1);
                self.put(goal, open);
                self.offer(goal, &open);
            }
        }
    }

    /// Takes in what an execution came to: closes the goals that it covered, opens those that came within reach, and improves those that
    /// it came nearer to.
    ///
    /// The three lists are those of an [`Outcome`](crate::campaign::Outcome), and of [`KeptTests`](crate::report::KeptTests).
    pub fn observe(&mut self, covered: &[GoalId], opened: &[GoalId], nearer: &[GoalId]) {
        self.close(covered.iter().copied());
        self.open(opened.iter().copied());
        self.improve(nearer.iter().copied());
    }

    /// Opens these goals and closes all others, to follow a frontier that took in new goals:
    /// [`Frontier::active`](crate::selection::Frontier::active). O(n log n) for all goals that were ever seen.
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
        let gone: Vec<GoalId> = self.open_goals().filter(|goal| wanted.binary_search(goal).is_err()).collect();
        self.close(gone);
        self.open(wanted);
    }

    /// Returns the goal to sample next, and counts the sample; `None` if no goal is open, or every open goal was given up.
    ///
    /// `draw` is a random number in [0, 1); numbers beyond are clamped, and NaN counts as 0. Of k goals between which the draw decides,
    /// the goal at the place ⌊k · draw⌋ is chosen, in ascending order of their numbers. Where shares matter, draws below the share of
    /// goals that were not reached choose one of those; within each part the draw counts as its place in the part.
    pub fn next_goal(&mut self, draw: f64) -> Option<GoalId> {
        // NaN fails the comparison. The greatest number below 1 stands for 1 and what is beyond.
        let draw = if draw > 0.0 { draw.min(1.0 - f64::EPSILON / 2.0) } else { 0.0 };
        let (class, draw) = self.class_of_draw(draw);
        let order = self.sampling.order;
        let Class { goals, last } = &mut self.classes[class];
        let goal = match order {
            Order::RoundRobin => {
                let next = last.1.map_or(Some(0), |goal| goal.number().checked_add(1));
                let later = next.and_then(|next| goals.first_from(next));
                let goal = GoalId::new(later.or_else(|| goals.first_from(0))?);
                *last = (last.0 + u64::from(later.is_none()), Some(goal));
                goal
            }
            // The draw may be rounded up to the number of goals.
            _ => {
                let ties = goals.ties();
                GoalId::new(goals.least(((draw * f64::from(ties)) as u32).min(ties.checked_sub(1)?))?)
            }
        };
        self.count(goal);
        Some(goal)
    }

    /// The class from which a draw chooses, and the draw within it.
    fn class_of_draw(&self, draw: f64) -> (usize, f64) {
        let Some(share) = self.sampling.unreached else { return (0, draw) };
        match self.classes.each_ref().map(|class| class.goals.ties() > 0) {
            [true, true] if draw < share => (0, draw / share),
            [true, true] => (1, (draw - share) / (1.0 - share)),
            [_, reached] => (usize::from(reached), draw),
        }
    }

    /// Counts a sample of an open goal, and gives the goal up if it was one too many.
    fn count(&mut self, goal: GoalId) {
        let Some(mut open) = self.get(goal) else { return };
        open.samples = open.samples.saturating_add(1);
        open.tries = self.tries(&open).saturating_add(1);
        open.at = self.changes;
        if self.sampling.patience.is_some_and(|patience| open.tries >= patience.get()) {
            self.withdraw(goal, &open);
            open.place = self.given_up.len() as u32;
            self.given_up.push(goal);
        } else if self.sampling.order == Order::LeastSampled {
            self.offer(goal, &open); // its place changes
        }
        self.put(goal, open);
    }

    /// Returns `true` if a goal is open; it may be given up for now.
    #[must_use]
    pub fn is_open(&self, goal: GoalId) -> bool {
        self.get(goal).is_some()
    }

    /// Returns the goals that are open, ascending; those that are given up, too.
    pub fn open_goals(&self) -> impl Iterator<Item = GoalId> {
        self.goals.iter().filter(|(_, status)| matches!(status, Status::Open(_))).map(|(goal, _)| goal)
    }

    /// Returns `true` if a goal is given up: it was sampled too often in vain.
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
    /// assert_eq!([0.5; 3].map(|draw| scheduler.next_goal(draw)), [Some(a), Some(a), None]);
    /// assert!(scheduler.is_given_up(a));
    /// scheduler.open([b]); // the set changed
    /// assert!(!scheduler.is_given_up(a));
    /// ```
    #[must_use]
    pub fn is_given_up(&self, goal: GoalId) -> bool {
        self.get(goal).is_some_and(|open| open.place != CHOSEN_FROM)
    }

    /// Returns the number of goals that are given up.
    #[must_use]
    pub const fn given_up_count(&self) -> usize {
        self.given_up.len()
    }

    /// Returns how often an open goal was sampled since a test last came nearer to it; 0 for other goals.
    #[must_use]
    pub fn samples(&self, goal: GoalId) -> u32 {
        self.get(goal).map_or(0, |open| open.samples)
    }

    /// Opens a goal that was never seen.
    pub(super) fn insert(&mut self, goal: GoalId, open: Open) {
        self.goals.get_or_insert_with(goal, || Status::Open(open));
        self.offer(goal, &open);
        self.open += 1;
    }

    pub(super) fn get(&self, goal: GoalId) -> Option<Open> {
        match self.goals.get(goal) {
            Some(Status::Open(open)) => Some(*open),
            _ => None,
        }
    }

    /// Writes the state of an open goal.
    pub(super) fn put(&mut self, goal: GoalId, open: Open) {
        if let Some(status) = self.goals.get_mut(goal) {
            *status = Status::Open(open);
        }
    }

    /// Samples since the goal last improved and the set last changed.
    pub(super) const fn tries(&self, open: &Open) -> u32 {
        if open.at == self.changes { open.tries } else { 0 }
    }

    const fn class(&self, open: &Open) -> usize {
        (self.sampling.unreached.is_some() && open.improvements > 0) as usize
    }

    /// Puts a goal among those to choose from, or moves it there. The least key is chosen first.
    pub(super) fn offer(&mut self, goal: GoalId, open: &Open) {
        let key = match self.sampling.order {
            Order::Uniform | Order::RoundRobin => 0,
            Order::NewestFirst => u64::MAX - open.batch,
            Order::LeastSampled => u64::from(open.samples),
        };
        let class = self.class(open);
        self.classes[class].goals.set(goal.number(), key);
    }

    /// Takes a goal from where it is: from those to choose from, or from those given up.
    pub(super) fn withdraw(&mut self, goal: GoalId, open: &Open) {
        if open.place == CHOSEN_FROM {
            let class = self.class(open);
            self.classes[class].goals.remove(goal.number());
            return;
        }
        self.given_up.swap_remove(open.place as usize);
        if let Some(&moved) = self.given_up.get(open.place as usize)
            && let Some(Status::Open(moved)) = self.goals.get_mut(moved)
        {
            moved.place = open.place;
        }
    }

    /// The set of open goals changed: patience begins anew, and all goals that were given up can be chosen again.
    pub(super) fn bring_back(&mut self) {
        self.changes += 1;
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
        f.debug_struct("Scheduler").field("sampling", &self.sampling).field("open", &open).field("given_up", &given_up).finish()
    }
}
