//! Computes landscapes.

use super::features::FeatureTable;
use super::walks::{AdaptiveWalks, Walker};
use super::{AdaptiveEnds, Formula, GoalLandscape, LandscapeSummary, Measures};
use crate::inputs::{Random, Value};
use crate::subject::Subject;
use sbst::campaign::CampaignError;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::{Branch, GoalId};
use sbst::objective::{Criterion, Goal, Place};

/// Settings of the walks over a landscape.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LandscapeSettings {
    /// Seed of the random numbers. The inputs of random walks depend on the seed and the subject
    /// only, so two formulas are compared on equal walks.
    pub seed: u64,
    /// Number of random walks, which serve all goals at once.
    pub walks: u32,
    /// Number of steps of a random walk.
    pub steps: u32,
    /// Number of lags of the autocorrelation, from 1 on.
    pub lags: u32,
    /// Walks towards each goal.
    pub adaptive: AdaptiveWalks,
}

impl Default for LandscapeSettings {
    /// Returns 10 random walks of 1 000 steps with seed 0, 10 lags, and default [`AdaptiveWalks`].
    fn default() -> Self {
        Self { seed: 0, walks: 10, steps: 1_000, lags: 10, adaptive: AdaptiveWalks::default() }
    }
}

/// The fitness landscapes of the branches of a subject under one formula.
///
/// ```
/// use sbst_laboratory::landscape::{Formula, Landscape, LandscapeSettings};
/// use sbst_laboratory::subject::Instrumented;
///
/// mod price {
///     #[sbst::instrument]
///     pub fn is_large(amount: u32) -> bool {
///         if amount > 1_000_000 { true } else { false }
///     }
/// }
///
/// # fn main() -> Result<(), sbst::campaign::CampaignError> {
/// let path = module_path!().to_owned() + "::price";
/// let subject = Instrumented::new("price", [path], |amount: u32| {
///     price::is_large(amount);
/// });
/// let settings = LandscapeSettings { walks: 2, steps: 100, ..LandscapeSettings::default() };
/// let landscape = Landscape::of(&subject, &Formula::new("pairs"), &settings)?;
/// let [large, small] = landscape.goals.as_slice() else { panic!("two branches") };
/// assert!(large.adaptive.success() == Some(1.0)); // from everywhere, there is a way up
/// assert!(large.measures.as_ref().is_some_and(|measures| measures.neutrality < 0.9));
/// println!("{landscape}");
/// # assert!(!small.features.is_flag);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Landscape {
    /// Name of the subject.
    pub subject: String,
    /// Name of the formula.
    pub formula: String,
    /// Settings of the walks.
    pub settings: LandscapeSettings,
    /// Landscapes of the branches, by number of the goal. Branches that every execution of every
    /// random walk covered are left out.
    pub goals: Vec<GoalLandscape>,
    /// Number of branches that were left out.
    pub trivial: u32,
}

impl Landscape {
    /// Walks over the landscapes of all branches of a subject, and measures them by a formula.
    ///
    /// Equal arguments give equal results, unless the subject does not behave equally for equal
    /// inputs.
    ///
    /// It takes walks × (steps + 1) executions for all random walks, and up to `adaptive.walks ×
    /// adaptive.executions` for the adaptive walks of each goal. Memory is 16 bytes for each goal
    /// and step of one random walk.
    ///
    /// # Errors
    ///
    /// [`CampaignError`] if the subject has no legal control flow, or an execution does not fit it.
    pub fn of(
        subject: &dyn Subject,
        formula: &Formula,
        settings: &LandscapeSettings,
    ) -> Result<Self, CampaignError> {
        let mut walker = Walker::new(subject, formula)?;
        let branches = branches(&walker);
        let mut seen: Vec<SeenGoal> = branches.iter().map(|_| SeenGoal::default()).collect();
        let executions = f64::from(settings.walks) * (f64::from(settings.steps) + 1.0);
        let mut columns: Vec<Vec<Fitness>> = vec![Vec::new(); branches.len()];
        for walk in 0..settings.walks {
            let mut random =
                Random::named(settings.seed, &format!("{}: random walk {walk}", subject.name()));
            for column in &mut columns {
                column.clear();
            }
            walker.random_walk(None, settings.steps, &mut random, |_, row| {
                for (column, &(goal, _)) in columns.iter_mut().zip(&branches) {
                    column.push(row[goal.index()]);
                }
            })?;
            for (goal, values) in seen.iter_mut().zip(&columns) {
                goal.see(values, formula, settings.lags);
            }
        }
        let features = FeatureTable::new(walker.campaign.graph(), &subject.flags());
        let mut goals = Vec::new();
        for (&(goal, branch), seen) in branches.iter().zip(seen) {
            // Without random walks, nothing is known to be trivial.
            if settings.walks > 0 && seen.covered as f64 == executions {
                continue;
            }
            let adaptive = adaptive(&mut walker, subject.name(), goal, formula, settings)?;
            let graph = walker.campaign.graph();
            let share = |count: u64| if executions > 0.0 { count as f64 / executions } else { 0.0 };
            goals.push(GoalLandscape {
                goal: goal.index() as u32,
                name: Place::Branch(branch).in_graph(graph).to_string(),
                decision: graph.edge(branch).source.index() as u32,
                features: features.of(graph, branch),
                measured_walks: seen.walks.len() as u32,
                measured: share(seen.measured),
                covered: share(seen.covered),
                is_graded: seen.distance.map(|_| seen.is_graded),
                measures: Measures::mean(&seen.walks),
                adaptive,
            });
        }
        Ok(Self {
            subject: subject.name().to_owned(),
            formula: formula.name().to_owned(),
            settings: settings.clone(),
            trivial: (branches.len() - goals.len()) as u32,
            goals,
        })
    }

