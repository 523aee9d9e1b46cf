//! The rows of one function, as the rest of the crate reads them.

use super::{Edge, Outcome};
use crate::id::{Block, Branch};
use core::ops::Range;

/// Stands for "no block" in the rows of the graph.
pub(super) const NONE: u32 = u32::MAX;
/// The bit of a branch, among the controls of a block, whose source is not before the block in the
/// order of the function.
pub(crate) const BACKWARD: u32 = 1 << 31;

/// The properties of a block, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks(u8);

impl Marks {
    /// The block is marked as an exit.
    pub(super) const EXIT: Self = Self(1);
    /// The block has a virtual edge to the exit, because an endless loop has no other way out.
    pub(super) const ENDLESS: Self = Self(2);
    /// The block can be reached from the entry.
    pub(super) const REACHABLE: Self = Self(4);
    /// The block post-dominates the entry, so it depends on the entry.
    pub(super) const ALWAYS: Self = Self(8);

    /// Returns the bits.
    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns `true` if a mark is set.
    #[inline]
    pub(super) const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    /// Sets a mark.
    pub(super) const fn set(&mut self, mark: Self) {
        self.0 |= mark.0;
    }

    /// Removes a mark.
    pub(super) const fn clear(&mut self, mark: Self) {
        self.0 &= !mark.0;
    }

    /// Returns `true` if the block has an edge to the exit, real or virtual.
    #[inline]
    pub(super) const fn leaves(self) -> bool {
        self.0 & (Self::EXIT.0 | Self::ENDLESS.0) != 0
    }

    /// Returns `true` if the block depends on the entry.
    #[inline]
    pub(crate) const fn runs_always(self) -> bool {
        self.has(Self::ALWAYS)
    }
}

/// The rows of one function. The ids in them are program-wide.
#[derive(Clone, Copy)]
pub(crate) struct FunctionRows<'a> {
    /// The number of the first block.
    pub(crate) first_block: u32,
    /// The number of the first branch.
    pub(crate) first_branch: u32,
    /// The blocks in reverse postorder, followed by those that cannot be reached.
    pub(crate) order: &'a [u32],
    /// By block: the immediate post-dominator, `u32::MAX` for the exit.
    pub(crate) parent: &'a [u32],
    pub(super) marks: &'a [Marks],
    /// By block, and one more: where its branches begin.
    pub(super) branches: &'a [u32],
    pub(crate) source: &'a [u32],
    pub(crate) target: &'a [u32],
    /// The branches that control some block which comes before their source in the order.
    pub(crate) backward: &'a [u32],
    /// By block, and one more: where its controls begin in `items`.
    pub(super) first_item: &'a [u32],
    /// The controls of all functions.
    pub(super) items: &'a [u32],
    pub(super) outcome: &'a [Code],
    /// The values of cases of all functions.
    pub(super) cases: &'a [i128],
}

impl FunctionRows<'_> {
    /// Returns the branches that control a block. A branch whose source is not before the block in
    /// the order has the bit [`BACKWARD`]. For functions whose dependences are listed only.
    #[inline]
    pub(crate) fn controls(&self, local: usize) -> &[u32] {
        &self.items[self.first_item[local] as usize..self.first_item[local + 1] as usize]
    }

    /// Returns `true` if a block can be reached from the entry.
    pub(crate) fn is_reachable(&self, local: usize) -> bool {
        self.marks[local].has(Marks::REACHABLE)
    }

    /// Returns `true` if a block depends on the entry.
    #[inline]
    pub(crate) fn depends_on_entry(&self, local: usize) -> bool {
        self.marks[local].runs_always()
    }

    /// Returns the places of the branches of a block in the rows.
    #[inline]
    pub(crate) fn places(&self, local: usize) -> Range<usize> {
        let first = self.first_branch;
        (self.branches[local] - first) as usize..(self.branches[local + 1] - first) as usize
    }

    /// Returns the branch at a place in the rows.
    #[inline]
    pub(crate) fn edge(&self, source: u32, place: usize) -> Edge {
        Edge {
            branch: Branch::new(self.first_branch + place as u32),
            source: Block::new(source),
            // `get`, not an index: without a bounds panic the compiler need not load what the
            // execution does not read.
            target: Block::new(self.target.get(place).copied().unwrap_or(NONE)),
            outcome: self.outcome.get(place).map_or(Outcome::Next, |code| code.outcome(self.cases)),
        }
    }
}

/// An [`Outcome`] in 32 bits. The values of cases are kept in a row of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u32);

impl Code {
    /// Number of bits of the payload: the number of a case, an arm or an exception. The kind is
    /// above it.
    const PAYLOAD: u32 = 29;
    /// Numbers of cases, arms and exceptions are less than this.
    const LIMIT: u32 = 1 << Self::PAYLOAD;
    /// The code of [`Outcome::True`].
    pub(super) const TRUE: Self = Self(0);
    /// The code of [`Outcome::False`].
    pub(super) const FALSE: Self = Self(1 << Self::PAYLOAD);
    /// The code of [`Outcome::Next`].
    pub(super) const NEXT: Self = Self(5 << Self::PAYLOAD);

    /// Returns the code of an outcome; `None` if its number is too large. Adds the value of a case
    /// to `cases`.
    #[inline]
    pub(super) fn of(outcome: Outcome, cases: &mut alloc::vec::Vec<i128>) -> Option<Self> {
        let (kind, payload) = match outcome {
            Outcome::True => (0, 0),
            Outcome::False => (1, 0),
            Outcome::Case(value) => {
                cases.push(value);
                (2, u32::try_from(cases.len() - 1).ok()?)
            }
            Outcome::Arm(number) => (3, number),
            Outcome::Default => (4, 0),
            Outcome::Next => (5, 0),
            Outcome::Exception(number) => (6, number),
        };
        (payload < Self::LIMIT).then_some(Self(kind << Self::PAYLOAD | payload))
    }

    /// Returns the bits.
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// Returns the bits without the place of a case among all cases, which depends on the order of
    /// declarations.
    pub(super) const fn without_case(self) -> u32 {
        if self.0 >> Self::PAYLOAD == 2 { 2 << Self::PAYLOAD } else { self.0 }
    }

    /// Returns the outcome. `cases` has the values of cases.
    #[inline]
    pub(super) fn outcome(self, cases: &[i128]) -> Outcome {
        let payload = self.0 & (Self::LIMIT - 1);
        match self.0 >> Self::PAYLOAD {
            0 => Outcome::True,
            1 => Outcome::False,
            2 => Outcome::Case(cases.get(payload as usize).copied().unwrap_or_default()),
            3 => Outcome::Arm(payload),
            4 => Outcome::Default,
            5 => Outcome::Next,
            _ => Outcome::Exception(payload),
        }
    }
}
