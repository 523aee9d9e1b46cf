//! The sets of mutants that the library gives, as lists.

use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Shift};
use sbst::subsumption::mutants::{Change, Model, Orders};

/// Whether the goals to take either branch of a predicate are pursued besides the mutants of its
/// relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BranchGoals {
    Absent,
    Kept,
}

pub(crate) fn minimal_relations(
    original: Relation,
    orders: Orders,
    branches: BranchGoals,
) -> Vec<Relation> {
    let change = |mutant| Change::Relation { original, mutant, orders };
    let is_covered =
        |change: Change| branches == BranchGoals::Kept && change.is_implied_by_branches();
    let is_needed = |&mutant: &Relation| change(mutant).is_minimal() && !is_covered(change(mutant));
    Relation::ALL.into_iter().filter(is_needed).collect()
}

pub(crate) fn minimal_arithmetic(original: Arithmetic, model: Model) -> Vec<Arithmetic> {
    let change = |mutant| Change::Arithmetic { original, mutant, model };
    Arithmetic::ALL.into_iter().filter(|&mutant| change(mutant).is_minimal()).collect()
}

pub(crate) fn minimal_bitwise(original: Bitwise) -> Vec<Bitwise> {
    Bitwise::ALL
        .into_iter()
        .filter(|&mutant| Change::Bitwise { original, mutant }.is_minimal())
        .collect()
}

pub(crate) fn minimal_shifts(original: Shift) -> Vec<Shift> {
    Shift::ALL
        .into_iter()
        .filter(|&mutant| Change::Shift { original, mutant }.is_minimal())
        .collect()
}

/// The table of the published tool.
pub(crate) mod published {
    use super::{Arithmetic, Bitwise, Change, Model, Orders, Relation, Shift};

    pub(crate) fn relations(original: Relation) -> Vec<Relation> {
        let change = |mutant| Change::Relation { original, mutant, orders: Orders::Any };
        Relation::ALL.into_iter().filter(|&mutant| change(mutant).is_published()).collect()
    }

    pub(crate) fn arithmetic(original: Arithmetic) -> Vec<Arithmetic> {
        let change = |mutant| Change::Arithmetic { original, mutant, model: Model::Positive };
        Arithmetic::ALL.into_iter().filter(|&mutant| change(mutant).is_published()).collect()
    }

    pub(crate) fn bitwise(original: Bitwise) -> Vec<Bitwise> {
        Bitwise::ALL
            .into_iter()
            .filter(|&mutant| Change::Bitwise { original, mutant }.is_published())
            .collect()
    }

    pub(crate) fn shifts(original: Shift) -> Vec<Shift> {
        Shift::ALL
            .into_iter()
            .filter(|&mutant| Change::Shift { original, mutant }.is_published())
            .collect()
    }
}
