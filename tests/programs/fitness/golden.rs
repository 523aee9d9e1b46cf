//! The worked examples of F7, from the publications that they explain.

use super::{FIRST, swept};
use crate::oracle::Shape;
use crate::oracle::run::{Run, Seen};
use sbst::distance::{Distance, flag};
use sbst::fitness::{Fitness, fitness_of_block, fitness_of_branch};
use sbst::flow::FlowGraph;
use sbst::flow::Outcome::{self, False, Next, True};

/// What was observed: blocks that were entered, and evaluated sides with their distances.
fn seen(entered: &[usize], distances: &[(usize, Outcome, f64)]) -> Seen {
    let mut seen = Seen { entered: true, ..Seen::default() };
    entered.iter().for_each(|&block| seen.visit(block, 0));
    distances.iter().for_each(|&(block, name, distance)| seen.observe((block, name), distance));
    seen
}

/// The value of a block goal, in the table and alone.
fn block(shape: &Shape, seen: Seen, block: usize) -> Fitness {
    let graph = shape.graph();
    let run = Run::new(std::slice::from_ref(shape), [seen]);
    let id = graph.block(FIRST, block as u32);
    let value = swept(&graph, &run).block(id);
    assert_eq!(fitness_of_block(&graph, &run, id), value);
    value
}

fn branch(shape: &Shape, seen: Seen, source: usize, name: Outcome) -> Fitness {
    let graph = shape.graph();
    let run = Run::new(std::slice::from_ref(shape), [seen]);
    let id = graph.branch(graph.block(FIRST, source as u32), name).expect("a branch");
    let value = swept(&graph, &run).branch(id);
    assert_eq!(fitness_of_branch(&graph, &run, id), value);
    value
}

/// FLAG 3.3, the control structure of `get()`: 2 decides whether 4 runs, 4 decides whether 5 runs,
/// and 5 decides.
///
/// ```text
/// 0: 2 -true-> 1: 3 (return)     2 -false-> 2: 4 -true-> 3: 5 -true-> 4, -false-> 5
///                                           4 -false-> 5: return
/// ```
fn get() -> Shape {
    Shape::new(
        &[
            (0, True, 1),
            (0, False, 2),
            (2, True, 3),
            (2, False, 5),
            (3, True, 4),
            (3, False, 5),
            (4, Next, 5),
        ],
        &[1, 5],
    )
}

#[test]
fn flag_3_3_a_branch_two_decisions_behind_a_flag() {
    // The test takes 2 -> 3. The flag is K = 1 away from the other side. Then 4 and 5 must still go
    // right: level 2.
    let flag = flag(true);
    assert_eq!((flag.to_true().get(), flag.to_false().get()), (0.0, 1.0));
    let took =
        || seen(&[0, 1], &[(0, True, flag.to_true().get()), (0, False, flag.to_false().get())]);
    for side in [True, False] {
        let goal = branch(&get(), took(), 3, side);
        assert_eq!(goal, Fitness::new(2, Distance::from(1)));
        assert_eq!(goal.scalar(), 2.5); // 2 + 1 / (1 + 1)
    }
    assert_eq!(branch(&get(), took(), 2, True), Fitness::new(1, Distance::from(1)));
    assert_eq!(branch(&get(), took(), 0, False), Fitness::new(0, Distance::from(1)));
    assert_eq!(block(&get(), took(), 3), Fitness::new(1, Distance::from(1))); // node 5
}

/// BBC 2.1, `fromMap`. The blocks are named by their lines.
///
/// ```text
/// 403: for p in fields { 404-406: if value != null { 407-408: if array { 409 } else { 410: if string { 411 } else { 413 } } 415 } }
/// 418: return
/// ```
fn from_map() -> Shape {
    Shape::new(
        &[
            (B403, True, B404),
            (B403, False, B418),
            (B404, True, B407),
            (B404, False, B403),
            (B407, True, B409),
            (B407, False, B410),
            (B409, Next, B415),
            (B410, True, B411),
            (B410, False, B413),
            (B411, Next, B415),
            (B413, Next, B415),
            (B415, Next, B403),
        ],
        &[B418],
    )
}

const B403: usize = 0;
const B404: usize = 1;
const B407: usize = 2;
const B409: usize = 3;
const B410: usize = 4;
const B411: usize = 5;
const B413: usize = 6;
const B415: usize = 7;
const B418: usize = 8;

