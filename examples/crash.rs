//! Reproduces crashes from the stack traces in a log: by their weighted sum and by the calls that
//! lead to them (STDistance), both with and without block coverage as tie-breaker; by the parts of
//! the sum as goals of their own; and by the sum with stack traces compared as EvoCrash does.
//!
//! `cargo run --release --features all --example crash`
//!
//! The subjects (`examples/subjects`) report to a [`Trace`], and their panics come with the frames
//! that they passed: together, that is the execution, [`WithStackTraces`]. It uses integers and
//! fixed seeds, so it prints the same everywhere.

mod subjects;

use sbst::execution::{Trace, WithStackTraces};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Target};
use sbst::fitness::crash::{Crash, Similarity, StackSummary, Stage, WeightedSum};
use sbst::flow::FlowGraph;
use sbst::id::{GoalId, Line};
use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
use sbst::objective::{Goals, Tables};
use sbst::selection::{Ranker, keep};
use std::cmp::Ordering;
use std::error::Error;
use subjects::{Crashed, Panic, Random};

/// Executions after which a search gives up.
const BUDGET: u32 = 20_000;
const SEEDS: u64 = 30;
/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{SEEDS} searches for each crash, given up after {BUDGET} executions: by its weighted \
         sum, and by the calls that lead to it,"
    );
    println!(
        "each alone and with ties broken by block coverage; by line, exception type and stack \
         trace as three goals; by the sum"
    );
    println!("with stack traces compared as EvoCrash does (free).\n");
    println!(
        "                          searches that reproduced it                    executions \
         (median)              by the sum, the"
    );
    println!(
        "crash    frames    sum +blocks  calls +blocks  parts   free     sum +blocks  calls \
         +blocks  parts   free   others came to"
    );
    for crashed in &subjects::CRASHED {
        let (mut successes, mut medians) = (String::new(), String::new());
        let mut worst = Stage::Reproduced;
        for guide in [
            Guide::Sum,
            Guide::SumBlocks,
            Guide::Calls,
            Guide::CallsBlocks,
            Guide::Parts,
            Guide::Free,
        ] {
            let mut spent = Vec::new();
            let mut reproduced = 0;
            for seed in 0..SEEDS {
                let mut search = Search::new(crashed, guide, seed)?;
                search.run();
                search.run.execution.check()?;
                reproduced += u32::from(search.stage() == Stage::Reproduced);
                if guide == Guide::Sum {
                    worst = worst.min(search.stage());
                }
                spent.push(search.executions);
            }
            spent.sort_unstable();
            successes += &format!("{reproduced:7}");
            medians += &format!("{:7}", spent[spent.len() / 2]);
        }
        let others = if worst == Stage::Reproduced { "" } else { &worst.to_string() };
        let row = format!(
            "{:9} {:5}{successes}  {medians}   {others}",
            crashed.subject.name, crashed.frames
        );
        println!("{}", row.trim_end());
    }
    println!(
        "\nBefore its line, \"bill\" panics in straight-line code, which to the sum and to the \
         calls is all the same. Block coverage tells"
    );
    println!(
        "how far a test came; so do the lines in its stack trace, once that is a goal of its own. \"depot\" decides before its line."
    );
    println!("\"brackets\" calls itself: compared freely, one call stands for any number of them.");
    Ok(())
}

/// What a search goes by.
#[derive(Clone, Copy, PartialEq)]
enum Guide {
    Sum,
    SumBlocks,
    Calls,
    CallsBlocks,
    Parts,
    Free,
}

/// What a search keeps of a test.
struct Test {
    inputs: Vec<i64>,
    row: Vec<Fitness>,
    blocks: BlockSummary,
    /// Only where calls are recorded.
    stack: Option<StackSummary>,
}

impl AsRef<[Fitness]> for Test {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

/// An execution: what the hooks observed, and the panics.
type Run = WithStackTraces<Trace, &'static str>;

/// One search.
struct Search<'s> {
    crashed: &'s Crashed,
    guide: Guide,
    graph: FlowGraph,
    crash: Crash<&'static str>,
    goals: Goals<Run>,
    run: Run,
    tables: Tables,
    ranker: Ranker,
    coverage: BlockCoverage,
    population: Vec<Test>,
    random: Random,
    executions: u32,
    nearest: WeightedSum,
}

