//! Multi-way branches, own descriptions, and what a user may rely on when a program grows.

use super::{FIRST, picture};
use crate::oracle::Shape;
use crate::oracle::picture::{Picture, with_exit};
use sbst::flow::Outcome::{Arm, Case, Default as Otherwise, Exception, False, Next, True};
use sbst::flow::{
    BlockSketch, ControlFlow, FlowBuilder, FlowErrorKind, FlowGraph, Outcome, Unreachable,
};

fn names(graph: &FlowGraph, local: u32) -> Vec<Outcome> {
    graph.branches_of(graph.block(FIRST, local)).map(|branch| graph.edge(branch).outcome).collect()
}

#[test]
fn branches_stand_in_the_order_of_their_names() {
    let body = FlowBuilder::new()
        .exception(0, 1)
        .jump(0, 1)
        .default(0, 1)
        .arm(0, [5..=6], 1)
        .case(0, 3, 1)
        .exception(0, 1)
        .arm(0, [8..=9, 11..=11], 1)
        .case(0, -3, 1)
        .exit(1);
    let graph = FlowGraph::of(&body).expect("legal");
    assert_eq!(
        names(&graph, 0),
        [Case(-3), Case(3), Arm(0), Arm(1), Otherwise, Next, Exception(0), Exception(1)]
    );
}

#[test]
fn the_table_of_a_multi_way_block_selects_its_branches_in_order() {
    let body = FlowBuilder::new()
        .case(0, 7, 1)
        .arm(0, [20..=29, 40..=40], 2)
        .case(0, -7, 3)
        .default(0, 3)
        .exit(1)
        .exit(2)
        .exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let entry = graph.entry(FIRST);
    let branches: Vec<_> = graph.branches_of(entry).collect();
    let select = |value| {
        let arms = graph.arms(entry).expect("a multi-way block");
        let branch = branches[arms.select(value).map_or(branches.len() - 1, |arm| arm as usize)];
        graph.edge(branch).outcome
    };
    assert_eq!(
        [-7, 7, 25, 40, 30, 0].map(select),
        [Case(-7), Case(7), Arm(0), Arm(0), Otherwise, Otherwise]
    );
    assert!(graph.arms(graph.block(FIRST, 1)).is_none());
    assert!(
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 1).exit(1))
            .expect("legal")
            .arms(entry)
            .is_none()
    );
}

/// An edge out of a block is a branch iff the block has two ways on, and leaving the function is
/// one.
#[test]
fn what_is_a_branch() {
    let count = |body: FlowBuilder| FlowGraph::of(&body).expect("legal").all_branches().len();
    assert_eq!(count(FlowBuilder::new().jump(0, 1).exit(1)), 0);
    assert_eq!(count(FlowBuilder::new().jump(0, 1).exit(0).exit(1)), 1);
    assert_eq!(count(FlowBuilder::new().jump(0, 1).exception(0, 1).exit(1)), 2);
    assert_eq!(count(FlowBuilder::new().edge(0, True, 1).exit(1)), 0);
    assert_eq!(count(FlowBuilder::new().branch(0, 1, 1).exit(1)), 2);
    assert_eq!(
        count(FlowBuilder::new().jump(0, 0)),
        1,
        "beside the virtual exit of the endless loop"
    );
}

/// The nearest block to the entry leaves; of several, the one with the least number.
#[test]
fn where_an_endless_loop_ends() {
    let ends = |edges: &[(usize, Outcome, usize)]| {
        let shape = Shape::new(edges, &[]);
        let graph = shape.graph();
        assert_eq!(picture(&graph), Picture::by_definition(&shape));
        with_exit(&shape).1
    };
    assert_eq!(ends(&[(0, Next, 2), (2, Next, 1), (1, Next, 2)]), [2]);
    assert_eq!(ends(&[(0, True, 2), (0, False, 1), (1, Next, 2), (2, Next, 1)]), [1]);
    assert_eq!(
        ends(&[
            (0, True, 1),
            (0, False, 3),
            (1, Next, 2),
            (2, Next, 1),
            (3, Next, 4),
            (4, Next, 3)
        ]),
        [1, 3]
    );
    // A block on the way to two endless loops needs no exit of its own; beside a real exit there is
    // none either.
    assert_eq!(ends(&[(0, True, 0), (0, False, 1), (1, Next, 2)]), [] as [usize; 0]);
}

