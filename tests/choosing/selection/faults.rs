//! Wrong answers of existing tools about which goals to pursue.

use super::goals;
use super::registry::{Registry, plan};
use crate::oracle::observation::notes;
use crate::oracle::subject::{World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::lt;
use sbst::execution::Trace;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function, GoalId};
use sbst::objective::{CoverageGoal, GoalGraph, Goals, Tables, branch_goals};
use sbst::selection::{Archive, Frontier};

const F: Function = Function::new(0);

/// ```text
/// 0: if a { 1: if b { 2 } }  3        branches: 0 and 1 of a, 2 and 3 of b
/// ```
fn nested() -> (FlowGraph, Goals<Trace>) {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))
            .expect("a legal function");
    let mut goals = Goals::new();
    goals.extend(branch_goals(&graph));
    (graph, goals)
}

#[test]
fn g1_a_goal_covered_before_its_parent_was_is_covered_and_archived() {
    let (graph, all) = nested();
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &graph));
    let [inner, other] = [2, 3].map(GoalId::new);
    assert!(!frontier.is_active(inner));

    // One execution covers the outer branch and the inner one, which was not active.
    let trace = Trace::new(&graph);
    let f = trace.root().enter(F);
    f.decide(0, lt(1, 2));
    f.decide(1, lt(1, 2));
    drop(f);
    let mut row = Vec::new();
    all.measure(&graph, &trace, &mut Tables::new(&graph), &mut row);
    let covered: Vec<GoalId> = all.ids().filter(|id| row[id.index()].is_covered()).collect();
    assert_eq!(covered, goals(&[0, 2]));
    let mut archive = Archive::new();
    for &goal in &covered {
        archive.offer(goal, 1, || "test");
    }
    assert_eq!(frontier.cover(covered), [other], "the inner one is covered, not opened");
    assert!(archive.is_covered(inner) && frontier.is_covered(inner));
    assert_eq!(frontier.active(), goals(&[1, 3]));

    // Even by itself, as an executor may report it that stops watching the outer branch.
    let mut frontier = Frontier::of(&GoalGraph::new(&all, &graph));
    assert_eq!(frontier.cover([inner]), []);
    assert!(frontier.is_covered(inner));
    assert_eq!(frontier.cover(goals(&[0])), [other]);
}

#[test]
fn g2_the_wrong_outcome_opens_nothing() {
    // 0: if a { 1: if b { 2 } }  3: if c { 4 }  5
    let body = FlowBuilder::new()
        .branch(0, 1, 3)
        .branch(1, 2, 3)
        .jump(2, 3)
        .branch(3, 4, 5)
        .jump(4, 5)
        .exit(5);
    let graph = FlowGraph::of(&body).expect("a legal function");
    let mut all = Goals::<Trace>::new();
    all.extend(branch_goals(&graph));
    let goal_graph = GoalGraph::new(&all, &graph);
    let [a, not_a, b, not_b, c, not_c] = [0, 1, 2, 3, 4, 5].map(GoalId::new);
    assert_eq!(goal_graph.parents(b), [a], "not both outcomes of the test before");
    assert_eq!(goal_graph.parents(c), [], "tests that stand before do not count");
    let mut frontier = Frontier::of(&goal_graph);
    assert_eq!(frontier.active(), [a, not_a, c, not_c]);
    assert_eq!(frontier.cover([not_a]), []);
    assert_eq!(frontier.cover([c, not_c]), []);
    assert_eq!(frontier.active(), [a]);
    assert_eq!(frontier.cover([a]), [b, not_b]);
}

#[test]
fn g3_a_goal_whose_parents_were_dropped_is_pursued() {
    let (graph, mut all) = nested();
    let [a, not_a, b, not_b] = [0, 1, 2, 3].map(GoalId::new);
    let inside = all.push(CoverageGoal::new(Block::new(2))).id();
    let without = |dropped: &[GoalId]| {
        Frontier::of(&GoalGraph::new(&all, &graph).without(dropped.iter().copied()))
    };
    assert_eq!(without(&[a]).active(), [not_a, b, not_b]);
    assert_eq!(without(&[a, b]).active(), [not_a, not_b, inside]);
    assert_eq!(without(&[b]).active(), [a, not_a]);
    assert_eq!(without(&[b]).cover([a]), [not_b, inside], "behind what the dropped one lay behind");
    assert_eq!(without(&[a, not_a, b, not_b]).active(), [inside]);
    // And so is one that has no branch goals to lie behind, since none were made.
    let mut alone = Goals::<Trace>::new();
    let lone = alone.push(CoverageGoal::new(Block::new(2))).id();
    assert_eq!(Frontier::of(&GoalGraph::new(&alone, &graph)).active(), [lone]);
    // Dropped goals are covered by nobody.
    let mut frontier = without(&[a]);
    assert_eq!(frontier.cover([a]), []);
    assert!(
        !frontier.is_covered(a) && frontier.covered_count() == 0 && frontier.waiting().eq([inside])
    );
}

proptest! {
    #![proptest_config(super::config(128))]

    /// The order of the active goals and what is told are the same in every run, not only the sets.
    #[test]
    fn s6_the_same_calls_give_the_same_goals_in_the_same_order(
        subject in subject(3, 7),
        plan in plan(),
        tests in vec(notes(3), 0..6),
    ) {
        let world = World::new(subject);
        let search = || {
            let registry = Registry::new(&world, &plan);
            let mut frontier = Frontier::of(&registry.goal_graph(&world.graph));
            let mut history = vec![frontier.active().to_vec()];
            let (mut tables, mut row) = (Tables::new(&world.graph), Vec::new());
            for notes in &tests {
                registry.goals.measure(
                    &world.graph,
                    &notes.on(&world.subject.shapes),
                    &mut tables,
                    &mut row,
                );
                let covered = registry.goals.ids().filter(|id| row[id.index()].is_covered());
                history.push(frontier.cover(covered).to_vec());
                history.push(frontier.active().to_vec());
            }
            history
        };
        let first = search();
        prop_assert_eq!(search(), first.clone());
        // What became active is told ascending, and stands last among the active ones.
        for told_then_active in first[1..].chunks(2) {
            prop_assert!(
                told_then_active[0].is_sorted()
                    && told_then_active[1].ends_with(&told_then_active[0])
            );
        }
    }
}
