//! What is generated is valid, and of every kind.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sbst::distance::Distance;
use sbst::execution::{Execution, Facts, Plane};
use sbst::flow::{ControlFlow, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Branch, Function};
use sbst_conformance::{
    self as conformance, self, Sizes, bodies, decisions, distances, executions, graphs, runs,
    suites, walks,
};
pub(crate) use sbst_oracle::effort::config;
use std::collections::BTreeMap;

/// So many values, the same each time.
pub(crate) fn sample<T>(strategy: &impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..count)
        .map(|_| {
            strategy.new_tree(&mut runner).unwrap_or_else(|reason| panic!("{reason}")).current()
        })
        .collect()
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn bodies_are_valid(body in bodies(20)) {
        let found = conformance::control_flow(&body);
        prop_assert!(found.is_empty(), "{found}");
        prop_assert!(FlowGraph::of(&body).is_ok());
        prop_assert!((1..=20).contains(&body.block_count()));
    }

    #[test]
    fn sizes_are_kept(
        (graph, runs) in suites(Sizes { functions: 2, blocks: 3, steps: 5, tests: 2 }),
    ) {
        prop_assert!((1..=2).contains(&graph.functions().len()));
        prop_assert!(graph.functions().all(|function| graph.blocks_of(function).len() <= 3));
        prop_assert!(runs.len() <= 2);
    }

    #[test]
    fn no_size_is_too_small(
        (graph, runs) in suites(Sizes { functions: 0, blocks: 0, steps: 0, tests: 0 }),
    ) {
        prop_assert_eq!((graph.all_blocks().len(), runs.len()), (1, 0));
    }

    #[test]
    fn nothing_happens_where_nothing_is(walk in walks(5)) {
        let graph = FlowGraph::new();
        let trace = sbst::execution::Trace::new(&graph);
        walk.replay(&graph, &trace);
        prop_assert_eq!(trace.check(), Ok(()));
    }

    /// The laws find what the graph refuses, and nothing else.
    #[test]
    fn a_body_without_violations_is_one_that_the_graph_takes(
        edges in proptest::collection::vec((0..4_u32, 0..7_u8, 0..5_u32), 0..9),
    ) {
        let body =
            edges.iter().fold(FlowBuilder::new().statements(0, 1), |body, &(from, kind, to)| {
                match kind {
                    0 => body.jump(from, to),
                    1 => body.branch(from, to, to / 2),
                    2 => body.case(from, i128::from(to), to),
                    3 => body.arm(from, [i128::from(to)..=3, 7..=i128::from(to) + 5], to),
                    4 => body.default(from, to),
                    5 => body.exception(from, to),
                    _ => body.exit(from),
                }
            });
        let found = conformance::control_flow(&body);
        prop_assert_eq!(found.is_empty(), FlowGraph::of(&body).is_ok(), "{}", found);
    }
}

/// Whether some block of a function that is entered by two edges which do not come from one
/// another: an edge that goes back to a block that is not passed on every way there.
fn is_irreducible(graph: &FlowGraph, function: Function) -> bool {
    let dominators = graph.dominators(function);
    let blocks: Vec<_> = graph.blocks_of(function).collect();
    // Blocks on a cycle of edges of which none goes back to a dominator.
    let forward = |from, to| !dominators.dominates(to, from);
    let mut degree: BTreeMap<_, usize> = blocks.iter().map(|&block| (block, 0)).collect();
    for &block in &blocks {
        for (_, to) in graph.successors(block).filter(|&(_, to)| forward(block, to)) {
            *degree.get_mut(&to).expect("of the function") += 1;
        }
    }
    let mut free: Vec<_> = blocks.iter().copied().filter(|block| degree[block] == 0).collect();
    let mut passed = 0;
    while let Some(block) = free.pop() {
        passed += 1;
        for (_, to) in graph.successors(block).filter(|&(_, to)| forward(block, to)) {
            let left = degree.get_mut(&to).expect("of the function");
            *left -= 1;
            if *left == 0 {
                free.push(to);
            }
        }
    }
    passed < blocks.len()
}

