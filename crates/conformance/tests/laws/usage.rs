//! The laws as an integrator uses them, for a machine like that of `examples/own_executor.rs`.

use sbst::distance::{Distance, Nearest, lt};
use sbst::execution::{CallTreeLimits, Execution, Trace};
use sbst::flow::{BlockSketch, ControlFlow, Edge, FlowBuilder, FlowError, FlowGraph, Lines};
use sbst::id::{Block, Function, Line};
use sbst_conformance::{self as conformance, Violation};

enum Op {
    Increment(usize),
    Divide { register: usize, by: usize },
    IfLess { left: usize, right: usize, then: u32, or_else: u32 },
    Goto(u32),
    Return,
}

struct Program {
    blocks: Vec<Vec<Op>>,
}

struct Seen {
    compared: Vec<Nearest>,
    ran: Vec<Option<u32>>,
}

impl Program {
    /// So many instructions are run at most.
    fn run(&self, mut registers: [i64; 4], fuel: usize) -> Seen {
        let mut seen = Seen {
            compared: vec![Nearest::default(); self.blocks.len()],
            ran: vec![None; self.blocks.len()],
        };
        let (mut block, mut instruction) = (0, 0);
        for _ in 0..fuel {
            seen.ran[block] = seen.ran[block].max(Some(instruction as u32));
            let mut next = None;
            match self.blocks[block][instruction] {
                Op::Increment(register) => registers[register] += 1,
                Op::Divide { register, by } => match registers[register].checked_div(registers[by])
                {
                    Some(quotient) => registers[register] = quotient,
                    None => return seen,
                },
                Op::IfLess { left, right, then, or_else } => {
                    let decision = lt(registers[left], registers[right]);
                    seen.compared[block].see(decision);
                    next = Some(if decision.holds() { then } else { or_else });
                }
                Op::Goto(to) => next = Some(to),
                Op::Return => return seen,
            }
            instruction += 1;
            seen.ran[block] = seen.ran[block].max(Some(instruction as u32));
            if let Some(to) = next {
                (block, instruction) = (to as usize, 0);
            }
        }
        seen
    }
}

impl ControlFlow for Program {
    fn block_count(&self) -> usize {
        self.blocks.len()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        let ops = &self.blocks[block as usize];
        out.statements(ops.len() as u32);
        match ops.last() {
            Some(&Op::IfLess { then, or_else, .. }) => out.branch(then, or_else),
            Some(&Op::Goto(to)) => out.jump(to),
            _ => out.exit(),
        };
    }
}

impl Execution for Seen {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        branch.outcome.holds().and_then(|holds| self.compared[branch.source.index()].to(holds))
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.ran[block.index()]
    }
}

#[test]
fn an_own_executor_is_checked_in_a_few_lines() -> Result<(), FlowError> {
    // How many digits register 0 has in base register 1, but at most register 3.
    let program = Program {
        blocks: vec![
            vec![Op::Increment(2), Op::IfLess { left: 0, right: 1, then: 2, or_else: 1 }],
            vec![Op::Divide { register: 0, by: 1 }, Op::Goto(0)],
            vec![Op::IfLess { left: 2, right: 3, then: 3, or_else: 4 }],
            vec![Op::Return],
            vec![Op::Return],
        ],
    };
    conformance::control_flow(&program).expect_none();
    let graph = FlowGraph::of(&program)?;
    let inputs = [[1972, 10, 0, 3], [7, 10, 0, 3], [7, 0, 0, 3]];
    let runs: Vec<Seen> =
        (0..40).flat_map(|fuel| inputs.map(|input| program.run(input, fuel))).collect();
    for run in &runs {
        conformance::execution(&graph, run).expect_none();
    }
    conformance::execution(&graph, &runs[..]).expect_none();
    Ok(())
}

#[test]
fn a_test_that_expects_none_names_them_all() {
    let message = std::panic::catch_unwind(|| {
        conformance::control_flow(&FlowBuilder::new().branch(0, 1, 7).jump(1, 9)).expect_none();
    });
    let message = *message.expect_err("there are some").downcast::<String>().expect("a text");
    let lines: Vec<&str> = message.lines().collect();
    let expected = [
        "2 violations:",
        "block 0 has an edge to block 7, but there are 2 blocks",
        "block 1 has an edge to block 9, but there are 2 blocks",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn very_many_are_not_all_printed() {
    let found = conformance::control_flow(
        &(2..150).fold(FlowBuilder::new().jump(0, 1), |body, block| body.jump(block, 1000)),
    );
    assert!(found.len() > 140);
    let text = found.to_string();
    assert_eq!(text.lines().count(), 101);
    assert_eq!(text.lines().last(), Some(&*format!("and {} more", found.len() - 100)));
}

#[test]
fn results_are_plain_data() {
    fn is_plain<T: Send + Sync + Clone + std::fmt::Debug>() {}
    is_plain::<conformance::Violation>();
    is_plain::<conformance::Violations>();
    is_plain::<conformance::ValuePlace>();
    is_plain::<conformance::Sizes>();
    is_plain::<conformance::Walk>();
}

/// A coverage tool that tells which lines ran, and what conditions compared: it cannot see blocks
/// without lines.
#[test]
fn who_sees_less_leaves_out_what_follows_from_that() -> Result<(), FlowError> {
    struct Covered(Lines, Vec<u32>);
    impl Execution for Covered {
        fn branch_distance(&self, _: Edge) -> Option<Distance> {
            None
        }
        fn progress(&self, block: Block) -> Option<u32> {
            self.0.progress(block, |line| self.1.contains(&line.number()))
        }
    }
    // 0: 10  x = f();    1: nothing    2: 11  return x;
    let graph = FlowGraph::of(
        &FlowBuilder::new().statements(0, 1).jump(0, 1).jump(1, 2).statements(2, 1).exit(2),
    )?;
    let lines = Lines::new(
        [(0, 10), (2, 11)].map(|(block, line)| (Block::new(block).statement(0), Line::new(line))),
    );
    let found = conformance::execution(&graph, &Covered(lines, vec![10, 11]));
    assert_eq!(&*found, [Violation::NoWayIn { block: Block::new(2) }]);
    found.except(|violation| matches!(violation, Violation::NoWayIn { .. })).expect_none();
    Ok(())
}

/// Many blocks one behind the other, on a stack that holds few.
#[test]
fn large_programs_are_checked_in_little_time_and_on_a_small_stack() {
    const BLOCKS: u32 = 20_000;
    let check = || {
        let body = (0..BLOCKS)
            .fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, BLOCKS))
            .exit(BLOCKS);
        conformance::control_flow(&body).expect_none();
        let graph = FlowGraph::of(&body).expect("valid");
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
        let frame = trace.root().enter(Function::new(0));
        (0..BLOCKS).for_each(|block| assert!(frame.decide(block, lt(1, 2))));
        drop(frame);
        conformance::execution(&graph, &trace).expect_none();
        conformance::evaluations(&graph, &trace).expect_none();
        conformance::complete_call_tree(&graph, &trace).expect_none();
    };
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(check)
        .expect("a thread")
        .join()
        .expect("no violation");
}
