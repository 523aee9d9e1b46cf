//! Large graphs: building, sweeping, single goals, block coverage, flags and subsumption neither
//! overflow a small stack nor walk quadratically many dependences.
//!
//! Expected values are known in closed form; each test runs in a thread with 256 KiB of stack.
//! Names tell the sizes with optimisation, by `cargo test --release --test scale`; without it, some
//! are a fifth.

mod across_calls;
mod block_coverage;

mod campaign;
mod crash;
mod decisions;
mod flags;
mod stuck_calls;
mod subsumption;

use sbst_oracle::effort;

use effort::size;
use sbst::distance::{Decision, Distance, Rules, SeenValues};
use sbst::execution::{Domain, Execution, Partition, Trace};
use sbst::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use sbst::flow::{BlockSketch, ControlFlow, Edge, FlowGraph, Lines, Outcome};
use sbst::id::{Block, Branch, Function, Line, Mutant};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{Criterion, Goal, Goals, Method, MutantGoal, Tables};
use sbst::published::whole_suite::{Twice, lines_and_branches};

const FIRST: Function = Function::new(0);

/// A function that a closure describes.
struct Flow<F>(u32, F);

impl<F: Fn(u32, &mut BlockSketch<'_>)> ControlFlow for Flow<F> {
    fn block_count(&self) -> usize {
        self.0 as usize
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        (self.1)(block, out);
    }
}

/// An execution that entered some blocks and was this far from some branches.
struct Seen<E, D>(E, D);

impl<E: Fn(u32) -> bool, D: Fn(u32, Outcome) -> Option<f64>> Execution for Seen<E, D> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let distance = (self.1)(branch.source.number(), branch.outcome)?;
        Some(Distance::new(distance).expect("legal"))
    }
    fn progress(&self, block: Block) -> Option<u32> {
        (self.0)(block.number()).then_some(0)
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        visit(FIRST);
    }
}

/// The entry only, whose predicate was evaluated: `far` from the outcome `missed`.
fn entry_only(missed: Outcome, far: f64) -> impl Execution {
    Seen(
        |block| block == 0,
        move |block, outcome| (block == 0).then_some(if outcome == missed { far } else { 0.0 }),
    )
}

fn graph(blocks: u32, describe: impl Fn(u32, &mut BlockSketch<'_>)) -> FlowGraph {
    FlowGraph::of(&Flow(blocks, describe)).expect("legal")
}

fn swept(graph: &FlowGraph, run: &impl Execution) -> FitnessTable {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    table
}

fn fitness(level: u32, distance: f64) -> Fitness {
    Fitness::new(level, Distance::new(distance).expect("legal"))
}

/// The goal of this block and of its branches, alone, are those of the table.
fn assert_single(graph: &FlowGraph, run: &impl Execution, table: &FitnessTable, block: Block) {
    assert_eq!(fitness_of_block(graph, run, block), table.block(block), "{block}");
    for branch in graph.branches_of(block) {
        assert_eq!(fitness_of_branch(graph, run, branch), table.branch(branch), "{branch}");
    }
}

fn on_a_small_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(test).expect("a thread");
    thread.join().expect("no panic on a small stack");
}

#[test]
fn a_straight_line_of_a_million_blocks() {
    on_a_small_stack(|| {
        const BLOCKS: u32 = size(1_000_000);
        let graph = graph(BLOCKS, |block, out| {
            if block + 1 < BLOCKS {
                out.jump(block + 1)
            } else {
                out.exit()
            };
        });
        let last = Block::new(BLOCKS - 1);
        assert_eq!(graph.all_branches().len(), 0);
        assert!(
            graph.post_dominators(FIRST).dominates(last, graph.entry(FIRST))
                && graph.depends_on_entry(last)
        );
        assert_eq!(graph.dominators(FIRST).of(last).count(), BLOCKS as usize);

        let stopped = Seen(|block| block < 5, |_, _| None);
        let table = swept(&graph, &stopped);
        assert!(table.block(Block::new(4)).is_covered());
        assert_eq!(table.block(last), Distance::SMALLEST.into());
        assert_single(&graph, &stopped, &table, last);
    });
}

