//! What two schedulers know together.

use super::scheduler::{Open, Scheduler, Status};
use crate::id::GoalId;

impl Scheduler {
    /// Takes in another scheduler, of a worker that samples the same goals.
    ///
    /// A goal is closed if either closed it, else open if either opened it. Of an open goal the history with more improvements counts, of
    /// equally many the one with more samples since, and the later batch. All goals that were given up come back.
    ///
    /// For equal samplings, merging is commutative and associative: workers can be merged in any order and grouping. Merging the same
    /// scheduler once more changes nothing; a scheduler merged with itself is the same with its patience begun anew. Linear in the goals
    /// that the other one knows and in those given up, except for a logarithm.
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
        for (goal, status) in other.goals.iter() {
            match *status {
                Status::Closed => self.close([goal]),
                Status::Open(theirs) => self.join(goal, &theirs),
            }
        }
        self.batches = self.batches.max(other.batches);
        for (ours, theirs) in self.classes.iter_mut().zip(&other.classes) {
            ours.last = ours.last.max(theirs.last);
        }
        self.bring_back();
    }

    /// Takes in what another scheduler knows of a goal that is open there.
    fn join(&mut self, goal: GoalId, theirs: &Open) {
        let Open { batch, improvements, samples, .. } = *theirs;
        let theirs = Open { batch, improvements, samples, ..Open::NEW };
        let Some(ours) = self.get(goal) else {
            // Never seen, or closed: then it stays closed.
            if self.goals.get(goal).is_none() {
                self.insert(goal, theirs);
            }
            return;
        };
        self.withdraw(goal, &ours);
        // The greater of two pairs, not the greater of each number: samples count since an improvement, and belong to it.
        let (improvements, samples) = (ours.improvements, ours.samples).max((improvements, samples));
        let open = Open { batch: ours.batch.max(batch), improvements, samples, ..Open::NEW };
        self.put(goal, open);
        self.offer(goal, &open);
    }
}

/// Two schedulers are equal if they have the same sampling and know the same of all goals: they choose alike from then on.
impl PartialEq for Scheduler {
    fn eq(&self, other: &Self) -> bool {
        let known = |(goal, status): (GoalId, &Status), of: &Self| match status {
            Status::Closed => (goal, None),
            Status::Open(open) => (goal, Some((open.batch, open.improvements, open.samples, of.tries(open)))),
        };
        let goals = self.goals.iter().map(|row| known(row, self));
        self.sampling == other.sampling
            && self.batches == other.batches
            && goals.eq(other.goals.iter().map(|row| known(row, other)))
            && self.classes.iter().map(|class| class.last).eq(other.classes.iter().map(|class| class.last))
    }
}
