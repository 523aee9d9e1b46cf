//! What functions return where.

use crate::id::CallSite;

/// What a function returns at one of its exits.
///
/// ```
/// use sbst::fitness::flag::Returns;
/// use sbst::id::CallSite;
///
/// let site = CallSite::new(3);
/// assert_eq!(Returns::from(true), Returns::Constant(true));
/// assert_eq!(Returns::from(site), Returns::Call { site, negated: false });
/// assert_eq!(Returns::negated(site), Returns::Call { site, negated: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Returns {
    /// This value.
    Constant(bool),
    /// What the function that is called at this site returns, or the contrary.
    Call {
        /// The site.
        site: CallSite,
        /// Whether it is the contrary.
        negated: bool,
    },
    /// Something else: of this exit nothing is known, as if nothing was declared.
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
        Self::Constant(value)
    }
}

impl From<CallSite> for Returns {
    fn from(site: CallSite) -> Self {
        Self::Call { site, negated: false }
    }
}
