//! What others read of the rows of the graph: those of one function, cut to size.

use super::edges::Code;
use super::{Edge, Outcome};
use crate::id::{Block, Branch};
use core::ops::Range;

/// Stands for "no block" in the arrays of the graph.
pub(super) const NONE: u32 = u32::MAX;
/// Marks a branch among the controls of a block: the order of the function does not put it before the block.
pub(crate) const BACKWARD: u32 = 1 << 31;

/// What is known of a block, in bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks(u8);

impl Marks {
    /// The function may end in the block.
    pub(super) const EXIT: Self = Self(1);
    /// It may end there, but only by the virtual edge that ends an endless loop.
    pub(super) const ENDLESS: Self = Self(2);
    /// The block can be reached.
    pub(super) const REACHABLE: Self = Self(4);
    /// The block depends on the entry.
    pub(super) const ALWAYS: Self = Self(8);

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    pub(super) const fn set(&mut self, mark: Self) {
        self.0 |= mark.0;
    }

    pub(super) const fn clear(&mut self, mark: Self) {
        self.0 &= !mark.0;
    }

    #[inline]
    pub(super) const fn leaves(self) -> bool {
        self.0 & (Self::EXIT.0 | Self::ENDLESS.0) != 0
    }

    #[inline]
    pub(crate) const fn runs_always(self) -> bool {
        self.has(Self::ALWAYS)
    }
}

/// The rows of one function; ids in them are program-wide.
#[derive(Clone, Copy)]
pub(crate) struct FunctionRows<'a> {
    pub(crate) first_block: u32,
    pub(crate) first_branch: u32,
    /// Its blocks in reverse postorder.
    pub(crate) order: &'a [u32],
    /// The immediate post-dominator by block, `u32::MAX` for the exit.
    pub(crate) parent: &'a [u32],
    pub(super) marks: &'a [Marks],
    /// Where the branches of a block begin, and one more.
    pub(super) branches: &'a [u32],
    pub(crate) source: &'a [u32],
    pub(crate) target: &'a [u32],
    /// Branches that control some other block before them in the order.
    pub(crate) backward: &'a [u32],
    pub(super) first_item: &'a [u32],
    pub(super) items: &'a [u32],
    pub(super) outcome: &'a [Code],
    pub(super) cases: &'a [i64],
}

impl FunctionRows<'_> {
    /// The branches that control a block, those after it in the order marked [`BACKWARD`]; not for indexed functions.
    #[inline]
    pub(crate) fn controls(&self, local: usize) -> &[u32] {
        &self.items[self.first_item[local] as usize..self.first_item[local + 1] as usize]
    }

    pub(crate) fn is_reachable(&self, local: usize) -> bool {
        self.marks[local].has(Marks::REACHABLE)
    }

    /// Whether a block depends on the entry.
    #[inline]
    pub(crate) fn depends_on_entry(&self, local: usize) -> bool {
        self.marks[local].runs_always()
    }

    /// The places of the branches of a block.
    #[inline]
    pub(crate) fn places(&self, local: usize) -> Range<usize> {
        let first = self.first_branch;
        (self.branches[local] - first) as usize..(self.branches[local + 1] - first) as usize
    }

    /// The branch with this place in the rows.
    #[inline]
    pub(crate) fn edge(&self, source: u32, place: usize) -> Edge {
        Edge {
            branch: Branch::new(self.first_branch + place as u32),
            source: Block::new(source),
            // Not indexed: what an execution does not ask for need not be loaded then.
            target: Block::new(self.target.get(place).copied().unwrap_or(NONE)),
            outcome: self.outcome.get(place).map_or(Outcome::Next, |code| code.outcome(self.cases)),
        }
    }
}
