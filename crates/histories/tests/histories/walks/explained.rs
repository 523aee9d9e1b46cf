//! Why a goal of a history has its value, told by the blocks of the program.

use crate::add;
use crate::effort::config;
use crate::oracle::decisions::tree;
use crate::oracle::generate::any_shape;
use crate::oracle::walk::{walk, worlds};
use proptest::prelude::*;
use sbst::distance::{Distance, gt};
use sbst::execution::{Execution, Trace};
use sbst::fitness::{Divergence, Fitness};
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function};
use sbst::objective::{Cause, Goals, Tables};
use sbst_histories::paths::sequences;
use sbst_histories::{HistoryCriterion, UnrolledGraph};

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn an_explanation_has_the_value_and_names_blocks_of_the_program(
        (graph, draws) in worlds(prop_oneof![any_shape(7), tree(5).prop_map(|tree| tree.shape())]),
    ) {
        let decisions = CompoundDecision::all_with(&graph, 9);
        let paths = sequences(&graph, Function::new(0), 3, 100_000).expect("few");
        let unrolled = UnrolledGraph::builder(&graph)
            .decisions(decisions)
            .paths(paths)
            .build()
            .expect("small");
        let mut goals = Goals::<Trace>::new();
        add(&mut goals, &graph, &unrolled, HistoryCriterion::MultipleCondition);
        add(&mut goals, &graph, &unrolled, HistoryCriterion::Path);
        let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
        for draws in &draws {
            walk(&graph, draws).report(&graph, trace.root(), 3);
        }
        let seen = goals.observe(&graph, &trace, &mut tables);
        let is_endless = graph.virtual_exits(Function::new(0)).next().is_some();
        for goal in goals.ids() {
            let explained = goals.explain(goal, &seen);
            prop_assert_eq!(explained.fitness, goals.fitness_of(goal, &seen));
            prop_assert_eq!(explained.why == Cause::Covered, explained.fitness.is_covered());
            let Cause::Away(chain) = &explained.why else {
                prop_assert_eq!(&explained.why, &Cause::Covered, "{}", explained);
                continue;
            };
            // A block is never as near as an execution that entered it. Jumps of endless loops are
            // left out of the chain.
            let told = chain.value().max(Fitness::from(Distance::SMALLEST));
            if is_endless {
                prop_assert!(told.level <= explained.fitness.level, "{}", explained);
            } else {
                prop_assert_eq!(told, explained.fitness, "{}", explained);
            }
            let blocks =
                chain.branches.iter().map(|edge| edge.source).chain(match chain.divergence {
                    Divergence::Missed(edge, distance) => {
                        prop_assert!(
                            trace.branch_distance(edge).is_some_and(|nearest| nearest <= distance),
                            "{}",
                            explained
                        );
                        Some(edge.source)
                    }
                    Divergence::Taken(edge) | Divergence::Left(edge) => {
                        prop_assert!(trace.progress(edge.source).is_some(), "{}", explained);
                        Some(edge.source)
                    }
                    Divergence::Entered(block) => {
                        prop_assert!(trace.progress(block).is_some(), "{}", explained);
                        Some(block)
                    }
                    _ => None,
                });
            for block in blocks {
                prop_assert!(graph.all_blocks().any(|known| known == block));
            }
        }
    }
}

