//! The search: which tests cover the branches of a module.

use super::module::{Export, Module};
use super::report::{BranchReport, FunctionReport, Report};
use crate::arguments::{Argument, child};
use crate::evolution::{Evolution, Individual, Technique};
use crate::options::Options;
use crate::random::Random;
use sbst::Campaign;
use sbst::execution::{CallTreeLimits, Trace, taken};
use sbst::fitness::flag::FlagGradient;
use sbst::id::{Branch, Function, GoalId};
use sbst::objective::branch_goals;
use sbst::selection::{Archive, Frontier};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

/// Tests that survive a generation.
const POPULATION: usize = 30;

/// Calls of one test: state may take some to build up.
const CALLS: usize = 4;

/// One call of an exported function.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name of the function.
    pub export: Rc<str>,
    /// What it is given.
    pub arguments: Vec<Argument>,
}

impl fmt::Display for Call {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> = self.arguments.iter().map(Argument::to_string).collect();
        write!(out, "{}({})", self.export, arguments.join(", "))
    }
}

/// Calls in a fresh instance, one after the other.
pub type Test = Vec<Call>;

/// Executes a test. Traps are ordinary results; the calls after one are made, too.
pub(super) fn execute(module: &Module, trace: &Trace, test: &[Call]) -> u64 {
    let Ok(mut instance) = module.instantiate(trace) else { return 0 };
    for call in test {
        // What the call came to is nothing to the search.
        let _ = instance.call_with(&call.export, &call.arguments);
    }
    instance.unexplained()
}

/// Makes tests.
pub(super) struct Maker<'m> {
    pub(super) exports: &'m [Export],
    pub(super) random: Random,
}

impl Maker<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    /// Of any function, or of one that has goals itself.
    fn call(&mut self, wanted: &[&Export]) -> Option<Call> {
        let export = if !wanted.is_empty() && self.random.below(2) == 0 {
            wanted[self.below(wanted.len())]
        } else {
            self.exports.get(self.below(self.exports.len().max(1)))?
        };
        let arguments = export
            .parameters
            .iter()
            .map(|&kind| Argument::random(kind, &mut self.random))
            .collect();
        Some(Call { export: export.name.as_str().into(), arguments })
    }

    /// Mostly one call.
    pub(super) fn random(&mut self, wanted: &[&Export]) -> Test {
        let calls = (1..CALLS).take_while(|_| self.random.below(4) == 0).count() + 1;
        (0..calls).filter_map(|_| self.call(wanted)).collect()
    }

    /// Steps, mostly. Equality of two arguments, and of floats, is nearer by a copy, and by
    /// rounding.
    fn change(&mut self, arguments: &mut Vec<Argument>) {
        let (from, to) = (self.below(arguments.len().max(1)), self.below(arguments.len().max(1)));
        match (self.random.below(16), arguments.get(from).cloned(), arguments.get_mut(to)) {
            (0, Some(from), Some(to))
                if std::mem::discriminant(&from) == std::mem::discriminant(to) =>
            {
                *to = from;
            }
            (1, _, Some(Argument::F32(to))) => *to = to.round(),
            (1, _, Some(Argument::F64(to))) => *to = to.round(),
            _ => *arguments = child(arguments, &mut self.random),
        }
    }

    /// A parent with one call changed; now and then with one more, or one less.
    pub(super) fn child(&mut self, parent: &[Call]) -> Test {
        let mut test = parent.to_vec();
        match self.random.below(12) {
            0 if test.len() < CALLS => {
                let at = self.below(test.len() + 1);
                // One of its own again, or another one.
                let new =
                    if self.random.below(2) == 0 { self.call(&[]) } else { test.get(at).cloned() };
                test.splice(at..at, new);
            }
            1 | 2 if test.len() > 1 => drop(test.remove(self.below(test.len()))),
            _ if !test.is_empty() => {
                let at = self.below(test.len());
                self.change(&mut test[at].arguments);
            }
            _ => {}
        }
        test
    }
}

/// A test and what it covers.
type Covering = Rc<(Test, Vec<GoalId>)>;

/// The simplest test for each branch.
struct Found<'m> {
    module: &'m Module,
    archive: Archive<Covering, (usize, u32)>,
    executions: u32,
    unexplained: u64,
}

