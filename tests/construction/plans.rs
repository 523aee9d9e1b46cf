//! Plans, against Kahn's algorithm by scanning.

use crate::config;
use crate::oracle::plan::{Planned, reaches};
use crate::programs::graphs;
use proptest::prelude::*;
use sbst::id::Variable;
use sbst::seeding::construction::{ConstructionGraph, Kind, Plan, Reason};
use std::collections::BTreeSet;

fn mask(bits: u64) -> impl Fn(Variable) -> bool {
    move |at| bits >> (at.index() % 64) & 1 == 1
}

fn masks() -> impl Strategy<Value = u64> {
    prop_oneof![Just(u64::MAX), (any::<u64>(), any::<u64>()).prop_map(|(some, more)| some | more), Just(0)]
}

fn most_steps() -> impl Strategy<Value = usize> {
    prop_oneof![Just(200), Just(usize::MAX), 0..8_usize]
}

fn check(graph: &ConstructionGraph, plan: &Plan, most: usize, can: &dyn Fn(Variable) -> bool) -> Result<(), TestCaseError> {
    let built: Vec<Variable> = plan.steps().iter().map(|step| step.variable()).collect();
    let unbuilt: BTreeSet<Variable> = plan.unbuilt().iter().map(|unbuilt| unbuilt.variable).collect();
    prop_assert!(built.len() <= most);
    prop_assert!(built.iter().all(|&at| can(at)));
    prop_assert_eq!(built.iter().collect::<BTreeSet<_>>().len(), built.len());
    prop_assert_eq!(unbuilt.len(), plan.unbuilt().len());
    prop_assert!(plan.unbuilt().windows(2).all(|pair| pair[0].variable < pair[1].variable));
    for node in graph.nodes() {
        let step = built.iter().position(|&at| at == node.variable());
        let stepless = matches!(node.kind(), Kind::Cast | Kind::Other);
        prop_assert!(!(stepless && step.is_some()));
        prop_assert_eq!(step.is_some() || (stepless && !unbuilt.contains(&node.variable())), !unbuilt.contains(&node.variable()));
        for &(_, producer) in node.producers().iter().filter(|_| step.is_some()) {
            prop_assert!(!unbuilt.contains(&producer), "{} is made of {}", node.variable(), producer);
            if let Some(before) = built.iter().position(|&at| at == producer) {
                prop_assert!(Some(before) < step);
            }
        }
        if let Some(step) = step {
            prop_assert_eq!(plan.steps()[step].slot().is_some(), !node.is_receiver() && node.kind() != Kind::Call);
        }
    }
    let slots: Vec<(usize, Variable)> = plan.steps().iter().filter_map(|step| Some((step.slot()?, step.variable()))).collect();
    prop_assert_eq!(slots, plan.slots().iter().copied().enumerate().collect::<Vec<_>>());
    for unbuilt in plan.unbuilt() {
        match unbuilt.reason {
            Reason::Refused => prop_assert!(!can(unbuilt.variable)),
            Reason::Parent(parent) => {
                prop_assert!(graph.node(unbuilt.variable).producers().iter().any(|producer| producer.1 == parent));
                prop_assert!(plan.unbuilt().iter().any(|other| other.variable == parent));
            }
            Reason::Steps => prop_assert_eq!(built.len(), most),
            Reason::NoReceiver => prop_assert_eq!(graph.node(unbuilt.variable).receiver(), None),
            Reason::Cycle => prop_assert!(reaches(graph, unbuilt.variable).contains(&unbuilt.variable)),
            other => prop_assert!(false, "{:?}", other),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn plans_are_kahns(graph in graphs(), most in most_steps(), bits in masks()) {
        let can = mask(bits);
        let mut asked = Vec::new();
        let plan = graph.plan(most, |node| {
            asked.push(node.variable());
            can(node.variable())
        });
        check(&graph, &plan, most, &can)?;
        prop_assert_eq!(Planned::read(&plan), Planned::new(&graph, most, &can));
        // Nobody is asked twice, nor about what is not to be done.
        let unbuilt = |at: Variable| plan.unbuilt().iter().any(|unbuilt| unbuilt.variable == at);
        for (place, &at) in asked.iter().enumerate() {
            let node = graph.node(at);
            prop_assert!(!asked[..place].contains(&at) && !matches!(node.kind(), Kind::Cast | Kind::Other));
            prop_assert!(node.producers().iter().all(|producer| !unbuilt(producer.1)));
        }
    }

    /// Places can all be built, but for attributes of what the program makes itself.
    #[test]
    fn plans_of_places_have_no_cycles(graph in graphs(), depth in 0..3_u32, limit in 0..200_usize) {
        let places = graph.unrolled(depth, limit);
        let plan = places.plan(usize::MAX, |_| true);
        check(&places, &plan, usize::MAX, &|_| true)?;
        prop_assert_eq!(Planned::read(&plan), Planned::new(&places, usize::MAX, &|_| true));
        prop_assert!(plan.unbuilt().iter().all(|unbuilt| matches!(unbuilt.reason, Reason::NoReceiver | Reason::Parent(_))));
    }
}
