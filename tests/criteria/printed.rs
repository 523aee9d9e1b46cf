//! Goals and suites as the paper on smart selection prints them: against an oracle written from its text alone, and its own numbers.

use super::oracle::criteria::Form;
use super::oracle::observation::Observation;
use super::oracle::run::Run;
use super::oracle::subject::World;
use super::suites::suites;
use super::{config, measured, registry};
use paper::{DirectExecutions, Ends, Executions, MutantSuite, NoDependency, SomeExceptions};
use proptest::prelude::*;
use sbst::distance::infection::values;
use sbst::distance::{Distance, Rules, lt};
use sbst::execution::{DirectEvaluations, Evaluations, Execution, Trace};
use sbst::fitness::suite::{self, Twice};
use sbst::flow::{Body, FlowGraph, Lines};
use sbst::id::{Block, Branch, Function, Line, Mutant};
use sbst::objective::suite::{LinesOfSuite, SuiteRow};
use sbst::objective::{Criterion, Evaluated, Forms, Goal, Goals, Method, MutantGoal, Program, Tables};
use std::slice::from_ref;

#[path = "../oracle/printed/smart.rs"]
mod paper;

/// The oracle does not round as the library does.
fn assert_near(found: f64, expected: f64, what: impl std::fmt::Display) {
    assert!((found - expected).abs() < 1e-9, "{what}: {found} instead of {expected}");
}

/// The paper's view of a program and its tests.
struct Class {
    branches: Vec<paper::Branch>,
    lines: Vec<(Goal, paper::Line)>,
    mutants: Vec<(Goal, paper::Mutant)>,
}

fn executions(distance: Option<Distance>, evaluations: u32) -> Executions {
    let distance = distance.map(Distance::get);
    Executions { covered: distance == Some(0.0), evaluations: evaluations as usize, distance: distance.unwrap_or(f64::INFINITY) }
}

impl Class {
    fn new(world: &World, tests: &[Observation]) -> Self {
        let branch = |branch: Branch| {
            let edge = world.graph.edge(branch);
            let function = world.graph.function_of(edge.source).index();
            let all = tests.iter().map(|test| executions(test.branch_distance(edge), test.evaluations(edge)));
            let direct = |test: &Observation| executions(test.direct.branch_distance(edge), test.direct_evaluations(edge));
            paper::Branch {
                executions: all.collect(),
                direct: tests.iter().map(|test| Some(direct(test))).collect(),
                public: world.subject.methods.iter().any(|method| method.function == function),
            }
        };
        let depends_on = |blocks: &[(usize, usize)]| -> Vec<usize> {
            let ways = blocks.iter().flat_map(|&(f, block)| world.pictures[f].controls[block].iter().map(move |&way| (f, way)));
            ways.map(|(f, way)| world.branch(f, way).index()).collect()
        };
        let line = |goal: Goal| {
            let Goal::Line(line) = goal else { unreachable!("line goals only") };
            let places = world.places(line.number());
            let reached = |test: &Observation| {
                places.iter().any(|&(f, block, k)| test.progress(world.block(f, block)).is_some_and(|progress| progress >= k))
            };
            let covered = tests.iter().map(reached).collect();
            let blocks: Vec<_> = places.iter().map(|&(f, block, _)| (f, block)).collect();
            (goal, paper::Line { covered, depends_on: depends_on(&blocks) })
        };
        let mutant = |goal: Goal| {
            let Goal::Mutant(mutant) = goal else { unreachable!("mutant goals only") };
            let ((f, block), k) = world.mutant(mutant.number());
            // "Reached (i.e., the mutated line is covered)" (3.3); the distance of a mutant that was not evaluated is unknown.
            let infection = |test: &Observation| {
                let is_reached = test.progress(world.block(f, block)).is_some_and(|progress| progress >= k);
                test.infections.get(&mutant.number()).copied().or(if is_reached { Some(f64::INFINITY) } else { None })
            };
            (goal, paper::Mutant { infection: tests.iter().map(infection).collect(), depends_on: depends_on(&[(f, block)]) })
        };
        Self {
            branches: world.graph.all_branches().map(branch).collect(),
            lines: world.goals(Criterion::Line).into_iter().map(line).collect(),
            mutants: world.goals(Criterion::WeakMutation).into_iter().map(mutant).collect(),
        }
    }
}

