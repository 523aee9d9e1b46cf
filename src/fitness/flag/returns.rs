//! Values that the result of a function is set to.

use super::key::Key;
use crate::id::CallSite;

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
