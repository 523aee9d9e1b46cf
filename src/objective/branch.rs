//! Branch goals.

use super::{Goal, Objective, Observed};
use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::Branch;

/// Take a branch: its D, see [`fitness`](crate::fitness).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BranchGoal(pub Branch);

impl<X: ?Sized> Objective<X> for BranchGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.reach.get_branch(self.0).unwrap_or(Fitness::NEVER)
    }
    fn goal(&self) -> Goal {
        Goal::Branch(self.0)
    }
}

/// The branch goals of a graph: every decided branch that can be reached. Branch coverage means these. Branches that exist only
/// because an endless loop was given an exit are left out.
pub fn branch_goals(graph: &FlowGraph) -> impl Iterator<Item = BranchGoal> {
    reachable(graph, true)
}

/// The implicit branches as goals, for those who want them besides: ordinary ways on beside an exit, and exceptions. An execution
/// that does not report them cannot cover them. Branches that exist only because an endless loop was given an exit are left out.
pub fn implicit_branch_goals(graph: &FlowGraph) -> impl Iterator<Item = BranchGoal> {
    reachable(graph, false)
}

fn reachable(graph: &FlowGraph, decided: bool) -> impl Iterator<Item = BranchGoal> {
    let edges = graph.all_branches().filter_map(|branch| graph.get_edge(branch));
    let wanted = edges.filter(move |edge| edge.outcome.is_decided() == decided && graph.is_reachable(edge.source));
    wanted.filter(|edge| !graph.is_endless(edge.branch)).map(|edge| BranchGoal(edge.branch))
}
