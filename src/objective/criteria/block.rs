//! Block goals.

use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::Block;
use crate::objective::{Goal, Needs, Objective, Observed};

/// Enter a block: covered iff it was entered, else its A, and at least (0, [`SMALLEST`](crate::distance::Distance::SMALLEST)).
///
/// ```
/// use sbst::id::Block;
/// use sbst::objective::{BlockGoal, Goal};
///
/// assert_eq!(Goal::from(BlockGoal(Block::new(7))).to_string(), "block b7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BlockGoal(pub Block);

impl BlockGoal {}

/// The identity of the goal.
impl From<BlockGoal> for Goal {
    fn from(goal: BlockGoal) -> Self {
        Self::Block(goal.0)
    }
}

impl<X: ?Sized> Objective<X> for BlockGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.table.get_block(self.0).unwrap_or(Fitness::NEVER)
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs<X> {
        Needs::at([self.0])
    }
}

/// The block goals of a graph: every block that can be reached.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Unreachable};
/// use sbst::objective::block_goals;
///
/// let mut graph = FlowGraph::new();
/// graph.add_with(&FlowBuilder::new().exit(0).exit(1), Unreachable::Keep)?; // block 1 is dead code
/// assert_eq!(block_goals(&graph).count(), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn block_goals(graph: &FlowGraph) -> impl Iterator<Item = BlockGoal> {
    graph.all_blocks().filter(|&block| graph.is_reachable(block)).map(BlockGoal)
}
