//! Goals and suites as the paper on smart selection prints them: against an oracle written from its
//! text alone, and its own numbers.

use super::suites::suites;
use super::{config, measured, registry};
use crate::oracle::criteria::Form;
use crate::oracle::observation::Observation;
use crate::oracle::run::Run;
use crate::oracle::subject::World;
use paper::{DirectExecutions, Ends, Executions, MutantSuite, NoDependency, SomeExceptions};
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{Execution, Facts, Plane};
use sbst::id::Branch;
use sbst::objective::suite::{LinesOfSuite, SuiteRow};
use sbst::objective::{Criterion, Evaluated, Forms, Goal, Goals};
use sbst::published::whole_suite::{self, Twice};

use sbst_oracle::printed::smart as paper;

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
    Executions {
        covered: distance == Some(0.0),
        evaluations: evaluations as usize,
        distance: distance.unwrap_or(f64::INFINITY),
    }
}

impl Class {
    fn new(world: &World, tests: &[Observation]) -> Self {
        let branch = |branch: Branch| {
            let edge = world.graph.edge(branch);
            let function = world.graph.function_of(edge.source).index();
            let all = tests
                .iter()
                .map(|test| executions(test.branch_distance(edge), test.evaluations(edge)));
            let direct = |test: &Observation| {
                executions(
                    test.direct.branch_distance(edge),
                    test.evaluations_on(Plane::Direct, edge),
                )
            };
            paper::Branch {
                executions: all.collect(),
                direct: tests.iter().map(|test| Some(direct(test))).collect(),
                public: world.subject.methods.iter().any(|method| method.function == function),
            }
        };
        let depends_on = |blocks: &[(usize, usize)]| -> Vec<usize> {
            let ways = blocks.iter().flat_map(|&(f, block)| {
                world.pictures[f].controls[block].iter().map(move |&way| (f, way))
            });
            ways.map(|(f, way)| world.branch(f, way).index()).collect()
        };
        let line = |goal: Goal| {
            let Goal::Line(line) = goal else { unreachable!("line goals only") };
            let places = world.places(line.number());
            let reached = |test: &Observation| {
                places.iter().any(|&(f, block, k)| {
                    test.progress(world.block(f, block)).is_some_and(|progress| progress >= k)
                })
            };
            let covered = tests.iter().map(reached).collect();
            let blocks: Vec<_> = places.iter().map(|&(f, block, _)| (f, block)).collect();
            (goal, paper::Line { covered, depends_on: depends_on(&blocks) })
        };
        let mutant = |goal: Goal| {
            let Goal::Mutant(mutant) = goal else { unreachable!("mutant goals only") };
            let ((f, block), k) = world.mutant(mutant.number());
            // "Reached (i.e., the mutated line is covered)" (3.3); the distance of a mutant that
            // was not evaluated is unknown.
            let infection = |test: &Observation| {
                let is_reached =
                    test.progress(world.block(f, block)).is_some_and(|progress| progress >= k);
                test.infections.get(&mutant.number()).copied().or(if is_reached {
                    Some(f64::INFINITY)
                } else {
                    None
                })
            };
            (
                goal,
                paper::Mutant {
                    infection: tests.iter().map(infection).collect(),
                    depends_on: depends_on(&[(f, block)]),
                },
            )
        };
        Self {
            branches: world.graph.all_branches().map(branch).collect(),
            lines: world.goals(Criterion::Line).into_iter().map(line).collect(),
            mutants: world.goals(Criterion::WeakMutation).into_iter().map(mutant).collect(),
        }
    }
}