/// What the entry says of something that depends on no branch, which the paper does not print.
fn entry(world: &World, blocks: impl IntoIterator<Item = (usize, usize)>, run: &Run) -> NoDependency {
    let is_entered = |(f, block): (usize, usize)| {
        let seen = &run.functions[f].1;
        seen.entered && (world.pictures[f].on_entry[block] || seen.progress.contains_key(&block))
    };
    if blocks.into_iter().any(is_entered) { NoDependency::AddsNothing } else { NoDependency::AddsTheWorst }
}

proptest! {
    #![proptest_config(config(192))]

    /// Eq. 7, 10, 12, 14 and direct branches, test by test.
    #[test]
    fn goals_are_as_printed((world, tests) in suites()) {
        let class = Class::new(&world, &tests);
        let published = registry::<Observation>(&world, Form::Published, &[]);
        let definition = registry::<Observation>(&world, Form::Definition, &[]);
        for (number, test) in tests.iter().enumerate() {
            let (row, by_definition) = (measured(&world, &published, test), measured(&world, &definition, test));
            let scalar = |goals: &Goals<Observation>, row: &[_], goal| {
                let id = goals.find(goal).expect("a goal");
                goals.scalar(id, row[id.index()])
            };
            for id in published.ids() {
                let goal = published.goal(id);
                let expected = match goal {
                    Goal::Branch(branch) => paper::branch_of_test(class.branches[branch.index()].executions[number]),
                    Goal::DirectBranch(branch) => {
                        paper::direct_branch_of_test(&class.branches[branch.index()], number, DirectExecutions::InDirectCalls)
                    }
                    Goal::Method(function) | Goal::MethodNoException(function) => {
                        let (called, returned) = (test.called.contains(&function.index()), test.returned.contains(&function.index()));
                        let ends = Ends { normal: returned.into(), exceptional: (called && !returned).into() };
                        let calls = paper::Calls { public: true, direct: ends, all: ends };
                        match goal {
                            Goal::Method(_) => paper::top_level_method_of_test(calls),
                            _ => paper::no_exception_top_level_method_of_test(calls, SomeExceptions::Covered),
                        }
                    }
                    _ => continue,
                };
                assert_near(scalar(&published, &row, goal), expected, goal);
                assert_near(scalar(&definition, &by_definition, goal), expected, goal);
            }
            let (lines, mutants): (Vec<_>, Vec<_>) =
                (class.lines.iter().map(|line| line.1.clone()).collect(), class.mutants.iter().map(|mutant| mutant.1.clone()).collect());
            for (at, (goal, line)) in class.lines.iter().enumerate() {
                let Goal::Line(name) = goal else { unreachable!("line goals only") };
                let blocks = world.places(name.number()).into_iter().map(|(f, block, _)| (f, block));
                let without = entry(&world, blocks, &test.run);
                let eq_12 = paper::augmented_line(&lines, &class.branches, at, number, without);
                assert_near(scalar(&published, &row, *goal), eq_12, goal);
                assert_near(scalar(&definition, &by_definition, *goal), paper::line_of_test(line.covered[number]), goal);
            }
            for (at, (goal, mutant)) in class.mutants.iter().enumerate() {
                let Goal::Mutant(name) = goal else { unreachable!("mutant goals only") };
                let without = entry(&world, [world.mutant(name.number()).0], &test.run);
                let augmented = paper::augmented_mutant(&mutants, &class.branches, at, number, without);
                assert_near(scalar(&published, &row, *goal), augmented, goal);
                assert_near(scalar(&definition, &by_definition, *goal), paper::mutant_of_test(mutant.infection[number]), goal);
            }
        }
    }

    /// Eq. 8, 9, 11, 13 and the sums over mutants and direct branches.
    #[test]
    fn suites_are_as_printed((world, tests) in suites()) {
        let class = Class::new(&world, &tests);
        let lines: Vec<paper::Line> = class.lines.iter().map(|line| line.1.clone()).collect();
        let mutants: Vec<paper::Mutant> = class.mutants.iter().map(|mutant| mutant.1.clone()).collect();
        let all = suite::branches(&world.graph, world.graph.all_branches(), &tests, Twice::Test);
        assert_near(all, paper::branch_coverage(&class.branches), "Eq. 9 over all branches");
        // Those of conditional statements, as goals.
        let goals: Vec<Branch> = world
            .goals(Criterion::Branch)
            .into_iter()
            .filter_map(|goal| if let Goal::Branch(branch) = goal { Some(branch) } else { None })
            .collect();
        let decided: Vec<paper::Branch> = goals.iter().map(|branch| class.branches[branch.index()].clone()).collect();
        let eq_13 = paper::augmented_line_coverage(&lines, &decided);
        assert_near(suite::lines_and_branches(&world.graph, &world.lines, &tests, Twice::Test), eq_13, "Eq. 13");
        if tests.is_empty() {
            return Ok(()); // no row to add
        }

        let mut rows = [SuiteRow::new(), SuiteRow::new()];
        let published = registry::<Observation>(&world, Form::Published, &[]);
        let definition = registry::<Observation>(&world, Form::Definition, &[]);
        for test in &tests {
            rows[0].add(&measured(&world, &published, test));
            rows[1].add(&measured(&world, &definition, test));
        }
        let [row, by_definition] = rows;
        let f_bc = paper::branch_coverage(&decided);
        assert_near(row.branches(&published), f_bc, "Eq. 9");
        let direct_ids = goals.iter().filter_map(|&branch| published.find(Goal::DirectBranch(branch)));
        let direct = paper::direct_branch_coverage(&decided, DirectExecutions::InDirectCalls);
        assert_near(row.sum_of(&published, direct_ids), direct, "direct branches");
        assert_near(row.lines(&published), paper::line_coverage(&lines), "Eq. 11");
        let eq_14 = paper::weak_mutation(&mutants, MutantSuite::SumOfMinima);
        assert_near(by_definition.sum(&definition, Criterion::WeakMutation), eq_14, "the sum of Eq. 14");
        assert_near(row.lines_and_branches(&published), eq_13, "Eq. 13 by goals");

        // 2.3 over any goals: Eq. 11 or 13 of the lines among them, f_BC over all branches, and the sum of all others.
        for step in 1..4 {
            let ids = || published.ids().step_by(step);
            let kept = |goal: &Goal| published.find(*goal).is_some_and(|id| id.index() % step == 0);
            let of_lines: Vec<paper::Line> = class.lines.iter().filter(|line| kept(&line.0)).map(|line| line.1.clone()).collect();
            let others = row.sum_of(&published, ids().filter(|&id| !matches!(published.goal(id), Goal::Line(_))));
            let f_lc = [paper::line_coverage(&of_lines), paper::augmented_line_coverage(&of_lines, &decided)];
            for (form, f_lc) in [LinesOfSuite::Definition, LinesOfSuite::Augmented].into_iter().zip(f_lc) {
                let f_lc = if of_lines.is_empty() { 0.0 } else { f_lc };
                assert_near(row.combined(&published, ids(), form), paper::combined(&[others, f_lc]), "2.3");
            }
        }
        let definition_of_all = paper::combined(&[
            by_definition.sum(&definition, Criterion::Branch),
            by_definition.sum(&definition, Criterion::DirectBranch),
            paper::line_coverage(&lines),
            eq_14,
        ]);
        let four = [Criterion::Branch, Criterion::DirectBranch, Criterion::Line, Criterion::WeakMutation];
        let ids = four.into_iter().flat_map(|criterion| definition.of(criterion));
        assert_near(by_definition.combined(&definition, ids, LinesOfSuite::Definition), definition_of_all, "2.3 by definition");
    }
}

