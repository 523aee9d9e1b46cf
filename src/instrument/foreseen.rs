//! What is known of a pattern before it is matched.

use crate::distance::{Decision, Distance, Rules};
use core::cell::Cell;

/// Knowledge about the pattern at the end of a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Foreseen {
    /// A question that has the same answer.
    Asked(Decision),
    /// The loop has at least so many elements left.
    Left(u32),
}

impl Foreseen {
    /// Returns the decision of a pattern with this outcome.
    fn decision(self, outcome: bool, rules: &Rules) -> Decision {
        match self {
            Self::Asked(decision) => {
                decision.confirmed(outcome).unwrap_or_else(|| rules.flag(outcome))
            }
            // The loop ends after so many elements.
            Self::Left(count) if outcome => Decision::observed(true, Distance::from(count.max(1))),
            Self::Left(_) => rules.flag(outcome),
        }
    }
}

/// Knowledge about the pattern that is matched next, with the block that it ends.
#[derive(Debug, Default)]
pub(super) struct Ahead(Cell<Option<(u32, Foreseen)>>);

impl Ahead {
    /// Remembers what is known of the pattern at the end of a block.
    #[inline]
    pub(super) fn set(&self, block: u32, foreseen: Option<Foreseen>) {
        self.0.set(foreseen.map(|foreseen| (block, foreseen)));
    }

    /// Returns the decision of the pattern at the end of a block, and forgets what was known.
    #[inline]
    pub(super) fn decision(&self, block: u32, outcome: bool, rules: &Rules) -> Decision {
        match self.0.take() {
            Some((known, foreseen)) if known == block => foreseen.decision(outcome, rules),
            _ => rules.flag(outcome),
        }
    }
}
