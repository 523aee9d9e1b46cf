//! Block goals.

use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::Block;
use crate::objective::{CoverageGoal, Goal, Needs, Objective, Observed};

/// The goal to enter a block. Its value is (0, 0) iff the block was entered, else A(block) as
/// defined in [`fitness`](crate::fitness), at least (0,
/// [`SMALLEST`](crate::distance::Distance::SMALLEST)).
///
/// ```
/// use sbst::id::Block;
/// use sbst::objective::{CoverageGoal, Goal};
///
/// assert_eq!(Goal::from(CoverageGoal::new(Block::new(7))).to_string(), "block b7");
/// ```
impl<X: ?Sized> Objective<X> for CoverageGoal<Block> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.block(self.target)
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs {
        Needs::at([self.target]).local()
    }
}

/// Returns the block goals of a graph: one for every reachable block.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Unreachable};
/// use sbst::objective::block_goals;
///
/// let mut graph = FlowGraph::new();
/// // block 1 is dead code
/// graph.add_with(&FlowBuilder::new().exit(0).exit(1), Unreachable::Keep)?;
/// assert_eq!(block_goals(&graph).count(), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn block_goals(graph: &FlowGraph) -> impl Iterator<Item = CoverageGoal<Block>> {
    graph.all_blocks().filter(|&block| graph.is_reachable(block)).map(CoverageGoal::new)
}
