//! A search for tests of a script: a test is a function and its arguments.

use super::Script;
use crate::arguments::{Argument, child};
use crate::evolution::{Evolution, Individual, Technique};
use crate::options::Options;
use crate::random::Random;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::execution::{CallTreeLimits, Trace};
use sbst::fitness::flag::FlagGradient;
use sbst::flow::Outcome;
use sbst::id::Branch;
use sbst::objective::{Goal, branch_goals, implicit_branch_goals};
use sbst::selection::Frontier;
use std::fmt;
use std::rc::Rc;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// In the order of the graph.
    pub functions: Vec<FunctionReport>,
    /// How many executions it took.
    pub executions: u32,
    /// How many branches random testing covered with as many executions.
    pub random: usize,
}

/// The branches of one function.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    /// Its name.
    pub name: String,
    /// Branches that a test covers.
    pub covered: Vec<Covered>,
    /// The others.
    pub uncovered: Vec<Uncovered>,
    /// How many random testing covered.
    pub random: usize,
}

/// A branch and the first test that covered it.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The branch, with its position.
    pub branch: String,
    /// The call.
    pub test: String,
}

/// A branch that no test covers.
#[derive(Clone, Debug)]
pub struct Uncovered {
    /// The branch, with its position.
    pub branch: String,
}

#[derive(Clone)]
pub(super) struct Test {
    signature: usize,
    arguments: Vec<Argument>,
}

impl Test {
    pub(super) fn random(script: &Script, random: &mut Random) -> Self {
        let signature = random.below(script.signatures().len() as u64) as usize;
        let kinds = &script.signatures()[signature].kinds;
        Self {
            signature,
            arguments: kinds.iter().map(|&kind| Argument::random(kind, random)).collect(),
        }
    }

    pub(super) fn run(&self, script: &Script, trace: &Rc<Trace>) {
        // An exception is a result like any other.
        let _ = script.call(trace, &script.signatures()[self.signature].name, &self.arguments);
    }

    /// The same function, with other arguments.
    pub(super) fn child(&self, random: &mut Random) -> Self {
        Self { signature: self.signature, arguments: child(&self.arguments, random) }
    }

    fn text(&self, script: &Script) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
        format!("{}({})", script.signatures()[self.signature].name, arguments.join(", "))
    }
}

/// Searches for tests that cover all branches of a script; without signatures there is nothing to
/// call, and all are uncovered.
///
/// # Panics
///
/// Panics if the hooks do not fit the graph, which is an error of the instrumentation.
#[must_use]
pub fn search(script: &Script, options: Options) -> Report {
    let graph = script.graph();
    let campaigns = run(script, options).unwrap_or_else(|error| panic!("{error}"));
    // The test that covers a branch first.
    let covering = |campaign: &Campaign<Test>, branch| {
        let goal = campaign
            .goals()
            .find(Goal::Branch(branch))
            .filter(|&goal| campaign.tests().is_covered(goal))?;
        campaign.nearest(goal).map(|test| test.text(script))
    };
    let mut functions: Vec<FunctionReport> = Vec::new();
    for (name, _) in script.functions() {
        functions.push(FunctionReport {
            name: name.clone(),
            covered: Vec::new(),
            uncovered: Vec::new(),
            random: 0,
        });
    }
    for branch in
        graph.all_branches().filter(|&branch| graph.is_reachable(graph.edge(branch).source))
    {
        let report = &mut functions[graph.function_of(graph.edge(branch).source).index()];
        let [found, at_random] = campaigns.each_ref().map(|campaign| covering(campaign, branch));
        report.random += usize::from(at_random.is_some());
        let branch = name(script, branch);
        match found {
            Some(test) => report.covered.push(Covered { branch, test }),
            None => report.uncovered.push(Uncovered { branch }),
        }
    }
    let random = functions.iter().map(|function| function.random).sum();
    Report { random, functions, executions: campaigns.first().map_or(0, Campaign::runs) as u32 }
}

