//! Times since goals became active, and since their values last improved.

use crate::fitness::Fitness;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::time::Duration;

/// The times at which a goal became active and at which its best value last improved, which a
/// [`Gate`](super::Gate) uses. It is plain data; the caller supplies the time. [`Histories`] keeps
/// the histories of all goals.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::{Fitness, History};
/// use std::time::Duration;
///
/// let [start, soon, late] = [1, 4, 9].map(Duration::from_secs);
/// let mut history = History::new(start);
/// history.see(Fitness::new(2, Distance::from(3)), start);
/// history.see(Fitness::new(1, Distance::from(9)), soon); // nearer
/// history.see(Fitness::new(1, Distance::from(9)), late); // not nearer
/// assert_eq!((history.age(late).as_secs(), history.stalled(late).as_secs()), (8, 5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct History {
    /// Time at which the goal became active.
    begun: Duration,
    /// Time of the last improvement.
    improved: Duration,
    /// The best value so far.
    best: Option<Fitness>,
}

impl History {
    /// Creates the history of a goal that becomes active now.
    #[must_use]
    pub const fn new(now: Duration) -> Self {
        Self { begun: now, improved: now, best: None }
    }

    /// Adds the value that a test has for the goal. The first value counts as an improvement. Time
    /// does not run backwards: a value with a time before the last improvement, or before the goal
    /// was active, counts as seen at that improvement or activation.
    pub fn see(&mut self, value: Fitness, now: Duration) {
        if self.best.is_none_or(|best| value < best) {
            self.best = Some(value);
            self.improved = now.max(self.improved);
        }
    }

    /// Returns the time for which the goal has been active; 0 before it was active.
    #[must_use]
    pub const fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.begun)
    }

    /// Returns the time for which the best value of the goal has not improved.
    #[must_use]
    pub const fn stalled(&self, now: Duration) -> Duration {
        now.saturating_sub(self.improved)
    }
}

/// The [`History`] of every goal of a search. The search shows it each test, and it notes which
/// goals became active and which values improved.
///
/// ```
/// use sbst::fitness::{Fitness, Histories};
/// use sbst::id::GoalId;
/// use std::time::Duration;
///
/// let [start, late] = [1, 9].map(Duration::from_secs);
/// let [first, second] = [0, 1].map(GoalId::new);
/// let mut histories = Histories::new();
/// // `second` is not active yet
/// histories.see(&[first], &[Fitness::NEVER, Fitness::NEVER], start);
/// histories.see(&[first, second], &[Fitness::NEVER, Fitness::NEVER], late);
/// assert_eq!(histories.of(first, late).age(late).as_secs(), 8);
/// assert_eq!(histories.of(second, late).age(late).as_secs(), 0);
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Histories(Vec<Option<History>>);

impl Histories {
    /// Creates the histories of a search in which no goal was active yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the values that a test has for the active goals. `row` has a value for each goal of the
    /// search. The history of a goal that was not active before begins now, so call this method
    /// after [`Frontier::cover`](crate::selection::Frontier::cover) for the test. Active goals
    /// without a value in `row` are ignored. Linear in the active goals.
    pub fn see(&mut self, active: &[GoalId], row: &[Fitness], now: Duration) {
        for &goal in active {
            let Some(&value) = row.get(goal.index()) else { continue };
            if self.0.len() <= goal.index() {
                self.0.resize(row.len(), None);
            }
            self.0[goal.index()].get_or_insert(History::new(now)).see(value, now);
        }
    }

    /// Returns the history of a goal. For a goal that was not active yet, it begins now.
    #[must_use]
    pub fn of(&self, goal: GoalId, now: Duration) -> History {
        self.0.get(goal.index()).copied().flatten().unwrap_or(History::new(now))
    }
}
