//! Goals of all criteria of one execution: what measuring them costs beyond the sweep, and beside
//! measuring each goal by itself.

#![allow(missing_docs, reason = "criterion's macro makes public functions")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sbst::distance::Relation;
use sbst::distance::infection::relation;
use sbst::distance::{Distance, lt};
use sbst::execution::{Domain, ExceptionKind, Execution, Facts, On, Plane, Thrown, Trace};
use sbst::fitness::{Fitness, fitness_of_block, fitness_of_branch};
use sbst::flow::{BlockSketch, ControlFlow, FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Function, GoalId, Line, Mutant, Symbol};
use sbst::objective::{
    CoverageGoal, Criterion as Criteria, DirectGoal, Forms, Goal, Goals, LineGoal, Method,
    MethodGoal, MutantGoal, Program, Tables,
};
use sbst::published::whole_suite::{self, Twice};
use std::hint::black_box;
use std::time::Duration;

mod shapes;
use shapes::{Listing, Random, structured, walk};

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

/// Functions of about 20 blocks, with lines, mutants and methods: about 130 goals each.
struct Subject {
    graph: FlowGraph,
    lines: Lines,
    mutants: Vec<MutantGoal>,
    methods: Vec<Method>,
}

impl Subject {
    fn new(functions: usize) -> Self {
        let bodies: Vec<_> = (0..20).map(|n| Lined(structured(15 + n % 10))).collect();
        let mut graph = FlowGraph::new();
        for n in 0..functions {
            graph.add(&bodies[n % bodies.len()]).expect("a legal shape");
        }
        // Each block has two lines; every fifth shares one with the next.
        let line = |block: Block, k: u32| {
            Line::new(
                2 * block.number() + k + u32::from(block.number().is_multiple_of(5) && k == 1),
            )
        };
        let lines = Lines::new(
            graph
                .all_blocks()
                .flat_map(|block| [0, 1].map(|k| (block.statement(k), line(block, k)))),
        );
        let places = graph.all_blocks().flat_map(|block| [block.statement(0), block.statement(1)]);
        let mutants = (0..)
            .zip(places)
            .map(|(mutant, statement)| MutantGoal::new(Mutant::new(mutant), statement))
            .collect();
        // Tests can call every second function.
        let methods = graph
            .functions()
            .step_by(2)
            .map(|function| Method::new(function).returning(Domain::SIGNED))
            .collect();
        Self { graph, lines, mutants, methods }
    }

    /// One condition: 2 branches, 2 direct branches, 3 lines, a mutant, a method that is called and
    /// one that returns.
    fn smallest() -> Self {
        let body = FlowBuilder::new()
            .statements(0, 1)
            .branch(0, 1, 2)
            .statements(1, 1)
            .exit(1)
            .statements(2, 1)
            .exit(2);
        let graph = FlowGraph::of(&body).expect("a legal function");
        let lines = Lines::new(
            graph.all_blocks().map(|block| (block.statement(0), Line::new(block.number()))),
        );
        let mutants =
            vec![MutantGoal::new(Mutant::new(0), graph.entry(Function::new(0)).statement(0))];
        Self { graph, lines, mutants, methods: vec![Method::new(Function::new(0))] }
    }

    fn goals(&self, forms: Forms) -> Goals<Trace> {
        let program = Program::new(&self.graph)
            .with_methods(&self.methods)
            .with_lines(&self.lines)
            .with_mutants(&self.mutants);
        let program = program.in_forms(forms);
        let mut goals = Goals::new();
        for criterion in Criteria::SMART {
            goals.add(criterion, &program);
        }
        goals
    }

    /// Walks in every third function; every fourth of their mutants is infected; some throw.
    fn run(&self, trace: &Trace) {
        let mut random = Random(5);
        for function in self.graph.functions().step_by(3) {
            walk(&self.graph, function, trace, 3, 30);
            for block in
                self.graph.blocks_of(function).filter(|&block| trace.progress(block).is_some())
            {
                let distance = Distance::from(random.below(4) as u32);
                trace.infected(Mutant::new(2 * block.number()), distance);
            }
            trace.returned(function, random.below(9) as i32 - 4);
            if random.below(10) == 0 {
                trace.threw(Thrown::new(
                    function,
                    Symbol::new(random.below(3) as u32),
                    ExceptionKind::Implicit,
                ));
            }
        }
    }

    /// The objective of an identity.
    fn push(&self, goals: &mut Goals<Trace>, goal: Goal) {
        match goal {
            Goal::Branch(branch) => goals.push(CoverageGoal::new(branch)),
            Goal::DirectBranch(branch)
                if self
                    .graph
                    .function_of(self.graph.edge(branch).source)
                    .index()
                    .is_multiple_of(2) =>
            {
                goals.push(DirectGoal::new(branch))
            }
            Goal::DirectBranch(branch) => goals.push(DirectGoal::new(branch).through_any_call()),
            Goal::Line(line) => goals.push(LineGoal::new(line, &self.lines)),
            Goal::Mutant(mutant) => goals.push(self.mutants[mutant.index()]),
            Goal::Method(function) => goals.push(MethodGoal::new(function)),
            Goal::MethodNoException(function) => {
                goals.push(MethodGoal::new(function).without_exception())
            }
            Goal::Output(function, partition) => {
                goals.push(CoverageGoal::new((function, partition)))
            }
            Goal::Exception(thrown) => goals.push(CoverageGoal::new(thrown)),
            _ => unreachable!("no such goal was added"),
        };
    }

