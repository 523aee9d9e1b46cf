//! A search in the manner of DynaMOSA, for tests of any form, by any technique: what the examples, the laboratory and the executors share.

use sbst::distance::{Aggregate, Aggregation, Distance, Rules};
use sbst::execution::{CallTreeLimits, Trace};
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Counters, Form};
use sbst::fitness::flag::{FlagError, FlagGradient, Flags};
use sbst::fitness::{Fitness, Gate, Histories, Signals};
use sbst::flow::{FlowGraph, Lines};
use sbst::id::GoalId;
use sbst::objective::{GoalGraph, Goals, Tables, branch_goals, covered};
use sbst::selection::{Frontier, Ranker, keep};
use std::error::Error;
use std::rc::Rc;
use std::time::Duration;

/// What a search goes by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Technique {
    /// How operands become distances.
    pub(crate) rules: Rules,
    /// One number for each goal instead of a pair, the distance normalised by this.
    pub(crate) normaliser: Option<fn(Distance) -> f64>,
    /// Of tests that are equally near the one that came farther in its blocks, when this is open; else the newest.
    pub(crate) gate: Option<Gate>,
    /// How much of a block counts as covered then.
    pub(crate) form: Form,
    /// Looks into the calls that decide a branch, and counts several by this.
    pub(crate) calls: Option<fn(&[Distance]) -> Distance>,
    /// Looks into these calls as the publication prints it: its required branches, and iterations pooled.
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
    graph: FlowGraph,
    pub(crate) goals: Goals<Trace>,
    technique: Technique,
    flags: Flags,
    gradient: FlagGradient,
    error: Option<FlagError>,
    /// It is done when so many of the first goals are covered.
    wanted: Option<usize>,
    /// Whether an exception becomes a goal when it is first seen.
    discovers: bool,
    /// Goals that are measured and not pursued.
    dropped: Vec<GoalId>,
    /// Shared, so that a host that owns all it needs can hold it too.
    pub(crate) trace: Rc<Trace>,
    tables: Tables,
    pub(crate) frontier: Frontier,
    ranker: Ranker,
    coverage: BlockCoverage,
    pub(crate) counters: Counters,
    histories: Histories,
    draw: Box<dyn FnMut() -> f64>,
    population: Vec<Individual<T>>,
    /// By goal, whether it is covered: dropped ones, too.
    reached: Vec<bool>,
    /// How many of those that are wanted are covered.
    count: usize,
    pub(crate) executions: u32,
    /// Executions until the last goal was covered that was.
    pub(crate) newest: u32,
    /// How many values of goals were ranked.
    pub(crate) ranked: u64,
}

impl<T> Evolution<T> {
    /// For all branches of a graph.
    pub(crate) fn new(graph: FlowGraph) -> Self {
        let mut goals = Goals::for_graph(&graph);
        goals.extend(branch_goals(&graph));
        Self::towards(graph, goals, Technique::DEFAULT)
    }

    /// For these goals.
    pub(crate) fn towards(graph: FlowGraph, goals: Goals<Trace>, technique: Technique) -> Self {
        let trace = goals.trace(&graph).with_rules(technique.rules);
        let trace = if technique.calls.is_some() { trace.with_call_tree(CallTreeLimits::default()) } else { trace };
        Self {
            technique,
            flags: Flags::new(),
            gradient: if technique.published_flags { FlagGradient::published() } else { FlagGradient::new() }
                .over_activations(technique.calls.unwrap_or(|calls| Aggregation::Harmonic.aggregate(calls))),
            error: None,
            wanted: None,
            discovers: false,
            dropped: Vec::new(),
            trace: Rc::new(trace),
            tables: Tables::new(&graph),
            frontier: Frontier::of(&GoalGraph::new(&goals, &graph)),
            ranker: Ranker::new(),
            coverage: BlockCoverage::new().in_form(technique.form),
            counters: Counters::default(),
            histories: Histories::new(),
            draw: Box::new(|| 0.0),
            population: Vec::new(),
            reached: Vec::new(),
            count: 0,
            executions: 0,
            newest: 0,
            ranked: 0,
            graph,
            goals,
        }
    }

    /// The same, and this is known of the calls that decide branches.
    pub(crate) fn with_flags(mut self, flags: Flags) -> Self {
        self.flags = flags;
        self
    }

    /// The same, and it is done when the first so many goals are covered: the others are there to help.
    pub(crate) fn until(mut self, wanted: usize) -> Self {
        self.wanted = Some(wanted);
        self
    }

    /// The same, and an exception becomes a goal when it is first seen.
    pub(crate) fn discovering(mut self) -> Self {
        self.discovers = true;
        self
    }

    /// The same, and these goals are measured but not pursued.
    pub(crate) fn without(mut self, dropped: Vec<GoalId>) -> Self {
        self.frontier = Frontier::of(&GoalGraph::new(&self.goals, &self.graph).without(dropped.iter().copied()));
        self.dropped = dropped;
        self
    }

