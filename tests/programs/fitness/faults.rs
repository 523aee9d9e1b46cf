//! Known faults of existing tools, by their ids, as cases that must come out right.

use super::{FIRST, swept};
use crate::oracle::run::{Run, Seen};
use crate::oracle::values::fitness;
use crate::oracle::{Shape, permutation, program};
use sbst::distance::{Distance, Nearest, Normalise, Normaliser, lt};
use sbst::execution::Trace;
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::Outcome::{self, Exception, False, Next, True};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;

fn seen(entered: &[usize], distances: &[(usize, Outcome, f64)]) -> Seen {
    let mut seen = Seen { entered: true, ..Seen::default() };
    entered.iter().for_each(|&block| seen.visit(block, 0));
    distances.iter().for_each(|&(block, name, distance)| seen.observe((block, name), distance));
    seen
}

/// The value of a block goal for every order of blocks (the entry stays) and for both orders of
/// declaration: it must be one.
fn in_every_order(shape: &Shape, seen: &Seen, goal: usize) -> Fitness {
    let mut values = Vec::new();
    for to in orders(shape.len()) {
        let moved = shape.renumbered(&to);
        let run = Run::new(std::slice::from_ref(&moved), [seen.renumbered(&to)]);
        for body in [moved.body(), moved.shuffled_body(&[3, 250, 17, 90])] {
            let graph = FlowGraph::of(&body).expect("legal");
            let block = graph.block(FIRST, to[goal] as u32);
            values.push(swept(&graph, &run).block(block));
            values.push(fitness_of_block(&graph, &run, block));
        }
    }
    assert!(values.windows(2).all(|pair| pair[0] == pair[1]), "{values:?}");
    values[0]
}

