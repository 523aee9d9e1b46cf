//! Memory that adding a function needs.

use super::lists::Lists;
use super::semidominators::Tree;
use super::sketch::Sheet;
use alloc::vec::Vec;

/// The tables of the function that is being added. They are reused for the next function.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// The description of the function.
    pub(super) sheet: Sheet,
    /// The predecessors of each block.
    pub(super) before: Lists,
    /// The search for post-dominators.
    pub(super) tree: Tree,
    /// By local block: its place in reverse postorder; [`NONE`](super::rows::NONE) if it cannot be
    /// reached.
    pub(super) rank: Vec<u32>,
    /// By local block: the number of branches that control it; later, where the next of them goes
    /// in the row of controls.
    pub(super) place: Vec<u32>,
    /// The blocks from which the search for post-dominators starts.
    pub(super) exits: Vec<u32>,
    /// The stack of depth-first searches.
    pub(super) stack: Vec<(u32, u32)>,
}

impl Workspace {
    /// Number of blocks and branches of a function above which its tables are freed instead of
    /// kept.
    pub(super) const KEPT: usize = 1 << 13;
}

/// A clone gets empty tables.
impl Clone for Workspace {
    fn clone(&self) -> Self {
        Self::default()
    }
}
