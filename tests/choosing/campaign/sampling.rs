//! The goals that a campaign chooses are those that the definition chooses, told what each
//! execution came to.

use super::worlds::{Both, plans};
use crate::effort::config;
use crate::oracle::observation::notes;
use crate::oracle::scheduler::SlowScheduler;
use crate::scheduling::{draw, sampling};
use crate::selection::sorted;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::Campaign;
use sbst::distance::gt;
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::{Function, GoalId};
use sbst::objective::Criterion;
use sbst::selection::Sampling;
use std::num::NonZero;

/// Both choose, and choose the same.
fn assert_choices(both: &mut Both, slow: &mut SlowScheduler, draws: &[f64]) {
    assert_eq!(
        sorted(both.campaign.frontier().active()),
        slow.open.keys().copied().collect::<Vec<_>>()
    );
    for &draw in draws {
        assert_eq!(both.campaign.next_goal(draw), slow.next_goal(draw));
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn the_next_goal_is_that_of_the_definition(
        mut plans in plans(9),
        sampling in sampling(),
        draws in vec(draw(), 1..6),
        other in vec((notes(3), 0..3_u8), 0..4),
    ) {
        plans.discovers = false;
        let plans = plans;
        prop_assume!(
            !crate::selection::registry::Registry::new(
                &crate::oracle::subject::World::new(plans.subject.clone()),
                &plans.registry()
            )
            .goals
            .is_empty()
        );
        let (mut both, mut slow) = (plans.sampling(sampling), SlowScheduler::new(sampling));
        slow.open(both.campaign.frontier().active());
        assert_choices(&mut both, &mut slow, &draws);
        for (notes, cost) in &plans.tests {
            both.offer(notes, *cost);
            let tests = both.campaign.tests();
            slow.close(tests.newly_covered());
            slow.open(tests.opened());
            slow.improve(tests.nearer());
            assert_choices(&mut both, &mut slow, &draws);
        }
        // What a worker found, by its report.
        let mut worker = plans.sampling(sampling);
        for (notes, cost) in &other {
            worker.offer(notes, *cost);
        }
        both.campaign.merge(worker.campaign.report()).expect("the same goals");
        let tests = both.campaign.tests();
        slow.close(tests.newly_covered());
        slow.open(tests.opened());
        slow.improve(tests.nearer());
        assert_choices(&mut both, &mut slow, &draws);
    }

    /// Exceptions that become goals come and go with the execution that showed them.
    #[test]
    fn the_choice_is_among_the_active_goals(
        mut plans in plans(9),
        sampling in sampling(),
        draw in draw(),
    ) {
        plans.discovers = true;
        let mut both = plans.sampling(sampling);
        for (notes, cost) in &plans.tests {
            both.offer(notes, *cost);
            let active = both.campaign.frontier().active().to_vec();
            let mut chosen = both.campaign.frontier().clone().with_sampling(Sampling::FEEDBACK);
            let chosen: Vec<_> = active.iter().filter_map(|_| chosen.next_goal(draw)).collect();
            prop_assert_eq!(sorted(&chosen), sorted(&active));
            let next = both.campaign.next_goal(draw);
            prop_assert!(next.is_none_or(|goal| active.contains(&goal)));
        }
    }
}

/// A goal that nothing can cover is given up, and a search that goes by goals ends.
#[test]
fn a_search_with_patience_ends() {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let subject = |c: Caller<'_>, x: &i32| c.enter(Function::new(0)).decide(0, gt(x % 7, 9));
    let sampling = Sampling { patience: NonZero::new(25), ..Sampling::FEEDBACK };
    let campaign = Campaign::builder()
        .function(&body)
        .expect("legal")
        .criteria([Criterion::Branch])
        .sampling(sampling);
    let mut campaign = campaign.build().expect("goals");
    while let Some(goal) = campaign.next_goal(0.5) {
        let test = campaign.nearest(goal).map_or(0, |near| near + 1);
        campaign.run(&test, subject).expect("honest");
    }
    // One to cover the other branch; 0 to 6, each nearer; and 25 in vain.
    let impossible = GoalId::new(0);
    assert!(
        campaign.frontier().is_given_up(impossible) && campaign.runs() < 40,
        "{}",
        campaign.runs()
    );
    assert_eq!(campaign.nearest(impossible), Some(&6));
}
