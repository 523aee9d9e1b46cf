//! Reading of reports: every index is checked, so that no report refers to a test or goal that it
//! does not contain.

use super::data::{GoalReport, KeptTest, LeftOut, Report, Standing};
use crate::flow::GraphIdentity;
use crate::objective::Goal;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};

/// Fields of a report that is being read, not yet checked.
#[derive(serde::Deserialize)]
#[serde(rename = "Report")]
struct ReportForm<T> {
    // First, so that a report of a later version is refused for that, whatever else it holds.
    #[serde(deserialize_with = "this_version")]
    version: u32,
    graph: GraphIdentity,
    #[serde(default)]
    copies: Option<GraphIdentity>,
    runs: u64,
    tests: Vec<KeptTest<T>>,
    goals: Vec<GoalReport>,
    #[serde(default)]
    left_out: Vec<LeftOut>,
}

/// Reads the version of a report, and refuses all versions except [`Report::VERSION`].
fn this_version<'de, D: Deserializer<'de>>(reader: D) -> Result<u32, D::Error> {
    let (version, own) = (u32::deserialize(reader)?, Report::<()>::VERSION);
    if version == own {
        Ok(version)
    } else {
        Err(Error::custom(format_args!(
            "this report has version {version}, and only version {own} can be read"
        )))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Report<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        Self::try_from(ReportForm::deserialize(reader)?).map_err(Error::custom)
    }
}

impl<T> TryFrom<ReportForm<T>> for Report<T> {
    type Error = String;

    // A text may be hostile: indices must be in range, and lists that are searched must ascend.
    fn try_from(form: ReportForm<T>) -> Result<Self, String> {
        let ReportForm { version, graph, copies, runs, tests, goals, left_out } = form;
        let mut before = 0;
        for (place, kept) in tests.iter().enumerate() {
            if kept.run <= before || kept.run > runs {
                return Err(format!(
                    "the runs of the tests must ascend from 1 to {runs}, but test {place} is of \
                     run {}",
                    kept.run
                ));
            }
            before = kept.run;
            if !kept.covers.is_sorted_by(|one, other| one < other)
                || kept.covers.last().is_some_and(|&goal| goal >= goals.len())
            {
                return Err(format!(
                    "the goals that test {place} covers must ascend, and be among the {} goals of \
                     the report",
                    goals.len()
                ));
            }
        }
        let mut known: BTreeSet<Goal> = BTreeSet::new();
        for (place, row) in goals.iter().enumerate() {
            // A goal and its test must name each other, since readers go both ways.
            let is_legal = known.insert(row.goal)
                && match &row.standing {
                    Standing::Covered { test } => tests
                        .get(*test)
                        .is_some_and(|kept| kept.covers.binary_search(&place).is_ok()),
                    Standing::Near { test, fitness, .. } => {
                        *test < tests.len() && !fitness.is_covered()
                    }
                    Standing::Waiting { behind } => {
                        behind.iter().all(|&parent| parent < goals.len())
                    }
                    Standing::Far | Standing::LeftOut | Standing::NotNeeded => true,
                };
            if !is_legal {
                return Err(format!(
                    "goal {place} ({}) comes twice, or its standing contradicts the tests of the \
                     report",
                    row.goal
                ));
            }
        }
        Ok(Self { version, graph, copies, runs, tests, goals, left_out })
    }
}
