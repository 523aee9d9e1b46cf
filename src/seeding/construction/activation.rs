//! When to make a seed in a search, and for which branch.

use crate::seeding::draw;

/// Probability of making a seed after an iteration of the search, as published (OBJ, 5.1).
pub const ACTIVATION: f64 = 0.3;

/// Returns the branch to make a seed for in this iteration of the search; `None` if all branches are covered, or if no seed is made this
/// time.
///
/// First, one of the uncovered branches is drawn, each as likely; then the seed for this branch is made with probability `chance`,
/// published is [`ACTIVATION`]; a chance below 0 or of NaN never makes one. Both draws are in [0, 1); smaller ones and NaN count as 0, larger ones as just below 1.
///
/// Source: OBJ, section 3.3 (integration to SBST). OBJ asks once after each iteration, and does so during the evolution only, not for the
/// initial population.
///
/// ```
/// use sbst::seeding::construction::{ACTIVATION, activated_branch};
///
/// let uncovered = ["b3", "b5", "b8"];
/// assert_eq!(activated_branch(&uncovered, 0.5, ACTIVATION, 0.1), Some(&"b5"));
/// assert_eq!(activated_branch(&uncovered, 0.5, ACTIVATION, 0.9), None);
/// assert_eq!(activated_branch(&[] as &[u32], 0.5, 1.0, 0.0), None);
/// ```
#[must_use]
pub fn activated_branch<B>(uncovered: &[B], branch_draw: f64, chance: f64, activation_draw: f64) -> Option<&B> {
    let branch = uncovered.get(draw::place(branch_draw, uncovered.len()))?;
    draw::happens(activation_draw, chance).then_some(branch)
}