    /// The same, and the gate draws from here: not from where tests are drawn, so that these are the same with and without it.
    pub(crate) fn with_draws(mut self, draw: impl FnMut() -> f64 + 'static) -> Self {
        self.draw = Box::new(draw);
        self
    }

    /// The same, and [`check`](Self::check) also tells if a hook is not where the execution must be.
    pub(crate) fn checking_paths(mut self) -> Self {
        self.trace = Rc::new(Rc::unwrap_or_clone(self.trace).with_path_check());
        self
    }

    /// How many goals there are, as far as is known.
    pub(crate) fn goal_count(&self) -> usize {
        self.wanted.unwrap_or(self.goals.len())
    }

    /// Whether a goal is covered; also of one that is not pursued.
    pub(crate) fn has_reached(&self, goal: GoalId) -> bool {
        self.reached.get(goal.index()).is_some_and(|&reached| reached)
    }

    /// How many goals are covered.
    pub(crate) fn covered_count(&self) -> usize {
        self.count
    }

    /// Whether nothing is left to be covered.
    pub(crate) fn is_done(&self) -> bool {
        self.covered_count() == self.goal_count()
    }

    /// A hook that does not fit its graph, or a flag, would make every number worthless.
    pub(crate) fn check(&self) -> Result<(), Box<dyn Error>> {
        self.trace.check()?;
        self.error.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Searches until all is covered or the budget is spent. `child` makes a test of the population, which is empty at first, and of
    /// what is covered; `execute` runs it.
    pub(crate) fn run(
        &mut self,
        budget: u32,
        size: usize,
        mut child: impl FnMut(&[Individual<T>], &Frontier) -> T,
        mut execute: impl FnMut(&Trace, &T),
    ) {
        while !self.is_done() && self.executions < budget && self.error.is_none() {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Individual<T>> = Vec::new();
            while children.len() < size && !self.is_done() && self.executions < budget {
                let test = child(&self.population, &self.frontier);
                self.trace.reset();
                execute(&self.trace, &test);
                children.push(self.measure(test));
            }
            children.append(&mut self.population);
            self.population = children;
            self.select(size);
        }
    }

    /// Measures all goals for the test that was executed.
    fn measure(&mut self, test: T) -> Individual<T> {
        self.executions += 1;
        if self.discovers && !self.goals.discover(&self.trace).is_empty() {
            self.frontier.fit(&GoalGraph::new(&self.goals, &self.graph).without(self.dropped.iter().copied()));
        }
        let mut row = Vec::new();
        let refined = self.technique.calls.map(|_| self.gradient.refine(&self.graph, &self.flags, &*self.trace));
        match refined {
            Some(Ok(refined)) => self.goals.measure(&self.graph, &refined, &mut self.tables, &mut row),
            Some(Err(error)) => self.error = Some(error),
            None => self.goals.measure(&self.graph, &*self.trace, &mut self.tables, &mut row),
        }
        self.reached.resize(self.goals.len(), false);
        for goal in covered(&row) {
            if !std::mem::replace(&mut self.reached[goal.index()], true) && goal.index() < self.goal_count() {
                self.newest = self.executions;
                self.count += 1;
            }
        }
        self.frontier.cover(covered(&row));
        if let Some(normaliser) = self.technique.normaliser {
            row.iter_mut().for_each(|value| *value = Distance::new(value.scalar_by(normaliser)).map_or(*value, Fitness::from));
        }
        let blocks = self.technique.gate.map(|_| BlockSummary::of(&self.graph, &*self.trace));
        if self.technique.gate.is_some() {
            self.counters.evaluated += self.frontier.active().len() as u64;
            self.histories.see(self.frontier.active(), &row, clock(self.executions));
        }
        Individual { test, row, blocks }
    }

    /// Keeps the best tests.
    fn select(&mut self, size: usize) {
        let Self { population, ranker, frontier, goals, graph, coverage, technique, counters, histories, draw, executions, .. } =
            self;
        self.ranked += (population.len() * frontier.active().len()) as u64;
        let (now, lines) = (clock(*executions), Lines::default());
        let prefer = |goal: GoalId, a: usize, b: usize| {
            // Of the later generation, for children come before their parents: so the search drifts over plateaus.
            let newer = a.cmp(&b);
            let (Some(gate), Some(target)) = (technique.gate, goals.goal(goal).target(&lines)) else { return newer };
            let (Some(first), Some(second)) = (&population[a].blocks, &population[b].blocks) else { return newer };
            let open = gate.is_open(&histories.of(goal, now), Signals::NONE, now, draw());
            let nearer = counters.count(open, || coverage.verdict(graph, target, first, second));
            nearer.ordering().then(newer)
        };
        let survivors = ranker.select(&**population, frontier.active(), size, prefer);
        keep(population, survivors);
    }
}

/// The time of a search that makes 20 executions a second: so the published sleep of a minute is 1 200 of them.
fn clock(executions: u32) -> Duration {
    Duration::from_millis(50) * executions
}
