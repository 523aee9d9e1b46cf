//! The rows of a graph, and those of one function, as the rest of the crate reads them.

use super::said::Said;
use super::{Edge, Outcome};
use crate::distance::Arms;
use crate::id::{Block, Branch};
use alloc::vec::Vec;
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

/// The rows of a graph by block and by branch, or those of a function that is to be appended to it.
/// The ids in them are program-wide.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    // By block; in a graph also by the block after the last one: where its branches and its
    // controls begin. In a function that is to be appended: where those of each block end.
    pub(super) first_branch: Vec<u32>,
    pub(super) first_item: Vec<u32>,
    // By block.
    /// The target of the only edge of a block without branches; `NONE` for other blocks.
    pub(super) jump: Vec<u32>,
    /// The number of statements.
    pub(super) statements: Vec<u32>,
    pub(super) marks: Vec<Marks>,
    /// The blocks of each function in reverse postorder, followed by the blocks that cannot be
    /// reached.
    pub(super) order: Vec<u32>,
    /// The immediate post-dominator; `NONE` if that is the virtual exit.
    pub(super) parent: Vec<u32>,

    // By branch.
    pub(super) source: Vec<u32>,
    pub(super) target: Vec<u32>,
    /// The outcome; the place of the value of a case in `cases`.
    pub(super) outcome: Vec<Code>,

    /// The branches that control each block. A branch whose source is not before the block in the
    /// order has the bit `BACKWARD`.
    pub(super) items: Vec<u32>,
    /// By function: the branches that control some block that comes before their source in the
    /// order.
    pub(super) backward: Vec<u32>,
    /// The values of cases.
    pub(super) cases: Vec<i128>,
    /// The value tables of multi-way blocks, ascending by block.
    pub(super) arms: Vec<(Block, Arms)>,
    /// Blocks whose only edge has an outcome other than `Next`, ascending, with this outcome.
    pub(super) sole: Vec<(Block, Outcome)>,
    /// The members of decisions that the graph says, ascending by block.
    pub(super) said: Vec<Said>,
}

impl Rows {
    /// Moves the rows of a function to the end of these.
    pub(super) fn append(&mut self, function: &mut Self) {
        let known = self.cases.len() as u32;
        if !function.cases.is_empty() {
            for code in &mut function.outcome {
                *code = code.behind(known);
            }
        }
        self.first_branch.append(&mut function.first_branch);
        self.first_item.append(&mut function.first_item);
        self.jump.append(&mut function.jump);
        self.statements.append(&mut function.statements);
        self.marks.append(&mut function.marks);
        self.order.append(&mut function.order);
        self.parent.append(&mut function.parent);
        self.source.append(&mut function.source);
        self.target.append(&mut function.target);
        self.outcome.append(&mut function.outcome);
        self.items.append(&mut function.items);
        self.backward.append(&mut function.backward);
        self.cases.append(&mut function.cases);
        self.arms.append(&mut function.arms);
        self.sole.append(&mut function.sole);
        self.said.append(&mut function.said);
    }

    /// Returns an iterator over the outcomes of all branches.
    fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        self.outcome.iter().map(|code| code.outcome(&self.cases))
    }

    /// Returns the outcome of the only edge of a block.
    pub(super) fn name_of_jump(&self, block: Block) -> Outcome {
        self.sole
            .binary_search_by_key(&block, |sole| sole.0)
            .map_or(Outcome::Next, |at| self.sole[at].1)
    }
}

/// Rows are equal if they have the same blocks with the same edges: everything else follows.
impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        // Codes of cases are compared by value: their bits depend on the order in which the cases
        // were declared.
        self.first_branch == other.first_branch
            && self.statements == other.statements
            && self.marks == other.marks
            && self.jump == other.jump
            && self.target == other.target
            && self.arms == other.arms
            && self.sole == other.sole
            && self.said == other.said
            && self.outcomes().eq(other.outcomes())
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
    pub(super) const LIMIT: u32 = 1 << Self::PAYLOAD;
    /// The code of [`Outcome::True`].
    pub(super) const TRUE: Self = Self(0);
    /// The code of [`Outcome::False`].
    pub(super) const FALSE: Self = Self(1 << Self::PAYLOAD);
    /// The code of [`Outcome::Next`].
    pub(super) const NEXT: Self = Self(5 << Self::PAYLOAD);

    /// Returns the code of an outcome; `None` if its number is too large. Adds the value of a case
    /// to `cases`.
    #[inline]
    pub(super) fn of(outcome: Outcome, cases: &mut Vec<i128>) -> Option<Self> {
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

    /// Returns the code with the place of a case moved up by `cases`.
    const fn behind(self, cases: u32) -> Self {
        if self.0 >> Self::PAYLOAD == 2 { Self(self.0 + cases) } else { self }
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
