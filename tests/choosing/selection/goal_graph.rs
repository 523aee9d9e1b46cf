//! The parents of every goal are those of the definition, over any program.

use super::registry::{Plan, Registry, crowded_subject, plan};
use super::{config, goals};
use crate::oracle::custom_in;
use crate::oracle::subject::{World, subject};
use proptest::prelude::*;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Branch, Function, GoalId};
use sbst::objective::{Goal, GoalGraph, Kind, Roots};
use sbst::selection::Frontier;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

/// Parents as the library has them: none for roots and for what was dropped.
fn assert_parents(world: &World, plan: &Plan) {
    let registry = Registry::new(world, plan);
    let graph = registry.goal_graph(&world.graph);
    for (id, expected) in registry.goals.ids().zip(registry.parents(world)) {
        assert_eq!(
            graph.parents(id),
            expected.unwrap_or_default(),
            "{id}, {}",
            registry.goals.goal(id)
        );
    }
    assert_eq!(graph.parents(GoalId::new(registry.goals.len() as u32)), []);
}

proptest! {
    #![proptest_config(config(2048))]

    #[test]
    fn parents_are_what_control_dependence_says(subject in subject(3, 8), plan in plan()) {
        assert_parents(&World::new(subject), &plan);
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn parents_are_what_control_dependence_says_where_there_are_quadratically_many(
        subject in crowded_subject(),
        plan in plan(),
    ) {
        assert_parents(&World::new(subject), &plan);
    }
}

proptest! {
    #![proptest_config(config(64))]

    /// Whoever drops goals in two steps, or copies the graph, has the same.
    #[test]
    fn goals_may_be_dropped_one_after_the_other(subject in subject(2, 6), plan in plan()) {
        let world = World::new(subject);
        let registry = Registry::new(&world, &plan);
        let at_once = registry.goal_graph(&world.graph);
        let none = GoalGraph::new(&registry.goals, &world.graph);
        let one_by_one = registry
            .dropped
            .iter()
            .fold(none.clone(), |graph, &goal| graph.without([goal]))
            .with_roots(plan.roots);
        for id in registry.goals.ids() {
            prop_assert_eq!(at_once.parents(id), one_by_one.parents(id));
        }
        prop_assert_eq!(format!("{:?}", at_once), format!("{:?}", one_by_one));
        let frontier = Frontier::of(&one_by_one);
        prop_assert!(registry.dropped.iter().all(|&goal| !frontier.is_active(goal)));
    }
}

#[test]
fn goals_that_lie_nowhere_are_roots() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))
        .expect("a legal function");
    let (function, block) = (Function::new(99), Block::new(99));
    let nowhere = [
        Goal::Branch(Branch::new(99)),
        Goal::DirectBranch(Branch::new(99)),
        Goal::Block(block),
        Goal::Method(function),
        Goal::Entry(function),
        OWN.goal([0]),
        custom_in(block, 1),
    ];
    let mut registry = Registry::empty(Roots::BehindEntry);
    nowhere.into_iter().for_each(|goal| registry.add_one(goal));
    // What lies in the function waits for its entry.
    registry.add_one(Goal::Block(Block::new(0)));
    registry.add_one(Goal::Branch(Branch::new(0)));
    let goal_graph = registry.goal_graph(&graph);
    assert!(registry.goals.ids().take(8).all(|id| goal_graph.parents(id).is_empty()));
    assert_eq!(goal_graph.parents(GoalId::new(8)), goals(&[7]));
    assert_eq!(Frontier::of(&goal_graph).active(), goals(&[0, 1, 2, 3, 4, 5, 6, 7]));
}
