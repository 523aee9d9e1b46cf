//! Suites: sums of the least values over their tests, coverage, and a slice of executions as one
//! execution.

use super::{MADE, assert_as_defined, config, measured, registry};
use crate::oracle::criteria::{Form, Judge, norm, once};
use crate::oracle::observation::{Observation, notes};
use crate::oracle::run::{Run, Seen};
use crate::oracle::subject::{Subject, World, subject};
use crate::oracle::values::fitness;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{Facts, Plane, Trace};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Branch, GoalId};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{
    CoverageGoal, Criterion, DirectGoal, Forms, Goal, GoalForm, Goals, Objective, Observed, Tables,
};
use sbst::published::whole_suite::{self, Twice};
use std::slice::from_ref;

/// A program and up to four tests of it.
pub(super) fn suites() -> impl Strategy<Value = (World, Vec<Observation>)> {
    (subject(2, 6), vec(notes(2), 0..=4)).prop_map(|(subject, notes)| {
        let tests = notes.into_iter().map(|notes| notes.realistic().on(&subject.shapes)).collect();
        (World::new(subject), tests)
    })
}

fn any_fitness() -> impl Strategy<Value = Fitness> {
    let distance = proptest::sample::select(vec![0.0, 5e-324, 1.0, 7.0, f64::MAX, f64::INFINITY]);
    (0..3_u32, distance).prop_map(fitness)
}

fn row(rows: &[Vec<Fitness>]) -> SuiteRow {
    let mut all = SuiteRow::new();
    rows.iter().for_each(|row| all.add(row));
    all
}

