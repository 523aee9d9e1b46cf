//! Plans, against Kahn's algorithm by scanning, and a choice of leaves by trying.

use super::config;
use super::programs::graphs;
use crate::definitions::plan::{Planned, reaches};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Variable;
use sbst_seeding::construction::{ConstructionGraph, Plan, PlanStep, UnbuiltReason};
use std::collections::BTreeSet;

/// The statements that the caller needs for each step: by number, a sequence that is repeated; 4
/// stands for a refusal.
fn costs(of: Vec<usize>) -> impl Fn(Variable) -> Option<usize> {
    move |at| Some(of[at.index() % of.len()]).filter(|&cost| cost != 4)
}

fn prices() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![2 => Just(vec![1]), 2 => vec(0..5_usize, 1..20), 1 => vec(prop_oneof![Just(1_usize), Just(4)], 1..20), 1 => Just(vec![4])]
}

fn most_statements() -> impl Strategy<Value = usize> {
    prop_oneof![Just(200), Just(usize::MAX), 0..12_usize]
}

type Cost<'a> = &'a dyn Fn(Variable) -> Option<usize>;

fn check(
    graph: &ConstructionGraph,
    plan: &Plan,
    most: usize,
    cost: Cost<'_>,
) -> Result<(), TestCaseError> {
    let built: Vec<Variable> = plan.steps.iter().map(|step| step.variable()).collect();
    let unbuilt: BTreeSet<Variable> = plan.unbuilt.iter().map(|unbuilt| unbuilt.0).collect();
    prop_assert!(built.iter().all(|&at| cost(at).is_some()));
    prop_assert!(built.iter().filter_map(|&at| cost(at)).sum::<usize>() <= most);
    prop_assert_eq!(built.iter().collect::<BTreeSet<_>>().len(), built.len());
    prop_assert_eq!(unbuilt.len(), plan.unbuilt.len());
    prop_assert!(plan.unbuilt.windows(2).all(|pair| pair[0].0 < pair[1].0));
    for node in graph.nodes() {
        let step = built.iter().position(|&at| at == node.variable);
        let never = matches!(node.kind, InstructionKind::Cast | InstructionKind::Other);
        prop_assert!(!(never && step.is_some()));
        let stepless = never || node.returned().is_some();
        prop_assert_eq!(
            step.is_some() || (stepless && !unbuilt.contains(&node.variable)),
            !unbuilt.contains(&node.variable)
        );
        for &(role, producer) in node.producers.iter().filter(|_| step.is_some()) {
            let known = node.kind == InstructionKind::Call && role == Role::Returned;
            prop_assert!(
                known || !unbuilt.contains(&producer),
                "{} is made of {}",
                node.variable,
                producer
            );
            if let Some(before) = built.iter().position(|&at| at == producer) {
                prop_assert!(Some(before) < step);
            }
        }
        // A call without a step stands for what it returns.
        if let (Some(returned), None, false) =
            (node.returned(), step, unbuilt.contains(&node.variable))
        {
            prop_assert!(!unbuilt.contains(&returned));
        }
        if let Some(step) = step {
            prop_assert_eq!(
                plan.steps[step].slot().is_some(),
                !node.is_receiver && node.kind != InstructionKind::Call
            );
            // Nobody uses an object that is put only: calls do, or nobody.
            if let PlanStep::Put { variable } = plan.steps[step] {
                let is_used = |&&(role, user): &&(Role, Variable)| {
                    !unbuilt.contains(&user) && (role != Role::Returned || !built.contains(&user))
                };
                prop_assert_eq!(graph.node(variable).users.iter().find(is_used), None);
            }
        }
    }
    let slots: Vec<(usize, Variable)> =
        plan.steps.iter().filter_map(|step| Some((step.slot()?, step.variable()))).collect();
    prop_assert_eq!(slots, plan.slots.iter().copied().enumerate().collect::<Vec<_>>());
    for unbuilt in &plan.unbuilt {
        match unbuilt.1 {
            UnbuiltReason::Refused => prop_assert_eq!(cost(unbuilt.0), None),
            UnbuiltReason::Parent(parent) => {
                prop_assert!(
                    graph.node(unbuilt.0).producers.iter().any(|producer| producer.1 == parent)
                );
                prop_assert!(plan.unbuilt.iter().any(|other| other.0 == parent));
            }
            UnbuiltReason::NoReceiver => prop_assert_eq!(graph.node(unbuilt.0).receiver(), None),
            UnbuiltReason::Cycle => prop_assert!(reaches(graph, unbuilt.0).contains(&unbuilt.0)),
            UnbuiltReason::Statements => prop_assert!(most < usize::MAX),
            UnbuiltReason::Unneeded => {}
            other => prop_assert!(false, "{:?}", other),
        }
    }
    Ok(())
}

