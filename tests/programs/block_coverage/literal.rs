//! The literal form, and how often each reading of the listing makes a difference.

use super::faults::{Example, published};
use super::listed::{Compared, compared, flow, is_connected, settled};
use super::listing_3::{
    Execution, Method, Reading, ReturnLine, compare, control_dependencies, distances,
};
use super::printed::{detour, verdict};
use crate::oracle::block_coverage::pair;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sbst::fitness::block_coverage::Nearer::{Neither, Second};
use sbst::fitness::block_coverage::{BlockCoverage, Counters, Form, Rule, Target};
use sbst::flow::Outcome::{False, Next, True};
use std::collections::BTreeSet;

fn literal() -> BlockCoverage {
    BlockCoverage::new().in_form(Form::Literal)
}

/// Line 14 prints `SCB1 in FCB2`, and there is no SCB1.
#[test]
fn b1_without_a_semi_covered_block_line_14_fails_by_the_letter() {
    // Three blocks of one line; the first execution throws in 0, the second in 1. One block more,
    // and neither is stuck.
    let example = Example::new(&[1, 1, 1], &[(0, Next, 1), (1, Next, 2)], &[2]);
    let target = Target::Block(example.block(2));
    let (first, second) = (example.ran(&[], &[(0, 0)], &[]), example.ran(&[0], &[(1, 0)], &[]));
    let answer = |mut coverage: BlockCoverage| {
        coverage.verdict(&example.graph, target, &first.blocks, &second.blocks)
    };
    assert_eq!(answer(published()), verdict(Second(1), Rule::Blocks));
    assert_eq!(answer(literal()), verdict(Neither, Rule::Progress)); // line 9 on two empty sets
    let method = Method {
        successors: &[vec![1], vec![2], vec![]],
        lines: &[1, 1, 1],
        target_block: 2,
        target_line: 0,
    };
    let [one, other] = [[1, 0, 0], [1, 1, 0]].map(|covered| Execution {
        covered_lines: covered.to_vec(),
        executed_predicates: BTreeSet::new(),
    });
    let listed = compare(&method, &one, &other, &Reading::default());
    assert_eq!((listed.value, listed.line), (0, ReturnLine::Line13));
    assert_eq!(compare(&method, &one, &other, &settled()).value, 1);

    // Stuck in 2 after {0, 1}, and not stuck after {0}: line 14 again, and line 17.
    let example = detour();
    let target = Target::Block(example.block(3));
    let first = example.ran(&[0], &[], &[(0, False)]);
    let second = example.ran(&[0, 1], &[(2, 0)], &[(0, True)]);
    let answer = |mut coverage: BlockCoverage| {
        coverage.verdict(&example.graph, target, &first.blocks, &second.blocks)
    };
    assert_eq!(answer(published()), verdict(Second(1), Rule::Blocks));
    assert_eq!(answer(literal()), verdict(Neither, Rule::Open));
}

#[test]
fn b4_two_tests_that_decide_alike_against_a_branch_are_active_and_not_useful_by_the_letter() {
    // 0: two statements, if .. { 1 }  2. Both took the false side; the branch to 1 is the goal.
    let example = Example::new(&[2, 1, 1], &[(0, True, 1), (0, False, 2), (1, Next, 2)], &[2]);
    let branch = Target::Branch(example.graph.branch(example.block(0), True).expect("a branch"));
    let run = || example.ran(&[0, 2], &[], &[(0, False)]);
    let (first, second) = (run(), run());
    assert!(!first.values[1].is_covered() && first.values[1] == second.values[1]); // a tie
    let counts = |mut coverage: BlockCoverage| {
        let mut counters = Counters::default();
        counters.count(true, || {
            coverage.verdict(&example.graph, branch, &first.blocks, &second.blocks)
        });
        (counters.called, counters.compared, counters.active, counters.useful)
    };
    assert_eq!(counts(BlockCoverage::new()), (1, 1, 0, 0));
    assert_eq!(counts(published()), (1, 1, 0, 0));
    assert_eq!(counts(literal()), (1, 1, 1, 0));
    let method = Method {
        successors: &[vec![1, 2], vec![2], vec![]],
        lines: &[2, 1, 1],
        target_block: 0,
        target_line: 1,
    };
    let test = Execution { covered_lines: vec![2, 0, 1], executed_predicates: BTreeSet::from([0]) };
    let listed = compare(&method, &test, &test, &Reading::default());
    assert_eq!((listed.value, listed.line), (0, ReturnLine::Line13));
    // A block or a statement that both reach is covered: nothing is compared in any form.
    let block = Target::Block(example.block(2));
    for mut coverage in [BlockCoverage::new(), published(), literal()] {
        assert_eq!(
            coverage.verdict(&example.graph, block, &first.blocks, &second.blocks),
            verdict(Neither, Rule::Skipped)
        );
    }
}

/// Each reading that the docs settle is one that matters, and only where they say.
#[test]
fn b17_the_settled_readings_differ_from_the_default_ones_only_where_they_should() {
    let default = Reading::default();
    let readings = [
        Reading { both_empty: default.both_empty, ..settled() },
        Reading { empty_member: default.empty_member, ..settled() },
        Reading { own_dependency: default.own_dependency, ..settled() },
        Reading { between: default.between, ..settled() },
        Reading { target_lines: default.target_lines, ..settled() },
        default,
    ];
    let mut runner = TestRunner::deterministic();
    let (mut differ, mut all, mut decided, mut undecided_by_letter) = ([0; 6], 0, 0, 0);
    for _ in 0..1500 {
        let (shape, pair) = (flow(), pair(10)).new_tree(&mut runner).expect("a case").current();
        if !is_connected(&shape) {
            continue;
        }
        let successors: Vec<Vec<usize>> =
            shape.0.iter().map(|node| node.edges.iter().map(|edge| edge.1).collect()).collect();
        let in_loop = |block: usize| {
            successors[block].iter().any(|&next| distances(&successors, next)[block].is_some())
        };
        for compared in
            compared(&shape, &pair, &readings).iter().filter(|compared| compared.is_unique())
        {
            let Compared { target: (block, line), printed, others, ours, literal, .. } = compared;
            let empty = printed.semi_covered.each_ref().map(BTreeSet::is_empty);
            let on_itself =
                || control_dependencies(&successors, *block).iter().any(|&(on, _)| on == *block);
            let may_differ = [
                empty == [true; 2],
                empty.contains(&true),
                on_itself(),
                in_loop(*block) || printed.starts.iter().any(|&start| in_loop(start)),
                line + 1 < shape.0[*block].statements as usize,
                true,
            ];
            all += 1;
            for (reading, other) in others.iter().enumerate() {
                if (other.value, other.line) != (printed.value, printed.line) {
                    assert!(may_differ[reading], "{:?}: {printed:?} {other:?}", readings[reading]);
                    differ[reading] += 1;
                }
            }
            decided += u32::from(ours.nearer != Neither);
            undecided_by_letter += u32::from(ours.nearer != Neither && literal.nearer == Neither);
        }
    }
    // Here who evaluates a predicate completes its block, so of two executions that have the target
    // as a start both reach it. For others see `ap6_the_target_block_is_never_its_own_start`.
    assert_eq!(differ[2], 0);
    assert!(
        differ.iter().enumerate().all(|(reading, &count)| count > 0 || reading == 2),
        "{differ:?} of {all}"
    );
    // As the docs of the published form say: about half of its answers.
    assert!(
        (decided * 2 / 5..=decided * 3 / 5).contains(&undecided_by_letter),
        "{undecided_by_letter} of {decided} of {all}"
    );
}