const CHECK: Function = Function::new(0);
const CALLER: Function = Function::new(1);
const LESS: Branch = Branch::new(0);

/// check(x): 0 (line 1): if x < 10 { 1 (line 2, mutant 0) } 2 (line 3); and a function that calls it.
struct Example {
    graph: FlowGraph,
    lines: Lines,
    mutants: [MutantGoal; 1],
    methods: [Method; 2],
}

impl Example {
    fn new() -> Self {
        let body = Body::new().statements(0, 1).branch(0, 1, 2).statements(1, 1).jump(1, 2).statements(2, 1).exit(2);
        let mut graph = FlowGraph::of(&body).expect("legal");
        graph.add(&Body::new().exit(0)).expect("legal");
        let lines = Lines::new([0, 1, 2].map(|block| (Block::new(block), 0, Line::new(block + 1))));
        let mutants = [MutantGoal::new(Mutant::new(0), Block::new(1), 0)];
        Self { graph, lines, mutants, methods: [CHECK, CALLER].map(Method::new) }
    }

    fn program(&self, forms: Forms) -> Program<'_> {
        let program = Program::new(&self.graph).with_lines(&self.lines).with_mutants(&self.mutants);
        program.with_methods(&self.methods).in_forms(forms)
    }

    /// What each goal is worth in these forms on a test that calls `check` with `values`, the last `indirect` times by the caller.
    fn scalars<const N: usize>(&self, forms: Forms, goals: [Goal; N], inputs: &[i32], indirect: usize) -> [f64; N] {
        let mut registry = Goals::<Trace>::new();
        for criterion in Criterion::ALL {
            registry.add(criterion, &self.program(forms));
        }
        let trace = registry.trace(&self.graph);
        self.run(&trace, &inputs[..inputs.len() - indirect]);
        if indirect > 0 {
            let caller = trace.call(CALLER);
            self.run(&trace, &inputs[inputs.len() - indirect..]);
            drop(caller);
        }
        assert_eq!(trace.check(), Ok(()));
        let (mut tables, mut row) = (Tables::new(&self.graph), Vec::new());
        registry.measure(&self.graph, &trace, &mut tables, &mut row);
        goals.map(|goal| {
            let id = registry.find(goal).expect("a goal");
            registry.scalar(id, row[id.index()])
        })
    }

    fn run(&self, trace: &Trace, inputs: &[i32]) {
        for &x in inputs {
            let f = trace.call(CHECK);
            if f.decide(0, lt(x, 10)) {
                f.infected(Mutant::new(0), values(Some(x), Some(x)));
                f.done(1, 1);
            }
            f.done(2, 1);
        }
    }
}

