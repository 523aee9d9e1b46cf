//! What a frontier remembers of the goals that it sampled, and the choice among them.

use super::sampling::{Order, Sampling};
use super::tournament::Tournament;
use crate::id::GoalId;
use crate::selection::table::Table;
use alloc::vec::Vec;

/// The active goals of a frontier, by the order in which they are sampled.
///
/// Adding, removing and improving a goal, and choosing one, take amortised O(log n) each for goal
/// numbers up to n. Bringing back a goal that was given up takes O(log n), which at least one
/// sample has paid for.
#[derive(Clone, Debug)]
pub(crate) struct Sampler {
    /// The rule of choice.
    sampling: Sampling,
    /// By active goal that was sampled or improved: its history. That of all others is new.
    tried: Table<Tried>,
    /// The goals to choose from, by class. With a share for unreached goals, class 1 holds the
    /// reached goals and class 0 the others; without one, class 0 holds all.
    classes: [Class; 2],
    /// Goals that were given up, in an order that never matters.
    given_up: Vec<GoalId>,
    /// Number of changes of the set of active goals.
    changes: u32,
    /// `true` once a goal was to be chosen: until then, there is nothing to choose from.
    is_choosing: bool,
}

/// History of an active goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tried {
    /// Number of improvements; 0 if no test reached the goal.
    pub(super) improvements: u32,
    /// Number of samples since the last improvement.
    pub(super) samples: u32,
    /// Number of samples since the last improvement and since change number `at` of the set of
    /// active goals; it counts as 0 if the set has changed since.
    tries: u32,
    /// Number of changes of the set when `tries` was written.
    at: u32,
    /// Position in the list of goals given up, or [`CHOSEN_FROM`].
    place: u32,
}

/// Marks a goal that was not given up.
const CHOSEN_FROM: u32 = u32::MAX;

/// A goal that was neither sampled nor reached.
const NEW: Tried = Tried { improvements: 0, samples: 0, tries: 0, at: 0, place: CHOSEN_FROM };

/// By class: how often the round robin began anew, and the goal that it chose last. Pairs ascend, so
/// that merging takes the maximum.
pub(super) type Rounds = [(u64, Option<GoalId>); 2];

/// Goals of one class, and the state of the round robin.
#[derive(Clone, Debug, Default)]
struct Class {
    /// The goals to choose from, with their keys.
    goals: Tournament,
    /// How far the round robin is: see [`Rounds`].
    last: (u64, Option<GoalId>),
}

impl Sampler {
    /// Creates a sampler without goals. The share for unreached goals is a number in \[0, 1\].
    pub(super) fn new(sampling: Sampling) -> Self {
        let (tried, classes, given_up, changes, is_choosing) = Default::default();
        Self { sampling, tried, classes, given_up, changes, is_choosing }
    }

    /// Returns the history of an active goal.
    pub(super) fn get(&self, goal: GoalId) -> Tried {
        self.tried.get(goal).copied().unwrap_or(NEW)
    }

    /// Returns how far the round robins are.
    pub(super) fn rounds(&self) -> Rounds {
        self.classes.each_ref().map(|class| class.last)
    }

    /// Returns `true` if a goal is given up.
    pub(super) fn is_given_up(&self, goal: GoalId) -> bool {
        self.get(goal).place != CHOSEN_FROM
    }

    /// Returns the number of samples since a goal last improved and the set of active goals last
    /// changed.
    pub(super) const fn tries(&self, tried: &Tried) -> u32 {
        if tried.at == self.changes { tried.tries } else { 0 }
    }

    /// Returns the class of a goal.
    const fn class(&self, tried: &Tried) -> usize {
        (self.sampling.unreached.is_some() && tried.improvements > 0) as usize
    }

    /// Adds all active goals to those to choose from, at the first call.
    pub(super) fn choose_from(&mut self, active: &[GoalId], since: impl Fn(GoalId) -> u32) {
        if !self.is_choosing {
            self.is_choosing = true;
            active.iter().for_each(|&goal| self.offer(goal, since(goal)));
        }
    }