#[test]
fn a_hundred_thousand_nested_branches() {
    on_a_small_stack(|| {
        const DEPTH: u32 = 100_000;
        // Block k decides whether k + 1 runs; the last block is where all others leave.
        let graph = graph(DEPTH + 2, |block, out| {
            match block {
                _ if block < DEPTH => out.branch(block + 1, DEPTH + 1),
                DEPTH => out.jump(DEPTH + 1),
                _ => out.exit(),
            };
        });
        let run = entry_only(Outcome::True, 4.0);
        let table = swept(&graph, &run);
        for depth in [1, 2, 77_777, DEPTH] {
            let block = Block::new(depth);
            assert_eq!(table.block(block), fitness(depth - 1, 4.0));
            assert_eq!(graph.controls(block).count(), 1);
            assert_single(&graph, &run, &table, block);
        }
        assert_eq!(table.block(Block::new(DEPTH + 1)), Distance::SMALLEST.into());
    });
}

/// Every rung of a ladder may be left to either side and meets the next: a million blocks without
/// nesting.
#[test]
fn a_ladder_of_a_million_blocks() {
    on_a_small_stack(|| {
        const RUNGS: u32 = size(333_333);
        let graph = graph(3 * RUNGS + 1, |block, out| {
            match block {
                _ if block == 3 * RUNGS => out.exit(),
                _ if block % 3 == 0 => out.branch(block + 1, block + 2),
                _ => out.jump(block - block % 3 + 3),
            };
        });
        let run = entry_only(Outcome::False, 2.5);
        let table = swept(&graph, &run);
        assert_eq!(table.block(Block::new(2)), fitness(0, 2.5));
        assert_eq!(table.dependence(Block::new(1)), Fitness::COVERED);
        for rung in [1, 2, RUNGS - 1] {
            assert_eq!(table.block(Block::new(3 * rung)), Distance::SMALLEST.into());
            assert_eq!(table.block(Block::new(3 * rung + 1)), fitness(1, 0.0));
            assert_single(&graph, &run, &table, Block::new(3 * rung + 2));
        }
        assert_eq!(graph.immediate_post_dominator(Block::new(0)), Some(Block::new(3)));
        assert!(graph.dominators(FIRST).dominates(Block::new(3), Block::new(3 * RUNGS)));
    });
}

/// d^2 / 2 dependences, 5 * 10^9 of them: nobody may walk them all.
#[test]
fn all_arms_of_a_switch_of_two_hundred_thousand() {
    on_a_small_stack(|| {
        const ARMS: u32 = size(200_000);
        let graph = graph(ARMS + 2, |block, out| {
            match block {
                0 => (0..ARMS)
                    .fold(out.default(ARMS + 1), |out, arm| out.case(2 * i128::from(arm), 1 + arm)),
                _ => out.exit(),
            };
        });
        let (block, rules) = (graph.entry(FIRST), Rules::DEFAULT);
        let arms = graph.arms(block).expect("a multi-way block");
        let mut seen = SeenValues::new(arms);
        (1..ARMS).for_each(|arm| assert_eq!(seen.see(arms, 2 * i128::from(arm)), Some(arm)));
        let mut found = graph.arm_distances(block, &seen, &rules);
        let first = graph.branch(block, Outcome::Case(0)).expect("an arm");
        assert_eq!(found.next(), Some((first, Distance::from(3)))); // 2 below the next one, and K
        assert_eq!(graph.arm_distance(first, &seen, &rules), Some(Distance::from(3)));
        assert!(
            found.by_ref().take(ARMS as usize - 1).all(|(_, distance)| distance == Distance::ZERO)
        );
        assert_eq!(
            found.next(),
            graph.branch(block, Outcome::Default).map(|branch| (branch, Distance::from(1)))
        );
        assert_eq!(found.next(), None);
    });
}

