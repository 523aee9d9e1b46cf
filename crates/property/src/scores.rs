//! Scores: how near an execution comes to each goal, for engines that have a search of their own.

use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Measures how near executions come to the goals that none of them covered yet, in numbers for
/// engines that look for greater ones.
///
/// Use it with any engine that has a target, an objective or a score: each goal is a number that
/// should grow. Which input comes next is the business of the engine.
///
/// ```
/// use sbst::objective::Criterion;
/// use sbst_property::Scores;
///
/// #[sbst::instrument]
/// fn shipping(weight: u32) -> u32 {
///     if weight == 31_500 { 0 } else { 5 }
/// }
///
/// let mut scores = Scores::new(sbst::campaign!(shipping).criteria([Criterion::Branch]))?;
/// let far = scores.watch(|| shipping(1)).scores?;
/// let near = scores.watch(|| shipping(31_000)).scores?;
/// assert_eq!(near[0].goal, far[0].goal);
/// assert!(far[0].value < near[0].value && near[0].value < 0.0);
/// // A goal that was covered has no score any more.
/// assert_eq!(scores.watch(|| shipping(31_500)).scores?, []);
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
#[derive(Debug)]
pub struct Scores {
    campaign: Campaign<()>,
    /// By goal: its name.
    names: Vec<String>,
}

/// The score of one execution for one goal: a number that is greater if the execution came nearer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// The goal.
    pub id: GoalId,
    /// The name of the goal, which is the same for all executions and different from those of all
    /// other goals.
    pub goal: String,
    /// The score: finite, less than 0, and greater for nearer executions.
    ///
    /// For approach level l and branch distance d it is −(1025 l + log2(1 + d)). The logarithm
    /// keeps large distances apart, of which a score in \[0, 1\] would make the same number.
    pub value: f64,
}

/// The result of one execution, and its scores.
#[derive(Debug)]
#[non_exhaustive]
pub struct Scored<R> {
    /// The result, or what the execution panicked with.
    pub result: thread::Result<R>,
    /// The scores of all goals that the execution reached and that no execution covered yet, this
    /// one included, by their ids.
    ///
    /// An error says that the execution could not be measured: see [`Campaign::watch`].
    pub scores: Result<Vec<Score>, CampaignError>,
}

impl Scores {
    /// Creates the scores of these goals.
    ///
    /// # Errors
    ///
    /// The errors of [`CampaignBuilder::build`]: for example, a function has no attribute.
    pub fn new(goals: CampaignBuilder) -> Result<Self, CampaignError> {
        Ok(Self { campaign: goals.build()?, names: Vec::new() })
    }

    /// Executes code, and measures it. A panic is caught: it is in the result.
    pub fn watch<R>(&mut self, subject: impl FnOnce() -> R) -> Scored<R> {
        let mut result = None;
        let scores = self.measure(|| result = Some(catch_unwind(AssertUnwindSafe(subject))));
        let result = result.unwrap_or_else(|| Err(Box::new("the code was not executed")));
        Scored { result, scores }
    }

    /// Returns `true` if an execution covered the goal.
    #[cfg(feature = "hegel")]
    pub(crate) fn is_covered(&self, goal: GoalId) -> bool {
        self.campaign.tests().is_covered(goal)
    }

    fn measure(&mut self, subject: impl FnOnce()) -> Result<Vec<Score>, CampaignError> {
        let outcome = self.campaign.watch(&(), |()| subject())?;
        let mut reached: Vec<(GoalId, Fitness)> =
            outcome.active.iter().map(|&id| (id, outcome.row[id.index()])).collect();
        reached.retain(|(_, fitness)| fitness.distance.get().is_finite());
        reached.sort_unstable_by_key(|&(id, _)| id);
        let goals = self.campaign.goals();
        self.names.extend(
            (self.names.len()..goals.len())
                .map(|number| goals.goal(GoalId::new(number as u32)).to_string()),
        );
        Ok(reached
            .into_iter()
            .map(|(id, fitness)| Score {
                id,
                goal: self.names[id.index()].clone(),
                value: value(fitness),
            })
            .collect())
    }
}

/// Returns the score of a goal that was missed.
fn value(Fitness { level, distance, .. }: Fitness) -> f64 {
    -(1025.0 * f64::from(level) + (1.0 + distance.get()).log2())
}
