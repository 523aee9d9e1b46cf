//! Breaks ties by block coverage across calls, on functions that get stuck in the functions they
//! call.
//!
//! `cargo run --release --features all --example stuck_calls`
//!
//! Searches for the branches of one function, in the manner of DynaMOSA, by the parts of the crate.
//! It calls others, which throw. Of tests that are equally near to a goal a search prefers the
//! newest; the one that came farther within its blocks, then the newest; or the one that came
//! farther within its blocks and in the calls in which both got stuck, then the newest. Integers
//! and fixed seeds: it prints the same everywhere. Hooks and graphs are written by hand, because an
//! error ends a block here as an exception does, and call edges are needed.

#[path = "experiment/statistics.rs"]
#[allow(dead_code, reason = "other examples use more")]
mod statistics;
mod subjects;

use sbst::Campaign;
use sbst::distance::{eq, flag, ge, gt, le};
use sbst::execution::{CallTreeLimits, Caller, Trace};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::across::{CallSummary, WithinCalls};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, CallSite, Function, GoalId};
use sbst::objective::{Goal, Objective, branch_goals};
use sbst::selection::{Ranker, keep};
use statistics::{Effect, Outcome, median, success_rate};
use std::error::Error;
use std::ops::RangeInclusive;
use subjects::Random;

/// Executions after which a search gives up.
const BUDGET: u32 = 10_000;
const SEEDS: u64 = 30;
/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

const OUTER: Function = Function::new(0);
const MIDDLE: Function = Function::new(1);
const INNER: Function = Function::new(2);
const FIRST: CallSite = CallSite::new(0);
const SECOND: CallSite = CallSite::new(1);

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{SEEDS} searches each, given up after {BUDGET} executions, for the branches of the first \
         function only, and for those of all"
    );
    println!(
        "functions. Ties are broken by the newest test, by block coverage, or by block coverage \
         across calls. Effects are those of"
    );
    println!("going across calls, over block coverage within one function.\n");
    println!(
        "                    all covered (%)        executions (median)     across over within"
    );
    println!("subject    goals  newest within across   newest within across    A12              p");
    for subject in &SUBJECTS {
        for all_functions in [false, true] {
            let results =
                [Some(0), Some(u32::MAX)].map(|depth| sample(subject, depth, all_functions));
            let [within, across] = results.map(|result| result.expect("legal"));
            let newest = sample(subject, None, all_functions)?;
            let kinds = [&newest, &within, &across];
            let rates: String =
                kinds.iter().map(|kind| format!("{:7}", success_rate(kind))).collect();
            let medians: String = kinds.iter().map(|kind| format!("{:7}", median(kind))).collect();
            let goals = if all_functions { "all" } else { "first" };
            println!(
                "{:10} {goals:5} {rates}  {medians}    {}",
                subject.name,
                Effect::of(&across, &within)
            );
        }
    }
    println!(
        "\n\"ledger\" reads two fields, each by a function without decisions that throws: nothing \
         else tells tests apart. In"
    );
    println!(
        "\"either\" one call goes to one of two such functions, and tests that got stuck in \
         different ones are not told apart. In"
    );
    println!(
        "\"frame\" the checks lie two calls deep, and each one that fails throws at once, in a \
         block of its own: block coverage sees"
    );
    println!(
        "no block completed, and nothing is gained. Nor is it in \"digest\", where one statement \
         throws unless a sum of all is right."
    );
    Ok(())
}

