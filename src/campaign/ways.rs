//! What a campaign does with executions of one type: set where the type is known to have the capability.

use super::error::CampaignError;
use crate::execution::{CallTree, Exceptions, Execution, Operands, Thrown};
use crate::fitness::flag::{FlagGradient, Flags, Refined};
use crate::flow::FlowGraph;
use crate::objective::{CoverageGoal, Explanation, Goals};
use alloc::vec::Vec;

/// Refines an execution if there are flags, and hands that on.
type Refine<X> = fn(&mut (Flags, FlagGradient), &FlowGraph, &X, &mut Then<'_, X>) -> Result<(), CampaignError>;
type Then<'a, X> = dyn FnMut(Option<&Refined<'_, X>>) -> Result<(), CampaignError> + 'a;

pub(super) struct Ways<X: ?Sized> {
    pub(super) flags: (Flags, FlagGradient),
    pub(super) refine: Refine<X>,
    /// Makes goals of the exceptions that an execution threw. Returns `true` if one is new.
    pub(super) discover: Option<fn(&mut Goals<X>, &X) -> bool>,
    /// Makes goals of exceptions that a report names.
    pub(super) adopt: fn(&mut Goals<X>, Vec<Thrown>),
    pub(super) operands: fn(Explanation, &X) -> Explanation,
    pub(super) across_calls: bool,
}

impl<X: Execution + ?Sized> Ways<X> {
    /// Creates the ways that every execution has: no flags, no exceptions, no operands.
    pub(super) fn plain() -> Self {
        let (flags, across_calls) = ((Flags::new(), FlagGradient::new()), false);
        Self { flags, refine: |_, _, _, then| then(None), discover: None, adopt: |_, _| {}, operands: |why, _| why, across_calls }
    }

    pub(super) fn refine(&mut self, gradient: FlagGradient)
    where
        X: CallTree,
    {
        self.flags.1 = gradient;
        self.refine = |(flags, gradient), graph, run, then| then(Some(&gradient.refine(graph, flags, run)?));
    }

    pub(super) fn discover(&mut self)
    where
        X: Exceptions,
    {
        self.discover = Some(|goals, run| !goals.discover(run).is_empty());
        self.adopt = |goals, thrown| goals.extend(thrown.into_iter().map(CoverageGoal::new));
    }

    pub(super) fn read_operands(&mut self)
    where
        X: Operands,
    {
        self.operands = |why, run| why.with_operands(run);
    }
}
