//! Generates test inputs that cover every goal of a few small functions, and compares with random testing.
//!
//! `cargo run --release --example generate`
//!
//! The subjects (`examples/subjects`) report each decision to a [`Trace`]. The search works in the manner of DynaMOSA: the [`Frontier`]
//! says which goals are worth pursuing, the [`Ranker`] which test is nearest to each and which tests survive, the [`Archive`]
//! keeps the simplest test for each goal covered; a hill climber makes new tests. It uses integers and a fixed seed, so it prints the
//! same everywhere.

mod subjects;

use sbst::execution::Trace;
use sbst::flow::FlowGraph;
use sbst::id::{Function, GoalId};
use sbst::objective::{Criterion, GoalGraph, Goals, Method, Program, Tables, covered, implicit_branch_goals};
use sbst::selection::{Archive, Frontier, Ranker, keep};
use std::error::Error;
use std::ops::RangeInclusive;
use std::rc::Rc;
use subjects::{Random, Subject, Test};

/// Executions of one subject after which the search gives up.
const BUDGET: u32 = 50_000;

/// Tests that survive a generation.
const POPULATION: usize = 20;

/// The subject whose generations are shown.
const SHOWN: &str = "packet";

fn main() -> Result<(), Box<dyn Error>> {
    println!("Goals of seven functions: a search that pursues those within reach, and random testing with as many executions.\n");
    println!(
        "{:12} {:>5} {:>6} {:>6} {:>10} {:>5}   input found last",
        "subject", "goals", "search", "random", "executions", "tests"
    );
    let mut shown = String::new();
    for subject in &subjects::ALL {
        let mut search = Search::new(subject)?;
        let story = search.run();
        let mut random = Search::new(subject)?;
        while random.executions < search.executions {
            let inputs = random.draw();
            random.execute(inputs);
        }
        // A hook that does not fit its graph would make every number above it worthless.
        search.trace.check()?;
        random.trace.check()?;
        println!(
            "{:12} {:>5} {:>6} {:>6} {:>10} {:>5}   {:?}",
            subject.name,
            search.goals.len(),
            search.archive.len(),
            random.archive.len(),
            search.executions,
            search.archive.minimise(|test| covered(&test.row)).len(),
            search.newest,
        );
        if subject.name == SHOWN {
            shown = story;
        }
    }
    println!(
        "\nGoals are branches, `?` taken or not, blocks, and the call itself. \"Tests\" are enough to cover what was covered;"
    );
    println!("\"input found last\" covered the goal that held out longest.\n");
    println!("The search for \"{SHOWN}\"; generation 0 is random:\n\n{}", shown.trim_end());
    Ok(())
}

/// The search for tests of one subject.
struct Search<'s> {
    subject: &'s Subject,
    graph: FlowGraph,
    goals: Goals<Trace>,
    trace: Trace,
    tables: Tables,
    frontier: Frontier,
    /// The cost of a test: how large its inputs are, and its number.
    archive: Archive<Rc<Test>, (u64, u32)>,
    ranker: Ranker,
    population: Vec<Test>,
    random: Random,
    executions: u32,
    /// Goals that became active in this generation.
    opened: Vec<GoalId>,
    /// The last test that covered a new goal.
    newest: Vec<i64>,
}

impl<'s> Search<'s> {
    fn new(subject: &'s Subject) -> Result<Self, Box<dyn Error>> {
        let graph = subject.graph()?;
        let methods = [Method::new(Function::new(0))];
        let program = Program::new(&graph).with_methods(&methods);
        let mut goals = Goals::new();
        for criterion in [Criterion::Branch, Criterion::Block, Criterion::Method] {
            goals.add(criterion, &program);
        }
        goals.extend(implicit_branch_goals(&graph)); // here: whether `?` returned
        let (trace, tables) = (goals.trace(&graph), Tables::new(&graph));
        let frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
        let (archive, ranker, population) = (Archive::new(), Ranker::new(), Vec::new());
        let (random, executions, opened, newest) = (Random(1), 0, Vec::new(), Vec::new());
        Ok(Self { subject, graph, goals, trace, tables, frontier, archive, ranker, population, random, executions, opened, newest })
    }

