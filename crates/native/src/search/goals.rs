//! The goals of a program, and the campaign that pursues them.

use super::test::Test;
use crate::observe::Seen;
use crate::program::Program;
use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::id::Block;
use sbst::objective::{Goal, Objective, block_goals, branch_goals};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Of two tests that cover the same, the one that costs less is kept: it did less, or else is the
/// later one.
type Cost = (usize, Reverse<u64>);

/// A campaign over executions of compiled code.
pub(crate) type NativeCampaign = Campaign<Test, Seen, Cost>;

/// Makes the goals of a program: its branches, and the entries of functions without branches.
fn goals_of(program: &Program, left_out: &BTreeSet<u32>) -> CampaignBuilder<Seen> {
    let out = left_out.clone();
    CampaignBuilder::<Seen>::new()
        .graph(program.graph().clone())
        .goals(|program, goals| {
            let graph = program.graph();
            goals.extend(branch_goals(graph));
            let is_plain = |block: Block| {
                let function = graph.function_of(block);
                block == graph.entry(function) && graph.branches_in(function).len() == 0
            };
            goals.extend(
                block_goals(graph).filter(|goal| matches!(Objective::<Seen>::goal(goal), Goal::Block(block) if is_plain(block))),
            );
        })
        .without(move |program, goals| {
            let graph = program.graph();
            let target = |goal| match goals.goal(goal) {
                Goal::Branch(branch) => Some(graph.edge(branch).target.number()),
                Goal::Block(block) => Some(block.number()),
                _ => None,
            };
            goals.ids().filter(|&goal| target(goal).is_some_and(|block| out.contains(&block))).collect()
        })
        .operands()
}

/// Creates the campaign of a search.
pub(super) fn campaign(
    program: &Program,
    left_out: &BTreeSet<u32>,
) -> Result<NativeCampaign, CampaignError> {
    goals_of(program, left_out)
        .build_by_cost(|test: &Test| (test.bytes.len(), Reverse(test.number)))
}

/// Creates a campaign for the report: functions that no input entered are as far as the nearest
/// call.
pub(crate) fn campaign_across_calls(
    program: &Program,
    left_out: &BTreeSet<u32>,
) -> Result<NativeCampaign, CampaignError> {
    goals_of(program, left_out)
        .across_calls()
        .build_by_cost(|test: &Test| (test.bytes.len(), Reverse(test.number)))
}
