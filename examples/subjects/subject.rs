//! A function to generate tests for, and how it is executed.

use sbst::Campaign;
use sbst::campaign::{Achieved, CampaignBuilder, CampaignError};
use sbst::execution::{Caller, Trace};
use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use sbst::id::{Branch, Function};
use sbst::instrument::{LinkedProgram, record};
use sbst::objective::{CoverageGoal, Method, branch_goals};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// A function to generate tests for. Its input is a row of integers.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// By input: the values it may take.
    pub(crate) inputs: &'static [RangeInclusive<i64>],
    pub(crate) code: Code,
}

/// How the function reports what it does.
pub(crate) enum Code {
    /// By the attribute.
    Plain {
        /// Finds the function and those that it calls.
        functions: fn(&LinkedProgram) -> Vec<Option<Function>>,
        /// Executes it on one value for each input.
        run: fn(&[i64]),
    },
    /// By hooks.
    Hooked {
        /// The control flow of the function and of those that it calls.
        bodies: fn() -> Vec<FlowBuilder>,
        /// Executes it on one value for each input.
        run: fn(Caller<'_>, &[i64]),
    },
}

impl Subject {
    /// The control flow that the function reports to. For a function with the attribute, it
    /// contains all such functions.
    pub(crate) fn graph(&self) -> Result<FlowGraph, FlowError> {
        match self.code {
            Code::Plain { .. } => Ok(LinkedProgram::linked()?.graph().clone()),
            Code::Hooked { bodies, .. } => {
                let mut graph = FlowGraph::new();
                for body in bodies() {
                    graph.add(&body)?;
                }
                Ok(graph)
            }
        }
    }

    /// The function, and those that it calls.
    pub(crate) fn functions(&self) -> Result<Vec<Function>, FlowError> {
        match self.code {
            Code::Plain { functions, .. } => {
                Ok(functions(LinkedProgram::linked()?).into_iter().flatten().collect())
            }
            Code::Hooked { bodies, .. } => {
                Ok((0..bodies().len()).map(|number| Function::new(number as u32)).collect())
            }
        }
    }

    /// A campaign for the goals of the function and of those that it calls. It has no flags.
    pub(crate) fn campaign(&self) -> Result<CampaignBuilder, FlowError> {
        let functions = self.functions()?;
        let entry = functions.first().copied().map(Method::new);
        Ok(Campaign::builder().graph(self.graph()?).methods(entry).only(functions))
    }

    /// Its branches, for searches without a campaign.
    pub(crate) fn branch_goals(
        &self,
        graph: &FlowGraph,
    ) -> Result<Vec<CoverageGoal<Branch>>, FlowError> {
        let functions = self.functions()?;
        let own = |goal: &CoverageGoal<Branch>| {
            functions.contains(&graph.function_of(graph.edge(goal.target).source))
        };
        Ok(branch_goals(graph).filter(own).collect())
    }

    /// Executes a test for a campaign.
    pub(crate) fn watch<'c, T, C>(
        &self,
        campaign: &'c mut Campaign<T, Trace, C>,
        test: &T,
    ) -> Result<Achieved<'c, Trace>, CampaignError>
    where
        T: AsRef<[i64]> + Clone,
        C: Ord + Clone,
    {
        match self.code {
            Code::Plain { run, .. } => campaign.watch(test, |test| run(test.as_ref())),
            Code::Hooked { run, .. } => {
                campaign.run(test, |caller, test| run(caller, test.as_ref()))
            }
        }
    }

    /// Executes a test for a search without a campaign.
    pub(crate) fn execute(&self, trace: &Rc<Trace>, inputs: &[i64]) {
        trace.reset();
        match self.code {
            // No subject panics.
            Code::Plain { run, .. } => record(trace, || run(inputs))
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Code::Hooked { run, .. } => run(trace.root(), inputs),
        }
    }
}
