//! Reproduction of crashes.

use super::Seeds;
use super::breeding::Breeding;
use crate::subject::{Panic, Test, crash_of, panic_of};
use crate::technique::{Run, SearchError, Technique};
use sbst::execution::{CallTreeLimits, ExceptionKind, Trace, WithStackTraces};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Counters, Form, Nearer, Target};
use sbst::fitness::crash::{Crash, StackSummary, Stage};
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Function, GoalId};
use sbst::objective::crash::{CrashGoal, CrashPart};
use sbst::objective::{Goals, Tables};
use std::cmp::Ordering;
use std::rc::Rc;

/// Fitness by which a crash is reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrashFitness {
    /// Line, exception and stack trace in one sum: `WeightedSum` (Derakhshanfar et al. 2022,
    /// Definition 1).
    WeightedSum,
    /// The calls that lead to the crash, one frame after the other: `STDistance` (Definition 2).
    StackDistance,
}

/// Reproduction of a crash: a search for a test that panics as the subject once did.
///
/// It is a technique for [`CrashedSubject`](crate::subject::CrashedSubject); on other subjects the
/// search fails. One goal counts, the crash. All searches end when the weighted sum is 0: the
/// wanted line was reached, and an exception had the wanted stack trace.
#[derive(Clone, Debug)]
pub struct Reproduction {
    name: String,
    fitness: CrashFitness,
    by_blocks: bool,
    is_exact: bool,
    seeds: Seeds,
    population: usize,
}

impl Reproduction {
    /// Creates the technique, in the published forms, with a population of 50 tests (Derakhshanfar
    /// et al. 2022, 4.2).
    #[must_use]
    pub fn new(name: impl Into<String>, fitness: CrashFitness) -> Self {
        Self {
            name: name.into(),
            fitness,
            by_blocks: false,
            is_exact: false,
            seeds: Seeds::Random,
            population: 50,
        }
    }

    /// Takes the exact forms of the fitness and of block coverage in place of the published ones.
    #[must_use]
    pub fn in_exact_form(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// Sets the number of tests that survive a generation, and of their children. It is at least 2.
    #[must_use]
    pub fn with_population(self, population: usize) -> Self {
        Self { population: population.max(2), ..self }
    }

    /// Compares equally near tests by block coverage, at every tie: the publication has no gate for
    /// crashes (3.3.1). That the ties are those of tournaments of two is ours. The outcome of the
    /// search reports how often it was asked for (`called`) and useful, and with the weighted sum
    /// also how often it was active.
    #[must_use]
    pub fn with_block_coverage(self) -> Self {
        Self { by_blocks: true, ..self }
    }

    /// Sets where the first tests come from.
    #[must_use]
    pub fn starting_from(self, seeds: Seeds) -> Self {
        Self { seeds, ..self }
    }
}

impl Technique for Reproduction {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError> {
        let panic = run
            .subject()
            .panic()
            .ok_or_else(|| SearchError::Other("the subject has no crash to reproduce".into()))?;
        Reproducing::new(self, run, panic)?.search(run)
    }
}

/// An execution: what the hooks observed, and the panic that ended it.
type Observed = WithStackTraces<Rc<Trace>, ExceptionKind, (), Function>;

/// A test that was executed.
struct Individual {
    test: Test,
    fitness: Fitness,
    blocks: Option<BlockSummary>,
    stack: Option<StackSummary>,
}

struct Reproducing<'t, 's> {
    technique: &'t Reproduction,
    graph: FlowGraph,
    crash: Crash<ExceptionKind, (), Function>,
    goals: Goals<Observed>,
    goal: GoalId,
    lines: Lines,
    trace: Rc<Trace>,
    tables: Tables,
    breeding: Breeding<'s>,
    is_reproduced: bool,
}

impl<'t, 's> Reproducing<'t, 's> {
    fn new(
        technique: &'t Reproduction,
        run: &mut Run<'s>,
        panic: &Panic,
    ) -> Result<Self, SearchError> {
        let graph = run.campaign()?.build::<Test>()?.graph().clone();
        let lines = run.lines();
        let crash = crash_of(panic, &graph, &lines)
            .ok_or_else(|| SearchError::Other("the crash has no frames".into()))?;
        let mut goals = Goals::for_graph(&graph);
        let own = crash.clone();
        let goal = match (technique.fitness, technique.is_exact) {
            (CrashFitness::WeightedSum, true) => {
                goals.push(CrashGoal::new(0, CrashPart::WeightedSum, own)).id()
            }
            (CrashFitness::WeightedSum, false) => {
                goals.push(CrashGoal::new(0, CrashPart::PublishedWeightedSum, own)).id()
            }
            (CrashFitness::StackDistance, true) => {
                goals.push(CrashGoal::new(0, CrashPart::Stack, own)).id()
            }
            (CrashFitness::StackDistance, false) => {
                goals.push(CrashGoal::new(0, CrashPart::PublishedStack, own)).id()
            }
        };
        let trace = Rc::new(goals.trace(&graph).with_call_tree(CallTreeLimits::default()));
        let tables = Tables::new(&graph);
        run.pursue(1);
        let breeding = Breeding::new(run, technique.seeds, technique.population, FRESH);
        Ok(Self {
            technique,
            graph,
            crash,
            goals,
            goal,
            lines,
            trace,
            tables,
            breeding,
            is_reproduced: false,
        })
    }

