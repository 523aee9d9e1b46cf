//! Call sequences of functions: all paths that make no decision twice, those first that cover
//! something new.

use super::config;
use crate::definitions::seeding::{Step, Trail, blocks, by_object, decides, edges, steps, trails};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::Outcome::{Case, Exception, False, Next, True};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst_oracle::generate::{any_shape, named};
use sbst_oracle::{Shape, program};
use sbst_seeding::usage::{Sequences, UsageError, UsageModel, models, sequences};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Not;

const FIRST: Function = Function::new(0);
const ALL: usize = usize::MAX;

/// By block: calls of an action on an object.
pub(crate) type Calls = Vec<Vec<(u8, u8)>>;

pub(crate) fn calls() -> impl Strategy<Value = Calls> {
    vec(vec((0..3_u8, 0..6_u8), 0..3), 1..8)
}

pub(crate) fn of_block(calls: &Calls, block: usize) -> Vec<(u8, u8)> {
    calls[block % calls.len()].clone()
}

fn found(
    graph: &FlowGraph,
    function: Function,
    most: usize,
    order: usize,
    calls: &Calls,
) -> Sequences<u8, u8> {
    sequences(graph, function, most, order, |block| of_block(calls, graph.local(block) as usize))
        .expect("an order")
}

/// One call in each block, on one object: the block itself.
fn walked(shape: &Shape, most: usize) -> Vec<Vec<usize>> {
    let graph = shape.graph();
    let found = sequences(&graph, FIRST, most, 2, |block| [((), graph.local(block) as usize)])
        .expect("an order");
    found.found.into_iter().map(|(_, path)| path).collect()
}

/// So many diamonds in a row: 2^diamonds paths.
fn diamonds(count: usize) -> Shape {
    let diamond = |at: usize| {
        let first = 3 * at;
        [
            (first, True, first + 1),
            (first, False, first + 2),
            (first + 1, Next, first + 3),
            (first + 2, Next, first + 3),
        ]
    };
    Shape::new(&(0..count).flat_map(diamond).collect::<Vec<_>>(), &[3 * count])
}

fn counted<T: Ord>(of: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for one in of {
        *counts.entry(one).or_insert(0) += 1;
    }
    counts
}

/// The transitions that the paths have.
fn all_steps(shape: &Shape, trails: &[Trail], order: usize, calls: &Calls) -> BTreeSet<Step> {
    trails
        .iter()
        .flat_map(|trail| {
            steps(order, blocks(shape, trail).into_iter().flat_map(|block| of_block(calls, block)))
        })
        .collect()
}

