//! Which goal to sample next, by its definition: every goal is looked at each time.

use sbst::id::GoalId;
use sbst::selection::{Order, Sampling};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of an open goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The number of the batch that it was opened in.
    pub opened: u64,
    /// How often an execution came nearer to it.
    pub improvements: u64,
    /// How often it was sampled since it last improved.
    pub samples: u64,
    /// How often it was sampled since it last improved, and since the set of open goals last
    /// changed.
    pub tries: u64,
}

/// The definition.
#[derive(Clone, Debug, PartialEq)]
pub struct SlowScheduler {
    pub sampling: Sampling,
    pub open: BTreeMap<GoalId, Known>,
    /// For good.
    pub closed: BTreeSet<GoalId>,
    /// How many batches of goals were opened.
    pub batches: u64,
    /// By class: how often the round robin began anew, and the goal that it sampled last.
    pub last: [(u64, Option<GoalId>); 2],
}

impl SlowScheduler {
    pub fn new(sampling: Sampling) -> Self {
        Self {
            sampling,
            open: BTreeMap::new(),
            closed: BTreeSet::new(),
            batches: 0,
            last: [(0, None); 2],
        }
    }

    pub fn open(&mut self, goals: &[GoalId]) {
        let new: BTreeSet<GoalId> = goals
            .iter()
            .copied()
            .filter(|goal| !self.open.contains_key(goal) && !self.closed.contains(goal))
            .collect();
        if !new.is_empty() {
            self.batches += 1;
            let known = Known { opened: self.batches, ..Known::default() };
            self.open.extend(new.into_iter().map(|goal| (goal, known.clone())));
            self.the_set_changed();
        }
    }

    pub fn close(&mut self, goals: &[GoalId]) {
        let before = self.open.len();
        for goal in goals {
            self.open.remove(goal);
            self.closed.insert(*goal);
        }
        if self.open.len() < before {
            self.the_set_changed();
        }
    }

    pub fn set_aside(&mut self, goals: &[GoalId]) {
        let before = self.open.len();
        self.open.retain(|goal, _| !goals.contains(goal));
        if self.open.len() < before {
            self.the_set_changed();
        }
    }

    fn the_set_changed(&mut self) {
        self.open.values_mut().for_each(|known| known.tries = 0);
    }

    pub fn improve(&mut self, goals: &[GoalId]) {
        for goal in goals {
            if let Some(known) = self.open.get_mut(goal) {
                *known = Known {
                    opened: known.opened,
                    improvements: known.improvements + 1,
                    samples: 0,
                    tries: 0,
                };
            }
        }
    }

    /// Exactly these are open afterwards, but for those that are closed.
    pub fn fit(&mut self, active: &[GoalId]) {
        let gone: Vec<GoalId> =
            self.open.keys().copied().filter(|goal| !active.contains(goal)).collect();
        self.close(&gone);
        self.open(active);
    }

    pub fn is_given_up(&self, goal: GoalId) -> bool {
        let Some(known) = self.open.get(&goal) else { return false };
        self.sampling.patience.is_some_and(|patience| known.tries >= u64::from(patience.get()))
    }

    /// 1 for goals that were reached, where this matters; 0 else.
    fn class(&self, known: &Known) -> usize {
        usize::from(self.sampling.unreached.is_some() && known.improvements > 0)
    }

    /// The goals that may be sampled, by class, ascending.
    fn candidates(&self) -> [Vec<GoalId>; 2] {
        let of = |class| {
            let goals = self
                .open
                .iter()
                .filter(|&(&goal, known)| !self.is_given_up(goal) && self.class(known) == class);
            goals.map(|(&goal, _)| goal).collect()
        };
        [of(0), of(1)]
    }

    pub fn next_goal(&mut self, draw: f64) -> Option<GoalId> {
        let draw = if draw > 0.0 { draw.min(1.0_f64.next_down()) } else { 0.0 };
        let candidates = self.candidates();
        let share = self
            .sampling
            .unreached
            .map_or(1.0, |share| if share > 0.0 { share.min(1.0) } else { 0.0 });
        let (class, draw) = match [candidates[0].is_empty(), candidates[1].is_empty()] {
            [true, true] => return None,
            [false, true] => (0, draw),
            [true, false] => (1, draw),
            [false, false] if draw < share => (0, draw / share),
            [false, false] => (1, (draw - share) / (1.0 - share)),
        };
        let goal = self.pick(&candidates[class], class, draw);
        let known = self.open.get_mut(&goal).expect("it is open");
        known.samples += 1;
        known.tries += 1;
        Some(goal)
    }

    fn pick(&mut self, candidates: &[GoalId], class: usize, draw: f64) -> GoalId {
        let least = |key: &dyn Fn(&Known) -> u64| -> Vec<GoalId> {
            let least = candidates
                .iter()
                .map(|goal| key(&self.open[goal]))
                .min()
                .expect("there are candidates");
            candidates.iter().copied().filter(|goal| key(&self.open[goal]) == least).collect()
        };
        let tied = match self.sampling.order {
            Order::Uniform => candidates.to_vec(),
            Order::NewestFirst => least(&|known| u64::MAX - known.opened),
            Order::LeastSampled => least(&|known| known.samples),
            Order::RoundRobin => {
                let (rounds, last) = self.last[class];
                let later = candidates.iter().copied().find(|&goal| Some(goal) > last);
                let goal = later.unwrap_or(candidates[0]);
                self.last[class] = (rounds + u64::from(later.is_none()), Some(goal));
                return goal;
            }
            _ => unreachable!("there are four orders"),
        };
        tied[((draw * tied.len() as f64) as usize).min(tied.len() - 1)]
    }

    /// Closed is what either closed; of an open goal the history with more improvements counts, of
    /// equally many the one with more samples since. Nothing is given up afterwards.
    pub fn merge(&mut self, other: &Self) {
        self.closed.extend(&other.closed);
        for (&goal, theirs) in &other.open {
            let ours = self.open.entry(goal).or_insert_with(|| theirs.clone());
            let newest = ours.opened.max(theirs.opened);
            if (theirs.improvements, theirs.samples) > (ours.improvements, ours.samples) {
                *ours = theirs.clone();
            }
            ours.opened = newest;
        }
        self.open.retain(|goal, _| !self.closed.contains(goal));
        self.the_set_changed();
        self.batches = self.batches.max(other.batches);
        self.last = [0, 1].map(|class| self.last[class].max(other.last[class]));
    }
}
