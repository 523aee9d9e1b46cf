//! Programs with lines, mutants and methods, at random, and where in the library's graph their
//! parts lie.

use super::generate::{any_shape, shape};
use super::picture::Picture;
use super::values::ways;
use super::{Shape, Way, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::{Domain, Partition};
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Block, Branch, Function, Line, Mutant};
use sbst::objective::{Forms, Method, MutantGoal, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A function that tests can call.
#[derive(Clone, Debug)]
pub struct Callable {
    pub function: usize,
    pub returns: Vec<Partition>,
    pub takes: Vec<Vec<Partition>>,
}

/// A program as plain data; blocks by their program-wide numbers.
#[derive(Clone, Debug)]
pub struct Subject {
    pub shapes: Vec<Shape>,
    /// Block, statement, line.
    pub lines: Vec<(usize, u32, u32)>,
    /// Number, block, statement; of a number that is named twice the first counts.
    pub mutants: Vec<(u32, usize, u32)>,
    pub methods: Vec<Callable>,
}

/// Up to `functions` functions of up to `blocks` blocks, some of these out of reach; lines 0 to 5,
/// mutants 0 to 4.
pub fn subject(functions: usize, blocks: usize) -> impl Strategy<Value = Subject> {
    let one = prop_oneof![3 => any_shape(blocks), 1 => shape(blocks)];
    let domain = || proptest::sample::subsequence(Partition::ALL.to_vec(), 0..4);
    let method = (any::<u8>(), domain(), vec(domain(), 0..3));
    let lines = vec((any::<u8>(), 0..4_u32, 0..6_u32), 0..12);
    let mutants = vec((0..5_u32, any::<u8>(), 0..4_u32), 0..6);
    (vec(one, 1..=functions), lines, mutants, vec(method, 0..4)).prop_map(
        |(shapes, lines, mutants, methods)| {
            let blocks: usize = shapes.iter().map(Shape::len).sum();
            let block = |pick: u8| usize::from(pick) % blocks;
            let functions = shapes.len();
            let callable = |(pick, returns, takes): (u8, _, _)| Callable {
                function: usize::from(pick) % functions,
                returns,
                takes,
            };
            Subject {
                lines: lines.into_iter().map(|(pick, k, line)| (block(pick), k, line)).collect(),
                // Each number once.
                mutants: mutants
                    .into_iter()
                    .map(|(number, pick, k)| (number, (block(pick), k)))
                    .collect::<BTreeMap<_, _>>()
                    .into_iter()
                    .map(|(number, (block, k))| (number, block, k))
                    .collect(),
                methods: methods.into_iter().map(callable).collect(),
                shapes,
            }
        },
    )
}

/// A program and the library's graph of it.
pub struct World {
    pub subject: Subject,
    pub graph: FlowGraph,
    pub lines: Lines,
    pub mutants: Vec<MutantGoal>,
    pub methods: Vec<Method>,
    pub pictures: Vec<Picture>,
    ways: BTreeMap<Branch, (usize, Way)>,
}

/// The plain data only: it says all.
impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.subject.fmt(f)
    }
}

impl World {
    pub fn new(subject: Subject) -> Self {
        let graph = program(&subject.shapes);
        let row = |&(block, k, line): &(usize, u32, u32)| {
            (Block::new(block as u32).statement(k), Line::new(line))
        };
        let mutant = |&(number, block, k): &(u32, usize, u32)| {
            MutantGoal::new(Mutant::new(number), Block::new(block as u32).statement(k))
        };
        let method = |callable: &Callable| {
            let takes = callable.takes.iter().map(|domain| Domain::of(domain));
            Method::new(Self::function(callable.function))
                .returning(Domain::of(&callable.returns))
                .taking(takes)
        };
        let named = graph.functions().enumerate();
        let ways = named.flat_map(|(f, function)| {
            ways(&graph, function).into_iter().map(move |(way, branch)| (branch, (f, way)))
        });
        Self {
            lines: Lines::new(subject.lines.iter().map(row)),
            mutants: subject.mutants.iter().map(mutant).collect(),
            methods: subject.methods.iter().map(method).collect(),
            pictures: subject.shapes.iter().map(Picture::by_definition).collect(),
            ways: ways.collect(),
            graph,
            subject,
        }
    }

    pub fn program(&self, forms: Forms) -> Program<'_> {
        let program = Program::new(&self.graph).with_methods(&self.methods).with_lines(&self.lines);
        program.with_mutants(&self.mutants).in_forms(forms)
    }

    pub fn function(number: usize) -> Function {
        Function::new(number as u32)
    }

    fn start(&self, function: usize) -> usize {
        self.subject.shapes[..function].iter().map(Shape::len).sum()
    }

    pub fn block(&self, function: usize, block: usize) -> Block {
        Block::new((self.start(function) + block) as u32)
    }

    /// Function of a block, and its number there.
    pub fn place(&self, block: Block) -> (usize, usize) {
        let function = (0..self.subject.shapes.len())
            .rev()
            .find(|&f| self.start(f) <= block.index())
            .expect("a block of this program");
        (function, block.index() - self.start(function))
    }

    pub fn way(&self, branch: Branch) -> (usize, Way) {
        self.ways[&branch]
    }

    pub fn branch(&self, function: usize, way: Way) -> Branch {
        *self
            .ways
            .iter()
            .find(|entry| *entry.1 == (function, way))
            .expect("a branch of this program")
            .0
    }

    /// The line of each statement; of two lines that claim it the least.
    pub fn line_of(&self) -> BTreeMap<(usize, u32), u32> {
        let mut least = BTreeMap::new();
        for &(block, k, line) in &self.subject.lines {
            let own = least.entry((block, k)).or_insert(line);
            *own = line.min(*own);
        }
        least
    }

    /// All lines that hold a statement.
    pub fn named_lines(&self) -> BTreeSet<u32> {
        self.line_of().into_values().collect()
    }

    /// Function, block and first statement of a line in each block that has one.
    pub fn places(&self, line: u32) -> Vec<(usize, usize, u32)> {
        let mut first = BTreeMap::new();
        for ((block, k), _) in self.line_of().into_iter().filter(|entry| entry.1 == line) {
            let least = first.entry(block).or_insert(k);
            *least = k.min(*least);
        }
        let place = |block: usize| self.place(Block::new(block as u32));
        first.into_iter().map(|(block, k)| (place(block).0, place(block).1, k)).collect()
    }

    /// Block and statement that a mutant changes.
    pub fn mutant(&self, number: u32) -> ((usize, usize), u32) {
        let &(_, block, k) = self
            .subject
            .mutants
            .iter()
            .find(|mutant| mutant.0 == number)
            .expect("a mutant of this program");
        (self.place(Block::new(block as u32)), k)
    }
}
