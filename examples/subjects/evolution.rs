//! A search in the manner of DynaMOSA, for tests of any form, by any technique: what the examples
//! and the executors share.

use sbst::Campaign;
use sbst::campaign::{Achieved, CampaignBuilder, CampaignError};
use sbst::distance::{Distance, Rules};
use sbst::execution::{Caller, Trace};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Counters, Form};
use sbst::fitness::flag::FlagGradient;
use sbst::flow::Lines;
use sbst::id::GoalId;
use sbst::published::{Gate, Signals, Timings};
use sbst::selection::{Frontier, Ranker, keep};
use std::time::Duration;

/// What a search goes by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Technique {
    /// How operands become distances.
    pub(crate) rules: Rules,
    /// One number for each goal instead of a pair, the distance normalised by this.
    pub(crate) normaliser: Option<fn(Distance) -> f64>,
    /// Of tests that are equally near the one that came farther in its blocks, when this is open;
    /// else the newest.
    pub(crate) gate: Option<Gate>,
    /// How much of a block counts as covered then.
    pub(crate) form: Form,
    /// Looks into the calls that decide a branch, and counts several by this.
    pub(crate) calls: Option<fn(&[Distance]) -> Distance>,
    /// Looks into these calls as the publication prints it: its required branches, and iterations
    /// pooled.
    pub(crate) published_flags: bool,
    /// By nothing: each test is made anew.
    pub(crate) random: bool,
}

impl Technique {
    /// Pairs by the default rules; of tests that are equally near the newest; no flags.
    pub(crate) const DEFAULT: Self = Self {
        rules: Rules::DEFAULT,
        normaliser: None,
        gate: None,
        form: Form::Exact,
        calls: None,
        published_flags: false,
        random: false,
    };

    /// How it looks into calls, if it does.
    pub(crate) fn gradient(self) -> Option<FlagGradient> {
        let gradient =
            if self.published_flags { FlagGradient::published() } else { FlagGradient::new() };
        self.calls.map(|calls| gradient.over_activations(calls))
    }
}

/// A test, and how near it comes to each goal.
pub(crate) struct Individual<T> {
    pub(crate) test: T,
    row: Vec<Fitness>,
    blocks: Option<BlockSummary>,
}

impl<T> AsRef<[Fitness]> for Individual<T> {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

/// One search.
pub(crate) struct Evolution<T> {
    pub(crate) campaign: Campaign<T>,
    technique: Technique,
    /// It is done when so many of the first goals are covered.
    wanted: Option<usize>,
    ranker: Ranker,
    coverage: BlockCoverage,
    pub(crate) counters: Counters,
    histories: Timings,
    draw: Box<dyn FnMut() -> f64>,
    population: Vec<Individual<T>>,
    /// How many of those that are wanted are covered.
    count: usize,
    /// Executions until the last goal was covered that was.
    pub(crate) newest: u32,
    /// How many values of goals were ranked.
    pub(crate) ranked: u64,
}

impl<T: Clone> Evolution<T> {
    /// For the goals of a campaign.
    pub(crate) fn towards(
        campaign: CampaignBuilder,
        technique: Technique,
    ) -> Result<Self, CampaignError> {
        let campaign = campaign.recorder(move |trace| trace.with_rules(technique.rules)).build()?;
        Ok(Self {
            technique,
            wanted: None,
            ranker: Ranker::new(),
            coverage: BlockCoverage::new().in_form(technique.form),
            counters: Counters::default(),
            histories: Timings::new(),
            draw: Box::new(|| 0.0),
            population: Vec::new(),
            count: 0,
            newest: 0,
            ranked: 0,
            campaign,
        })
    }

    /// The same, and it is done when the first so many goals are covered: the others are there to
    /// help.
    pub(crate) fn until(mut self, wanted: usize) -> Self {
        self.wanted = Some(wanted);
        self
    }

    /// The same, and the gate draws from here: not from where tests are drawn, so that these are
    /// the same with and without it.
    pub(crate) fn with_draws(mut self, draw: impl FnMut() -> f64 + 'static) -> Self {
        self.draw = Box::new(draw);
        self
    }

    /// How many goals there are, as far as is known.
    pub(crate) fn goal_count(&self) -> usize {
        self.wanted.unwrap_or(self.campaign.goals().len())
    }

