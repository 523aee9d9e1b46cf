//! Which calls count when block coverage breaks ties of the distance by calls: on generated calls,
//! beside executions that have no others.

use super::ties::compare_runs;
use super::worlds::{Tree, config, tree};
use crate::oracle::Shape;
use crate::oracle::crash::{Call, Calls as Plain, Stack};
use crate::oracle::reached::reached_within;
use crate::oracle::run::{Run, Seen};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
use sbst::id::{Function, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// What the activations that may still cover the next frame did, as one execution; and the
/// statements of that frame.
fn inside(tree: &Tree, calls: &Plain) -> (Run, Vec<Statement>) {
    let frames: Vec<_> = tree
        .wanted
        .frames
        .iter()
        .rev()
        .filter(|frame| !tree.subject.sites(frame).is_empty())
        .collect();
    let covered = Stack::of(&tree.subject, &tree.wanted, calls).covered;
    let reached = |call: usize, frame: usize| {
        let Call { function, seen, .. } = &calls.calls[call];
        let reaches = |&(its, block, k): &(usize, usize, u32)| {
            its == *function && seen.progress.get(&block).is_some_and(|&progress| progress >= k)
        };
        tree.subject.sites(frames[frame]).iter().any(reaches)
    };
    // The most frames that calls around this one cover, each within the one before, whichever of
    // them are taken.
    let above = |call: usize| {
        let around: Vec<usize> =
            std::iter::successors(calls.calls[call].caller, |&caller| calls.calls[caller].caller)
                .collect();
        let mut most = vec![true];
        for &caller in around.iter().rev() {
            let longer: Vec<bool> = (0..=most.len())
                .map(|length| {
                    let stays = most.get(length).copied().unwrap_or(false);
                    stays
                        || length > 0
                            && length <= covered
                            && most[length - 1]
                            && reached(caller, length - 1)
                })
                .collect();
            most = longer;
        }
        most.iter().rposition(|&is_possible| is_possible).unwrap_or(0)
    };
    let sites = frames.get(covered).map_or(&[][..], |frame| tree.subject.sites(frame));
    let mut seen = vec![Seen::default(); tree.subject.shapes.len()];
    for (_, call) in calls.calls.iter().enumerate().filter(|&(at, _)| above(at) == covered) {
        if sites.iter().any(|site| site.0 == call.function) {
            seen[call.function] = seen[call.function].merged(&call.seen);
        }
    }
    let next = frames.get(covered).map(|frame| tree.subject.statements(frame)).unwrap_or_default();
    let next: BTreeSet<_> = next.into_iter().collect();
    let shapes: &[Shape] = &tree.subject.shapes;
    (Run::new(shapes, seen), next.into_iter().collect())
}

/// Two executions of one program. In the second, some blocks came less far; more calls follow, by
/// the test or by other calls.
fn pairs() -> impl Strategy<Value = (Tree, Plain)> {
    let edits = vec((any::<usize>(), any::<usize>()), 1..4);
    let more = vec((any::<usize>(), proptest::option::of(any::<usize>())), 0..3);
    (tree(), edits, more).prop_map(|(tree, edits, more)| {
        let mut calls = tree.calls.calls.clone();
        let count = calls.len();
        for (like, caller) in more.into_iter().filter(|_| count > 0) {
            calls.push(Call {
                caller: caller.map(|caller| caller % count),
                ..calls[like % count].clone()
            });
        }
        for (at, block) in edits.into_iter().filter(|_| count > 0) {
            let progress = &mut calls[at % count].seen.progress;
            let block = block % progress.len().max(1);
            if let Some(statements) = progress.values_mut().nth(block) {
                *statements = statements.saturating_sub(1);
            }
        }
        let calls = Plain::new(&tree.subject, calls, Vec::new());
        (tree, calls)
    })
}

/// What a pair shows of the rule that calls elsewhere do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    /// The answer is not Neither.
    Told,
    /// Calls within a covered frame count.
    Nested,
    /// And others of the same function, which do not.
    Elsewhere,
}

/// Compares with executions that contain nothing but the calls that count.
fn assert_compared((tree, other): &(Tree, Plain)) -> Vec<Shown> {
    let Ok(crash) = &tree.crash else { return Vec::new() };
    let graph = &tree.subject.graph;
    let runs = [&tree.calls, other];
    let distances = runs.map(|run| crash.st_distance(graph, run));
    let summaries = runs.map(|run| crash.stack_summary(graph, run));
    let alone = runs.map(|run| inside(tree, run));
    let mut shown = Vec::new();
    for at in 0..2 {
        let (blocks, expected) = (&summaries[at].blocks, BlockSummary::of(graph, &alone[at].0));
        assert_eq!((summaries[at].distance, blocks), (distances[at], &expected));
        if distances[at].covered() > 0 && *blocks != BlockSummary::default() {
            shown.push(Shown::Nested);
            let functions: Vec<_> = blocks.functions().collect();
            let mut all = vec![Seen::default(); tree.subject.shapes.len()];
            for call in runs[at]
                .calls
                .iter()
                .filter(|call| functions.contains(&Function::new(call.function as u32)))
            {
                all[call.function] = all[call.function].merged(&call.seen);
            }
            let all = Run::new(&tree.subject.shapes, all);
            shown.extend((BlockSummary::of(graph, &all) != *blocks).then_some(Shown::Elsewhere));
        }
    }
    let mut coverage = BlockCoverage::new();
    let found = compare_runs(crash, graph, &mut coverage, runs[0], runs[1]);
    assert_eq!(
        crash.compare_stacks(graph, &mut coverage, &summaries[1], &summaries[0]),
        found.reversed()
    );
    let expected = if distances[0] == distances[1] && !alone[0].1.is_empty() {
        let blocks = alone.each_ref().map(|(run, _)| BlockSummary::of(graph, run));
        coverage.compare(graph, Target::Line(&alone[0].1), &blocks[0], &blocks[1])
    } else {
        Nearer::Neither
    };
    assert_eq!(found, expected, "{distances:?}");
    shown.extend((found != Nearer::Neither).then_some(Shown::Told));
    shown
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn ap4_only_what_happened_within_the_covered_frames_counts(pair in pairs()) {
        assert_compared(&pair);
    }

    #[test]
    fn ap4_an_execution_is_as_near_as_itself(tree in tree()) {
        let Ok(crash) = &tree.crash else { return Ok(()) };
        let answer = compare_runs(
            crash,
            &tree.subject.graph,
            &mut BlockCoverage::new(),
            &tree.calls,
            &tree.calls,
        );
        prop_assert_eq!(answer, Nearer::Neither);
    }
}

#[test]
fn generated_pairs_show_that_calls_elsewhere_do_not_count() {
    let mut count = BTreeMap::<Shown, usize>::new();
    let is_enough = reached_within(pairs(), 2000, |pair| {
        assert_compared(&pair).into_iter().for_each(|shown| *count.entry(shown).or_default() += 1);
        [(Shown::Told, 3), (Shown::Nested, 100), (Shown::Elsewhere, 30)]
            .iter()
            .all(|(shown, least)| count.get(shown).is_some_and(|found| found >= least))
    });
    assert!(is_enough, "{count:?}");
}
