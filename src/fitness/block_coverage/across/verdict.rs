//! The answer of a comparison across calls, and the place where it was found.

use crate::fitness::block_coverage::{Rule, Verdict};
use crate::id::{CallSite, Function, Statement};

/// The answer of a comparison across calls, and the call in which it was found.
///
/// [`WithinCalls::verdict`](super::WithinCalls::verdict) returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CallVerdict {
    /// The execution that is nearer, and by how much. The rule is the rule of the comparison within
    /// the function of the target, so an answer that was found in a call has [`Rule::Progress`]:
    /// both executions got stuck in the same block.
    /// [`Counters`](crate::fitness::block_coverage::Counters) count this verdict as active, and as
    /// useful if there is an answer.
    pub verdict: Verdict,
    /// The call in which the answer was found. `None` if the comparison within the function of the
    /// target has an answer, or if there is no answer.
    pub decided: Option<DecidingCall>,
}

impl CallVerdict {
    /// Returns the verdict on the pair in the other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { verdict: self.verdict.reversed(), ..self }
    }
}

/// The call in which two executions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DecidingCall {
    /// Number of calls from the function of the target to this call, including this call: at
    /// least 1.
    pub depth: u32,
    /// The statement in which both executions got stuck, and which makes the call.
    pub statement: Statement,
    /// The site of the call.
    pub site: CallSite,
    /// The function that was called. `None` if the answer belongs to the site, whatever functions
    /// were called there.
    pub callee: Option<Function>,
    /// The rule that gave the answer.
    pub rule: CallRule,
}

/// The rule that distinguished two executions at a call. See the
/// [definition](super#the-definition).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CallRule {
    /// Only one of the executions made the call.
    Called,
    /// The call returned in only one of the executions.
    Returned,
    /// Both executions failed inside the called function, and were compared with its end as the
    /// target, by [`Rule::Blocks`] or [`Rule::Progress`].
    Within(Rule),
}
