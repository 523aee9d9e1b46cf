//! Decisions, their vectors, and MC/DC.

mod clang;
mod regions;
mod said;
mod trees;
mod vectors;
mod worked;

use crate::oracle::decisions::Seen;
use sbst_histories::decisions::{CompoundDecision, DecisionCoverage, Independence, Vector};

/// A vector of the library.
fn vector(seen: &Seen) -> Vector {
    let known = (0_u32..).zip(seen).filter_map(|(place, value)| Some((place, (*value)?)));
    known.fold(Vector::EMPTY, |vector, (place, value)| vector.with(place, value))
}

/// Whether two vectors are an independence pair of a condition.
fn is_pair(
    decision: &CompoundDecision,
    condition: usize,
    [one, other]: [&Vector; 2],
    rule: Independence,
) -> bool {
    DecisionCoverage::of(decision, &[*one, *other], rule).pair(condition).is_some()
}
