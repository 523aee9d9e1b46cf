//! Breaks ties by basic block coverage, on functions whose straight-line code ends in exceptions, and on some that only decide.
//!
//! `cargo run --release --example block_coverage`
//!
//! The same search for all branches, in the manner of DynaMOSA, in four kinds. Of tests that are equally near to a goal it prefers the
//! newest; the same, but with statements as goals beside the branches; the one that came farther within its blocks, then the newest; and
//! the same behind the gate of the publication. Integers and fixed seeds: it prints the same everywhere.

mod subjects;

use sbst::execution::Trace;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Counters};
use sbst::fitness::{Gate, Histories};
use sbst::flow::{FlowGraph, Lines};
use sbst::id::GoalId;
use sbst::objective::{Goals, Tables, branch_goals, covered, statement_goals};
use sbst::selection::{Frontier, GoalGraph, Ranker, keep};
use std::cmp::Ordering;
use std::error::Error;
use std::time::Duration;
use subjects::{Random, Subject, Summarised};

/// Executions after which a search gives up.
const BUDGET: u32 = 30_000;
const SEEDS: u64 = 30;
/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let kinds = [Kind::Newest, Kind::Statements, Kind::Blocks(Gate::OPEN), Kind::Blocks(Gate::PUBLISHED)];
    println!(
        "{SEEDS} searches each for all branches, given up after {BUDGET} executions. Ties are broken by the newest test; the same,"
    );
    println!(
        "with statements as goals, too; by block coverage; by block coverage behind the published gate (sleep: 1200 executions).\n"
    );
    println!("                      searches that covered all         executions (median)            ties, gated");
    println!("subject     goals  newest +stmts blocks  gated   newest +stmts blocks  gated    called  active useful");
    for subject in subjects::FRAGILE.iter().chain([&subjects::ALL[0], &subjects::ALL[2]]) {
        let mut results = Vec::new();
        for kind in kinds {
            results.push(Summary::of(subject, kind)?);
        }
        let successes: String = results.iter().map(|result| format!("{:7}", result.successes)).collect();
        let medians: String = results.iter().map(|result| format!("{:7}", result.median)).collect();
        let Summary { goals, counters, .. } = &results[3];
        let Counters { called, active, useful } = counters;
        println!("{:11} {goals:5} {successes}  {medians}   {called:7} {active:7} {useful:6}", subject.name);
    }
    println!(
        "\n\"invoice\" and \"route\" throw in straight-line code. As far as control flow goes, all tests are equally near before the"
    );
    println!(
        "decision: where branches are the only goals, block coverage is all the guidance there is. \"batch\" throws in a loop, whose"
    );
    println!(
        "condition tells how often it went round; block coverage adds a little. In the others nothing throws inside a block: neither changes anything."
    );
    Ok(())
}

/// What a search goes by.
#[derive(Clone, Copy)]
enum Kind {
    Newest,
    Statements,
    Blocks(Gate),
}

/// The searches of one kind, one for each seed.
struct Summary {
    goals: usize,
    successes: u32,
    /// Of the executions that they took.
    median: u32,
    counters: Counters,
}

impl Summary {
    fn of(subject: &Subject, kind: Kind) -> Result<Self, Box<dyn Error>> {
        let (mut summary, mut spent) = (Self { goals: 0, successes: 0, median: 0, counters: Counters::default() }, Vec::new());
        for seed in 0..SEEDS {
            let mut search = Search::new(subject, kind, seed)?;
            summary.successes += u32::from(search.run());
            search.trace.check()?;
            summary.goals = search.branches;
            summary.counters += search.counters;
            spent.push(search.executions);
        }
        spent.sort_unstable();
        summary.median = spent[spent.len() / 2];
        Ok(summary)
    }
}

/// One search.
struct Search<'s> {
    subject: &'s Subject,
    graph: FlowGraph,
    goals: Goals<Trace>,
    trace: Trace,
    tables: Tables,
    frontier: Frontier,
    ranker: Ranker,
    coverage: BlockCoverage,
    kind: Kind,
    /// The first goals are branches.
    branches: usize,
    counters: Counters,
    histories: Histories,
    population: Vec<Summarised>,
    random: Random,
    /// For the gate: so the search itself sees the same numbers with and without it.
    draws: Random,
    executions: u32,
}

