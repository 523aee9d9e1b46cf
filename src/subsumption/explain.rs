//! Explanations: a shortest chain of reasons from one goal to another one.

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
    /// [`covered_by`](Self::covered_by).
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
        let certain = self.search(start, end, &ImplicationReason::is_certain);
        let came = certain.or_else(|| self.search(start, end, &|_| true))?;
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

    /// Returns for each node the node from which it was reached first from `start`, and the reason
    /// of that pair. `None` if no pairs that count lead to `end`.
    fn search(
        &self,
        start: NodeIndex,
        end: NodeIndex,
        counts: &dyn Fn(ImplicationReason) -> bool,
    ) -> Option<Vec<Option<(NodeIndex, ImplicationReason)>>> {
        let mut came = vec![None; self.class.len()];
        let mut waiting = VecDeque::from([start]);
        while let Some(node) = waiting.pop_front() {
            for edge in self.graph.edges(node).filter(|edge| counts(*edge.weight())) {
                let reached = &mut came[edge.target().index()];
                if reached.is_none() {
                    *reached = Some((node, *edge.weight()));
                    if edge.target() == end {
                        return Some(came);
                    }
                    waiting.push_back(edge.target());
                }
            }
        }
        None
    }
}
