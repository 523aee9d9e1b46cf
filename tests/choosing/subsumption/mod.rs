//! Which goals imply which: what follows from pairs, from the control flow and from tests is what
//! F12 says, and true of executions.

mod coverage;
mod diagnosis;
mod histories;
mod real;
mod relation;
mod structure;
mod totality;

use crate::effort::config;
use crate::oracle::closure::Closed;
use sbst::id::GoalId;
use sbst::subsumption::SubsumptionGraph;

fn goals(numbers: &[u32]) -> Vec<GoalId> {
    numbers.iter().copied().map(GoalId::new).collect()
}

fn pairs(numbers: &[(u32, u32)]) -> Vec<(GoalId, GoalId)> {
    numbers.iter().map(|&(a, b)| (GoalId::new(a), GoalId::new(b))).collect()
}

/// Asserts that a graph says of its goals, and of one that it does not know, what the closure says.
fn assert_same(graph: &SubsumptionGraph, closed: &Closed<GoalId>) {
    assert_eq!(graph.goals(), closed.nodes);
    let minimal = closed.minimal();
    assert_eq!(graph.minimal(), minimal);
    let subsumed: Vec<GoalId> =
        closed.nodes.iter().copied().filter(|goal| !minimal.contains(goal)).collect();
    assert_eq!(graph.subsumed().collect::<Vec<_>>(), subsumed);
    let represented: Vec<GoalId> =
        closed.nodes.iter().map(|&goal| closed.represented_by(goal)).collect();
    for (&goal, &by) in closed.nodes.iter().zip(&represented) {
        assert_eq!(graph.represented_by(goal) == goal, minimal.contains(&goal), "{goal}");
        assert_eq!(graph.equivalents(goal)[0], closed.representative(goal), "{goal}");
        assert_eq!(graph.equivalents(goal), closed.equivalents(goal), "{goal}");
        assert_eq!(graph.represented_by(goal), by, "{goal}");
        assert_eq!(covered_with(graph, [goal]), closed.covered_with(&[goal]), "{goal}");
        let represents = closed
            .nodes
            .iter()
            .zip(&represented)
            .filter(|pair| *pair.1 == goal)
            .map(|pair| *pair.0);
        let represented =
            graph.goals().iter().copied().filter(|&other| graph.represented_by(other) == goal);
        assert!(represented.eq(represents), "{goal}");
        for &other in &closed.nodes {
            assert_eq!(graph.subsumes(goal, other), closed.implies(goal, other), "{goal} {other}");
        }
    }
    assert_eq!(graph.reduction(), closed.reduction());
}

#[test]
fn public_types_cross_threads() {
    use sbst::subsumption::{
        CoverageError, CoverageMatrix, Diagnosability, Event, Implication, ImplicationReason,
        Structure, Subsumption,
    };
    fn anywhere<T: Send + Sync + Clone + std::fmt::Debug>() {}
    anywhere::<Subsumption>();
    anywhere::<SubsumptionGraph>();
    anywhere::<Structure>();
    anywhere::<CoverageMatrix>();
    anywhere::<Diagnosability>();
    anywhere::<Event>();
    anywhere::<ImplicationReason>();
    anywhere::<Implication>();
    fn error<T: Send + Sync + core::error::Error + Copy + Eq>() {}
    error::<CoverageError>();
}

/// All goals that are covered if `goals` are covered.
pub(crate) fn covered_with(
    graph: &SubsumptionGraph,
    goals: impl IntoIterator<Item = GoalId>,
) -> Vec<GoalId> {
    graph.covered_by(goals).into_iter().map(|row| row.0).collect()
}
