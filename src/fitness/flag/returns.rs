//! Values that the result of a function is set to, and the branches that constants need.

use super::key::{Key, Keys};
use crate::flow::Edge;
use crate::id::{Branch, CallSite, IdMap, IdSet};

/// A value that a block of a function sets its result to.
///
/// ```
/// use sbst::fitness::flag::{Key, Returns};
/// use sbst::id::CallSite;
///
/// let site = CallSite::new(3);
/// assert_eq!(Returns::from(true), Returns::Constant(Key::from(true)));
/// assert_eq!(Returns::from(Key::NONE), Returns::Constant(Key::NONE));
/// assert_eq!(Returns::from(site), Returns::Call { site, negated: false });
/// assert_eq!(Returns::negated(site), Returns::Call { site, negated: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Returns {
    /// A constant.
    Constant(Key),
    /// The result of the call at this site, or its contrary.
    Call {
        /// The site.
        site: CallSite,
        /// `true` for the contrary. Only a `bool` has one.
        negated: bool,
    },
    /// The outcome of a decision, which the execution records for each activation with
    /// [`Frame::returns_if`](crate::execution::Frame::returns_if) or
    /// [`Frame::sets`](crate::execution::Frame::sets).
    Decision,
    /// An unknown value.
    Unknown,
}

impl Returns {
    /// Returns the contrary of the result of the call at this site.
    #[must_use]
    pub const fn negated(site: CallSite) -> Self {
        Self::Call { site, negated: true }
    }
}

impl From<bool> for Returns {
    fn from(value: bool) -> Self {
        Self::Constant(Key::from(value))
    }
}

impl From<Key> for Returns {
    fn from(key: Key) -> Self {
        Self::Constant(key)
    }
}

impl From<i128> for Returns {
    fn from(key: i128) -> Self {
        Self::Constant(Key::from(key))
    }
}

impl From<CallSite> for Returns {
    fn from(site: CallSite) -> Self {
        Self::Call { site, negated: false }
    }
}

/// Branches that are required for constants.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    /// The constants, numbered.
    keys: IdSet<Key>,
    /// By the number of a constant and the branch.
    edges: IdMap<(u32, Branch), Edge>,
}

impl Constants {
    /// Adds a branch for a constant.
    pub(super) fn insert(&mut self, key: Key, edge: Edge) {
        let number = self.keys.insert_place(key);
        self.edges.insert((number, edge.branch), edge);
    }

    /// Returns the branches for these keys, key by key. A branch for several keys comes several
    /// times.
    pub(super) fn edges<'a>(&'a self, keys: &'a Keys) -> impl Iterator<Item = Edge> + Clone + 'a {
        let (first, last) = (Branch::new(0), Branch::new(u32::MAX));
        let ranges = keys.ranges().map(|range| Key::from(*range.start())..=Key::from(*range.end()));
        let numbers = ranges.flat_map(|range| self.keys.range(range)).map(|(_, number)| number);
        let of = move |number| self.edges.range((number, first)..=(number, last));
        numbers.flat_map(of).map(|(_, &edge)| edge)
    }
}
