//! The frontier: the goals whose parents are covered, and that are not covered themselves.

use crate::shapes::Random;
use crate::steady;
use sbst::execution::Trace;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::GoalId;
use sbst::objective::{GoalGraph, Goals, branch_goals};
use sbst::selection::Frontier;

/// Covers 10 000 branches of if statements nested ten deep, one after the other, in no order.
pub(crate) fn from_nothing() {
    const BLOCKS: u32 = 5_000;
    let mut body = FlowBuilder::new();
    for block in 0..BLOCKS {
        body = body.branch(block, block + 1, 10 * (block / 10 + 1));
    }
    let graph = FlowGraph::of(&body.exit(BLOCKS)).expect("a legal function");
    let mut goals: Goals<Trace> = Goals::new();
    goals.extend(branch_goals(&graph));
    let view = GoalGraph::new(&goals, &graph);
    let mut order: Vec<GoalId> = goals.ids().collect();
    Random(7).shuffle(&mut order);

    let mut frontiers = vec![Frontier::of(&view); 2];
    let mut next = frontiers.iter_mut();
    let became_active = steady(|| {
        let frontier = next.next().expect("one for each run");
        order.iter().map(|&goal| frontier.cover([goal]).len()).sum::<usize>()
    });

    // A goal becomes active unless it has no parents, or was covered before all of them.
    let mut turn = vec![0; order.len()];
    for (at, goal) in order.iter().enumerate() {
        turn[goal.index()] = at;
    }
    let waits = |&goal: &GoalId| {
        let first = view.parents(goal).into_iter().map(|parent| turn[parent.index()]).min();
        first.is_some_and(|first| first < turn[goal.index()])
    };
    assert_eq!(became_active, goals.ids().filter(waits).count());
    assert_eq!((goals.len(), frontiers[1].active().len()), (2 * BLOCKS as usize, 0));
}