    /// Adds a goal to those to choose from, or updates its key. The least key is chosen first.
    /// `since` is the batch in which the goal became active.
    pub(crate) fn offer(&mut self, goal: GoalId, since: u32) {
        if !self.is_choosing {
            return;
        }
        let tried = self.get(goal);
        let key = match self.sampling.order {
            Order::Uniform | Order::RoundRobin => 0,
            Order::NewestFirst => u32::MAX - 1 - since.min(u32::MAX - 1),
            Order::LeastSampled => tried.samples.min(u32::MAX - 1),
        };
        let class = self.class(&tried);
        self.classes[class].goals.set(goal.number(), key);
    }

    /// Forgets a goal, which is not active any more.
    pub(crate) fn forget(&mut self, goal: GoalId) {
        self.withdraw(goal);
        self.tried.remove(goal);
    }

    /// Removes a goal from the goals to choose from, or from the goals given up.
    fn withdraw(&mut self, goal: GoalId) {
        let tried = self.get(goal);
        if tried.place == CHOSEN_FROM {
            let class = self.class(&tried);
            self.classes[class].goals.remove(goal.number());
            return;
        }
        // The last goal of the list moves into the gap, and must know its new position.
        self.given_up.swap_remove(tried.place as usize);
        if let Some(&moved) = self.given_up.get(tried.place as usize)
            && let Some(moved) = self.tried.get_mut(moved)
        {
            moved.place = tried.place;
        }
    }

    /// Gives a goal another history, of a goal that is not given up.
    pub(super) fn replace(&mut self, goal: GoalId, improvements: u32, samples: u32, since: u32) {
        // Withdraw first: the first improvement moves the goal to the class of reached goals.
        self.withdraw(goal);
        *self.tried.get_or_insert_with(goal, || NEW) = Tried { improvements, samples, ..NEW };
        self.offer(goal, since);
    }

    /// Notes that the set of active goals changed: patience restarts, and all goals that were given
    /// up can be chosen again. Each of them was sampled at least once since it was offered, which
    /// pays for this loop.
    pub(crate) fn bring_back(&mut self, since: impl Fn(GoalId) -> u32) {
        self.changes = self.changes.wrapping_add(1);
        while let Some(goal) = self.given_up.pop() {
            if let Some(tried) = self.tried.get_mut(goal) {
                tried.place = CHOSEN_FROM;
            }
            self.offer(goal, since(goal));
        }
    }

    /// Returns the goal to sample next, and counts the sample.
    pub(super) fn next_goal(&mut self, draw: f64, since: impl Fn(GoalId) -> u32) -> Option<GoalId> {
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
        self.count(goal, since(goal));
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

    /// Counts a sample of a goal, and gives the goal up if its patience has run out.
    fn count(&mut self, goal: GoalId, since: u32) {
        // `samples` orders the goals and is never reset by other goals; `tries` is for patience and
        // restarts when the set of active goals changes. `at` makes this restart lazy: resetting
        // the tries of all active goals at each change would be linear.
        let tried = self.get(goal);
        let samples = tried.samples.saturating_add(1);
        let tries = self.tries(&tried).saturating_add(1);
        let place = if self.sampling.patience.is_some_and(|patience| tries >= patience.get()) {
            self.withdraw(goal);
            self.given_up.push(goal);
            self.given_up.len() as u32 - 1
        } else {
            CHOSEN_FROM
        };
        *self.tried.get_or_insert_with(goal, || NEW) =
            Tried { samples, tries, at: self.changes, place, ..tried };
        if place == CHOSEN_FROM && self.sampling.order == Order::LeastSampled {
            self.offer(goal, since); // the key is the number of samples
        }
    }

    /// Takes in the round robins of another sampler.
    pub(super) fn join_rounds(&mut self, rounds: Rounds) {
        for (ours, theirs) in self.classes.iter_mut().zip(rounds) {
            ours.last = ours.last.max(theirs);
        }
    }
}