impl<'s> Search<'s> {
    fn new(subject: &'s Subject, kind: Kind, seed: u64) -> Result<Self, Box<dyn Error>> {
        let graph = subject.graph()?;
        let mut goals = Goals::new();
        goals.extend(branch_goals(&graph));
        let branches = goals.len();
        if matches!(kind, Kind::Statements) {
            goals.extend(statement_goals(&graph));
        }
        let (trace, tables) = (goals.trace(&graph), Tables::new(&graph));
        let frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
        let (ranker, coverage, histories) = (Ranker::new(), BlockCoverage::new(), Histories::new());
        let (counters, population) = (Counters::default(), Vec::new());
        let (random, draws, executions) = (Random(seed), Random(!seed), 0);
        Ok(Self {
            subject,
            graph,
            goals,
            trace,
            tables,
            frontier,
            ranker,
            coverage,
            kind,
            branches,
            counters,
            histories,
            population,
            random,
            draws,
            executions,
        })
    }

    /// Whether it covers all branches within its budget.
    fn run(&mut self) -> bool {
        while !self.is_done() && self.executions < BUDGET {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Summarised> = Vec::new();
            while children.len() < POPULATION && !self.is_done() {
                let inputs = self.vary();
                children.push(self.execute(inputs));
            }
            children.append(&mut self.population);
            self.population = children;
            self.select();
        }
        self.is_done()
    }

    fn is_done(&self) -> bool {
        self.goals.ids().take(self.branches).all(|goal| self.frontier.is_covered(goal))
    }

    /// Keeps the best tests.
    fn select(&mut self) {
        let Self { population, ranker, frontier, goals, graph, coverage, kind, counters, histories, draws, executions, .. } = self;
        let (now, lines) = (clock(*executions), Lines::default());
        let prefer = |goal: GoalId, a: usize, b: usize| {
            let (Kind::Blocks(gate), Some(target)) = (*kind, goals.goal(goal).target(&lines)) else { return newer(a, b) };
            let open = gate.is_open(&histories.of(goal, now), now, draws.below(1 << 20) as f64 / f64::from(1 << 20));
            let nearer = counters.count(open, || coverage.compare(graph, target, &population[a].blocks, &population[b].blocks));
            nearer.ordering().then_with(|| newer(a, b))
        };
        let survivors = ranker.select(&*population, frontier.active(), POPULATION, prefer);
        keep(population, survivors);
    }

    /// Executes a test and measures all goals.
    fn execute(&mut self, inputs: Vec<i64>) -> Summarised {
        self.executions += 1;
        self.trace.reset();
        (self.subject.run)(&self.trace, &inputs);
        let mut test = Summarised { inputs, row: Vec::new(), blocks: BlockSummary::of(&self.graph, &self.trace) };
        self.goals.measure(&self.graph, &self.trace, &mut self.tables, &mut test.row);
        self.frontier.cover(covered(&test.row));
        self.histories.see(self.frontier.active(), &test.row, clock(self.executions));
        test
    }

    /// Inputs for a child: those of a test, mostly one of the best, with one or more of them changed; or random ones.
    fn vary(&mut self) -> Vec<i64> {
        let Self { population, random, subject, .. } = self;
        if population.is_empty() {
            return random.inputs(subject.inputs);
        }
        // Half of the time a preferred one: they come first, and there is at most one for each active goal.
        let preferred = random.draw(&(0..=1)) == 0;
        let last = if preferred { self.frontier.active().len().min(population.len()) } else { population.len() };
        let parent = random.draw(&(0..=last as i64 - 1)) as usize;
        random.child(&population[parent].inputs, subject.inputs)
    }
}

/// The time of a search that makes 20 executions a second: so the published sleep of a minute is 1 200 of them.
fn clock(executions: u32) -> Duration {
    Duration::from_millis(50) * executions
}

/// Of tests that are equally near, the one of the later generation, for children come before their parents: so the search drifts over
/// plateaus.
fn newer(a: usize, b: usize) -> Ordering {
    a.cmp(&b)
}
