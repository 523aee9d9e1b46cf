//! Archives and populations as plain data: goals with their tests, ascending.

use super::{Archive, Kept, Populations, heuristic};
use crate::id::GoalId;
use crate::plain::{Invalid, ascend};
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A sequence of (goal, cost, test).
impl<T: Serialize, C: Serialize> Serialize for Archive<T, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<_> = self.iter().collect();
        rows.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, C: Deserialize<'de>> Deserialize<'de> for Archive<T, C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<(GoalId, C, T)>::deserialize(deserializer)?;
        if !ascend(rows.iter().map(|row| row.0)) {
            return Err(D::Error::custom(NOT_ASCENDING));
        }
        let mut archive = Self::new();
        for (goal, cost, test) in rows {
            archive.best.get_or_insert_with(goal, || (cost, test));
        }
        Ok(archive)
    }
}

const NOT_ASCENDING: Invalid = Invalid("the goals must ascend, each once");

#[derive(Serialize, Deserialize)]
#[serde(rename = "Populations")]
struct PopulationsForm<K> {
    size: usize,
    /// The goals that have tests, ascending; the tests of a goal, the best first.
    goals: Vec<(GoalId, Vec<K>)>,
}

impl<T: Serialize, C: Serialize> Serialize for Populations<T, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let goals = self.goals().map(|goal| (goal, self.of(goal).collect()));
        PopulationsForm { size: self.size(), goals: goals.collect() }.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, C: Ord + Deserialize<'de>> Deserialize<'de> for Populations<T, C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = PopulationsForm::<Kept<T, C>>::deserialize(deserializer)?;
        if !ascend(form.goals.iter().map(|row| row.0)) {
            return Err(D::Error::custom(NOT_ASCENDING));
        }
        let mut populations = Self::new(form.size);
        for (goal, tests) in form.goals {
            if tests.is_empty() || tests.len() > form.size {
                return Err(D::Error::custom(Invalid(
                    "a goal must have at least one test, and at most `size` tests",
                )));
            }
            if !tests.is_sorted_by(|one, other| one.key() <= other.key()) {
                return Err(D::Error::custom(Invalid(
                    "the tests of a goal must ascend by fitness and cost",
                )));
            }
            if tests.iter().any(|kept| heuristic(kept.fitness) == 0.0) {
                return Err(D::Error::custom(Invalid(
                    "a test that is infinitely far from its goal cannot be kept",
                )));
            }
            populations.goals.get_or_insert_with(goal, || tests);
        }
        Ok(populations)
    }
}
