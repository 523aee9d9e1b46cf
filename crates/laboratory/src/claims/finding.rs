//! What was found.

use std::fmt;

/// Agreement of an experiment with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finding {
    /// There are fewer than [`Claim::least`](super::Claim::least) subjects for which it can matter
    /// and on which the searches differ at all.
    NotTestable,
    /// What is claimed was found.
    Agrees,
    /// Neither what is claimed nor its contrary was found. If nothing is claimed: neither a
    /// difference nor its absence.
    NotShown,
    /// The contrary of what is claimed was found.
    Refuted,
    /// Nothing is claimed, and the technique does better over all subjects.
    Better,
    /// Nothing is claimed, and the technique does worse over all subjects.
    Worse,
    /// Nothing is claimed, and a difference that matters was excluded: see
    /// [`Evidence::of`](super::Evidence::of).
    NoDifference,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::NotTestable => "not testable here",
            Self::Agrees => "agrees",
            Self::NotShown => "not shown",
            Self::Refuted => "refuted",
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoDifference => "no difference",
        })
    }
}
