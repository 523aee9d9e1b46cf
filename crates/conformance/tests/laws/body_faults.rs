//! Descriptions with one fault each.

use sbst::flow::{BlockSketch, ControlFlow, FlowBuilder, Outcome, Unreachable};
use sbst_conformance::{Violation, control_flow, control_flow_with};
use std::cell::Cell;
use std::ops::RangeInclusive;

/// What the laws find in a body.
#[track_caller]
fn finds(body: &(impl ControlFlow + ?Sized), expected: &[Violation]) {
    assert_eq!(&*control_flow(body), expected);
}

/// Two-way, many-way with all kinds of arms, exceptions, exits.
fn lawful() -> FlowBuilder {
    let body =
        FlowBuilder::new().statements(0, 2).branch(0, 1, 2).exception(0, 4).jump(1, 3).exit(1);
    body.case(2, 5, 3)
        .arm(2, [1..=2, 7..=9, RangeInclusive::new(9, 8)], 4)
        .default(2, 0)
        .exit(3)
        .exit(4)
}

#[test]
fn lawful_bodies_have_none() {
    finds(&lawful(), &[]);
    finds(&FlowBuilder::new().exit(0), &[]);
    finds(&FlowBuilder::new().jump(0, 0), &[]);
    finds(&FlowBuilder::new().arm(0, [1..=5, 3..=9], 1).exit(1), &[]); // one arm may repeat itself
    finds(&FlowBuilder::new().case(0, 3, 1).exit(1), &[]);
}

#[test]
fn od28_what_keep_allows_is_no_violation() {
    // 0: return   1, 2: dead code   3: dead, and wrong
    let body = FlowBuilder::new().exit(0).jump(1, 2).exit(2);
    finds(&body, &[Violation::Unreachable { first: 1, last: 2 }]);
    assert!(control_flow_with(&body, Unreachable::Keep).is_empty());
    let wrong = body.jump(3, 9);
    let missing = Violation::NoSuchBlock { from: 3, to: 9, blocks: 4 };
    assert_eq!(&*control_flow_with(&wrong, Unreachable::Keep), std::slice::from_ref(&missing));
    finds(&wrong, &[Violation::Unreachable { first: 1, last: 3 }, missing]);
}

#[test]
fn od28_one_of_a_kind_is_singular() {
    for (violation, text) in [
        (Violation::Unreachable { first: 4, last: 4 }, "block 4 cannot be reached from the entry"),
        (
            Violation::Unreachable { first: 4, last: 6 },
            "blocks 4 to 6 cannot be reached from the entry",
        ),
        (
            Violation::NoSuchBlock { from: 0, to: 3, blocks: 1 },
            "block 0 has an edge to block 3, but there is 1 block",
        ),
        (
            Violation::ProgressBeyond { block: crate::store::b(1), progress: 2, statements: 1 },
            "the progress in b1 is 2, but it has 1 statement",
        ),
        (
            Violation::NotKnown { branch: crate::store::e(1), evaluations: 1 },
            "e1 was evaluated 1 time, but has no distance",
        ),
    ] {
        assert_eq!(violation.to_string(), text);
    }
}

#[test]
fn od16_decisions_that_are_refused_are_found() {
    let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 2, 3).exit(2).exit(3);
    finds(&body.clone().decision([0, 1]), &[]);
    let found = control_flow(&body.decision([1, 0]));
    assert!(matches!(&found[..], [Violation::NotOneDecision(_)]), "{found}");
    assert!(found.to_string().starts_with("not one decision: block 0: "), "{found}");
}

#[test]
fn nothing_is_no_function() {
    finds(&FlowBuilder::new(), &[Violation::Empty]);
}

#[test]
fn all_targets_out_of_range_are_found() {
    let body = lawful().exception(0, 9).exception(0, 5).exception(4, 5);
    let missing = |from, to| Violation::NoSuchBlock { from, to, blocks: 5 };
    finds(&body, &[missing(0, 5), missing(0, 9), missing(4, 5)]);
}

#[test]
fn od12_all_undescribed_blocks_are_found() {
    let undescribed = |block| Violation::Undescribed { block };
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 4).exit(4).statements(3, 1);
    finds(&body, &[undescribed(2), undescribed(3)]);
    let unreachable = Violation::Unreachable { first: 2, last: 2 };
    finds(
        &FlowBuilder::new().jump(0, 1).exit(1).exit(3).jump(1, 3),
        &[unreachable, undescribed(2)],
    );
}

#[test]
fn all_unreachable_blocks_are_found() {
    let unreachable = |first, last| Violation::Unreachable { first, last };
    let body = FlowBuilder::new().jump(0, 4).jump(1, 2).jump(2, 1).exit(3).exit(4).jump(5, 0);
    finds(&body, &[unreachable(1, 3), unreachable(5, 5)]);
}

#[test]
fn all_duplicate_outcomes_are_found() {
    let body = lawful().edge(0, Outcome::False, 3).case(2, 5, 1).default(2, 3);
    let duplicate = |block, outcome| Violation::DuplicateOutcome { block, outcome };
    finds(
        &body,
        &[
            duplicate(0, Outcome::False),
            duplicate(2, Outcome::Case(5)),
            duplicate(2, Outcome::Default),
        ],
    );
}

#[test]
fn all_overlaps_are_found() {
    let body = lawful().arm(2, [5..=5, 9..=20], 4).case(2, 15, 4);
    let overlap = |value| Violation::Overlap { block: 2, value };
    finds(&body, &[overlap(5), overlap(9), overlap(15)]);
}

