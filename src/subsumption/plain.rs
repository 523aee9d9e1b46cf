//! Relations and what tests cover as plain data. All else derives its form.

use super::reason::{Fact, ImplicationReason};
use super::relation::{Node, Pair};
use super::{CoverageMatrix, Subsumption};
use crate::plain::{Invalid, by_way_of};
use alloc::vec;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Rows of bits, as [`CoverageMatrix::from_rows`] takes them.
#[derive(Serialize, Deserialize)]
#[serde(rename = "CoverageMatrix")]
struct CoverageForm {
    /// All tests: a row of ones. A number would be shorter, but a file could claim more tests than fit into memory.
    tests: Vec<u64>,
    /// A row for each goal.
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
        let is_row_of_ones = tests.split_last().is_none_or(|(&last, before)| {
            before.iter().all(|&word| word == u64::MAX) && last > 0 && last & last.wrapping_add(1) == 0
        });
        if !is_row_of_ones {
            return Err(Invalid("the row of all tests is one of ones"));
        }
        let is_of_tests = |row: &Vec<u64>| row.len() <= tests.len() && row.iter().zip(&tests).all(|(row, tests)| row & !tests == 0);
        if !goals.iter().all(is_of_tests) {
            return Err(Invalid("a goal is covered by a test that is not there"));
        }
        let tests = tests.iter().map(|word| word.count_ones() as usize).sum();
        Ok(Self { rows: goals, tests })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Subsumption")]
struct SubsumptionForm {
    /// What is no goal, but stands between goals.
    facts: Vec<Fact>,
    /// Facts are named by their place.
    pairs: Vec<Pair>,
}

by_way_of!(Subsumption => SubsumptionForm);

impl From<&Subsumption> for SubsumptionForm {
    fn from(relation: &Subsumption) -> Self {
        let Subsumption { facts, pairs } = relation.clone();
        Self { facts, pairs }
    }
}

impl TryFrom<SubsumptionForm> for Subsumption {
    type Error = Invalid;
    fn try_from(SubsumptionForm { facts, pairs }: SubsumptionForm) -> Result<Self, Invalid> {
        if facts.iter().any(|fact| matches!(fact, Fact::Covers(_))) {
            return Err(Invalid("a goal among the facts that are no goals"));
        }
        let is_known = |node| match node {
            Node::Goal(_) => true,
            Node::Fact(place) => (place as usize) < facts.len(),
        };
        if !pairs.iter().all(|pair| is_known(pair.from) && is_known(pair.to)) {
            return Err(Invalid("a pair names a fact that is not there"));
        }
        if pairs.iter().any(|pair| pair.reason == ImplicationReason::Tests(0)) {
            return Err(Invalid("the testimony of no tests"));
        }
        Ok(Self { facts, pairs })
    }
}
