//! Generates test inputs that cover every goal of a few small functions, and compares with random
//! testing.
//!
//! `cargo run --release --example generate`; `-- packet` shows the generations of one search.
//!
//! The subjects (`examples/subjects`) are ordinary functions with the attribute
//! `#[sbst::instrument]`. The search works in the manner of DynaMOSA: the [`Campaign`] measures
//! each test, says which goals are within reach, and keeps the simplest test of each goal that is
//! covered. The [`Ranker`] says which test is nearest to each goal and which tests survive, and a
//! hill climber makes new tests. The example uses integers and a fixed seed, so it prints the same
//! everywhere.

mod subjects;

use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::execution::Trace;
use sbst::fitness::flag::FlagGradient;
use sbst::id::GoalId;
use sbst::instrument::LinkedProgram;
use sbst::objective::Criterion;
use sbst::selection::{Ranker, keep};
use std::error::Error;
use subjects::{Random, Subject, Test};

/// Executions of one subject after which the search gives up.
const BUDGET: u64 = 50_000;

/// Tests that survive a generation.
const POPULATION: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "Goals of seven functions: a search that pursues those within reach, and random testing \
         with as many executions.\n"
    );
    println!(
        "{:12} {:>5} {:>6} {:>6} {:>10} {:>5}   input found last",
        "subject", "goals", "search", "random", "executions", "tests"
    );
    // `-- packet` also shows the generations of the subject with that name.
    let wanted = std::env::args().nth(1);
    let mut shown = String::new();
    for subject in &subjects::ALL {
        let mut search = Search::new(subject)?;
        let story = search.run()?;
        let mut by_chance = Search::new(subject)?;
        while by_chance.campaign.runs() < search.campaign.runs() {
            let inputs = by_chance.random.inputs(subject.inputs);
            by_chance.execute(inputs)?;
        }
        println!(
            "{:12} {:>5} {:>6} {:>6} {:>10} {:>5}   {:?}",
            subject.name,
            search.campaign.goals().len(),
            search.campaign.tests().covered_count(),
            by_chance.campaign.tests().covered_count(),
            search.campaign.runs(),
            search.campaign.tests().suite().len(),
            search.newest,
        );
        if wanted.as_deref() == Some(subject.name) {
            shown = story;
        }
    }
    println!(
        "\nGoals are branches (`?` is one), blocks, and the call itself. \"Tests\" are enough to \
         cover what was covered;"
    );
    println!("\"input found last\" covered the goal that held out longest.");
    if !shown.is_empty() {
        println!(
            "\nThe search, generation by generation; generation 0 is random:\n\n{}",
            shown.trim_end()
        );
    }
    Ok(())
}

/// The search for tests of one subject. Tests are rows of integers; they cost how large these are.
struct Search<'s> {
    subject: &'s Subject,
    campaign: Campaign<Vec<i64>, Trace, u64>,
    ranker: Ranker,
    population: Vec<Test>,
    random: Random,
    /// Goals that came within reach in this generation.
    opened: Vec<GoalId>,
    /// The last test that covered a new goal.
    newest: Vec<i64>,
}

impl<'s> Search<'s> {
    fn new(subject: &'s Subject) -> Result<Self, CampaignError> {
        let campaign = subject
            .campaign()?
            .flags(LinkedProgram::linked()?.flags().clone(), FlagGradient::new()) // branches by results of calls, as the attribute found them
            .criteria([Criterion::Branch, Criterion::Block, Criterion::Method])
            .build_by_cost(|inputs: &Vec<i64>| {
                inputs.iter().map(|input| input.unsigned_abs()).sum()
            })?;
        let (ranker, population, random, opened, newest) =
            (Ranker::new(), Vec::new(), Random(1), Vec::new(), Vec::new());
        Ok(Self { subject, campaign, ranker, population, random, opened, newest })
    }

    /// Searches until all goals are covered or the budget is spent; tells what came within reach in
    /// each generation.
    fn run(&mut self) -> Result<String, CampaignError> {
        let mut story = String::from("generation executions covered active   became active\n");
        story +=
            &format!("{:>10} {:>10} {:>7} {:>6}   the roots\n", "start", 0, 0, self.active().len());
        for _ in 0..POPULATION / 2 {
            let inputs = self.random.inputs(self.subject.inputs);
            let test = self.execute(inputs)?;
            self.population.push(test);
        }
        for generation in 0.. {
            let opened: Vec<_> = self
                .opened
                .drain(..)
                .map(|goal| self.campaign.goals().goal(goal).to_string())
                .collect();
            let (runs, covered, active) =
                (self.campaign.runs(), self.campaign.tests().covered_count(), self.active());
            let line = format!(
                "{generation:>10} {runs:>10} {covered:>7} {:>6}   {}",
                active.len(),
                opened.join(", ")
            );
            story = story + line.trim_end() + "\n";
            if active.is_empty() || runs >= BUDGET {
                break;
            }
            // One climb towards each goal that is active, from the test that is nearest to it.
            let nearest = self.ranker.preferred(&self.population, &active, newer).to_vec();
            for (goal, test) in active.into_iter().zip(nearest) {
                if self.campaign.frontier().is_active(goal) && self.campaign.runs() < BUDGET {
                    let start = if generation == 0 {
                        self.population[test].inputs.clone()
                    } else {
                        self.vary(test)
                    };
                    // Later on, larger steps too: some goals lie in the valleys between the small
                    // ones.
                    let step = if generation == 0 {
                        1
                    } else {
                        1 << self.random.below(64).trailing_ones()
                    };
                    let reached = self.climb(goal, start, step)?;
                    self.population.push(reached);
                }
            }
            let survivors = self.ranker.select(
                &self.population,
                self.campaign.frontier().active(),
                POPULATION,
                newer,
            );
            keep(&mut self.population, survivors);
        }
        Ok(story)
    }

    /// The goals that are within reach and not covered.
    fn active(&self) -> Vec<GoalId> {
        self.campaign.frontier().active().to_vec()
    }

    /// Executes a test: the campaign measures all goals, and keeps it for those that it covers.
    fn execute(&mut self, inputs: Vec<i64>) -> Result<Test, CampaignError> {
        let outcome = self.subject.watch(&mut self.campaign, &inputs)?;
        self.opened.extend(outcome.opened);
        if !outcome.covered.is_empty() {
            self.newest.clone_from(&inputs);
        }
        Ok(Test { row: outcome.row.to_vec(), inputs })
    }

    /// Inputs for another start: a test of the population changed a little or not at all, or random
    /// inputs.
    fn vary(&mut self, test: usize) -> Vec<i64> {
        let mut inputs = self.population[test].inputs.clone();
        match self.random.below(12) {
            0..4 => inputs = self.random.inputs(self.subject.inputs),
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
        inputs
            .iter_mut()
            .zip(self.subject.inputs)
            .for_each(|(input, range)| *input = (*input).clamp(*range.start(), *range.end()));
        inputs
    }

    /// The alternating variable method (Korel, "Automated Software Test Data Generation", 1990):
    /// one input at a time, a step down or up, doubled as long as that comes nearer.
    fn climb(&mut self, goal: GoalId, inputs: Vec<i64>, step: i64) -> Result<Test, CampaignError> {
        let value = |test: &Test| test.row[goal.index()];
        let mut best = self.execute(inputs)?;
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
                    let next = self.execute(inputs)?;
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
        Ok(best)
    }
}

/// Of tests that are equally near, the one made last: so the search drifts over plateaus.
fn newer(_: GoalId, a: usize, b: usize) -> std::cmp::Ordering {
    b.cmp(&a)
}
