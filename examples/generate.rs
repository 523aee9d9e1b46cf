//! Generates test inputs that cover every branch of a few small functions, and compares with random testing.
//!
//! `cargo run --release --example generate`
//!
//! The subjects (`examples/subjects`) report each decision to a [`Trace`]. After one execution, one sweep says how far it was from
//! every goal; a hill climber changes the inputs so that the goal it is after comes nearer. The climber is plain and a few lines
//! long: what guides it is the [`Fitness`]. It uses integers and a fixed seed, so it prints the same everywhere.

mod subjects;

use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::flow::{FlowError, FlowGraph};
use sbst::id::GoalId;
use sbst::objective::{Goals, Tables, branch_goals, implicit_branch_goals};
use std::error::Error;
use std::ops::RangeInclusive;
use subjects::Subject;

/// Executions of one subject after which the search gives up.
const BUDGET: u32 = 50_000;

fn main() -> Result<(), Box<dyn Error>> {
    println!("Branch coverage of seven functions: a search guided by approach level and branch distance,");
    println!("and random testing with as many executions.\n");
    println!("{:12} {:>6} {:>9} {:>9} {:>12}   input found last", "subject", "goals", "search", "random", "executions");
    for subject in &subjects::ALL {
        let mut searched = Tests::new(subject)?;
        searched.search();
        let mut random = Tests::new(subject)?;
        while random.executions < searched.executions {
            let inputs = random.draw();
            random.execute(&inputs);
        }
        // A hook that does not fit its graph would make every number above it worthless.
        searched.trace.check()?;
        random.trace.check()?;
        println!(
            "{:12} {:>6} {:>9} {:>9} {:>12}   {:?}",
            subject.name,
            searched.goals.len(),
            searched.covered(),
            random.covered(),
            searched.executions,
            searched.newest,
        );
    }
    println!("\nGoals are the branches: both sides of each condition, each arm of a `match`, `?` taken or not.");
    println!("\"Input found last\" covered the goal that held out longest.");
    Ok(())
}

/// The tests of one subject: for each goal, the one that came nearest.
struct Tests<'s> {
    subject: &'s Subject,
    graph: FlowGraph,
    goals: Goals<Trace>,
    trace: Trace,
    tables: Tables,
    /// By goal: the nearest test so far, and how near it came.
    nearest: Vec<(Fitness, Vec<i64>)>,
    /// By goal: how near the last execution came.
    row: Vec<Fitness>,
    /// The last test that covered a new goal.
    newest: Vec<i64>,
    random: Random,
    executions: u32,
}

impl<'s> Tests<'s> {
    /// One random test.
    fn new(subject: &'s Subject) -> Result<Self, FlowError> {
        let graph = subject.graph()?;
        let mut goals = Goals::new();
        goals.extend(branch_goals(&graph));
        goals.extend(implicit_branch_goals(&graph)); // here: whether `?` returned
        let (trace, tables) = (Trace::new(&graph), Tables::new(&graph));
        let row = vec![Fitness::NEVER; goals.len()];
        let nearest = vec![(Fitness::NEVER, Vec::new()); goals.len()];
        let mut tests =
            Self { subject, graph, goals, trace, tables, nearest, row, newest: Vec::new(), random: Random(1), executions: 0 };
        let inputs = tests.draw();
        tests.execute(&inputs);
        Ok(tests)
    }

    /// Executes one test and measures all goals, so that those covered by the way are noticed.
    fn execute(&mut self, inputs: &[i64]) {
        self.executions += 1;
        self.trace.reset();
        (self.subject.run)(&self.trace, inputs);
        let seen = self.goals.observe(&self.graph, &self.trace, &mut self.tables);
        self.goals.fitness(self.goals.ids(), &seen, &mut self.row);
        for (nearest, &fitness) in self.nearest.iter_mut().zip(&self.row) {
            if fitness < nearest.0 {
                *nearest = (fitness, inputs.to_vec());
                if fitness.is_covered() {
                    self.newest = inputs.to_vec();
                }
            }
        }
    }

    /// Climbs towards each goal that is not covered, from another start in each round.
    fn search(&mut self) {
        for round in 0.. {
            for goal in self.goals.ids() {
                if self.executions >= BUDGET || self.covered() == self.goals.len() {
                    return;
                }
                if !self.nearest[goal.index()].0.is_covered() {
                    let start = match round % 3 {
                        0 => self.nearest[goal.index()].1.clone(),
                        1 => self.draw(),
                        _ => self.nearest[self.random.below(self.goals.len() as u64) as usize].1.clone(),
                    };
                    self.climb(goal, start);
                }
            }
        }
    }

    /// The alternating variable method (Korel, "Automated Software Test Data Generation", 1990): one input at a time, a step of 1
    /// down or up, doubled as long as that comes nearer.
    fn climb(&mut self, goal: GoalId, mut inputs: Vec<i64>) {
        let mut best = self.measure(goal, &inputs);
        let (mut at, mut in_vain) = (0, 0);
        while in_vain < inputs.len() && !best.is_covered() {
            let before = best;
            for direction in [-1, 1] {
                let mut step = direction;
                while !best.is_covered() {
                    let mut next = inputs.clone();
                    let range = &self.subject.inputs[at];
                    next[at] = (next[at] + step).clamp(*range.start(), *range.end());
                    let fitness = self.measure(goal, &next);
                    if fitness >= best {
                        break;
                    }
                    (best, inputs, step) = (fitness, next, step * 2);
                }
            }
            if best < before {
                in_vain = 0;
            } else {
                in_vain += 1;
                at = (at + 1) % inputs.len();
            }
        }
    }

    fn measure(&mut self, goal: GoalId, inputs: &[i64]) -> Fitness {
        self.execute(inputs);
        self.row[goal.index()]
    }

    fn covered(&self) -> usize {
        self.nearest.iter().filter(|test| test.0.is_covered()).count()
    }

    /// Random inputs.
    fn draw(&mut self) -> Vec<i64> {
        let width = |range: &RangeInclusive<i64>| (range.end() - range.start() + 1) as u64;
        self.subject.inputs.iter().map(|range| range.start() + self.random.below(width(range)) as i64).collect()
    }
}

/// SplitMix64 (Steele, Lea, Flood, 2014): the crate has no random source, so the search brings one.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}
