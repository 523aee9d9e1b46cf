//! The published form is Listing 3 as printed: worked examples by their ids.

use super::faults::{Example, FIRST, Ran, published};
use super::golden::from_map_of;
use super::listed::settled;
use super::listing_3::{Execution, Method, Reading, compare};
use crate::oracle::run::{Run, Seen};
use sbst::fitness::block_coverage::Nearer::{First, Neither, Second};
use sbst::fitness::block_coverage::{
    BlockCoverage, BlockSummary, Counters, Form, Nearer, Rule, Target, Verdict,
};
use sbst::flow::Lines;
use sbst::flow::Outcome::{False, Next, True};
use sbst::id::{Block, Line};
use std::collections::BTreeSet;

/// In the exact and in the published form.
fn both(example: &Example, target: Target<'_>, first: &Ran, second: &Ran) -> [Verdict; 2] {
    [BlockCoverage::new(), published()]
        .map(|mut coverage| coverage.verdict(&example.graph, target, &first.blocks, &second.blocks))
}

pub(super) fn verdict(nearer: Nearer, rule: Rule) -> Verdict {
    Verdict { nearer, rule }
}

/// 0: if .. { 1 } 2: four statements 3. No block depends on 0 but 1: the entry is the start for 3.
pub(super) fn detour() -> Example {
    Example::new(&[1, 1, 4, 1], &[(0, True, 1), (0, False, 2), (1, Next, 2), (2, Next, 3)], &[3])
}

#[test]
fn ap1_one_set_of_blocks_contains_the_other_and_both_are_stuck_in_one_block() {
    let example = detour();
    let target = Target::Block(example.block(3));
    // FCB1 = {0}, FCB2 = {0, 1}, SCB1 = SCB2 = 2. Lines 3 and 1 of it are covered: line 13 returns
    // 1 - 3.
    let first = example.ran(&[0], &[(2, 2)], &[(0, False)]);
    let second = example.ran(&[0, 1], &[(2, 0)], &[(0, True)]);
    assert_eq!(both(&example, target, &first, &second), [verdict(First(2), Rule::Progress); 2]);
    assert_eq!(
        published().compare(&example.graph, target, &first.blocks, &second.blocks).signed(),
        -2
    );
    assert_eq!(both(&example, target, &second, &first), [verdict(Second(2), Rule::Progress); 2]);

    let (successors, lines) = ([vec![1, 2], vec![2], vec![3], vec![]], [1, 1, 4, 1]);
    let method = Method { successors: &successors, lines: &lines, target_block: 3, target_line: 0 };
    let [first, second] = [[1, 0, 3, 0], [1, 1, 1, 0]].map(|covered| Execution {
        covered_lines: covered.to_vec(),
        executed_predicates: BTreeSet::from([0]),
    });
    let printed = compare(&method, &first, &second, &Reading::default());
    assert_eq!((printed.value, printed.line.number()), (-2, 13));
}

/// BBC 3.2: "the number of lines covered by this test is 1 .. in contrast T2 managed to execute two
/// lines": 1, by line 13.
#[test]
fn ap1_the_example_of_3_2() {
    let (graph, [first, second]) = from_map_of([&["x"], &["1=x"]]);
    let line_413 = Target::Block(graph.block(FIRST, 6));
    for form in [Form::Exact, Form::Published] {
        let mut coverage = BlockCoverage::new().in_form(form);
        assert_eq!(
            coverage.verdict(&graph, line_413, &first.blocks, &second.blocks),
            verdict(Second(1), Rule::Progress)
        );
        assert_eq!(coverage.compare(&graph, line_413, &first.blocks, &second.blocks).signed(), 1);
    }
}

