//! Merging of schedulers.

use super::scheduler::{Open, Scheduler};
use crate::id::GoalId;

impl Scheduler {
    /// Merges the scheduler of another worker, which samples the same goals, into this one.
    ///
    /// A goal is closed if either scheduler closed it, else open if either opened it. For a goal
    /// that is open in both, the history with more improvements counts; if both have equally many,
    /// the history with more samples since the last improvement. The later batch counts. All goals
    /// that were given up can be chosen again.
    ///
    /// If both have the same sampling, merging is commutative and associative: workers can be
    /// merged in any order and grouping. Merging the same scheduler again changes nothing; merging
    /// a scheduler with itself only restarts its patience. Linear in the goals that the other
    /// scheduler knows and in the goals given up, times a logarithm.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::{Sampling, Scheduler};
    ///
    /// let [a, b] = [0, 1].map(GoalId::new);
    /// let [mut here, mut there] = [0; 2].map(|_| Scheduler::new(Sampling::FEEDBACK));
    /// here.open([a, b]);
    /// there.open([a, b]);
    /// there.close([a]);
    /// here.merge(&there);
    /// assert!(!here.is_open(a) && here.is_open(b));
    /// ```
    pub fn merge(&mut self, other: &Self) {
        for (goal, status) in other.known() {
            match status {
                None => self.close([goal]),
                Some(theirs) => self.join(goal, &theirs),
            }
        }
        self.batches = self.batches.max(other.batches);
        for (ours, theirs) in self.classes.iter_mut().zip(&other.classes) {
            ours.last = ours.last.max(theirs.last);
        }
        self.bring_back();
    }

    /// Merges the state of a goal that is open in the other scheduler.
    fn join(&mut self, goal: GoalId, theirs: &Open) {
        // Tries and the place among the goals given up are not merged: `merge` ends with
        // `bring_back`, which restarts patience.
        let Open { batch, improvements, samples, .. } = *theirs;
        let theirs = Open { batch, improvements, samples, ..Open::NEW };
        let Some(ours) = self.get(goal) else {
            // Unknown here, or closed here; a closed goal stays closed.
            if !self.knows(goal) {
                self.insert(goal, theirs);
            }
            return;
        };
        self.withdraw(goal, &ours);
        // The maximum of the pairs, not of each number: samples are counted since the last
        // improvement and belong to its history. The maximum of a total order is commutative,
        // associative and idempotent, and so is the merge.
        let (improvements, samples) =
            (ours.improvements, ours.samples).max((improvements, samples));
        let open = Open { batch: ours.batch.max(batch), improvements, samples, ..Open::NEW };
        self.put(goal, open);
        self.offer(goal, &open);
    }
}

/// Two schedulers are equal if they have the same sampling and the same state of each goal: they
/// choose alike from then on.
impl PartialEq for Scheduler {
    fn eq(&self, other: &Self) -> bool {
        let known = |(goal, status): (GoalId, Option<Open>), of: &Self| {
            let state = |open: Open| (open.batch, open.improvements, open.samples, of.tries(&open));
            (goal, status.map(state))
        };
        let goals = self.known().map(|row| known(row, self));
        self.sampling == other.sampling
            && self.batches == other.batches
            && goals.eq(other.known().map(|row| known(row, other)))
            && self
                .classes
                .iter()
                .map(|class| class.last)
                .eq(other.classes.iter().map(|class| class.last))
    }
}
