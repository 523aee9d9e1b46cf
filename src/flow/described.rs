//! The description of one block, before anything is checked.

use super::draft::Draft;
use super::read::{BLOCKS, EDGES};
use super::{BlockSketch, ControlFlow, FlowGraph, Outcome};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

impl FlowGraph {
    /// The number of blocks of a graph is less than this.
    pub const MOST_BLOCKS: usize = BLOCKS;
    /// The number of edges of a graph is less than this.
    pub const MOST_EDGES: usize = EDGES;
}

/// One block as a [`ControlFlow`] describes it, before a graph is made of it: for those who check
/// descriptions.
///
/// ```
/// use sbst::flow::{DescribedBlock, FlowBuilder, Outcome};
///
/// let body = FlowBuilder::new().statements(0, 2).branch(0, 1, 7).exit(1);
/// let said = DescribedBlock::of(&body, 0);
/// assert_eq!((said.statements, said.leaves), (2, false));
/// // There is no block 7.
/// assert_eq!(said.edges, [(Outcome::True, 1), (Outcome::False, 7)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct DescribedBlock {
    /// Number of statements.
    pub statements: u32,
    /// `true` if the function may end in the block.
    pub leaves: bool,
    /// The edges with the blocks that they lead to, in the order in which they were declared.
    pub edges: Vec<(Outcome, u32)>,
    /// (arm, values), in the order in which they were declared.
    pub ranges: Vec<(u32, RangeInclusive<i128>)>,
    /// `true` if there are more arms or exceptions than can be numbered.
    pub overflow: bool,
    /// Members of decisions: the block, the decision, the place.
    pub conditions: Vec<(u32, u32, u32)>,
}

impl DescribedBlock {
    /// Reads the description of one block. Linear in what is described.
    #[must_use]
    pub fn of(body: &(impl ControlFlow + ?Sized), block: u32) -> Self {
        let mut draft = Draft::default();
        let mut sketch = BlockSketch::new(&mut draft, block);
        body.describe(block, &mut sketch);
        let BlockSketch { statements, leaves, overflow, count, edges: first, .. } = sketch;
        let declared = first.iter().take(count).chain(&draft.more);
        let edges = declared.map(|&(code, to)| (code.outcome(&draft.rows.cases), to)).collect();
        Self {
            statements,
            leaves,
            edges,
            ranges: draft.ranges,
            overflow,
            conditions: draft.conditions,
        }
    }
}
