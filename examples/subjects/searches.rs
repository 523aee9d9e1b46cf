//! Searches for tests of each kind of subject, by any technique.

use super::evolution::{Evolution, Individual, Technique};
use super::{Flagged, Mutated, Random, Subject};
use sbst::execution::Trace;
use sbst::id::{Function, GoalId};
use sbst::objective::{Criterion, Goal, Goals, Objective, Program, branch_goals, statement_goals};
use sbst::selection::Frontier;
use sbst::subsumption::smart::{Correlation, Selection, Smart};
use std::error::Error;
use std::ops::RangeInclusive;

/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

/// A search whose tests are rows of integers.
pub(crate) type Numbers = Evolution<Vec<i64>>;

/// For all branches of a subject.
pub(crate) fn branches(subject: &Subject, technique: Technique, seed: u64, budget: u32) -> Result<Numbers, Box<dyn Error>> {
    let graph = subject.graph()?;
    let mut goals = Goals::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    run(Evolution::towards(graph, goals, technique), subject, technique, seed, budget)
}

/// The same, with statements as goals beside the branches.
pub(crate) fn branches_and_statements(subject: &Subject, seed: u64, budget: u32) -> Result<Numbers, Box<dyn Error>> {
    let graph = subject.graph()?;
    let mut goals = Goals::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    let branches = goals.len();
    goals.extend(statement_goals(&graph));
    run(Evolution::towards(graph, goals, Technique::DEFAULT).until(branches), subject, Technique::DEFAULT, seed, budget)
}

/// For the branches of the first function of a subject, which call others.
pub(crate) fn flags(flagged: &Flagged, technique: Technique, seed: u64, budget: u32) -> Result<Numbers, Box<dyn Error>> {
    let graph = flagged.subject.graph()?;
    let flags = flagged.flags(&graph)?;
    let mut goals: Goals<Trace> = Goals::for_graph(&graph);
    let own = |goal: Goal| matches!(goal, Goal::Branch(branch) if graph.function_of(graph.edge(branch).source) == Function::new(0));
    goals.extend(branch_goals(&graph).filter(|branch| own(Objective::<Trace>::goal(branch))));
    run(Evolution::towards(graph, goals, technique).with_flags(flags), &flagged.subject, technique, seed, budget)
}

/// For eight criteria, or for those of their goals that smart selection leaves.
pub(crate) fn criteria(
    mutated: &Mutated,
    smart: Option<Smart>,
    seed: u64,
    budget: u32,
) -> Result<(Numbers, Selection), Box<dyn Error>> {
    let graph = mutated.subject.graph()?;
    let (mutants, mutations) = mutated.mutants(&graph);
    let (lines, methods) = (mutated.lines(&graph), (mutated.methods)());
    let program = Program::new(&graph).with_lines(&lines).with_methods(&methods).with_mutants(&mutants);
    program.check()?;
    let mut goals = Goals::new();
    for criterion in Criterion::SMART {
        goals.add(criterion, &program);
    }
    let all = || Smart { correlation: Correlation::default(), ..Smart::default() };
    let for_dynamosa = |smart| Smart { keeps_branches: true, ..smart };
    let selection = smart.map_or_else(all, for_dynamosa).select(&goals, &program, &mutations);
    let dropped: Vec<GoalId> = selection.dropped_goals().collect();
    let search = Evolution::towards(graph, goals, Technique::DEFAULT).without(dropped).discovering();
    Ok((run(search, &mutated.subject, Technique::DEFAULT, seed, budget)?, selection))
}

fn run(search: Numbers, subject: &Subject, technique: Technique, seed: u64, budget: u32) -> Result<Numbers, Box<dyn Error>> {
    let (mut random, mut draws) = (Random(seed), Random(!seed));
    let mut search = search.with_draws(move || draws.unit());
    let child = |population: &[Individual<Vec<i64>>], frontier: &Frontier| {
        let parents = if technique.random { &[] } else { population };
        child(parents, frontier, &mut random, subject.inputs)
    };
    search.run(budget, POPULATION, child, |trace, inputs| (subject.run)(trace.root(), inputs));
    search.check()?;
    Ok(search)
}

/// The inputs of a test with one or more of them changed, half of the time those of one of the best; at first random ones.
fn child(
    population: &[Individual<Vec<i64>>],
    frontier: &Frontier,
    random: &mut Random,
    ranges: &[RangeInclusive<i64>],
) -> Vec<i64> {
    if population.is_empty() {
        return random.inputs(ranges);
    }
    // Preferred tests come first, and there is at most one for each active goal.
    let preferred = random.draw(&(0..=1)) == 0;
    let last = if preferred { frontier.active().len().clamp(1, population.len()) } else { population.len() };
    let parent = random.draw(&(0..=last as i64 - 1)) as usize;
    random.child(&population[parent].test, ranges)
}
