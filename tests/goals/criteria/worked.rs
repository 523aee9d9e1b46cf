//! Worked examples of the paper on smart selection: its equations on programs of a few lines.

use sbst::distance::infection::values;
use sbst::distance::{Rules, lt};
use sbst::execution::Trace;
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Branch, Function, Line, Mutant};
use sbst::objective::suite::{LinesOfSuite, SuiteRow};
use sbst::objective::{
    Criterion, Evaluated, Forms, Goal, Goals, Method, MutantGoal, Program, Tables,
};
use sbst::published::whole_suite::{self, Twice};
use std::slice::from_ref;

const CHECK: Function = Function::new(0);
const CALLER: Function = Function::new(1);
const LESS: Branch = Branch::new(0);

/// check(x): 0 (line 1): if x < 10 { 1 (line 2, mutant 0) } 2 (line 3); and a function that calls
/// it.
struct Example {
    graph: FlowGraph,
    lines: Lines,
    mutants: [MutantGoal; 1],
    methods: [Method; 2],
}

impl Example {
    fn new() -> Self {
        let body = FlowBuilder::new()
            .statements(0, 1)
            .branch(0, 1, 2)
            .statements(1, 1)
            .jump(1, 2)
            .statements(2, 1)
            .exit(2);
        let mut graph = FlowGraph::of(&body).expect("legal");
        graph.add(&FlowBuilder::new().exit(0)).expect("legal");
        let lines = Lines::new(
            [0, 1, 2].map(|block| (Block::new(block).statement(0), Line::new(block + 1))),
        );
        let mutants = [MutantGoal::new(Mutant::new(0), Block::new(1).statement(0))];
        Self { graph, lines, mutants, methods: [CHECK, CALLER].map(Method::new) }
    }

