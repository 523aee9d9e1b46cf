//! Functions of a campaign that depend on the capabilities of the type of executions.
//!
//! A campaign works with every type of executions, and flags, exceptions and operands need a
//! capability that the type may not have. So the builder stores a function for each of them where
//! the bound on the type is known, and the campaign calls it without a bound.

use super::error::CampaignError;
use crate::execution::{CallTree, Execution, Operands};
use crate::fitness::flag::{FlagGradient, Flags, Refined};
use crate::flow::FlowGraph;
use crate::objective::{Discovery, Explanation};

/// Refines an execution by the flags, if there are any, and passes the result to the closure.
type Refine<X> =
    fn(&mut (Flags, FlagGradient), &FlowGraph, &X, &mut Then<'_, X>) -> Result<(), CampaignError>;
/// Continues with the refined execution, or with `None` if there are no flags.
type Then<'a, X> = dyn FnMut(Option<&Refined<'_, X>>) -> Result<(), CampaignError> + 'a;

/// Functions that the builder chose, and their data.
pub(super) struct Ways<X: ?Sized> {
    /// Declared flags, and the formulas that they are measured by.
    pub(super) flags: (Flags, FlagGradient),
    /// Refines an execution by the flags.
    pub(super) refine: Refine<X>,
    /// Makes goals of exceptions and of MC/DC while the search runs.
    pub(super) discovery: Discovery<X>,
    /// Adds the operands that the execution remembers to an explanation.
    pub(super) operands: fn(Explanation, &X) -> Explanation,
    /// `true` if functions that were not entered are measured across calls.
    pub(super) across_calls: bool,
}

impl<X: Execution + ?Sized> Ways<X> {
    /// Creates the functions that need no capability: no flags, no exceptions, no operands.
    pub(super) fn plain() -> Self {
        let (flags, discovery, across_calls) =
            ((Flags::new(), FlagGradient::new()), Discovery::none(), false);
        Self {
            flags,
            refine: |_, _, _, then| then(None),
            discovery,
            operands: |why, _| why,
            across_calls,
        }
    }

    /// Switches the refinement by flags on.
    pub(super) fn refine(&mut self, gradient: FlagGradient)
    where
        X: CallTree,
    {
        self.flags.1 = gradient;
        self.refine =
            |(flags, gradient), graph, run, then| then(Some(&gradient.refine(graph, flags, run)?));
    }

    /// Switches operands in explanations on.
    pub(super) fn read_operands(&mut self)
    where
        X: Operands,
    {
        self.operands = |why, run| why.with_operands(run);
    }
}
