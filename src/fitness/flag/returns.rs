//! What the result of a function is set to.

use super::key::Key;
use crate::id::CallSite;

/// What a block of a function sets its result to.
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
    /// This key.
    Constant(Key),
    /// What the function that is called at this site returns, or its contrary.
    Call {
        /// The site.
        site: CallSite,
        /// Whether it is the contrary. Only a `bool` has one.
        negated: bool,
    },
    /// The outcome of a decision, which the execution records for each activation:
    /// [`Frame::returns_if`](crate::execution::Frame::returns_if), [`Frame::sets`](crate::execution::Frame::sets).
    Decision,
    /// Something of which nothing is known.
    Unknown,
}

impl Returns {
    /// The contrary of what the function that is called at this site returns.
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

impl From<i64> for Returns {
    fn from(key: i64) -> Self {
        Self::Constant(Key::from(key))
    }
}

impl From<CallSite> for Returns {
    fn from(site: CallSite) -> Self {
        Self::Call { site, negated: false }
    }
}
