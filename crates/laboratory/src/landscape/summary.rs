//! Summaries of several goals.

use super::GoalLandscape;
use crate::statistics::median;

/// A summary of several goals: flags against others, for example.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LandscapeSummary {
    /// Number of goals.
    pub goals: u32,
    /// Number of goals that a random walk measured.
    pub measured: u32,
    /// Median of the neutrality of the measured goals, from 0 to 1. `None` if there are none.
    pub neutrality: Option<f64>,
    /// Median of the [open neutrality](super::Measures::open_neutrality) of the goals that have
    /// one, from 0 to 1. `None` if there are none.
    pub open_neutrality: Option<f64>,
    /// Median of the information content of the measured goals, from 0 to 1. `None` if there are
    /// none.
    pub information_content: Option<f64>,
    /// Median of the share of adaptive walks that cover their goal, over all goals, from 0 to 1.
    /// `None` without goals or without walks.
    pub success: Option<f64>,
}

impl LandscapeSummary {
    /// Returns the summary of these goals, which may be of several subjects.
    pub fn of<'g>(goals: impl IntoIterator<Item = &'g GoalLandscape>) -> Self {
        let (mut count, mut neutrality, mut open) = (0, Vec::new(), Vec::new());
        let (mut information, mut success) = (Vec::new(), Vec::new());
        for goal in goals {
            count += 1;
            if let Some(measures) = &goal.measures {
                neutrality.push(measures.neutrality);
                open.extend(measures.open_neutrality);
                information.push(measures.information_content);
            }
            success.extend(goal.adaptive.success());
        }
        Self {
            goals: count,
            measured: neutrality.len() as u32,
            neutrality: median(&neutrality),
            open_neutrality: median(&open),
            information_content: median(&information),
            success: median(&success),
        }
    }
}