fn lost(found: &Sequences<u8, u8>) -> BTreeSet<Step> {
    found
        .lost_transitions
        .iter()
        .map(|lost| (lost.object, lost.history.clone(), lost.action))
        .collect()
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn without_a_cap_all_paths_are_listed_once_and_an_edge_that_none_takes_by_one_more(
        shape in any_shape(6),
    ) {
        let Some(trails) = trails(&shape, 3_000) else { return Ok(()) };
        let expected = counted(trails.iter().map(|trail| blocks(&shape, trail)));
        let mut listed = counted(walked(&shape, ALL));
        for (path, times) in expected {
            let count = listed.remove(&path).unwrap_or(0);
            prop_assert!(count >= times, "{:?} is listed {} times, not {}", path, count, times);
            if count > times {
                listed.insert(path, count - times);
            }
        }
        // What is left takes edges that no path takes, and no decision more than twice.
        let taken: BTreeSet<usize> = trails.iter().flatten().copied().collect();
        let edges = edges(&shape);
        let never: BTreeSet<(usize, usize)> = (0..edges.len())
            .filter(|edge| !taken.contains(edge))
            .map(|edge| (edges[edge].0, edges[edge].2))
            .collect();
        prop_assert!(listed.values().sum::<usize>() <= edges.len() - taken.len());
        prop_assert_eq!(listed.is_empty(), taken.len() == edges.len());
        let parallel = |from: usize, to: usize| {
            edges.iter().filter(|edge| (edge.0, edge.2) == (from, to)).count()
        };
        for path in listed.keys() {
            let steps = counted(path.windows(2).map(|pair| (pair[0], pair[1])));
            prop_assert!(steps.keys().any(|step| never.contains(step)), "{:?}", path);
            let is_once = |from: usize, to: usize, times| {
                decides(&shape, from).not() || times <= 2 * parallel(from, to)
            };
            prop_assert!(
                steps.iter().all(|(&(from, to), &times)| is_once(from, to, times)),
                "{:?}",
                path
            );
        }
    }

    #[test]
    fn a_cap_says_what_it_loses_and_one_of_all_edges_and_transitions_loses_nothing(
        shape in any_shape(6), calls in calls(), order in 1..4_usize, most in 0..12_usize,
    ) {
        let Some(trails) = trails(&shape, 3_000) else { return Ok(()) };
        let graph = shape.graph();
        let all = all_steps(&shape, &trails, order, &calls);
        let none = found(&graph, FIRST, 0, order, &calls);
        prop_assert_eq!(
            (none.paths, none.found.len(), none.lost_edges.len()),
            (0, 0, edges(&shape).len())
        );
        prop_assert_eq!(lost(&none), all.clone());
        let enough = found(&graph, FIRST, none.lost_edges.len() + all.len(), order, &calls);
        prop_assert!(enough.lost_edges.is_empty() && enough.lost_transitions.is_empty());
        // What is lost is what the sequences do not have.
        let some = found(&graph, FIRST, most, order, &calls);
        let had: BTreeSet<Step> = some
            .found
            .iter()
            .flat_map(|(object, actions)| {
                steps(order, actions.iter().map(|&action| (*object, action)))
            })
            .collect();
        prop_assert_eq!(lost(&some), all.difference(&had).cloned().collect::<BTreeSet<_>>());
        prop_assert!(some.paths <= most);
    }

    #[test]
    fn each_path_covers_something_new_while_anything_is_left(
        shape in any_shape(6),
        calls in calls(),
        order in 1..4_usize,
    ) {
        if trails(&shape, 3_000).is_none() {
            return Ok(());
        }
        let graph = shape.graph();
        let mut before = found(&graph, FIRST, 0, order, &calls);
        for most in 1..200 {
            if before.lost_edges.is_empty() && before.lost_transitions.is_empty() {
                return Ok(());
            }
            let after = found(&graph, FIRST, most, order, &calls);
            // The beginning of a longer list.
            prop_assert_eq!(&after.found[..before.found.len()], &before.found[..]);
            prop_assert_eq!(after.paths, most);
            if before.lost_edges.is_empty() {
                prop_assert!(after.lost_transitions.len() < before.lost_transitions.len());
            } else {
                prop_assert!(after.lost_edges.len() < before.lost_edges.len());
            }
            before = after;
        }
        prop_assert!(false, "more than 200 paths");
    }

    #[test]
    fn a_function_does_not_see_the_others(
        shapes in vec(any_shape(5), 1..4),
        calls in calls(),
        most in 0..30_usize,
    ) {
        let graph = program(&shapes);
        for (function, shape) in graph.functions().zip(&shapes) {
            let (here, alone) = (
                found(&graph, function, most, 2, &calls),
                found(&shape.graph(), FIRST, most, 2, &calls),
            );
            prop_assert_eq!(
                (here.found, here.paths, here.lost_transitions),
                (alone.found, alone.paths, alone.lost_transitions)
            );
            let local = |(block, name): &(sbst::id::Block, _)| (graph.local(*block), *name);
            let names: Vec<_> =
                alone.lost_edges.iter().map(|&(block, name)| (block.number(), name)).collect();
            prop_assert_eq!(here.lost_edges.iter().map(local).collect::<Vec<_>>(), names);
        }
    }

    #[test]
    fn edges_may_be_declared_in_any_order(
        shape in any_shape(6),
        keys in vec(any::<u8>(), 1..8),
        calls in calls(),
        most in 0..30_usize,
    ) {
        let shape = shape.reachable_only();
        let graph = FlowGraph::of(&shape.shuffled_body(&keys)).expect("legal");
        prop_assert_eq!(
            found(&graph, FIRST, most, 2, &calls),
            found(&shape.graph(), FIRST, most, 2, &calls)
        );
    }
}

#[test]
fn named_shapes_have_the_paths_that_are_defined() {
    let mut compared = 0;
    for (name, shape) in named() {
        let Some(trails) = trails(&shape, 20_000) else { continue };
        compared += 1;
        let listed: BTreeSet<Vec<usize>> = walked(&shape, ALL).into_iter().collect();
        for trail in trails {
            assert!(listed.contains(&blocks(&shape, &trail)), "{name}");
        }
    }
    assert!(compared > 12);
}