/// A search, and random testing with as many executions.
fn run(script: &Script, options: Options) -> Result<[Campaign<Test>; 2], CampaignError> {
    let graph = script.graph();
    let decided = branch_goals(graph).count();
    // Whether something throws is measured, and nothing to search for.
    let campaign = || {
        let campaign = Campaign::builder().graph(graph.clone());
        let campaign = campaign.goals(|program, goals| goals.extend(branch_goals(program.graph())));
        let campaign =
            campaign.goals(|program, goals| goals.extend(implicit_branch_goals(program.graph())));
        let campaign = if options.flags {
            campaign.flags(script.flags().clone(), FlagGradient::new())
        } else {
            campaign
        };
        campaign.without(move |_, goals| goals.ids().skip(decided).collect())
    };
    let mut evolution = Evolution::towards(campaign(), Technique::DEFAULT)?.until(decided);
    let mut at_random = campaign().build()?;
    let mut random = Random(options.seed);
    // The engine needs a trace of its own.
    let trace = Trace::new(graph).with_path_check();
    let trace = Rc::new(if options.flags {
        trace.with_call_tree(CallTreeLimits::default())
    } else {
        trace
    });
    let child = |population: &[Individual<Test>], _: &Frontier| match population.len() as u64 {
        0 => Test::random(script, &mut random),
        _ if random.below(10) == 0 => Test::random(script, &mut random),
        size => {
            let parent = &population[random.below(size) as usize].test;
            parent.child(&mut random)
        }
    };
    let budget = if script.signatures().is_empty() { 0 } else { options.budget };
    evolution.run_by(budget, 40, child, |campaign, test, then| {
        trace.reset();
        test.run(script, &trace);
        campaign.offer(test, &trace).map(then)
    })?;
    let mut random = Random(options.seed);
    while at_random.runs() < evolution.campaign.runs() {
        let test = Test::random(script, &mut random);
        trace.reset();
        test.run(script, &trace);
        at_random.offer(&test, &trace)?;
    }
    assert_eq!(trace.check(), Ok(()), "hooks fit the graph");
    Ok([evolution.campaign, at_random])
}

fn name(script: &Script, branch: Branch) -> String {
    let (edge, source) = (script.graph().edge(branch), script.graph().edge(branch).source);
    let outcome = match edge.outcome {
        Outcome::Exception(_) => "exception".to_owned(),
        Outcome::Next => "no exception".to_owned(),
        outcome => outcome.to_string(),
    };
    let position = script.position(source);
    match (position.line(), position.position()) {
        (Some(line), Some(column)) => format!("{line}:{column} {outcome}"),
        _ => format!("{source} {outcome}"),
    }
}

impl Report {
    /// How many branches a test covers, and how many there are.
    #[must_use]
    pub fn totals(&self) -> (usize, usize) {
        let covered = self.functions.iter().map(|function| function.covered.len()).sum();
        let uncovered: usize = self.functions.iter().map(|function| function.uncovered.len()).sum();
        (covered, covered + uncovered)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{:<20} {:>8} {:>7} {:>7}", "function", "branches", "search", "random")?;
        for function in &self.functions {
            let count = function.covered.len() + function.uncovered.len();
            writeln!(
                out,
                "{:<20} {:>8} {:>7} {:>7}",
                function.name,
                count,
                function.covered.len(),
                function.random
            )?;
        }
        writeln!(out, "{} executions each.", self.executions)?;
        for function in &self.functions {
            for Uncovered { branch } in &function.uncovered {
                writeln!(out, "  {}: {branch} is not covered", function.name)?;
            }
        }
        let mut tests: Vec<(&str, Vec<String>)> = Vec::new();
        for (function, covered) in self
            .functions
            .iter()
            .flat_map(|function| function.covered.iter().map(move |c| (function, c)))
        {
            let place =
                tests.iter().position(|(test, _)| *test == covered.test).unwrap_or(tests.len());
            if place == tests.len() {
                tests.push((&covered.test, Vec::new()));
            }
            tests[place].1.push(format!("{} {}", function.name, covered.branch));
        }
        for (test, branches) in tests {
            writeln!(out, "  {test}: {}", branches.join(", "))?;
        }
        Ok(())
    }
}