impl<'s> Search<'s> {
    fn new(crashed: &'s Crashed, guide: Guide, seed: u64) -> Result<Self, Box<dyn Error>> {
        let graph = crashed.graph()?;
        let lines = crashed.lines(&graph);
        let wanted: Panic = crashed.wanted().ok_or("no panic in the log")?;
        let crash = Crash::new(wanted, |frame| {
            let line = frame.line.map(Line::new);
            line.map_or(&[][..], |line| lines.statements_on(line))
        })?;
        let mut goals = Goals::for_graph(&graph);
        match guide {
            Guide::Sum | Guide::SumBlocks => {
                goals.push(CrashGoal::new(0, CrashPart::WeightedSum, crash.clone()));
            }
            Guide::Parts => goals.extend(crash_goals(0, &crash)),
            Guide::Calls | Guide::CallsBlocks => {
                goals.push(CrashGoal::new(0, CrashPart::Stack, crash.clone()));
            }
            Guide::Free => {
                let free = crash.clone().with_similarity(Similarity::Free);
                goals.push(CrashGoal::new(0, CrashPart::WeightedSum, free));
            }
        }
        let (run, tables) = (WithStackTraces::new(goals.trace(&graph)), Tables::new(&graph));
        let (ranker, coverage, population) = (Ranker::new(), BlockCoverage::new(), Vec::new());
        let (random, executions, nearest) = (Random(seed), 0, WeightedSum::NO_TEST);
        Ok(Self {
            crashed,
            guide,
            graph,
            crash,
            goals,
            run,
            tables,
            ranker,
            coverage,
            population,
            random,
            executions,
            nearest,
        })
    }

    /// How far the reproduction has come.
    fn stage(&self) -> Stage {
        self.nearest.stage()
    }

    fn run(&mut self) {
        while self.stage() < Stage::Reproduced && self.executions < BUDGET {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Test> = Vec::new();
            while children.len() < POPULATION {
                let inputs = self.vary();
                children.push(self.execute(inputs));
            }
            children.append(&mut self.population);
            self.population = children;
            self.select();
        }
    }

    /// Keeps the best tests.
    fn select(&mut self) {
        let Self { population, ranker, goals, graph, coverage, guide, crash, .. } = self;
        let all: Vec<GoalId> = goals.ids().collect();
        let prefer = |_: GoalId, a: usize, b: usize| {
            let (one, other) = (&population[a], &population[b]);
            let tie = match (&*guide, &one.stack, &other.stack) {
                (Guide::SumBlocks, ..) => coverage
                    .compare(graph, Target::Line(crash.statements()), &one.blocks, &other.blocks)
                    .ordering(),
                (Guide::CallsBlocks, Some(one), Some(other)) => {
                    crash.compare_stacks(graph, coverage, one, other).ordering()
                }
                _ => Ordering::Equal,
            };
            tie.then_with(|| a.cmp(&b)) // the one of the later generation, which stands first
        };
        let survivors = ranker.select(&*population, &all, POPULATION, prefer);
        keep(population, survivors);
    }

    /// Executes a test and measures it.
    fn execute(&mut self, inputs: Vec<i64>) -> Test {
        self.executions += 1;
        self.run.reset();
        let result = (self.crashed.run)(self.run.execution.root(), &inputs);
        self.run.extra.extend(result.err());
        let seen = self.goals.observe(&self.graph, &self.run, &mut self.tables);
        let row = self.goals.ids().map(|goal| self.goals.fitness_of(goal, &seen)).collect();
        self.nearest = self.nearest.min(self.crash.weighted_sum(seen.table, seen.run));
        let stack = (self.guide == Guide::CallsBlocks)
            .then(|| self.crash.stack_summary(&self.graph, &self.run));
        Test { inputs, row, blocks: BlockSummary::of(&self.graph, &self.run), stack }
    }

    /// Inputs for a child: those of a test with one or more of them changed, half of the time of
    /// one of the best, which come first.
    fn vary(&mut self) -> Vec<i64> {
        let Self { population, random, crashed, goals, .. } = self;
        let ranges = crashed.subject.inputs;
        if population.is_empty() {
            return random.inputs(ranges);
        }
        let best = random.draw(&(0..=1)) == 0;
        let last = if best { goals.len().min(population.len()) } else { population.len() };
        let parent = random.draw(&(0..=last as i64 - 1)) as usize;
        random.child(&population[parent].inputs, ranges)
    }
}
