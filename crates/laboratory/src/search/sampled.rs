//! One goal at a time: sampling of goals, and the corpus.

use super::breeding::Breeding;
use super::{Base, Standard};
use crate::inputs::Random;
use crate::subject::Test;
use crate::technique::{Run, SearchError};
use sbst::Campaign;
use sbst::execution::Trace;
use sbst::id::GoalId;
use sbst::selection::Sampling;
use std::cmp::Reverse;
use std::sync::Arc;

/// A scheduler: it chooses the goal that is pursued next.
///
/// Implemented for closures. One is made for each search, so it may hold state.
///
/// ```
/// use sbst_laboratory::search::{Engine, Sampler, Standard};
/// use sbst_laboratory::inputs::Random;
///
/// // The goal within reach to which the nearest test is nearest.
/// let nearest = || |campaign: &mut Sampler, _: &mut Random| {
///     let goals = campaign.frontier().active().iter().copied();
///     goals.min_by_key(|&goal| campaign.tests().fitness(goal))
/// };
/// let technique = Standard::new("nearest first").by(Engine::FEEDBACK).with_scheduler(nearest);
/// ```
pub trait Schedule {
    /// Returns the goal to pursue next. `None` if there is none: then a test of the corpus is
    /// changed, or a new one made.
    fn next(&mut self, campaign: &mut Sampler, random: &mut Random) -> Option<GoalId>;
}

impl<F: FnMut(&mut Sampler, &mut Random) -> Option<GoalId>> Schedule for F {
    fn next(&mut self, campaign: &mut Sampler, random: &mut Random) -> Option<GoalId> {
        self(campaign, random)
    }
}

/// Campaign of a search that samples goals. Tests have a cost by which the newest of equal ones is
/// kept.
pub type Sampler = Campaign<Test, Trace, Newest>;

/// Cost of a test: of two tests the newer one is cheaper.
pub type Newest = Reverse<u64>;

pub(super) type MakeSchedule = Arc<dyn Fn() -> Box<dyn Schedule> + Send + Sync>;

/// Searches one goal at a time.
pub(super) fn search(
    technique: &Standard,
    run: &mut Run<'_>,
    sampling: Sampling,
    base: Base,
) -> Result<(), SearchError> {
    // The cost is asked for once for each execution, in their order.
    let number = std::sync::atomic::AtomicU64::new(0);
    let cost = move |_: &Test| Reverse(number.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let mut campaign: Sampler =
        technique.parts.campaign(run)?.sampling(sampling).build_by_cost(cost)?;
    let mut schedule = technique.schedule.as_ref().map(|make| make());
    let (mut breeding, mut draws) =
        (Breeding::new(run, technique.seeds, technique.population, 0.0), run.random("goals"));
    let mut corpus: Vec<Test> = Vec::new();
    while !run.is_over() {
        let by_corpus = match base {
            Base::Goals => false,
            Base::Both => draws.chance(1, 2),
            Base::Corpus => true,
        };
        let parent =
            if run.executions() < technique.population as u64 || draws.unit() < technique.fresh {
                None
            } else if by_corpus {
                draws.one_of(&corpus).cloned()
            } else {
                let goal = match &mut schedule {
                    Some(schedule) => schedule.next(&mut campaign, &mut draws),
                    None => campaign.next_goal(draws.unit()),
                };
                // None is left if all goals were given up. Then a test comes from the corpus, if
                // there is one.
                goal.and_then(|goal| campaign.nearest(goal).cloned())
                    .or_else(|| draws.one_of(&corpus).cloned())
            };
        let test = match parent {
            None => breeding.first(),
            Some(parent) => breeding.changed(&parent),
        };
        let outcome = run.execute(&mut campaign, &test)?;
        if !outcome.covered.is_empty() {
            corpus.push(test);
        }
    }
    Ok(())
}

/// Makes new tests only.
pub(super) fn random(technique: &Standard, run: &mut Run<'_>) -> Result<(), SearchError> {
    let mut campaign: Campaign<Test> = technique.parts.campaign(run)?.build()?;
    let mut breeding = Breeding::new(run, technique.seeds, technique.population, 0.0);
    while !run.is_over() {
        run.execute(&mut campaign, &breeding.first())?;
    }
    Ok(())
}