#[test]
fn a_hundred_thousand_nested_do_while_loops() {
    on_a_small_stack(|| {
        const DEPTH: u32 = 100_000;
        // Block 0 is the body, block k tests whether loop k goes round.
        let graph = graph(DEPTH + 2, |block, out| {
            match block {
                0 => out.jump(1),
                _ if block <= DEPTH => out.branch(0, block + 1),
                _ => out.exit(),
            };
        });
        let outermost = graph.branch(Block::new(DEPTH), Outcome::True).expect("goes round");
        assert_eq!(graph.dependents(outermost).count(), DEPTH as usize + 1);
        assert_eq!(graph.controls(Block::new(0)).count(), DEPTH as usize);

        // Stopped in the body: all tests depend on the entry, so only the branches themselves are
        // to go right.
        let stopped = Seen(|block| block == 0, |_, _| None);
        let table = swept(&graph, &stopped);
        assert_eq!(table.branch(outermost), fitness(1, 0.0));
        assert_single(&graph, &stopped, &table, Block::new(DEPTH));

        // Not entered at all.
        let nothing: &[sbst::execution::Record] = &[];
        assert_eq!(fitness_of_branch(&graph, nothing, outermost), fitness(1, f64::INFINITY));
        assert_eq!(FitnessTable::new(&graph).branch(outermost), fitness(1, f64::INFINITY));
    });
}

/// The same, each loop inside an if: block 2k decides whether loop k + 1 begins, block 2k + 1
/// whether loop k goes round.
#[test]
fn nested_loops_behind_branches_have_their_levels() {
    on_a_small_stack(|| {
        const DEPTH: u32 = 50_000;
        let graph = graph(2 * DEPTH + 1, |block, out| {
            let level = block / 2;
            match block {
                _ if block == 2 * DEPTH => out.jump(block - 1),
                _ if block % 2 == 0 => out.branch(block + 2, block + 1),
                1 => out.branch(0, 0).exit(),
                _ => out.branch(2 * level, 2 * level - 1),
            };
        });
        let run = entry_only(Outcome::True, 3.0);
        let table = swept(&graph, &run);
        for depth in [1, 2, 40_000, DEPTH] {
            let block = Block::new(2 * depth);
            assert_eq!(table.block(block), fitness(depth - 1, 3.0));
            assert_single(&graph, &run, &table, block);
        }
    });
}

/// Numbers that look random and are the same every time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// A structured function, written from its first block to its last.
#[derive(Default)]
struct Program {
    edges: Vec<Vec<u32>>,
    /// How many decisions of ifs and while loops stand around each block.
    depth: Vec<u32>,
}

impl Program {
    /// The next block, entered from `from`.
    fn begin(&mut self, from: &[u32], depth: u32) -> u32 {
        let block = self.edges.len() as u32;
        from.iter().for_each(|&source| self.edges[source as usize].push(block));
        self.edges.push(Vec::new());
        self.depth.push(depth);
        block
    }
}

/// A structured function of about `blocks` blocks: sequences of ifs, while and do-while loops,
/// nested up to 40 deep.
fn structured(blocks: usize) -> Program {
    enum Open {
        If(u32),
        While(u32),
        DoWhile(u32),
    }
    let mut program = Program::default();
    let mut open: Vec<Open> = Vec::new();
    let mut draw = Draw(7);
    // Every statement ends the block `at` and begins the next.
    let (mut at, mut depth) = (program.begin(&[], 0), 0);
    while program.edges.len() < blocks || !open.is_empty() {
        let closing = program.edges.len() >= blocks || open.len() >= 40;
        let choice = if closing { 3 } else { draw.below(4) };
        let closed = if choice == 3 { open.pop() } else { None };
        at = match (choice, closed) {
            (_, Some(Open::If(test))) => {
                depth -= 1;
                program.begin(&[at, test], depth)
            }
            (_, Some(Open::While(test))) => {
                depth -= 1;
                program.edges[at as usize].push(test);
                program.begin(&[test], depth)
            }
            (_, Some(Open::DoWhile(head))) => {
                program.edges[at as usize].push(head);
                program.begin(&[at], depth)
            }
            (0, None) => {
                depth += 1;
                open.push(Open::If(at));
                program.begin(&[at], depth)
            }
            (1, None) => {
                let test = program.begin(&[at], depth);
                depth += 1;
                open.push(Open::While(test));
                program.begin(&[test], depth)
            }
            _ => {
                let head = program.begin(&[at], depth);
                open.push(Open::DoWhile(head));
                head
            }
        };
    }
    program
}

