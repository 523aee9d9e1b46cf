//! How far goals of histories are: by definition, and worked values.

use crate::add;
use crate::effort::config;
use crate::oracle::walk::{Walk, walk};
use proptest::prelude::*;
use sbst::distance::{eq, gt, ne};
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph, Outcome, Unreachable};
use sbst::id::{Block, CallSite, Function, Variable};
use sbst::objective::{Goals, Tables};
use sbst_histories::definitions::Definitions;
use sbst_histories::paths::{BlockPath, sequences};
use sbst_histories::{HistoryCriterion, UnrolledGraph};
use std::collections::BTreeSet;

const MAIN: Function = Function::new(0);

/// The goals' values after `run`.
fn values(
    graph: &FlowGraph,
    unrolled: &UnrolledGraph,
    criterion: HistoryCriterion,
    run: impl FnOnce(&Trace),
) -> Vec<String> {
    let mut goals = Goals::<Trace>::new();
    add(&mut goals, graph, unrolled, criterion);
    let (trace, mut tables) = (goals.trace(graph), Tables::new(graph));
    run(&trace);
    assert_eq!(trace.check(), Ok(()));
    let seen = goals.observe(graph, &trace, &mut tables);
    goals.ids().map(|goal| goals.fitness_of(goal, &seen).to_string()).collect()
}

/// 0: if a > 9 { 1 } else { 2 }  3: if b > 9 { 4 } else { 5 }  6: return
fn two_diamonds() -> FlowGraph {
    let body = FlowBuilder::new()
        .branch(0, 1, 2)
        .jump(1, 3)
        .jump(2, 3)
        .branch(3, 4, 5)
        .jump(4, 6)
        .jump(5, 6)
        .exit(6);
    FlowGraph::of(&body).expect("legal")
}

fn diamonds(trace: &Trace, a: i32, b: i32) {
    let f = trace.root().enter(MAIN);
    f.end(if f.decide(0, gt(a, 9)) { 1 } else { 2 });
    f.end(if f.decide(3, gt(b, 9)) { 4 } else { 5 });
    f.returns(6, ());
}

#[test]
fn the_longest_part_that_was_followed_counts_then_the_distance_where_it_ended() {
    let graph = two_diamonds();
    let path = BlockPath::new(&graph, [0, 1, 3, 4].map(Block::new)).expect("a path");
    let value = |a, b| {
        let unrolled = UnrolledGraph::builder(&graph).paths([path.clone()]).build().expect("small");
        values(&graph, &unrolled, HistoryCriterion::Path, |trace| diamonds(trace, a, b)).remove(0)
    };
    // Both decisions of the path went wrong, or the first one: the second is not on the path then.
    assert_eq!(value(7, 7), "(1, 3)");
    assert_eq!(value(7, 12), "(1, 3)");
    assert_eq!(value(12, 7), "(0, 3)");
    assert_eq!(value(12, 12), "(0, 0)");
}

#[test]
fn a_use_is_as_far_as_from_its_definition_and_other_definitions_miss_it() {
    // x = 1 in block 1, x = 2 in block 2, and both uses in block 4.
    let graph = {
        let body = FlowBuilder::new()
            .branch(0, 1, 2)
            .jump(1, 3)
            .jump(2, 3)
            .branch(3, 4, 5)
            .jump(4, 6)
            .jump(5, 6)
            .exit(6);
        FlowGraph::of(&body.statements(1, 1).statements(2, 1).statements(4, 1)).expect("legal")
    };
    let x = Variable::new(0);
    let [one, two, used] = [1, 2, 4].map(|block| Block::new(block).statement(0));
    let definitions = Definitions::new().define(x, one).define(x, two).use_at(x, used);
    let value = |a, b| {
        let unrolled =
            UnrolledGraph::builder(&graph).definitions(&definitions).build().expect("small");
        values(&graph, &unrolled, HistoryCriterion::DefinitionUse, |trace| diamonds(trace, a, b))
    };
    // A statement goal is one level above its block. The definition in block 1 was not made, and
    // block 4 needs one decision after it.
    assert_eq!(value(7, 12), ["(2, 3)", "(0, 0)"]);
    assert_eq!(value(12, 7), ["(1, 3)", "(2, 4)"]);
}

