//! Any number of starts for one target: every answer is what F9 says, also when sets of starts have
//! to be made again.

use super::definition::{FORMS, config, coverages, summary};
use crate::oracle::block_coverage::{Definition, alternatives};
use crate::oracle::run::Seen;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Target};
use sbst::flow::Outcome::{Case, False, True};
use sbst::id::Function;
use std::collections::BTreeSet;

const TESTS: usize = 24;

/// Suites over [`alternatives`]: runs that evaluate one test each, the first few and some more, and
/// runs that stop within a block.
pub(super) fn suites() -> impl Strategy<Value = Vec<Seen>> {
    let suite = (0..TESTS, vec(1..=TESTS, 0..3), vec((1..=TESTS + 1, 0..=3_u32), 0..4));
    let seen = |(first, more, stopped): (usize, Vec<usize>, Vec<(usize, u32)>)| {
        let mut seen = Seen { entered: true, ..Seen::default() };
        for test in (1..=first).chain(more) {
            seen.visit(0, 3);
            seen.visit(test, 3);
            seen.observe((0, Case(test as i128)), 0.0);
            seen.observe((test, True), 1.0);
            seen.observe((test, False), 0.0);
        }
        stopped.into_iter().for_each(|(block, progress)| seen.visit(block, progress));
        seen
    };
    vec(suite.prop_map(seen), 18..24)
}

/// All pairs, twice, so that every pair comes again after all others. Tells the sets of starts for
/// what the tests guard, and how many answers came from one of several blocks that are equally far.
pub(super) fn assert_all_pairs(suites: &[Seen]) -> (usize, u32) {
    let shape = alternatives(TESTS);
    let (graph, definition) = (shape.graph(), Definition::of(&shape));
    let summaries: Vec<BlockSummary> =
        suites.iter().map(|seen| summary(&shape, &graph, seen)).collect();
    let (mut coverages, mut starts, mut by_number) = (coverages(), BTreeSet::new(), 0);
    let pairs = || {
        (0..suites.len()).flat_map(|first| (first..suites.len()).map(move |second| (first, second)))
    };
    for (first, second) in pairs().chain(pairs()) {
        for target in [TESTS + 1, TESTS / 2] {
            let way = definition.way(target, &suites[first], &suites[second]);
            for (form, coverage) in FORMS.into_iter().zip(&mut coverages) {
                let expected = definition.compare(form, &way, 3, &suites[first], &suites[second]);
                let target =
                    Target::Statement(graph.block(Function::new(0), target as u32).statement(3));
                let answer =
                    coverage.compare(&graph, target, &summaries[first], &summaries[second]);
                assert_eq!(answer.signed(), expected.signed, "{form:?}, {way:?}");
                by_number += u32::from(expected.by_number && expected.signed != 0);
            }
            starts.extend((target == TESTS + 1).then_some(way.starts));
        }
    }
    (starts.len(), by_number)
}

proptest! {
    #![proptest_config(config(8))]

    /// Many sets of starts for one target.
    #[test]
    fn any_number_of_starts_is_as_defined(suites in suites()) {
        assert_all_pairs(&suites);
    }
}

/// Each set of nine tests makes a set of starts; that is more than are kept for one target, so some
/// of them are made anew.
#[test]
fn more_sets_of_starts_than_are_kept_are_as_defined() {
    const ALL: u32 = 1 << 9;
    let shape = alternatives(9);
    let (graph, definition) = (shape.graph(), Definition::of(&shape));
    let seen = |set: u32| {
        let mut seen = Seen { entered: true, ..Seen::default() };
        seen.visit(0, 3);
        for test in (1..=9).filter(|test| set >> (test - 1) & 1 == 1) {
            seen.visit(test, 3);
            seen.observe((test, False), 0.0);
        }
        seen.visit(10, set % 3);
        seen
    };
    let suites: Vec<Seen> = (0..ALL).map(seen).collect();
    let summaries: Vec<BlockSummary> =
        suites.iter().map(|seen| summary(&shape, &graph, seen)).collect();
    let (mut coverage, mut starts) = (BlockCoverage::new(), BTreeSet::new());
    let (last, target) =
        (ALL as usize - 1, Target::Statement(graph.block(Function::new(0), 10).statement(3)));
    for set in (0..ALL as usize).chain(0..ALL as usize) {
        let way = definition.way(10, &suites[set], &suites[last]);
        let expected = definition.compare(Form::Exact, &way, 3, &suites[set], &suites[last]);
        assert_eq!(
            coverage.compare(&graph, target, &summaries[set], &summaries[last]).signed(),
            expected.signed,
            "{way:?}"
        );
        starts.insert(way.starts);
    }
    assert!(starts.len() > 256, "{} sets of starts", starts.len());
}