#[test]
fn paths_by_hand() {
    let of = |edges: &[_], exits: &[usize]| walked(&Shape::new(edges, exits), 100);
    assert_eq!(of(&[], &[0]), [[0]]);
    // An endless loop ends at its virtual exit, before it or after one round.
    assert_eq!(of(&[(0, Next, 0)], &[]), [vec![0, 0], vec![0]]);
    // The body of a loop is passed once.
    assert_eq!(
        of(&[(0, True, 1), (0, False, 2), (1, Next, 0)], &[2]),
        [vec![0, 1, 0, 2], vec![0, 2]]
    );
    // An exit beside edges ends one path, and others go on.
    assert_eq!(of(&[(0, Next, 1), (1, Next, 2)], &[1]), [vec![0, 1, 2], vec![0, 1]]);
    // An exit without edges ends one path only.
    assert_eq!(of(&[(0, Next, 1)], &[1]), [[0, 1]]);
    // Parallel edges are two ways.
    assert_eq!(of(&[(0, Case(3), 1), (0, Case(-3), 1)], &[]), [[0, 1], [0, 1]]);
    assert_eq!(of(&[(0, Exception(0), 2), (0, Next, 1)], &[]), [[0, 1], [0, 2]]);
    // No path ends where it is stuck in a loop: 2 is an endless one, and 3 is.
    assert_eq!(
        of(&[(0, True, 1), (0, False, 2), (2, Next, 2)], &[1]),
        [vec![0, 1], vec![0, 2, 2], vec![0, 2]]
    );
}

#[test]
fn an_edge_that_no_path_takes_is_taken_once_by_another() {
    // loop { 0: if .. { 1: if .. { break } } }: to leave after 1 -> 0, a path would take 0 -> 1
    // twice.
    let shape = Shape::new(&[(0, True, 1), (0, False, 0), (1, True, 2), (1, False, 0)], &[2]);
    let listed: BTreeSet<Vec<usize>> = walked(&shape, ALL).into_iter().collect();
    assert_eq!(listed, BTreeSet::from([vec![0, 1, 2], vec![0, 0, 1, 2], vec![0, 1, 0, 1, 2]]));
    let graph = shape.graph();
    let two = found(&graph, FIRST, 2, 2, &vec![vec![(0, 0)]]);
    assert_eq!(two.lost_edges, [(graph.block(FIRST, 1), False)]);
}

#[test]
fn a_do_while_loop_has_the_same_sequences_however_its_blocks_are_cut() {
    let sequences_of = |edges: &[_], exit: usize, names: &[&'static str]| {
        let graph = Shape::new(edges, &[exit]).graph();
        let calls = |block| {
            Some(((), names[graph.local(block) as usize])).filter(|((), name)| !name.is_empty())
        };
        let listed = sequences(&graph, FIRST, ALL, 2, calls).expect("an order");
        assert!(listed.lost_edges.is_empty() && listed.lost_transitions.is_empty());
        let flow = models(&graph, FIRST, 2, calls).expect("an order").remove(0).1;
        (listed.found.into_iter().map(|((), actions)| actions).collect::<BTreeSet<_>>(), flow)
    };
    // do { read } while ..: in one block, and in two.
    let twice = BTreeSet::from([vec!["read"], vec!["read", "read"]]);
    assert_eq!(sequences_of(&[(0, True, 0), (0, False, 1)], 1, &["read", ""]).0, twice);
    assert_eq!(
        sequences_of(&[(0, Next, 1), (1, True, 0), (1, False, 2)], 2, &["read", "", ""]).0,
        twice
    );
    // do { 0: if .. { 1: x } else { 2: y } } 3: while ..; and with the test in a block of its
    // own, 4.
    let body = [(0, True, 1), (0, False, 2), (1, Next, 3), (2, Next, 3)];
    let paths = BTreeSet::from([vec!["x"], vec!["y"], vec!["x", "y"], vec!["y", "x"]]);
    let names = ["", "x", "y", "", "", ""];
    for (test, exit) in
        [(&[(3, True, 0), (3, False, 4)][..], 4), (&[(3, Next, 4), (4, True, 0), (4, False, 5)], 5)]
    {
        let (listed, flow) = sequences_of(&[&body[..], test].concat(), exit, &names);
        assert_eq!(listed, paths);
        // The flow has two more: x after x, and y after y.
        let learned = UsageModel::from_iter(listed);
        assert_eq!((learned.transition_count(), flow.transition_count()), (6, 8));
        assert!(
            ["x", "y"]
                .iter()
                .all(|name| flow.accepts(&[name, name]) && !learned.accepts(&[name, name]))
        );
    }
}

