//! The search: whether the next case is a plain one, repeats values, or climbs towards a goal, and
//! which goal.

use crate::case::Case;
use crate::climb::{Climb, Then};
use crate::corpus::Corpus;
use crate::mix::Mix;
use crate::random::Random;
use crate::repeat::repeat;
use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::Sampling;
use std::cmp::Reverse;

/// The search of one property.
#[derive(Debug)]
pub(crate) struct Search {
    /// Of two cases that are as near to a goal, the later one stays: so the search drifts over
    /// plateaus.
    pub(crate) campaign: Campaign<Case, Trace, Reverse<u64>>,
    /// By goal: its climb, and the least distance from the goal that any case had when the climb
    /// began.
    climbs: Vec<Option<(Climb, Fitness)>>,
    /// The goal whose climb made the last case that was proposed, if a climb made it.
    pursued: Option<GoalId>,
    /// Whether that climb goes on.
    goes_on: bool,
    corpus: Corpus,
    /// The last plain case.
    recent: Option<Case>,
    pub(crate) mix: Mix,
    random: Random,
}

impl Search {
    /// Goals that are asked for a case before one that repeats values is made instead.
    const TRIES: usize = 8;
    /// Steered cases at the start that repeat values: a climb should begin at the nearest of some
    /// cases.
    const REPEATS: u64 = 16;

    pub(crate) fn new(goals: CampaignBuilder, seed: u64) -> Result<Self, CampaignError> {
        let campaign =
            goals.sampling(Sampling::MIO).build_by_cost(|case: &Case| Reverse(case.number))?;
        Ok(Self {
            campaign,
            climbs: Vec::new(),
            pursued: None,
            goes_on: false,
            corpus: Corpus::default(),
            recent: None,
            mix: Mix::default(),
            random: Random::new(seed),
        })
    }

    pub(crate) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Makes the words of the next case; `None` for a plain one. At most `most_repeated` words are
    /// repeated at once.
    pub(crate) fn propose(&mut self, most_repeated: usize) -> Option<Vec<u32>> {
        if !self.mix.may_steer() {
            return None;
        }
        let repeats =
            self.campaign.runs() < Self::REPEATS || !self.goes_on && self.random.one_in(2);
        self.pursued = if repeats { None } else { self.goal() };
        if let Some((climb, _)) = self.pursued.and_then(|goal| self.climbs[goal.index()].as_ref()) {
            self.mix.steered(climb.begins_again());
            return Some(climb.propose(&mut self.random));
        }
        // One word has no other to take the place of.
        let Some(case) = self.recent.as_ref().filter(|case| case.words.len() > 1) else {
            self.mix.plain();
            return None;
        };
        self.mix.steered(false);
        let mut words = case.words.to_vec();
        repeat(&mut words, most_repeated, &mut self.random);
        Some(words)
    }

    /// Chooses a goal that a case was near to, and sees that it has a climb that is not done.
    fn goal(&mut self) -> Option<GoalId> {
        if let Some(goal) = self.pursued
            && self.goes_on
            && !self.campaign.tests().is_covered(goal)
        {
            return Some(goal);
        }
        self.goes_on = false;
        for _ in 0..Self::TRIES {
            let goal = self.campaign.next_goal(self.random.unit())?;
            let Some(nearest) = self.campaign.nearest(goal) else { continue };
            let least = self.campaign.tests().fitness(goal);
            if self.climbs.len() <= goal.index() {
                self.climbs.resize_with(goal.index() + 1, || None);
            }
            let place = &mut self.climbs[goal.index()];
            match place {
                // Another case came nearer than the climb.
                Some((climb, known)) if least < *known && least < climb.fitness() => *place = None,
                // The next climb begins elsewhere.
                Some((climb, _)) if climb.is_done() => {
                    let base = self.corpus.choose(&mut self.random).unwrap_or(nearest);
                    *place = Some((Climb::again(base.clone(), &mut self.random), least));
                }
                _ => {}
            }
            place.get_or_insert_with(|| {
                (Climb::new(nearest.clone(), least, &mut self.random), least)
            });
            return Some(goal);
        }
        None
    }

    /// Executes a case, and learns from it. `steered` says whether it is the one that was proposed.
    ///
    /// The test is a `dyn`, so that the campaign is compiled with this crate, and not with each
    /// property: the test binary is compiled without optimisation, this crate may be with it.
    pub(crate) fn execute(
        &mut self,
        case: &Case,
        steered: bool,
        test: &mut dyn FnMut(),
    ) -> Result<(), CampaignError> {
        let outcome = self.campaign.watch(case, |_| test())?;
        let is_nearer = !outcome.covered.is_empty() || !outcome.nearer.is_empty();
        let did_something_new =
            self.corpus.note(case, outcome.graph, outcome.run, &mut self.random);
        if !steered {
            self.recent = Some(case.clone());
            return Ok(());
        }
        if is_nearer || did_something_new {
            self.mix.succeeded();
        }
        if let Some(goal) = self.pursued {
            let fitness = outcome.row[goal.index()];
            self.tell(goal, case, fitness);
        }
        Ok(())
    }

    /// Learns that the strategy made no case of the words that were proposed.
    pub(crate) fn refused(&mut self) {
        if let Some(goal) = self.pursued {
            self.tell(goal, &Case::new(0, &[]), Fitness::NEVER);
        }
    }

    /// Tells a climb how far the case that it proposed is from its goal.
    fn tell(&mut self, goal: GoalId, case: &Case, fitness: Fitness) {
        let place = &mut self.climbs[goal.index()];
        self.goes_on = match place {
            _ if fitness.is_covered() => {
                *place = None;
                false
            }
            Some((climb, _)) => climb.told(case, fitness, &mut self.random) == Then::Stay,
            None => false,
        };
    }
}