    /// Searches until all goals are covered or the budget is spent; tells what became active in each generation.
    fn run(&mut self) -> String {
        let mut story = String::from("generation executions covered active   became active\n");
        story += &format!("{:>10} {:>10} {:>7} {:>6}   the roots\n", "start", 0, 0, self.frontier.active().len());
        let first: Vec<_> = (0..POPULATION / 2).map(|_| self.draw()).collect();
        self.population = first.into_iter().map(|inputs| self.execute(inputs)).collect();
        for generation in 0.. {
            let opened: Vec<_> = self.opened.drain(..).map(|goal| self.goals.goal(goal).to_string()).collect();
            let (covered, active) = (self.frontier.covered_count(), self.frontier.active().len());
            let line = format!("{generation:>10} {:>10} {covered:>7} {active:>6}   {}", self.executions, opened.join(", "));
            story = story + line.trim_end() + "\n";
            if self.frontier.active().is_empty() || self.executions >= BUDGET {
                break;
            }
            // One climb towards each goal that is active, from the test that is nearest to it.
            let active = self.frontier.active().to_vec();
            let nearest = self.ranker.preferred(&self.population, &active, newer).to_vec();
            for (goal, test) in active.into_iter().zip(nearest) {
                if self.frontier.is_active(goal) && self.executions < BUDGET {
                    let start = if generation == 0 { self.population[test].inputs.clone() } else { self.vary(test) };
                    // Later on, larger steps too: some goals lie in the valleys between the small ones.
                    let step = if generation == 0 { 1 } else { 1 << self.random.below(64).trailing_ones() };
                    let reached = self.climb(goal, start, step);
                    self.population.push(reached);
                }
            }
            let survivors = self.ranker.select(&self.population, self.frontier.active(), POPULATION, newer);
            keep(&mut self.population, survivors);
        }
        story
    }

    /// Executes a test, measures all goals, and archives it for those that it covers.
    fn execute(&mut self, inputs: Vec<i64>) -> Test {
        self.executions += 1;
        self.trace.reset();
        (self.subject.run)(self.trace.root(), &inputs);
        let mut test = Test { inputs, row: Vec::new() };
        self.goals.measure(&self.graph, &self.trace, &mut self.tables, &mut test.row);
        let before = self.archive.len();
        let size = test.inputs.iter().map(|input| input.unsigned_abs()).sum();
        self.archive.offer_all(covered(&test.row), (size, self.executions), || Rc::new(test.clone()));
        if self.archive.len() > before {
            self.newest.clone_from(&test.inputs);
            self.opened.extend(self.frontier.cover(covered(&test.row)));
        }
        test
    }

    /// Inputs for another start: a test of the population changed a little or not at all, or random inputs.
    fn vary(&mut self, test: usize) -> Vec<i64> {
        let mut inputs = self.population[test].inputs.clone();
        match self.random.below(12) {
            0..4 => inputs = self.draw(),
            4..6 => {}
            6 => {
                let other = self.random.below(self.population.len() as u64) as usize;
                let [from, to] = [0; 2].map(|_| self.random.below(inputs.len() as u64) as usize);
                inputs[to] = self.population[other].inputs[from];
            }
            _ => {
                let at = self.random.below(inputs.len() as u64) as usize;
                let range = &self.subject.inputs[at];
                let bits = 64 - (range.end() - range.start()).leading_zeros();
                let step = 1 << self.random.below(u64::from(bits));
                inputs[at] += if self.random.below(2) == 0 { step } else { -step };
            }
        }
        inputs.iter_mut().zip(self.subject.inputs).for_each(|(input, range)| *input = (*input).clamp(*range.start(), *range.end()));
        inputs
    }

    /// The alternating variable method (Korel, "Automated Software Test Data Generation", 1990): one input at a time, a step down or
    /// up, doubled as long as that comes nearer.
    fn climb(&mut self, goal: GoalId, inputs: Vec<i64>, step: i64) -> Test {
        let value = |test: &Test| test.row[goal.index()];
        let mut best = self.execute(inputs);
        let (mut at, mut in_vain) = (0, 0);
        while in_vain < best.inputs.len() && !value(&best).is_covered() {
            let before = value(&best);
            for direction in [-step, step] {
                let mut step = direction;
                while !value(&best).is_covered() {
                    let mut inputs = best.inputs.clone();
                    let range = &self.subject.inputs[at];
                    inputs[at] = (inputs[at] + step).clamp(*range.start(), *range.end());
                    if inputs == best.inputs {
                        break;
                    }
                    let next = self.execute(inputs);
                    if value(&next) >= value(&best) {
                        break;
                    }
                    (best, step) = (next, step * 2);
                }
            }
            if value(&best) < before {
                in_vain = 0;
            } else {
                in_vain += 1;
                at = (at + 1) % best.inputs.len();
            }
        }
        best
    }

    /// Random inputs.
    fn draw(&mut self) -> Vec<i64> {
        let width = |range: &RangeInclusive<i64>| (range.end() - range.start() + 1) as u64;
        self.subject.inputs.iter().map(|range| range.start() + self.random.below(width(range)) as i64).collect()
    }
}

/// Of tests that are equally near, the one made last: so the search drifts over plateaus.
fn newer(_: GoalId, a: usize, b: usize) -> std::cmp::Ordering {
    b.cmp(&a)
}
