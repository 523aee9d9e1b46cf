//! The search: which goal is pursued, and whether the next case is steered.

use crate::case::Case;
use crate::climb::{Climb, Then};
use crate::mix::Mix;
use crate::random::Random;
use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::execution::Trace;
use sbst::id::GoalId;
use sbst::selection::Sampling;
use std::cmp::Reverse;

/// The search of one property.
#[derive(Debug)]
pub(crate) struct Search {
    /// Of two cases that are as near to a goal, the later one stays: so the search drifts over plateaus.
    pub(crate) campaign: Campaign<Case, Trace, Reverse<u64>>,
    /// By goal.
    climbs: Vec<Option<Climb>>,
    /// The goal whose climb made the case that is executed next, or was executed last.
    pursued: Option<GoalId>,
    /// Whether that climb goes on.
    goes_on: bool,
    /// Cases that were the first to cover something.
    covering: Vec<Case>,
    pub(crate) mix: Mix,
    random: Random,
}

impl Search {
    /// Goals that are asked for a case before a plain one is made instead.
    const TRIES: usize = 8;

    pub(crate) fn new(goals: CampaignBuilder, seed: u64) -> Result<Self, CampaignError> {
        let campaign = goals.sampling(Sampling::MIO).build_by_cost(|case: &Case| Reverse(case.number))?;
        Ok(Self {
            campaign,
            climbs: Vec::new(),
            pursued: None,
            goes_on: false,
            covering: Vec::new(),
            mix: Mix::default(),
            random: Random::new(seed),
        })
    }

    pub(crate) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Makes the bytes of the next case; `None` for a plain one.
    pub(crate) fn propose(&mut self) -> Option<Vec<u8>> {
        if !self.mix.may_steer() {
            return None;
        }
        let Some(goal) = self.goal() else {
            self.mix.plain();
            return None;
        };
        self.pursued = Some(goal);
        let Self { climbs, covering, random, mix, .. } = self;
        let climb = climbs[goal.index()].as_mut()?;
        mix.steered(climb.begins_again());
        Some(climb.propose(covering, random))
    }

    /// Chooses a goal that a case was near to, with a climb that has something left to try.
    fn goal(&mut self) -> Option<GoalId> {
        if let Some(goal) = self.pursued.filter(|_| self.goes_on) {
            return Some(goal);
        }
        for _ in 0..Self::TRIES {
            let goal = self.campaign.next_goal(self.random.unit())?;
            let Some(nearest) = self.campaign.nearest(goal) else { continue };
            let fitness = self.campaign.tests().fitness(goal);
            if self.climbs.len() <= goal.index() {
                self.climbs.resize_with(goal.index() + 1, || None);
            }
            let climb = &mut self.climbs[goal.index()];
            let (again, nearer) = match climb {
                Some(climb) => (climb.is_exhausted(), fitness < climb.fitness()),
                None => (false, true),
            };
            if again || nearer {
                *climb = Some(Climb::new(nearest.clone(), fitness, !nearer, &mut self.random));
            }
            return Some(goal);
        }
        None
    }

    /// Executes a case, and learns from it. `steered` says whether it is the one that was proposed.
    pub(crate) fn execute<R>(&mut self, case: &Case, steered: bool, test: impl FnOnce() -> R) -> Result<(), CampaignError> {
        let outcome = self.campaign.watch(case, |_| test())?;
        let first = !outcome.covered.is_empty();
        let helps = first || !outcome.nearer.is_empty();
        let pursued = self.pursued.filter(|_| steered);
        let fitness = pursued.map(|goal| outcome.row[goal.index()]);
        if first {
            self.covering.push(case.clone());
        }
        if let Some((goal, fitness)) = pursued.zip(fitness) {
            if helps {
                self.mix.succeeded();
            }
            if fitness.is_covered() {
                self.climbs[goal.index()] = None;
                self.goes_on = false;
            } else if let Some(climb) = &mut self.climbs[goal.index()] {
                self.goes_on = climb.told(case, fitness, &mut self.random) == Then::Stay;
            }
        }
        Ok(())
    }
}