#[test]
fn what_is_missing_is_said_with_the_names_of_the_program() {
    // 0: if a > 9 && b > 9 { 2 } else { 3 }
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph)
        .decisions(CompoundDecision::all(&graph))
        .build()
        .expect("small");
    let mut goals = Goals::<Trace>::new();
    add(&mut goals, &graph, &unrolled, HistoryCriterion::MultipleCondition);
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    let f = trace.root().enter(Function::new(0));
    assert!(!f.decide(0, gt(7, 9)));
    f.end(3);
    drop(f);
    let seen = goals.observe(&graph, &trace, &mut tables);
    let words: Vec<_> =
        goals.ids().map(|goal| goals.explain(goal, &seen).in_graph(&graph).to_string()).collect();
    let expected = [
        "vector 0 (TT of f0: block 0): level 1, distance 3
  nearest: f0: block 0 -> block 1 on true was missed by 3
  then: f0: block 1 -> block 2 on true",
        "vector 0 1 (TF of f0: block 0): level 1, distance 3
  nearest: f0: block 0 -> block 1 on true was missed by 3
  then: f0: block 1 -> block 3 on false",
        "vector 0 2 (F of f0: block 0): covered",
    ];
    assert_eq!(words, expected);
}

#[test]
fn a_function_that_was_entered_may_not_have_been_in_a_context() {
    // Function 0 calls function 1 at two sites, of which one is behind a decision.
    let helper = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let sites = [0, 1].map(CallSite::new);
    let callees = [Function::new(1)];
    let main = FlowBuilder::new()
        .branch(0, 1, 2)
        .jump(1, 2)
        .exit(2)
        .call(1, 0, sites[0], callees)
        .call(2, 0, sites[1], callees);
    let mut graph = FlowGraph::new();
    graph.add(&main).expect("legal");
    graph.add(&helper).expect("legal");
    let unrolled =
        UnrolledGraph::builder(&graph).contexts(1, [Function::new(0)]).build().expect("small");
    let mut goals = Goals::<Trace>::new();
    add(&mut goals, &graph, &unrolled, HistoryCriterion::Context);
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    let f = trace.root().enter(Function::new(0));
    f.decide(0, gt(7, 9));
    let g = f.at(sites[1]).enter(Function::new(1));
    g.decide(0, gt(3, 0));
    g.end(1);
    drop(g);
    f.end(2);
    drop(f);
    let seen = goals.observe(&graph, &trace, &mut tables);
    let far: Vec<_> = goals
        .ids()
        .map(|goal| goals.explain(goal, &seen))
        .filter(|why| why.why != Cause::Covered)
        .collect();
    let words: Vec<_> = far.iter().map(|why| why.in_graph(&graph).to_string()).collect();
    let expected = [
        "context-branch 0 (f0: block 0 -> block 1 on true, called by the test): level 0, distance 3
  nearest: f0: block 0 -> block 1 on true was missed by 3",
        "context-branch 1 2 (f1: block 0 -> block 1 on true, called at s0 of f0): level 1, distance inf
  nearest: f1 was never entered in this context
  then: f1: block 0 -> block 1 on true",
        "context-branch 1 3 (f1: block 0 -> block 2 on false, called at s0 of f0): level 1, distance inf
  nearest: f1 was never entered in this context
  then: f1: block 0 -> block 2 on false",
        "context-branch 2 3 (f1: block 0 -> block 2 on false, called at s1 of f0): level 0, distance 4
  nearest: f1: block 0 -> block 2 on false was missed by 4",
    ];
    assert_eq!(words, expected);
}

#[test]
fn the_entry_in_a_context_is_said_with_its_calls() {
    // Function 0 calls function 1, which has no branches, at site 3.
    let main = FlowBuilder::new().function_name("main").jump(0, 1).exit(1).call(
        0,
        0,
        CallSite::new(3),
        [Function::new(1)],
    );
    let mut graph = FlowGraph::of(&main).expect("legal");
    graph.add(&FlowBuilder::new().function_name("helper").exit(0)).expect("legal");
    let unrolled =
        UnrolledGraph::builder(&graph).contexts(1, [Function::new(0)]).build().expect("small");
    let mut goals = Goals::<Trace>::new();
    add(&mut goals, &graph, &unrolled, HistoryCriterion::Context);
    let words: Vec<_> =
        goals.ids().filter_map(|id| goals.needs(id)?.words().map(String::from)).collect();
    assert_eq!(words, ["main, called by the test", "helper, called at s3 of main"]);
}
