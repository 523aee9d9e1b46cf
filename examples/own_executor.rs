//! An executor of your own: an interpreter with its own graph and its own record of a run. The glue
//! is two traits.

use sbst::distance::{Distance, Nearest, lt};
use sbst::execution::Execution;
use sbst::fitness::FitnessTable;
use sbst::flow::{BlockSketch, ControlFlow, Edge, FlowError, FlowGraph};
use sbst::id::Block;

// ---- Yours: a register machine, and what it saw.

enum Op {
    Increment(usize),
    Divide { register: usize, by: usize },
    IfLess { left: usize, right: usize, then: u32, or_else: u32 },
    Goto(u32),
    Return(usize),
}

struct Program {
    blocks: Vec<Vec<Op>>,
}

/// By block: the nearest comparisons, whether a jump left it, and how many instructions ran to
/// their end.
struct Seen {
    compared: Vec<Nearest>,
    jumped: Vec<bool>,
    ran: Vec<Option<u32>>,
}

#[derive(Debug)]
struct DivisionByZero;

impl Program {
    fn run(&self, mut registers: [i64; 4]) -> (Result<i64, DivisionByZero>, Seen) {
        let count = self.blocks.len();
        let mut seen = Seen {
            compared: vec![Nearest::default(); count],
            jumped: vec![false; count],
            ran: vec![None; count],
        };
        let (mut block, mut instruction) = (0, 0);
        loop {
            seen.ran[block] = seen.ran[block].max(Some(instruction as u32));
            let mut next = None;
            match self.blocks[block][instruction] {
                Op::Increment(register) => registers[register] += 1,
                Op::Divide { register, by } => match registers[register].checked_div(registers[by])
                {
                    Some(quotient) => registers[register] = quotient,
                    None => return (Err(DivisionByZero), seen),
                },
                Op::IfLess { left, right, then, or_else } => {
                    let decision = lt(registers[left], registers[right]);
                    seen.compared[block].see(decision);
                    next = Some(if decision.holds() { then } else { or_else });
                }
                Op::Goto(to) => {
                    seen.jumped[block] = true;
                    next = Some(to);
                }
                Op::Return(register) => return (Ok(registers[register]), seen),
            }
            instruction += 1;
            seen.ran[block] = seen.ran[block].max(Some(instruction as u32));
            if let Some(to) = next {
                (block, instruction) = (to as usize, 0);
            }
        }
    }
}

// ---- The glue begins.

impl ControlFlow for Program {
    fn block_count(&self) -> usize {
        self.blocks.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        let ops = &self.blocks[block as usize];
        out.statements(ops.len() as u32);
        if ops.iter().any(|op| matches!(op, Op::Divide { .. })) {
            out.exit(); // a division by zero leaves
        }
        match ops.last() {
            Some(&Op::IfLess { then, or_else, .. }) => out.branch(then, or_else),
            Some(&Op::Goto(to)) => out.jump(to),
            _ => out.exit(),
        };
    }
}

impl Execution for Seen {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let block = branch.source.index();
        match branch.outcome.holds() {
            Some(holds) => self.compared[block].to(holds),
            None => self.jumped[block].then_some(Distance::ZERO), // on after a division: taken, or not known to be
        }
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.ran[block.index()]
    }
}

// ---- The glue ends.

fn main() -> Result<(), FlowError> {
    // How many digits register 0 has in base register 1, but at most register 3.
    let digits = Program {
        blocks: vec![
            vec![Op::Increment(2), Op::IfLess { left: 0, right: 1, then: 2, or_else: 1 }],
            vec![Op::Divide { register: 0, by: 1 }, Op::Goto(0)],
            vec![Op::IfLess { left: 2, right: 3, then: 3, or_else: 4 }],
            vec![Op::Return(2)],
            vec![Op::Return(3)],
        ],
    };
    let graph = FlowGraph::of(&digits)?;
    let mut table = FitnessTable::new(&graph);
    for input in [[1972, 10, 0, 3], [7, 0, 0, 3]] {
        let (result, seen) = digits.run(input);
        table.sweep(&graph, &seen);
        println!("{input:?}: {result:?}; by branch: (approach level, branch distance)");
        for branch in graph.all_branches() {
            let edge = graph.edge(branch);
            println!("  {} {}: {}", edge.source, edge.outcome, table.branch(branch));
        }
    }
    Ok(())
}
