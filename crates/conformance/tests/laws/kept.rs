//! What the crate itself records keeps all laws, whatever is generated.

use crate::strategies::{config, sample};
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{CallTreeLimits, Execution, On, Plane, Record, Trace};
use sbst::fitness::flag::{FlagGradient, Flags};
use sbst::flow::FlowGraph;
use sbst::id::CallSite;
use sbst_conformance::{self as conformance, Sizes, Violations, executions, graphs, suites, walks};

const MUTANTS: u32 = 5;

fn none(found: Violations) -> Result<(), TestCaseError> {
    prop_assert!(found.is_empty(), "{found}");
    Ok(())
}

fn trace(graph: &FlowGraph) -> Trace {
    Trace::new(graph).with_direct_calls().with_mutants(MUTANTS).with_path_check()
}

/// The properties below would hold if no flag were ever refined, too.
#[test]
fn flags_are_refined() {
    let mut refined_flags = 0;
    for (graph, walk) in sample(&(graphs(Sizes::default()), walks(100)), 400) {
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
        walk.replay(&graph, &trace);
        let (flags, mut gradient) = (flags(&graph), FlagGradient::new());
        let refined = gradient.refine(&graph, &flags, &trace).expect("of the same graph");
        let finite =
            |distance: Option<Distance>| distance.filter(|distance| *distance < Distance::INFINITE);
        let edges = graph.all_branches().map(|branch| graph.edge(branch));
        let pairs =
            edges.map(|edge| (trace.branch_distance(edge), finite(refined.branch_distance(edge))));
        refined_flags +=
            pairs.filter(|(observed, refined)| refined.is_some() && observed != refined).count();
    }
    assert!(refined_flags > 10, "{refined_flags}");
}

/// Every two-way predicate is a flag of some site, and every exit returns one of the truth values.
fn flags(graph: &FlowGraph) -> Flags {
    let mut flags = Flags::new();
    for function in graph.functions() {
        let mut declared = flags.function(graph, function);
        for (local, block) in (0..).zip(graph.blocks_of(function)) {
            let is_two_way = graph
                .branches_of(block)
                .filter(|&branch| graph.edge(branch).outcome.holds().is_some())
                .count()
                == 2;
            if is_two_way {
                let _ = declared.decides(local, CallSite::new(local % 2));
            } else if graph.is_exit(block) {
                let _ = declared.returns(local, local % 2 == 0);
            }
        }
    }
    flags
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn records_do((graph, run) in executions(Sizes::default())) {
        none(conformance::facts(&graph, &run))?;
        none(conformance::evaluations(&graph, &run))?;
        none(conformance::execution(&graph, &On(&run, Plane::Direct)))?;
    }

    #[test]
    fn traces_do(graph in graphs(Sizes::default()), walk in walks(60)) {
        let trace = trace(&graph);
        walk.replay(&graph, &trace);
        prop_assert_eq!(trace.check(), Ok(()));
        none(conformance::facts(&graph, &trace))?;
        none(conformance::evaluations(&graph, &trace))?;
        let record = trace.record();
        none(conformance::merged(&graph, std::slice::from_ref(&trace), &record))?;
        none(conformance::merged_evaluations(&graph, &[trace], &record))?;
    }

    #[test]
    fn merged_executions_do((graph, runs) in suites(Sizes { steps: 20, ..Sizes::default() })) {
        none(conformance::facts(&graph, &runs[..]))?;
        none(conformance::evaluations(&graph, &runs[..]))?;
        let (mut whole, trace) = (Record::default(), trace(&graph));
        for run in &runs {
            whole.merge(run).expect("of the same graph");
            trace.merge(run).expect("of the same graph");
        }
        none(conformance::facts(&graph, &whole))?;
        none(conformance::facts(&graph, &trace))?;
        none(conformance::merged(&graph, &runs, &runs[..]))?;
        none(conformance::merged(&graph, &runs, &whole))?;
        none(conformance::merged(&graph, &runs, &trace))?;
        none(conformance::merged_evaluations(&graph, &runs, &whole))?;
        none(conformance::merged_evaluations(&graph, &runs, &trace))?;
        let direct: Vec<On<'_, Record>> = runs.iter().map(|run| On(run, Plane::Direct)).collect();
        none(conformance::merged(&graph, &direct, &On(&whole, Plane::Direct)))?;
    }

    #[test]
    fn what_grows_does(
        graph in graphs(Sizes::default()),
        walks in proptest::collection::vec(walks(15), 1..5),
    ) {
        let trace = trace(&graph);
        for walk in walks {
            let earlier = trace.record();
            walk.replay(&graph, &trace);
            none(conformance::grown(&graph, &earlier, &trace))?;
            none(conformance::grown(&graph, &On(&earlier, Plane::Direct), &On(&trace, Plane::Direct)))?;
        }
    }

    #[test]
    fn call_trees_do(
        graph in graphs(Sizes::default()),
        walk in walks(60),
        limits in (1..20_u32, 1..5_u32, 1..3_u32),
    ) {
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
        walk.replay(&graph, &trace);
        none(conformance::complete_call_tree(&graph, &trace))?;
        let (activations, depth, per_site) = limits;
        let trace =
            Trace::new(&graph).with_call_tree(CallTreeLimits { activations, depth, per_site });
        walk.replay(&graph, &trace);
        none(conformance::call_tree(&graph, &trace))?;
    }

    #[test]
    fn refined_executions_do(graph in graphs(Sizes::default()), walk in walks(60)) {
        let trace =
            Trace::new(&graph).with_direct_calls().with_call_tree(CallTreeLimits::default());
        walk.replay(&graph, &trace);
        let (flags, mut gradient) = (flags(&graph), FlagGradient::new());
        let refined = gradient.refine(&graph, &flags, &trace).expect("of the same graph");
        none(conformance::execution(&graph, &refined))?;
        none(conformance::direct_calls(&graph, &refined))?;
    }
}