#[test]
fn ap2_active_is_line_13_or_15_and_not_what_the_gate_let_through() {
    let example = detour();
    let target = Target::Block(example.block(3));
    let straight = |done| example.ran(&[0], &[(2, done)], &[(0, False)]);
    let around = |done| example.ran(&[0, 1], &[(2, done)], &[(0, True)]);
    // {0} is stuck in 2, {0, 1} in 1: line 17. The same lines of 2: line 13, 0. One line more:
    // line 13.
    let aside = example.ran(&[0], &[(1, 0)], &[(0, True)]);
    let apart = example.ran(&[0, 2], &[], &[(0, False)]);
    let pairs = [(aside, apart), (straight(1), around(1)), (straight(0), straight(1))];
    let expected = [
        verdict(Neither, Rule::Open),
        verdict(Neither, Rule::Progress),
        verdict(Second(1), Rule::Progress),
    ];
    let mut coverage = BlockCoverage::new();
    let mut counters = Counters { evaluated: 6, ..Counters::default() };
    for ((first, second), expected) in pairs.iter().zip(expected) {
        let answer = counters.count(true, || {
            let verdict = coverage.verdict(&example.graph, target, &first.blocks, &second.blocks);
            assert_eq!(verdict, expected);
            verdict
        });
        assert_eq!(answer, expected.nearer);
    }
    assert_eq!(counters, Counters { evaluated: 6, called: 3, compared: 3, active: 2, useful: 1 });
    assert_eq!(counters.usefulness(), Some(0.5));

    // A closed gate costs no comparison, and makes none active.
    assert_eq!(counters.count(false, || panic!("compared behind a closed gate")), Neither);
    assert_eq!(counters, Counters { evaluated: 6, called: 4, compared: 3, active: 2, useful: 1 });
    // Line 15 returns 0, too; and both reach the target: no rule is applied.
    let (here, there) =
        (example.ran(&[0, 2], &[], &[(0, False)]), example.ran(&[0, 2], &[], &[(0, False)]));
    assert_eq!(
        coverage.verdict(&example.graph, target, &here.blocks, &there.blocks),
        verdict(Neither, Rule::Blocks)
    );
    let covered = example.ran(&[0, 2, 3], &[], &[(0, False)]);
    assert_eq!(
        coverage.verdict(&example.graph, target, &covered.blocks, &covered.blocks),
        verdict(Neither, Rule::Skipped)
    );

    let mut all = Counters { evaluated: 1, called: u64::MAX, compared: 20, active: 3, useful: 3 };
    all += counters;
    assert_eq!(
        all,
        Counters { evaluated: 7, called: u64::MAX, compared: 23, active: 5, useful: 4 }
    );
    assert_eq!(Counters::default().usefulness(), None);
}

#[test]
fn ap3_a_line_that_throws_is_covered_and_a_block_is_full_with_its_last_line() {
    // Blocks of 3, 1 and 2 statements, joined by jumps, and a last one.
    let example = Example::new(&[3, 1, 2, 1], &[(0, Next, 1), (1, Next, 2), (2, Next, 3)], &[3]);
    let target = Target::Block(example.block(3));
    let stopped = |completed: &[usize], block, done| example.ran(completed, &[(block, done)], &[]);
    let check = |first: &Ran, second: &Ran, expected: [Verdict; 2]| {
        assert_eq!(both(&example, target, first, second), expected);
    };
    let end_of_0 = example.ran(&[0], &[], &[]);

    // In the first and in the second statement of 0: one statement, or one line, more.
    check(&stopped(&[], 0, 0), &stopped(&[], 0, 1), [verdict(Second(1), Rule::Progress); 2]);
    // In the first and in the last one: two statements more, or the whole block.
    check(
        &stopped(&[], 0, 0),
        &stopped(&[], 0, 2),
        [verdict(Second(2), Rule::Progress), verdict(Second(1), Rule::Blocks)],
    );
    // In the last one, and at the end: one completed block, or nothing.
    check(
        &stopped(&[], 0, 2),
        &end_of_0,
        [verdict(Second(1), Rule::Blocks), verdict(Neither, Rule::Blocks)],
    );
    // At the end, and in the only statement of 1: nothing, or a whole block.
    check(
        &end_of_0,
        &stopped(&[0], 1, 0),
        [verdict(Neither, Rule::Blocks), verdict(Second(1), Rule::Blocks)],
    );

    // A branch is reached at the end of its block: by lines, when the predicate throws.
    let example = Example::new(&[2, 1, 1], &[(0, True, 1), (0, False, 2)], &[1, 2]);
    let branch = Target::Branch(example.graph.branch(example.block(0), True).expect("a branch"));
    let [early, late] = [0, 1].map(|done| example.ran(&[], &[(0, done)], &[]));
    assert_eq!(
        both(&example, branch, &early, &late),
        [verdict(Second(1), Rule::Progress), verdict(Second(1), Rule::Blocks)]
    );
    assert_eq!(both(&example, branch, &late, &late)[1], verdict(Neither, Rule::Skipped));
}

