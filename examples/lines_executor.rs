//! An executor that knows little: which lines ran, as coverage tools report it, and the least
//! distances of each condition.
//!
//! For each line, it prints how far a run was from reaching it. Level 1 with a tiny distance means:
//! the right branch was taken, but an exception came before the line.

use sbst::distance::{Decision, Distance, Nearest, flag, gt};
use sbst::execution::Execution;
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{Edge, FlowBuilder, FlowError, FlowGraph, Lines};
use sbst::id::{Block, Function, Line};
use sbst::objective::{CoverageGoal, Objective, Observed};
use std::collections::{BTreeMap, BTreeSet};

/// What the tool reports of one run.
struct Report<'a> {
    lines: &'a Lines,
    covered: BTreeSet<Line>,
    conditions: BTreeMap<Block, Nearest>,
}

impl<'a> Report<'a> {
    fn new(lines: &'a Lines, covered: &[u32], decisions: &[(Block, Decision)]) -> Self {
        let mut conditions = BTreeMap::<_, Nearest>::new();
        for &(block, decision) in decisions {
            conditions.entry(block).or_default().see(decision);
        }
        Self { lines, covered: covered.iter().map(|&line| Line::new(line)).collect(), conditions }
    }
}

impl Execution for Report<'_> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let nearest = self.conditions.get(&branch.source)?;
        branch.outcome.holds().and_then(|holds| nearest.to(holds))
    }
    fn progress(&self, block: Block) -> Option<u32> {
        let by_line = self.lines.progress(block, |line| self.covered.contains(&line));
        // A condition inside an expression has no line of its own, but it ran if it was evaluated.
        by_line.or_else(|| self.conditions.contains_key(&block).then_some(0))
    }
}

const HEAVY: u32 = 0; // 10  fee = 5;
const FAR: u32 = 1; //   11  if (weight > 20 && abroad) {    two conditions, hence two blocks
const EXTRA: u32 = 2; // 12      rate = rates[zone];         may throw
//                       13      fee += rate * weight;
//                       14      log(fee);
const END: u32 = 3; //   15  return fee;

fn main() -> Result<(), FlowError> {
    let fee = FlowBuilder::new()
        .branch(HEAVY, FAR, END)
        .branch(FAR, EXTRA, END)
        .jump(EXTRA, END)
        .exit(END);
    let graph = FlowGraph::of(&fee.statements(HEAVY, 2).statements(EXTRA, 3).statements(END, 1))?;
    let block = |local| graph.block(Function::new(0), local);
    let rows = [
        (HEAVY, 0, 10),
        (HEAVY, 1, 11),
        (EXTRA, 0, 12),
        (EXTRA, 1, 13),
        (EXTRA, 2, 14),
        (END, 0, 15),
    ];
    let lines = Lines::new(
        rows.map(|(local, statement, line)| (block(local).statement(statement), Line::new(line))),
    );

    let mut table = FitnessTable::new(&graph);
    let (heavy, far) = (block(HEAVY), block(FAR));
    let runs = [
        ("weight 14", Report::new(&lines, &[10, 11, 15], &[(heavy, gt(14, 20))])),
        (
            "weight 25, not abroad",
            Report::new(&lines, &[10, 11, 15], &[(heavy, gt(25, 20)), (far, flag(false))]),
        ),
        (
            "weight 25, abroad, unknown zone",
            Report::new(&lines, &[10, 11, 12], &[(heavy, gt(25, 20)), (far, flag(true))]),
        ),
    ];
    for (name, run) in runs {
        table.sweep(&graph, &run);
        let seen = Observed::new(&graph, &run, &table);
        println!("{name}");
        for line in lines.lines() {
            // A line is reached when one of its statements is.
            let goals =
                lines.statements_on(line).iter().map(|&statement| CoverageGoal::new(statement));
            let nearest = goals.map(|goal| goal.fitness(&seen)).min().unwrap_or(Fitness::NEVER);
            println!("  {line}: level {}, distance {}", nearest.level, nearest.distance);
        }
    }
    Ok(())
}
