//! Serialised form of plans and of the probabilities of [`Sampling`](super::Sampling). All other
//! types derive their form.

use super::{Plan, PlanStep, UnbuiltReason};
use crate::search::Components;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use sbst::id::Variable;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads probabilities. Each must be in [0, 1], and their sum must be 1 up to rounding, unless
/// there are none.
pub(super) fn chances<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let chances = Vec::<f64>::deserialize(deserializer)?;
    let sum: f64 = chances.iter().sum();
    // The bound is greater than the rounding errors of n divisions and n additions of numbers up to
    // 1, so a written sampling is never refused.
    let rounding = 2.0 * chances.len() as f64 * f64::EPSILON;
    let are_chances = chances.iter().all(|chance| (0.0..=1.0).contains(chance)); // NaN fails
    let is_whole = chances.is_empty() || (sum - 1.0).abs() <= rounding;
    if are_chances && is_whole {
        Ok(chances)
    } else {
        Err(D::Error::custom(
            "the probabilities of a sampling must be in [0, 1], and their sum must be 1",
        ))
    }
}

/// The written form of a plan. It has no list of slots, because the steps have the slots.
#[derive(Deserialize)]
#[serde(rename = "Plan")]
pub(super) struct PlanForm {
    /// The steps, in their order.
    steps: Vec<PlanStep>,
    /// The variables that are not built, ascending, each with the reason.
    unbuilt: Vec<(Variable, UnbuiltReason)>,
}

impl TryFrom<PlanForm> for Plan {
    type Error = &'static str;
    fn try_from(PlanForm { steps, unbuilt }: PlanForm) -> Result<Self, &'static str> {
        // `Plan::slots` is indexed by slot, in the order of the steps.
        let slotted = || steps.iter().filter(|step| step.slot().is_some());
        if !slotted().filter_map(|step| step.slot()).eq(0..slotted().count()) {
            return Err(
                "the slots of a plan must be numbered from 0, without gaps, in the order of its steps",
            );
        }
        // Each variable is either built by one step, or listed once as unbuilt.
        let mut told: BTreeSet<_> = unbuilt.iter().map(|unbuilt| unbuilt.0).collect();
        if !unbuilt.is_sorted_by(|one, next| one.0 < next.0)
            || !steps.iter().all(|step| told.insert(step.variable()))
        {
            return Err(
                "a plan must name each variable once, in a step or as unbuilt, and list unbuilt \
                 variables in ascending order",
            );
        }
        if !parents_end(&unbuilt) {
            return Err(
                "the parent of an unbuilt variable must be unbuilt, too, for a reason that does \
                 not lead back to the variable",
            );
        }
        let slots = slotted().map(|step| step.variable()).collect();
        Ok(Self { steps, slots, unbuilt })
    }
}

/// Returns `true` if each chain of [parents](UnbuiltReason::Parent) ends at an unbuilt variable
/// with another reason. Time O(n log n) for n unbuilt variables.
fn parents_end(unbuilt: &[(Variable, UnbuiltReason)]) -> bool {
    let mut parents = Vec::new();
    for (at, &(_, reason)) in (0..).zip(unbuilt) {
        if let UnbuiltReason::Parent(parent) = reason {
            match unbuilt.binary_search_by_key(&parent, |unbuilt| unbuilt.0) {
                Ok(parent) => parents.push((at, parent as u32)),
                Err(_) => return false,
            }
        }
    }
    !Components::new(unbuilt.len(), &parents).is_on_cycle.contains(&true)
}
