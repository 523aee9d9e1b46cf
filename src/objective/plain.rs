//! Goals of lines and crashes, and coverage, as plain data. All other goals derive their form.

use super::crash::{CrashGoal, CrashPart};
use super::suite::least::Least;
use super::{GoalForm, LineGoal};
use crate::fitness::Fitness;
use crate::fitness::crash::Crash;
use crate::id::{GoalId, Line, Statement};
use crate::plain::{Invalid, ascend, by_way_of};
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename = "LineGoal")]
struct LineGoalForm {
    line: Line,
    statements: Vec<Statement>,
    form: GoalForm,
}

by_way_of!(LineGoal => LineGoalForm);

impl From<&LineGoal> for LineGoalForm {
    fn from(goal: &LineGoal) -> Self {
        Self { line: goal.line, statements: goal.statements.to_vec(), form: goal.form }
    }
}

impl TryFrom<LineGoalForm> for LineGoal {
    type Error = Invalid;
    fn try_from(form: LineGoalForm) -> Result<Self, Invalid> {
        if !ascend(form.statements.iter().map(|statement| statement.block)) {
            return Err(Invalid("the blocks of a line ascend, with its first statement in each"));
        }
        Ok(Self { line: form.line, statements: form.statements.into(), form: form.form })
    }
}

/// Values from goal 0 on, and of goals far beyond them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Least")]
struct LeastForm {
    near: Vec<Fitness>,
    far: Vec<(GoalId, Fitness)>,
}

by_way_of!(Least => LeastForm);

impl From<&Least> for LeastForm {
    fn from(least: &Least) -> Self {
        Self { near: least.near.clone(), far: least.far.iter().map(|(goal, &value)| (GoalId::new(goal), value)).collect() }
    }
}

impl TryFrom<LeastForm> for Least {
    type Error = Invalid;
    fn try_from(LeastForm { near, far }: LeastForm) -> Result<Self, Invalid> {
        if !ascend(far.iter().map(|row| row.0)) || far.first().is_some_and(|row| row.0.index() < near.len()) {
            return Err(Invalid("goals far beyond the others ascend, and come after them"));
        }
        let mut least = Self { near, ..Self::new() };
        for (goal, value) in far {
            least.far.get_or_insert_with(goal.number(), || value);
        }
        Ok(least)
    }
}

#[derive(Deserialize)]
#[serde(rename = "CrashGoal")]
struct CrashGoalForm<T> {
    id: u32,
    crash: T,
    part: CrashPart,
}

impl<'de, E, C, M> Deserialize<'de> for CrashGoal<E, C, M>
where
    E: Deserialize<'de>,
    C: Deserialize<'de>,
    M: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let CrashGoalForm::<Crash<E, C, M>> { id, crash, part } = CrashGoalForm::deserialize(deserializer)?;
        // Its identity is that of another goal, with a value of another kind.
        if matches!(part, CrashPart::Stack | CrashPart::PublishedStack) {
            return Err(D::Error::custom(Invalid("the distance by the calls is a goal of its own")));
        }
        Ok(Self { id, crash, part })
    }
}
