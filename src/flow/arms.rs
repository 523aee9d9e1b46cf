//! Value tables and distances of multi-way blocks.

use super::Outcome;
use super::graph::FlowGraph;
use crate::distance::{Arms, Distance, Rules, SeenValues};
use crate::id::{Block, Branch};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

impl FlowGraph {
    /// Returns the values that select each branch of a multi-way block; `None` for other blocks.
    ///
    /// Arm n of the table is the n-th case or arm of the block, in the order of its branches. O(log
    /// multi-way blocks).
    #[must_use]
    pub fn arms(&self, block: Block) -> Option<&Arms> {
        let place = self.rows.arms.binary_search_by_key(&block, |row| row.0).ok()?;
        Some(&self.rows.arms[place].1)
    }

    /// Returns an iterator over the declared edges of a block as [`successors`](Self::successors)
    /// does, each with the values that an [`Outcome::Arm`] lists.
    pub(super) fn edges_with_values(
        &self,
        block: Block,
    ) -> impl Iterator<Item = (Outcome, Block, Vec<RangeInclusive<i128>>)> {
        let arms = self.arms(block);
        let mut table = vec![Vec::new(); arms.map_or(0, |arms| arms.len())];
        for (arm, range) in arms.into_iter().flat_map(|arms| arms.ranges()) {
            table[arm as usize].push(range);
        }
        // Arm n of the table is the n-th case or arm of the block, and the edges are in the same
        // order.
        let mut listed = table.into_iter();
        self.successors(block).map(move |(outcome, to)| {
            let values = match outcome {
                Outcome::Arm(_) => listed.next(),
                Outcome::Case(_) => listed.next().and(None), // the outcome has the value
                _ => None,
            };
            (outcome, to, values.unwrap_or_default())
        })
    }

    /// Returns an iterator over the branches of a multi-way block with their least distances over
    /// all values seen.
    ///
    /// A store of your own can answer
    /// [`branch_distance`](crate::execution::Execution::branch_distance) with these distances. The
    /// iterator is empty for other blocks, and if no value was seen. Linear in the arms.
    ///
    /// ```
    /// use sbst::distance::{Rules, SeenValues};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let body = FlowBuilder::new()
    ///     .case(0, 5, 1).case(0, 9, 2).default(0, 3).exit(1).exit(2).exit(3);
    /// let graph = FlowGraph::of(&body)?;
    /// let block = graph.entry(Function::new(0));
    /// let arms = graph.arms(block).expect("a multi-way block");
    /// let mut seen = SeenValues::new(arms);
    /// seen.see(arms, 6);
    /// let distances: Vec<f64> = graph
    ///     .arm_distances(block, &seen, &Rules::DEFAULT)
    ///     .map(|(_, distance)| distance.get())
    ///     .collect();
    /// assert_eq!(distances, [2.0, 4.0, 0.0]); // to 5, to 9, to the default
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn arm_distances(
        &self,
        block: Block,
        seen: &SeenValues,
        rules: &Rules,
    ) -> impl Iterator<Item = (Branch, Distance)> + Clone {
        let found = self.arms(block).and_then(|arms| seen.distances(arms, rules));
        let distances =
            found.into_iter().flat_map(|(arms, default)| arms.into_iter().chain([default]));
        self.branches_of(block)
            .filter(|&branch| self.edge(branch).outcome.is_selected())
            .zip(distances)
    }

    /// Returns the least distance of one branch of a multi-way block over all values seen there;
    /// `None` if no value was seen, if the branch is implicit, and for branches of other blocks.
    ///
    /// A store of your own can answer
    /// [`branch_distance`](crate::execution::Execution::branch_distance) with it.
    ///
    /// Takes the time of [`SeenValues::distance`] and O(log multi-way blocks); allocates nothing.
    /// For an arm, the time is the number of ranges that the arm lists, times the number of ranges
    /// and gaps in which a value was seen. Calling this method for every branch of a block is
    /// therefore quadratic if many arms were selected; [`arm_distances`](Self::arm_distances) is
    /// linear.
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules, SeenValues};
    /// use sbst::execution::Execution;
    /// use sbst::fitness::fitness_of_block;
    /// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// /// A store of your own: the values on which block 0 was evaluated.
    /// struct Store<'g> {
    ///     graph: &'g FlowGraph,
    ///     seen: SeenValues,
    /// }
    ///
    /// impl Execution for Store<'_> {
    ///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
    ///         self.graph.arm_distance(branch.branch, &self.seen, &Rules::DEFAULT)
    ///     }
    ///     fn progress(&self, block: Block) -> Option<u32> {
    ///         (block.index() == 0).then_some(0)
    ///     }
    /// }
    ///
    /// // match code { 5 => 1, 9 => 2, _ => 3 }
    /// let body = FlowBuilder::new().case(0, 5, 1).case(0, 9, 2).default(0, 3);
    /// let graph = FlowGraph::of(&body.exit(1).exit(2).exit(3))?;
    /// let [switch, five, nine] =
    ///     [0, 1, 2].map(|local| graph.block(Function::new(0), local));
    /// let arms = graph.arms(switch).expect("a multi-way block");
    /// let mut store = Store { graph: &graph, seen: SeenValues::new(arms) };
    /// store.seen.see(arms, 6);
    /// assert_eq!(fitness_of_block(&graph, &store, five).distance.get(), 2.0);
    /// assert_eq!(fitness_of_block(&graph, &store, nine).distance.get(), 4.0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn arm_distance(
        &self,
        branch: Branch,
        seen: &SeenValues,
        rules: &Rules,
    ) -> Option<Distance> {
        let edge = self.get_edge(branch)?;
        if !edge.outcome.is_selected() {
            return None;
        }
        let arms = self.arms(edge.source)?;
        // The branches of the arms are in the order of the table, and the branch of the default
        // follows the last one.
        let first =
            self.branches_of(edge.source).find(|&other| self.edge(other).outcome.is_selected())?;
        let arm = branch.number() - first.number();
        seen.distance(arms, rules, if (arm as usize) < arms.len() { Some(arm) } else { None })
    }
}
