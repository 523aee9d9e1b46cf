//! Why one goal subsumes another one, and which ones a goal subsumes.

use super::graph::SubsumptionGraph;
use super::reason::{Implication, ImplicationReason};
use crate::id::GoalId;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

impl SubsumptionGraph {
    /// Returns `true` if covering the one goal covers the other one. Every goal subsumes itself. O(n + m): of many goals,
    /// [`covered_with`](Self::covered_with) tells at once what each covers.
    #[must_use]
    pub fn subsumes(&self, stronger: GoalId, weaker: GoalId) -> bool {
        self.explain(stronger, weaker).is_some()
    }

    /// Why covering the one goal covers the other one: a shortest chain of those pairs that are in the relation, empty for a goal and
    /// itself; one that needs neither normal termination nor tests, if there is one ([`ImplicationReason::is_certain`]). `None` if it does not, or
    /// if they are different and one of them is not known. O(n + m).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b, c] = [0, 1, 2].map(GoalId::new);
    /// let graph = Subsumption::from_iter([(a, b), (b, c)]).collapse([]);
    /// let steps = graph.explain(a, c).expect("by way of b");
    /// assert_eq!(steps[0].to_string(), "covers g0, so covers g1: given");
    /// assert_eq!((steps.len(), graph.explain(c, a)), (2, None));
    /// ```
    #[must_use]
    pub fn explain(&self, stronger: GoalId, weaker: GoalId) -> Option<Vec<Implication>> {
        if stronger == weaker {
            return Some(Vec::new());
        }
        let (start, end) = (self.node(stronger)?, self.node(weaker)?);
        let certain = self.search([start], Some(end), ImplicationReason::is_certain);
        let came = if certain[end.index()].is_some() { certain } else { self.search([start], Some(end), |_| true) };
        let mut steps = Vec::new();
        let mut at = end;
        while at != start {
            let (from, reason) = came[at.index()]?;
            steps.push(Implication { from: self.fact_of(from), reason, to: self.fact_of(at) });
            at = from;
        }
        steps.reverse();
        Some(steps)
    }

    /// Returns all goals that are covered when these are, themselves among them, ascending; those that the graph does not know are left
    /// out. O(n + m).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b, c] = [0, 1, 2].map(GoalId::new);
    /// let graph = Subsumption::from_iter([(a, b), (b, c)]).collapse([a, b, c]);
    /// assert_eq!(graph.covered_with([b]), [b, c]);
    /// ```
    #[must_use]
    pub fn covered_with(&self, goals: impl IntoIterator<Item = GoalId>) -> Vec<GoalId> {
        let starts: Vec<_> = goals.into_iter().filter_map(|goal| self.node(goal)).collect();
        let came = self.search(starts.iter().copied(), None, |_| true);
        let mut covered: Vec<_> = came.iter().map(Option::is_some).collect();
        starts.iter().for_each(|start| covered[start.index()] = true);
        self.goals().iter().zip(covered).filter(|(_, covered)| *covered).map(|(&goal, _)| goal).collect()
    }

    /// Breadth first, until the end was found: from where each node was reached, and why. Starts have no such thing, unless one leads to
    /// another.
    fn search(
        &self,
        starts: impl IntoIterator<Item = NodeIndex>,
        end: Option<NodeIndex>,
        counts: impl Fn(ImplicationReason) -> bool,
    ) -> Vec<Option<(NodeIndex, ImplicationReason)>> {
        let mut came = vec![None; self.class.len()];
        let mut waiting: VecDeque<_> = starts.into_iter().collect();
        while let Some(node) = waiting.pop_front() {
            for edge in self.graph.edges(node).filter(|edge| counts(*edge.weight())) {
                let reached = &mut came[edge.target().index()];
                if reached.is_none() {
                    *reached = Some((node, *edge.weight()));
                    if Some(edge.target()) == end {
                        return came;
                    }
                    waiting.push_back(edge.target());
                }
            }
        }
        came
    }
}
