//! Call sequences of functions are those of all paths that take no edge twice.

use crate::config;
use crate::oracle::generate::{any_shape, named, shape};
use crate::oracle::seeding::{by_object, paths};
use crate::oracle::{Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::Outcome::{Case, Exception, False, Next, True};
use sbst::flow::{Body, FlowGraph};
use sbst::id::Function;
use sbst::seeding::usage::sequences;

const FIRST: Function = Function::new(0);

/// By block: calls of an action on an object.
type Calls = Vec<Vec<(u8, u8)>>;

fn calls() -> impl Strategy<Value = Calls> {
    vec(vec((0..3_u8, 0..20_u8), 0..4), 1..8)
}

fn found(graph: &FlowGraph, function: Function, most: usize, calls: &Calls) -> Vec<(u8, Vec<u8>)> {
    sequences(graph, function, most, |block| calls[graph.local(block) as usize % calls.len()].clone())
}

fn defined(shape: &Shape, most: usize, calls: &Calls) -> Vec<(u8, Vec<u8>)> {
    let on = |path: Vec<usize>| by_object(path.into_iter().flat_map(|block| calls[block % calls.len()].clone()));
    paths(shape, most).into_iter().flat_map(on).collect()
}

/// One call in each block, on one object: the block itself.
fn blocks(shape: &Shape, most: usize) -> Vec<Vec<u32>> {
    let graph = shape.graph();
    sequences(&graph, FIRST, most, |block| [((), graph.local(block))]).into_iter().map(|(_, path)| path).collect()
}

/// So many diamonds in a row: 2^diamonds paths.
fn diamonds(count: usize) -> Shape {
    let diamond = |at: usize| {
        let first = 3 * at;
        [(first, True, first + 1), (first, False, first + 2), (first + 1, Next, first + 3), (first + 2, Next, first + 3)]
    };
    Shape::new(&(0..count).flat_map(diamond).collect::<Vec<_>>(), &[3 * count])
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn sequences_are_those_of_all_paths(
        shape in prop_oneof![any_shape(7), shape(7)], calls in calls(), most in prop_oneof![0..5_usize, 5..300_usize],
    ) {
        let graph = shape.graph();
        let once = found(&graph, FIRST, most, &calls);
        prop_assert_eq!(&once, &defined(&shape, most, &calls));
        prop_assert_eq!(once, found(&graph, FIRST, most, &calls));
    }

    #[test]
    fn a_function_does_not_see_the_others(shapes in vec(any_shape(5), 1..4), calls in calls()) {
        let graph = program(&shapes);
        for (function, shape) in graph.functions().zip(&shapes) {
            prop_assert_eq!(found(&graph, function, 50, &calls), defined(shape, 50, &calls), "{:?}", function);
        }
    }

    #[test]
    fn paths_take_edges_in_the_order_of_their_names_however_they_were_declared(
        shape in any_shape(6), keys in vec(any::<u8>(), 1..8), calls in calls(),
    ) {
        let shape = shape.reachable_only();
        let graph = FlowGraph::of(&shape.shuffled_body(&keys)).expect("legal");
        prop_assert_eq!(found(&graph, FIRST, 60, &calls), defined(&shape, 60, &calls));
    }

    #[test]
    fn fewer_paths_are_the_first_ones(shape in any_shape(7), most in 0..40_usize) {
        let all = blocks(&shape, 200);
        prop_assert_eq!(&blocks(&shape, most)[..], &all[..most.min(all.len())]);
    }
}

#[test]
fn named_shapes_have_the_paths_that_are_defined() {
    for (name, shape) in named() {
        let expected: Vec<Vec<u32>> =
            paths(&shape, 500).into_iter().map(|path| path.into_iter().map(|block| block as u32).collect()).collect();
        assert_eq!(blocks(&shape, 500), expected, "{name}");
    }
}

#[test]
fn paths_by_hand() {
    let of = |edges: &[_], exits: &[usize]| blocks(&Shape::new(edges, exits), 100);
    assert_eq!(of(&[], &[0]), [[0]]);
    // An endless loop ends where no edge is left.
    assert_eq!(of(&[(0, Next, 0)], &[]), [[0, 0]]);
    // The body of a loop is passed once.
    assert_eq!(of(&[(0, True, 1), (0, False, 2), (1, Next, 0)], &[2]), [vec![0, 1, 0, 2], vec![0, 2]]);
    // An exit beside edges ends one path, and others go on.
    assert_eq!(of(&[(0, Next, 1), (1, Next, 2)], &[1]), [vec![0, 1], vec![0, 1, 2]]);
    // An exit without edges ends one path only.
    assert_eq!(of(&[(0, Next, 1)], &[1]), [[0, 1]]);
    // Parallel edges are two ways.
    assert_eq!(of(&[(0, Case(3), 1), (0, Case(-3), 1)], &[]), [[0, 1], [0, 1]]);
    assert_eq!(of(&[(0, Exception(0), 2), (0, Next, 1)], &[]), [[0, 1], [0, 2]]);
    // Both ways of a test that leads back to itself.
    assert_eq!(of(&[(0, True, 0), (0, False, 0)], &[]), [[0, 0, 0], [0, 0, 0]]);
}

#[test]
fn each_object_of_a_path_has_a_sequence_of_its_own() {
    let graph = diamonds(1).graph();
    let rows: Calls = vec![vec![(7, 1), (2, 2), (7, 1)], vec![(2, 3), (2, 3)], vec![], vec![(9, 4), (7, 5)]];
    let expected = [(2, vec![2, 3, 3]), (7, vec![1, 1, 5]), (9, vec![4]), (2, vec![2]), (7, vec![1, 1, 5]), (9, vec![4])];
    assert_eq!(found(&graph, FIRST, 9, &rows), expected);
    // Nothing is said of objects on which nothing is called.
    assert_eq!(found(&graph, FIRST, 9, &vec![vec![]]), []);
}

#[test]
fn the_cap_counts_paths_not_sequences() {
    let graph = diamonds(2).graph();
    let rows: Calls = vec![vec![(0, 0), (1, 1)]];
    for (most, expected) in [(0, 0), (1, 2), (3, 6), (4, 8), (5, 8), (usize::MAX, 8)] {
        assert_eq!(found(&graph, FIRST, most, &rows).len(), expected, "at most {most}");
    }
    // A path without calls counts, too: the second of these has the only call.
    let graph = diamonds(1).graph();
    let rows: Calls = vec![vec![], vec![], vec![(0, 8)], vec![]];
    assert_eq!(found(&graph, FIRST, 1, &rows), []);
    assert_eq!(found(&graph, FIRST, 2, &rows), [(0, vec![8])]);
}

#[test]
fn exponentially_many_paths_are_not_all_walked() {
    let shape = diamonds(200);
    let found = blocks(&shape, 1000);
    assert_eq!(found.len(), 1000);
    let before_the_last: Vec<u32> = (0..590).flat_map(|at| (at % 3 != 2).then_some(at)).collect();
    let mut different = found.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 1000);
    for path in found {
        assert_eq!(path.len(), 401);
        // 2^10 paths differ in the last ten tests only.
        assert!(path.iter().take_while(|&&block| block < 570).eq(before_the_last.iter().take_while(|&&block| block < 570)));
    }
    assert!(blocks(&shape, 0).is_empty());
}

#[test]
fn what_is_learned_from_a_function_is_accepted() {
    // 0: open  1: while .. { 2: read }  3: close
    let body = Body::new().jump(0, 1).branch(1, 2, 3).jump(2, 1).exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let rows = [Some("open"), None, Some("read"), Some("close")];
    let mut model = sbst::seeding::usage::UsageModel::new();
    let learned = sequences(&graph, FIRST, 10, |block| rows[graph.local(block) as usize].map(|action| ("file", action)));
    model.extend(learned.into_iter().map(|(_, actions)| actions));
    assert!(model.accepts(&["open", "read", "close"]) && model.accepts(&["open", "close"]));
    assert!(!model.accepts(&["open", "read", "read", "close"]), "the body of the loop was passed once");
    assert_eq!(model.sequences(), 2);
}

#[test]
fn functions_of_other_graphs_have_no_sequences() {
    let graph = diamonds(1).graph();
    for function in [1, 2, 1000, u32::MAX - 1] {
        assert_eq!(found(&graph, Function::new(function), 9, &vec![vec![(0, 0)]]), []);
    }
}
