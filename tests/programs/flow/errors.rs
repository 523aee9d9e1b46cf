//! What a graph refuses, and that a refusal leaves no trace.

use super::{FIRST, config};
use crate::oracle::generate::shape;
use crate::oracle::picture::Picture;
use proptest::prelude::*;
use sbst::flow::{
    BlockSketch, ControlFlow, FlowBuilder, FlowError, FlowErrorKind, FlowGraph, Outcome,
    UndescribedBlock, Unreachable,
};
use sbst::id::{Block, Branch, Function};

/// A function that can be added after the refusals: it has cases, arms and a named single edge.
fn later() -> FlowBuilder {
    FlowBuilder::new()
        .case(0, 3, 1)
        .arm(0, [10..=19, 40..=49], 2)
        .default(0, 3)
        .edge(1, Outcome::Exception(0), 2)
        .branch(2, 0, 3)
        .statements(3, 7)
        .exit(3)
}

/// Refused by `graph`, which stays as it is and takes the next function.
fn assert_refused(body: &impl ControlFlow, unreachable: Unreachable, error: FlowErrorKind) {
    let mut graph = FlowGraph::of(&later()).expect("legal");
    let mut untouched = graph.clone();
    assert_eq!(graph.add_with(body, unreachable).map_err(plain), Err(error.clone()));
    for graph in [&mut graph, &mut untouched] {
        assert_eq!(
            (graph.functions().len(), graph.all_blocks().len(), graph.all_branches().len()),
            (1, 4, 5)
        );
        assert_eq!(graph.add(&later()), Ok(Function::new(1)));
    }
    assert_eq!(format!("{graph:?}"), format!("{untouched:?}"), "the refusal left something behind");
    assert_eq!(Picture::of(&graph, FIRST), Picture::of(&graph, Function::new(1)));
    assert_eq!(FlowGraph::new().add_with(body, unreachable).map_err(plain), Err(error));
}

/// What there is too much of is told for people only.
fn plain(error: FlowError) -> FlowErrorKind {
    if let FlowErrorKind::TooMany { .. } = error.kind { TOO_MANY } else { error.kind }
}

const TOO_MANY: FlowErrorKind = FlowErrorKind::TooMany { what: "" };

#[test]
fn a_function_has_a_block() {
    assert_refused(&FlowBuilder::new(), Unreachable::Keep, FlowErrorKind::Empty);
}

#[test]
fn edges_lead_to_blocks() {
    let missing = |block, from, count| FlowErrorKind::Undescribed {
        blocks: [UndescribedBlock { block, from: Some(from) }].into(),
        count,
    };
    let error = missing(9, 1, 3);
    assert_refused(
        &FlowBuilder::new().jump(0, 1).case(1, 5, 2).case(1, 6, 9).exit(2),
        Unreachable::Keep,
        error,
    );
    let error = missing(u32::MAX, 0, 1);
    assert_refused(&FlowBuilder::new().jump(0, u32::MAX), Unreachable::Reject, error);
}

#[test]
fn all_blocks_can_be_reached() {
    let body = FlowBuilder::new().jump(0, 4).exit(4).jump(3, 4).exit(1).jump(2, 3);
    assert_refused(
        &body,
        Unreachable::Reject,
        FlowErrorKind::Unreachable { blocks: [1, 2, 3].into() },
    );
    assert!(FlowGraph::new().add_with(&body, Unreachable::Keep).is_ok());
}

#[test]
fn names_of_edges_differ() {
    let twice = |outcome, body: FlowBuilder| {
        assert_refused(
            &body,
            Unreachable::Keep,
            FlowErrorKind::DuplicateOutcome { block: 1, outcome },
        );
    };
    let body = || FlowBuilder::new().jump(0, 1).exit(2);
    twice(Outcome::Next, body().jump(1, 2).jump(1, 0));
    twice(Outcome::True, body().branch(1, 2, 0).edge(1, Outcome::True, 2));
    twice(Outcome::Case(-4), body().case(1, -4, 2).case(1, 8, 0).case(1, -4, 2));
    twice(Outcome::Default, body().default(1, 2).case(1, 8, 0).default(1, 0));
    twice(Outcome::Exception(0), body().exception(1, 2).edge(1, Outcome::Exception(0), 2));
    twice(Outcome::Arm(0), body().arm(1, [1..=2], 2).edge(1, Outcome::Arm(0), 0));
}

#[test]
fn a_value_selects_one_arm() {
    let overlap = |value, body: FlowBuilder| {
        assert_refused(&body, Unreachable::Keep, FlowErrorKind::Overlap { block: 1, value });
    };
    let body = || FlowBuilder::new().jump(0, 1).exit(2).case(0, 99, 2);
    overlap(15, body().arm(1, [10..=20], 2).arm(1, [30..=31, 15..=16], 0));
    overlap(i128::MAX, body().case(1, i128::MAX, 2).arm(1, [0..=i128::MAX], 0));
    overlap(i128::MIN, body().arm(1, [i128::MIN..=0], 2).arm(1, [i128::MIN..=i128::MIN], 0));
}

#[test]
fn too_large_numbers_are_refused_at_once() {
    assert_refused(&FlowBuilder::new().exit(u32::MAX), Unreachable::Keep, TOO_MANY);
    assert_refused(
        &FlowBuilder::new().jump(0, 1).statements(u32::MAX, 3),
        Unreachable::Keep,
        TOO_MANY,
    );
    assert_refused(
        &FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2).jump(4_000_000_000, 0),
        Unreachable::Reject,
        TOO_MANY,
    );
    let body =
        |outcome| FlowBuilder::new().case(1, 5, 1).case(1, 6, 0).edge(0, outcome, 1).jump(0, 0);
    assert_refused(&body(Outcome::Exception(u32::MAX)), Unreachable::Keep, TOO_MANY);
    assert_refused(&body(Outcome::Arm(u32::MAX)), Unreachable::Keep, TOO_MANY);
    assert!(
        FlowGraph::of(&FlowBuilder::new().statements(0, u32::MAX).exit(0)).is_ok(),
        "statements are only counted"
    );
}