#[test]
fn a_random_structured_function_of_a_million_blocks() {
    on_a_small_stack(|| {
        let Program { edges, depth } = structured(size(1_000_000) as usize);
        let blocks = edges.len() as u32;
        let graph = graph(blocks, |block, out| {
            match edges[block as usize][..] {
                [then, or_else] => out.branch(then, or_else),
                [to] => out.jump(to),
                _ => out.exit(),
            };
        });
        // The function was entered and nothing else is known: the level of a block is the number of
        // decisions around it.
        let run = Seen(|_| false, |_, _| None);
        let table = swept(&graph, &run);
        for (block, &depth) in graph.all_blocks().zip(&depth) {
            assert_eq!(table.dependence(block), fitness(depth, 0.0), "{block}");
        }
        let deepest = (0..blocks).max_by_key(|&block| depth[block as usize]).expect("not empty");
        for block in [0, deepest, blocks / 2, blocks - 1].map(Block::new) {
            assert_single(&graph, &run, &table, block);
        }

        // The blocks of a prefix ran, their predicates were not evaluated: no level is higher than
        // before.
        let prefix = Seen(|block| block < 1_000, |_, _| None);
        let nearer = swept(&graph, &prefix);
        assert!(graph.all_blocks().all(|block| nearer.block(block) <= table.block(block)));
        assert_single(&graph, &prefix, &nearer, Block::new(deepest));
    });
}

/// All goals of a function of a million blocks, from one trace: the row, the suite and the frozen
/// run.
#[test]
fn all_goals_of_a_straight_line_of_a_million_blocks() {
    on_a_small_stack(|| {
        const N: u32 = size(1_000_000);
        const LAST: u32 = N - 1;
        // Block 0 decides whether any of the others runs; each is a line.
        let graph = graph(N, |block, out| {
            out.statements(1);
            match block {
                0 => out.branch(1, LAST),
                LAST => out.exit(),
                _ => out.jump(block + 1),
            };
        });
        let lines = Lines::new(
            graph.all_blocks().map(|block| (block.statement(0), Line::new(block.number()))),
        );
        let mutants: Vec<_> = (0..N)
            .step_by(1000)
            .map(|n| MutantGoal::new(Mutant::new(n / 1000), Block::new(n).statement(0)))
            .collect();
        let methods = [Method::new(FIRST).returning(Domain::BOOL)];
        let program = sbst::objective::Program::new(&graph)
            .with_lines(&lines)
            .with_mutants(&mutants)
            .with_methods(&methods);
        assert_eq!(program.check(), Ok(()));
        let mut goals = Goals::<Trace>::new();
        let added = Criterion::SMART.map(|criterion| goals.add(criterion, &program).len());
        assert_eq!(added, [2, 2, N as usize, mutants.len(), 1, 1, 0, 2]);

        let trace = goals.trace(&graph);
        let f = trace.root().enter(FIRST);
        f.decide(0, Decision::observed(false, Distance::from(6)));
        f.done(LAST, 1);
        f.returns(LAST, false);
        drop(f);
        let mut row = Vec::new();
        goals.measure(&graph, &trace, &mut Tables::new(&graph), &mut row);
        let value = |goal| row[goals.find(goal).expect("a goal").index()];
        assert!(
            value(Goal::Line(Line::new(0))).is_covered()
                && value(Goal::Line(Line::new(LAST))).is_covered()
        );
        assert_eq!(value(Goal::Line(Line::new(N / 2))), fitness(1, 6.0));
        assert_eq!(value(Goal::Mutant(Mutant::new(N / 1000 - 1))), fitness(2, 6.0));
        assert_eq!(value(Goal::DirectBranch(Branch::new(0))), fitness(0, 6.0));
        assert_eq!(value(Goal::Output(FIRST, Partition::True)), fitness(0, 1.0));
        let mut suite = SuiteRow::new();
        suite.add(&row);
        assert_eq!(suite.coverage(&goals, Criterion::Line).to_string(), format!("2 of {N}"));
        assert_eq!(
            lines_and_branches(&graph, &lines, std::slice::from_ref(&trace), Twice::Off),
            6.0 / 7.0 + f64::from(N - 2) / f64::from(N - 1)
        );
        assert_eq!(trace.record().progress(Block::new(LAST)), Some(1));
        assert_eq!(trace.check(), Ok(()));
    });
}
