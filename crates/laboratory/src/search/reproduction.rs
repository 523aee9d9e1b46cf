//! Reproduction of crashes.

use super::Seeds;
use super::seeds::Pool;
use crate::inputs::Random;
use crate::subject::{Panic, Test, crash_of, panic_of};
use crate::technique::{Run, SearchError, Technique};
use sbst::execution::{CallTreeLimits, ExceptionKind, Trace, WithStackTraces};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Target};
use sbst::fitness::crash::{Crash, StackSummary, Stage};
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Function, GoalId};
use sbst::objective::crash::{CrashGoal, StackGoal};
use sbst::objective::{Goals, Tables};
use sbst::selection::{Ranker, keep};
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// Fitness by which a crash is reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrashFitness {
    /// Line, exception and stack trace in one sum: `WeightedSum` (Derakhshanfar et al. 2022, Definition 1).
    WeightedSum,
    /// The calls that lead to the crash, one frame after the other: `STDistance` (Definition 2).
    StackDistance,
}

/// Reproduction of a crash: a search for a test that panics as the subject once did.
///
/// It is a technique for [`CrashedSubject`](crate::subject::CrashedSubject); on other subjects the search fails. One goal counts, the crash. All
/// searches end when the weighted sum is 0: the wanted line was reached, and an exception had the wanted stack trace.
#[derive(Clone, Debug)]
pub struct Reproduction {
    name: String,
    fitness: CrashFitness,
    by_blocks: bool,
    seeds: Seeds,
}

/// Number of tests that survive a generation, and of their children.
const POPULATION: usize = 20;

impl Reproduction {
    /// Creates the technique.
    #[must_use]
    pub fn new(name: impl Into<String>, fitness: CrashFitness) -> Self {
        Self { name: name.into(), fitness, by_blocks: false, seeds: Seeds::Random }
    }

    /// Compares equally near tests by block coverage.
    #[must_use]
    pub fn with_block_coverage(self) -> Self {
        Self { by_blocks: true, ..self }
    }

    /// Sets where the first tests come from.
    #[must_use]
    pub fn with_seeds(self, seeds: Seeds) -> Self {
        Self { seeds, ..self }
    }
}

impl Technique for Reproduction {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError> {
        let panic = run.subject().panic().ok_or_else(|| SearchError::Other("the subject has no crash to reproduce".into()))?;
        Reproducing::new(self, run, panic)?.search(run)
    }
}

/// An execution: what the hooks observed, and the panic that ended it.
type Observed = WithStackTraces<Rc<Trace>, ExceptionKind, (), Function>;

/// A test that was executed.
struct Individual {
    test: Test,
    row: Vec<Fitness>,
    blocks: Option<BlockSummary>,
    stack: Option<StackSummary>,
}

impl AsRef<[Fitness]> for Individual {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

struct Reproducing<'t> {
    technique: &'t Reproduction,
    graph: FlowGraph,
    crash: Crash<ExceptionKind, (), Function>,
    goals: Goals<Observed>,
    goal: GoalId,
    trace: Rc<Trace>,
    tables: Tables,
    random: Random,
    pool: Pool,
    is_reproduced: bool,
}

impl<'t> Reproducing<'t> {
    fn new(technique: &'t Reproduction, run: &mut Run<'_>, panic: &Panic) -> Result<Self, SearchError> {
        // The lines are known to the program that the campaign is built of, and nobody else.
        let lines = Arc::new(Mutex::new(Lines::default()));
        let found = Arc::clone(&lines);
        let builder = run.subject().campaign()?.goals(move |program, _| {
            *found.lock().unwrap_or_else(PoisonError::into_inner) = program.lines().cloned().unwrap_or_default();
        });
        let graph = builder.build::<Test>()?.graph().clone();
        let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        let crash = crash_of(panic, &graph, &lines).ok_or_else(|| SearchError::Other("the crash has no frames".into()))?;
        let mut goals = Goals::for_graph(&graph);
        let goal = match technique.fitness {
            CrashFitness::WeightedSum => goals.push(CrashGoal::weighted_sum(0, crash.clone())).id(),
            CrashFitness::StackDistance => goals.push(StackGoal::new(0, crash.clone())).id(),
        };
        let trace = Rc::new(goals.trace(&graph).with_call_tree(CallTreeLimits::default()));
        let tables = Tables::new(&graph);
        let pool = Pool::new(technique.seeds, run.subject(), &mut run.random("seeds"));
        run.pursue(1);
        let random = run.random("tests");
        Ok(Self { technique, graph, crash, goals, goal, trace, tables, random, pool, is_reproduced: false })
    }

