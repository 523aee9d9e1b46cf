//! Graphs are told apart by what was described, and by nothing else.

use super::{FIRST, config};
use crate::oracle::generate::any_shape;
use crate::oracle::{Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::{
    FlowBuilder, FlowError, FlowErrorKind, FlowGraph, GraphIdentity, Outcome, Unreachable,
};
use std::collections::BTreeMap;

fn identity(body: &FlowBuilder) -> GraphIdentity {
    let mut graph = FlowGraph::new();
    graph.add_with(body, Unreachable::Keep).expect("legal");
    graph.identity()
}

/// Users compare identities that were written by another version, on another machine.
#[test]
fn identities_are_pinned() {
    let mut graph = FlowGraph::new();
    let bodies = [
        FlowBuilder::new().exit(0),
        FlowBuilder::new().statements(0, 3).branch(0, 1, 2).exit(1).exit(2),
        FlowBuilder::new()
            .case(0, -7, 1)
            .arm(0, [1..=9, 12..=12], 2)
            .default(0, 3)
            .exit(1)
            .exit(2)
            .jump(3, 4)
            .exception(3, 2)
            .exit(4),
        FlowBuilder::new().edge(0, Outcome::Case(3), 1).jump(1, 2).jump(2, 1), // never ends
        (0..40)
            .fold(FlowBuilder::new(), |body, block| {
                body.statements(block, block).branch(block, block + 1, 40)
            })
            .exit(40),
    ];
    let hashes = bodies.map(|body| {
        graph.add(&body).expect("legal");
        graph.identity().hash()
    });
    assert_eq!(hashes.map(|hash| format!("{hash:032x}")), PINNED);
    assert_eq!(graph.identity().to_string(), format!("5-{}", &PINNED[4][..8]));
    assert_eq!(format!("{:?}", graph.identity()), format!("GraphIdentity(5-{})", PINNED[4]));
    assert_eq!(
        (GraphIdentity::default().hash(), FlowGraph::new().identity()),
        (0, GraphIdentity::default())
    );
}

const PINNED: [&str; 5] = [
    "558af5111254f5612bb640071ab115ac",
    "e68c8ada5a36b48aa57afdd254e26fbb",
    "91403244a8126407dfb3ff1007e2975e",
    "eda68edac95f7d4ea1edaa225668d745",
    "e33d490f7154c486b00554071c95e99d",
];

/// Bodies of up to three blocks, each with every edge, outcome, number of statements and exit that
/// it may have.
fn small_bodies() -> Vec<(String, FlowBuilder)> {
    let mut all = Vec::new();
    for blocks in 1..=3_u32 {
        let mut ways = vec![("exit".to_owned(), None)];
        for to in 0..blocks {
            ways.push((format!("{to}"), Some((to, to, 0))));
            for or_else in 0..blocks {
                for kind in 1..6 {
                    ways.push((format!("{to}/{or_else}/{kind}"), Some((to, or_else, kind))));
                }
            }
        }
        let describe = |body: FlowBuilder, block: u32, way: Option<(u32, u32, u32)>| match way {
            None => body.exit(block),
            Some((to, _, 0)) => body.jump(block, to),
            Some((to, or_else, 1)) => body.branch(block, to, or_else),
            Some((to, or_else, 2)) => body.jump(block, to).exception(block, or_else),
            Some((to, or_else, 3)) => body.case(block, 4, to).default(block, or_else),
            Some((to, or_else, 4)) => body.case(block, 5, to).default(block, or_else),
            Some((to, or_else, _)) => body.arm(block, [4..=4, 7..=8], to).default(block, or_else),
        };
        let mut bodies = vec![(String::new(), FlowBuilder::new())];
        for block in 0..blocks {
            let choices = if blocks == 3 { &ways[..ways.len().min(18)] } else { &ways[..] };
            bodies = bodies
                .iter()
                .flat_map(|(name, body)| {
                    choices.iter().map(move |(way, what)| {
                        (format!("{name} {block}: {way};"), describe(body.clone(), block, *what))
                    })
                })
                .collect();
        }
        for (name, body) in bodies {
            for (block, count) in [(0, 0), (0, 1), (blocks - 1, 2)] {
                all.push((
                    format!("{name} {count} statements in {block}"),
                    body.clone().statements(block, count),
                ));
            }
            all.push((format!("{name} also leaves from 0"), body.exit(0)));
        }
    }
    all
}

/// One edge, outcome, statement or exit more or less: another identity. The graphs themselves are
/// the oracle.
#[test]
fn small_graphs_that_differ_have_different_identities() {
    let mut known: BTreeMap<GraphIdentity, (String, FlowGraph)> = BTreeMap::new();
    let (mut different, mut hashes) = (0, BTreeMap::new());
    for (name, body) in small_bodies() {
        let mut graph = FlowGraph::new();
        graph.add_with(&body, Unreachable::Keep).expect("legal");
        if let Some((other, same)) = known.get(&graph.identity()) {
            assert_eq!(*same, graph, "{name}, {other}");
        } else {
            different += 1;
            // Half of the hash suffices for so few graphs, either half.
            for half in
                [graph.identity().hash() >> 64, graph.identity().hash() & u128::from(u64::MAX)]
            {
                assert_eq!(hashes.insert(half, name.clone()), None, "{name}");
            }
            known.insert(graph.identity(), (name, graph));
        }
    }
    assert!(different > 20_000, "{different}");
}

#[test]
fn values_of_cases_and_arms_count_and_the_order_of_their_declaration_does_not() {
    let switch = |case, low, high| {
        FlowBuilder::new().case(0, case, 1).arm(0, [low..=high], 2).default(0, 1).exit(1).exit(2)
    };
    let base = identity(&switch(3, 5, 9));
    for other in [switch(4, 5, 9), switch(3, 6, 9), switch(3, 5, 8), switch(-3, 5, 9)] {
        assert_ne!(identity(&other), base);
    }
    let [forth, back] = [[1, 2], [2, 1]].map(|order| {
        let cases = order
            .into_iter()
            .fold(FlowBuilder::new(), |body, value| body.case(0, i128::from(value), value));
        identity(&cases.default(0, 3).exit(1).exit(2).exit(3))
    });
    assert_eq!(forth, back);
    // The only edge of a block is no branch, but its name counts.
    let names = [
        Outcome::Next,
        Outcome::True,
        Outcome::Case(3),
        Outcome::Case(4),
        Outcome::Default,
        Outcome::Exception(0),
    ];
    let named = names.map(|name| identity(&FlowBuilder::new().edge(0, name, 1).exit(1)));
    assert!((0..6).all(|at| !named[at + 1..].contains(&named[at])), "{named:?}");
}

#[test]
fn what_is_refused_leaves_no_trace() {
    let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    let before = (graph.identity(), graph.clone());
    assert!(matches!(
        graph.add(&FlowBuilder::new().exit(0).exit(1)),
        Err(FlowError { kind: FlowErrorKind::Unreachable { .. }, .. })
    ));
    assert_eq!((graph.identity(), graph.identity().functions()), (before.0, 1));
    let mut other = before.1;
    let body = FlowBuilder::new().case(0, 1, 1).default(0, 1).exit(1);
    graph.add(&body).expect("legal");
    other.add(&body).expect("legal");
    assert_eq!(graph.identity(), other.identity());
}

/// A chain of blocks with many statements in one of them, so that rows of any length have a number
/// at any place.
#[test]
fn every_place_of_a_long_row_counts() {
    for blocks in 1..40_u32 {
        let chain = |at: u32, leaves: Option<u32>| {
            let body =
                (1..blocks).fold(FlowBuilder::new(), |body, block| body.jump(block - 1, block));
            leaves.into_iter().fold(body.statements(at, 7).exit(blocks - 1), FlowBuilder::exit)
        };
        let mut all: Vec<_> = (0..blocks).map(|at| identity(&chain(at, None))).collect();
        all.extend((0..blocks - 1).map(|leaves| identity(&chain(0, Some(leaves)))));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "{blocks}");
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn equal_graphs_have_equal_identities_and_others_do_not(
        one in vec(any_shape(4), 0..4),
        other in vec(any_shape(4), 0..4),
    ) {
        let graphs = [program(&one), program(&other)];
        prop_assert_eq!(graphs[0] == graphs[1], graphs[0].identity() == graphs[1].identity());
        prop_assert_eq!(program(&one).identity(), graphs[0].identity());
    }

    /// What was made for n functions fits every graph that begins with these.
    #[test]
    fn a_graph_begins_with_each_of_its_beginnings(
        shapes in vec(any_shape(4), 1..5),
        more in any_shape(4),
    ) {
        let graph = program(&shapes);
        for functions in 0..=shapes.len() {
            let before = program(&shapes[..functions]);
            prop_assert_eq!(before.identity().functions() as usize, functions);
            prop_assert_eq!(graph.check(before.identity()), Ok(()));
            prop_assert_eq!(before.check(graph.identity()).is_ok(), functions == shapes.len());
            let mut other: Vec<Shape> = shapes[..functions].to_vec();
            other.push(more.clone());
            let other = program(&other);
            let same = functions < shapes.len() && other == program(&shapes[..=functions]);
            prop_assert_eq!(graph.check(other.identity()).is_ok(), same);
        }
    }

    #[test]
    fn the_order_of_functions_counts(one in any_shape(4), other in any_shape(4)) {
        let [forth, back] =
            [program(&[one.clone(), other.clone()]), program(&[other.clone(), one.clone()])];
        prop_assert_eq!(forth.identity() == back.identity(), one.graph() == other.graph());
        let entry = forth.entry(FIRST);
        prop_assert!(forth.get_function_of(entry).is_some());
    }
}

/// These words are those of the seed: a factor of the first step is 0, and the other one must not
/// be lost with the product.
#[test]
fn a_product_of_nothing_loses_nothing() {
    let line = |counts: [u32; 4]| {
        let body = (0..4)
            .zip(counts)
            .fold(FlowBuilder::new(), |body, (block, count)| body.statements(block, count));
        identity(&body.jump(0, 1).jump(1, 2).jump(2, 3).exit(3))
    };
    let [low, high] = [0x85a3_08d3, 0x243f_6a88];
    let all: Vec<_> = (0..50)
        .flat_map(|x| [line([low, high, x, 7]), line([high, low, x, 7]), line([x, 7, low, high])])
        .collect();
    let different: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(different.len(), all.len());
}
