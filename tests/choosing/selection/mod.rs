//! Which goals a search pursues: the goal graph and the frontier are what F13 says, whatever the
//! program and whatever is covered.

mod executions;
mod faults;
mod frontier;
mod goal_graph;
mod golden;
mod growing;
mod lists;
pub(crate) mod registry;
mod scale;
mod search;

use crate::effort::config;
use crate::oracle::criteria::MADE;
use crate::oracle::frontier::SlowFrontier;
use sbst::id::GoalId;
use sbst::selection::Frontier;

fn goals(numbers: &[u32]) -> Vec<GoalId> {
    numbers.iter().copied().map(GoalId::new).collect()
}

/// Goals picked from the first `count` numbers.
fn picked(picks: &[u16], count: usize) -> Vec<GoalId> {
    picks.iter().map(|&pick| GoalId::new(u32::from(pick) % count as u32)).collect()
}

pub(crate) fn sorted(goals: &[GoalId]) -> Vec<GoalId> {
    let mut goals = goals.to_vec();
    goals.sort_unstable();
    goals
}

/// Asserts that each goal is active, covered, waiting or neither of them exactly if the definition
/// says so.
fn assert_same(frontier: &Frontier, slow: &SlowFrontier) {
    let active = slow.active();
    assert_eq!(sorted(frontier.active()), active, "each once");
    assert_eq!(frontier.len(), slow.parents.len());
    assert_eq!(frontier.is_empty(), slow.parents.is_empty());
    assert_eq!(frontier.covered_count(), slow.covered.len());
    let mut waiting = Vec::new();
    for (goal, parents) in (0..).map(GoalId::new).zip(&slow.parents) {
        let [is_active, is_covered] = [active.contains(&goal), slow.covered.contains(&goal)];
        assert_eq!(
            (frontier.is_active(goal), frontier.is_covered(goal)),
            (is_active, is_covered),
            "{goal}"
        );
        waiting.extend((parents.is_some() && !is_active && !is_covered).then_some(goal));
    }
    assert_eq!(frontier.waiting().collect::<Vec<_>>(), waiting);
    let unknown = GoalId::new(slow.parents.len() as u32);
    assert!(!frontier.is_active(unknown) && !frontier.is_covered(unknown));
}

/// Covers the same in both; asserts that the frontier tells what became active, and is as defined
/// afterwards.
fn cover_both(frontier: &mut Frontier, slow: &mut SlowFrontier, covered: &[GoalId]) {
    let expected = slow.cover(covered);
    assert_eq!(
        frontier.cover(covered.iter().copied()),
        expected,
        "what became active when {covered:?} was covered"
    );
    assert_same(frontier, slow);
}

#[test]
fn public_types_cross_threads() {
    fn anywhere<T: Send + Sync + Clone + std::fmt::Debug>() {}
    anywhere::<Frontier>();
    anywhere::<sbst::objective::GoalGraph<'static, sbst::execution::Trace>>();
    anywhere::<sbst::selection::Ranker>();
    anywhere::<sbst::selection::Fronts<'static>>();
    anywhere::<sbst::selection::Matrix<'static, f64>>();
    anywhere::<sbst::selection::Archive<String, u32>>();
    anywhere::<sbst::selection::Populations<String, u32>>();
}
