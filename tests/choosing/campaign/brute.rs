//! Covered is what some execution covers, and the nearest test is the nearest one: by brute force
//! over all executions, for all criteria, with all settings, in any order of merging, with what is
//! refused in between.

use super::programs::{Exec, Own, Setting, Test, exec, refused, settings};
use crate::effort::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::flow::FlowGraph;
use sbst::id::GoalId;
use sbst::objective::Goal;
use std::collections::{BTreeMap, BTreeSet};

/// An execution that was taken in.
struct Attempt {
    test: Test,
    trace: Trace,
    /// Its values then, and the goals that were within reach afterwards.
    row: Vec<Fitness>,
    active: BTreeSet<GoalId>,
}

/// A campaign and all its executions.
struct Brute {
    setting: Setting,
    graph: FlowGraph,
    own: Own,
    attempts: Vec<Attempt>,
    /// What was merged: by goal the value and the cost of the nearest test.
    merged: BTreeMap<Goal, (Fitness, u8)>,
    /// Executions of campaigns that were merged.
    theirs: Vec<Trace>,
    refused: u64,
}

impl Brute {
    fn new(setting: &Setting) -> Self {
        Self {
            setting: setting.clone(),
            graph: setting.graph(),
            own: setting.start(),
            attempts: Vec::new(),
            merged: BTreeMap::new(),
            theirs: Vec::new(),
            refused: 0,
        }
    }

    fn step(&mut self, number: usize, exec: &Exec, cost: u8) {
        let Self { setting, graph, own, .. } = self;
        let before = near(own);
        let trace = setting.trace(own.goals(), graph);
        setting.perform(graph, trace.root(), exec);
        let test = (number, cost);
        if cost == 0 {
            own.run(&test, |caller, _| setting.perform(graph, caller, exec)).expect("honest");
        } else {
            own.offer(&test, &trace).expect("honest");
        }
        let row = setting.values(own.goals(), graph, &trace);
        let active = own.frontier().active().iter().copied().collect();
        self.attempts.push(Attempt { test, trace, row, active });
        self.assert_nearer(&before);
        self.check();
    }

    /// What is refused is no execution.
    fn refuse(&mut self, exec: &Exec) {
        let Self { setting, graph, own, .. } = self;
        let before = near(own);
        self.refused += refused(setting, graph, own, exec);
        assert_eq!(near(own), before);
        self.check();
    }

    /// Goals are nearer if their least value is less than before, or they had none.
    fn assert_nearer(&self, before: &BTreeMap<Goal, Fitness>) {
        let expected: BTreeSet<Goal> = near(&self.own)
            .into_iter()
            .filter(|(goal, value)| before.get(goal).is_none_or(|before| value < before))
            .map(|(goal, _)| goal)
            .filter(|&goal| {
                let id = self.own.goals().find(goal).expect("a goal");
                self.own.frontier().is_active(id)
            })
            .collect();
        let nearer = self.own.tests().nearer().iter().map(|&id| self.own.goals().goal(id));
        assert_eq!(nearer.collect::<BTreeSet<_>>(), expected);
    }

