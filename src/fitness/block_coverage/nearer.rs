//! The answer of a comparison.

use core::cmp::Ordering;

/// The one of two executions that is nearer to a target, and by how much: the number of blocks that only it fully covered, or of statements
/// or lines of the block in which both got stuck. The number is not 0.
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
    /// The first execution.
    First(u32),
    /// The second execution.
    Second(u32),
    /// It cannot be told, or there is no difference.
    Neither,
}

impl Nearer {
    /// Returns by how much the second execution is nearer: a negative number if the first is, 0 if neither is. This is the sign of
    /// Listing 3 (BBC, section 3.2), and the number as well in the published and the literal form.
    #[must_use]
    pub const fn signed(self) -> i64 {
        match self {
            Self::First(by) => -(by as i64),
            Self::Second(by) => by as i64,
            Self::Neither => 0,
        }
    }

    /// Returns the order of the two by how far they are: less if the first is nearer, as the closures of
    /// [`Ranker`](crate::selection::Ranker) answer. Do not sort by it: it is not transitive, and a sort may panic.
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

    /// The one with the larger number, by the difference.
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