#[test]
fn a_path_goes_round_where_the_nearest_way_is_needed_for_the_rest() {
    // 0 -> 1 -> 2 -> 3 -> 1, 1 -> 1, 3 -> 4; and 0 -> 3: the edge 3 -> 1 needs 1 -> 2 afterwards,
    // so it must be reached by 0 -> 3.
    let edges = [
        (0, True, 1),
        (0, False, 3),
        (1, True, 2),
        (1, False, 1),
        (2, Next, 3),
        (3, True, 1),
        (3, False, 4),
    ];
    let shape = Shape::new(&edges, &[4]);
    let listed = walked(&shape, ALL);
    assert!(listed.contains(&vec![0, 3, 1, 2, 3, 4]));
    let is_once = |path: &Vec<usize>| {
        counted(path.windows(2)).iter().all(|(step, &times)| step[0] == 2 || times == 1)
    };
    assert!(listed.iter().all(is_once), "{listed:?}");
}

#[test]
fn each_object_of_a_path_has_a_sequence_of_its_own() {
    let graph = diamonds(1).graph();
    let rows: Calls =
        vec![vec![(7, 1), (2, 2), (7, 1)], vec![(2, 3), (2, 3)], vec![], vec![(9, 4), (7, 5)]];
    let expected = [
        (2, vec![2, 3, 3]),
        (7, vec![1, 1, 5]),
        (9, vec![4]),
        (2, vec![2]),
        (7, vec![1, 1, 5]),
        (9, vec![4]),
    ];
    assert_eq!(found(&graph, FIRST, 9, 2, &rows).found, expected);
    assert_eq!(by_object([(1, 2)]), [(1, vec![2])]);
    // Nothing is said of objects on which nothing is called.
    assert_eq!(found(&graph, FIRST, 9, 2, &vec![vec![]]).found, []);
}

#[test]
fn the_cap_counts_paths_not_sequences() {
    let graph = diamonds(2).graph();
    let rows: Calls = vec![vec![(0, 0), (1, 1)]];
    for (most, expected) in [(0, 0), (1, 2), (3, 6), (4, 8), (5, 8), (ALL, 8)] {
        let found = found(&graph, FIRST, most, 2, &rows);
        assert_eq!((found.paths, found.found.len()), (most.min(4), expected), "at most {most}");
    }
    // A path without calls counts, too: the second of these has the only call.
    let graph = diamonds(1).graph();
    let rows: Calls = vec![vec![], vec![], vec![(0, 5)], vec![]];
    let first = found(&graph, FIRST, 1, 2, &rows);
    assert_eq!((first.paths, first.found.len()), (1, 0));
    assert_eq!(lost(&first), BTreeSet::from([(0, vec![], Some(5)), (0, vec![5], None)]));
    assert_eq!(found(&graph, FIRST, 2, 2, &rows).found, [(0, vec![5])]);
}

#[test]
fn exponentially_many_paths_are_not_all_walked() {
    let listed = walked(&diamonds(200), 1000);
    assert_eq!(listed.len(), 1000);
    assert!(listed.iter().all(|path| path.len() == 401));
    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), 1000);
    assert!(walked(&diamonds(200), 0).is_empty());
    // Two paths take all edges.
    let graph = diamonds(200).graph();
    let two = found(&graph, FIRST, 2, 2, &vec![vec![]]);
    assert_eq!((two.paths, two.lost_edges.len()), (2, 0));
}

#[test]
fn what_is_learned_from_a_function_is_accepted() {
    // 0: open  1: while .. { 2: read }  3: close
    let body = FlowBuilder::new().jump(0, 1).branch(1, 2, 3).jump(2, 1).exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let rows = [Some("open"), None, Some("read"), Some("close")];
    let mut model = UsageModel::new();
    let learned = sequences(&graph, FIRST, 10, 2, |block| {
        rows[graph.local(block) as usize].map(|action| ("file", action))
    });
    model.extend(learned.expect("an order").found.into_iter().map(|(_, actions)| actions));
    assert!(model.accepts(&["open", "read", "close"]) && model.accepts(&["open", "close"]));
    assert!(
        !model.accepts(&["open", "read", "read", "close"]),
        "the body of the loop was passed once"
    );
    assert_eq!(model.sequences(), 2);
}

#[test]
fn functions_of_other_graphs_have_no_sequences_and_wrong_orders_are_refused() {
    let graph = diamonds(1).graph();
    for function in [1, 2, 1000, u32::MAX - 1] {
        let none = found(&graph, Function::new(function), 9, 2, &vec![vec![(0, 0)]]);
        assert_eq!((none.found.len(), none.paths, none.lost_edges.len()), (0, 0, 0));
    }
    for (order, error) in
        [(0, UsageError::NoOrder), (ALL, UsageError::OrderTooLarge { order: ALL })]
    {
        assert_eq!(sequences(&graph, FIRST, 9, order, |_| [(0, 0)]), Err(error));
    }
}