/// What the entry says of something that depends on no branch, which the paper does not print.
fn entry(
    world: &World,
    blocks: impl IntoIterator<Item = (usize, usize)>,
    run: &Run,
) -> NoDependency {
    let is_entered = |(f, block): (usize, usize)| {
        let seen = &run.functions[f].1;
        seen.entered && (world.pictures[f].on_entry[block] || seen.progress.contains_key(&block))
    };
    if blocks.into_iter().any(is_entered) {
        NoDependency::AddsNothing
    } else {
        NoDependency::AddsTheWorst
    }
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
            let (row, by_definition) =
                (measured(&world, &published, test), measured(&world, &definition, test));
            let scalar = |goals: &Goals<Observation>, row: &[_], goal| {
                let id = goals.find(goal).expect("a goal");
                goals.scalar(id, row[id.index()])
            };
            for id in published.ids() {
                let goal = published.goal(id);
                let expected = match goal {
                    Goal::Branch(branch) => {
                        paper::branch_of_test(class.branches[branch.index()].executions[number])
                    }
                    Goal::DirectBranch(branch) => paper::direct_branch_of_test(
                        &class.branches[branch.index()],
                        number,
                        DirectExecutions::InDirectCalls,
                    ),
                    Goal::Method(function) | Goal::MethodNoException(function) => {
                        let (called, returned) = (
                            test.called.contains(&function.index()),
                            test.returned.contains(&function.index()),
                        );
                        let ends = Ends {
                            normal: returned.into(),
                            exceptional: (called && !returned).into(),
                        };
                        let calls = paper::Calls { public: true, direct: ends, all: ends };
                        match goal {
                            Goal::Method(_) => paper::top_level_method_of_test(calls),
                            _ => paper::no_exception_top_level_method_of_test(
                                calls,
                                SomeExceptions::Covered,
                            ),
                        }
                    }
                    _ => continue,
                };
                assert_near(scalar(&published, &row, goal), expected, goal);
                assert_near(scalar(&definition, &by_definition, goal), expected, goal);
            }
            let (lines, mutants): (Vec<_>, Vec<_>) = (
                class.lines.iter().map(|line| line.1.clone()).collect(),
                class.mutants.iter().map(|mutant| mutant.1.clone()).collect(),
            );
            for (at, (goal, line)) in class.lines.iter().enumerate() {
                let Goal::Line(name) = goal else { unreachable!("line goals only") };
                let blocks =
                    world.places(name.number()).into_iter().map(|(f, block, _)| (f, block));
                let without = entry(&world, blocks, &test.run);
                let eq_12 = paper::augmented_line(&lines, &class.branches, at, number, without);
                assert_near(scalar(&published, &row, *goal), eq_12, goal);
                assert_near(
                    scalar(&definition, &by_definition, *goal),
                    paper::line_of_test(line.covered[number]),
                    goal,
                );
            }
            for (at, (goal, mutant)) in class.mutants.iter().enumerate() {
                let Goal::Mutant(name) = goal else { unreachable!("mutant goals only") };
                let without = entry(&world, [world.mutant(name.number()).0], &test.run);
                let augmented =
                    paper::augmented_mutant(&mutants, &class.branches, at, number, without);
                assert_near(scalar(&published, &row, *goal), augmented, goal);
                assert_near(
                    scalar(&definition, &by_definition, *goal),
                    paper::mutant_of_test(mutant.infection[number]),
                    goal,
                );
            }
        }
    }

    /// f_bc plus the approach level, which is the level of the default form.
    #[test]
    fn f_bc_and_the_approach_level_are_a_sum((world, tests) in suites()) {
        let class = Class::new(&world, &tests);
        let (mut sums, levels) =
            (Goals::<Observation>::new(), registry::<Observation>(&world, Form::Levels, &[]));
        for criterion in [Criterion::Branch, Criterion::DirectBranch] {
            sums.add(
                criterion,
                &world.program(Forms { evaluated: Evaluated::Twice, ..Forms::LEVELS }),
            );
        }
        for (number, test) in tests.iter().enumerate() {
            let (row, pairs) = (measured(&world, &sums, test), measured(&world, &levels, test));
            for id in sums.ids() {
                let goal = sums.goal(id);
                let f_bc = match goal {
                    Goal::Branch(branch) => {
                        paper::branch_of_test(class.branches[branch.index()].executions[number])
                    }
                    Goal::DirectBranch(branch) => paper::direct_branch_of_test(
                        &class.branches[branch.index()],
                        number,
                        DirectExecutions::InDirectCalls,
                    ),
                    _ => continue, // entries, which the paper does not have
                };
                let level = pairs[levels.find(goal).expect("a goal").index()].level;
                let expected = paper::with_approach_level(f_bc, f64::from(level));
                assert_near(sums.scalar(id, row[id.index()]), expected, goal);
                prop_assert_eq!(row[id.index()].is_covered(), f_bc == 0.0);
            }
        }
    }

    /// Eq. 8, 9, 11, 13 and the sums over mutants and direct branches.
    #[test]
    fn suites_are_as_printed((world, tests) in suites()) {
        let class = Class::new(&world, &tests);
        let lines: Vec<paper::Line> = class.lines.iter().map(|line| line.1.clone()).collect();
        let mutants: Vec<paper::Mutant> =
            class.mutants.iter().map(|mutant| mutant.1.clone()).collect();
        let all =
            whole_suite::branches(&world.graph, world.graph.all_branches(), &tests, Twice::Test);
        assert_near(all, paper::branch_coverage(&class.branches), "Eq. 9 over all branches");
        // Those of conditional statements, as goals.
        let goals: Vec<Branch> = world
            .goals(Criterion::Branch)
            .into_iter()
            .filter_map(|goal| if let Goal::Branch(branch) = goal { Some(branch) } else { None })
            .collect();
        let decided: Vec<paper::Branch> =
            goals.iter().map(|branch| class.branches[branch.index()].clone()).collect();
        let eq_13 = paper::augmented_line_coverage(&lines, &decided);
        assert_near(
            whole_suite::lines_and_branches(&world.graph, &world.lines, &tests, Twice::Test),
            eq_13,
            "Eq. 13",
        );
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
        let direct_ids =
            goals.iter().filter_map(|&branch| published.find(Goal::DirectBranch(branch)));
        let direct = paper::direct_branch_coverage(&decided, DirectExecutions::InDirectCalls);
        assert_near(row.sum(&published, direct_ids), direct, "direct branches");
        assert_near(row.lines(&published), paper::line_coverage(&lines), "Eq. 11");
        let eq_14 = paper::weak_mutation(&mutants, MutantSuite::SumOfMinima);
        assert_near(
            by_definition.sum(&definition, definition.of(Criterion::WeakMutation)),
            eq_14,
            "the sum of Eq. 14",
        );
        assert_near(row.branches(&published) + row.lines(&published), eq_13, "Eq. 13 by goals");

        // 2.3 over any goals: Eq. 11 or 13 of the lines among them, f_BC over all branches, and the
        // sum of all others.
        for step in 1..4 {
            let ids = || published.ids().step_by(step);
            let kept = |goal: &Goal| published.find(*goal).is_some_and(|id| id.index() % step == 0);
            let of_lines: Vec<paper::Line> = class
                .lines
                .iter()
                .filter(|line| kept(&line.0))
                .map(|line| line.1.clone())
                .collect();
            let others = row
                .sum(&published, ids().filter(|&id| !matches!(published.goal(id), Goal::Line(_))));
            let f_lc = [
                paper::line_coverage(&of_lines),
                paper::augmented_line_coverage(&of_lines, &decided),
            ];
            for (form, f_lc) in
                [LinesOfSuite::Definition, LinesOfSuite::Augmented].into_iter().zip(f_lc)
            {
                let f_lc = if of_lines.is_empty() { 0.0 } else { f_lc };
                assert_near(
                    row.combined(&published, ids(), form),
                    paper::combined(&[others, f_lc]),
                    "2.3",
                );
            }
        }
        let definition_of_all = paper::combined(&[
            by_definition.sum(&definition, definition.of(Criterion::Branch)),
            by_definition.sum(&definition, definition.of(Criterion::DirectBranch)),
            paper::line_coverage(&lines),
            eq_14,
        ]);
        let four =
            [Criterion::Branch, Criterion::DirectBranch, Criterion::Line, Criterion::WeakMutation];
        let ids = four.into_iter().flat_map(|criterion| definition.of(criterion));
        assert_near(
            by_definition.combined(&definition, ids, LinesOfSuite::Definition),
            definition_of_all,
            "2.3 by definition",
        );
    }
}
