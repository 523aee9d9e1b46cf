//! The values that select the branches of multi-way blocks.

use super::graph::FlowGraph;
use crate::distance::{Arms, Distance, Rules, SeenValues};
use crate::id::{Block, Branch};

impl FlowGraph {
    /// Returns the values that select each branch of a multi-way block. Arm n of the table is the n-th case or arm of the block in the order
    /// of its branches. `None` for other blocks. O(log multi-way blocks).
    #[must_use]
    pub fn arms(&self, block: Block) -> Option<&Arms> {
        let place = self.arms.binary_search_by_key(&block, |row| row.0).ok()?;
        Some(&self.arms[place].1)
    }

    /// Returns the branches of a multi-way block with their least distances over all values seen: a store of your own answers with them
    /// when it is asked for the distance of a branch. Nothing for other blocks, and if no value was seen. Linear in the arms.
    ///
    /// ```
    /// use sbst::distance::{Rules, SeenValues};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().case(0, 5, 1).case(0, 9, 2).default(0, 3).exit(1).exit(2).exit(3))?;
    /// let block = graph.entry(Function::new(0));
    /// let arms = graph.arms(block).expect("a multi-way block");
    /// let mut seen = SeenValues::new(arms);
    /// seen.see(arms, 6);
    /// let distances: Vec<f64> = graph.arm_distances(block, &seen, &Rules::DEFAULT).map(|(_, distance)| distance.get()).collect();
    /// assert_eq!(distances, [2.0, 4.0, 0.0]); // to 5, to 9, the default
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn arm_distances(
        &self,
        block: Block,
        seen: &SeenValues,
        rules: &Rules,
    ) -> impl Iterator<Item = (Branch, Distance)> + Clone {
        let found = self.arms(block).and_then(|arms| seen.distances(arms, rules));
        let distances = found.into_iter().flat_map(|(arms, default)| arms.into_iter().chain([default]));
        self.branches_of(block).filter(|&branch| self.edge(branch).outcome.is_selected()).zip(distances)
    }

    /// Returns the least distance of one branch of a multi-way block over all values seen there: what a store of your own answers
    /// [`branch_distance`](crate::execution::Execution::branch_distance) with.
    ///
    /// `None` if no value was seen, if the branch is implicit, and for branches of other blocks.
    ///
    /// As many steps as [`SeenValues::distance`] takes, and O(log multi-way blocks); no allocation. For an arm, these are the ranges that
    /// it lists, times the ranges and gaps in which a value was seen. So to ask for every branch of a block is quadratic if many arms were
    /// selected, where [`arm_distances`](Self::arm_distances) is linear.
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules, SeenValues};
    /// use sbst::execution::Execution;
    /// use sbst::fitness::fitness_of_block;
    /// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// /// A store of yours: the values that block 0 was evaluated on.
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
    /// let [switch, five, nine] = [0, 1, 2].map(|local| graph.block(Function::new(0), local));
    /// let arms = graph.arms(switch).expect("a multi-way block");
    /// let mut store = Store { graph: &graph, seen: SeenValues::new(arms) };
    /// store.seen.see(arms, 6);
    /// assert_eq!(fitness_of_block(&graph, &store, five).distance.get(), 2.0);
    /// assert_eq!(fitness_of_block(&graph, &store, nine).distance.get(), 4.0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn arm_distance(&self, branch: Branch, seen: &SeenValues, rules: &Rules) -> Option<Distance> {
        let edge = self.get_edge(branch)?;
        let arms = self.arms(edge.source).filter(|_| edge.outcome.is_selected())?;
        // The branches of the arms are in the order of the table; that of the default follows the last one.
        let first = self.branches_of(edge.source).find(|&other| self.edge(other).outcome.is_selected())?;
        let arm = branch.number() - first.number();
        seen.distance(arms, rules, if (arm as usize) < arms.len() { Some(arm) } else { None })
    }
}
