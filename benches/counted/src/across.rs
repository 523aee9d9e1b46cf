//! Runs of a campaign across calls, in a small program and in a large one: they enter the same.

use super::steady;
use sbst::Campaign;
use sbst::distance::eq;
use sbst::execution::{Caller, Trace};
use sbst::flow::FlowBuilder;
use sbst::id::{CallSite, Function, GoalId};
use sbst::objective::Criterion;

const MAIN: Function = Function::new(0);
/// Functions behind the decision whose distance differs from run to run.
const NEAR: u32 = 50;

pub(crate) fn small() {
    runs(1_000);
}

pub(crate) fn large() {
    runs(100_000);
}

pub(crate) fn largest() {
    runs(1_000_000);
}

/// Returns a campaign for a program of so many blocks.
///
/// The first function calls one chain of 50 functions, if its input is 7, and a chain of all others,
/// if its second input is 7. No run gets that far.
pub(crate) fn campaign(blocks: u32) -> Campaign<[i32; 2]> {
    let site = CallSite::new(0);
    let guard = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let main = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 4).jump(3, 4).exit(4);
    let main = main.call(1, 0, site, [Function::new(1)]);
    let main = main.call(3, 0, site, [Function::new(NEAR + 1)]);
    let mut builder = Campaign::builder().function(&main).expect("legal");
    let last = (blocks - 5) / 3;
    for function in 1..=last {
        let next = (function != NEAR && function != last).then(|| Function::new(function + 1));
        builder = builder.function(&guard.clone().call(1, 0, site, next)).expect("legal");
    }
    builder.criteria([Criterion::Branch]).across_calls().build().expect("legal")
}

/// Executes a test, and returns how far it is from the last function of either chain.
pub(crate) fn run(campaign: &mut Campaign<[i32; 2], Trace>, test: [i32; 2]) -> [u32; 2] {
    let subject = |c: Caller<'_>, [x, y]: &[i32; 2]| {
        let f = c.enter(MAIN);
        if !f.decide(0, eq(*x, 7)) {
            f.decide(2, eq(*y, 7));
        }
    };
    let row = campaign.run(&test, subject).expect("a legal run").row;
    let last = [2 * NEAR as usize + 3, row.len() - 1];
    last.map(|goal| row[GoalId::new(goal as u32).index()].level)
}

fn runs(blocks: u32) {
    let mut campaign = campaign(blocks);
    let levels = steady(|| {
        let mut levels = [0; 2];
        for x in (20..40).chain([9, 30, 8]) {
            levels = run(&mut campaign, [x, 9]);
        }
        levels
    });
    assert_eq!(levels, [NEAR, (blocks - 5) / 3 - NEAR]);
}
