//! Signals that open a gate sooner and more often, and the times on which they rest.

use crate::distance::Normalise;
use crate::fitness::Fitness;
use crate::fitness::block_coverage::Counters;
use crate::formula::computed;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::time::Duration;

/// Signals that a guide is worth using for a goal sooner and more often than the
/// [`Gate`](crate::published::Gate) alone would allow.
///
/// A signal is a number in [0, 1]: 0 changes nothing, and 1 opens the gate for every draw. Each
/// signal closes its share of the remaining gap to 1: with a gate whose usage is u, and signals s1,
/// s2, .., the usage is
///
/// ```text
/// 1 - (1 - u) (1 - s1) (1 - s2) ..
/// ```
///
/// So the usage of the gate is the least possible usage: choose a small one if the signals should
/// mostly decide. The signals of the code ([implicit exceptions](Self::and_implicit_exceptions),
/// [structure](Self::and_structure)) also shorten the sleep, to sleep (1 - s1) (1 - s2) ...
/// Usefulness does not shorten it, because it is known only for goals that have slept.
///
/// | signal | source | number |
/// |---|---|---|
/// | [`and_usefulness`](Self::and_usefulness) | whether the guide decides between tests (BBC, section 6.1) | r / (r + typical), r = (useful + 1) / (active + 1) |
/// | [`and_implicit_exceptions`](Self::and_implicit_exceptions) | implicit exceptions at run time (sections 6.1 and 9) | the part of the executions that they ended |
/// | [`and_structure`](Self::and_structure) | coupling, depth of inheritance (section 9) | x / (x + typical) |
/// | [`and_stalled`](Self::and_stalled) | how fitness values evolve (section 6.1) | norm(seconds without progress), by any normaliser |
///
/// The paper names these signals as future work and gives no formulas; the formulas are this
/// crate's.
///
/// ```
/// use sbst::fitness::block_coverage::Counters;
/// use sbst::published::{Gate, Signals, Timing};
/// use std::time::Duration;
///
/// let minute = Duration::from_secs(60);
/// let (history, now) = (Timing::new(Duration::ZERO), 2 * minute);
/// let gate = Gate::new(minute, 0.2)?;
/// // This class is coupled to 15 others, where 5 are usual: 15 / (15 + 5).
/// let coupled = Signals::NONE.and_structure(15.0, 5.0);
/// assert!((gate.usage(&history, coupled, now) - 0.8).abs() < 1e-12); // 1 - 0.8 * 0.25
/// assert!(gate.is_open(&history, coupled, minute / 2, 0.7)); // it sleeps for 15 s
///
/// // 999 comparisons for this goal, and none of them found a difference.
/// let idle = Counters { active: 999, ..Counters::default() };
/// let signals = Signals::NONE.and_usefulness(&idle, Signals::PUBLISHED_USEFULNESS);
/// assert!(gate.usage(&history, signals, now) < 0.25);
/// # Ok::<(), sbst::published::GateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signals {
    /// The remaining share of the sleep, in [0, 1].
    sleep: f64,
    /// The remaining share of 1 - usage, in [0, 1].
    closed: f64,
}

impl Signals {
    /// No signal: the gate decides alone.
    pub const NONE: Self = Self { sleep: 1.0, closed: 1.0 };

    /// Usefulness of an active comparison in the paper, on average over all goals: 2.39 % (BBC,
    /// section 5.1).
    ///
    /// The paper may count pairs as active that the exact and the published form do not count: two
    /// tests that decide alike against a branch.
    /// [`Form::Literal`](crate::fitness::block_coverage::Form::Literal) counts them.
    pub const PUBLISHED_USEFULNESS: f64 = 0.0239;

    /// Adds the usefulness of the comparison for this goal so far: r / (r + typical) for r =
    /// (useful + 1) / (active + 1).
    ///
    /// The signal is near 1 at first, is 1/2 when comparisons are as useful as `typical`, and falls
    /// towards 0 while they decide nothing. So each goal gets some comparisons at first, and few of
    /// them later if they do not help. A `typical` that is 0 or less, or NaN, gives 1.
    #[must_use]
    pub fn and_usefulness(self, counters: &Counters, typical: f64) -> Self {
        // The 1 in both counts gives a new goal the rate 1, so that it is tried at first.
        let [useful, active] = [counters.useful, counters.active].map(|count| count as f64 + 1.0);
        Self { closed: self.closed * (1.0 - against(useful / active, typical)), ..self }
    }

    /// Adds the frequency with which implicit exceptions end executions in the goal's function,
    /// from [`Endings::implicit_rate`](crate::published::Endings::implicit_rate). Numbers below 0 and NaN
    /// count as 0, numbers above 1 as 1.
    #[must_use]
    pub fn and_implicit_exceptions(self, rate: f64) -> Self {
        // Written so that NaN is 0.
        self.sooner(if rate > 0.0 { rate.min(1.0) } else { 0.0 })
    }

