//! What is needed while a function is added.

use super::lists::Lists;
use super::semidominators::Tree;
use super::sketch::Sheet;
use alloc::vec::Vec;

/// The tables of the function that is being added, used again for the next one.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub(super) sheet: Sheet,
    pub(super) before: Lists,
    pub(super) tree: Tree,
    /// By local block: its place in the order, [`NONE`](super::rows::NONE) if it cannot be reached.
    pub(super) rank: Vec<u32>,
    /// By local block: how many branches control it, and then where the next of them goes.
    pub(super) place: Vec<u32>,
    pub(super) exits: Vec<u32>,
    pub(super) stack: Vec<(u32, u32)>,
}

impl Workspace {
    /// It is not kept after a function with more blocks and branches than this.
    pub(super) const KEPT: usize = 1 << 13;
}

/// A clone needs space of its own.
impl Clone for Workspace {
    fn clone(&self) -> Self {
        Self::default()
    }
}