    /// Returns a summary of the goals that `belongs` selects.
    pub fn summary(&self, belongs: impl Fn(&GoalLandscape) -> bool) -> LandscapeSummary {
        LandscapeSummary::of(self.goals.iter().filter(|goal| belongs(goal)))
    }
}

/// Returns the goals of branches.
fn branches(walker: &Walker<'_>) -> Vec<(GoalId, Branch)> {
    let goals = walker.campaign.goals();
    let mut branches = Vec::new();
    for id in goals.of(Criterion::Branch) {
        // The criterion has goals of entries, too.
        if let Goal::Branch(branch) = goals.goal(id) {
            branches.push((id, branch));
        }
    }
    branches
}

/// What random walks saw of one goal.
#[derive(Default)]
struct SeenGoal {
    covered: u64,
    measured: u64,
    /// First distance at the decision when it did not take the branch.
    distance: Option<Distance>,
    /// `true` if another distance was seen there later.
    is_graded: bool,
    /// By walk that measured the goal.
    walks: Vec<Measures>,
}

impl SeenGoal {
    /// Takes in the values of one walk.
    fn see(&mut self, values: &[Fitness], formula: &Formula, lags: u32) {
        self.covered += values.iter().filter(|value| value.is_covered()).count() as u64;
        let measured = values.iter().filter(|value| is_measured(**value)).count() as u64;
        self.measured += measured;
        for value in values {
            // At a level above 0 the distance is that of another decision.
            if value.level == 0 && !value.is_covered() && is_measured(*value) {
                let first = *self.distance.get_or_insert(value.distance);
                self.is_graded |= first != value.distance;
            }
        }
        if measured > 0 {
            self.walks.push(Measures::of(values, formula, lags));
        }
    }
}

/// Returns `true` if a distance was observed.
fn is_measured(value: Fitness) -> bool {
    value.distance.get().is_finite()
}

/// Makes the adaptive walks towards one goal.
fn adaptive(
    walker: &mut Walker<'_>,
    subject: &str,
    goal: GoalId,
    formula: &Formula,
    settings: &LandscapeSettings,
) -> Result<AdaptiveEnds, CampaignError> {
    let mut ends = AdaptiveEnds { walks: settings.adaptive.walks, ..AdaptiveEnds::default() };
    let (mut values, mut inputs) = (Vec::<Fitness>::new(), Vec::<Value>::new());
    for walk in 0..settings.adaptive.walks {
        let mut random = Random::named(
            settings.seed,
            &format!("{subject}: adaptive walk {walk} to {}", goal.index()),
        );
        let end = walker.adaptive_walk(goal, formula, &settings.adaptive, &mut random)?;
        ends.moves += u64::from(end.length);
        ends.executions += u64::from(end.executions);
        if end.value.is_covered() {
            ends.successes += 1;
        } else if is_measured(end.value) {
            if !values.iter().any(|&value| formula.compare(value, end.value).is_eq()) {
                values.push(end.value);
            }
            if !inputs.contains(&end.input) {
                inputs.push(end.input);
            }
        } else {
            ends.unmeasured += 1;
        }
    }
    (ends.optima, ends.optimal_inputs) = (values.len() as u32, inputs.len() as u32);
    Ok(ends)
}