#[test]
fn the_edge_of_an_endless_loop_is_marked() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 1).branch(2, 2, 2))
        .expect("legal");
    let endless: Vec<_> = graph
        .all_branches()
        .filter(|&b| graph.is_endless(b))
        .map(|b| graph.edge(b).source.index())
        .collect();
    assert_eq!(endless, [1], "block 2 has two sides of its own");
    assert!(graph.all_blocks().all(|block| !graph.is_exit(block)));
}

#[test]
fn a_single_edge_keeps_its_name() {
    for name in [Next, True, False, Case(-9), Arm(2), Otherwise, Exception(4)] {
        let graph = FlowGraph::of(&FlowBuilder::new().edge(0, name, 1).exit(1)).expect("legal");
        let entry = graph.entry(FIRST);
        assert!(graph.successors(entry).eq([(name, graph.block(FIRST, 1))]));
        assert_eq!((graph.all_branches().len(), graph.branch(entry, name)), (0, None));
    }
}

#[test]
fn what_can_not_be_reached_may_branch_anywhere() {
    // 1 decides about itself, 2 about the entry; neither runs.
    let body = FlowBuilder::new().exit(0).branch(1, 1, 2).branch(2, 0, 1);
    let mut graph = FlowGraph::new();
    graph.add_with(&body, Unreachable::Keep).expect("kept on request");
    assert_eq!(graph.all_branches().len(), 4);
    assert!(graph.all_branches().all(|branch| graph.dependents(branch).count() == 0));
    assert!(graph.all_blocks().all(|block| graph.controls(block).count() == 0));
}

/// A description of one's own, handed over by reference.
struct Ladder(u32);

impl ControlFlow for Ladder {
    fn block_count(&self) -> usize {
        self.0 as usize
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        out.statements(block);
        if block + 1 < self.0 {
            out.branch(block + 1, 0);
        } else {
            out.exit();
        }
    }
}

#[test]
fn own_descriptions_and_bodies_give_the_same_graph() {
    let edges: Vec<_> =
        (0..6).flat_map(|block| [(block, True, block + 1), (block, False, 0)]).collect();
    let mut shape = Shape::new(&edges, &[]);
    (0..).zip(&mut shape.0).for_each(|(number, node)| node.statements = number);
    let own: &dyn ControlFlow = &Ladder(7);
    assert_eq!(picture(&FlowGraph::of(own).expect("legal")), picture(&shape.graph()));
    assert_eq!(
        picture(&FlowGraph::of(&&Ladder(7)).expect("legal")),
        Picture::by_definition(&shape)
    );
}

#[test]
fn ids_stay_valid_while_a_program_grows() {
    let mut graph = FlowGraph::new();
    let first = graph.add(&Ladder(4)).expect("legal");
    let (blocks, branches): (Vec<_>, Vec<_>) =
        (graph.all_blocks().collect(), graph.all_branches().collect());
    let edges: Vec<_> = branches.iter().map(|&b| graph.edge(b)).collect();
    for round in 1..50 {
        assert_eq!(
            graph.add(&FlowBuilder::new().jump(0, 0).jump(1, 1)),
            Err(FlowErrorKind::Unreachable { blocks: [1].into() }.into())
        );
        let unreachable = if round % 2 == 0 { Unreachable::Keep } else { Unreachable::Reject };
        let next = graph.add_with(&Ladder(round), unreachable).expect("legal");
        assert_eq!(next.number(), round);
        assert_eq!(graph.function_of(graph.entry(next)), next);
    }
    assert!(graph.blocks_of(first).eq(blocks));
    assert!(branches.iter().map(|&b| graph.edge(b)).eq(edges));
    assert_eq!(Picture::of(&graph, first), picture(&FlowGraph::of(&Ladder(4)).expect("legal")));
}