    /// Adds a measure of structure, such as coupling or depth of inheritance: x / (x + typical),
    /// which is 1/2 for a typical measure. A measure that is 0 or less, or NaN, gives 0. For other
    /// measures, a `typical` that is 0 or less, or NaN, gives 1.
    #[must_use]
    pub fn and_structure(self, measure: f64, typical: f64) -> Self {
        self.sooner(against(measure, typical))
    }

    /// Adds the time since the goal's best value last improved, as normalised seconds. It raises
    /// the usage, and leaves the sleep as it is.
    ///
    /// With x / (x + b) of [`Normaliser::rational`](crate::distance::Normaliser::rational), where b
    /// is the sleep in seconds, a gate of fixed usage becomes
    /// [`Gate::adaptive`](crate::published::Gate::adaptive), up to rounding.
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::published::{Gate, Signals, Timing};
    /// use std::time::Duration;
    ///
    /// let (history, minute) = (Timing::new(Duration::ZERO), Duration::from_secs(60));
    /// let gate = Gate::new(minute, 0.5)?;
    /// // Linear: the gate is always open once there was no progress for ten minutes.
    /// let usage = |now| {
    ///     let signals =
    ///         Signals::NONE.and_stalled(&history, now, |d: Distance| d.get() / 600.0);
    ///     gate.usage(&history, signals, now)
    /// };
    /// assert_eq!([0, 5, 20].map(|minutes| usage(minutes * minute)), [0.5, 0.75, 1.0]);
    /// # Ok::<(), sbst::published::GateError>(())
    /// ```
    #[must_use]
    pub fn and_stalled(self, history: &Timing, now: Duration, normaliser: impl Normalise) -> Self {
        let stalled = computed(history.stalled(now).as_secs_f64());
        Self { closed: self.closed * (1.0 - stalled.norm_by(normaliser)), ..self }
    }

    /// Adds a signal that also shortens the sleep.
    fn sooner(self, signal: f64) -> Self {
        // Products commute, so the order of the signals does not matter, and a signal of 0 changes
        // nothing exactly. Adding signals up would pass 1.
        Self { sleep: self.sleep * (1.0 - signal), closed: self.closed * (1.0 - signal) }
    }

    /// Returns the remaining share of the sleep, in [0, 1].
    pub(super) const fn sleep(self) -> f64 {
        self.sleep
    }

    /// Returns the usage that signals raise `usage` to, in [usage, 1].
    pub(super) fn raise(self, usage: f64) -> f64 {
        // Exact without signals, and never less than the usage itself.
        (usage + (1.0 - usage) * (1.0 - self.closed)).clamp(usage, 1.0)
    }
}

impl Default for Signals {
    fn default() -> Self {
        Self::NONE
    }
}

/// Returns x / (x + typical), in [0, 1]. Written so that NaN and infinite arguments give a number.
fn against(x: f64, typical: f64) -> f64 {
    match (x > 0.0, typical > 0.0) {
        (false, _) => 0.0,
        (true, false) => 1.0,
        (true, true) => 1.0 / (1.0 + typical / x.min(f64::MAX)),
    }
}

// Times since goals became active, and since their values last improved.

/// The times at which a goal became active and at which its best value last improved, which a
/// [`Gate`](crate::published::Gate) uses. It is plain data; the caller supplies the time. [`Timings`] keeps
/// the histories of all goals.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
/// use sbst::published::Timing;
/// use std::time::Duration;
///
/// let [start, soon, late] = [1, 4, 9].map(Duration::from_secs);
/// let mut history = Timing::new(start);
/// history.see(Fitness::new(2, Distance::from(3)), start);
/// history.see(Fitness::new(1, Distance::from(9)), soon); // nearer
/// history.see(Fitness::new(1, Distance::from(9)), late); // not nearer
/// assert_eq!((history.age(late).as_secs(), history.stalled(late).as_secs()), (8, 5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timing {
    /// Time at which the goal became active.
    begun: Duration,
    /// Time of the last improvement.
    improved: Duration,
    /// The best value so far.
    best: Option<Fitness>,
}

impl Timing {
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

/// The [`Timing`] of every goal of a search. The search shows it each test, and it notes which
/// goals became active and which values improved.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::published::Timings;
/// use sbst::id::GoalId;
/// use std::time::Duration;
///
/// let [start, late] = [1, 9].map(Duration::from_secs);
/// let [first, second] = [0, 1].map(GoalId::new);
/// let mut histories = Timings::new();
/// // `second` is not active yet
/// histories.see(&[first], &[Fitness::NEVER, Fitness::NEVER], start);
/// histories.see(&[first, second], &[Fitness::NEVER, Fitness::NEVER], late);
/// assert_eq!(histories.of(first, late).age(late).as_secs(), 8);
/// assert_eq!(histories.of(second, late).age(late).as_secs(), 0);
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timings(Vec<Option<Timing>>);

impl Timings {
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
            self.0[goal.index()].get_or_insert(Timing::new(now)).see(value, now);
        }
    }

    /// Returns the history of a goal. For a goal that was not active yet, it begins now.
    #[must_use]
    pub fn of(&self, goal: GoalId, now: Duration) -> Timing {
        self.0.get(goal.index()).copied().flatten().unwrap_or(Timing::new(now))
    }
}
