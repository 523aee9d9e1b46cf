//! Boundaries: pairs of near inputs that one decision sends different ways.

mod between;
mod difference;

pub use difference::Difference;

use super::Formula;
use super::walks::Walker;
use crate::inputs::{Random, Value};
use crate::subject::{Subject, Test};
use between::between;
use sbst::campaign::CampaignError;
use sbst::id::{Branch, GoalId};
use sbst::objective::{Criterion, Goal, Place};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Two near inputs on both sides of a boundary: they evaluate the same decision, and one branch is
/// taken by one of them only.
#[derive(Clone, Debug, PartialEq)]
pub struct Boundary {
    /// Branch that `inside` takes and `outside` does not.
    pub branch: Branch,
    /// Branch in the names of the graph, such as `order: check -> accept on true`.
    pub name: String,
    /// Input whose execution takes the branch.
    pub inside: Value,
    /// Input whose execution evaluates the decision without taking the branch.
    pub outside: Value,
    /// Difference of the two inputs.
    pub difference: Difference,
    /// Difference of the pair before it was narrowed, at least `difference`.
    pub found: Difference,
}

/// Settings of the search for [boundary pairs](boundary_pairs).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BoundarySettings {
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of random walks from random inputs. Many short walks find more boundaries than a few
    /// long ones, because texts and lists hardly ever become empty on a walk, but may be so at its
    /// start.
    pub walks: u32,
    /// Greatest number of random walks from [usages](Subject::usages), one from each, in their
    /// order. Usages that do not fit the shape are left out.
    pub usages: u32,
    /// Number of steps of a random walk.
    pub steps: u32,
    /// Number of pairs that are narrowed for each decision, those with the least differences first.
    /// At least one is.
    pub candidates: u32,
    /// Greatest number of executions that the narrowing of one pair takes.
    pub executions: u32,
}

impl Default for BoundarySettings {
    /// Returns 100 walks from random inputs and at most 100 from usages, of 100 steps with seed 0,
    /// and 3 candidates that are narrowed by at most 500 executions each.
    fn default() -> Self {
        Self { seed: 0, walks: 100, usages: 100, steps: 100, candidates: 3, executions: 500 }
    }
}

/// Returns for each decision the nearest pair of inputs that was found on both sides of it, by
/// decision.
///
/// A decision has no pair if all executions on the walks that evaluated it took the same branches.
///
/// - *Finding*: random walks, from usages of the subject and from random inputs. Usages evaluate
///   decisions that random inputs hardly ever get to. Two executions in a row that evaluate a
///   decision, and do not take the same branches of it, are a pair; executions that do not evaluate
///   the decision are passed over.
/// - *Narrowing*: an input between the two is executed. If it evaluates the decision, it takes the
///   place of the input on its side. This is repeated as long as the pair gets nearer. Numbers and
///   characters are halved, or move by powers of two; texts and lists exchange halves and single
///   elements. A number with one boundary between the two inputs ends at neighbours: 41 and 42,
///   say.
///
/// Each step of narrowing makes the [`Difference`] less, so that it ends. It ends earlier after
/// [`executions`](BoundarySettings::executions), or if no input between the two fits the shape and
/// evaluates the decision.
///
/// Equal arguments give equal results, unless the subject does not behave equally for equal inputs.
/// It takes (usages + walks) × (steps + 1) executions, and up to `candidates × executions` for each
/// decision.
///
/// Narrowing both sides at once is the isolation of Zeller and Hildebrandt (2002), "Simplifying and
/// isolating failure-inducing input", with a branch in place of the failure. Boundary pairs as a
/// kind of test: Feldt and Dobslaw (2019), "Towards automated boundary value testing with program
/// derivatives and search".
///
/// # Errors
///
/// [`CampaignError`] if the subject has no legal control flow, or an execution does not fit it.
///
/// ```
/// use sbst_laboratory::inputs::Value;
/// use sbst_laboratory::landscape::{BoundarySettings, boundary_pairs};
/// use sbst_laboratory::subject::Instrumented;
///
/// mod post {
///     #[sbst::instrument]
///     pub fn is_heavy(grams: u32) -> bool {
///         if grams > 20_000 { true } else { false }
///     }
/// }
///
/// # fn main() -> Result<(), sbst::campaign::CampaignError> {
/// let path = module_path!().to_owned() + "::post";
/// let subject = Instrumented::new("post", [path], |grams: u32| {
///     post::is_heavy(grams);
/// });
/// let pairs = boundary_pairs(&subject, &BoundarySettings::default())?;
/// assert_eq!(pairs.len(), 1);
/// assert_eq!(pairs[0].inside, Value::Integer(20_001));
/// assert_eq!(pairs[0].outside, Value::Integer(20_000));
/// # Ok(())
/// # }
/// ```
pub fn boundary_pairs(
    subject: &dyn Subject,
    settings: &BoundarySettings,
) -> Result<Vec<Boundary>, CampaignError> {
    let mut walker = Walker::new(subject, &Formula::new("boundaries"))?;
    let decisions = decisions(&walker);
    let mut candidates: Vec<Vec<Pair>> = decisions.iter().map(|_| Vec::new()).collect();
    let most = settings.candidates.max(1) as usize;
    // By decision the last input that evaluated it, with the branches that it took. It stays for
    // the next walk: a pair of two walks is far apart, but there may be no other.
    let mut last: Vec<Option<(Test, Vec<bool>)>> = vec![None; decisions.len()];
    let usages = subject
        .usages()
        .iter()
        .filter(|usage| subject.shape().fits(usage))
        .take(settings.usages as usize);
    let from_usages = usages
        .enumerate()
        .map(|(number, usage)| (format!("boundary walk from usage {number}"), Some(usage)));
    let from_random_inputs =
        (0..settings.walks).map(|walk| (format!("boundary walk {walk}"), None));
    for (walk, start) in from_usages.chain(from_random_inputs) {
        let mut random = Random::named(settings.seed, &format!("{}: {walk}", subject.name()));
        walker.random_walk(start, settings.steps, &mut random, |test, row| {
            for ((branches, last), candidates) in
                decisions.iter().zip(&mut last).zip(&mut candidates)
            {
                let taken: Vec<bool> =
                    branches.iter().map(|(goal, _)| row[goal.index()].is_covered()).collect();
                if !taken.contains(&true) {
                    continue;
                }
                if let Some((before, taken_before)) = &*last
                    && *taken_before != taken
                {
                    offer(candidates, Pair::of(before, taken_before, test, &taken), most);
                }
                *last = Some((Arc::clone(test), taken));
            }
        })?;
    }
    let mut boundaries = Vec::new();
    for (branches, candidates) in decisions.iter().zip(candidates) {
        let mut nearest: Option<Boundary> = None;
        for pair in candidates {
            let found = pair.difference;
            let pair = narrow(&mut walker, branches, pair, subject, settings.executions)?;
            // The first of equally near pairs stays.
            if nearest.as_ref().is_none_or(|nearest| pair.difference < nearest.difference) {
                let branch = branches[pair.branch].1;
                let name = Place::Branch(branch).in_graph(walker.campaign.graph()).to_string();
                let [inside, outside] = [pair.inside, pair.outside].map(|test| Value::clone(&test));
                nearest = Some(Boundary {
                    branch,
                    name,
                    inside,
                    outside,
                    difference: pair.difference,
                    found,
                });
            }
        }
        boundaries.extend(nearest);
    }
    Ok(boundaries)
}

