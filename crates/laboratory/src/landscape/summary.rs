//! Summaries of several goals.

use super::GoalLandscape;

/// A summary of several goals: flags against others, for example.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Summary {
    /// Number of goals.
    pub goals: u32,
    /// Number of goals that a random walk measured.
    pub measured: u32,
    /// Median of the neutrality of the measured goals, from 0 to 1. `None` if there are none.
    pub neutrality: Option<f64>,
    /// Median of the [open neutrality](super::Measures::open_neutrality) of the goals that have one, from 0 to 1. `None` if there are none.
    pub open_neutrality: Option<f64>,
    /// Median of the information content of the measured goals, from 0 to 1. `None` if there are none.
    pub information_content: Option<f64>,
    /// Median of the share of adaptive walks that cover their goal, over all goals, from 0 to 1. `None` without goals or without walks.
    pub success: Option<f64>,
}

impl Summary {
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
            neutrality: median(neutrality),
            open_neutrality: median(open),
            information_content: median(information),
            success: median(success),
        }
    }
}

/// Returns the median: the mean of the two numbers in the middle if their count is even.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_unstable_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    if numbers.len() % 2 == 1 { Some(upper) } else { Some((numbers[middle - 1] + upper) / 2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }
}
