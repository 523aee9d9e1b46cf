//! Goals of several criteria, measured after a sweep.

use crate::shapes::{Listing, Random, structured, walk};
use crate::steady;
use sbst::distance::Distance;
use sbst::execution::{Domain, ExceptionKind, Execution, Facts, Thrown, Trace};
use sbst::fitness::{Fitness, fitness_of_block, fitness_of_branch};
use sbst::flow::{BlockSketch, ControlFlow, FlowGraph, Lines};
use sbst::id::{Line, Mutant, Statement, Symbol};
use sbst::objective::{Criterion, Goal, Goals, Method, MutantGoal, Program, Tables};

/// A listing with two statements in every block.
struct Lined(Listing);

impl ControlFlow for Lined {
    fn block_count(&self) -> usize {
        self.0.block_count()
    }

    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        out.statements(2);
        self.0.describe(block, out);
    }
}

/// The criteria of smart selection, and the others that tell no histories or effects apart.
const CRITERIA: [Criterion; 12] = [
    Criterion::Branch,
    Criterion::DirectBranch,
    Criterion::Line,
    Criterion::WeakMutation,
    Criterion::Method,
    Criterion::MethodNoException,
    Criterion::Exception,
    Criterion::Output,
    Criterion::Input,
    Criterion::Block,
    Criterion::Statement,
    Criterion::MethodEntry,
];

/// Measures the goals of twelve criteria, about 1 600 of them.
pub(crate) fn all_criteria() {
    let mut graph = FlowGraph::new();
    for n in 0..9 {
        graph.add(&Lined(structured(15 + n))).expect("a legal function");
    }
    // Two lines for each block; the second line of every fifth block goes on in the next block.
    let places: Vec<Statement> =
        graph.all_blocks().flat_map(|block| [block.statement(0), block.statement(1)]).collect();
    let line = |place: &Statement| {
        let shared = place.index == 1 && place.block.number().is_multiple_of(5);
        Line::new(2 * place.block.number() + place.index + u32::from(shared))
    };
    let lines = Lines::new(places.iter().map(|place| (*place, line(place))));
    let mutant = |(number, place)| MutantGoal::new(Mutant::new(number), place);
    let mutants: Vec<_> = (0..).zip(places.iter().copied()).map(mutant).collect();
    let method =
        |function| Method::new(function).returning(Domain::SIGNED).taking([Domain::SIGNED]);
    let methods: Vec<_> = graph.functions().step_by(2).map(method).collect();
    let program =
        Program::new(&graph).with_methods(&methods).with_lines(&lines).with_mutants(&mutants);
    let mut goals: Goals<Trace> = Goals::new();
    for criterion in CRITERIA {
        goals.add(criterion, &program);
    }
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    run(&graph, &trace);
    goals.discover(&trace);
    assert_eq!(trace.check(), Ok(()));

    let mut row = vec![Fitness::NEVER; goals.len()];
    let seen = goals.observe(&graph, &trace, &mut tables);
    steady(|| goals.fitness(goals.ids(), &seen, &mut row));

    // By definition where it is short; the other goals are measured one by one.
    let statement = |place: Statement| match trace.progress(place.block) {
        Some(progress) if progress >= place.index => Fitness::COVERED,
        Some(progress) => Distance::from(place.index - progress).into(),
        None => fitness_of_block(&graph, &trace, place.block).one_level_up(),
    };
    for (id, &value) in goals.ids().zip(&row) {
        let expected = match goals.goal(id) {
            Goal::Branch(branch) => fitness_of_branch(&graph, &trace, branch),
            Goal::Block(block) => fitness_of_block(&graph, &trace, block),
            Goal::Statement(place) => statement(place),
            Goal::Line(line) => {
                let all = lines.statements_on(line).chunk_by(|a, b| a.block == b.block);
                all.map(|same| statement(same[0])).min().unwrap_or(Fitness::NEVER)
            }
            Goal::Method(function) if trace.called_by_test(function) => Fitness::COVERED,
            Goal::Method(_) => Distance::INFINITE.into(),
            _ => goals.fitness_of(id, &seen),
        };
        assert_eq!(value, expected, "{}", goals.goal(id));
    }
    for criterion in CRITERIA {
        let mut values = goals.of(criterion).map(|id| row[id.index()]);
        assert!(values.any(Fitness::is_covered), "no goal of {criterion} is covered");
    }
}

/// Records walks in every third function. Every fourth of their mutants is infected.
fn run(graph: &FlowGraph, trace: &Trace) {
    let mut random = Random(5);
    for function in graph.functions().step_by(3) {
        walk(graph, function, trace, 3, 30);
        for block in graph.blocks_of(function) {
            if trace.progress(block).is_some() {
                let distance = Distance::from(random.below(4) as u32);
                trace.infected(Mutant::new(2 * block.number()), distance);
            }
        }
        trace.argument(function, 0, random.below(9) as i32 - 4);
        trace.returned(function, random.below(9) as i32 - 4);
        trace.threw(Thrown::new(function, Symbol::new(0), ExceptionKind::Implicit));
    }
}
