//! Explanations: a shortest chain of reasons from one goal to another one, and all goals that are
//! covered with some goals.

use super::graph::SubsumptionGraph;
use super::reason::{Implication, ImplicationReason};
use crate::id::GoalId;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

impl SubsumptionGraph {
    /// Returns `true` if covering the goal `stronger` covers the goal `weaker`.
    ///
    /// Every goal subsumes itself, including a goal that the graph does not know. O(n + m) for n
    /// goals and events and m pairs. To ask for many weaker goals at once, use
    /// [`covered_with`](Self::covered_with).
    #[must_use]
    pub fn subsumes(&self, stronger: GoalId, weaker: GoalId) -> bool {
        self.explain(stronger, weaker).is_some()
    }

    /// Returns a shortest chain of pairs that shows why covering the goal `stronger` covers the
    /// goal `weaker`.
    ///
    /// If there is a chain of [certain](ImplicationReason::is_certain) pairs only, the result is a
    /// shortest one of those, even if a chain that assumes normal termination or relies on tests is
    /// shorter. The chain from a goal to itself is empty. The result is `None` if `stronger` does
    /// not subsume `weaker`, or if the goals differ and the graph does not know one of them. O(n +
    /// m).
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
        // Certain pairs first: a longer proof is worth more than a shorter conjecture. One search
        // over all pairs would find the shorter one.
        let certain = self.search(&[start], Some(end), &ImplicationReason::is_certain);
        let came = if certain[end.index()].is_some() {
            certain
        } else {
            self.search(&[start], Some(end), &|_| true)
        };
        // Back from the end. If no search reached the end, it has no entry, and `?` answers `None`.
        let mut steps = Vec::new();
        let mut at = end;
        while at != start {
            let (from, reason) = came[at.index()]?;
            steps.push(Implication { from: self.event_of(from), reason, to: self.event_of(at) });
            at = from;
        }
        steps.reverse();
        Some(steps)
    }

    /// Returns all goals that are covered if `goals` are covered, ascending. The goals themselves
    /// are included, unless the graph does not know them. O(n + m).
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
        let came = self.search(&starts, None, &|_| true);
        let mut covered: Vec<_> = came.iter().map(Option::is_some).collect();
        for start in &starts {
            covered[start.index()] = true;
        }
        // Goals are the first nodes, so the zip leaves out the events.
        (0..).zip(self.goals()).filter(|&(at, _)| covered[at]).map(|(_, &goal)| goal).collect()
    }

    /// Searches breadth first from `starts` along the pairs whose reason `counts`, until it finds
    /// `end`.
    ///
    /// Returns for each node the node from which it was reached first, and the reason of that pair.
    /// A node that was not reached has `None`, and so has a start, unless a pair leads to it from a
    /// node that was reached.
    fn search(
        &self,
        starts: &[NodeIndex],
        end: Option<NodeIndex>,
        counts: &dyn Fn(ImplicationReason) -> bool,
    ) -> Vec<Option<(NodeIndex, ImplicationReason)>> {
        let mut came = vec![None; self.class.len()];
        let mut waiting: VecDeque<_> = starts.iter().copied().collect();
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
