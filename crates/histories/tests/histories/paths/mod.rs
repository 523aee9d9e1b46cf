//! Paths: walks of n blocks and prime paths are all that there are, counted before they are listed,
//! and within their bounds.

mod golden;

use crate::effort::config;
use crate::oracle::generate::{any_shape, do_while, named};
use crate::oracle::{Shape, paths as oracle, program};
use proptest::prelude::*;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function};
use sbst_histories::paths::{BlockPath, PathError, prime_paths, sequence_count, sequences};

const FIRST: Function = Function::new(0);

fn numbers(graph: &FlowGraph, paths: &[BlockPath]) -> Vec<Vec<usize>> {
    paths
        .iter()
        .map(|path| path.blocks().iter().map(|&block| graph.local(block) as usize).collect())
        .collect()
}

/// Number of blocks of all paths together.
fn blocks_of(paths: &[Vec<usize>]) -> usize {
    paths.iter().map(Vec::len).sum()
}

/// Prime paths of the function, with the count at every bound that is near.
fn assert_prime(graph: &FlowGraph, function: Function, shape: &Shape, name: &str) {
    let expected: Vec<_> = oracle::prime_paths(shape).into_iter().collect();
    let blocks = blocks_of(&expected);
    let paths = prime_paths(graph, function, blocks).expect("not one too many");
    assert_eq!(numbers(graph, &paths), expected, "{name}");
    if blocks > 0 {
        let error = prime_paths(graph, function, blocks - 1).expect_err("one block too many");
        let told = (error.function, error.count, error.most);
        assert_eq!(told, (function, None, blocks - 1), "{name}");
    }
}

fn assert_sequences(graph: &FlowGraph, function: Function, shape: &Shape, n: u16, name: &str) {
    let expected: Vec<_> = oracle::walks(shape, usize::from(n)).into_iter().collect();
    assert_eq!(sequence_count(graph, function, n), expected.len() as u64, "{name}, {n}");
    let count = blocks_of(&expected);
    assert_eq!(
        sequences(graph, function, n, count).map(|paths| numbers(graph, &paths)),
        Ok(expected),
        "{name}, {n}"
    );
    if count > 0 {
        let error = sequences(graph, function, n, count - 1).expect_err("one too many");
        assert_eq!((error.count, error.most), (Some(count as u64), count - 1), "{name}, {n}");
    }
}

#[test]
fn named_shapes_have_the_paths_of_the_definition() {
    let mut count = 0;
    for (name, shape) in named().into_iter().filter(|(_, shape)| shape.len() <= 10) {
        let graph = shape.graph();
        assert_prime(&graph, FIRST, &shape, name);
        (0..6).for_each(|n| assert_sequences(&graph, FIRST, &shape, n, name));
        count += 1;
    }
    assert!(count > 5);
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn paths_are_those_of_the_definition(first in any_shape(3), shape in any_shape(6)) {
        let graph = program(&[first, shape.clone()]);
        assert_prime(&graph, Function::new(1), &shape, "generated");
        (0..5).for_each(|n| assert_sequences(&graph, Function::new(1), &shape, n, "generated"));
    }

    #[test]
    fn every_simple_path_is_in_a_prime_path(shape in any_shape(6)) {
        let graph = shape.graph();
        let primes = numbers(&graph, &prime_paths(&graph, FIRST, usize::MAX).expect("no bound"));
        for path in oracle::simple_paths(&shape).into_iter().filter(|path| path.len() > 1) {
            let is_there =
                primes.iter().any(|prime| prime.windows(path.len()).any(|part| part == path));
            prop_assert!(is_there, "{:?} in {:?}", path, primes);
        }
    }

    #[test]
    fn what_is_listed_is_a_path_and_what_is_not_a_path_is_refused(
        shape in any_shape(8),
        blocks in proptest::collection::vec(0..9_u32, 0..5),
    ) {
        let graph = shape.graph();
        for path in sequences(&graph, FIRST, 3, usize::MAX).expect("no bound") {
            prop_assert_eq!(BlockPath::new(&graph, path.blocks().iter().copied()), Ok(path));
        }
        let given = BlockPath::new(&graph, blocks.iter().copied().map(Block::new));
        let leads = |pair: &[u32]| {
            shape.0[pair[0] as usize].edges.iter().any(|edge| edge.1 == pair[1] as usize)
        };
        let expected = if blocks.len() < 2 {
            Err(PathError::TooShort)
        } else if let Some(&block) = blocks.iter().find(|&&block| block as usize >= shape.len()) {
            Err(PathError::UnknownBlock { block: Block::new(block) })
        } else if let Some(pair) = blocks.windows(2).find(|pair| !leads(pair)) {
            Err(PathError::NoEdge { from: Block::new(pair[0]), to: Block::new(pair[1]) })
        } else {
            Ok(())
        };
        prop_assert_eq!(given.map(|_| ()), expected);
    }
}

