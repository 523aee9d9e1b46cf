//! Campaigns at random, beside the definition: the same goals, settings and executions.

use crate::oracle::campaign::{Change, SlowCampaign, Stands};
use crate::oracle::frontier::GoalPicture;
use crate::oracle::observation::{Notes, Observation, notes};
use crate::oracle::subject::{Subject, World, subject};
use crate::selection::registry::{Plan, Registry, Stray, plan};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::execution::Facts;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::objective::{Goals, Roots};
use sbst::report::{Report, Standing};
use sbst::selection::Sampling;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The place of a test among those that were made, and its cost.
pub(crate) type Test = (usize, u8);
pub(crate) type OwnCampaign = Campaign<Test, Observation, u8>;

/// A program, the goals of a campaign, its settings, and the executions that it is given.
#[derive(Clone, Debug)]
pub(crate) struct Plans {
    pub subject: Subject,
    pub plan: Plan,
    pub all_roots: bool,
    pub discovers: bool,
    pub tests: Vec<(Notes, u8)>,
}

pub(crate) fn plans(most: usize) -> impl Strategy<Value = Plans> {
    let tests = vec((notes(3), 0..3_u8), 1..most);
    (subject(3, 7), plan(), proptest::bool::weighted(0.25), any::<bool>(), tests)
        .prop_map(|(subject, plan, all_roots, discovers, tests)| Plans {
            subject,
            plan,
            all_roots,
            discovers,
            tests,
        })
        .prop_filter("there are goals", |plans| {
            plans.discovers
                || !Registry::new(&World::new(plans.subject.clone()), &plans.registry())
                    .goals
                    .is_empty()
        })
}

impl Plans {
    /// The settings of the goals, which all lie in the program, and of the frontier.
    pub(crate) fn registry(&self) -> Plan {
        let world = World::new(self.subject.clone());
        let alone = |stray: &Stray| {
            let mut registry = Registry::empty(Roots::Active);
            registry.add_strays(&world, std::slice::from_ref(stray));
            registry.goals.check(&world.graph).is_ok()
        };
        let within =
            |strays: &[Stray]| strays.iter().filter(|stray| alone(stray)).cloned().collect();
        let (before, after) = (within(&self.plan.before), within(&self.plan.after));
        Plan {
            roots: if self.all_roots { Roots::All } else { self.plan.roots },
            before,
            after,
            ..self.plan.clone()
        }
    }

    /// The goals are drawn uniformly.
    pub(crate) fn both(&self) -> Both {
        self.sampling(Sampling::UNIFORM)
    }

    pub(crate) fn sampling(&self, sampling: Sampling) -> Both {
        let (world, plan) = (Arc::new(World::new(self.subject.clone())), self.registry());
        let registry = Registry::new(&world, &plan);
        let (spread, dropped, roots) = (registry.spread, registry.dropped, registry.roots);
        let left_out: Vec<GoalId> = dropped.iter().copied().collect();
        let builder = CampaignBuilder::<Observation>::new()
            .graph(world.graph.clone())
            .roots(roots)
            .without(move |_, _| left_out);
        let make = {
            let (world, plan) = (Arc::clone(&world), plan.clone());
            move |goals: &mut Goals<Observation>| *goals = Registry::new(&world, &plan).goals
        };
        let builder = builder.goals(move |_, goals| make(goals)).sampling(sampling);
        let builder = if self.discovers { builder.exceptions() } else { builder };
        let campaign = builder.build_by_cost(|test: &Test| test.1).expect("there are goals");
        let parents = {
            let (world, dropped) = (Arc::clone(&world), dropped.clone());
            move |goals: &[_]| {
                let (world, goals, spread, dropped) =
                    (&world, goals.to_vec(), spread.clone(), dropped.clone());
                GoalPicture { world, goals, spread, dropped, roots }.parents()
            }
        };
        let nothing = Observation::default();
        let slow =
            SlowCampaign::new(Registry::new(&world, &plan).goals, nothing, self.discovers, parents);
        Both { world, campaign, slow, tests: Vec::new(), is_uniform: sampling == Sampling::UNIFORM }
    }
}

/// A campaign and its definition.
pub(crate) struct Both {
    pub world: Arc<World>,
    pub campaign: OwnCampaign,
    pub slow: SlowCampaign<Observation, u8>,
    /// The test of each execution that was counted.
    pub tests: Vec<Test>,
    /// Whether goals are drawn uniformly.
    is_uniform: bool,
}

impl Both {
    /// One execution: what changes is what the definition says, and so is the state afterwards.
    pub(crate) fn offer(&mut self, notes: &Notes, cost: u8) {
        self.offer_as(notes, (self.tests.len(), cost));
    }

    /// The same with a test of one's own.
    pub(crate) fn offer_as(&mut self, notes: &Notes, test: Test) {
        let (graph, cost) = (&self.world.graph, test.1);
        let run = notes.on(&self.world.subject.shapes);
        self.tests.push(test);
        let outcome = self.campaign.offer(&test, &run).expect("it fits");
        let change = Change {
            row: outcome.row.to_vec(),
            covered: outcome.covered.to_vec(),
            opened: outcome.opened.to_vec(),
            nearer: super::super::selection::sorted(outcome.nearer),
        };
        assert!(std::ptr::eq(outcome.run, &run));
        let mut thrown = Vec::new();
        run.each_thrown(&mut |one| thrown.push(one));
        let expected = self.slow.step(graph, &run, &thrown, cost, |why| why);
        assert_eq!(change, expected, "{:?}", self.slow.all_goals());
        self.assert_state();
    }

