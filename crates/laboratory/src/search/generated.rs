//! The tests that a search generates, where goals were left out.

use crate::subject::Test;
use crate::technique::{Run, SearchError};
use sbst::Campaign;
use sbst::id::GoalId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Counts only goals that the generated tests cover: those that are kept for the goals that the
/// search pursued.
///
/// A test that covered nothing else than a goal which was left out is thrown away, and its coverage
/// with it (Zhou et al. 2024, 4.2: the coverage is that of the generated tests). Without such goals
/// every covered goal has its test.
pub(super) fn count_generated(
    campaign: &mut Campaign<Test>,
    run: &mut Run<'_>,
) -> Result<(), SearchError> {
    let left_out: BTreeSet<GoalId> = campaign.left_out().iter().copied().collect();
    if left_out.is_empty() {
        return Ok(());
    }
    let mut tests: Vec<Test> = Vec::new();
    for goal in campaign.tests().covered().filter(|goal| !left_out.contains(goal)) {
        if let Some(test) = campaign.nearest(goal)
            && !tests.iter().any(|known| Arc::ptr_eq(known, test))
        {
            tests.push(Arc::clone(test));
        }
    }
    let mut covered = BTreeSet::new();
    for test in tests {
        let outcome = run.subject().code().execute(campaign, &test)?;
        let of_test =
            outcome.goals.ids().zip(outcome.row).filter(|(_, fitness)| fitness.is_covered());
        covered.extend(of_test.map(|(goal, _)| goal.number()));
    }
    run.retain(|goal| covered.contains(&goal));
    Ok(())
}