#[test]
fn a_block_alone_and_a_function_of_another_graph_have_no_paths() {
    let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("a graph");
    for function in [FIRST, Function::new(1), Function::new(u32::MAX)] {
        assert_eq!(prime_paths(&graph, function, 0), Ok(Vec::new()));
        assert_eq!(sequences(&graph, function, 2, 0), Ok(Vec::new()));
        assert_eq!([0, 1, 2, u16::MAX].map(|n| sequence_count(&graph, function, n)), [0; 4]);
    }
}

#[test]
fn paths_of_another_graph_are_told() {
    let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1)).expect("a graph");
    let path = BlockPath::new(&graph, [0, 1].map(Block::new)).expect("a path");
    let other =
        FlowGraph::of(&FlowBuilder::new().branch(0, 0, 2).exit(1).jump(2, 1)).expect("a graph");
    assert_eq!(
        path.check(&other),
        Err(PathError::NoEdge { from: Block::new(0), to: Block::new(1) })
    );
}

/// Numbers that nobody could list are refused, quickly.
#[test]
fn numbers_beyond_all_bounds_are_refused_before_anything_is_listed() {
    let mut body = FlowBuilder::new();
    for at in (0..200).step_by(2) {
        body = body.branch(at, at + 1, at + 2).branch(at + 1, at + 2, at);
    }
    let graph = FlowGraph::of(&body.exit(200)).expect("a graph");
    assert_eq!(sequence_count(&graph, FIRST, 1000), u64::MAX);
    assert_eq!(
        sequences(&graph, FIRST, 1000, 1 << 20).map_err(|error| error.count),
        Err(Some(u64::MAX))
    );
    assert!(prime_paths(&graph, FIRST, 1000).is_err());
}

/// In a complete graph nearly all simple paths are parts of others; the search still ends at the
/// bound.
#[test]
fn the_bound_of_prime_paths_holds_where_most_simple_paths_are_not_prime() {
    let mut body = FlowBuilder::new();
    for from in 0..40 {
        for to in 0..40 {
            body = body.case(from, i128::from(to), to);
        }
    }
    let complete = FlowGraph::of(&body).expect("a graph");
    assert!(prime_paths(&complete, FIRST, 100).is_err());
    // A path into a nest of loops from which nothing returns.
    let nest = do_while(60).graph();
    let paths = prime_paths(&nest, FIRST, 1 << 22).expect("as long as the nest is deep");
    let blocks = blocks_of(&numbers(&nest, &paths));
    assert!(
        prime_paths(&nest, FIRST, blocks).is_ok() && prime_paths(&nest, FIRST, blocks - 1).is_err()
    );
}

/// `while a { .. }` again and again.
fn loops(count: u32) -> FlowGraph {
    let body = (0..count).fold(FlowBuilder::new(), |body, number| {
        body.branch(2 * number, 2 * number + 1, 2 * number + 2).jump(2 * number + 1, 2 * number)
    });
    FlowGraph::of(&body.exit(2 * count)).expect("a graph")
}

/// Paths that are few and long are bounded by their blocks.
#[test]
fn od76_blocks_of_listed_paths_are_bounded() {
    for most in [0, 100, 10_000, 1 << 20] {
        for count in [5, 50, 500, 5_000] {
            let graph = loops(count);
            let blocks = |paths: Vec<BlockPath>| blocks_of(&numbers(&graph, &paths));
            if let Ok(paths) = prime_paths(&graph, FIRST, most) {
                assert!(blocks(paths) <= most, "{count} loops, {most}");
            }
            for n in [2, 60, 600] {
                match sequences(&graph, FIRST, n, most) {
                    Ok(walks) => assert!(blocks(walks) <= most, "{count} loops, {n}, {most}"),
                    Err(error) => assert!(error.count > Some(most as u64)),
                }
            }
        }
    }
    // Few paths, whose blocks are many.
    let graph = loops(60);
    let all = prime_paths(&graph, FIRST, usize::MAX).expect("no bound");
    let (paths, blocks) = (all.len(), blocks_of(&numbers(&graph, &all)));
    assert!(blocks > 20 * paths, "{paths} paths, {blocks} blocks");
    assert!(prime_paths(&graph, FIRST, paths).is_err());
}