    fn program(&self, forms: Forms) -> Program<'_> {
        let program = Program::new(&self.graph).with_lines(&self.lines).with_mutants(&self.mutants);
        program.with_methods(&self.methods).in_forms(forms)
    }

    /// What each goal is worth in these forms on a test that calls `check` with `values`, the last
    /// `indirect` times by the caller.
    fn scalars<const N: usize>(
        &self,
        forms: Forms,
        goals: [Goal; N],
        inputs: &[i32],
        indirect: usize,
    ) -> [f64; N] {
        let mut registry = Goals::<Trace>::new();
        for &criterion in Criterion::ALL {
            registry.add(criterion, &self.program(forms));
        }
        let trace = registry.trace(&self.graph);
        self.run(&trace, &inputs[..inputs.len() - indirect]);
        if indirect > 0 {
            let caller = trace.root().enter(CALLER);
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
            let f = trace.innermost(None).enter(CHECK);
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
    let published =
        |inputs: &[i32], indirect| example.scalars(Forms::PUBLISHED, goals, inputs, indirect);
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
    let (trace, mut tables, mut row) =
        (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
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
    let by = |rule| whole_suite::branches(&example.graph, branches(), &records, rule);
    assert_eq!([Twice::Test, Twice::Suite, Twice::Off].map(by), [1.0, 0.75, 0.75]);
    assert_eq!(Twice::default(), Twice::Test);
    assert_eq!(suite.sum(&goals, goals.of(Criterion::Branch)), 1.0 + 1.0); // and the caller was not entered
}

/// All lines are covered; x >= 10 controls none, its predicate was evaluated twice, and 3 is 8
/// away: 7, and K.
#[test]
fn ap9_equation_13_sums_over_all_branches() {
    let example = Example::new();
    let mut goals = Goals::<Trace>::new();
    for criterion in [Criterion::Branch, Criterion::Line] {
        goals.add(criterion, &example.program(Forms::PUBLISHED));
    }
    let (trace, mut tables, mut row) =
        (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
    example.run(&trace, &[1, 3]); // the entry of the caller stays open: such goals are not in the paper
    let fitness = |rule| {
        whole_suite::lines_and_branches(&example.graph, &example.lines, from_ref(&trace), rule)
    };
    assert_eq!([Twice::Test, Twice::Suite, Twice::Off].map(fitness), [8.0 / 9.0; 3]);
    goals.measure(&example.graph, &trace, &mut tables, &mut row);
    let mut suite = SuiteRow::new();
    suite.add(&row);
    assert_eq!((suite.lines(&goals), suite.sum(&goals, goals.of(Criterion::Line))), (0.0, 0.0));
    assert_eq!(
        (suite.branches(&goals) + suite.lines(&goals), suite.branches(&goals)),
        (8.0 / 9.0, 8.0 / 9.0)
    );
    assert_eq!(suite.sum(&goals, goals.of(Criterion::Branch)), 8.0 / 9.0 + 1.0);
}

/// One line of three is missing, x < 10 is 3 away, and x >= 10 is taken: f_BC + f_LC is 0.75 +
/// (0.5 + 0.75) by Eq. 13.
#[test]
fn ap9_lines_of_a_suite_count_together_beside_other_criteria() {
    let example = Example::new();
    let mut goals = Goals::<Trace>::new();
    for criterion in [Criterion::Branch, Criterion::Line] {
        goals.add(criterion, &example.program(Forms::PUBLISHED));
    }
    let (trace, mut tables, mut row) =
        (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
    drop(trace.root().enter(CALLER));
    example.run(&trace, &[12, 17]);
    goals.measure(&example.graph, &trace, &mut tables, &mut row);
    let mut suite = SuiteRow::new();
    suite.add(&row);
    let combined = |lines| suite.combined(&goals, goals.ids(), lines);
    assert_eq!(
        (combined(LinesOfSuite::Definition), combined(LinesOfSuite::Augmented)),
        (0.75 + 0.5, 0.75 + (0.5 + 0.75))
    );
    assert_eq!(suite.sum(&goals, goals.ids()), 0.75 + 1.75); // by 2.2: Eq. 12 of the line
    // Without line goals there is no f_LC, and without goals nothing.
    assert_eq!(suite.combined(&goals, goals.of(Criterion::Branch), LinesOfSuite::Augmented), 0.75);
    assert_eq!(suite.combined(&goals, [], LinesOfSuite::Augmented), 0.0);
}

/// "A mutant's fitness function is always 1 unless a test case reaches it (i.e., the mutated line
/// is covered)" (3.3).
#[test]
fn a_mutant_is_reached_if_its_line_is_covered() {
    let example = Example::new();
    for (forms, not_reached) in [(Forms::PUBLISHED, 2.0), (ONCE, 1.75), (Forms::DEFINITION, 1.0)] {
        let mut goals = Goals::<Trace>::new();
        goals.add(Criterion::WeakMutation, &example.program(forms));
        let (trace, mut tables, mut row) =
            (goals.trace(&example.graph), Tables::new(&example.graph), Vec::new());
        let mut scalar = |x: i32| {
            trace.reset();
            let f = trace.root().enter(CHECK);
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
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    for rules in [Rules::EVOSUITE, Rules::KOREL] {
        let fitness = |test: &[i32]| {
            let trace = Trace::new(&graph);
            for &x in test {
                trace.root().enter(CHECK).decide(0, rules.eq(x, 10));
            }
            whole_suite::branches(&graph, [LESS], from_ref(&trace), Twice::Test)
        };
        let tests: [&[i32]; 5] = [&[], &[9], &[9, 7], &[7, 13], &[10]];
        assert_eq!(tests.map(fitness), [1.0, 1.0, 0.5, 0.75, 0.0], "{rules}");
    }
}

#[test]
fn ap11_the_published_forms_are_augmented_and_the_definitions_have_a_name() {
    let example = Example::new();
    let [branch, line, mutant] =
        [Goal::Branch(LESS), Goal::Line(Line::new(2)), Goal::Mutant(Mutant::new(0))];
    let statement = Goal::Statement(Block::new(1).statement(0));
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

/// A loop whose head depends on the entry, and on its own branch: the entry is none of the branches
/// of Eq. 12.
#[test]
fn ap11_the_entry_counts_only_where_there_is_no_branch() {
    // 0: line 1, which throws; 1 (line 2): while .. {}  2
    let graph = FlowGraph::of(
        &FlowBuilder::new().statements(0, 1).jump(0, 1).statements(1, 1).branch(1, 1, 2).exit(2),
    )
    .expect("legal");
    let lines = Lines::new([
        (Block::new(0).statement(0), Line::new(1)),
        (Block::new(1).statement(0), Line::new(2)),
        (Block::new(0).statement(1), Line::new(3)),
    ]);
    let program = Program::new(&graph).with_lines(&lines).in_forms(Forms::PUBLISHED);
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::Line, &program);
    let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    drop(trace.root().enter(CHECK));
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
    let of = |function| {
        [Goal::MethodEntry(function), Goal::Method(function), Goal::MethodNoException(function)]
    };
    assert_eq!(example.scalars(Forms::PUBLISHED, of(CHECK), &[], 0), [1.0; 3]);
    assert_eq!(example.scalars(Forms::PUBLISHED, of(CHECK), &[12], 1), [0.0, 1.0, 1.0]);
    assert_eq!(example.scalars(Forms::LEVELS, of(CALLER), &[12], 0), [1.0; 3]);
    assert_eq!(example.scalars(Forms::LEVELS, of(CHECK), &[12], 0), [0.0, 0.0, 1.0]); // left without a word: an exception
    // One goal for each function, also those that tests cannot call.
    let mut goals = Goals::<Trace>::new();
    assert_eq!(goals.add(Criterion::MethodEntry, &Program::new(&example.graph)).len(), 2);
    assert_eq!(
        goals.goal(goals.ids().next().expect("two")).criterion(),
        Some(Criterion::MethodEntry)
    );
    assert!(
        !Criterion::SMART.contains(&Criterion::MethodEntry)
            && Criterion::ALL.contains(&Criterion::MethodEntry)
    );
}