#[test]
fn graphs_of_every_kind_are_reached() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for graph in sample(&graphs(Sizes::default()), 400) {
        let mut note = |kind, is: bool| *seen.entry(kind).or_default() += u32::from(is);
        note("several functions", graph.functions().len() > 1);
        note("irreducible", graph.functions().any(|function| is_irreducible(&graph, function)));
        for block in graph.all_blocks() {
            let names: Vec<Outcome> = graph.successors(block).map(|(outcome, _)| outcome).collect();
            let targets: Vec<_> = graph.successors(block).map(|(_, to)| to).collect();
            let has = |wanted: fn(&Outcome) -> bool| names.iter().any(wanted);
            let caught = has(|name| matches!(name, Outcome::Exception(_)));
            let (holds, fails) = (names.contains(&Outcome::True), names.contains(&Outcome::False));
            note("jump", names == [Outcome::Next]);
            note("two-way", holds && fails);
            note("two-way with exceptions", holds && fails && caught);
            note("jump with exceptions", names.contains(&Outcome::Next) && caught);
            note(
                "only exceptions",
                names.iter().all(|name| matches!(name, Outcome::Exception(_))) && caught,
            );
            note("one side and an exit", holds && !fails && graph.is_exit(block));
            note("cases", has(|name| matches!(name, Outcome::Case(_))));
            note("arms", has(|name| matches!(name, Outcome::Arm(_))));
            note("default", names.contains(&Outcome::Default) && names.len() > 1);
            note(
                "selection without default",
                graph.arms(block).is_some() && !names.contains(&Outcome::Default),
            );
            note("selection with exceptions", graph.arms(block).is_some() && caught);
            note("exit beside edges", graph.is_exit(block) && !names.is_empty());
            note("exit", names.is_empty());
            note("statements", graph.statements(block) > 0);
            note("loop", targets.iter().any(|&to| to < block));
            note("self loop", targets.contains(&block));
            note("parallel edges", targets.len() == 2 && targets[0] == targets[1]);
        }
        note("endless loop", graph.all_branches().any(|branch| graph.is_endless(branch)));
    }
    let rare: Vec<_> = seen.iter().filter(|&(_, &count)| count < 10).collect();
    assert!(rare.is_empty(), "{rare:?}");
}

#[test]
fn executions_of_every_kind_are_reached() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for (graph, runs) in sample(&suites(Sizes::default()), 400) {
        let mut note = |kind, is: bool| *seen.entry(kind).or_default() += u32::from(is);
        note("no test", runs.is_empty());
        note(
            "merged",
            runs.iter()
                .filter(|run| graph.all_blocks().any(|block| run.progress(block).is_some()))
                .count()
                > 1,
        );
        for run in &runs {
            let mut entered = 0;
            run.entered(&graph, &mut |_| entered += 1);
            note("idle", entered == 0);
            note("several functions", entered > 1);
            let mut thrown = 0;
            run.each_thrown(&mut |_| thrown += 1);
            note("exception", thrown > 0);
            note("returned", graph.functions().any(|function| run.returned_to_test(function)));
            note(
                "did not return",
                graph.functions().any(|f| run.called_by_test(f) && !run.returned_to_test(f)),
            );
            note(
                "called by another function only",
                graph.functions().any(|function| {
                    let entry = graph.entry(function);
                    run.progress(entry).is_some() && run.progress_on(Plane::Direct, entry).is_none()
                }),
            );
            note(
                "stopped within a block",
                graph.all_blocks().any(|block| {
                    run.progress(block).is_some_and(|progress| progress < graph.statements(block))
                }),
            );
            for edge in graph.all_branches().map(|branch| graph.edge(branch)) {
                let distance = run.branch_distance(edge);
                note("not taken", distance.is_some_and(|distance| distance > Distance::ZERO));
                note("infinitely far", distance == Some(Distance::INFINITE));
                note(
                    "taken exception",
                    distance.is_some() && matches!(edge.outcome, Outcome::Exception(_)),
                );
                note("taken next", distance.is_some() && edge.outcome == Outcome::Next);
                note(
                    "taken case",
                    distance == Some(Distance::ZERO) && matches!(edge.outcome, Outcome::Case(_)),
                );
                note(
                    "taken arm",
                    distance == Some(Distance::ZERO) && matches!(edge.outcome, Outcome::Arm(_)),
                );
                note(
                    "taken default",
                    distance == Some(Distance::ZERO) && edge.outcome == Outcome::Default,
                );
                let both = [0, 1].map(|side| {
                    graph
                        .branches_of(edge.source)
                        .nth(side)
                        .map(|b| run.branch_distance(graph.edge(b)))
                });
                note(
                    "both sides taken",
                    edge.outcome == Outcome::True && both == [Some(Some(Distance::ZERO)); 2],
                );
            }
        }
    }
    let rare: Vec<_> = seen.iter().filter(|&(_, &count)| count < 10).collect();
    assert!(rare.is_empty(), "{rare:?}");
}

