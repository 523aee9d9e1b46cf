//! Searches for tests of functions that decide by the result of other functions: without regard to what happens in those, with the nearest
//! call, and with the harmonic mean over all calls.
//!
//! `cargo run --release --example flags`
//!
//! The subjects (`examples/subjects`) report to a [`Trace`] that records each call by itself, and say where they call. It uses integers and
//! fixed seeds, so it prints the same everywhere.

mod subjects;

use sbst::distance::Aggregation;
use sbst::execution::{CallTreeLimits, Trace};
use sbst::fitness::flag::{FlagError, FlagGradient, Flags};
use sbst::flow::FlowGraph;
use sbst::id::{Function, GoalId};
use sbst::objective::{BranchGoal, Goal, Goals, Tables, branch_goals, covered};
use sbst::selection::{Ranker, keep};
use std::error::Error;
use subjects::{Flagged, Random, Test};

/// Executions after which a search gives up.
const BUDGET: u32 = 20_000;
const SEEDS: u64 = 30;
/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{SEEDS} searches for tests that cover all branches of a function, given up after {BUDGET} executions: random; by plain"
    );
    println!("distances; with flags, by the nearest call (least); and by the harmonic mean over all calls, as published (mean).\n");
    println!("                     searches that covered all                 executions (median)");
    println!("subject    goals   random  plain  least   mean     random  plain  least   mean");
    for flagged in &subjects::FLAGGED {
        let (mut successes, mut medians) = (String::new(), String::new());
        let mut goals = 0;
        for guide in [Guide::Random, Guide::Plain, Guide::Least, Guide::Mean] {
            let mut spent = Vec::new();
            let mut complete = 0;
            for seed in 0..SEEDS {
                let mut search = Search::new(flagged, guide, seed)?;
                search.run()?;
                search.trace.check()?;
                complete += u32::from(search.open.is_empty());
                goals = search.goals.len();
                spent.push(search.executions);
            }
            spent.sort_unstable();
            successes += &format!("{complete:7}");
            medians += &format!("{:7}", spent[spent.len() / 2]);
        }
        println!("{:10} {goals:5}  {successes}    {medians}", flagged.subject.name);
    }
    println!(
        "\nThe goals lie behind calls, and a result that is false is 1 away from true, whatever happened: plain distances are blind."
    );
    println!(
        "\"probe\" looks into four slots, and the mean has a local optimum where all of them pass a first check. In \"shifts\" the"
    );
    println!(
        "nearest calls are about days that no test can choose: the least sees no other. \"pair\", \"palindrome\" and \"account\" make one"
    );
    println!("call at each site, so both are the same; a palindrome now and then takes longer than the budget.");
    Ok(())
}

/// The function whose branches are the goals.
const METHOD: Function = Function::new(0);

/// What a search goes by.
#[derive(Clone, Copy, PartialEq)]
enum Guide {
    Random,
    Plain,
    Least,
    Mean,
}

/// One search.
struct Search<'s> {
    flagged: &'s Flagged,
    guide: Guide,
    graph: FlowGraph,
    flags: Flags,
    gradient: FlagGradient,
    goals: Goals<Trace>,
    trace: Trace,
    tables: Tables,
    ranker: Ranker,
    population: Vec<Test>,
    /// Goals that are not covered yet.
    open: Vec<GoalId>,
    random: Random,
    executions: u32,
}

impl<'s> Search<'s> {
    fn new(flagged: &'s Flagged, guide: Guide, seed: u64) -> Result<Self, Box<dyn Error>> {
        let graph = flagged.subject.graph()?;
        let flags = flagged.flags(&graph)?;
        let mut goals = Goals::new();
        let own = |branch: &BranchGoal| matches!(branch.goal(), Goal::Branch(branch) if graph.function_of(graph.source(branch)) == METHOD);
        goals.extend(branch_goals(&graph).filter(own));
        let trace = goals.trace(&graph).with_call_tree(CallTreeLimits::default());
        let aggregation = if guide == Guide::Least { Aggregation::Min } else { Aggregation::Harmonic };
        let gradient = FlagGradient::new().over_activations(aggregation);
        let (tables, ranker, population, open) = (Tables::new(&graph), Ranker::new(), Vec::new(), goals.ids().collect());
        let (random, executions) = (Random(seed), 0);
        Ok(Self { flagged, guide, graph, flags, gradient, goals, trace, tables, ranker, population, open, random, executions })
    }

    fn run(&mut self) -> Result<(), FlagError> {
        while !self.open.is_empty() && self.executions < BUDGET {
            // Children first: of tests that are equally good, the first ones stay.
            let mut children: Vec<Test> = Vec::new();
            while children.len() < POPULATION {
                let inputs = self.vary();
                children.push(self.execute(inputs)?);
            }
            children.append(&mut self.population);
            self.population = children;
            let survivors = self.ranker.select(&*self.population, &self.open, POPULATION, |_, a, b| a.cmp(&b));
            keep(&mut self.population, survivors);
        }
        Ok(())
    }

    /// Executes a test and measures it.
    fn execute(&mut self, inputs: Vec<i64>) -> Result<Test, FlagError> {
        self.executions += 1;
        self.trace.reset();
        (self.flagged.subject.run)(&self.trace, &inputs);
        let mut row = Vec::new();
        if matches!(self.guide, Guide::Random | Guide::Plain) {
            self.goals.measure(&self.graph, &self.trace, &mut self.tables, &mut row);
        } else {
            let refined = self.gradient.refine(&self.graph, &self.flags, &self.trace)?;
            self.goals.measure_refined(&self.graph, refined, &mut self.tables, &mut row);
        }
        covered(&row).for_each(|goal| self.open.retain(|&open| open != goal));
        Ok(Test { inputs, row })
    }

    /// Inputs for a child: those of a test with one or more of them changed, half of the time of one of the best, which come first.
    fn vary(&mut self) -> Vec<i64> {
        let Self { population, random, flagged, open, guide, .. } = self;
        let ranges = flagged.subject.inputs;
        if population.is_empty() || *guide == Guide::Random {
            return random.inputs(ranges);
        }
        let best = random.draw(&(0..=1)) == 0;
        let last = if best { open.len().min(population.len()).max(1) } else { population.len() };
        let parent = random.draw(&(0..=last as i64 - 1)) as usize;
        random.child(&population[parent].inputs, ranges)
    }
}
