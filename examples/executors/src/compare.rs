//! Does it help to look into the calls that branches test? Searches with flags and without, for the
//! programs that are shipped.
//!
//! Each search calls one function, and makes its arguments. Its goals are the branches of that
//! function, as if those that it calls were of a library; or all branches of the program, those of
//! the called functions among them.

use crate::arguments::{Argument, Kind, child};
use crate::evolution::{Evolution, Individual, Technique};
use crate::experiment::statistics::{Effect, Outcome, median};
use crate::random::Random;
use crate::script::Script;
use crate::wasm::Module;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::execution::{CallTreeLimits, Trace};
use sbst::fitness::flag::{FlagGradient, Flags};
use sbst::flow::FlowGraph;
use sbst::id::Function;
use sbst::objective::branch_goals;
use std::fmt::Write;
use std::rc::Rc;

/// How much is searched.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Searches of each kind.
    pub seeds: u32,
    /// Executions of each at most.
    pub budget: u32,
}

/// Calls the function, and reports to the trace.
type Run<'p> = dyn Fn(&Rc<Trace>, &[Argument]) + 'p;

/// What can be compared: a function and its program.
struct Subject<'p> {
    program: &'static str,
    name: String,
    graph: &'p FlowGraph,
    flags: &'p Flags,
    function: Function,
    kinds: Vec<Kind>,
    run: Box<Run<'p>>,
}

const SCRIPTS: [(&str, &str); 4] = [
    ("calendar.rhai", include_str!("../scripts/calendar.rhai")),
    ("door.rhai", include_str!("../scripts/door.rhai")),
    ("invoice.rhai", include_str!("../scripts/invoice.rhai")),
    ("orders.rhai", include_str!("../scripts/orders.rhai")),
];

const MODULES: [(&str, &str); 3] = [
    ("geometry.wat", include_str!("../modules/geometry.wat")),
    ("network.wat", include_str!("../modules/network.wat")),
    ("records.wat", include_str!("../modules/records.wat")),
];

/// Compares all functions of the shipped programs in which a branch tests the result of a call, and
/// returns the table.
///
/// # Errors
///
/// Of the executors and of the campaigns; there are none, or something is wrong with them.
pub fn compare(size: Size) -> Result<String, Box<dyn std::error::Error>> {
    let scripts = SCRIPTS.map(|(program, source)| (program, Script::new(source)));
    let modules = MODULES.map(|(program, text)| (program, Module::new(text.as_bytes())));
    let mut subjects = Vec::new();
    for (program, script) in &scripts {
        let script = script.as_ref().map_err(ToString::to_string)?;
        for signature in script.signatures() {
            let is_it = |function: &(String, usize)| {
                *function == (signature.name.clone(), signature.kinds.len())
            };
            let number = script.functions().iter().position(is_it).unwrap_or_default();
            subjects.push(Subject {
                program,
                name: signature.name.clone(),
                graph: script.graph(),
                flags: script.flags(),
                function: Function::new(number as u32),
                kinds: signature.kinds.clone(),
                run: Box::new(move |trace, arguments| {
                    _ = script.call(trace, &signature.name, arguments);
                }),
            });
        }
    }
    for (program, module) in &modules {
        let module = module.as_ref().map_err(ToString::to_string)?;
        for export in module.exports() {
            subjects.push(Subject {
                program,
                name: export.name.clone(),
                graph: module.graph(),
                flags: module.flags(),
                function: export.function,
                kinds: export.parameters.clone(),
                run: Box::new(move |trace, arguments| {
                    _ = module.call(trace, &export.name, arguments);
                }),
            });
        }
    }
    table(&subjects, size)
}

fn table(subjects: &[Subject<'_>], size: Size) -> Result<String, Box<dyn std::error::Error>> {
    let mut out = format!(
        "{} searches of each kind, {} executions at \
        most\n",
        size.seeds, size.budget
    );
    for only in [true, false] {
        writeln!(
            out,
            "\ngoals: {}",
            if only {
                "the branches of the \
            function"
            } else {
                "all branches of the program"
            }
        )?;
        let columns = ("goals", "plain", "flags", "plain", "flags");
        writeln!(
            out,
            "{:25} {:>5} {:>6} {:>6} {:>8} {:>8}  A12             p",
            "", columns.0, columns.1, columns.2, columns.3, columns.4
        )?;
        for subject in subjects {
            if !subject.has_flags() {
                continue;
            }
            let mut samples = [Vec::new(), Vec::new()];
            for seed in 0..size.seeds {
                for (sample, flags) in samples.iter_mut().zip([false, true]) {
                    sample.push(subject.search(only, flags, u64::from(seed), size.budget)?);
                }
            }
            let [plain, flags] = samples;
            let mean = |sample: &[Outcome]| {
                sample.iter().map(|o| o.covered).sum::<usize>() as f64 / sample.len().max(1) as f64
            };
            let newest = |sample: &[Outcome]| {
                median(
                    &sample.iter().map(|o| Outcome { spent: o.newest, ..*o }).collect::<Vec<_>>(),
                )
            };
            let name = format!("{} {}", subject.program, subject.name);
            let goals = plain.first().map_or(0, |outcome| outcome.goals);
            write!(out, "{name:25} {goals:>5} {:>6.1} {:>6.1} ", mean(&plain), mean(&flags))?;
            writeln!(
                out,
                "{:>8} {:>8}  {}",
                newest(&plain),
                newest(&flags),
                Effect::of(&flags, &plain)
            )?;
        }
    }
    Ok(out)
}

impl Subject<'_> {
    /// Whether a branch of the function tests the result of a call.
    fn has_flags(&self) -> bool {
        let function = |branch| {
            self.graph.get_edge(branch).and_then(|edge| self.graph.get_function_of(edge.source))
        };
        self.flags.branches().any(|branch| function(branch) == Some(self.function))
    }

    fn search(
        &self,
        only: bool,
        flags: bool,
        seed: u64,
        budget: u32,
    ) -> Result<Outcome, CampaignError> {
        let function = self.function;
        let campaign =
            Campaign::builder().graph(self.graph.clone()).goals(move |program, goals| {
                let graph = program.graph();
                let is_own = |branch| {
                    graph
                        .get_edge(branch)
                        .is_some_and(|edge| graph.get_function_of(edge.source) == Some(function))
                };
                goals.extend(branch_goals(graph).filter(|goal| !only || is_own(goal.target)));
            });
        let campaign =
            if flags { campaign.flags(self.flags.clone(), FlagGradient::new()) } else { campaign };
        let mut evolution = Evolution::towards(campaign, Technique::DEFAULT)?;
        let trace = Trace::new(self.graph);
        let trace =
            Rc::new(if flags { trace.with_call_tree(CallTreeLimits::default()) } else { trace });
        let mut random = Random(seed + 1);
        let make = |population: &[Individual<Vec<Argument>>], _: &sbst::selection::Frontier| {
            if population.is_empty() || random.below(6) == 0 {
                return self
                    .kinds
                    .iter()
                    .map(|&kind| Argument::random(kind, &mut random))
                    .collect();
            }
            // A tournament of three: the population is sorted.
            let parent =
                (0..3).map(|_| random.below(population.len() as u64)).min().unwrap_or_default();
            child(&population[parent as usize].test, &mut random)
        };
        evolution.run_by(budget, 30, make, |campaign, test, then| {
            trace.reset();
            (self.run)(&trace, test);
            campaign.offer(test, &trace).map(then)
        })?;
        Ok(Outcome {
            covered: evolution.covered_count(),
            goals: evolution.goal_count(),
            newest: evolution.newest,
            spent: evolution.executions(),
        })
    }
}
