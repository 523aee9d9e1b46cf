//! Goals of histories in the functions that a campaign is restricted to.

use sbst::Campaign;
use sbst::distance::flag;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::definitions::Definitions;
use sbst::flow::paths::prime_paths;
use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
use sbst::id::{Block, CallSite, Function, Variable};
use sbst::objective::{Criterion, Place};

const OWN: Function = Function::new(1);

/// Twice `0: if a && 1: b { 2 } 3`; the second function calls the first one.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3);
    let body = [2, 3].into_iter().fold(body, |body, block| body.statements(block, 1));
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&body.call(2, 0, CallSite::new(0), [Function::new(0)])).expect("legal");
    graph
}

fn unrolled(graph: &FlowGraph) -> UnrolledGraph {
    let mut definitions = Definitions::new();
    for function in graph.functions() {
        let of = |local| graph.block(function, local).statement(0);
        definitions = definitions.define(Variable::new(0), of(2)).use_at(Variable::new(0), of(3));
    }
    let paths = graph.functions().flat_map(|of| prime_paths(graph, of, 100).expect("few"));
    let builder = UnrolledGraph::builder(graph).decisions(CompoundDecision::all(graph));
    let builder = builder.definitions(&definitions).paths(paths);
    builder.contexts(1, graph.functions()).build().expect("few")
}

#[test]
fn od17_goals_of_histories_lie_in_the_functions_that_were_chosen() {
    let graph = graph();
    let criteria = [
        Criterion::MultipleCondition,
        Criterion::McDc,
        Criterion::DefinitionUse,
        Criterion::Definition,
        Criterion::Path,
        Criterion::Context,
    ];
    for criterion in criteria {
        for given in [true, false] {
            let by_decisions = [Criterion::MultipleCondition, Criterion::McDc];
            if !given && !by_decisions.contains(&criterion) {
                continue; // it needs copies
            }
            let builder = Campaign::builder().graph(graph.clone()).only([OWN]);
            let builder = builder.criteria([criterion]);
            let builder = if given { builder.unrolled(unrolled(&graph)) } else { builder };
            let mut campaign = builder.build::<(bool, bool)>().expect("it has goals");
            for test in [(true, true), (true, false), (false, true)] {
                let outcome = campaign.run(&test, |caller, &(a, b)| {
                    for function in [Function::new(0), OWN] {
                        let f = caller.enter(function);
                        if f.decide(0, flag(a)) && f.decide(1, flag(b)) {
                            f.end(2);
                        }
                        f.returns(3, ());
                    }
                });
                outcome.expect("it follows the graph");
            }
            let goals = campaign.goals();
            let own = |block: Block| graph.function_of(block) == OWN;
            for goal in goals.ids() {
                let is_own = |place| match place {
                    Place::Function(function) => function == OWN,
                    Place::Block(block) => own(block),
                    Place::Branch(branch) => own(graph.edge(branch).source),
                    _ => false,
                };
                let needs = goals.needs(goal).expect("a goal");
                assert!(needs.places().all(is_own), "{criterion}: {}", goals.goal(goal));
            }
            assert!(!goals.is_empty(), "{criterion}");
            let decisions = campaign.discovery().mcdc().count();
            assert_eq!(decisions, usize::from(criterion == Criterion::McDc), "{criterion}");
            // The loop over goals ends.
            assert_eq!(campaign.next_goal(0.0), None, "{criterion}: {}", campaign.report());
        }
    }
}