/// Nothing is built that no wanted variable needs.
fn check_needed(
    graph: &ConstructionGraph,
    plan: &Plan,
    wanted: &[Variable],
) -> Result<(), TestCaseError> {
    let built: BTreeSet<Variable> = plan.steps.iter().map(|step| step.variable()).collect();
    let is_unbuilt = |at: Variable| plan.unbuilt.iter().any(|unbuilt| unbuilt.0 == at);
    let mut needed: BTreeSet<Variable> = BTreeSet::new();
    for &at in wanted.iter().filter(|&&at| at.index() < graph.nodes().len() && !is_unbuilt(at)) {
        needed.insert(at);
        needed.extend(reaches(graph, at));
    }
    prop_assert!(built.is_subset(&needed));
    Ok(())
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn plans_are_kahns(graph in graphs(), most in most_statements(), prices in prices()) {
        let cost = costs(prices);
        let mut asked = Vec::new();
        let plan = graph.plan(most, |node| {
            asked.push(node.variable);
            cost(node.variable)
        });
        check(&graph, &plan, most, &cost)?;
        check_needed(&graph, &plan, &graph.leaves())?;
        prop_assert_eq!(Planned::read(&plan), Planned::new(&graph, &graph.leaves(), most, &cost));
        // Nobody is asked twice, nor about what cannot be done.
        let cannot = |at: Variable| {
            let limits = [UnbuiltReason::Statements, UnbuiltReason::Unneeded];
            plan.unbuilt.iter().any(|unbuilt| unbuilt.0 == at && !limits.contains(&unbuilt.1))
        };
        for (place, &at) in asked.iter().enumerate() {
            let node = graph.node(at);
            prop_assert!(
                !asked[..place].contains(&at)
                    && !matches!(node.kind, InstructionKind::Cast | InstructionKind::Other)
            );
            prop_assert!(
                node.producers.iter().all(|&(role, of)| role == Role::Returned || !cannot(of))
            );
        }
    }

    #[test]
    fn plans_towards_some_variables(
        graph in graphs(),
        most in most_statements(),
        prices in prices(),
        wanted in vec(0..16_u32, 0..6),
    ) {
        let cost = costs(prices);
        let wanted: Vec<Variable> = wanted.into_iter().map(Variable::new).collect();
        let plan = graph.plan_towards(wanted.iter().copied(), most, |node| cost(node.variable));
        check(&graph, &plan, most, &cost)?;
        check_needed(&graph, &plan, &wanted)?;
        let known: Vec<Variable> =
            wanted.into_iter().filter(|&at| at.index() < graph.nodes().len()).collect();
        prop_assert_eq!(Planned::read(&plan), Planned::new(&graph, &known, most, &cost));
    }

    /// Places can all be built, except for attributes of what the program makes itself.
    #[test]
    fn plans_of_places_have_no_cycles(graph in graphs(), depth in 0..3_u32, limit in 0..200_usize) {
        let places = graph.unrolled(depth, limit);
        let plan = places.plan(usize::MAX, |_| Some(1));
        check(&places, &plan, usize::MAX, &|_| Some(1))?;
        prop_assert_eq!(
            Planned::read(&plan),
            Planned::new(&places, &places.leaves(), usize::MAX, &|_| Some(1))
        );
        let is_missing = |reason| {
            matches!(
                reason,
                UnbuiltReason::NoReceiver | UnbuiltReason::Parent(_) | UnbuiltReason::Unneeded
            )
        };
        prop_assert!(plan.unbuilt.iter().all(|unbuilt| is_missing(unbuilt.1)));
    }

    #[test]
    fn leaves_come_by_their_need(graph in graphs()) {
        let leaves = graph.leaves();
        let needs: Vec<_> = leaves.iter().map(|&leaf| (graph.node(leaf).need, leaf)).collect();
        prop_assert!(needs.is_sorted());
        for node in graph.nodes() {
            let is_leaf = node.is_state() && (!node.is_receiver || node.users.is_empty());
            prop_assert_eq!(leaves.contains(&node.variable), is_leaf);
        }
    }
}