    /// By goal: the value and the cost of the nearest test, and its number.
    fn nearest(&self, goal: GoalId, nothing: &[Fitness]) -> Option<(Fitness, u8, Option<usize>)> {
        let value = |attempt: &Attempt| attempt.row.get(goal.index()).copied();
        let counts =
            |value: Fitness| value.distance.get().is_finite() || value < nothing[goal.index()];
        let own = self
            .attempts
            .iter()
            .filter(|attempt| attempt.active.contains(&goal))
            .filter_map(|attempt| Some((value(attempt)?, attempt.test)))
            .filter(|row| counts(row.0))
            .map(|(value, test)| (value, test.1, Some(test.0)));
        let theirs = self.merged.get(&self.own.goals().goal(goal));
        let theirs = theirs.map(|&(value, cost)| (value, cost, None));
        theirs.into_iter().chain(own).min_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)))
    }

    fn check(&self) {
        let Self { setting, graph, own, .. } = self;
        let (goals, tests) = (own.goals(), own.tests());
        assert_eq!(own.refused(), self.refused);
        let nothing = setting.values(goals, graph, &setting.trace(goals, graph));
        let traces = self.attempts.iter().map(|attempt| &attempt.trace).chain(&self.theirs);
        let rows: Vec<_> = traces.map(|trace| setting.values(goals, graph, trace)).collect();
        let report = own.report();
        for goal in goals.ids() {
            let name = &report.goals[goal.index()];
            let is_covered = rows.iter().any(|row| row[goal.index()].is_covered());
            assert_eq!(tests.is_covered(goal), is_covered, "{name}");
            if is_covered {
                continue;
            }
            let kept = tests.nearest(goal);
            let expected = self.nearest(goal, &nothing);
            let shown = kept.map(|test| (tests.fitness(goal), test.1));
            assert_eq!(shown, expected.map(|(value, cost, _)| (value, cost)), "{name}");
            // Among equal ones, the first stays.
            if let (Some(kept), Some((_, _, Some(number)))) = (kept, expected)
                && self.theirs.is_empty()
            {
                assert_eq!(kept.0, number, "{name}");
            }
        }
    }

    /// Merges what the others kept, in this order.
    fn merge(&mut self, others: &[&Self]) {
        for other in others {
            let before = near(&self.own);
            self.own.merge(other.own.report()).expect("of the same program");
            self.theirs.extend(other.attempts.iter().map(|attempt| attempt.trace.clone()));
            self.theirs.extend(other.theirs.iter().cloned());
            let nothing = other.setting.values(
                other.own.goals(),
                &other.graph,
                &other.setting.trace(other.own.goals(), &other.graph),
            );
            for goal in other.own.goals().ids() {
                // What was near while a goal was within reach stays near, wherever the goal is now.
                if let Some((value, cost, _)) = other.nearest(goal, &nothing) {
                    let least = self.merged.entry(other.own.goals().goal(goal));
                    let least = least.or_insert((value, cost));
                    *least = (*least).min((value, cost));
                }
            }
            self.assert_nearer(&before);
        }
        self.check();
    }
}

/// The least value of each goal that is not covered and has a nearest test.
fn near(own: &Own) -> BTreeMap<Goal, Fitness> {
    let (goals, tests) = (own.goals(), own.tests());
    let open = goals.ids().filter(|&goal| !tests.is_covered(goal) && tests.nearest(goal).is_some());
    open.map(|goal| (goals.goal(goal), tests.fitness(goal))).collect()
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn covered_and_nearest_are_what_all_executions_say(
        setting in settings(),
        workers in vec(vec((exec(), 0..3_u8), 0..5), 1..4),
        later in vec((exec(), 0..3_u8), 0..3),
        order in any::<u8>(),
        refuses in any::<bool>(),
    ) {
        let mut number = 0;
        let mut all = Vec::new();
        for tests in &workers {
            let mut brute = Brute::new(&setting);
            for (exec, cost) in tests {
                brute.step(number, exec, *cost);
                number += 1;
                if refuses {
                    brute.refuse(exec);
                }
            }
            all.push(brute);
        }
        let mut orders = vec![(0..all.len()).collect::<Vec<_>>()];
        orders.push(orders[0].iter().rev().copied().collect());
        let (mut turned, count) = (orders[0].clone(), all.len());
        turned.rotate_left(usize::from(order) % count);
        orders.push(turned);
        for order in orders {
            let mut merged = Brute::new(&setting);
            merged.merge(&order.iter().map(|&at| &all[at]).collect::<Vec<_>>());
            for (exec, cost) in &later {
                merged.step(number, exec, *cost);
            }
        }
        // A merged campaign is merged again, into one that has executions of its own.
        let mut both = Brute::new(&setting);
        both.merge(&all.iter().take(2).collect::<Vec<_>>());
        let mut again = Brute::new(&setting);
        for (exec, cost) in &later {
            again.step(number, exec, *cost);
        }
        again.merge(&all.iter().skip(2).chain([&both]).collect::<Vec<_>>());
        for (exec, cost) in &later {
            again.step(number + 1, exec, *cost);
        }
    }
}