const ONCE: Forms = Forms { evaluated: Evaluated::Once, ..Forms::PUBLISHED };

/// 12 is 3 away from < 10.
#[test]
fn ap8_a_predicate_counts_from_its_second_evaluation_on() {
    let example = Example::new();
    let [line, mutant] = [Goal::Line(Line::new(2)), Goal::Mutant(Mutant::new(0))];
    let goals = [Goal::Branch(LESS), line, mutant, Goal::DirectBranch(LESS)];
    let published = |inputs: &[i32], indirect| example.scalars(Forms::PUBLISHED, goals, inputs, indirect);
    assert_eq!(published(&[], 0), [1.0, 2.0, 2.0, 1.0]);
    assert_eq!(published(&[12], 0), [1.0, 2.0, 2.0, 1.0]);
    assert_eq!(published(&[12, 17], 0), [0.75, 1.75, 1.75, 0.75]);
    // Two evaluations of which one is in a direct call, and two in direct calls beside a third one.
    assert_eq!(published(&[12, 17], 1), [0.75, 1.75, 1.75, 1.0]);
    assert_eq!(published(&[14, 17, 12], 1), [0.75, 1.75, 1.75, 5.0 / 6.0]);
    assert_eq!(published(&[12, 17], 2), [0.75, 1.75, 1.75, 1.0]);
    // Covered by one evaluation: of the mutant, nothing else can be seen; K = 1.
    assert_eq!(published(&[9], 0), [0.0, 0.0, 0.5, 0.0]);
    // From the first evaluation on, by another name.
    assert_eq!(example.scalars(ONCE, goals, &[12], 0), [0.75, 1.75, 1.75, 0.75]);
    assert_eq!(example.scalars(ONCE, goals, &[12], 1), [0.75, 1.75, 1.75, 1.0]);
}

#[test]
fn ap8_equations_8_and_9_count_within_one_test() {
    let example = Example::new();
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::Branch, &example.program(Forms::PUBLISHED));
    let (trace, mut tables, mut row) = (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
    let mut suite = SuiteRow::new();
    let mut records = Vec::new();
    for x in [14, 12] {
        trace.reset();
        example.run(&trace, &[x]);
        goals.measure(&example.graph, &trace, &mut tables, &mut row);
        suite.add(&row);
        records.push(trace.record());
    }
    let branches = || example.graph.all_branches();
    let by = |rule| suite::branches(&example.graph, branches(), &records, rule);
    assert_eq!([Twice::Test, Twice::Suite, Twice::Off].map(by), [1.0, 0.75, 0.75]);
    assert_eq!(Twice::default(), Twice::Test);
    assert_eq!(suite.sum(&goals, Criterion::Branch), 1.0 + 1.0); // and the caller was not entered
}