/// A function under test, which calls others. Its input is a row of integers.
struct Subject {
    name: &'static str,
    inputs: &'static [RangeInclusive<i64>],
    graph: fn() -> Result<FlowGraph, Box<dyn Error>>,
    /// By function and block: the exits that throw.
    throwing: &'static [(Function, u32)],
    run: fn(Caller<'_>, &[i64]) -> Option<bool>,
}

const DIGIT: RangeInclusive<i64> = 0x20..=0x3f;

const SUBJECTS: [Subject; 4] = [
    Subject {
        name: "ledger",
        inputs: &[const { DIGIT }; 8],
        graph: ledger_graph,
        throwing: &[],
        run: ledger,
    },
    Subject {
        name: "frame",
        inputs: &[const { 0..=63 }; 6],
        graph: frame_graph,
        throwing: &[(MIDDLE, 1), (INNER, 1), (INNER, 3)],
        run: frame,
    },
    Subject {
        name: "digest",
        inputs: &[const { 0..=63 }; 4],
        graph: digest_graph,
        throwing: &[],
        run: digest,
    },
    Subject {
        name: "either",
        inputs: &[const { DIGIT }; 8],
        graph: either_graph,
        throwing: &[],
        run: either,
    },
];

/// A call: function, block, statement, site and what may be called.
type Call = (Function, u32, u32, CallSite, &'static [Function]);

fn program(bodies: [FlowBuilder; 3], calls: &[Call]) -> Result<FlowGraph, Box<dyn Error>> {
    let mut graph = FlowGraph::new();
    for body in &bodies {
        graph.add(body)?;
    }
    for &(function, block, statement, site, callees) in calls {
        graph.add_call(graph.block(function, block), statement, site, callees.iter().copied())?;
    }
    Ok(graph)
}

/// The caller: so many statements, and then a decision.
fn caller(statements: u32) -> FlowBuilder {
    FlowBuilder::new().statements(0, statements).branch(0, 1, 2).exit(1).exit(2)
}

fn digit(byte: i64) -> Option<i64> {
    (0x30..=0x39).contains(&byte).then(|| byte - 0x30)
}

// A line of a ledger: a day and a month, and an amount, each read by a function of its own.

fn ledger_graph() -> Result<FlowGraph, Box<dyn Error>> {
    let line = |statements| FlowBuilder::new().statements(0, statements).exit(0);
    program(
        [caller(2), line(6), line(4)],
        &[(OUTER, 0, 0, FIRST, &[MIDDLE]), (OUTER, 0, 1, SECOND, &[INNER])],
    )
}

fn ledger(c: Caller<'_>, bytes: &[i64]) -> Option<bool> {
    let f = c.enter(OUTER);
    let day = f.attempt(0, 1, day_of_year(f.at(FIRST), bytes))?;
    let amount = f.attempt(0, 2, amount(f.at(SECOND), &bytes[5..]))?;
    Some(f.decide(0, gt(day + amount, 700)))
}

fn day_of_year(c: Caller<'_>, bytes: &[i64]) -> Option<i64> {
    let f = c.enter(MIDDLE);
    let tens = f.attempt(0, 1, digit(bytes[0]).filter(|&tens| tens < 4))?;
    let day = f.attempt(0, 2, digit(bytes[1]))? + 10 * tens;
    f.attempt(0, 3, (bytes[2] == 0x2f).then_some(()))?;
    let tens = f.attempt(0, 4, digit(bytes[3]).filter(|&tens| tens < 2))?;
    let month = f.attempt(0, 5, digit(bytes[4]))? + 10 * tens;
    f.attempt(0, 6, (1..13).contains(&month).then_some(30 * month + day))
}

fn amount(c: Caller<'_>, bytes: &[i64]) -> Option<i64> {
    let f = c.enter(INNER);
    let hundreds = f.attempt(0, 1, digit(bytes[0]))?;
    let tens = f.attempt(0, 2, digit(bytes[1]))?;
    let ones = f.attempt(0, 3, digit(bytes[2]))?;
    f.attempt(0, 4, (ones > 0).then_some(100 * hundreds + 10 * tens + ones))
}

// A frame: its header is read by a function, which has another one read the version and the flags.

fn frame_graph() -> Result<FlowGraph, Box<dyn Error>> {
    let middle = FlowBuilder::new()
        .statements(0, 1)
        .branch(0, 2, 1)
        .statements(1, 1)
        .exit(1)
        .statements(2, 2)
        .exit(2);
    let inner = FlowBuilder::new()
        .branch(0, 2, 1)
        .statements(1, 1)
        .exit(1)
        .statements(2, 2)
        .branch(2, 4, 3)
        .statements(3, 1)
        .exit(3)
        .statements(4, 1)
        .exit(4);
    program(
        [caller(2), middle, inner],
        &[(OUTER, 0, 1, FIRST, &[MIDDLE]), (MIDDLE, 2, 0, SECOND, &[INNER])],
    )
}

fn frame(c: Caller<'_>, bytes: &[i64]) -> Option<bool> {
    let f = c.enter(OUTER);
    f.done(0, 1);
    let length = f.attempt(0, 2, header(f.at(FIRST), bytes))?;
    Some(f.decide(0, gt(length, 40)))
}

/// 0: if the magic number is right { 2: version and flags; the length }  1: throw
fn header(c: Caller<'_>, bytes: &[i64]) -> Option<i64> {
    let f = c.enter(MIDDLE);
    if !f.decide(0, eq(bytes[0], 0x2a)) {
        return f.attempt(1, 1, None);
    }
    let flags = f.attempt(2, 1, version(f.at(SECOND), bytes))?;
    f.attempt(2, 2, (bytes[4] >= flags).then(|| bytes[4] - flags))
}

/// 0: if the version is known { 2: flags; if they fit it { 4: their parity } 3: throw }  1: throw
fn version(c: Caller<'_>, bytes: &[i64]) -> Option<i64> {
    let f = c.enter(INNER);
    if !f.decide(0, le(bytes[1], 9)) {
        return f.attempt(1, 1, None);
    }
    let flags = f.attempt(2, 1, (bytes[2] % 8 == bytes[1] % 8).then_some(bytes[2]))?;
    f.attempt(2, 2, (bytes[3] % 16 == 3).then_some(()))?;
    if !f.decide(2, ge(flags, 32)) {
        return f.attempt(3, 1, None);
    }
    f.attempt(4, 1, (bytes[5] % 32 == flags % 32).then_some(flags % 16))
}

// A row with a check sum.

fn digest_graph() -> Result<FlowGraph, Box<dyn Error>> {
    let bodies =
        [caller(1), FlowBuilder::new().statements(0, 1).exit(0), FlowBuilder::new().exit(0)];
    program(bodies, &[(OUTER, 0, 0, FIRST, &[MIDDLE])])
}

fn digest(c: Caller<'_>, inputs: &[i64]) -> Option<bool> {
    let f = c.enter(OUTER);
    f.attempt(0, 1, checked(f.at(FIRST), inputs))?;
    Some(f.decide(0, gt(inputs[0], 40)))
}

fn checked(c: Caller<'_>, inputs: &[i64]) -> Option<()> {
    let f = c.enter(MIDDLE);
    let sum = inputs.iter().fold(7, |sum, input| (sum * 31 + input) % 4093);
    f.attempt(0, 1, (sum % 1024 == 77).then_some(()))
}

// A date or an amount, by what the first byte is.

fn either_graph() -> Result<FlowGraph, Box<dyn Error>> {
    let line = |statements| FlowBuilder::new().statements(0, statements).exit(0);
    program([caller(1), line(6), line(4)], &[(OUTER, 0, 0, FIRST, &[MIDDLE, INNER])])
}

fn either(c: Caller<'_>, bytes: &[i64]) -> Option<bool> {
    let f = c.enter(OUTER);
    let read = if bytes[7] % 2 == 0 { day_of_year } else { amount };
    let number = f.attempt(0, 1, read(f.at(FIRST), bytes))?;
    Some(f.decide(0, flag(number % 7 == 3)))
}

/// A test, and how near it comes to each goal.
struct Individual {
    inputs: Vec<i64>,
    row: Vec<Fitness>,
    summary: CallSummary,
}

impl AsRef<[Fitness]> for Individual {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

fn sample(
    subject: &Subject,
    depth: Option<u32>,
    all_functions: bool,
) -> Result<Vec<Outcome>, Box<dyn Error>> {
    (0..SEEDS).map(|seed| search(subject, depth, all_functions, seed)).collect()
}

/// One search. Ties are broken so many calls deep; by the newest test alone if no depth is given.
fn search(
    subject: &Subject,
    depth: Option<u32>,
    all_functions: bool,
    seed: u64,
) -> Result<Outcome, Box<dyn Error>> {
    let mut campaign: Campaign<Vec<i64>> = Campaign::builder()
        .graph((subject.graph)()?)
        .goals(move |program, goals| {
            let graph = program.graph();
            let is_wanted = |goal: Goal| {
                let outer = |branch| graph.function_of(graph.edge(branch).source) == OUTER;
                all_functions || matches!(goal, Goal::Branch(branch) if outer(branch))
            };
            goals.extend(
                branch_goals(graph).filter(|branch| is_wanted(Objective::<Trace>::goal(branch))),
            );
        })
        .recorder(|trace| trace.with_call_tree(CallTreeLimits::default()))
        .build()?;
    let goals = campaign.goals().len();
    let throwing: Vec<Block> =
        subject.throwing.iter().map(|&(f, local)| campaign.graph().block(f, local)).collect();
    let mut across = WithinCalls::new().to_depth(depth.unwrap_or(0)).throwing(throwing);
    let (mut random, mut ranker) = (Random(seed), Ranker::new());
    let (mut population, mut covered, mut newest): (Vec<Individual>, usize, u32) =
        (Vec::new(), 0, 0);
    while covered < goals && campaign.runs() < u64::from(BUDGET) {
        // Children first: of tests that are equally good, the first ones stay.
        let mut children = Vec::new();
        while children.len() < POPULATION && covered < goals && campaign.runs() < u64::from(BUDGET)
        {
            let inputs = match population.len() {
                0 => random.inputs(subject.inputs),
                all => {
                    // Preferred tests come first, and there is at most one for each active goal.
                    let preferred = campaign.frontier().active().len().clamp(1, all);
                    let last = if random.below(2) == 0 { preferred } else { all };
                    let parent = random.below(last as u64) as usize;
                    random.child(&population[parent].inputs, subject.inputs)
                }
            };
            let outcome = campaign.run(&inputs, |caller, inputs| (subject.run)(caller, inputs))?;
            let summary = CallSummary::of(outcome.graph, outcome.run);
            let (row, found) = (outcome.row.to_vec(), outcome.covered.len());
            covered += found;
            if found > 0 {
                newest = campaign.runs() as u32;
            }
            children.push(Individual { inputs, row, summary });
        }
        children.append(&mut population);
        population = children;
        let (active, graph) = (campaign.frontier().active(), campaign.graph());
        let lines = Lines::default();
        let prefer = |goal: GoalId, a: usize, b: usize| {
            let newer = a.cmp(&b);
            let target = campaign.goals().goal(goal).target(&lines).filter(|_| depth.is_some());
            let Some(target) = target else { return newer };
            across
                .compare(graph, target, &population[a].summary, &population[b].summary)
                .ordering()
                .then(newer)
        };
        let survivors = ranker.select(&*population, active, POPULATION, prefer);
        keep(&mut population, survivors);
    }
    Ok(Outcome { covered, goals, newest, spent: campaign.runs() as u32 })
}