/// A function that claims to have more blocks than can be numbered.
struct Endless(usize);

impl ControlFlow for Endless {
    fn block_count(&self) -> usize {
        self.0
    }
    fn describe(&self, _: u32, out: &mut BlockSketch<'_>) {
        out.exit();
    }
}

#[test]
fn more_blocks_than_numbers_are_refused_before_they_are_described() {
    for count in [usize::MAX, (u32::MAX as usize).saturating_add(1)] {
        assert_refused(&Endless(count), Unreachable::Keep, TOO_MANY);
    }
}

#[test]
fn errors_tell_where() {
    let tells = |body: FlowBuilder, facts: &[&str]| {
        let text = FlowGraph::of(&body).expect_err("refused").to_string();
        assert!(facts.iter().all(|fact| text.contains(fact)), "{text}");
    };
    tells(FlowBuilder::new().jump(0, 7), &["block 0", "block 7"]);
    tells(FlowBuilder::new().exit(0).exit(1), &["block 1", "entry"]);
    tells(FlowBuilder::new().case(0, 2, 0).case(0, 2, 0), &["block 0", "case 2"]);
    tells(FlowBuilder::new().arm(0, [4..=9], 0).case(0, 7, 0), &["block 0", "7"]);
}

proptest! {
    #![proptest_config(config(128))]

    /// One mistake somewhere in a function: it is refused, and what is added afterwards is as if it
    /// had never been tried.
    #[test]
    fn a_refusal_leaves_no_trace(
        first in shape(6),
        wrong in shape(6),
        at in any::<u8>(),
        kind in 0..4_u8,
        last in shape(6),
    ) {
        let block = u32::from(at) % wrong.len() as u32;
        let beyond = wrong.len() as u32;
        let body = match kind {
            0 => wrong.body().edge(block, Outcome::Exception(50), beyond + 3),
            1 => wrong.body().edge(block, Outcome::Exception(50), 0).edge(
                block,
                Outcome::Exception(50),
                0,
            ),
            2 => wrong.body().exit(beyond),
            _ => wrong.body().edge(block, Outcome::Exception(u32::MAX), 0),
        };
        let graph = |tries: usize| {
            let mut graph = FlowGraph::of(&first.body()).expect("legal");
            for _ in 0..tries {
                assert!(graph.add(&body).is_err());
            }
            graph.add(&last.body()).expect("legal");
            graph
        };
        prop_assert_eq!(format!("{:?}", graph(2)), format!("{:?}", graph(0)));
    }
}

#[test]
fn blocks_described_far_ahead_of_the_others_are_the_same_blocks() {
    const BLOCKS: u32 = 5_000;
    let chain = |order: &mut dyn Iterator<Item = u32>| {
        order.fold(FlowBuilder::new(), |body, block| {
            if block + 1 < BLOCKS { body.jump(block, block + 1) } else { body.exit(block) }
        })
    };
    let (up, down) = (chain(&mut (0..BLOCKS)), chain(&mut (0..BLOCKS).rev()));
    let graphs = [up, down].map(|body| format!("{:?}", FlowGraph::of(&body).expect("a chain")));
    assert_eq!(graphs[0], graphs[1]);
}

/// A description that panics at its second block.
struct Panics;

impl ControlFlow for Panics {
    fn block_count(&self) -> usize {
        3
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        assert_eq!(block, 0, "no second block");
        out.statements(9).case(5, 1).branch(1, 2);
    }
}

#[test]
fn a_panic_of_the_description_leaves_the_graph_as_it_was() {
    let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    let added = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| graph.add(&Panics)));
    assert!(added.is_err());
    let ghost = Block::new(1);
    assert_eq!(
        (
            graph.all_blocks().len(),
            graph.get_block(Function::new(1), 0),
            graph.get_edge(Branch::new(0))
        ),
        (1, None, None)
    );
    assert_eq!((graph.branches_of(ghost).len(), graph.successors(ghost).count()), (0, 0));
    assert_eq!(graph.add(&FlowBuilder::new().branch(0, 1, 1).exit(1)), Ok(Function::new(1)));
    assert_eq!(graph.branch(ghost, Outcome::True), Some(Branch::new(0)));
}

/// Also where `usize` has 32 bits: there the number of blocks is one too many for it.
#[test]
fn od3_the_last_block_number_is_refused_on_every_platform() {
    assert_refused(&FlowBuilder::new().exit(u32::MAX), Unreachable::Keep, TOO_MANY);
    assert_refused(&FlowBuilder::new().exit(u32::MAX), Unreachable::Reject, TOO_MANY);
    assert_refused(
        &FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2).exit(u32::MAX),
        Unreachable::Keep,
        TOO_MANY,
    );
    assert_eq!(
        sbst::flow::ControlFlow::block_count(&FlowBuilder::new().exit(u32::MAX)),
        usize::MAX
    );
    let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("one block");
    assert_eq!(graph.get_block(sbst::id::Function::new(u32::MAX), u32::MAX), None);
    assert_eq!(graph.branches_of(sbst::id::Block::new(u32::MAX)).count(), 0);
}