    /// One goal without any table: the naive way.
    fn alone(&self, trace: &Trace, goal: Goal) -> Fitness {
        let graph = &self.graph;
        let missing = Fitness::from(Distance::INFINITE);
        let statement = |block, k| match trace.progress(block) {
            Some(progress) if progress >= k => Fitness::COVERED,
            Some(progress) => Distance::from(k - progress).into(),
            None => fitness_of_block(graph, trace, block).one_level_up(),
        };
        let is_method = |function: Function| function.index().is_multiple_of(2);
        let covered = |covered: bool| if covered { Fitness::COVERED } else { missing };
        match goal {
            Goal::Branch(branch) => fitness_of_branch(graph, trace, branch),
            Goal::DirectBranch(branch)
                if is_method(graph.function_of(graph.edge(branch).source)) =>
            {
                fitness_of_branch(graph, &On(trace, Plane::Direct), branch)
            }
            Goal::DirectBranch(branch) => fitness_of_branch(graph, trace, branch),
            Goal::Line(line) => {
                let statements = self
                    .lines
                    .statements_on(line)
                    .chunk_by(|a, b| a.block == b.block)
                    .map(|same| same[0]);
                statements
                    .map(|first| statement(first.block, first.index))
                    .min()
                    .unwrap_or(Fitness::NEVER)
            }
            Goal::Mutant(mutant) => match trace.infection(mutant) {
                Some(infection) => infection.into(),
                None => {
                    statement(Block::new(mutant.number() / 2), mutant.number() % 2).one_level_up()
                }
            },
            Goal::Method(function) => covered(trace.called_by_test(function)),
            Goal::MethodNoException(function) => covered(trace.returned_to_test(function)),
            Goal::Output(function, partition) => {
                trace.output_distance(function, partition).map_or(missing, Fitness::from)
            }
            Goal::Exception(thrown) => covered(sbst::execution::Facts::has_thrown(trace, thrown)),
            _ => unreachable!("no such goal was added"),
        }
    }
}

/// The function in which a goal lies: the order of the program.
fn place(subject: &Subject, goal: Goal) -> (u32, u32) {
    let block = match goal {
        Goal::Branch(branch) | Goal::DirectBranch(branch) => subject.graph.edge(branch).source,
        Goal::Line(line) => subject.lines.statements_on(line)[0].block,
        Goal::Mutant(mutant) => Block::new(mutant.number() / 2),
        Goal::Method(function) | Goal::MethodNoException(function) | Goal::Output(function, _) => {
            subject.graph.entry(function)
        }
        Goal::Exception(thrown) => subject.graph.entry(thrown.function),
        _ => unreachable!("no such goal was added"),
    };
    (subject.graph.function_of(block).number(), block.number())
}

fn mixed(c: &mut Criterion) {
    let mut group = c.benchmark_group("mixed goals");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    for count in [10, 1_000, 100_000] {
        let subject = if count == 10 { Subject::smallest() } else { Subject::new(count / 111) };
        let mut goals = subject.goals(Forms::LEVELS);
        let (trace, mut tables) = (goals.trace(&subject.graph), Tables::new(&subject.graph));
        subject.run(&trace);
        if count > 10 {
            goals.discover(&trace);
        }
        assert_eq!(trace.check(), Ok(()));

        // The same goals in registries that got them function by function and block by block; and
        // asked for in an order that is not that of the registry.
        let mut order: Vec<GoalId> = goals.ids().collect();
        order.sort_by_key(|&id| place(&subject, goals.goal(id)).0);
        let mut by_function = Goals::new();
        order.iter().for_each(|&id| subject.push(&mut by_function, goals.goal(id)));
        assert_eq!(by_function.len(), goals.len());
        let mut blocks: Vec<GoalId> = goals.ids().collect();
        blocks.sort_by_key(|&id| place(&subject, goals.goal(id)));
        let mut by_block = Goals::new();
        blocks.iter().for_each(|&id| subject.push(&mut by_block, goals.goal(id)));

        let mut row = vec![Fitness::NEVER; goals.len()];
        let seen = goals.observe(&subject.graph, &trace, &mut tables);
        goals.fitness(goals.ids(), &seen, &mut row);
        for (id, &value) in goals.ids().zip(&row).step_by(1 + count / 2000) {
            assert_eq!(value, subject.alone(&trace, goals.goal(id)), "{}", goals.goal(id));
            let same = by_function.find(goals.goal(id)).expect("the same goals");
            assert_eq!(value, by_function.fitness_of(same, &seen));
        }

        group.throughput(Throughput::Elements(goals.len() as u64));
        for (order, registry) in [
            ("criterion by criterion", &goals),
            ("function by function", &by_function),
            ("block by block", &by_block),
        ] {
            group.bench_function(BenchmarkId::new(order, count), |b| {
                b.iter(|| registry.fitness(registry.ids(), black_box(&seen), black_box(&mut row)));
            });
        }
        group.bench_function(BenchmarkId::new("block by block, another order", count), |b| {
            b.iter(|| goals.fitness(blocks.iter().copied(), black_box(&seen), black_box(&mut row)));
        });
        {
            let mut published = subject.goals(Forms::PUBLISHED);
            if count > 10 {
                published.discover(&trace);
            }
            group.bench_function(BenchmarkId::new("published forms", count), |b| {
                b.iter(|| {
                    published.fitness(published.ids(), black_box(&seen), black_box(&mut row));
                });
            });
        }
        if count <= 1_000 {
            group.bench_function(BenchmarkId::new("each by itself", count), |b| {
                b.iter(|| goals.ids().map(|id| subject.alone(&trace, goals.goal(id))).max());
            });
        }
        group.bench_function(BenchmarkId::new("sweep of both tables", count), |b| {
            b.iter(|| {
                goals.observe(&subject.graph, black_box(&trace), &mut tables);
            });
        });
    }
    group.finish();
}

