//! The campaign by its definition: all executions are kept, and everything is worked out anew from
//! them after each.

use super::frontier::SlowFrontier;
use sbst::execution::{Facts, Thrown};
use sbst::fitness::Fitness;
use sbst::flow::FlowGraph;
use sbst::id::GoalId;
use sbst::objective::{CoverageGoal, Explanation, Goal, Goals, Observable, Tables};
use sbst::report::{Report, Standing};
use std::collections::{BTreeMap, BTreeSet};

/// One execution that was counted and not refused, or a test that another campaign kept.
#[derive(Clone, Debug)]
pub struct Attempt<C> {
    /// From 1.
    pub run: u64,
    pub cost: C,
    /// What is known of its values, and why.
    pub row: BTreeMap<GoalId, (Fitness, Option<Explanation>)>,
    /// The goals that are active afterwards.
    pub active: BTreeSet<GoalId>,
}

impl<C> Attempt<C> {
    fn value(&self, goal: GoalId) -> Option<Fitness> {
        self.row.get(&goal).map(|known| known.0)
    }

    /// All goals that it covers.
    pub fn covers(&self) -> Vec<GoalId> {
        self.row.iter().filter(|(_, known)| known.0.is_covered()).map(|(&goal, _)| goal).collect()
    }
}

/// What an execution changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    pub row: Vec<Fitness>,
    pub covered: Vec<GoalId>,
    pub opened: Vec<GoalId>,
    pub nearer: Vec<GoalId>,
}

/// How a goal stands; tests by the numbers of their executions.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "nearly all goals that are open are near")]
pub enum Stands {
    Covered(u64),
    Near(u64, Fitness, Explanation),
    Far,
    Waiting(Vec<GoalId>),
    LeftOut,
}

/// By goal its parents; `None` if it is left out.
type Parents = Box<dyn Fn(&[Goal]) -> Vec<Option<Vec<GoalId>>>>;

/// The definition.
pub struct SlowCampaign<X, C> {
    /// A registry of the same goals.
    pub goals: Goals<X>,
    pub discovers: bool,
    pub runs: u64,
    pub refused: u64,
    pub attempts: Vec<Attempt<C>>,
    /// An execution that entered nothing.
    nothing: X,
    parents: Parents,
}