    /// How many of these are covered; dropped ones, too.
    pub(crate) fn covered_count(&self) -> usize {
        self.count
    }

    /// How many tests were executed.
    pub(crate) fn executions(&self) -> u32 {
        self.campaign.runs() as u32
    }

    /// Whether nothing is left to be covered.
    pub(crate) fn is_done(&self) -> bool {
        self.covered_count() == self.goal_count()
    }

    /// Searches until all is covered or the budget is spent. `child` makes a test of the
    /// population, which is empty at first, and of what is covered; the subject reports to its
    /// caller.
    pub(crate) fn run(
        &mut self,
        budget: u32,
        size: usize,
        child: impl FnMut(&[Individual<T>], &Frontier) -> T,
        mut subject: impl FnMut(Caller<'_>, &T),
    ) -> Result<(), CampaignError> {
        self.run_by(budget, size, child, |campaign, test, then| {
            campaign.run(test, &mut subject).map(then)
        })
    }

    /// The same, for executors of their own: `execute` gives the campaign what it observed, and
    /// hands on what that came to.
    pub(crate) fn run_by(
        &mut self,
        budget: u32,
        size: usize,
        mut child: impl FnMut(&[Individual<T>], &Frontier) -> T,
        mut execute: impl FnMut(
            &mut Campaign<T>,
            &T,
            &mut dyn FnMut(Achieved<'_, Trace>),
        ) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        while !self.is_done() && self.executions() < budget {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Individual<T>> = Vec::new();
            while children.len() < size && !self.is_done() && self.executions() < budget {
                let mut made = Individual {
                    test: child(&self.population, self.campaign.frontier()),
                    row: Vec::new(),
                    blocks: None,
                };
                let Self { campaign, technique, wanted, count, .. } = self;
                let before = *count;
                execute(campaign, &made.test, &mut |outcome| {
                    *count += outcome
                        .covered
                        .iter()
                        .filter(|goal| wanted.is_none_or(|wanted| goal.index() < wanted))
                        .count();
                    made.row = outcome.row.to_vec();
                    made.blocks =
                        technique.gate.map(|_| BlockSummary::of(outcome.graph, outcome.run));
                })?;
                if self.count > before {
                    self.newest = self.executions();
                }
                self.judge(&mut made.row);
                children.push(made);
            }
            children.append(&mut self.population);
            self.population = children;
            self.select(size);
        }
        Ok(())
    }

    /// Makes of how near a test came what the technique goes by.
    fn judge(&mut self, row: &mut [Fitness]) {
        if let Some(normaliser) = self.technique.normaliser {
            row.iter_mut().for_each(|value| {
                *value = Distance::new(value.scalar_by(normaliser)).map_or(*value, Fitness::from);
            });
        }
        if self.technique.gate.is_some() {
            let active = self.campaign.frontier().active();
            self.counters.evaluated += active.len() as u64;
            self.histories.see(active, row, clock(self.executions()));
        }
    }

    /// Keeps the best tests.
    fn select(&mut self, size: usize) {
        let (now, lines) = (clock(self.executions()), Lines::default());
        let Self {
            campaign,
            population,
            ranker,
            coverage,
            technique,
            counters,
            histories,
            draw,
            ..
        } = self;
        let (active, goals, graph) =
            (campaign.frontier().active(), campaign.goals(), campaign.graph());
        self.ranked += (population.len() * active.len()) as u64;
        let prefer = |goal: GoalId, a: usize, b: usize| {
            // Of the later generation, for children come before their parents: so the search drifts
            // over plateaus.
            let newer = a.cmp(&b);
            let (Some(gate), Some(target)) = (technique.gate, goals.goal(goal).target(&lines))
            else {
                return newer;
            };
            let (Some(first), Some(second)) = (&population[a].blocks, &population[b].blocks) else {
                return newer;
            };
            let open = gate.is_open(&histories.of(goal, now), Signals::NONE, now, draw());
            let nearer = counters.count(open, || coverage.verdict(graph, target, first, second));
            nearer.ordering().then(newer)
        };
        let survivors = ranker.select(&**population, active, size, prefer);
        keep(population, survivors);
    }
}

/// The time of a search that makes 20 executions a second: so the published sleep of a minute is 1
/// 200 of them.
fn clock(executions: u32) -> Duration {
    Duration::from_millis(50) * executions
}