    fn search(mut self, run: &mut Run<'_>) -> Result<(), SearchError> {
        let form = if self.technique.is_exact { Form::Exact } else { Form::Published };
        let mut ties =
            Ties { coverage: BlockCoverage::new().in_form(form), counters: Counters::default() };
        let mut population: Vec<Individual> = Vec::new();
        while !run.is_over() {
            let mut children: Vec<Individual> = Vec::new();
            while children.len() < self.technique.population && !run.is_over() {
                let test = self.child(&population, &mut ties);
                let individual = self.execute(run, test)?;
                let reproduced = std::mem::take(&mut self.is_reproduced);
                run.executed(reproduced.then_some(0));
                children.push(individual);
            }
            // The newer of equal tests survive: so the search drifts over plateaus. Block coverage
            // is no sort key, since it is not transitive; it decides tournaments.
            children.append(&mut population);
            population = children;
            population.sort_by_key(|individual| individual.fitness);
            population.truncate(self.technique.population);
        }
        if self.technique.by_blocks {
            let Counters { called, active, useful, .. } = ties.counters;
            run.report("called", called);
            run.report("useful", useful);
            if self.technique.fitness == CrashFitness::WeightedSum {
                run.report("active", active);
            }
        }
        Ok(())
    }

    /// Executes a test and measures it.
    fn execute(&mut self, run: &Run<'_>, test: Test) -> Result<Individual, SearchError> {
        self.trace.reset();
        run.subject().code().record(&self.trace, &test);
        self.trace.check().map_err(|misuse| SearchError::Other(misuse.to_string().into()))?;
        let mut observed = Observed::new(Rc::clone(&self.trace));
        observed.extra.extend(panic_of(&*self.trace));
        let seen = self.goals.observe(&self.graph, &observed, &mut self.tables);
        let fitness = self.goals.fitness_of(self.goal, &seen);
        self.is_reproduced =
            self.crash.weighted_sum(seen.table, seen.run).stage() == Stage::Reproduced;
        let (by_blocks, by_stack) =
            (self.technique.by_blocks, self.technique.fitness == CrashFitness::StackDistance);
        let blocks = by_blocks.then(|| BlockSummary::by_lines(&self.graph, &self.lines, &observed));
        let stack =
            (by_blocks && by_stack).then(|| self.crash.stack_summary(&self.graph, &observed));
        Ok(Individual { test, fitness, blocks, stack })
    }

    /// Makes a test of the winners of tournaments.
    fn child(&mut self, population: &[Individual], ties: &mut Ties) -> Test {
        let (crash, graph) = (&self.crash, &self.graph);
        self.breeding.child(|random| {
            let [first, second] = [(); 2].map(|()| random.one_of(population));
            let (first, second) = (first?, second?);
            let order = first
                .fitness
                .cmp(&second.fitness)
                .then_with(|| ties.compare(crash, graph, first, second));
            // The first one, if neither is better.
            Some(if order.is_gt() { &second.test } else { &first.test })
        })
    }
}

/// What decides between equally near tests.
struct Ties {
    coverage: BlockCoverage,
    counters: Counters,
}

impl Ties {
    /// Compares two tests that are equally near.
    fn compare(
        &mut self,
        crash: &Crash<ExceptionKind, (), Function>,
        graph: &FlowGraph,
        first: &Individual,
        second: &Individual,
    ) -> Ordering {
        let Self { coverage, counters } = self;
        let Some((one, other)) = first.blocks.as_ref().zip(second.blocks.as_ref()) else {
            return Ordering::Equal;
        };
        if let (Some(first), Some(second)) = (&first.stack, &second.stack) {
            // The first frame that is not covered decides which blocks are compared. The stacks say
            // whether it is the same one.
            let nearer = crash.compare_stacks(graph, coverage, first, second);
            counters.called += 1;
            counters.useful += u64::from(nearer != Nearer::Neither);
            return nearer.ordering();
        }
        counters
            .count(true, || coverage.verdict(graph, Target::Line(crash.statements()), one, other))
            .ordering()
    }
}

/// Share of tests that are new and no changes.
const FRESH: f64 = 0.1;