fn merged(a: &SuiteRow, b: &SuiteRow) -> SuiteRow {
    let mut both = a.clone();
    both.merge(b);
    both
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

proptest! {
    #![proptest_config(config(192))]

    /// A slice is one execution, worth what the merged one is worth: the least over its tests,
    /// unless predicates count from their second evaluation on, of all tests together.
    #[test]
    fn a_slice_is_the_merged_execution((world, tests) in suites()) {
        let all = Observation::merged(&tests);
        let judge = world.judge(&all);
        let judges: Vec<Judge<'_>> = tests.iter().map(|test| world.judge(test)).collect();
        for form in Form::ALL {
            let goals = registry::<[Observation]>(&world, form, &[&all]);
            assert_as_defined(&judge, &goals, form, &measured(&world, &goals, &tests[..]));
            if !tests.is_empty() {
                for goal in goals.ids().map(|id| goals.goal(id)) {
                    let by_test = least(judges.iter().map(|judge| judge.scalar(goal, form)));
                    let together = judge.scalar(goal, form);
                    prop_assert!(
                        together == by_test || form.is_twice() && together < by_test,
                        "{} in {:?}",
                        goal,
                        form
                    );
                }
            }
        }
    }

    /// Sums over goals of the least over tests, and how many are covered.
    #[test]
    fn rows_of_suites_are_sums_of_the_least((world, tests) in suites()) {
        let judges: Vec<Judge<'_>> = tests.iter().map(|test| world.judge(test)).collect();
        let found: Vec<&Observation> = tests.iter().collect();
        for form in Form::ALL {
            let goals = registry::<Observation>(&world, form, &found);
            let rows: Vec<_> = tests.iter().map(|test| measured(&world, &goals, test)).collect();
            let suite = row(&rows);
            for criterion in MADE.into_iter().chain([Criterion::Exception]) {
                let of: Vec<Goal> = goals.of(criterion).map(|id| goals.goal(id)).collect();
                let coverage = suite.coverage(&goals, criterion);
                let is_covered =
                    |goal: &&Goal| judges.iter().any(|judge| judge.scalar(**goal, form) == 0.0);
                prop_assert_eq!(coverage.covered(), of.iter().filter(is_covered).count());
                if criterion == Criterion::Exception {
                    prop_assert_eq!(
                        (coverage.covered(), coverage.total(), coverage.ratio()),
                        (of.len(), None, None)
                    );
                    prop_assert_eq!(
                        coverage.of(of.len() + 2).ratio(),
                        Some(of.len() as f64 / (of.len() + 2) as f64)
                    );
                } else {
                    prop_assert_eq!(coverage.total(), Some(of.len()));
                    prop_assert!(coverage.covered() <= of.len());
                    let expected =
                        (!of.is_empty()).then(|| coverage.covered() as f64 / of.len() as f64);
                    prop_assert_eq!(coverage.ratio(), expected);
                }
                if !tests.is_empty() {
                    let sum: f64 = of
                        .iter()
                        .map(|&goal| least(judges.iter().map(|judge| judge.scalar(goal, form))))
                        .sum();
                    prop_assert_eq!(suite.sum(&goals, goals.of(criterion)), sum);
                    prop_assert_eq!(sum == 0.0, coverage.covered() == of.len());
                    let most = if matches!(criterion, Criterion::Line | Criterion::WeakMutation) {
                        2.0
                    } else {
                        1.0
                    };
                    let is_summed = form == Form::Published
                        && !matches!(criterion, Criterion::Block | Criterion::Statement);
                    let any = || goals.ids().filter(|id| id.number() % 2 == 0);
                    let expected = any().map(|id| {
                        least(judges.iter().map(|judge| judge.scalar(goals.goal(id), form)))
                    });
                    prop_assert_eq!(suite.sum(&goals, any()), expected.sum::<f64>());
                    prop_assert!(!is_summed || sum <= most * of.len() as f64);
                }
            }
        }
    }

    /// Eq. 8 and 9, over all branches, implicit ones too; and the two other rules.
    #[test]
    fn branches_are_sums_of_the_published_value((world, tests) in suites()) {
        let all = Observation::merged(&tests);
        let judge = world.judge(&all);
        let judges: Vec<Judge<'_>> = tests.iter().map(|test| world.judge(test)).collect();
        let graph = &world.graph;
        let branches = || graph.all_branches();
        let off: f64 = branches().map(|branch| judge.once(branch)).sum();
        let together: f64 = branches().map(|branch| judge.twice(branch)).sum();
        let by_test: f64 = branches()
            .map(|branch| least(judges.iter().map(|judge| judge.twice(branch)).chain([1.0])))
            .sum();

        let sum =
            |tests: &[Observation], rule| whole_suite::branches(graph, branches(), tests, rule);
        prop_assert_eq!(sum(&tests, Twice::Off), off);
        prop_assert_eq!(sum(&tests, Twice::Suite), together);
        prop_assert_eq!(sum(&tests, Twice::Test), by_test);
        for rule in [Twice::Suite, Twice::Test] {
            prop_assert_eq!(sum(from_ref(&all), rule), together, "merged into one execution");
        }
        prop_assert!(off <= together && together <= by_test && by_test <= branches().len() as f64);
        for branch in branches() {
            let edge = graph.edge(branch);
            let count =
                tests.iter().fold(0_u32, |sum, test| sum.saturating_add(test.evaluations(edge)));
            prop_assert_eq!(tests[..].evaluations(edge), count);
            let count = tests
                .iter()
                .fold(0_u32, |sum, test| sum.saturating_add(test.evaluations_on(Plane::Direct, edge)));
            prop_assert_eq!(tests[..].evaluations_on(Plane::Direct, edge), count);
            prop_assert_eq!(
                whole_suite::branches(graph, [branch], &tests, Twice::Suite),
                judge.twice(branch)
            );
        }

        // The same, by goals: over the suite, or the least over its tests.
        let mut goals = (Goals::<[Observation]>::new(), Goals::<Observation>::new());
        goals.0.extend(branches().map(|branch| CoverageGoal::new(branch).in_form(Forms::PUBLISHED)));
        goals.1.extend(branches().map(|branch| CoverageGoal::new(branch).in_form(Forms::PUBLISHED)));
        let sum = |row: &[Fitness]| row.iter().map(|value| value.scalar()).sum::<f64>();
        prop_assert_eq!(sum(&measured(&world, &goals.0, &tests[..])), together);
        if !tests.is_empty() {
            let rows: Vec<_> = tests.iter().map(|test| measured(&world, &goals.1, test)).collect();
            prop_assert_eq!(row(&rows).sum(&goals.1, goals.1.of(Criterion::Branch)), by_test);
        }
    }

    /// Eq. 11 and 13, over all decided branches.
    #[test]
    fn lines_are_the_norm_of_what_is_missing((world, tests) in suites()) {
        let all = Observation::merged(&tests);
        let judge = world.judge(&all);
        let judges: Vec<Judge<'_>> = tests.iter().map(|test| world.judge(test)).collect();
        let lines = world.goals(Criterion::Line);
        let covered =
            lines.iter().filter(|&&goal| judge.scalar(goal, Form::Definition) == 0.0).count();
        let missing = norm((lines.len() - covered) as f64);
        prop_assert_eq!(whole_suite::lines(lines.len(), covered), missing);
        prop_assert_eq!(missing == 0.0, covered == lines.len());

        let goals = world.goals(Criterion::Branch);
        let branches = || {
            goals.iter().filter_map(|goal| {
                if let Goal::Branch(branch) = goal { Some(*branch) } else { None }
            })
        };
        let off: f64 = branches().map(|branch| judge.once(branch)).sum();
        let together: f64 = branches().map(|branch| judge.twice(branch)).sum();
        let by_test: f64 = branches()
            .map(|branch| least(judges.iter().map(|judge| judge.twice(branch)).chain([1.0])))
            .sum();
        let fitness =
            |rule| whole_suite::lines_and_branches(&world.graph, &world.lines, &tests, rule);
        prop_assert_eq!(fitness(Twice::Off), off + missing);
        prop_assert_eq!(fitness(Twice::Suite), together + missing);
        prop_assert_eq!(fitness(Twice::Test), by_test + missing);

        // By goals: those of functions without branches are none of Eq. 13.
        if !tests.is_empty() {
            let goals = registry::<Observation>(&world, Form::Published, &[]);
            let rows: Vec<_> = tests.iter().map(|test| measured(&world, &goals, test)).collect();
            let suite = row(&rows);
            prop_assert_eq!(suite.lines(&goals), missing);
            prop_assert_eq!(suite.branches(&goals) + suite.lines(&goals), by_test + missing);
        }
    }

    #[test]
    fn one_branch_is_worth_its_published_value(
        distance in proptest::option::of(any_fitness()),
        evaluations in 0..4_u32,
    ) {
        let distance: Option<Distance> = distance.map(|fitness| fitness.distance);
        let plain = distance.map(Distance::get);
        prop_assert_eq!(whole_suite::branch(distance, 2), once(plain));
        let counts = plain == Some(0.0) || evaluations >= 2;
        prop_assert_eq!(
            whole_suite::branch(distance, evaluations),
            if counts { once(plain) } else { 1.0 }
        );
    }

    #[test]
    fn missing_lines_only_count(lines in 0..500_usize, covered in 0..500_usize) {
        prop_assert_eq!(
            whole_suite::lines(lines, covered),
            norm(lines.saturating_sub(covered) as f64)
        );
    }

    /// In any order, however often, in rows of any length.
    #[test]
    fn rows_merge_in_any_order(
        a in vec(vec(any_fitness(), 0..5), 0..4),
        b in vec(vec(any_fitness(), 0..5), 0..4),
        c in vec(vec(any_fitness(), 0..5), 0..4),
    ) {
        let [x, y, z] = [&a, &b, &c].map(|rows| row(rows));
        prop_assert_eq!(merged(&x, &y), merged(&y, &x));
        prop_assert_eq!(merged(&merged(&x, &y), &z), merged(&x, &merged(&y, &z)));
        prop_assert_eq!(merged(&x, &x), x.clone());
        prop_assert_eq!(merged(&x, &SuiteRow::new()), x.clone());
        let together = [a, b].concat();
        prop_assert_eq!(merged(&x, &y), row(&together));
        let backwards: Vec<_> = together.iter().rev().cloned().collect();
        prop_assert_eq!(row(&backwards), row(&together));
        for goal in 0..6 {
            let values = together.iter().filter_map(|row| row.get(goal)).copied();
            let expected = values.min().unwrap_or(Fitness::NEVER);
            prop_assert_eq!(row(&together).fitness(GoalId::new(goal as u32)), expected);
        }
    }

    /// One more test never takes anything away.
    #[test]
    fn suites_grow_monotonically((world, tests) in suites()) {
        let goals = registry::<Observation>(&world, Form::Levels, &[]);
        let mut suite = SuiteRow::new();
        for test in &tests {
            let before = suite.clone();
            suite.add(&measured(&world, &goals, test));
            for criterion in MADE {
                prop_assert!(
                    suite.sum(&goals, goals.of(criterion))
                        <= before.sum(&goals, goals.of(criterion))
                );
                prop_assert!(
                    suite.coverage(&goals, criterion).covered()
                        >= before.coverage(&goals, criterion).covered()
                );
            }
        }
    }
}

/// A loop that is evaluated once in each of two tests: together twice, by itself never.
#[test]
fn once_in_each_test_is_twice_in_the_suite() {
    use sbst::flow::Outcome::{False, True};
    let shape = crate::oracle::Shape::new(&[(0, True, 1), (0, False, 2)], &[1, 2]);
    let world = World::new(Subject {
        shapes: vec![shape.clone()],
        lines: vec![],
        mutants: vec![],
        methods: vec![],
    });
    let test = |away: f64| {
        let mut seen = Seen { entered: true, ..Seen::default() };
        seen.observe((0, True), away);
        seen.observe((0, False), 0.0);
        Observation {
            run: Run::new(std::slice::from_ref(&shape), [seen]),
            evaluations: [(0, 1)].into(),
            ..Observation::default()
        }
    };
    let tests = [test(9.0), test(3.0)];
    let goal = CoverageGoal::new(Branch::new(0)).in_form(Forms::PUBLISHED);
    let mut table = FitnessTable::new(&world.graph);
    table.sweep(&world.graph, &tests[..]);
    assert_eq!(goal.fitness(&Observed::new(&world.graph, &tests[..], &table)).scalar(), 0.75);
    table.sweep(&world.graph, &tests[1]);
    assert_eq!(goal.fitness(&Observed::new(&world.graph, &tests[1], &table)).scalar(), 1.0);
    let branches = || world.graph.all_branches();
    assert_eq!(whole_suite::branches(&world.graph, branches(), &tests, Twice::Suite), 0.75);
    assert_eq!(whole_suite::branches(&world.graph, branches(), &tests, Twice::Test), 1.0);
    for rule in [Twice::Test, Twice::Suite, Twice::Off] {
        assert_eq!(whole_suite::branches::<Observation>(&world.graph, branches(), &[], rule), 2.0);
    }
}

/// Eq. 7 to 9 of what never ran: f_bc is 1, whatever the form, and f_BC is the number of the
/// branches.
#[test]
fn printed_branches_that_never_ran_have_one_each() {
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3))
        .expect("a legal function");
    for form in [GoalForm::Definition.twice(), Forms::PUBLISHED] {
        let mut goals = Goals::<Trace>::new();
        goals.extend(graph.all_branches().map(|branch| CoverageGoal::new(branch).in_form(form)));
        goals.extend(graph.all_branches().map(|branch| DirectGoal::new(branch).in_form(form)));
        let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
        goals.measure(&graph, &trace, &mut tables, &mut row);
        assert!(
            goals
                .ids()
                .zip(&row)
                .all(|(id, value)| goals.scalar(id, *value) == 1.0 && value.scalar() == 1.0),
            "{form:?}"
        );
        let mut suite = SuiteRow::new();
        assert_eq!(
            (suite.branches(&goals), suite.sum(&goals, goals.ids())),
            (4.0, 8.0),
            "no test, {form:?}"
        );
        suite.add(&row);
        assert_eq!(
            (suite.branches(&goals), suite.sum(&goals, goals.ids())),
            (4.0, 8.0),
            "{form:?}"
        );
    }
}