#[test]
fn distances_of_every_size_are_reached() {
    let all = sample(&distances(), 500);
    let count = |is: fn(f64) -> bool| all.iter().filter(|distance| is(distance.get())).count();
    for (kind, count) in [
        ("zero", count(|d| d == 0.0)),
        ("tiny", count(|d| d > 0.0 && d < 1e-300)),
        ("fractions", count(|d| d > 0.0 && d.fract() != 0.0 && d > 1e-9)),
        ("small", count(|d| (1.0..20.0).contains(&d))),
        ("huge", count(|d| d > 1e300 && d.is_finite())),
        ("infinite", count(f64::is_infinite)),
    ] {
        assert!(count > 5, "{kind}: {count}");
    }
    let outcomes = sample(&decisions(), 100).iter().filter(|decision| decision.holds()).count();
    assert!((20..80).contains(&outcomes));
}

/// Simplifies as long as the property fails: down to what is left then.
fn least<T>(strategy: &impl Strategy<Value = T>, fails: impl Fn(&T) -> bool) -> T {
    let mut runner = TestRunner::deterministic();
    let mut tree = loop {
        let tree = strategy.new_tree(&mut runner).unwrap_or_else(|reason| panic!("{reason}"));
        if fails(&tree.current()) {
            break tree;
        }
    };
    while tree.simplify() {
        while !fails(&tree.current()) {
            if !tree.complicate() {
                return tree.current();
            }
        }
    }
    tree.current()
}

#[test]
fn what_fails_is_made_small() {
    let has_two_way = |graph: &FlowGraph| {
        graph.all_branches().any(|branch| graph.edge(branch).outcome == Outcome::True)
    };
    let graph = least(&graphs(Sizes { functions: 6, blocks: 30, ..Sizes::default() }), has_two_way);
    assert!(
        graph.functions().len() == 1 && graph.all_blocks().len() <= 2,
        "{} blocks",
        graph.all_blocks().len()
    );

    let takes_a_branch = |(graph, run): &(FlowGraph, sbst::execution::Record)| {
        graph
            .all_branches()
            .any(|branch| run.branch_distance(graph.edge(branch)) == Some(Distance::ZERO))
    };
    let (graph, run) = least(
        &executions(Sizes { functions: 6, blocks: 30, steps: 100, tests: 1 }),
        takes_a_branch,
    );
    assert!(graph.all_blocks().len() <= 3, "{} blocks", graph.all_blocks().len());
    assert!(graph.all_blocks().filter(|&block| run.progress(block).is_some()).count() <= 2);
}

#[test]
fn runs_of_one_graph_are_of_that_graph() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("valid");
    let sides = [0, 1].map(|number| graph.edge(Branch::new(number)));
    let all = sample(&runs(&graph, 10), 100);
    for side in sides {
        let taken =
            all.iter().filter(|run| run.branch_distance(side) == Some(Distance::ZERO)).count();
        assert!((10..95).contains(&taken), "{taken}");
    }
}