#[test]
fn several_faults_are_found_together() {
    let found = control_flow(&FlowBuilder::new().branch(0, 0, 3).edge(0, Outcome::True, 0).exit(1));
    let expected = [
        Violation::Unreachable { first: 1, last: 1 },
        Violation::NoSuchBlock { from: 0, to: 3, blocks: 2 },
        Violation::DuplicateOutcome { block: 0, outcome: Outcome::True },
    ];
    assert_eq!(&*found, expected);
}

/// Counts as it likes, and describes a block as it likes when it is asked for the n-th time.
struct Fickle<B, D> {
    count: B,
    describe: D,
    asked: Cell<u32>,
    counted: Cell<u32>,
}

impl<B: Fn(u32) -> usize, D: Fn(u32, u32, &mut BlockSketch<'_>)> Fickle<B, D> {
    fn new(count: B, describe: D) -> Self {
        Self { count, describe, asked: Cell::new(0), counted: Cell::new(0) }
    }
}

impl<B: Fn(u32) -> usize, D: Fn(u32, u32, &mut BlockSketch<'_>)> ControlFlow for Fickle<B, D> {
    fn block_count(&self) -> usize {
        self.counted.set(self.counted.get() + 1);
        (self.count)(self.counted.get())
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        self.asked.set(self.asked.get() + 1);
        (self.describe)(block, self.asked.get(), out);
    }
}

/// A straight line of three blocks.
fn line(block: u32, out: &mut BlockSketch<'_>) {
    if block < 2 {
        out.jump(block + 1)
    } else {
        out.exit()
    };
}

#[test]
fn what_is_described_in_different_ways_is_found() {
    finds(&Fickle::new(|_| 3, |block, _, out: &mut BlockSketch<'_>| line(block, out)), &[]);
    // Questions 1 to 3 follow the edges, 4 to 6 come in order, 7 to 9 in the opposite one.
    for (from, changed) in [(2, 1..=2), (4, 0..=2), (6, 0..=2), (7, 0..=2), (8, 0..=1), (9, 0..=0)]
    {
        let body = Fickle::new(
            |_| 3,
            |block, asked, out: &mut BlockSketch<'_>| {
                line(block, out);
                if asked == from || asked > from && from > 3 {
                    out.statements(1);
                }
            },
        );
        let expected: Vec<_> =
            changed.map(|block| Violation::DescriptionChanged { block }).collect();
        let expected = if from == 2 { expected[..1].to_vec() } else { expected };
        assert_eq!(&*control_flow(&body), expected, "from question {from} on");
    }
}

/// Who keeps a state sees that questions do not come in order.
#[test]
fn what_depends_on_the_order_of_questions_is_found() {
    let last = Cell::new(0);
    let body = Fickle::new(
        |_| 3,
        |block, _, out: &mut BlockSketch<'_>| {
            out.statements(u32::from(block < last.replace(block)));
            line(block, out);
        },
    );
    // The entry after the last block, and each block after the one behind it.
    let changed = |block| Violation::DescriptionChanged { block };
    finds(&body, &[changed(0), changed(1)]);
}

#[test]
fn a_number_of_blocks_that_changes_is_found() {
    let body = Fickle::new(
        |asked| if asked == 1 { 3 } else { 2 },
        |block, _, out: &mut BlockSketch<'_>| line(block, out),
    );
    finds(&body, &[Violation::BlockCountChanged { before: 3, after: 2 }]);
}

#[test]
fn numbers_that_are_too_large_are_found() {
    let body = Fickle::new(|_| usize::MAX, |block, _, out: &mut BlockSketch<'_>| line(block, out));
    finds(&body, &[Violation::TooManyBlocks { blocks: usize::MAX }]);
    finds(
        &FlowBuilder::new().exit(0).exit(u32::MAX),
        &[Violation::TooManyBlocks { blocks: usize::MAX }],
    );
    let body = FlowBuilder::new().jump(0, 1).edge(0, Outcome::Exception(1 << 29), 1).exit(1);
    finds(&body, &[Violation::TooManyEdges { block: 0 }]);
    finds(
        &body.edge(1, Outcome::Arm(u32::MAX), 0),
        &[0, 1].map(|block| Violation::TooManyEdges { block }),
    );
}

/// As many blocks as a graph would take, and nothing in nearly all of them: that takes neither
/// memory nor time.
#[test]
fn a_number_of_blocks_that_is_hard_to_believe_is_not_believed() {
    let body = Fickle::new(
        |_| u32::MAX as usize - 9,
        |block, _, out: &mut BlockSketch<'_>| line(block, out),
    );
    finds(&body, &[Violation::Unreachable { first: 3, last: u32::MAX - 10 }]);
    assert!(body.asked.get() < 20);
}

#[test]
fn descriptions_that_make_no_sense_do_no_harm() {
    for seed in 0..200_u32 {
        let noise = |block: u32, asked: u32| {
            (block ^ asked.wrapping_mul(0x9e37_79b9) ^ seed)
                .wrapping_mul(0x85eb_ca6b)
                .rotate_left(11)
        };
        let body = Fickle::new(
            |counted| noise(7, counted) as usize % 40,
            |block, asked, out: &mut BlockSketch<'_>| {
                for part in 0..noise(block, asked) % 6 {
                    let wild = noise(part, asked);
                    match wild % 7 {
                        0 => out.edge(Outcome::Exception(wild), wild),
                        1 => out.edge(Outcome::Arm(wild), wild % 50),
                        2 => out.arm([i128::MIN..=i128::MAX, RangeInclusive::new(5, 4)], wild % 40),
                        3 => out.case(i128::from(wild), wild % 40),
                        4 => out.branch(wild % 40, u32::MAX),
                        5 => out.statements(u32::MAX).exit(),
                        _ => out.default(wild % 40),
                    };
                }
            },
        );
        let _ = control_flow(&body).to_string();
    }
}
