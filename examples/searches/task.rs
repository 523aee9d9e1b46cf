//! What the user of a search brings: a program to test, and how its tests are made of others.

use crate::subjects::{Random, Subject, Test};
use sbst::Campaign;
use sbst::campaign::{Achieved, CampaignBuilder, CampaignError};
use sbst::execution::Trace;
use sbst::flow::{FlowError, FlowGraph};
use sbst::id::GoalId;
use sbst::objective::Goals;
use sbst::selection::Archive;
use std::rc::Rc;

/// One value for each input of the program.
pub(crate) type Inputs = Vec<i64>;

/// A function to generate tests for, and a source of random numbers.
pub(crate) struct Task {
    subject: &'static Subject,
    random: Random,
    /// Executions after which a search ends; one that makes many tests at once may make some more.
    pub(crate) budget: u64,
    /// All tests that were executed, in their order.
    pub(crate) executed: Vec<Inputs>,
}

impl Task {
    pub(crate) fn new(subject: &'static Subject, seed: u64, budget: u64) -> Self {
        Self { subject, random: Random(seed), budget, executed: Vec::new() }
    }

    /// A campaign for the function and those that it calls.
    pub(crate) fn campaign(&self) -> Result<CampaignBuilder, FlowError> {
        self.subject.campaign()
    }

    /// Executes a test for a campaign.
    pub(crate) fn watch<'c, C: Ord + Clone>(
        &mut self,
        campaign: &'c mut Campaign<Inputs, Trace, C>,
        test: &Inputs,
    ) -> Result<Achieved<'c, Trace>, CampaignError> {
        self.executed.push(test.clone());
        self.subject.watch(campaign, test)
    }

    /// The control flow, for a search without a campaign.
    pub(crate) fn graph(&self) -> Result<FlowGraph, FlowError> {
        self.subject.graph()
    }

    /// The branches of the function and of those that it calls, for a search without a campaign.
    pub(crate) fn branch_goals(&self, graph: &FlowGraph) -> Result<Goals<Trace>, FlowError> {
        let mut goals = Goals::for_graph(graph);
        goals.extend(self.subject.branch_goals(graph)?);
        Ok(goals)
    }

    /// Executes a test for a search without a campaign.
    pub(crate) fn execute(&mut self, trace: &Rc<Trace>, test: &Inputs) {
        self.executed.push(test.clone());
        self.subject.execute(trace, test);
    }

    /// A number in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.random.unit()
    }

    /// A number below this.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }

    /// A new test.
    pub(crate) fn random(&mut self) -> Inputs {
        self.random.inputs(self.subject.inputs)
    }

    /// Mutation: a test with one or more inputs changed.
    pub(crate) fn mutant(&mut self, test: &[i64]) -> Inputs {
        self.random.child(test, self.subject.inputs)
    }

    /// The better one of two tests of a population that has the best first, half of the time
    /// crossed with another one, and mutated; without a population a new test.
    pub(crate) fn child(&mut self, population: &[Test]) -> Inputs {
        let count = population.len() as u64;
        if count == 0 {
            return self.random();
        }
        let [a, b, other] = [0; 3].map(|_| self.below(count) as usize);
        let mut inputs = population[a.min(b)].inputs.clone();
        if self.below(2) == 0 {
            let point = self.below(inputs.len() as u64) as usize + 1;
            inputs[point..].copy_from_slice(&population[other].inputs[point..]);
        }
        self.mutant(&inputs)
    }

    /// Two suites cut at random and joined, at most twenty tests: those of the first one mutated,
    /// now and then a new one, those of the second one as they are.
    pub(crate) fn suite(&mut self, [first, second]: [&[Inputs]; 2]) -> Vec<Inputs> {
        let [cut, from] = [first, second].map(|suite| self.below(suite.len() as u64 + 1) as usize);
        let mut suite: Vec<_> = first[..cut].iter().map(|test| self.mutant(test)).collect();
        if suite.is_empty() || self.below(3) == 0 {
            suite.push(self.random());
        }
        suite.extend_from_slice(&second[from..]);
        suite.truncate(20);
        suite
    }

    /// All tests that differ in one input by a power of two.
    pub(crate) fn neighbours(&self, test: &[i64]) -> Vec<Inputs> {
        let mut tests = Vec::new();
        for (at, range) in self.subject.inputs.iter().enumerate() {
            let bits = i64::BITS - (range.end() - range.start()).leading_zeros();
            for step in (0..bits).flat_map(|bit| [1 << bit, -(1 << bit)]) {
                let mut inputs = test.to_vec();
                inputs[at] = (inputs[at] + step).clamp(*range.start(), *range.end());
                tests.push(inputs);
            }
        }
        tests
    }
}

/// What a test costs: how large its inputs are.
pub(crate) fn size(test: &Inputs) -> u64 {
    test.iter().map(|input| input.unsigned_abs()).sum()
}

/// What a search found.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    /// How many goals there are, as far as is known.
    pub(crate) goals: usize,
    /// The goals that are covered.
    pub(crate) covered: Vec<GoalId>,
    /// The tests that it hands over.
    pub(crate) tests: Vec<Inputs>,
}

impl Found {
    /// By a campaign: with the cheapest test for each goal that is covered.
    pub(crate) fn of<X: ?Sized, C>(campaign: &Campaign<Inputs, X, C>) -> Self {
        let covered: Vec<_> = campaign.tests().covered().collect();
        let tests = covered.iter().filter_map(|&goal| campaign.nearest(goal).cloned()).collect();
        Self { goals: campaign.goals().len(), covered, tests }
    }

    /// The same from an archive.
    pub(crate) fn archived<X: ?Sized, C>(goals: &Goals<X>, archive: &Archive<Inputs, C>) -> Self {
        let (covered, tests) = archive.iter().map(|(goal, _, test)| (goal, test.clone())).unzip();
        Self { goals: goals.len(), covered, tests }
    }
}