/// The forms may even prefer different executions, if one of them threw in the last statement of
/// two blocks.
#[test]
fn ap3_forms_can_contradict_each_other() {
    // 0: if .. { 1 } 2: .. 3: .. where 1 and 2 may be left by exceptions that a caller catches, in
    // several calls.
    let example = Example::new(
        &[1, 2, 2, 1],
        &[(0, True, 1), (0, False, 2), (1, Next, 2), (2, Next, 3)],
        &[3],
    );
    let target = Target::Block(example.block(3));
    let first = example.ran(&[0, 2], &[], &[(0, False)]);
    let second = example.ran(&[0], &[(1, 1), (2, 1)], &[(0, True), (0, False)]);
    // {0, 2} and {0}, stuck in 2; by lines {0, 2} and {0, 1, 2}.
    assert_eq!(
        both(&example, target, &first, &second),
        [verdict(First(1), Rule::Blocks), verdict(Second(1), Rule::Blocks)]
    );
}

#[test]
fn ap3_statements_may_share_lines() {
    // Block 0: lines 1 1 2 1 3, then a statement on no line; block 1.
    let example = Example::new(&[6, 1], &[(0, Next, 1)], &[1]);
    let entry = example.block(0);
    let lines = Lines::new(
        [1, 1, 2, 1, 3].into_iter().zip(0..).map(|(line, k)| (entry.statement(k), Line::new(line))),
    );
    let by_lines = |done: u32| {
        let mut seen = Seen { entered: true, ..Seen::default() };
        seen.visit(0, done);
        BlockSummary::by_lines(&example.graph, &lines, &Run::new(&[example.shape()], [seen]))
    };
    // Covered lines by the number of statements that ran: the next one throws. There are four, of
    // which one has no number.
    let expected = [1, 1, 2, 2, 3, 4, 4];
    let runs: Vec<BlockSummary> = (0..=6).map(by_lines).collect();
    let target = Target::Block(example.block(1));
    for (first, lines_of_first) in expected.iter().enumerate() {
        assert_eq!(runs[first].has_covered(entry), *lines_of_first == 4);
        for (second, lines_of_second) in expected.iter().enumerate() {
            let answer = published().verdict(&example.graph, target, &runs[first], &runs[second]);
            let expected = match (lines_of_first, lines_of_second) {
                (4, 4) => verdict(Neither, Rule::Blocks),
                (4, _) => verdict(First(1), Rule::Blocks),
                (_, 4) => verdict(Second(1), Rule::Blocks),
                (a, b) if a > b => verdict(First(a - b), Rule::Progress),
                (a, b) if a < b => verdict(Second(b - a), Rule::Progress),
                _ => verdict(Neither, Rule::Progress),
            };
            assert_eq!(answer, expected, "after {first} and {second} statements");
            // Completed statements are what they were.
            let plain =
                [first, second].map(|done| example.ran(&[], &[(0, done as u32)], &[]).blocks);
            let exact = |pair: [&BlockSummary; 2]| {
                BlockCoverage::new().verdict(&example.graph, target, pair[0], pair[1])
            };
            assert_eq!(exact([&runs[first], &runs[second]]), exact(plain.each_ref()));
        }
    }
    // Each statement on a line of its own: as if no lines were given. Rows beyond the block say
    // nothing.
    let apart = Lines::new((0..9).map(|k| (entry.statement(k), Line::new(9 - k))));
    let target = Target::Statement(entry.statement(5));
    let runs = |made: &dyn Fn(&Run) -> BlockSummary| -> Vec<BlockSummary> {
        let seen =
            |done: u32| Seen { entered: true, progress: [(0, done)].into(), ..Seen::default() };
        (0..=6).map(|done| made(&Run::new(&[example.shape()], [seen(done)]))).collect()
    };
    let given = runs(&|run| BlockSummary::by_lines(&example.graph, &apart, run));
    let plain = runs(&|run| BlockSummary::of(&example.graph, run));
    for (first, second) in (0..=6).flat_map(|first| (0..=6).map(move |second| (first, second))) {
        let [a, b] = [&given, &plain]
            .map(|runs| published().verdict(&example.graph, target, &runs[first], &runs[second]));
        assert_eq!(a, b, "after {first} and {second} statements");
    }
}