/// All permutations of a few blocks that keep block 0, some of many.
fn orders(len: usize) -> Vec<Vec<usize>> {
    if len > 7 {
        return (0..200_u8)
            .map(|key| permutation(len, &[key, key.wrapping_mul(29), 77, key.reverse_bits()]))
            .collect();
    }
    let mut all = vec![vec![0]];
    for next in 1..len {
        let longer = |order: &Vec<usize>| {
            (1..=next)
                .map(|place| {
                    order.iter().map(|&at| at + usize::from(at >= place)).chain([place]).collect()
                })
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn c1_a_shared_visited_set_loses_the_shorter_chain() {
    // 0 x: 3 b2 or 4; b2: 2 t or 1 b1; b1: t or 4; t has a branch. x was evaluated, d = 7 from b2.
    let shape = Shape::new(
        &[
            (0, True, 3),
            (0, False, 4),
            (3, True, 2),
            (3, False, 1),
            (1, True, 2),
            (1, False, 4),
            (2, True, 5),
            (2, False, 4),
            (5, Next, 4),
        ],
        &[4],
    );
    let seen = seen(&[0, 4], &[(0, True, 7.0), (0, False, 0.0)]);
    assert_eq!(in_every_order(&shape, &seen, 2), fitness((1, 7.0))); // block t
    assert_eq!(in_every_order(&shape, &seen, 5), fitness((2, 7.0))); // behind a branch of t
    let graph = shape.graph();
    let run = Run::new(std::slice::from_ref(&shape), [seen]);
    for branch in graph.branches_of(graph.block(FIRST, 2)) {
        assert_eq!(swept(&graph, &run).branch(branch), fitness((2, 7.0)));
        assert_eq!(fitness_of_branch(&graph, &run, branch), fitness((2, 7.0)));
    }
}

#[test]
fn c2_levels_count_dependences_not_edges() {
    // 0 c1 -true-> 1 p1 -true-> 5 t; c1 -false-> 2 c2 -false-> 3 q2 -true-> 4 q1 -true-> t; 6: the
    // end.
    let sides = |block, then, or_else| [(block, True, then), (block, False, or_else)];
    let edges =
        [sides(0, 1, 2), sides(1, 5, 6), sides(2, 6, 3), sides(3, 4, 6), sides(4, 5, 6)].concat();
    let shape = Shape::new(&[edges, vec![(5, Next, 6)]].concat(), &[6]);
    let both =
        seen(&[0, 2, 6], &[(0, True, 9.0), (0, False, 0.0), (2, True, 0.0), (2, False, 1.0)]);
    assert_eq!(in_every_order(&shape, &both, 5), fitness((1, 9.0))); // by p1, although c2 was the last and nearer

    // Three ifs in a row, the goal inside the third, stopped after the first: only the third
    // decision is to go right.
    let edges = [sides(0, 1, 2), sides(2, 3, 4), sides(4, 5, 6)].concat();
    let joins = vec![(1, Next, 2), (3, Next, 4), (5, Next, 6)];
    let shape = Shape::new(&[edges, joins].concat(), &[6]);
    let first = seen(&[0, 1], &[(0, True, 0.0), (0, False, 3.0)]);
    assert_eq!(in_every_order(&shape, &first, 5), fitness((1, 0.0)));
}

#[test]
fn c3_both_labels_between_two_blocks_count() {
    // 2 depends on both branches of 0, which is an exit besides.
    let shape = Shape::new(&[(0, True, 1), (0, False, 2), (1, Next, 2)], &[0]);
    let graph = shape.graph();
    let mut controls: Vec<_> =
        graph.controls(graph.block(FIRST, 2)).map(|branch| graph.edge(branch).outcome).collect();
    controls.sort_unstable();
    assert_eq!(controls, [True, False]);
    for (to_true, to_false) in [(2.0, 5.0), (5.0, 2.0)] {
        let seen = seen(&[0], &[(0, True, to_true), (0, False, to_false)]);
        assert_eq!(in_every_order(&shape, &seen, 2), fitness((0, 2.0)));
    }
    // The same target on both sides, directly.
    let shape = Shape::new(&[(0, True, 1), (0, False, 1), (0, Exception(0), 2)], &[]);
    assert_eq!(shape.graph().controls(shape.graph().block(FIRST, 1)).count(), 2);
}

#[test]
fn c4_only_the_side_that_is_needed_counts() {
    // A diverging predicate: seen on both sides, 4 and 6 away from being only on one.
    let shape = Shape::new(&[(0, True, 1), (0, False, 2)], &[]);
    let seen = seen(&[0], &[(0, True, 4.0), (0, False, 6.0)]);
    assert_eq!(in_every_order(&shape, &seen, 1), fitness((0, 4.0)));
    assert_eq!(in_every_order(&shape, &seen, 2), fitness((0, 6.0)));
}

#[test]
fn c5_functions_never_entered_do_not_rank_by_size() {
    // One decision before the goal in both; the second has many more blocks and edges.
    let small = Shape::new(&[(0, True, 1), (0, False, 2)], &[]);
    let tail = (2..60).map(|block| (block, Next, block + 1));
    let large = Shape::new(
        &[(0, True, 1), (0, False, 2)].into_iter().chain(tail).collect::<Vec<_>>(),
        &[1],
    );
    let shapes = [small, large];
    let graph = program(&shapes);
    let run = Run::new(&shapes, [Seen::default(), Seen::default()]);
    let table = swept(&graph, &run);
    for function in graph.functions() {
        let branch = graph.branch(graph.entry(function), True).expect("a branch");
        assert_eq!(table.block(graph.entry(function)), fitness((0, f64::INFINITY)));
        assert_eq!(table.branch(branch), fitness((1, f64::INFINITY)));
        assert_eq!(table.block(graph.block(function, 1)), fitness((1, f64::INFINITY)));
    }
    assert_eq!(FitnessTable::new(&graph).block(graph.block(FIRST, 1)), fitness((1, f64::INFINITY)));
}

#[test]
fn c6_cycles_keep_their_dependences_and_endless_loops_are_legal() {
    // A function that is `loop {}`: its block depends on its entry, and on the branch that goes
    // round.
    let shape = Shape::new(&[(0, Next, 0)], &[]);
    let graph = shape.graph();
    let block = graph.entry(FIRST);
    assert!(graph.depends_on_entry(block));
    assert_eq!(graph.controls(block).count(), 1);
    assert_eq!(in_every_order(&shape, &seen(&[0], &[]), 0), Fitness::COVERED);

    // A loop head depends on its own branch, and the body on the head.
    let shape = Shape::new(&[(0, Next, 1), (1, True, 2), (1, False, 3), (2, Next, 1)], &[3]);
    let graph = shape.graph();
    let own = graph.branch(graph.block(FIRST, 1), True).expect("a branch");
    assert!(graph.dependents(own).eq([2, 1].map(|local| graph.block(FIRST, local))));
    let forth = (0..4).map(|y| graph.controls(graph.block(FIRST, y)).collect::<Vec<_>>());
    assert!(forth.eq([vec![], vec![own], vec![own], vec![]]));

    // Two blocks of an irreducible loop depend on each other.
    let shape = Shape::new(
        &[(0, True, 1), (0, False, 2), (1, True, 2), (1, False, 3), (2, True, 1), (2, False, 3)],
        &[3],
    );
    let seen =
        seen(&[0, 1, 3], &[(0, True, 0.0), (0, False, 5.0), (1, True, 2.0), (1, False, 0.0)]);
    assert_eq!(in_every_order(&shape, &seen, 2), fitness((0, 2.0)));
}

#[test]
fn c7_progress_along_any_path_counts() {
    // The goal 3 is behind 0-true, 1-true or behind 0-false, 2-true; whichever is taken, its
    // decision counts.
    let shape = Shape::new(
        &[
            (0, True, 1),
            (0, False, 2),
            (1, True, 3),
            (1, False, 4),
            (2, True, 3),
            (2, False, 4),
            (3, Next, 4),
        ],
        &[4],
    );
    let one = seen(&[0, 1, 4], &[(0, True, 0.0), (0, False, 8.0), (1, True, 5.0), (1, False, 0.0)]);
    let other =
        seen(&[0, 2, 4], &[(0, True, 8.0), (0, False, 0.0), (2, True, 6.0), (2, False, 0.0)]);
    assert_eq!(in_every_order(&shape, &one, 3), fitness((0, 5.0)));
    assert_eq!(in_every_order(&shape, &other, 3), fitness((0, 6.0)));
    assert_eq!(in_every_order(&shape, &one.merged(&other), 3), fitness((0, 5.0)));
}

#[test]
fn c8_the_nearest_evaluation_of_a_loop_counts() {
    // while true { if x < 10 { goal } }, with x = 14, 12, 31.
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 0).jump(2, 0).exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let trace = Trace::new(&graph);
    let mut nearest = Nearest::default();
    let frame = trace.root().enter(FIRST);
    for x in [14, 12, 31] {
        frame.decide(0, sbst::distance::flag(true));
        frame.decide(1, lt(x, 10));
        nearest.see(lt(x, 10));
    }
    let goal = graph.block(FIRST, 2);
    assert_eq!(nearest.to_true(), Some(Distance::from(3)));
    assert_eq!(fitness_of_block(&graph, &trace, goal), fitness((0, 3.0)));
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &trace);
    assert_eq!(table.block(goal), fitness((0, 3.0)));
}

#[test]
fn c9_the_least_of_several_anchors_wins_in_any_order() {
    // Three tests in a row jump to the goal 4 if they hold; all were seen: 6, 5 and 7 away.
    let shape = Shape::new(
        &[
            (0, True, 4),
            (0, False, 1),
            (1, True, 4),
            (1, False, 2),
            (2, True, 4),
            (2, False, 3),
            (4, Next, 3),
        ],
        &[3],
    );
    for far in [[6.0, 5.0, 7.0], [5.0, 6.0, 7.0], [7.0, 6.0, 5.0]] {
        let sides = |block: usize| [(block, True, far[block]), (block, False, 0.0)];
        let seen = seen(&[0, 1, 2, 3], &[sides(0), sides(1), sides(2)].concat());
        assert_eq!(in_every_order(&shape, &seen, 4), fitness((0, 5.0)));
    }
    // A nearer distance one level higher does not win.
    let shape = Shape::new(
        &[
            (0, True, 1),
            (0, False, 2),
            (2, True, 3),
            (2, False, 5),
            (1, True, 4),
            (1, False, 5),
            (3, True, 4),
            (3, False, 5),
            (4, Next, 5),
        ],
        &[5],
    );
    let seen = seen(
        &[0, 1, 2, 5],
        &[
            (0, True, 0.0),
            (0, False, 0.0),
            (1, True, 6.0),
            (1, False, 0.0),
            (2, True, 1.0),
            (2, False, 0.0),
        ],
    );
    assert_eq!(in_every_order(&shape, &seen, 4), fitness((0, 6.0)));
}

#[test]
fn z1_an_unknown_distance_is_not_the_next_level() {
    let (unknown, next) = (fitness((0, f64::INFINITY)), fitness((1, 0.0)));
    assert_eq!((unknown.scalar(), next.scalar()), (1.0, 1.0)); // the scalars tie
    assert!(unknown < next && unknown != next); // the pairs do not
    assert!(Distance::GREATEST.norm() < 1.0);
    assert!(fitness((0, f64::MAX)).scalar() < 1.0 && fitness((7, f64::MAX)).scalar() < 8.0);
    for normaliser in [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC] {
        assert_eq!((unknown.scalar_by(normaliser), next.scalar_by(normaliser)), (1.0, 1.0));
        assert!(fitness((7, f64::MAX)).scalar_by(normaliser) < 8.0);
        assert_eq!(
            fitness((7, 5.0)).scalar_by(normaliser),
            7.0 + normaliser.normalise(Distance::from(5))
        );
    }

    // A comparison with NaN in the way of one goal, a decision to come in the way of the other.
    let shape = Shape::new(&[(0, True, 1), (0, False, 2), (2, True, 3), (2, False, 4)], &[]);
    let graph = shape.graph();
    let trace = Trace::new(&graph);
    trace.root().enter(Function::new(0)).decide(0, lt(f64::NAN, 1.0));
    let value = |local| fitness_of_block(&graph, &trace, graph.block(FIRST, local));
    assert_eq!((value(1), value(3)), (unknown, next));
    assert!(value(1) < value(3));
}