/// All lines are covered; x >= 10 controls none, its predicate was evaluated twice, and 3 is 8 away: 7, and K.
#[test]
fn ap9_equation_13_sums_over_all_branches() {
    let example = Example::new();
    let mut goals = Goals::<Trace>::new();
    for criterion in [Criterion::Branch, Criterion::Line] {
        goals.add(criterion, &example.program(Forms::PUBLISHED));
    }
    let (trace, mut tables, mut row) = (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
    example.run(&trace, &[1, 3]); // the entry of the caller stays open: such goals are not in the paper
    let fitness = |rule| suite::lines_and_branches(&example.graph, &example.lines, from_ref(&trace), rule);
    assert_eq!([Twice::Test, Twice::Suite, Twice::Off].map(fitness), [8.0 / 9.0; 3]);
    goals.measure(&example.graph, &trace, &mut tables, &mut row);
    let mut suite = SuiteRow::new();
    suite.add(&row);
    assert_eq!((suite.lines(&goals), suite.sum(&goals, Criterion::Line)), (0.0, 0.0));
    assert_eq!((suite.lines_and_branches(&goals), suite.branches(&goals)), (8.0 / 9.0, 8.0 / 9.0));
    assert_eq!(suite.sum(&goals, Criterion::Branch), 8.0 / 9.0 + 1.0);
}

/// One line of three is missing, x < 10 is 3 away, and x >= 10 is taken: f_BC + f_LC is 0.75 + (0.5 + 0.75) by Eq. 13.
#[test]
fn ap9_lines_of_a_suite_count_together_beside_other_criteria() {
    let example = Example::new();
    let mut goals = Goals::<Trace>::new();
    for criterion in [Criterion::Branch, Criterion::Line] {
        goals.add(criterion, &example.program(Forms::PUBLISHED));
    }
    let (trace, mut tables, mut row) = (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
    drop(trace.call(CALLER));
    example.run(&trace, &[12, 17]);
    goals.measure(&example.graph, &trace, &mut tables, &mut row);
    let mut suite = SuiteRow::new();
    suite.add(&row);
    let combined = |lines| suite.combined(&goals, goals.ids(), lines);
    assert_eq!((combined(LinesOfSuite::Definition), combined(LinesOfSuite::Augmented)), (0.75 + 0.5, 0.75 + (0.5 + 0.75)));
    assert_eq!(suite.sum_of(&goals, goals.ids()), 0.75 + 1.75); // by 2.2: Eq. 12 of the line
    // Without line goals there is no f_LC, and without goals nothing.
    assert_eq!(suite.combined(&goals, goals.of(Criterion::Branch), LinesOfSuite::Augmented), 0.75);
    assert_eq!(suite.combined(&goals, [], LinesOfSuite::Augmented), 0.0);
}

/// "A mutant's fitness function is always 1 unless a test case reaches it (i.e., the mutated line is covered)" (3.3).
#[test]
fn a_mutant_is_reached_if_its_line_is_covered() {
    let example = Example::new();
    for (forms, not_reached) in [(Forms::PUBLISHED, 2.0), (ONCE, 1.75), (Forms::DEFINITION, 1.0)] {
        let mut goals = Goals::<Trace>::new();
        goals.add(Criterion::WeakMutation, &example.program(forms));
        let (trace, mut tables, mut row) = (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
        let mut scalar = |x: i32| {
            trace.reset();
            let f = trace.call(CHECK);
            f.done(0, 1);
            if f.decide(0, lt(x, 10)) {
                f.done(1, 1); // and no word of the mutant
            }
            drop(f);
            goals.measure(&example.graph, &trace, &mut tables, &mut row);
            goals.scalar(goals.ids().next().expect("a mutant"), row[0])
        };
        assert_eq!([scalar(12), scalar(9)], [not_reached, 1.0], "{forms:?}");
    }
}

/// |x - 10| for x == 10 (2.1) through Eq. 7: from the second evaluation on, and by rules that add no K.
#[test]
fn x_is_ten_is_as_far_as_section_2_1_says() {
    let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    for rules in [Rules::EVOSUITE, Rules::KOREL] {
        let fitness = |test: &[i32]| {
            let trace = Trace::new(&graph);
            for &x in test {
                trace.call(CHECK).decide(0, rules.eq(x, 10));
            }
            suite::branches(&graph, [LESS], from_ref(&trace), Twice::Test)
        };
        let tests: [&[i32]; 5] = [&[], &[9], &[9, 7], &[7, 13], &[10]];
        assert_eq!(tests.map(fitness), [1.0, 1.0, 0.5, 0.75, 0.0], "{rules}");
    }
}

#[test]
fn ap11_the_published_forms_are_augmented_and_the_definitions_have_a_name() {
    let example = Example::new();
    let [branch, line, mutant] = [Goal::Branch(LESS), Goal::Line(Line::new(2)), Goal::Mutant(Mutant::new(0))];
    let statement = Goal::Statement(Block::new(1), 0);
    let goals = [branch, line, mutant, statement];
    // Eq. 7, 12, 14 augmented; 1 + norm(norm(3)) is flat.
    let flat = 1.0 + 0.75 / 1.75;
    assert_eq!(example.scalars(Forms::PUBLISHED, goals, &[12, 17], 0), [0.75, 1.75, 1.75, flat]);
    // Eq. 7, 10, 14.
    assert_eq!(example.scalars(Forms::DEFINITION, goals, &[12, 17], 0), [0.75, 1.0, 1.0, flat]);
    for forms in [Forms::PUBLISHED, Forms::DEFINITION] {
        assert_eq!(example.scalars(forms, [branch, line, mutant], &[9], 0), [0.0, 0.0, 0.5]);
    }
    // The entry stands in where there is no branch: entered, not entered.
    let lines = [1, 3].map(|line| Goal::Line(Line::new(line)));
    assert_eq!(example.scalars(Forms::PUBLISHED, lines, &[], 0), [2.0, 2.0]);
    assert_eq!(example.scalars(Forms::PUBLISHED, lines, &[12], 0), [0.0, 0.0]);
}

/// A loop whose head depends on the entry, and on its own branch: the entry is none of the branches of Eq. 12.
#[test]
fn ap11_the_entry_counts_only_where_there_is_no_branch() {
    // 0: line 1, which throws; 1 (line 2): while .. {}  2
    let graph = FlowGraph::of(&Body::new().statements(0, 1).jump(0, 1).statements(1, 1).branch(1, 1, 2).exit(2)).expect("legal");
    let lines = Lines::new([(Block::new(0), 0, Line::new(1)), (Block::new(1), 0, Line::new(2)), (Block::new(0), 1, Line::new(3))]);
    let program = Program::new(&graph).with_lines(&lines).in_forms(Forms::PUBLISHED);
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::Line, &program);
    let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    drop(trace.call(CHECK));
    goals.measure(&graph, &trace, &mut tables, &mut row);
    let scalar = |line| {
        let id = goals.find(Goal::Line(Line::new(line))).expect("a goal");
        goals.scalar(id, row[id.index()])
    };
    assert!(graph.depends_on_entry(Block::new(1)) && graph.controls(Block::new(1)).count() == 1);
    assert_eq!([1, 2, 3].map(scalar), [0.0, 2.0, 1.0]);
}

#[test]
fn ap13_method_coverage_asks_who_was_entered_not_by_whom() {
    let example = Example::new();
    let of = |function| [Goal::MethodEntry(function), Goal::Method(function), Goal::MethodNoException(function)];
    assert_eq!(example.scalars(Forms::PUBLISHED, of(CHECK), &[], 0), [1.0; 3]);
    assert_eq!(example.scalars(Forms::PUBLISHED, of(CHECK), &[12], 1), [0.0, 1.0, 1.0]);
    assert_eq!(example.scalars(Forms::LEVELS, of(CALLER), &[12], 0), [1.0; 3]);
    assert_eq!(example.scalars(Forms::LEVELS, of(CHECK), &[12], 0), [0.0, 0.0, 1.0]); // left without a word: an exception
    // One goal for each function, also those that tests cannot call.
    let mut goals = Goals::<Trace>::new();
    assert_eq!(goals.add(Criterion::MethodEntry, &Program::new(&example.graph)).len(), 2);
    assert_eq!(goals.goal(goals.ids().next().expect("two")).criterion(), Some(Criterion::MethodEntry));
    assert!(!Criterion::SMART.contains(&Criterion::MethodEntry) && Criterion::ALL.contains(&Criterion::MethodEntry));
}
