//! Searches for tests by eight criteria at once: for all goals, and for those that smart selection leaves.
//!
//! `cargo run --release --example smart`
//!
//! The subjects (`examples/subjects`) report decisions, lines, mutants, results and exceptions to a [`Trace`]. All goals are measured in
//! each search; it is what the search goes by that differs. It uses integers and fixed seeds, so it prints the same everywhere.

mod subjects;

use sbst::execution::Trace;
use sbst::flow::FlowGraph;
use sbst::id::GoalId;
use sbst::objective::suite::SuiteRow;
use sbst::objective::{Criterion, Goals, Program, Tables, covered};
use sbst::selection::smart::{Selection, Smart};
use sbst::selection::{Frontier, GoalGraph, Ranker, keep};
use std::error::Error;
use subjects::{Mutated, Random, Test};

/// Executions after which a search ends.
const BUDGET: u32 = 3_000;
const SEEDS: u64 = 30;
/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{SEEDS} searches of {BUDGET} executions by eight criteria: for all goals; for those that smart selection leaves");
    println!("(smart); and for these and what they do not imply (safe). On average: percent of all goals that are covered,");
    println!("exceptions, thousands of values that were ranked.\n");
    println!("                    goals  branch direct   line mutant method normal output   exceptions  ranked");
    for mutated in &subjects::MUTATED {
        for (name, smart) in [("all", None), ("smart", Some(Smart::new())), ("safe", Some(Smart::new().losing_nothing()))] {
            let mut searches = Vec::new();
            for seed in 0..SEEDS {
                let mut search = Search::new(mutated, smart.clone().map(Smart::for_dynamosa), seed)?;
                search.run();
                search.trace.check()?;
                searches.push(search);
            }
            println!("{:8} {name:5} {}", mutated.subject.name, row(&searches));
        }
    }
    println!("\nThe goals left out are covered along with the others. Nothing that is pursued implies these, which may be missed:");
    for mutated in &subjects::MUTATED {
        let smart = Search::new(mutated, Some(Smart::new().for_dynamosa()), 0)?;
        smart.selection.lost().for_each(|lost| println!("{}: {}, {}", mutated.subject.name, lost.identity, lost.why));
    }
    Ok(())
}

/// How many goals are pursued, and the mean coverage by criterion.
fn row(searches: &[Search<'_>]) -> String {
    let first = &searches[0];
    let (kept, all) = (first.selection.kept().len(), first.selection.kept().len() + first.selection.dropped().len());
    let mut text = format!("{kept:4} of {all:3}");
    for criterion in Criterion::SMART {
        let covered = searches.iter().map(|search| search.suite.coverage(&search.goals, criterion).covered() as u64).sum::<u64>();
        if criterion == Criterion::Exception {
            continue; // there is no total
        }
        let goals = first.goals.of(criterion).count() as u64 * SEEDS;
        let per_mille = (1000 * covered + goals / 2) / goals;
        text += &format!("{:>7}", format!("{}.{}", per_mille / 10, per_mille % 10));
    }
    let exceptions =
        searches.iter().map(|search| search.suite.coverage(&search.goals, Criterion::Exception).covered() as u64).sum::<u64>();
    let ranked = searches.iter().map(|search| search.ranked).sum::<u64>() / SEEDS / 1000;
    format!("{text}{:>12}{ranked:8}", format!("{}.{}", exceptions / SEEDS, 10 * (exceptions % SEEDS) / SEEDS))
}

/// One search.
struct Search<'s> {
    mutated: &'s Mutated,
    graph: FlowGraph,
    goals: Goals<Trace>,
    selection: Selection,
    frontier: Frontier,
    trace: Trace,
    tables: Tables,
    ranker: Ranker,
    population: Vec<Test>,
    suite: SuiteRow,
    random: Random,
    executions: u32,
    /// How many values of goals the ranker was given.
    ranked: u64,
}

impl<'s> Search<'s> {
    fn new(mutated: &'s Mutated, smart: Option<Smart>, seed: u64) -> Result<Self, Box<dyn Error>> {
        let graph = mutated.subject.graph()?;
        let (mutants, mutations) = mutated.mutants(&graph);
        let (lines, methods) = (mutated.lines(&graph), (mutated.methods)());
        let program = Program::new(&graph).with_lines(&lines).with_methods(&methods).with_mutants(&mutants);
        program.check()?;
        let mut goals = Goals::new();
        for criterion in Criterion::SMART {
            goals.add(criterion, &program);
        }
        let all = || Smart::new().with_correlation(sbst::selection::smart::Correlation::none());
        let selection = smart.unwrap_or_else(all).select(&goals, &program, &mutations);
        let frontier = Frontier::of(&GoalGraph::new(&goals, &graph).without(selection.dropped_goals()));
        let (trace, tables, ranker, population) = (goals.trace(&graph), Tables::new(&graph), Ranker::new(), Vec::new());
        let (suite, random, executions, ranked) = (SuiteRow::new(), Random(seed), 0, 0);
        Ok(Self {
            mutated,
            graph,
            goals,
            selection,
            frontier,
            trace,
            tables,
            ranker,
            population,
            suite,
            random,
            executions,
            ranked,
        })
    }

    fn run(&mut self) {
        while self.executions < BUDGET {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Test> = Vec::new();
            while children.len() < POPULATION {
                let inputs = self.vary();
                children.push(self.execute(inputs));
            }
            children.append(&mut self.population);
            self.population = children;
            self.ranked += (self.population.len() * self.frontier.active().len()) as u64;
            let survivors = self.ranker.select(&*self.population, self.frontier.active(), POPULATION, |_: GoalId, a, b| a.cmp(&b));
            keep(&mut self.population, survivors);
        }
    }

    fn execute(&mut self, inputs: Vec<i64>) -> Test {
        self.executions += 1;
        self.trace.reset();
        (self.mutated.subject.run)(&self.trace, &inputs);
        // An exception becomes a goal when it is first seen.
        if self.goals.discover(&self.trace).len() > 0 {
            self.frontier.fit(&GoalGraph::new(&self.goals, &self.graph).without(self.selection.dropped_goals()));
        }
        let mut row = Vec::new();
        self.goals.measure(&self.graph, &self.trace, &mut self.tables, &mut row);
        self.suite.add(&row);
        self.frontier.cover(covered(&row));
        Test { inputs, row }
    }

    /// Inputs for a child: those of a test with one or more of them changed, half of the time of one of the best, which come first.
    fn vary(&mut self) -> Vec<i64> {
        let Self { population, random, mutated, frontier, .. } = self;
        let ranges = mutated.subject.inputs;
        if population.is_empty() {
            return random.inputs(ranges);
        }
        let best = random.draw(&(0..=1)) == 0;
        let last = if best { frontier.active().len().min(population.len()).max(1) } else { population.len() };
        let parent = random.draw(&(0..=last as i64 - 1)) as usize;
        random.child(&population[parent].inputs, ranges)
    }
}
