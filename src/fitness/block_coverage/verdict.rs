//! The answer of a comparison with the rule that gave it.

use super::Nearer;

/// The rule that gave an answer, named after the line of Listing 3 that the comparison came to.
///
/// The [definition](super) numbers the rules.
///
/// ```
/// use sbst::fitness::block_coverage::{Nearer, Rule, Verdict};
///
/// let undecided = Verdict { nearer: Nearer::Neither, rule: Rule::Progress };
/// assert!(undecided.is_active()); // the same progress in the same block
/// let apart = Verdict { nearer: Nearer::Neither, rule: Rule::Open };
/// assert!(!apart.is_active());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Rule {
    /// No rule was applied: both executions reach the target, or the target is not in the graph, or
    /// it is a branch that an exception takes.
    ///
    /// The first case departs from the paper for two tests that decide alike against a branch,
    /// because the paper calls the listing for them. Read literally, line 9 then holds for two
    /// empty SCBs: active, and not useful. [`Form::Literal`](super::Form::Literal) does so.
    Skipped,
    /// Rule 6, line 17 of Listing 3: each execution has a block of its own, or one got stuck where
    /// the other did not pass.
    Open,
    /// Rule 5, line 15: the difference in fully covered blocks. It is 0 for equal sets of blocks.
    Blocks,
    /// Rule 4, line 13: the difference in the block in which both got stuck. It may be 0.
    Progress,
}

/// The answer of a comparison, and the rule that gave it.
///
/// [`BlockCoverage::verdict`](super::BlockCoverage::verdict) returns it,
/// [`Counters`](super::Counters) count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// The execution that is nearer, and by how much. If one is nearer, the comparison was *useful*
    /// (BBC, section 4.1.4: its value is not 0).
    pub nearer: Nearer,
    /// The rule that gave the answer. For a line in several blocks it is the rule of the block with
    /// the largest number; if all numbers are 0, the greatest rule in the order of [`Rule`].
    pub rule: Rule,
}

impl Verdict {
    /// The verdict on a pair that is not compared.
    pub(super) const SKIPPED: Self = Self { nearer: Nearer::Neither, rule: Rule::Skipped };

    /// Returns `true` if rule 4 or 5 gave the answer, also if the answer is 0: the comparison was
    /// *active* (BBC, section 4.1.4: line 13 or 15 of Listing 3 was reached).
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self.rule, Rule::Progress | Rule::Blocks)
    }

    /// Returns the verdict on the pair in the other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { nearer: self.nearer.reversed(), rule: self.rule }
    }
}