#[test]
fn a_branch_in_a_context_counts_calls_in_this_context_only() {
    // main calls f at two sites; f: if x > 9
    let mut graph = FlowGraph::new();
    let f = Function::new(1);
    let [one, two] = [0, 1].map(CallSite::new);
    graph
        .add(&FlowBuilder::new().exit(0).call(0, 0, one, [f]).call(0, 0, two, [f]))
        .expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).contexts(1, [MAIN]).build().expect("small");
    let names: Vec<String> = unrolled.contexts().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["f0 from the test", "f1 from f0 at s0", "f1 from f0 at s1"]);
    let found = values(&graph, &unrolled, HistoryCriterion::Context, |trace| {
        let frame = trace.root().enter(MAIN);
        for (site, x) in [(one, 7), (two, 12)] {
            let called = frame.at(site).enter(f);
            let block = if called.decide(0, gt(x, 9)) { 1 } else { 2 };
            called.returns(block, ());
        }
        frame.returns(0, ());
    });
    assert_eq!(found, ["(0, 0)", "(0, 3)", "(0, 0)", "(0, 0)", "(0, 4)"]);
}

/// A function without cycles: each block jumps or decides, and goes on to later blocks only.
fn acyclic() -> impl Strategy<Value = FlowGraph> {
    proptest::collection::vec((any::<bool>(), any::<u8>(), any::<u8>()), 1..9).prop_map(|blocks| {
        let last = blocks.len() as u32;
        let mut body = FlowBuilder::new().exit(last);
        for (block, (decides, one, other)) in (0..).zip(blocks) {
            let later = |draw: u8| block + 1 + u32::from(draw) % (last - block);
            body = if decides {
                body.branch(block, later(one), later(other))
            } else {
                body.jump(block, later(one))
            };
        }
        let mut graph = FlowGraph::new();
        graph.add_with(&body, Unreachable::Keep).expect("legal");
        graph
    })
}

/// The value of a path by its definition: of all times that a walk stood at its first block, the
/// least of (decisions still to be made after the one that went wrong, how far that one was from
/// the side that was wanted). `None` if no walk did.
fn by_definition(graph: &FlowGraph, path: &[Block], walks: &[Walk]) -> Option<Fitness> {
    let decides =
        |block: Block| graph.successors(block).map(|way| way.1).collect::<BTreeSet<_>>().len() > 1;
    let mut tries = Vec::new();
    for walk in walks {
        let blocks = walk.blocks();
        for start in (0..blocks.len()).filter(|&at| blocks[at] == path[0]) {
            let followed = path
                .iter()
                .zip(&blocks[start..])
                .take_while(|(wanted, block)| wanted == block)
                .count();
            if followed == path.len() {
                return Some(Fitness::COVERED);
            }
            let wrong = start + followed - 1;
            let Some(outcome) = walk.steps[wrong].1 else { continue };
            let still =
                path[followed..path.len() - 1].iter().filter(|&&block| decides(block)).count();
            let distance =
                if outcome == Outcome::True { ne(3, 0).to_false() } else { eq(3, 0).to_true() };
            tries.push(Fitness::new(still as u32, distance));
        }
    }
    tries.into_iter().min()
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn a_path_is_as_far_as_its_definition_says(
        graph in acyclic(),
        draws in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 12), 0..4),
        n in 2..6_u16,
    ) {
        let walks: Vec<_> = draws.iter().map(|draws| walk(&graph, draws)).collect();
        let paths = sequences(&graph, MAIN, n, 100_000).expect("few");
        let unrolled =
            UnrolledGraph::builder(&graph).paths(paths.iter().cloned()).build().expect("small");
        let mut goals = Goals::<Trace>::new();
        add(&mut goals, &graph, &unrolled, HistoryCriterion::Path);
        let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
        walks.iter().for_each(|walk| walk.report(&graph, trace.root(), 3));
        goals.measure(&graph, &trace, &mut tables, &mut row);
        for (value, path) in row.iter().zip(&paths) {
            match by_definition(&graph, path.blocks(), &walks) {
                Some(expected) => prop_assert_eq!(*value, expected, "{} in {:?}", path, walks),
                None => prop_assert!(!value.is_covered()),
            }
        }
    }
}
