//! The description of one block, before anything is checked.

use super::draft::Draft;
use super::read::{BLOCKS, EDGES};
use super::{BlockSketch, ControlFlow, Outcome};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// The number of blocks of a graph is less than this.
pub(crate) const MOST_BLOCKS: usize = BLOCKS;
/// The number of edges of a graph is less than this.
pub(crate) const MOST_EDGES: usize = EDGES;

/// One block as it was described.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Described {
    pub(crate) statements: u32,
    pub(crate) leaves: bool,
    /// The edges, in the order in which they were declared.
    pub(crate) edges: Vec<(Outcome, u32)>,
    /// (arm, values), in the order in which they were declared.
    pub(crate) ranges: Vec<(u32, RangeInclusive<i128>)>,
    /// `true` if there are more arms or exceptions than can be numbered.
    pub(crate) overflow: bool,
    /// Members of decisions: the block, the decision, the place.
    pub(crate) conditions: Vec<(u32, u32, u32)>,
}

impl Described {
    /// Reads the description of one block.
    pub(crate) fn of(body: &(impl ControlFlow + ?Sized), block: u32) -> Self {
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