impl<'m> Found<'m> {
    fn new(module: &'m Module) -> Self {
        Self { module, archive: Archive::new(), executions: 0, unexplained: 0 }
    }

    fn execute(&mut self, trace: &Trace, test: &Test) {
        self.unexplained += execute(self.module, trace, test);
        self.executions += 1;
        let branches = taken(self.module.graph(), trace).into_iter();
        let covered: Vec<GoalId> = branches.map(|branch| GoalId::new(branch.number())).collect();
        let make = || Rc::new((test.clone(), covered.clone()));
        self.archive.offer_all(covered.iter().copied(), (test.len(), self.executions), make);
    }
}

/// Searches for tests that cover all branches of a module, and makes random tests with as many
/// executions.
#[must_use]
pub fn search(module: &Module, options: Options) -> Report {
    let trace = Trace::new(module.graph()).with_path_check();
    let trace = if options.flags { trace.with_call_tree(CallTreeLimits::default()) } else { trace };
    let mut found = Found::new(module);
    let mut maker = Maker { exports: module.exports(), random: Random(options.seed) };
    let budget = if module.exports().is_empty() { 0 } else { options.budget };
    let make = |population: &[Individual<Test>], frontier: &Frontier| {
        if population.is_empty() || maker.random.below(6) == 0 {
            return maker.random(&wanted(module, frontier));
        }
        // A tournament of three: the population is sorted.
        let parent = (0..3).map(|_| maker.below(population.len())).min().unwrap_or_default();
        maker.child(&population[parent].test)
    };
    let campaign = Campaign::builder()
        .graph(module.graph().clone())
        .goals(|program, goals| goals.extend(branch_goals(program.graph())));
    let campaign = if options.flags {
        campaign.flags(module.flags().clone(), FlagGradient::new())
    } else {
        campaign
    };
    // A module without branches has no goals, which is an error of a campaign: there is nothing to
    // search for.
    if let Ok(mut evolution) = Evolution::towards(campaign, Technique::DEFAULT) {
        let searched = evolution.run_by(budget, POPULATION, make, |campaign, test, then| {
            trace.reset();
            found.execute(&trace, test);
            campaign.offer(test, &trace).map(then)
        });
        searched.expect("the trace is of this module");
    }

    let mut by_chance = Found::new(module);
    let mut maker = Maker { exports: module.exports(), random: Random(options.seed) };
    while by_chance.executions < found.executions {
        trace.reset();
        by_chance.execute(&trace, &maker.random(&[]));
    }
    let misuse = trace.check().err();
    report(&found, &by_chance, misuse)
}

/// The exports that have goals themselves.
fn wanted<'m>(module: &'m Module, frontier: &Frontier) -> Vec<&'m Export> {
    let graph = module.graph();
    // Branches are the only goals, so both are numbered alike.
    let source = |goal: &GoalId| graph.get_edge(Branch::new(goal.number())).map(|edge| edge.source);
    let blocks = frontier.active().iter().filter_map(source);
    let functions: BTreeSet<Function> =
        blocks.filter_map(|block| graph.get_function_of(block)).collect();
    module.exports().iter().filter(|export| functions.contains(&export.function)).collect()
}

fn report(
    found: &Found<'_>,
    by_chance: &Found<'_>,
    misuse: Option<sbst::execution::Misuse>,
) -> Report {
    let (module, graph) = (found.module, found.module.graph());
    let tests: Vec<&Covering> = found.archive.minimise(|test| test.1.iter().copied());
    let branch = |branch: Branch| {
        let edge = graph.edge(branch);
        let goal = GoalId::new(branch.number());
        let test = tests.iter().position(|test| test.1.contains(&goal));
        let decision = module.decision(edge.source).unwrap_or_default();
        BranchReport {
            branch,
            decision,
            outcome: edge.outcome,
            test,
            by_chance: by_chance.archive.is_covered(goal),
        }
    };
    let functions = graph.functions().map(|function| FunctionReport {
        name: module.name(function).to_owned(),
        branches: graph
            .blocks_of(function)
            .flat_map(|block| graph.branches_of(block))
            .map(branch)
            .collect(),
    });
    Report {
        functions: functions.collect(),
        tests: tests.iter().map(|test| test.0.clone()).collect(),
        executions: found.executions,
        unexplained: found.unexplained + by_chance.unexplained,
        misuse,
    }
}
