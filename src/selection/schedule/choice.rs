//! The choice of the goal to sample next, by the results of sampling each goal so far.

use super::sampler::{Rounds, Sampler};
use super::sampling::Sampling;
use crate::id::GoalId;
use crate::selection::frontier::{Frontier, States};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl Frontier {
    /// Sets how [`next_goal`](Self::next_goal) chooses. Set it before the first test is taken in: what
    /// is known of samples and improvements is forgotten.
    #[must_use]
    pub fn with_sampling(mut self, sampling: Sampling) -> Self {
        let unreached =
            sampling.unreached.map(|share| if share > 0.0 { share.min(1.0) } else { 0.0 }); // NaN, too
        (self.sampling, self.sampler) = (Sampling { unreached, ..sampling }, None);
        self
    }

    /// Returns the active goal to sample next, and counts the sample; `None` if no goal is active,
    /// or every active goal was given up.
    ///
    /// The choice depends only on the [sampling](Self::with_sampling), on the draw, and on what the
    /// frontier was told: [`cover`](Self::cover), [`improve`](Self::improve) and others. The goals
    /// that one call brought within reach form a batch, which is newer than the batches of earlier
    /// calls. A goal that is taken up again is as new.
    ///
    /// `draw` is a random number in [0, 1). Numbers outside are clamped, and NaN counts as 0. If
    /// the draw decides between k goals, the goal at position ⌊k · draw⌋ is chosen, in ascending
    /// order of their numbers. With a share for unreached goals, draws below the share choose an
    /// unreached goal. In both parts, the draw is scaled from its part to [0, 1).
    ///
    /// Amortised O(log n) for n goals, and so is each change of an active goal. Nothing is
    /// allocated once every goal was sampled.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::{Frontier, Sampling};
    ///
    /// let [a, b] = [0, 1].map(GoalId::new);
    /// let mut frontier = Frontier::new([[], []]).with_sampling(Sampling::FEEDBACK);
    /// // neither was sampled: the draw decides
    /// assert_eq!(frontier.next_goal(0.0), Some(a));
    /// assert_eq!(frontier.next_goal(0.0), Some(b)); // sampled less than `a`
    /// frontier.improve([b]); // a test came nearer to `b`
    /// assert_eq!(frontier.next_goal(0.0), Some(b)); // not sampled since
    /// frontier.cover([a, b]);
    /// assert_eq!(frontier.next_goal(0.0), None);
    /// ```
    pub fn next_goal(&mut self, draw: f64) -> Option<GoalId> {
        let (sampler, goals) = self.sampler();
        sampler.choose_from(&goals.active, |goal| goals.since(goal));
        sampler.next_goal(draw, |goal| goals.since(goal))
    }

    /// Notes that a test came nearer to these goals than all tests before, or reached them for the
    /// first time. Goals that are not active are skipped.
    ///
    /// [`KeptTests`](crate::report::KeptTests) call this.
    pub fn improve(&mut self, goals: impl IntoIterator<Item = GoalId>) {
        for goal in goals {
            if self.is_active(goal) {
                let (sampler, goals) = self.sampler();
                let improvements = sampler.get(goal).improvements.saturating_add(1);
                sampler.replace(goal, improvements, 0, goals.since(goal));
            }
        }
    }

    /// Returns `true` if an active goal is given up: it was sampled too often without an
    /// improvement. When the set of active goals changes, it can be chosen again.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::{Frontier, Sampling};
    /// use std::num::NonZero;
    ///
    /// let patience = NonZero::new(2);
    /// let sampling = Sampling { patience, ..Sampling::ROUND_ROBIN };
    /// let mut frontier = Frontier::new([[]]).with_sampling(sampling);
    /// let a = GoalId::new(0);
    /// assert_eq!([0.5; 3].map(|draw| frontier.next_goal(draw)), [Some(a), Some(a), None]);
    /// assert!(frontier.is_given_up(a));
    /// frontier.add([]); // the set changed
    /// assert!(!frontier.is_given_up(a));
    /// ```
    #[must_use]
    pub fn is_given_up(&self, goal: GoalId) -> bool {
        self.sampler.as_ref().is_some_and(|sampler| sampler.is_given_up(goal))
    }

    /// Returns the number of samples of an active goal since a test last came nearer to it; 0 for
    /// other goals.
    #[must_use]
    pub fn samples(&self, goal: GoalId) -> u32 {
        self.sampler.as_ref().map_or(0, |sampler| sampler.get(goal).samples)
    }

    /// Returns the sampler, which begins without samples and improvements.
    fn sampler(&mut self) -> (&mut Sampler, &mut States) {
        let Self { goals, sampling, sampler, .. } = self;
        (sampler.get_or_insert_with(|| Box::new(Sampler::new(*sampling))), goals)
    }

    /// Merges the frontier of another worker, which pursues the same goals, into this one.
    ///
    /// Of its two states, a goal gets the one that comes later in this order: waiting, set aside,
    /// active, covered. For a goal that is active in both, the history with more improvements counts;
    /// if both have equally many, the history with more samples since the last improvement. The later
    /// batch counts. All goals that were given up can be chosen again.
    ///
    /// If both have the same sampling, merging is commutative and associative: workers can be
    /// merged in any order and grouping. Merging the same frontier again changes nothing; merging a
    /// frontier with itself only restarts its patience. Linear in the goals, times a logarithm.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Frontier;
    ///
    /// let [a, b] = [0, 1].map(GoalId::new);
    /// let [mut here, mut there] = [0; 2].map(|_| Frontier::new([vec![], vec![a]]));
    /// there.cover([a]);
    /// here.merge(&there);
    /// assert!(here.is_covered(a) && here.is_active(b));
    /// ```
    pub fn merge(&mut self, other: &Self) {
        let before = self.goals.next;
        let all = || (0..other.len() as u32).map(GoalId::new);
        // What covering opens is active in the other frontier, too, unless it is set aside there: so
        // that is done first.
        let aside: Vec<_> =
            all().filter(|&goal| other.is_aside(goal) && self.is_waiting(goal)).collect();
        self.set_aside(aside);
        self.cover(all().filter(|&goal| other.is_covered(goal)));
        let start = self.active().len();
        other.active().iter().for_each(|&goal| self.goals.pursue(goal));
        self.sorted_from(start);
        let next = before.max(other.goals.next);
        self.goals.next = next;
        let (sampler, goals) = self.sampler();
        for at in 0..goals.active.len() {
            let goal = goals.active[at];
            let ours = Some(goals.since(goal)).filter(|&since| since < before);
            let theirs = other.is_active(goal).then(|| other.goals.since(goal));
            // The other frontier need not know a goal that it opened here: then it is the newest.
            let since = ours.max(theirs).unwrap_or(next);
            goals.next = goals.next.max(since.saturating_add(1));
            goals.set_since(goal, since);
            // The maximum of the pairs, not of each number: samples are counted since the last
            // improvement and belong to its history. The maximum of a total order is commutative,
            // associative and idempotent, and so is the merge.
            let ours = sampler.get(goal);
            let (improvements, samples) =
                (ours.improvements, ours.samples).max(other.history(goal));
            sampler.replace(goal, improvements, samples, since);
        }
        sampler.join_rounds(other.rounds());
        sampler.bring_back(|goal| goals.since(goal));
    }

    /// Returns the numbers of improvements of a goal, and of samples since the last.
    fn history(&self, goal: GoalId) -> (u32, u32) {
        let tried = self.sampler.as_ref().map(|sampler| sampler.get(goal));
        tried.map_or((0, 0), |tried| (tried.improvements, tried.samples))
    }

    /// Returns how far the round robins are.
    fn rounds(&self) -> Rounds {
        self.sampler.as_ref().map_or([(0, None); 2], |sampler| sampler.rounds())
    }
}

/// Two frontiers of the same goals are equal if each goal is in the same state: they choose alike
/// from then on.
impl PartialEq for Frontier {
    fn eq(&self, other: &Self) -> bool {
        let state = |of: &Self, goal| {
            let tries = of.sampler.as_ref().map_or(0, |sampler| sampler.tries(&sampler.get(goal)));
            (of.goals.known(goal), of.history(goal), tries)
        };
        self.len() == other.len()
            && self.sampling == other.sampling
            && self.goals.next == other.goals.next
            && self.rounds() == other.rounds()
            && (0..self.len() as u32)
                .map(GoalId::new)
                .all(|goal| state(self, goal) == state(other, goal))
    }
}
