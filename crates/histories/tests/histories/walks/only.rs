//! Goals of histories in the functions that a campaign is restricted to.

use sbst::Campaign;
use sbst::distance::flag;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function, Variable};
use sbst::objective::Place;
use sbst_histories::decisions::Independence;
use sbst_histories::definitions::Definitions;
use sbst_histories::paths::prime_paths;
use sbst_histories::{HistoryCriterion, HistoryGoals, Pairing, UnrolledGraph};

const OWN: Function = Function::new(1);

const RULE: Independence = Independence::UniqueCause;

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

fn of_decisions(graph: &FlowGraph) -> UnrolledGraph {
    let decisions = CompoundDecision::all(graph);
    UnrolledGraph::builder(graph).decisions(decisions).build().expect("few")
}

#[test]
fn od17_goals_of_histories_lie_in_the_functions_that_were_chosen() {
    let graph = graph();
    let criteria = HistoryCriterion::ALL.iter().map(|&criterion| Some(criterion));
    for criterion in criteria.chain([None]) {
        for given in [true, false] {
            let by_decisions = [Some(HistoryCriterion::MultipleCondition), None];
            if !given && !by_decisions.contains(&criterion) {
                continue; // it needs copies of its own
            }
            let builder = Campaign::builder().graph(graph.clone()).only([OWN]);
            let mut campaign = match criterion {
                Some(criterion) => builder.discover(move |program| {
                    let copies = if given { unrolled } else { of_decisions };
                    Ok(HistoryGoals::new(program, copies(program.graph()), [criterion])?)
                }),
                None => builder.discover(|program| Ok(Pairing::of(program, RULE)?)),
            }
            .build::<(bool, bool)>()
            .expect("it has goals");
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
                assert!(needs.places().all(is_own), "{criterion:?}: {}", goals.goal(goal));
            }
            assert!(!goals.is_empty(), "{criterion:?}");
            let pairing = campaign.discovery().finder::<Pairing>();
            let decisions = pairing.map_or(0, |pairing| pairing.coverage().count());
            assert_eq!(decisions, usize::from(criterion.is_none()), "{criterion:?}");
            // The loop over goals ends.
            assert_eq!(campaign.next_goal(0.0), None, "{criterion:?}: {}", campaign.report());
        }
    }
}
