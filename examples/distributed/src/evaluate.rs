//! Evaluating tests, and what is kept of that.

use crate::subject::{body, parcel};
use sbst::distance::{Accumulator, Aggregation, Distance};
use sbst::execution::{Execution, Record, Trace};
use sbst::flow::{FlowError, FlowGraph};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{Goals, Tables, block_goals, branch_goals, covered};
use sbst::selection::Archive;
use serde::{Deserialize, Serialize};

/// The arguments of one call.
pub type Test = [i64; 3];

/// The size of a test, then its number: no two cost the same, so it does not matter which one an
/// archive sees first.
pub type Cost = (u64, u64);

/// What some tests told. Parts [merge](Self::merge) in any order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    /// How many tests these are.
    pub tests: u64,
    /// The cheapest test for each goal that one of them covers.
    pub archive: Archive<Test, Cost>,
    /// How near they came to each goal.
    pub nearest: SuiteRow,
    /// By branch: how far tests are from it on average that evaluate it.
    pub means: Vec<Accumulator>,
    /// What all of them observed.
    pub observed: Record,
}

impl Part {
    fn new(branches: usize) -> Self {
        let means = vec![Aggregation::Mean.accumulator(); branches];
        Self {
            tests: 0,
            archive: Archive::new(),
            nearest: SuiteRow::new(),
            means,
            observed: Record::default(),
        }
    }

    /// Takes in what other tests told.
    pub fn merge(&mut self, other: Self) {
        self.tests += other.tests;
        self.archive.merge(other.archive);
        self.nearest.merge(&other.nearest);
        for (mean, theirs) in self.means.iter_mut().zip(&other.means) {
            mean.merge(theirs).expect("both are means");
        }
        self.observed.merge(&other.observed).expect("of one subject");
    }

    /// Whether both say the same. Means are the same but for rounding; these are of whole numbers,
    /// whose sums are exact.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        let means = |part: &Self| {
            part.means.iter().map(Accumulator::get).collect::<Vec<Option<Distance>>>()
        };
        (self.tests, &self.archive, &self.nearest, means(self), &self.observed)
            == (other.tests, &other.archive, &other.nearest, means(other), &other.observed)
    }
}

/// What a worker needs to evaluate tests. Every worker adds the same goals in the same order, so
/// goals have the same numbers everywhere.
#[derive(Debug)]
pub struct Evaluator {
    graph: FlowGraph,
    goals: Goals<Trace>,
    trace: Trace,
    tables: Tables,
}

impl Evaluator {
    /// One of these for each worker.
    ///
    /// # Errors
    ///
    /// If the control flow of the subject does not fit.
    pub fn new() -> Result<Self, FlowError> {
        let graph = FlowGraph::of(&body())?;
        let mut goals = Goals::new();
        goals.extend(branch_goals(&graph));
        goals.extend(block_goals(&graph));
        let (trace, tables) = (goals.trace(&graph), Tables::new(&graph));
        Ok(Self { graph, goals, trace, tables })
    }

    /// Executes tests, the first of which has this number.
    pub fn evaluate(&mut self, first: u64, tests: &[Test]) -> Part {
        let mut part = Part::new(self.graph.all_branches().len());
        let mut row = Vec::new();
        for (number, test) in (first..).zip(tests) {
            self.trace.reset();
            parcel(self.trace.root(), *test);
            self.goals.measure(&self.graph, &self.trace, &mut self.tables, &mut row);
            let size: u64 = test.iter().map(|x| x.unsigned_abs()).sum();
            part.archive.offer_all(covered(&row), (size, number), || *test);
            part.nearest.add(&row);
            for (mean, branch) in part.means.iter_mut().zip(self.graph.all_branches()) {
                mean.extend(self.trace.branch_distance(self.graph.edge(branch)));
            }
            part.observed.merge(&self.trace.record()).expect("of one graph");
        }
        part.tests = tests.len() as u64;
        part
    }

    /// For each goal that was covered: its name, and the test.
    pub fn names<'a>(&'a self, part: &'a Part) -> impl Iterator<Item = (String, Test)> + 'a {
        part.archive.iter().map(|(goal, _, test)| (self.goals.goal(goal).to_string(), *test))
    }
}

/// What all tests tell, evaluated one after the other.
///
/// # Errors
///
/// If the control flow of the subject does not fit.
pub fn alone(tests: &[Test]) -> Result<Part, FlowError> {
    Ok(Evaluator::new()?.evaluate(0, tests))
}

/// Tests at random; one in eight is a member near home.
#[must_use]
pub fn population(size: usize) -> Vec<Test> {
    let mut state = 1_u64;
    let mut below = |limit: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    (0..size)
        .map(|_| match below(8) {
            0 => [below(2_000) as i64, 1, 4_700 + below(20) as i64],
            _ => [below(40_000) as i64 - 100, below(50) as i64, below(10_000) as i64],
        })
        .collect()
}
