//! What a campaign does with executions of one type: set where the type is known to have the capability.

use super::error::CampaignError;
use crate::execution::{CallTree, Execution, Operands};
use crate::fitness::flag::{FlagGradient, Flags, Refined};
use crate::flow::FlowGraph;
use crate::objective::{Discovery, Explanation};

/// Refines an execution if there are flags, and hands that on.
type Refine<X> = fn(&mut (Flags, FlagGradient), &FlowGraph, &X, &mut Then<'_, X>) -> Result<(), CampaignError>;
type Then<'a, X> = dyn FnMut(Option<&Refined<'_, X>>) -> Result<(), CampaignError> + 'a;

pub(super) struct Ways<X: ?Sized> {
    pub(super) flags: (Flags, FlagGradient),
    pub(super) refine: Refine<X>,
    /// Makes the goals that only executions show.
    pub(super) discovery: Discovery<X>,
    pub(super) operands: fn(Explanation, &X) -> Explanation,
    pub(super) across_calls: bool,
}

impl<X: Execution + ?Sized> Ways<X> {
    /// Creates the ways that every execution has: no flags, no exceptions, no operands.
    pub(super) fn plain() -> Self {
        let (flags, discovery, across_calls) = ((Flags::new(), FlagGradient::new()), Discovery::none(), false);
        Self { flags, refine: |_, _, _, then| then(None), discovery, operands: |why, _| why, across_calls }
    }

    pub(super) fn refine(&mut self, gradient: FlagGradient)
    where
        X: CallTree,
    {
        self.flags.1 = gradient;
        self.refine = |(flags, gradient), graph, run, then| then(Some(&gradient.refine(graph, flags, run)?));
    }

    pub(super) fn read_operands(&mut self)
    where
        X: Operands,
    {
        self.operands = |why, run| why.with_operands(run);
    }
}
