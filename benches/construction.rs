//! Slices, construction graphs, places and plans; slices beside the definition, a search over
//! instructions with their chains of calls.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

mod shapes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
use sbst::id::{Instruction, Symbol};
use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS};
use sbst_seeding::slice::{Limits, Slice};
use shapes::Random;
use std::collections::BTreeSet;
use std::hint::black_box;

/// What an instruction is, and what it depends on.
struct Row {
    kind: InstructionKind,
    operands: Vec<(Role, Instruction)>,
    control: Option<Instruction>,
    returns: Option<Instruction>,
}

/// A program with a sliced method and getters.
#[derive(Default)]
struct Program {
    rows: Vec<Row>,
    /// What the method ends with: what nothing else in it uses.
    ends: Vec<Instruction>,
}

impl Program {
    fn graph(&self) -> DependenceGraph {
        let mut graph = DependenceGraph::new();
        for row in &self.rows {
            let instruction = graph.add(row.kind, row.operands.iter().copied());
            if let Some(operand) = row.control {
                graph.control(instruction, operand).expect("it is there");
            }
            if let Some(returned) = row.returns {
                graph.returns(instruction, returned).expect("it is there");
            }
        }
        graph
    }

    /// A method of so many instructions, most of which read fields and elements of others or call
    /// one of 50 getters; with loops, some variables take what comes later.
    fn new(instructions: usize, loops: bool) -> Self {
        let mut program = Self::default();
        let getters: Vec<Instruction> = (0..50)
            .map(|name| {
                let this = program.add(InstructionKind::This, vec![]);
                let inner = program
                    .add(InstructionKind::Field(Symbol::new(name)), vec![(Role::Receiver, this)]);
                program.add(
                    InstructionKind::Field(Symbol::new(name + 1)),
                    vec![(Role::Receiver, inner)],
                )
            })
            .collect();
        let mut random = Random(7);
        let mut method: Vec<Instruction> =
            (0..4).map(|place| program.add(InstructionKind::Parameter(place), vec![])).collect();
        let mut used = BTreeSet::new();
        while method.len() < instructions {
            // Those before it are used more often.
            let near = method.len() - 1 - random.below(method.len().min(30) as u64) as usize;
            let (of, other) = (method[near], method[random.below(method.len() as u64) as usize]);
            let name = Symbol::new(random.below(20) as u32);
            let (kind, operands) = match random.below(10) {
                0..=3 => (InstructionKind::Field(name), vec![(Role::Receiver, of)]),
                4 => (InstructionKind::Element, vec![(Role::Receiver, of), (Role::Index, other)]),
                5 => (InstructionKind::Cast, vec![(Role::Value, of), (Role::Value, other)]),
                6 => (InstructionKind::Other, vec![(Role::Value, of), (Role::Value, other)]),
                7 => (InstructionKind::Parameter(random.below(4) as u32), vec![]),
                _ => (InstructionKind::Call, vec![(Role::Receiver, of)]),
            };
            used.extend(operands.iter().map(|&(_, operand)| operand));
            let instruction = program.add(kind, operands);
            let row = &mut program.rows[instruction.index()];
            row.control = Some(other);
            row.returns =
                (kind == InstructionKind::Call).then(|| getters[random.below(50) as usize]);
            if loops && kind == InstructionKind::Field(name) && random.below(10) == 0 {
                let back = method
                    .iter()
                    .rev()
                    .take(30)
                    .find(|at| program.rows[at.index()].kind == InstructionKind::Cast);
                back.copied().iter().for_each(|at| {
                    program.rows[at.index()].operands.push((Role::Value, instruction));
                });
            }
            method.push(instruction);
        }
        program.ends =
            method.into_iter().filter(|instruction| !used.contains(instruction)).collect();
        program
    }

    fn add(&mut self, kind: InstructionKind, operands: Vec<(Role, Instruction)>) -> Instruction {
        self.rows.push(Row { kind, operands, control: None, returns: None });
        Instruction::new(self.rows.len() as u32 - 1)
    }

