//! Plain data of relations and coverage matrices (feature `serde`). The other types of the module
//! derive their form.

use super::reason::{Event, ImplicationReason};
use super::relation::{Node, Pair};
use super::{CoverageMatrix, Subsumption};
use crate::plain::{Form, Invalid, by_way_of};
use alloc::vec;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Form of a coverage matrix: rows of bits, as [`CoverageMatrix::from_rows`] takes them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "CoverageMatrix")]
struct CoverageForm {
    /// A row with one bit set for each test. A number would be shorter, but then a file could claim
    /// more tests than fit into memory.
    tests: Vec<u64>,
    /// A row for each goal. It may end early.
    goals: Vec<Vec<u64>>,
}

by_way_of!(CoverageMatrix => CoverageForm);

impl From<&CoverageMatrix> for CoverageForm {
    fn from(matrix: &CoverageMatrix) -> Self {
        let mut tests = vec![u64::MAX; matrix.tests / 64];
        let rest = matrix.tests % 64;
        if rest > 0 {
            tests.push((1 << rest) - 1);
        }
        Self { tests, goals: matrix.rows.clone() }
    }
}

impl TryFrom<CoverageForm> for CoverageMatrix {
    type Error = Invalid;
    fn try_from(CoverageForm { tests, goals }: CoverageForm) -> Result<Self, Invalid> {
        // All words are full but the last one, which has its lowest bits set: adding 1 to it clears
        // them all.
        let is_row_of_ones = tests.split_last().is_none_or(|(&last, before)| {
            before.iter().all(|&word| word == u64::MAX)
                && last > 0
                && last & last.wrapping_add(1) == 0
        });
        if !is_row_of_ones {
            return Err(Invalid(
                "the tests of a matrix must be a row of ones: one bit for each test, and no word \
                 0 at the end",
            ));
        }
        let is_of_tests = |row: &Vec<u64>| {
            row.len() <= tests.len() && row.iter().zip(&tests).all(|(row, tests)| row & !tests == 0)
        };
        if !goals.iter().all(is_of_tests) {
            return Err(Invalid(
                "a goal is covered by a test that is not there: each bit of a goal must be a bit \
                 of the tests",
            ));
        }
        let tests = tests.iter().map(|word| word.count_ones() as usize).sum();
        Ok(Self { rows: goals, tests })
    }
}

/// Form of a relation.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Subsumption")]
struct SubsumptionForm {
    /// Form 1 called events facts.
    form: Form<2>,
    /// Events that are no goals, but link goals.
    events: Vec<Event>,
    /// The pairs. They name events by their index in `events`.
    pairs: Vec<Pair>,
}

by_way_of!(Subsumption => SubsumptionForm);

impl From<&Subsumption> for SubsumptionForm {
    fn from(relation: &Subsumption) -> Self {
        let Subsumption { events, pairs } = relation.clone();
        Self { form: Form, events, pairs }
    }
}

impl TryFrom<SubsumptionForm> for Subsumption {
    type Error = Invalid;
    fn try_from(SubsumptionForm { events, pairs, .. }: SubsumptionForm) -> Result<Self, Invalid> {
        if events.iter().any(|event| matches!(event, Event::Covers(_))) {
            return Err(Invalid(
                "a goal among the events of a relation: `Covers` is no event here, pairs name goals \
                 directly",
            ));
        }
        let is_known = |node| match node {
            Node::Goal(_) => true,
            Node::Event(place) => (place as usize) < events.len(),
        };
        if !pairs.iter().all(|pair| is_known(pair.from) && is_known(pair.to)) {
            return Err(Invalid(
                "a pair names an event that is not there: events are named by their index, counted \
                 from 0",
            ));
        }
        if pairs.iter().any(|pair| pair.reason == ImplicationReason::Tests(0)) {
            return Err(Invalid(
                "a pair that comes from no tests: the number in `Tests` must be at least 1",
            ));
        }
        Ok(Self { events, pairs })
    }
}
