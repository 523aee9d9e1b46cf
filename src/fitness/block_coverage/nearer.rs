//! The answer of a comparison.

use core::cmp::Ordering;

/// The answer of a comparison: which of two executions is nearer to a target, and by how much. The
/// number counts the blocks that only the nearer one fully covered, or the statements or lines by
/// which it is ahead in the block in which both got stuck. It is not 0.
///
/// ```
/// use sbst::fitness::block_coverage::Nearer;
/// use std::cmp::Ordering;
///
/// let answer = Nearer::Second(3);
/// assert_eq!(answer.signed(), 3);
/// assert_eq!(answer.reversed(), Nearer::First(3));
/// assert_eq!(answer.ordering(), Ordering::Greater); // the first is farther away
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Nearer {
    /// The first execution is nearer, by this number.
    First(u32),
    /// The second execution is nearer, by this number.
    Second(u32),
    /// Neither execution is nearer: there is no difference, or the rules give no answer.
    Neither,
}

impl Nearer {
    /// Returns the number by which the second execution is nearer. It is negative if the first
    /// execution is nearer, and 0 if neither is. This is the sign of Listing 3 (BBC, section 3.2),
    /// and in the published and the literal form also its number.
    #[must_use]
    pub const fn signed(self) -> i64 {
        match self {
            Self::First(by) => -(by as i64),
            Self::Second(by) => by as i64,
            Self::Neither => 0,
        }
    }

    /// Returns the order of the two executions by their distance to the target: `Less` if the first
    /// is nearer, as the closures of [`Ranker`](crate::selection::Ranker) return it. Do not sort by
    /// it: it is not transitive, and a sort may panic.
    #[must_use]
    pub fn ordering(self) -> Ordering {
        self.signed().cmp(&0)
    }

    /// Returns the answer for the two in the other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::First(by) => Self::Second(by),
            Self::Second(by) => Self::First(by),
            Self::Neither => Self::Neither,
        }
    }

    /// Returns the execution with the larger number as nearer, by the difference.
    pub(super) const fn more(first: u32, second: u32) -> Self {
        if first > second {
            Self::First(first - second)
        } else if first < second {
            Self::Second(second - first)
        } else {
            Self::Neither
        }
    }
}
