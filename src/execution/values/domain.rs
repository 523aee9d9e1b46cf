//! The partitions that a type has.

use crate::execution::Partition;

/// The partitions of a type: which values of it tests should return or give.
///
/// As published: bools, chars and numbers as below; texts, arrays and collections `COLLECTION.or_null()`, other objects
/// `OBJECT.or_null()`. Where a type has no null (in Rust, unless it is an `Option`), leave `or_null` out.
///
/// ```
/// use sbst::execution::{Domain, Partition};
///
/// let optional_count = Domain::UNSIGNED.or_null(); // Option<usize>
/// assert!(optional_count.partitions().eq([Partition::Zero, Partition::Positive, Partition::Null]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Domain {
    /// Bit p: partition p of [`Partition::ALL`].
    members: u16,
}

impl Domain {
    /// Of functions that return no value, and of values that nobody partitions.
    pub const NOTHING: Self = Self::of(&[]);
    /// True, false.
    pub const BOOL: Self = Self::of(&[Partition::True, Partition::False]);
    /// ASCII letter, ASCII digit, other.
    pub const CHAR: Self = Self::of(&[Partition::Letter, Partition::Digit, Partition::OtherChar]);
    /// Integers with a sign, and floats: negative, zero, positive.
    pub const SIGNED: Self = Self::of(&[Partition::Negative, Partition::Zero, Partition::Positive]);
    /// Zero, positive.
    pub const UNSIGNED: Self = Self::of(&[Partition::Zero, Partition::Positive]);
    /// Texts, arrays and collections: empty, not empty.
    pub const COLLECTION: Self = Self::of(&[Partition::Empty, Partition::NonEmpty]);
    /// Any other value: not null.
    ///
    /// ```
    /// use sbst::execution::{Domain, Partition};
    ///
    /// assert!(Domain::OBJECT.or_null().partitions().eq([Partition::Null, Partition::NonNull]));
    /// assert_eq!(Domain::NOTHING.partitions().count(), 0);
    /// ```
    pub const OBJECT: Self = Self::of(&[Partition::NonNull]);

    /// These partitions.
    #[must_use]
    pub const fn of(partitions: &[Partition]) -> Self {
        let (mut members, mut at) = (0, 0);
        while at < partitions.len() {
            members |= 1 << partitions[at] as u16;
            at += 1;
        }
        Self { members }
    }

    /// The same, and null.
    #[must_use]
    pub const fn or_null(self) -> Self {
        Self { members: self.members | Self::of(&[Partition::Null]).members }
    }

    /// The partitions, in the order of [`Partition::ALL`].
    pub fn partitions(self) -> impl DoubleEndedIterator<Item = Partition> + Clone {
        Partition::ALL.into_iter().filter(move |&partition| self.members & Self::of(&[partition]).members != 0)
    }
}

/// The partitions.
impl core::fmt::Debug for Domain {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.partitions()).finish()
    }
}