    /// The definition: all instructions with their chains of calls, innermost first, that are
    /// reached.
    fn reached(&self, depth: usize) -> BTreeSet<(Vec<Instruction>, Instruction)> {
        let mut work: Vec<(Vec<Instruction>, Instruction)> =
            self.ends.iter().map(|&end| (Vec::new(), end)).collect();
        let mut reached = BTreeSet::new();
        while let Some((calls, instruction)) = work.pop() {
            if !reached.insert((calls.clone(), instruction)) {
                continue;
            }
            let row = &self.rows[instruction.index()];
            let inside = row.operands.iter().map(|&(_, operand)| operand).chain(row.control);
            work.extend(inside.map(|operand| (calls.clone(), operand)));
            if calls.len() < depth {
                let entered = || [instruction].into_iter().chain(calls.iter().copied()).collect();
                work.extend(row.returns.map(|returned| (entered(), returned)));
            }
        }
        reached
    }
}

fn slices(c: &mut Criterion) {
    let mut group = c.benchmark_group("construction/slice");
    for size in [10, 100, 1_000, 10_000, 100_000, 1_000_000] {
        let program = Program::new(size, true);
        let code = program.graph();
        let slice = || {
            Slice::of_branch(&code, program.ends.iter().copied(), [], Limits::PUBLISHED)
                .expect("known instructions")
        };
        group.throughput(Throughput::Elements(slice().len() as u64));
        group.bench_function(BenchmarkId::new("sbst", size), |b| {
            b.iter(|| black_box(slice().len()));
        });
        if size <= 100_000 {
            assert_eq!(slice().len(), program.reached(5).len());
            group.bench_function(BenchmarkId::new("definition", size), |b| {
                b.iter(|| black_box(program.reached(5).len()));
            });
        }
    }
}

/// Two instructions of a program of any size: cost follows what is reached.
fn short(c: &mut Criterion) {
    let mut group = c.benchmark_group("construction/short");
    for size in [100, 10_000, 1_000_000] {
        let mut program = Program::default();
        for place in 0..size / 2 {
            let parameter = program.add(InstructionKind::Parameter(place), vec![]);
            program.ends =
                vec![program.add(
                    InstructionKind::Field(Symbol::new(0)),
                    vec![(Role::Receiver, parameter)],
                )];
        }
        let code = program.graph();
        let slice = || {
            Slice::of_branch(&code, program.ends.iter().copied(), [], Limits::PUBLISHED)
                .expect("known instructions")
        };
        assert_eq!(slice().len(), 2);
        group.bench_function(BenchmarkId::new("sbst", size), |b| {
            b.iter(|| black_box(slice().len()));
        });
    }
}

fn graphs(c: &mut Criterion) {
    for (name, loops) in [("acyclic", false), ("loops", true)] {
        let mut group = c.benchmark_group(format!("construction/{name}"));
        for size in [10, 100, 1_000, 10_000, 100_000, 1_000_000] {
            let program = Program::new(size, loops);
            let slice = Slice::of_branch(
                &program.graph(),
                program.ends.iter().copied(),
                [],
                Limits::PUBLISHED,
            )
            .expect("known instructions");
            let graph = ConstructionGraph::new(&slice);
            group.throughput(Throughput::Elements(slice.len() as u64));
            group.bench_function(BenchmarkId::new("graph", size), |b| {
                b.iter(|| black_box(ConstructionGraph::new(&slice).nodes().len()));
            });
            group.bench_function(BenchmarkId::new("plan", size), |b| {
                b.iter(|| black_box(graph.plan(MAX_STATEMENTS, |_| Some(1)).steps.len()));
            });
            for limit in [1_000, 100_000] {
                let id = BenchmarkId::new(format!("{limit} places"), size);
                group.bench_function(id, |b| {
                    b.iter(|| black_box(graph.unrolled(3, limit).nodes().len()));
                });
            }
        }
    }
}

criterion_group!(benches, slices, short, graphs);
criterion_main!(benches);