#[test]
fn bbc_2_1_no_field() {
    // 403 and 418 only; the loop's condition is K = 1 away. 409 is behind 403, 404-406 and 407-408:
    // level 2 from 403.
    let run = || seen(&[B403, B418], &[(B403, True, 1.0), (B403, False, 0.0)]);
    assert_eq!(block(&from_map(), run(), B409), Fitness::new(2, Distance::from(1)));
    assert_eq!(block(&from_map(), run(), B404), Fitness::new(0, Distance::from(1)));
    assert_eq!(block(&from_map(), run(), B407), Fitness::new(1, Distance::from(1)));
    assert_eq!(block(&from_map(), run(), B415), Fitness::new(1, Distance::from(1))); // as 407-408: it always follows
    assert_eq!(block(&from_map(), run(), B413), Fitness::new(3, Distance::from(1)));
}

#[test]
fn bbc_3_1_stopped_before_a_predicate() {
    // T1 and T2 stop inside 404-406: its predicate was not evaluated, so all of 404-406, 407-408
    // and 410 are still to go right.
    let looped = [(B403, True, 0.0), (B403, False, 1.0)];
    let stopped = seen(&[B403, B404], &looped);
    assert_eq!(block(&from_map(), stopped, B413), Fitness::new(3, Distance::ZERO)); // published: 2

    // Evaluated to false, it is known how far it was: nearer.
    let evaluated = seen(
        &[B403, B404, B418],
        &[looped[0], (B403, False, 0.0), (B404, True, 6.0), (B404, False, 0.0)],
    );
    assert_eq!(block(&from_map(), evaluated, B413), Fitness::new(2, Distance::from(6)));
}

/// The scalars that F7 names, and the values of the pairs beside them.
#[test]
fn scalars_of_f7() {
    let pair = |level, distance| Fitness::new(level, Distance::new(distance).expect("legal"));
    assert_eq!(pair(2, 1.0).scalar(), 2.5);
    assert_eq!(pair(0, 9.0).scalar(), 0.9);
    assert_eq!(pair(1, f64::MAX).scalar(), 1.999_999_999_999_999_8); // 1 + (1 - 2^-53) would round to 2
    assert_eq!(pair(0, f64::MAX).scalar(), 1.0 - f64::EPSILON / 2.0);
    assert_eq!((pair(1, f64::INFINITY).scalar(), pair(2, 0.0).scalar()), (2.0, 2.0));
    assert!(pair(1, f64::INFINITY) < pair(2, 0.0));
    assert!(Fitness::from(Distance::SMALLEST).scalar() > 0.0);
    // Flat statements: 1 + x / (1 + x) of the scalar, here 1 + 2.5 / 3.5.
    assert_eq!(sbst::objective::Scalar::FLAT.of(pair(2, 1.0)), 1.0 + 2.5 / 3.5);
    assert_eq!(sbst::objective::Scalar::FLAT.of(Distance::SMALLEST.into()), 1.0);
}

/// The recorder and a plain store give one and the same table.
#[test]
fn a_trace_of_from_map_has_the_same_values() {
    let shape = from_map();
    let graph: FlowGraph = shape.graph();
    let trace = sbst::execution::Trace::new(&graph);
    {
        let frame = trace.root().enter(FIRST);
        frame.decide(B403 as u32, flag(true));
        frame.decide(B404 as u32, sbst::distance::eq(0, 5));
        frame.decide(B403 as u32, flag(false));
    }
    let mut table = sbst::fitness::FitnessTable::new(&graph);
    table.sweep(&graph, &trace);
    assert_eq!(table.block(graph.block(FIRST, B413 as u32)), Fitness::new(2, Distance::from(6)));
    assert!(table.block(graph.block(FIRST, B418 as u32)).is_covered());
}

/// Around a loop a value flows backwards: the block that tests depends on its own branch, and on
/// that of a later block.
#[test]
fn observations_behind_a_block_improve_it() {
    // 0: go on or leave; 1: once more, or back to 0. The branch 1 -> 1 was seen although 1 was not.
    let shape = Shape::new(&[(0, True, 0), (0, False, 1), (1, True, 1), (1, False, 0)], &[0]);
    assert_eq!(block(&shape, seen(&[], &[(1, True, 1.0)]), 1), Fitness::new(0, Distance::from(1)));
    assert_eq!(
        branch(&shape, seen(&[], &[(1, True, 1.0)]), 1, False),
        Fitness::new(1, Distance::from(1))
    );

    // A chain of tests, the last of which goes back to the second: what it saw is handed on to all
    // of them.
    let chain = (1..6).flat_map(|test| [(test, True, test + 1), (test, False, 7)]);
    let edges: Vec<_> = [(0, True, 1), (0, False, 7), (6, True, 1), (6, False, 7)]
        .into_iter()
        .chain(chain)
        .collect();
    let shape = Shape::new(&edges, &[7]);
    for (local, level) in [(1, 0), (2, 1), (5, 4), (6, 5)] {
        assert_eq!(
            block(&shape, seen(&[], &[(6, True, 3.0)]), local),
            Fitness::new(level, Distance::from(3)).min(Fitness::new(level + 1, Distance::ZERO))
        );
    }
}
