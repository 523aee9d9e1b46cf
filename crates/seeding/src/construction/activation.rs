//! Choice of the iterations in which a search makes a seed, and of the branch for the seed.

use crate::draw;

/// Probability of making a seed after an iteration of the search, as published (OBJ, 5.1).
pub const ACTIVATION: f64 = 0.3;

/// Returns the branch for which to make a seed in this iteration of the search; `None` if no seed
/// is made, or if no branch is uncovered.
///
/// `branch_draw` picks one of the uncovered branches, each with the same probability. A seed for
/// this branch is then made with probability `chance`, decided by `activation_draw`. The published
/// chance is [`ACTIVATION`]. If `chance` is NaN, 0 or negative, no seed is made. Both draws are
/// numbers in [0, 1). Smaller numbers and NaN count as 0; larger numbers count as the largest
/// number below 1.
///
/// Source: OBJ, section 3.3. OBJ draws once after each iteration of the evolution, and never for
/// the initial population.
///
/// ```
/// use sbst_seeding::construction::{ACTIVATION, activated_branch};
///
/// let uncovered = ["b3", "b5", "b8"];
/// assert_eq!(activated_branch(&uncovered, 0.5, ACTIVATION, 0.1), Some(&"b5"));
/// assert_eq!(activated_branch(&uncovered, 0.5, ACTIVATION, 0.9), None);
/// assert_eq!(activated_branch(&[] as &[u32], 0.5, 1.0, 0.0), None);
/// ```
#[must_use]
pub fn activated_branch<B>(
    uncovered: &[B],
    branch_draw: f64,
    chance: f64,
    activation_draw: f64,
) -> Option<&B> {
    let branch = uncovered.get(draw::place(branch_draw, uncovered.len()))?;
    draw::happens(activation_draw, chance).then_some(branch)
}
