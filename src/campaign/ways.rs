//! What a campaign does with executions of one type: set where the type is known to have the capability.

use super::error::CampaignError;
use crate::execution::{CallTree, Exceptions, Execution, Operands, Thrown};
use crate::fitness::flag::{FlagGradient, Flags};
use crate::flow::FlowGraph;
use crate::objective::{CoverageGoal, Explanation, Goals, Observed, Tables};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Sweeps an execution, and hands on what was observed.
type Observe<X> =
    dyn FnMut(&Goals<X>, &FlowGraph, &X, &mut Tables, &mut dyn FnMut(&Observed<'_, X>)) -> Result<(), CampaignError> + Send + Sync;

/// Makes goals of exceptions: those that an execution threw, and others by name. Returns `true` if one is new.
type Discover<X> = fn(&mut Goals<X>, Option<&X>, Vec<Thrown>) -> bool;

pub(super) struct Ways<X: ?Sized> {
    pub(super) observe: Box<Observe<X>>,
    pub(super) discover: Option<Discover<X>>,
    pub(super) operands: fn(Explanation, &X) -> Explanation,
}

impl<X: Execution + ?Sized> Ways<X> {
    /// As an execution is, without flags.
    pub(super) fn plain() -> Self {
        let observe =
            |goals: &Goals<X>, graph: &FlowGraph, run: &X, tables: &mut Tables, then: &mut dyn FnMut(&Observed<'_, X>)| {
                then(&goals.try_observe(graph, run, tables)?);
                Ok(())
            };
        Self { observe: Box::new(observe), discover: None, operands: |why, _| why }
    }

    pub(super) fn refine(&mut self, flags: Flags, mut gradient: FlagGradient)
    where
        X: CallTree,
    {
        self.observe = Box::new(move |goals, graph, run, tables, then| {
            let refined = gradient.refine(graph, &flags, run)?;
            then(&goals.try_observe(graph, &refined, tables)?);
            Ok(())
        });
    }

    pub(super) fn discover(&mut self)
    where
        X: Exceptions,
    {
        self.discover = Some(|goals, run, thrown| {
            let before = goals.len();
            goals.extend(thrown.into_iter().map(CoverageGoal::new));
            if let Some(run) = run {
                goals.discover(run);
            }
            goals.len() > before
        });
    }

    pub(super) fn read_operands(&mut self)
    where
        X: Operands,
    {
        self.operands = |why, run| why.with_operands(run);
    }
}
