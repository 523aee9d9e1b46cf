//! Campaigns of workers, merged: as if the tests that one kept were offered to the other later.

use super::worlds::{Both, OwnCampaign, Plans, Test, plans};
use crate::effort::config;
use crate::oracle::campaign::Stands;
use crate::oracle::observation::{Notes, notes};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::campaign::CampaignError;
use sbst::fitness::Fitness;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use sbst::objective::{Criterion, Goal, Roots};
use sbst::report::{Report, Standing};
use std::collections::BTreeMap;

/// So that the tests of each worker are told apart.
fn work(plans: &Plans, worker: usize, tests: &[(Notes, u8)]) -> Both {
    let mut both = plans.both();
    both.tests = Vec::new();
    for (notes, cost) in tests {
        both.offer_as(notes, (100 * worker + both.tests.len(), *cost));
    }
    both
}

impl Both {
    /// Merges in both worlds.
    fn merge(&mut self, report: &Report<Test>) {
        let runs = self.tests.len() + report.runs as usize;
        let before = self.tests.len() as u64;
        self.tests.resize(runs, (usize::MAX, 0));
        for kept in &report.tests {
            self.tests[(before + kept.run) as usize - 1] = kept.test;
        }
        self.campaign.merge(report.clone()).expect("the same goals");
        self.slow.merge(report, |test| test.1);
        self.assert_state();
    }
}

proptest! {
    #![proptest_config(config(192))]

    /// Also between campaigns of other settings, and both go on as the definition says.
    #[test]
    fn a_merged_campaign_is_what_the_definition_says(
        plans in plans(6),
        other in vec((notes(3), 0..3_u8), 0..6),
        later in vec((notes(3), 0..3_u8), 0..3),
        other_roots in any::<bool>(),
        keeps_all in any::<bool>(),
    ) {
        let mut its = plans.clone();
        its.all_roots = other_roots;
        if keeps_all {
            its.plan.dropped.clear();
        }
        let its = work(&its, 1, &other);
        let mut own = work(&plans, 0, &plans.tests);
        own.merge(&its.campaign.report());
        for (notes, cost) in &later {
            own.offer(notes, *cost);
        }
    }

    /// A campaign that goes on from its own report has what it had.
    #[test]
    fn a_fresh_campaign_takes_over_a_report(
        plans in plans(8),
        later in vec((notes(3), 0..3_u8), 0..3),
    ) {
        let own = work(&plans, 0, &plans.tests);
        let mut fresh = work(&plans, 0, &[]);
        fresh.merge(&own.campaign.report());
        prop_assert_eq!(fresh.campaign.report(), own.campaign.report());
        // In another order: they came within reach at once.
        let active =
            [&fresh, &own].map(|both| crate::selection::sorted(both.campaign.frontier().active()));
        prop_assert_eq!(&active[0], &active[1]);
        for (notes, cost) in &later {
            fresh.offer(notes, *cost);
        }
    }

    /// Where costs tell tests apart, the order does not matter; runs add up.
    #[test]
    fn the_order_of_merging_does_not_matter(plans in plans(6), other in vec(notes(3), 1..6)) {
        let other: Vec<_> = other.into_iter().map(|notes| (notes, 0)).collect();
        let reports = [plans.tests.as_slice(), &other].map(|tests| {
            let worker = usize::from(std::ptr::eq(tests, other.as_slice()));
            let tests: Vec<_> = (0..)
                .zip(tests)
                .map(|(at, (notes, _))| (notes.clone(), 2 * at + worker as u8))
                .collect();
            work(&plans, worker, &tests).campaign.report()
        });
        let merged = |order: [usize; 2]| {
            let mut all = work(&plans, 2, &[]);
            order.into_iter().for_each(|at| all.merge(&reports[at]));
            all.campaign
        };
        let [one, two] = [merged([0, 1]), merged([1, 0])];
        prop_assert_eq!(one.runs(), reports[0].runs + reports[1].runs);
        prop_assert_eq!(two.runs(), one.runs());
        prop_assert_eq!(by_goal(&one), by_goal(&two));
    }
}

/// What is kept, without the numbers of executions and goals, which depend on the order.
fn by_goal(campaign: &OwnCampaign) -> BTreeMap<Goal, (Option<Test>, Fitness, bool, bool)> {
    let (goals, tests) = (campaign.goals(), campaign.tests());
    let of = |id| {
        (
            tests.nearest(id).copied(),
            tests.fitness(id),
            tests.is_covered(id),
            campaign.frontier().is_active(id),
        )
    };
    goals.ids().map(|id| (goals.goal(id), of(id))).collect()
}

