//! Histories: decisions and their vectors, definitions and uses, paths, and the goals of all of
//! them.

mod decisions;
mod definitions;
mod paths;
mod walks;

use sbst::execution::Facts;
use sbst::flow::FlowGraph;
use sbst::objective::{Discovery, Goals, Program};
use sbst_histories::{HistoryCriterion, HistoryGoals, UnrolledGraph};
use sbst_oracle as oracle;
use sbst_oracle::effort;

/// Adds the goals of a criterion.
fn add<X: Facts + ?Sized>(
    goals: &mut Goals<X>,
    graph: &FlowGraph,
    unrolled: &UnrolledGraph,
    criterion: HistoryCriterion,
) {
    let found = HistoryGoals::new(&Program::new(graph), unrolled.clone(), [criterion]);
    found.expect("of this graph").begin(goals).expect("in no other copies");
}
