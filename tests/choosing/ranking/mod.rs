//! Ranking, archives and minimal suites are what F13 says: against vectors, against the definitions
//! over generated populations, and their laws.

mod archive;
mod defects;
mod density;
mod dominance;
mod faults;
mod grids;
mod minimise;
mod populations;
mod preference;
mod select;
mod sorting;
mod suite;

use crate::effort::config;
use sbst::id::GoalId;
use sbst::selection::Fronts;

fn goals(numbers: impl IntoIterator<Item = u32>) -> Vec<GoalId> {
    numbers.into_iter().map(GoalId::new).collect()
}

fn listed(fronts: Fronts<'_>) -> Vec<Vec<usize>> {
    fronts.map(<[usize]>::to_vec).collect()
}
