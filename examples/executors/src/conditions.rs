//! Do goals of MC/DC help? Searches whose goals are branches, and searches whose goals are branches
//! and the vectors that MC/DC wants.
//!
//! What is counted is the same for both: the conditions of the program's decisions for which two of
//! all tests that were executed show independence. A search that has covered all of its goals goes
//! on with new tests.

use crate::experiment::statistics::{Effect, Outcome, median};
use crate::random::Random;
use crate::sampling::Source;
use crate::script::{self, Script};
use crate::wasm::{self, Module};
use sbst::Campaign;
use sbst::execution::Trace;
use sbst::flow::FlowGraph;
use sbst::objective::{Criterion, Discovery, Goals};
use sbst_histories::decisions::{CompoundDecision, Independence};
use sbst_histories::{Pairing, UnrolledGraph};
use std::error::Error;
use std::fmt::Write;
use std::rc::Rc;

/// Compares both kinds of searches on programs, and returns a table.
///
/// # Errors
///
/// If a program cannot be read, or an execution is refused.
pub fn conditions(
    sources: &[Source<'_>],
    seeds: u64,
    budget: u64,
) -> Result<String, Box<dyn Error>> {
    let mut out = format!("{seeds} searches of each kind, {budget} executions\n\n");
    writeln!(
        out,
        "{:10} {:>9} {:>10} {:>9} {:>6} {:>8} {:>6}  A12             p",
        "", "decisions", "conditions", "branches", "MC/DC", "branches", "MC/DC"
    )?;
    for source in sources {
        let mut samples = [Vec::new(), Vec::new()];
        let (mut decisions, mut name) = (0, "");
        for seed in 0..seeds {
            for (sample, mcdc) in samples.iter_mut().zip([false, true]) {
                let (outcome, count) = match source {
                    Source::Module(module, bytes) => {
                        name = module;
                        wasm::search_conditions(
                            &Module::new(bytes).map_err(|error| error.to_string())?,
                            mcdc,
                            seed,
                            budget,
                        )?
                    }
                    Source::Script(script, text) => {
                        name = script;
                        script::search_conditions(
                            &Script::new(text).map_err(|error| error.to_string())?,
                            mcdc,
                            seed,
                            budget,
                        )?
                    }
                };
                decisions = count;
                sample.push(outcome);
            }
        }
        let [branches, mcdc] = samples;
        let mean = |sample: &[Outcome]| {
            sample.iter().map(|o| o.covered).sum::<usize>() as f64 / sample.len().max(1) as f64
        };
        let newest = |sample: &[Outcome]| {
            median(&sample.iter().map(|o| Outcome { spent: o.newest, ..*o }).collect::<Vec<_>>())
        };
        let all = branches.first().map_or(0, |outcome| outcome.goals);
        write!(
            out,
            "{name:10} {decisions:>9} {all:>10} {:>9.1} {:>6.1} ",
            mean(&branches),
            mean(&mcdc)
        )?;
        writeln!(
            out,
            "{:>8} {:>6}  {}",
            newest(&branches),
            newest(&mcdc),
            Effect::of(&mcdc, &branches)
        )?;
    }
    Ok(out)
}

/// One search. `make` makes a new test, or a change of one; `execute` reports a test to a trace.
/// Also returns how many decisions with at least two conditions there are.
pub(crate) fn search<T: Clone>(
    graph: &FlowGraph,
    mcdc: bool,
    seed: u64,
    budget: u64,
    mut make: impl FnMut(Option<&T>) -> T,
    execute: impl Fn(&Rc<Trace>, &T),
) -> Result<(Outcome, usize), Box<dyn Error>> {
    let compound =
        CompoundDecision::all_with(graph, 1).filter(|decision| decision.conditions().len() > 1);
    let unrolled = UnrolledGraph::builder(graph).decisions(compound).build()?;
    // Without decisions of several conditions, MC/DC is branch coverage: both kinds of searches are
    // the same.
    let mcdc = mcdc && !unrolled.decisions().is_empty();
    let campaign = Campaign::builder().graph(graph.clone()).criteria([Criterion::Branch]);
    let mut pairing = Pairing::new(&unrolled, Independence::UniqueCause);
    let own = pairing.clone();
    let campaign = if mcdc { campaign.discover(|_| Ok(own)) } else { campaign };
    let mut campaign: Campaign<T> = campaign.build()?;
    let mut vectors = Goals::<Trace>::new();
    let trace = Rc::new(Trace::new(graph).with_history(unrolled.history()));
    let mut draws = Random(!seed);
    let count = unrolled.decisions().len();
    let goals = unrolled.decisions().iter().map(|decision| decision.conditions().len()).sum();
    let mut outcome = Outcome { covered: 0, goals, newest: 0, spent: budget as u32 };
    while campaign.runs() < budget {
        let goal = if draws.unit() < 0.1 { None } else { campaign.next_goal(draws.unit()) };
        let test = make(goal.and_then(|goal| campaign.nearest(goal)));
        trace.reset();
        execute(&trace, &test);
        trace.check()?;
        let known = vectors.len();
        pairing.see(&mut vectors, &*trace);
        if vectors.len() > known {
            let covered = pairing.coverage().map(|found| found.covered()).sum();
            if covered > outcome.covered {
                (outcome.covered, outcome.newest) = (covered, campaign.runs() as u32 + 1);
            }
        }
        campaign.offer(&test, &trace)?;
    }
    Ok((outcome, count))
}
