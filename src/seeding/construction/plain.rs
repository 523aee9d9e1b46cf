//! Plans and chances as plain data. All else derives its form.

use super::{Plan, PlanStep, UnbuiltReason};
use crate::id::Variable;
use crate::plain::{Invalid, ascend, by_way_of};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Probabilities of which the sum is 1.
pub(super) fn chances<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let chances = Vec::<f64>::deserialize(deserializer)?;
    let sum: f64 = chances.iter().sum();
    let rounding = 2.0 * chances.len() as f64 * f64::EPSILON;
    let are_chances = chances.iter().all(|chance| (0.0..=1.0).contains(chance)); // NaN fails
    let is_whole = chances.is_empty() || (sum - 1.0).abs() <= rounding;
    let invalid = Invalid("chances outside of [0, 1], or whose sum is not 1");
    if are_chances && is_whole { Ok(chances) } else { Err(D::Error::custom(invalid)) }
}

/// The slots are those of the steps.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Plan")]
struct PlanForm {
    steps: Vec<PlanStep>,
    /// Ascending by variable.
    unbuilt: Vec<(Variable, UnbuiltReason)>,
}

by_way_of!(Plan => PlanForm);

impl From<&Plan> for PlanForm {
    fn from(plan: &Plan) -> Self {
        Self { steps: plan.steps.clone(), unbuilt: plan.unbuilt.clone() }
    }
}

impl TryFrom<PlanForm> for Plan {
    type Error = Invalid;
    fn try_from(PlanForm { steps, unbuilt }: PlanForm) -> Result<Self, Invalid> {
        let slotted = || steps.iter().filter(|step| step.slot().is_some());
        if !slotted().filter_map(|step| step.slot()).eq(0..slotted().count()) {
            return Err(Invalid("the slots of a plan are counted from 0, in the order of its steps"));
        }
        let mut told: BTreeSet<_> = unbuilt.iter().map(|unbuilt| unbuilt.0).collect();
        if !ascend(unbuilt.iter().map(|unbuilt| unbuilt.0)) || !steps.iter().all(|step| told.insert(step.variable())) {
            return Err(Invalid("a plan tells of each variable once, and in order of those that are not built"));
        }
        if !parents_end(&unbuilt) {
            return Err(Invalid("a variable waits for one that is not missing, or that waits for it"));
        }
        let slots = slotted().map(|step| step.variable()).collect();
        Ok(Self { steps, slots, unbuilt })
    }
}

/// Returns `true` if each chain of [parents](UnbuiltReason::Parent) ends, at a variable that is not built for a reason of its own.
fn parents_end(unbuilt: &[(Variable, UnbuiltReason)]) -> bool {
    // By variable: where the chain began that passed it first.
    let mut passed = vec![None; unbuilt.len()];
    let ends = |start: usize| {
        let mut at = start;
        while passed[at].is_none() {
            passed[at] = Some(start);
            let UnbuiltReason::Parent(parent) = unbuilt[at].1 else { return true };
            match unbuilt.binary_search_by_key(&parent, |unbuilt| unbuilt.0) {
                Ok(next) => at = next,
                Err(_) => return false,
            }
        }
        passed[at] != Some(start)
    };
    (0..unbuilt.len()).all(ends)
}
