//! The transitive reduction of a subsumption graph, to be drawn.

use super::graph::SubsumptionGraph;
use crate::id::GoalId;
use crate::sort::sort;
use alloc::vec;
use alloc::vec::Vec;
use petgraph::algo::tred::{dag_to_toposorted_adjacency_list, dag_transitive_reduction_closure};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::IntoNeighbors;

impl SubsumptionGraph {
    /// Returns the transitive reduction over the representatives: the fewest pairs from which all
    /// others follow, ascending.
    ///
    /// The stronger goal of a pair comes first. Events do not appear: a pair stands for a chain with
    /// only events in between. Use it for drawings, because it takes up to O(n^3) time and O(n^2)
    /// space for n goals, and a walk over the events below each goal.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b, c] = [0, 1, 2].map(GoalId::new);
    /// let graph = Subsumption::from_iter([(a, b), (b, c), (a, c)]).collapse([]);
    /// assert_eq!(graph.reduction(), [(a, b), (b, c)]);
    /// ```
    #[must_use]
    pub fn reduction(&self) -> Vec<(GoalId, GoalId)> {
        // Step 1: the classes with goals, the strongest first. Class numbers fall along edges, so
        // this is a topological order.
        let has_goals = |&class: &u32| !self.members(class).is_empty();
        let classes: Vec<u32> = (0..self.class_count()).rev().filter(has_goals).collect();
        let mut place = vec![None; self.class_count() as usize];
        for (at, &class) in classes.iter().enumerate() {
            place[class as usize] = Some(at);
        }
        // Step 2: the graph of classes with goals. An edge stands for a chain of events between two
        // such classes.
        let mut dag = DiGraph::<(), (), u32>::new();
        for _ in &classes {
            dag.add_node(());
        }
        let nodes = self.nodes_by_class();
        // For each class, one more than the last class from which it was seen, so that nothing
        // needs to be cleared.
        let mut seen = vec![0; self.class_count() as usize];
        for (at, &class) in classes.iter().enumerate() {
            // Walk on past classes of events, and stop at classes with goals: the pairs beyond
            // follow from theirs.
            let mut waiting = vec![class];
            while let Some(above) = waiting.pop() {
                let below =
                    nodes[above as usize].iter().flat_map(|&node| self.graph.neighbors(node));
                for below in below.map(|node| self.class[node.index()]) {
                    if below == class
                        || core::mem::replace(&mut seen[below as usize], at + 1) == at + 1
                    {
                        continue;
                    }
                    match place[below as usize] {
                        Some(goal) => {
                            dag.add_edge(NodeIndex::new(at), NodeIndex::new(goal), ());
                        }
                        None => waiting.push(below),
                    }
                }
            }
        }
        // Step 3: the reduction of this graph. An edge stays if no other path connects its ends.
        // Without condensed classes there would be cycles, of which the reduction is not unique.
        let order: Vec<_> = dag.node_indices().collect();
        let (list, _) = dag_to_toposorted_adjacency_list::<_, u32>(&dag, &order);
        let (reduced, _) = dag_transitive_reduction_closure(&list);
        let goal = |node: usize| self.members(classes[node])[0];
        let mut pairs = Vec::new();
        for node in 0..classes.len() {
            for below in reduced.neighbors(node as u32) {
                pairs.push((goal(node), goal(below as usize)));
            }
        }
        sort(&mut pairs);
        pairs
    }
}