/// Returns the branches of each decision with their goals, by block.
fn decisions(walker: &Walker<'_>) -> Vec<Vec<(GoalId, Branch)>> {
    let (goals, graph) = (walker.campaign.goals(), walker.campaign.graph());
    let mut decisions: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for id in goals.of(Criterion::Branch) {
        if let Goal::Branch(branch) = goals.goal(id) {
            decisions.entry(graph.edge(branch).source).or_default().push((id, branch));
        }
    }
    decisions.into_values().collect()
}

/// Two inputs on both sides of a decision.
struct Pair {
    /// Number of the branch among those of the decision.
    branch: usize,
    inside: Test,
    outside: Test,
    difference: Difference,
}

impl Pair {
    /// Creates the pair of two inputs that do not take the same branches. The first branch that
    /// tells them apart is the boundary.
    fn of(one: &Test, taken_by_one: &[bool], other: &Test, taken_by_other: &[bool]) -> Self {
        let branch =
            taken_by_one.iter().zip(taken_by_other).take_while(|(one, other)| one == other).count();
        let (inside, outside) = if taken_by_one[branch] { (one, other) } else { (other, one) };
        let difference = Difference::of(inside, outside);
        Self { branch, inside: Arc::clone(inside), outside: Arc::clone(outside), difference }
    }
}

/// Keeps the nearest pairs, the nearest one first, and of equally near ones the one that was found
/// first.
fn offer(candidates: &mut Vec<Pair>, pair: Pair, most: usize) {
    let at = candidates.partition_point(|known| known.difference <= pair.difference);
    candidates.insert(at, pair);
    candidates.truncate(most);
}

/// Narrows a pair until nothing between the two inputs is of use.
fn narrow(
    walker: &mut Walker<'_>,
    branches: &[(GoalId, Branch)],
    mut pair: Pair,
    subject: &dyn Subject,
    mut executions: u32,
) -> Result<Pair, CampaignError> {
    loop {
        let mut nearer = None;
        for value in between(&pair.inside, &pair.outside) {
            if !subject.shape().fits(&value) {
                continue;
            }
            let [to_inside, to_outside] =
                [&pair.inside, &pair.outside].map(|end| Difference::of(&value, end));
            // It can take the place of one end only, so an input that brings nothing from either
            // end is not executed.
            if to_inside >= pair.difference && to_outside >= pair.difference {
                continue;
            }
            if executions == 0 {
                return Ok(pair);
            }
            executions -= 1;
            let test: Test = Arc::new(value);
            let row = walker.measure(&test)?;
            let is_inside = row[branches[pair.branch].0.index()].is_covered();
            let is_outside =
                !is_inside && branches.iter().any(|(goal, _)| row[goal.index()].is_covered());
            // Each pair is strictly nearer than the one before, and differences are whole numbers:
            // narrowing ends.
            if is_inside && to_outside < pair.difference {
                nearer = Some((test, true, to_outside));
                break;
            }
            if is_outside && to_inside < pair.difference {
                nearer = Some((test, false, to_inside));
                break;
            }
        }
        let Some((test, is_inside, difference)) = nearer else { return Ok(pair) };
        if is_inside {
            pair.inside = test;
        } else {
            pair.outside = test;
        }
        pair.difference = difference;
    }
}