impl<X: Facts + 'static, C: Ord + Clone> SlowCampaign<X, C> {
    pub fn new(
        goals: Goals<X>,
        nothing: X,
        discovers: bool,
        parents: impl Fn(&[Goal]) -> Vec<Option<Vec<GoalId>>> + 'static,
    ) -> Self {
        Self {
            goals,
            discovers,
            runs: 0,
            refused: 0,
            attempts: Vec::new(),
            nothing,
            parents: Box::new(parents),
        }
    }

    /// An execution that is counted as refused, and no more.
    pub fn refuse(&mut self) {
        self.refused += 1;
    }

    /// One execution as it is observed, what it threw, and what its explanations say beyond the
    /// registry's.
    pub fn step(
        &mut self,
        graph: &FlowGraph,
        run: &(impl Observable<X> + ?Sized),
        thrown: &[Thrown],
        cost: C,
        say_more: impl Fn(Explanation) -> Explanation,
    ) -> Change {
        self.runs += 1;
        if self.discovers {
            self.discover(thrown);
        }
        let before = self.summary(graph);
        let (mut tables, mut row) = (Tables::new(graph), Vec::new());
        self.goals.measure(graph, run, &mut tables, &mut row);
        let seen = self.goals.observe(graph, run, &mut tables);
        let why = |goal| Some(say_more(self.goals.explain(goal, &seen)));
        let known = self.goals.ids().map(|goal| (goal, (row[goal.index()], why(goal)))).collect();
        self.attempts.push(Attempt { run: self.runs, cost, row: known, active: BTreeSet::new() });
        let active = self.frontier().active();
        self.attempts.last_mut().expect("one").active.extend(&active);
        let after = self.summary(graph);
        let least = |at: &Summary, goal| at.near.get(&goal).map(|near| near.1);
        Change {
            row,
            covered: after
                .covered
                .keys()
                .filter(|goal| !before.covered.contains_key(goal))
                .copied()
                .collect(),
            opened: active.iter().filter(|goal| !before.active.contains(goal)).copied().collect(),
            nearer: after
                .active
                .iter()
                .copied()
                .filter(|&goal| {
                    least(&after, goal)
                        .is_some_and(|now| least(&before, goal).is_none_or(|then| now < then))
                })
                .collect(),
        }
    }

    fn discover(&mut self, thrown: &[Thrown]) {
        for &thrown in thrown.iter().collect::<BTreeSet<_>>() {
            if self.goals.find(Goal::Exception(thrown)).is_none() {
                self.goals.push(CoverageGoal::new(thrown));
            }
        }
    }

    pub fn all_goals(&self) -> Vec<Goal> {
        self.goals.ids().map(|id| self.goals.goal(id)).collect()
    }

    /// All goals that were covered, with those that are left out.
    pub fn covered(&self) -> BTreeSet<GoalId> {
        self.attempts.iter().flat_map(Attempt::covers).collect()
    }

    pub fn frontier(&self) -> SlowFrontier {
        let mut frontier =
            SlowFrontier { parents: (self.parents)(&self.all_goals()), ..SlowFrontier::default() };
        frontier.cover(&self.covered().into_iter().collect::<Vec<_>>());
        frontier
    }

    /// The test of a goal that is covered.
    fn test(&self, goal: GoalId) -> Option<&Attempt<C>> {
        let covering = self
            .attempts
            .iter()
            .filter(|attempt| attempt.value(goal).is_some_and(Fitness::is_covered));
        covering.min_by_key(|attempt| (&attempt.cost, attempt.run))
    }

    /// The nearest test of a goal that is not covered.
    fn near(&self, goal: GoalId, of_nothing: Fitness) -> Option<&Attempt<C>> {
        let counts = |value: Fitness| value.distance.get().is_finite() || value < of_nothing;
        let made = self.attempts.iter().filter(|attempt| attempt.active.contains(&goal));
        let near = made.filter(|attempt| attempt.value(goal).is_some_and(counts));
        near.min_by(|a, b| (a.value(goal), &a.cost, a.run).cmp(&(b.value(goal), &b.cost, b.run)))
    }

    /// What an execution that entered nothing is worth.
    fn of_nothing(&self, graph: &FlowGraph) -> Vec<Fitness> {
        let mut row = Vec::new();
        self.goals.measure(graph, &self.nothing, &mut Tables::new(graph), &mut row);
        row
    }

    pub fn summary(&self, graph: &FlowGraph) -> Summary {
        let of_nothing = self.of_nothing(graph);
        let active = self.frontier().active();
        let near = self.goals.ids().filter(|goal| !self.covered().contains(goal));
        let near = near.filter_map(|goal| {
            let nearest = self.near(goal, of_nothing[goal.index()])?;
            let (value, why) = nearest.row[&goal].clone();
            Some((goal, (nearest.run, value, why.expect("what is near is explained"))))
        });
        let covered = self
            .covered()
            .into_iter()
            .map(|goal| (goal, self.test(goal).expect("it is covered").run));
        Summary { covered: covered.collect(), near: near.collect(), active }
    }

    /// How each goal stands, in order.
    pub fn standings(&self, graph: &FlowGraph) -> Vec<Stands> {
        let (summary, frontier) = (self.summary(graph), self.frontier());
        let stands = |goal: GoalId| match (
            summary.covered.get(&goal),
            summary.near.get(&goal),
            &frontier.parents[goal.index()],
        ) {
            (Some(&run), _, _) => Stands::Covered(run),
            (None, Some((run, value, why)), _) if summary.active.contains(&goal) => {
                Stands::Near(*run, *value, why.clone())
            }
            (None, _, None) => Stands::LeftOut,
            (None, _, Some(_)) if summary.active.contains(&goal) => Stands::Far,
            (None, _, Some(parents)) => Stands::Waiting(parents.clone()),
        };
        self.goals.ids().map(stands).collect()
    }

    /// The tests that are kept, each with all goals that it covers if it was kept for one of them.
    pub fn kept(&self, graph: &FlowGraph) -> BTreeMap<u64, Vec<GoalId>> {
        let summary = self.summary(graph);
        let covering: BTreeSet<u64> = summary.covered.values().copied().collect();
        let near = summary.near.values().map(|near| near.0);
        let covers = |run| {
            let attempt =
                self.attempts.iter().find(|attempt| attempt.run == run).expect("it is kept");
            if covering.contains(&run) { attempt.covers() } else { Vec::new() }
        };
        covering.iter().copied().chain(near).map(|run| (run, covers(run))).collect()
    }

    /// The tests of another campaign, as if they were offered now: what they cover, and then what
    /// they are near to.
    pub fn merge<T>(&mut self, report: &Report<T>, cost: impl Fn(&T) -> C) {
        if self.discovers {
            for row in &report.goals {
                if let Goal::Exception(thrown) = row.goal {
                    self.discover(&[thrown]);
                }
            }
        }
        let first = self.attempts.len();
        let own = |place: usize| {
            self.goals.find(report.goals[place].goal).expect("a goal of this campaign")
        };
        for (at, test) in report.tests.iter().enumerate() {
            let covers = test.covers.iter().map(|&place| (own(place), (Fitness::COVERED, None)));
            let near = (0..).zip(&report.goals).filter_map(|(place, row)| {
                let kept = row.kept.as_ref().map(|(test, fitness, why)| (test, fitness, why));
                let (nearest, fitness, why) = match &row.standing {
                    Standing::Near { test, fitness, why, .. } => (test, fitness, why),
                    _ => kept?,
                };
                (*nearest == at).then(|| (own(place), (*fitness, why.clone())))
            });
            let row = covers.chain(near).collect();
            let run = self.runs + test.run;
            self.attempts.push(Attempt {
                run,
                cost: cost(&test.test),
                row,
                active: BTreeSet::new(),
            });
        }
        // What a report is near to was within reach where it was made.
        for attempt in &mut self.attempts[first..] {
            attempt.active.extend(attempt.row.keys());
        }
        self.runs += report.runs;
    }
}

/// The state after some executions; tests by the numbers of their executions.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub covered: BTreeMap<GoalId, u64>,
    /// Also goals out of reach, to which a report was near.
    pub near: BTreeMap<GoalId, (u64, Fitness, Explanation)>,
    /// Ascending.
    pub active: Vec<GoalId>,
}
