//! Line goals, crash goals, kinds and coverage as plain data. All other goals derive their form.

use super::crash::{CrashGoal, CrashPart};
use super::suite::SuiteRow;
use super::{GoalForm, Kind, LineGoal};
use crate::fitness::Fitness;
use crate::fitness::crash::Crash;
use crate::id::{GoalId, Line, Statement};
use crate::plain::{Invalid, ascend, by_way_of};
use alloc::string::String;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Serialized form of a line goal.
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
            return Err(Invalid(
                "the statements of a line must ascend by block, one for each block",
            ));
        }
        Ok(Self { line: form.line, statements: form.statements.into(), form: form.form })
    }
}

/// Serialized form of a kind: its name.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct KindForm(String);

by_way_of!(Kind => KindForm);

impl From<&Kind> for KindForm {
    fn from(kind: &Kind) -> Self {
        Self(kind.name().into())
    }
}

impl TryFrom<KindForm> for Kind {
    type Error = Invalid;
    fn try_from(KindForm(name): KindForm) -> Result<Self, Invalid> {
        Self::new(&name)
            .ok_or(Invalid("the name of a kind has 1 to 15 visible characters of ASCII"))
    }
}

/// Serialized form of least values: the values of the goals from 0 on, and of goals far beyond
/// them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Least")]
struct LeastForm {
    /// By goal, from goal 0 on.
    near: Vec<Fitness>,
    /// Goals beyond those, ascending.
    far: Vec<(GoalId, Fitness)>,
}

/// Serialized form of a row.
#[derive(Serialize, Deserialize)]
#[serde(rename = "SuiteRow")]
struct SuiteRowForm {
    least: LeastForm,
}

by_way_of!(SuiteRow => SuiteRowForm);

impl From<&SuiteRow> for SuiteRowForm {
    fn from(row: &SuiteRow) -> Self {
        let far = row.far.iter().map(|(goal, &value)| (goal, value)).collect();
        Self { least: LeastForm { near: row.near.clone(), far } }
    }
}

impl TryFrom<SuiteRowForm> for SuiteRow {
    type Error = Invalid;
    fn try_from(form: SuiteRowForm) -> Result<Self, Invalid> {
        let LeastForm { near, far } = form.least;
        if !ascend(far.iter().map(|row| row.0))
            || far.first().is_some_and(|row| row.0.index() < near.len())
        {
            return Err(Invalid(
                "the goals of `far` must ascend, and come after the goals of `near`",
            ));
        }
        let mut row = Self { near, ..Self::new() };
        for (goal, value) in far {
            row.far.get_or_insert_with(goal, || value);
        }
        Ok(row)
    }
}

/// Serialized form of a crash goal.
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
        let CrashGoalForm::<Crash<E, C, M>> { id, crash, part } =
            CrashGoalForm::deserialize(deserializer)?;
        // [`StackGoal`](super::crash::StackGoal) has these identities, with values of another kind.
        if matches!(part, CrashPart::Stack | CrashPart::PublishedStack) {
            return Err(D::Error::custom(Invalid(
                "a crash goal cannot measure the calls: use a stack goal",
            )));
        }
        Ok(Self { id, crash, part })
    }
}