fn small() -> Plans {
    use crate::oracle::Shape;
    use crate::oracle::subject::Subject;
    use crate::selection::registry::Plan;
    use sbst::flow::Outcome::{False, True};
    let shape = Shape::new(&[(0, True, 1), (0, False, 2), (1, True, 3), (1, False, 2)], &[2, 3]);
    let subject = Subject {
        shapes: vec![shape],
        lines: Vec::new(),
        mutants: Vec::new(),
        methods: Vec::new(),
    };
    let (before, after, dropped) = (Vec::new(), Vec::new(), Vec::new());
    let plan = Plan {
        criteria: vec![Criterion::Branch],
        implicit: false,
        before,
        after,
        dropped,
        roots: Roots::Active,
    };
    Plans { subject, plan, all_roots: false, discovers: false, tests: Vec::new() }
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let mut campaign = small().both().campaign;
    let report = campaign.report();

    let other = sbst::Campaign::builder()
        .function(&FlowBuilder::new().branch(0, 1, 1).exit(1))
        .expect("legal");
    let other = other.criteria([Criterion::Branch]).build::<Test>().expect("goals").report();
    assert!(matches!(campaign.merge(other), Err(CampaignError::OtherGraph(_))));

    let mut unknown = report.clone();
    let goal = Goal::Method(Function::new(0));
    unknown.goals[3].goal = goal;
    let error = campaign.merge(unknown).expect_err("a goal that is not known");
    assert_eq!(error, CampaignError::UnknownGoal { goal });
    assert_eq!(
        error.to_string(),
        format!(
            "the report has the goal {goal}, and this campaign does not: build both with the same \
             functions and criteria"
        )
    );
    assert_eq!(campaign.report(), report);
}

/// An exception of another worker becomes a goal only where exceptions do.
#[test]
fn exceptions_of_another_worker_become_goals_if_exceptions_do() {
    use crate::oracle::observation::Observation;
    use sbst::execution::{ExceptionKind, Thrown};
    use sbst::id::Symbol;
    let thrown = Thrown::new(Function::new(0), Symbol::new(4), ExceptionKind::Explicit);
    let goal = Goal::Exception(thrown);
    let discovering = Plans { discovers: true, ..small() };
    let mut its = discovering.both().campaign;
    let run = Observation { thrown: [thrown].into(), ..Observation::default() };
    assert_eq!(its.offer(&(7, 0), &run).expect("it fits").covered.len(), 1);

    let mut keeps_out = small().both().campaign;
    let before = keeps_out.report();
    assert_eq!(keeps_out.merge(its.report()), Err(CampaignError::UnknownGoal { goal }));
    assert_eq!(keeps_out.report(), before);

    let mut takes_in = discovering.both().campaign;
    takes_in.merge(its.report()).expect("it is known now");
    let id = takes_in.goals().find(goal).expect("a goal");
    assert_eq!((takes_in.nearest(id), takes_in.tests().is_covered(id)), (Some(&(7, 0)), true));
}

proptest! {
    #![proptest_config(config(192))]

    /// Whatever is changed in a report, nothing panics: neither merging, nor going on, nor what is
    /// told of it.
    #[test]
    fn hostile_reports_do_no_harm(
        plans in plans(6),
        changes in vec((0..10_u8, any::<u8>(), any::<usize>()), 0..12),
        later in vec((notes(3), 0..3_u8), 1..3),
    ) {
        let both = work(&plans, 0, &plans.tests);
        let mut report = both.campaign.report();
        for (kind, at, number) in changes {
            spoil(&mut report, kind, at.into(), number);
        }
        let _ = (report.to_string(), report.covered().count(), report.open().count());
        let mut campaign = plans.both().campaign;
        let before = campaign.report();
        let runs = report.runs;
        match campaign.merge(report) {
            Ok(()) => prop_assert_eq!(campaign.runs(), runs),
            Err(_) => prop_assert_eq!(campaign.report(), before),
        }
        for (notes, cost) in &later {
            campaign.offer(&(0, *cost), &notes.on(&both.world.subject.shapes)).expect("it fits");
        }
        let _ = (campaign.report().to_string(), campaign.tests().suite().len());
        // A report can be taken up again, unless there are too many runs to count on.
        let taken_up = plans.both().campaign.merge(campaign.report());
        let most = u64::MAX / 2;
        prop_assert_eq!(taken_up.is_ok(), campaign.runs() <= most, "{:?}", taken_up);
    }
}

fn spoil(report: &mut Report<Test>, kind: u8, at: usize, number: usize) {
    let (tests, goals) = (report.tests.len(), report.goals.len());
    match kind {
        0 => report.runs = number as u64,
        1 => report.runs = u64::MAX,
        2 if tests > 0 => report.tests[at % tests].run = number as u64,
        3 if tests > 0 => report.tests[at % tests].covers.push(number % (goals + 3)),
        4 if tests > 0 => report.tests[at % tests].covers.push(number),
        5 if tests > 0 => report.tests.truncate(number % tests),
        6 if goals > 0 => {
            report.goals[at % goals].standing = Standing::Covered { test: number % (tests + 2) }
        }
        7 if goals > 1 => report.goals[at % goals].goal = report.goals[number % goals].goal,
        8 if goals > 1 => {
            report.goals[at % goals].standing = report.goals[number % goals].standing.clone();
        }
        9 if goals > 0 => report.goals.truncate(number % goals),
        _ => {
            for row in &mut report.goals {
                if let Standing::Near { test, fitness, .. } = &mut row.standing {
                    (*test, *fitness) = (
                        number,
                        if at.is_multiple_of(2) { Fitness::COVERED } else { Fitness::NEVER },
                    );
                }
            }
        }
    }
}

#[test]
fn what_another_campaign_pursued_is_near_only_where_it_is_within_reach() {
    let other = Plans { all_roots: true, tests: Vec::new(), ..small() }.both();
    let report = other.campaign.report();
    let waiting = other.campaign.goals().ids().nth(2).expect("four");
    let mut own = small().both();
    own.merge(&report);
    assert!(matches!(own.slow.standings(&own.world.graph)[waiting.index()], Stands::Waiting(_)));
}