/// A store that evaluated the predicate of a loop head without completing it.
#[test]
fn ap6_the_target_block_is_never_its_own_start() {
    // 0; 1: while .. { 2 }  3. The head depends on itself.
    let example = Example::new(
        &[1, 2, 1, 1],
        &[(0, Next, 1), (1, True, 2), (1, False, 3), (2, Next, 1)],
        &[3],
    );
    let first = example.ran(&[0, 2], &[(1, 1)], &[(1, True)]);
    let second = example.ran(&[0], &[(1, 0)], &[(1, True)]);
    assert!([&first, &second].iter().all(|run| run.blocks.has_evaluated(example.block(1))
        && !run.blocks.has_completed(example.block(1))));
    // From the entry, 0 and 1 are effective: {0, 1} and {0}. From the head itself, 1 and 2 would
    // be: two blocks.
    let target = Target::Statement(example.block(1).statement(1));
    for answer in both(&example, target, &first, &second) {
        assert_eq!((answer.nearer.signed(), answer.rule), (-1, Rule::Blocks));
    }
    // The listing, if the target may be its own start, and walks go round the loop.
    let (successors, lines) = ([vec![1], vec![2, 3], vec![1], vec![]], [1, 2, 1, 1]);
    let method = Method { successors: &successors, lines: &lines, target_block: 1, target_line: 1 };
    let [one, other] = [[1, 2, 1, 0], [1, 1, 0, 0]].map(|covered| Execution {
        covered_lines: covered.to_vec(),
        executed_predicates: BTreeSet::from([1]),
    });
    assert_eq!(compare(&method, &one, &other, &settled()).value, -1);
    assert_eq!(compare(&method, &one, &other, &Reading::default()).value, -2);

    // If the second was not seen to complete the entry, that counts: from the entry {0, 1} and {};
    // from the head 0 would not count.
    let second = example.ran(&[], &[(1, 0)], &[(1, True)]);
    for answer in both(&example, target, &first, &second) {
        assert_eq!((answer.nearer.signed(), answer.rule), (-2, Rule::Blocks));
    }
}

/// BBC 2.1: "Assuming that the test covers only line 403 and 418, and our target line is 409, the
/// approach level is 2": the decisions that must still go right after the one that went wrong.
#[test]
fn ap7_the_level_counts_the_decisions_after_the_one_that_went_wrong() {
    let (graph, [none, null, text, number]) = from_map_of([&[], &["a="], &["a=\"x\""], &["a=7"]]);
    let values =
        |run: &Ran, block: usize| (run.values[block].level, run.values[block].distance.get() > 0.0);
    let (b409, b413) = (3, 6);
    // Wrong at 403: 406 and 408 are to come. Wrong at 406: 408 is. Wrong at 408: none is.
    assert_eq!(
        [&none, &null, &text].map(|run| values(run, b409)),
        [(2, true), (1, true), (0, true)]
    );
    // For 413 one more: 410.
    assert_eq!(
        [&none, &null, &text].map(|run| values(run, b413)),
        [(3, true), (2, true), (0, true)]
    );
    assert!(number.values[b413].is_covered());
    assert_eq!(graph.block(FIRST, 6), Block::new(6));
}
