//! Plain data of selections (feature `serde`). The other types of the module derive their form.

use super::{Dropped, Group, Selection};
use crate::id::GoalId;
use crate::objective::{Criterion, Goal};
use crate::plain::{Invalid, ascend, by_way_of};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Form of a selection: its fields as they are.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Selection")]
struct SelectionForm {
    kept: Vec<(GoalId, Goal)>,
    dropped: Vec<Dropped>,
    groups: Vec<Group>,
}

by_way_of!(Selection => SelectionForm);

impl From<&Selection> for SelectionForm {
    fn from(selection: &Selection) -> Self {
        let Selection { kept, dropped, groups } = selection.clone();
        Self { kept, dropped, groups }
    }
}

impl TryFrom<SelectionForm> for Selection {
    type Error = Invalid;
    fn try_from(SelectionForm { kept, dropped, groups }: SelectionForm) -> Result<Self, Invalid> {
        let identities = dropped
            .iter()
            .map(|dropped| (dropped.goal, dropped.identity))
            .chain(kept.iter().copied());
        let goals: BTreeMap<GoalId, Goal> = identities.collect();
        // The map has a number once: if a goal is both kept and dropped, or listed twice, the
        // lengths differ.
        let are_numbered = goals.len() == kept.len() + dropped.len()
            && goals.keys().map(|goal| goal.index()).eq(0..goals.len());
        if !are_numbered
            || !ascend(kept.iter().map(|kept| kept.0))
            || !ascend(dropped.iter().map(|dropped| dropped.goal))
        {
            return Err(Invalid(
                "each goal of a registry must be kept or dropped, once, in the order of their \
                 numbers",
            ));
        }
        if goals.values().collect::<BTreeSet<_>>().len() < goals.len() {
            return Err(Invalid("a goal of a selection has two numbers: give each goal once"));
        }
        let is_kept = |goal: &GoalId| kept.binary_search_by_key(goal, |kept| kept.0).is_ok();
        if !dropped.iter().filter_map(|dropped| dropped.covered_by).all(|goal| is_kept(&goal)) {
            return Err(Invalid(
                "a dropped goal is covered by one that is not kept: `covered_by` must name a kept \
                 goal, or none",
            ));
        }
        let criteria: BTreeSet<Criterion> =
            goals.values().filter_map(|goal| goal.criterion()).collect();
        if !are_groups(&groups, criteria) {
            return Err(Invalid(
                "the groups of a selection must ascend, and hold each criterion of its goals once",
            ));
        }
        Ok(Self { kept, dropped, groups })
    }
}

/// Returns `true` if the groups hold exactly these criteria, each once, and both groups and the
/// criteria in them ascend.
fn are_groups(groups: &[Group], mut criteria: BTreeSet<Criterion>) -> bool {
    let are_theirs = groups.iter().all(|Group { representative, others }| {
        ascend(others)
            && criteria.remove(representative)
            && others.iter().all(|other| criteria.remove(other))
    });
    are_theirs && criteria.is_empty() && ascend(groups.iter().map(|group| group.representative))
}