    fn search(mut self, run: &mut Run<'_>) -> Result<(), SearchError> {
        let (mut ranker, mut coverage, mut population) = (Ranker::new(), BlockCoverage::new(), Vec::new());
        while !run.is_over() {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Individual> = Vec::new();
            while children.len() < POPULATION && !run.is_over() {
                let test = self.child(run, &population);
                let individual = self.execute(run, test)?;
                let reproduced = std::mem::take(&mut self.is_reproduced);
                run.executed(reproduced.then_some(0));
                children.push(individual);
            }
            children.append(&mut population);
            population = children;
            let prefer = |_: GoalId, a: usize, b: usize| {
                let tie = self.compare(&mut coverage, &population[a], &population[b]);
                tie.then_with(|| a.cmp(&b)) // the one of the later generation, which stands first
            };
            let survivors = ranker.select(&*population, &[self.goal], POPULATION, prefer);
            keep(&mut population, survivors);
        }
        Ok(())
    }

    /// Compares two tests that are equally near.
    fn compare(&self, coverage: &mut BlockCoverage, first: &Individual, second: &Individual) -> Ordering {
        if let (Some(first), Some(second)) = (&first.stack, &second.stack) {
            return self.crash.compare_stacks(&self.graph, coverage, first, second).ordering();
        }
        if let (Some(first), Some(second)) = (&first.blocks, &second.blocks) {
            return coverage.compare(&self.graph, Target::Line(self.crash.statements()), first, second).ordering();
        }
        Ordering::Equal
    }

    /// Executes a test and measures it.
    fn execute(&mut self, run: &Run<'_>, test: Test) -> Result<Individual, SearchError> {
        self.trace.reset();
        run.subject().code().record(&self.trace, &test);
        self.trace.check().map_err(|misuse| SearchError::Other(misuse.to_string().into()))?;
        let mut observed = Observed::new(Rc::clone(&self.trace));
        observed.stack_traces.extend(panic_of(&*self.trace));
        let seen = self.goals.observe(&self.graph, &observed, &mut self.tables);
        let row = vec![self.goals.fitness_of(self.goal, &seen)];
        self.is_reproduced = self.crash.weighted_sum(seen.table, seen.run).stage() == Stage::Reproduced;
        let (by_blocks, by_stack) = (self.technique.by_blocks, self.technique.fitness == CrashFitness::StackDistance);
        let blocks = (by_blocks && !by_stack).then(|| BlockSummary::of(&self.graph, &observed));
        let stack = (by_blocks && by_stack).then(|| self.crash.stack_summary(&self.graph, &observed));
        Ok(Individual { test, row, blocks, stack })
    }

    /// Makes a test: a new one, or a change of one or two of the population.
    fn child(&mut self, run: &Run<'_>, population: &[Individual]) -> Test {
        let (shape, random) = (run.shape(), &mut self.random);
        let Some(parent) = population.get(random.below(population.len())) else {
            return Arc::new(self.pool.first(shape, random));
        };
        if let Some(seed) = self.pool.later(random) {
            return Arc::new(shape.change(&seed, random));
        }
        if random.chance(1, 4) {
            let other = &population[random.below(population.len())];
            return Arc::new(shape.change(&shape.cross(&parent.test, &other.test, random), random));
        }
        Arc::new(if random.chance(1, 10) { shape.make(random) } else { shape.change(&parent.test, random) })
    }
}