    /// By the number of its execution.
    fn test(&self, run: u64) -> Test {
        self.tests[run as usize - 1]
    }

    pub(crate) fn assert_state(&mut self) {
        if self.is_uniform {
            assert_draws(&mut self.campaign);
        }
        let (campaign, slow, graph) = (&self.campaign, &self.slow, &self.world.graph);
        assert_eq!(campaign.runs(), slow.runs);
        assert!(campaign.goals().ids().map(|id| campaign.goals().goal(id)).eq(slow.all_goals()));
        let summary = slow.summary(graph);
        let frontier = campaign.frontier();
        assert_eq!(crate::selection::sorted(frontier.active()), summary.active);
        assert!(campaign.tests().covered().eq(summary.covered.keys().copied()));
        assert_eq!(campaign.tests().covered_count(), summary.covered.len());
        for goal in campaign.goals().ids() {
            let (covered, near) = (summary.covered.get(&goal), summary.near.get(&goal));
            let expected = covered.copied().or(near.map(|near| near.0)).map(|run| self.test(run));
            assert_eq!(campaign.nearest(goal).copied(), expected, "nearest to {goal}");
            assert_eq!(campaign.tests().is_covered(goal), covered.is_some());
            let value =
                if covered.is_some() { Some(Fitness::COVERED) } else { near.map(|near| near.1) };
            value
                .into_iter()
                .for_each(|value| assert_eq!(campaign.tests().fitness(goal), value, "{goal}"));
            let why = near.filter(|_| covered.is_none()).map(|near| &near.2);
            assert_eq!(campaign.tests().explain(goal), why, "{goal}");
        }
        self.assert_report(&campaign.report());
        self.assert_suite();
    }

    fn assert_report(&self, report: &Report<Test>) {
        let (slow, graph) = (&self.slow, &self.world.graph);
        assert_eq!(
            (report.version, report.graph, report.runs),
            (Report::<Test>::VERSION, graph.identity(), slow.runs)
        );
        let kept: Vec<(u64, Test, Vec<usize>)> =
            report.tests.iter().map(|kept| (kept.run, kept.test, kept.covers.clone())).collect();
        let expected = slow.kept(graph).into_iter().map(|(run, covers)| {
            (run, self.test(run), covers.iter().map(|goal| goal.index()).collect())
        });
        assert_eq!(kept, expected.collect::<Vec<_>>(), "by their runs, each once");
        let goals = slow.all_goals();
        assert!(report.goals.iter().map(|row| row.goal).eq(goals.iter().copied()));
        let run = |test: usize| report.tests[test].run;
        for (row, expected) in report.goals.iter().zip(slow.standings(graph)) {
            let stands = match &row.standing {
                Standing::Covered { test } => Stands::Covered(run(*test)),
                Standing::Near { test, fitness, why, missing } => {
                    let why = why.clone().expect("few decisions are missing");
                    assert_eq!(*missing, why.missing_in_graph(graph));
                    Stands::Near(run(*test), *fitness, why)
                }
                Standing::Far => Stands::Far,
                Standing::Waiting { behind } => {
                    Stands::Waiting(behind.iter().map(|&place| GoalId::new(place as u32)).collect())
                }
                Standing::LeftOut => Stands::LeftOut,
                _ => unreachable!("no goal stands otherwise"),
            };
            assert_eq!(stands, expected, "{row}");
            assert!(row.to_string().starts_with(&row.goal.to_string()), "{row}");
        }
        let covered: Vec<_> = report.covered().map(|(row, kept)| (row.goal, kept.run)).collect();
        let expected =
            slow.summary(graph).covered.into_iter().map(|(goal, run)| (goals[goal.index()], run));
        assert_eq!(covered, expected.collect::<Vec<_>>());
        assert_eq!(report.open().count() + covered.len(), goals.len());
        let text = report.to_string();
        assert!(
            text.starts_with(&format!(
                "{} of {} goals covered in {} run",
                covered.len(),
                goals.len(),
                slow.runs
            )),
            "{text}"
        );
    }

    /// The tests of the suite are kept ones, and cover all that is covered.
    fn assert_suite(&self) {
        let kept: BTreeMap<Test, Vec<GoalId>> = self
            .slow
            .kept(&self.world.graph)
            .into_iter()
            .map(|(run, covers)| (self.test(run), covers))
            .collect();
        let mut covered: Vec<GoalId> =
            self.campaign.tests().suite().iter().flat_map(|test| kept[*test].clone()).collect();
        covered.sort_unstable();
        covered.dedup();
        assert!(covered.into_iter().eq(self.slow.covered()));
    }
}

/// Each active goal is drawn by its part of the unit interval, in ascending order; what is no such
/// draw is clamped.
pub(crate) fn assert_draws(campaign: &mut OwnCampaign) {
    let active = crate::selection::sorted(campaign.frontier().active());
    for (place, &goal) in active.iter().enumerate() {
        let middle = (place as f64 + 0.5) / active.len() as f64;
        assert_eq!(campaign.next_goal(middle), Some(goal));
    }
    for below in [0.0, -0.0, -1.0, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE] {
        assert_eq!(campaign.next_goal(below), active.first().copied(), "{below}");
    }
    for above in [1.0, 1.0_f64.next_down(), 7.5, f64::MAX, f64::INFINITY] {
        assert_eq!(campaign.next_goal(above), active.last().copied(), "{above}");
    }
}
