//! Searches for goals that lie two and five calls deep, with values across calls and without.
//!
//! `cargo run --release --features all --example across_calls`, or with `-- --quick`, by fewer
//! seeds.
//!
//! All searches are the same, by parts: an active goal is drawn, and its nearest test is mutated.
//! Without values across calls, the goals of a function that was never entered have none: then the
//! inputs are random ("plain"), or such goals are not drawn ("known"). It uses integers and fixed
//! seeds, so it prints the same everywhere.

#[path = "../subjects/random.rs"]
#[allow(dead_code, reason = "other examples use the rest")]
mod random;
#[path = "../experiment/statistics.rs"]
#[allow(dead_code, reason = "other examples use the rest")]
mod statistics;
mod subjects;

use random::Random;
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::flow::FlowGraph;
use sbst::id::{Function, GoalId};
use sbst::objective::{CoverageGoal, GoalGraph, Goals, Tables, covered};
use sbst::selection::Frontier;
use statistics::{Effect, Outcome, median};
use std::error::Error;
use subjects::Subject;

/// Executions after which a search gives up.
const BUDGET: u32 = 5_000;
const SEEDS: u64 = 30;

/// What a search is for.
#[derive(Clone, Copy)]
struct Wanted {
    /// Branches or blocks.
    branches: bool,
    /// Of the last function, or of all.
    deepest: bool,
}

/// How a search goes about goals of functions that were never entered.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// By values across calls.
    Across,
    /// Drawn as all goals, they get random inputs.
    Plain,
    /// Goals without a test are not drawn while others have one.
    Known,
}

fn goals_of(graph: &FlowGraph, wanted: Wanted) -> Goals<Trace> {
    let mut goals = Goals::for_graph(graph);
    let last = Function::new(graph.functions().len() as u32 - 1);
    for block in
        graph.all_blocks().filter(|&block| !wanted.deepest || graph.function_of(block) == last)
    {
        if wanted.branches {
            goals.extend(graph.branches_of(block).map(CoverageGoal::new));
        } else {
            goals.push(CoverageGoal::new(block));
        }
    }
    goals
}

fn search(
    subject: &Subject,
    wanted: Wanted,
    way: Way,
    seed: u64,
) -> Result<Outcome, Box<dyn Error>> {
    let graph = subject.graph()?;
    let goals = goals_of(&graph, wanted);
    let all = || goals.ids();
    let (trace, mut row) = (goals.trace(&graph), vec![Fitness::NEVER; goals.len()]);
    let plain = Tables::new(&graph);
    let mut tables = if way == Way::Across { plain.across_calls() } else { plain };
    let mut measure = |trace: &Trace, row: &mut [Fitness]| {
        goals.fitness(all(), &goals.observe(&graph, trace, &mut tables), row);
    };
    measure(&trace, &mut row); // how far nothing is
    let mut nearest: Vec<(Fitness, Option<Vec<i64>>)> =
        row.iter().map(|&value| (value, None)).collect();
    let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
    let mut random = Random(seed);
    let (mut spent, mut newest, mut count) = (0, 0, 0);
    while !frontier.active().is_empty() && spent < BUDGET {
        let known = |goal: &GoalId| way != Way::Known || nearest[goal.index()].1.is_some();
        let drawn: Vec<GoalId> = frontier.active().iter().copied().filter(known).collect();
        let goal = (!drawn.is_empty()).then(|| drawn[random.below(drawn.len() as u64) as usize]);
        let inputs = match goal.and_then(|goal| nearest[goal.index()].1.as_ref()) {
            Some(test) => random.child(test, subject.inputs),
            None => random.inputs(subject.inputs),
        };
        spent += 1;
        trace.reset();
        (subject.run)(trace.root(), &inputs);
        trace.check()?;
        measure(&trace, &mut row);
        let before = count;
        count += covered(&row).filter(|goal| !nearest[goal.index()].0.is_covered()).count();
        for (value, (best, test)) in row.iter().zip(&mut nearest) {
            if value < best {
                (*best, *test) = (*value, Some(inputs.clone()));
            }
        }
        if count > before {
            newest = spent;
        }
        frontier.cover(covered(&row));
    }
    Ok(Outcome { covered: count, goals: goals.len(), newest, spent })
}

fn main() -> Result<(), Box<dyn Error>> {
    let seeds = if std::env::args().any(|argument| argument == "--quick") { 5 } else { SEEDS };
    println!(
        "{seeds} searches each, given up after {BUDGET} executions: with values across calls, and \
         without. Of these, \"plain\" draws"
    );
    println!("among all active goals, \"known\" among those that have a test.\n");
    for (deepest, other, name) in
        [(true, Way::Plain, "plain"), (false, Way::Plain, "plain"), (false, Way::Known, "known")]
    {
        println!(
            "{}",
            if deepest { "Goals of the deepest function only" } else { "Goals of all functions" }
        );
        println!("                               covered (mean)    executions (median)");
        println!(
            "subject     calls         goals  across  {name}      across  {name}   A12                   p"
        );
        for subject in &subjects::ALL {
            for branches in [false, true] {
                let wanted = Wanted { branches, deepest };
                let sample = |way| {
                    (0..seeds)
                        .map(|seed| search(subject, wanted, way, seed))
                        .collect::<Result<Vec<_>, _>>()
                };
                let [across, without] = [sample(Way::Across)?, sample(other)?];
                println!(
                    "{:11} {:5} {:4} {:8} {:7.1} {:6.1}    {:8} {:6}   {}",
                    subject.name,
                    subject.depth,
                    across[0].goals,
                    if branches { "branches" } else { "blocks" },
                    mean(&across),
                    mean(&without),
                    median(&across),
                    median(&without),
                    Effect::of(&across, &without)
                );
            }
        }
        println!();
    }
    Ok(())
}

/// Goals that were covered.
fn mean(sample: &[Outcome]) -> f64 {
    sample.iter().map(|outcome| outcome.covered).sum::<usize>() as f64 / sample.len() as f64
}