/// The goals of one criterion, about 100 000 goals of all together.
fn one_criterion(c: &mut Criterion) {
    let mut group = c.benchmark_group("goals of one criterion");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    let subject = Subject::new(900);
    let mut goals = subject.goals(Forms::LEVELS);
    let (trace, mut tables) = (goals.trace(&subject.graph), Tables::new(&subject.graph));
    subject.run(&trace);
    goals.discover(&trace);
    let seen = goals.observe(&subject.graph, &trace, &mut tables);
    let mut row = vec![Fitness::NEVER; goals.len()];
    for criterion in Criteria::SMART {
        let ids: Vec<GoalId> = goals.of(criterion).collect();
        group.throughput(Throughput::Elements(ids.len() as u64));
        group.bench_function(BenchmarkId::new(criterion.to_string(), ids.len()), |b| {
            b.iter(|| goals.fitness(ids.iter().copied(), black_box(&seen), black_box(&mut row)));
        });
    }
    group.finish();
}

/// What hooks cost that goals other than branches need.
fn hooks(c: &mut Criterion) {
    let graph =
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2)).expect("a loop");
    let [plain, apart] = [false, true].map(|direct| {
        let trace = Trace::new(&graph).with_mutants(1);
        if direct { trace.with_direct_calls() } else { trace }
    });
    let mut group = c.benchmark_group("hooks");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(500));
    for (what, trace) in [("decide", &plain), ("decide, direct calls apart", &apart)] {
        let f = trace.root().enter(Function::new(0));
        let mut x = 0;
        group.bench_function(what, |b| {
            b.iter(|| {
                x = (x + 1) % 100;
                f.decide(0, lt(black_box(x), 50))
            });
        });
    }
    let f = plain.root().enter(Function::new(0));
    let relation = |x: i32| relation(x, 50, Relation::Less, Relation::LessOrEqual);
    group.bench_function("infected by a relation", |b| {
        b.iter(|| f.infected(Mutant::new(0), relation(black_box(7))));
    });
    let first = Function::new(0);
    group.bench_function("returned i32", |b| b.iter(|| plain.returned(first, black_box(7))));
    group.bench_function("returned &str of 10", |b| {
        b.iter(|| plain.returned(first, black_box("0123456789")));
    });
    group.finish();
}

/// The published fitness of a suite of 100 tests: asked of the slice of its records, and of a trace
/// that merges them first.
fn suites(c: &mut Criterion) {
    let subject = Subject::new(100);
    let trace = Trace::new(&subject.graph);
    let tests: Vec<_> = (0..100)
        .map(|n| {
            trace.reset();
            for function in subject.graph.functions().skip(n).step_by(10).take(5) {
                walk(&subject.graph, function, &trace, 1, 10 + n);
            }
            trace.record()
        })
        .collect();
    let branches = || subject.graph.all_branches();
    let slice = || whole_suite::branches(&subject.graph, branches(), &tests, Twice::Suite);
    let merged = || {
        trace.reset();
        tests.iter().for_each(|test| trace.merge(test).expect("the same graph"));
        whole_suite::branches(
            &subject.graph,
            branches(),
            std::slice::from_ref(&trace),
            Twice::Suite,
        )
    };
    assert_eq!(slice(), merged());
    let mut group = c.benchmark_group("suite of 100 tests");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(branches().len() as u64));
    group.bench_function("slice of records", |b| b.iter(slice));
    group.bench_function("records merged first", |b| b.iter(merged));
    group.finish();
}

criterion_group!(benches, mixed, one_criterion, hooks, suites);
criterion_main!(benches);
