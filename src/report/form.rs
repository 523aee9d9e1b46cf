//! Reading of reports: every report is checked, since a text may be hostile.

use super::check::check_version;
use super::data::{GoalReport, KeptTest, LeftOut, Report};
use crate::flow::GraphIdentity;
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
    histories: Vec<GraphIdentity>,
    runs: u64,
    tests: Vec<KeptTest<T>>,
    goals: Vec<GoalReport>,
    #[serde(default)]
    left_out: Vec<LeftOut>,
}

/// Reads the version of a report, and refuses all versions except [`Report::VERSION`].
fn this_version<'de, D: Deserializer<'de>>(reader: D) -> Result<u32, D::Error> {
    let version = u32::deserialize(reader)?;
    check_version(version).map_err(Error::custom)?;
    Ok(version)
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Report<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let ReportForm { version, graph, histories, runs, tests, goals, left_out } =
            ReportForm::deserialize(reader)?;
        let report = Self { version, graph, histories, runs, tests, goals, left_out };
        report.check_parts().map_err(Error::custom)?;
        Ok(report)
    }
}
