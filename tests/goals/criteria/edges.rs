//! Where criteria end: ids of another graph, lines and mutants that lie nowhere, blocks kept out of
//! reach, nothing at all.

use super::{MADE, measured, registry};
use crate::oracle::Shape;
use crate::oracle::criteria::Form as Defined;
use crate::oracle::observation::Observation;
use crate::oracle::run::{Run, Seen};
use crate::oracle::subject::{Subject, World};
use sbst::distance::Distance;
use sbst::execution::{Domain, ExceptionKind, Misuse, On, Partition, Plane, Thrown, Trace};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::Lines;
use sbst::flow::Outcome::{False, Next, True};
use sbst::id::{Block, Branch, Function, GoalId, Line, Mutant, Symbol};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{
    CoverageGoal, Criterion, DirectGoal, Forms, Goal, GoalForm, Goals, LineGoal, Method,
    MethodEntryGoal, MethodGoal, MutantGoal, Objective, Observed, Program, Tables, line_goals,
};
use sbst::published::whole_suite::{Twice, branches, lines_and_branches};
use std::slice::from_ref;

const LINE_FORMS: [GoalForm; 4] =
    [GoalForm::Levels, GoalForm::Flat, GoalForm::Definition, GoalForm::Augmented];

type Boxed = Box<dyn Objective<Observation> + Send + Sync>;

/// Goals on this number, of every kind and in every form: first those that only a graph can place,
/// then the others.
fn goals_on(number: u32) -> (Vec<Boxed>, Vec<Boxed>) {
    let (function, block, branch) =
        (Function::new(number), Block::new(number), Branch::new(number));
    let lines = Lines::new([
        (block.statement(0), Line::new(0)),
        (block.statement(number), Line::new(number)),
    ]);
    let mut placed: Vec<Boxed> = vec![
        Box::new(CoverageGoal::new(function)),
        Box::new(MethodEntryGoal(function)),
        Box::new(DirectGoal::new(function)),
        Box::new(DirectGoal::new(function).through_any_call()),
        Box::new(CoverageGoal::new(block)),
        Box::new(MutantGoal::new(Mutant::new(number), block.statement(number))),
    ];
    for form in [GoalForm::Levels, GoalForm::Augmented] {
        let (goal, direct) =
            (CoverageGoal::new(branch).in_form(form), DirectGoal::new(branch).in_form(form));
        placed.push(Box::new(goal.in_form(Forms::PUBLISHED)));
        placed.push(Box::new(direct.in_form(Forms::PUBLISHED)));
        placed.push(Box::new(direct.through_any_call().in_form(Forms::PUBLISHED)));
        placed.push(Box::new(goal.in_form(GoalForm::Levels.twice())));
        placed.push(Box::new(direct.in_form(GoalForm::Levels.twice())));
        placed.push(Box::new(direct.through_any_call().in_form(GoalForm::Levels.twice())));
        placed.push(Box::new(CoverageGoal::new(branch).in_form(form)));
        placed.push(Box::new(DirectGoal::new(branch).in_form(form)));
        placed.push(Box::new(DirectGoal::new(branch).through_any_call().in_form(form)));
    }
    for form in [GoalForm::Levels, GoalForm::Flat] {
        placed.extend(
            [0, number]
                .map(|k| Box::new(CoverageGoal::new(block.statement(k)).in_form(form)) as Boxed),
        );
    }
    let mut others: Vec<Boxed> = vec![
        Box::new(
            MutantGoal::new(Mutant::new(number), block.statement(number))
                .in_form(GoalForm::Definition),
        ),
        Box::new(
            MutantGoal::new(Mutant::new(number), block.statement(number))
                .in_form(GoalForm::Augmented),
        ),
        Box::new(
            MutantGoal::new(Mutant::new(number), block.statement(number)).in_form(Forms::PUBLISHED),
        ),
        Box::new(MethodGoal::new(function)),
        Box::new(MethodGoal::new(function).without_exception()),
        Box::new(CoverageGoal::new(Thrown::new(
            function,
            Symbol::new(number),
            ExceptionKind::Implicit,
        ))),
    ];
    for form in [GoalForm::Levels, GoalForm::Definition] {
        others.push(Box::new(CoverageGoal::new((function, Partition::Zero)).in_form(form)));
        others.push(Box::new(CoverageGoal::new((function, number, Partition::Zero)).in_form(form)));
    }
    others.extend([0, 1, number].map(|line| {
        Box::new(LineGoal::new(Line::new(line), &lines).in_form(Forms::PUBLISHED)) as Boxed
    }));
    for form in LINE_FORMS {
        others.extend(
            [0, 1, number].map(|line| {
                Box::new(LineGoal::new(Line::new(line), &lines).in_form(form)) as Boxed
            }),
        );
    }
    (placed, others)
}

/// An execution of one block that ran to its end.
fn one_block() -> (sbst::flow::FlowGraph, Observation) {
    let shape = Shape::new(&[], &[0]);
    let seen = Seen { entered: true, progress: [(0, 0)].into(), ..Seen::default() };
    let run = Run::new(std::slice::from_ref(&shape), [seen]);
    (shape.graph(), Observation { direct: run.clone(), run, ..Observation::default() })
}

#[test]
fn ids_of_another_graph_are_never_covered() {
    let (graph, run) = one_block();
    let (mut table, mut direct) = (FitnessTable::new(&graph), FitnessTable::new(&graph));
    table.sweep(&graph, &run);
    direct.sweep(&graph, &On(&run, Plane::Direct));
    let seen = Observed::new(&graph, &run, &table);
    for seen in [seen, seen.with_direct(&direct)] {
        for number in [1, 99, u32::MAX] {
            let (placed, others) = goals_on(number);
            for goal in placed {
                assert_eq!(goal.fitness(&seen), Fitness::NEVER, "{}", goal.goal());
            }
            for goal in others {
                let value = goal.fitness(&seen);
                assert!(
                    !value.is_covered() && goal.needs().scalar().of(value) >= 1.0,
                    "{}: {value}",
                    goal.goal()
                );
            }
        }
    }
    for rule in [Twice::Test, Twice::Suite, Twice::Off] {
        assert_eq!(
            branches(&graph, [Branch::new(0), Branch::new(u32::MAX)], from_ref(&run), rule),
            2.0
        );
    }
}

/// Nor do they find each other's values in a registry, and tables made for another graph are
/// fitted.
#[test]
fn registries_and_tables_take_any_graph() {
    let (graph, run) = one_block();
    let mut goals = Goals::<Observation>::new();
    goals.extend([0, 1, u32::MAX].map(|number| goals_on(number).0).into_iter().flatten());
    let entered = goals.find(Goal::Entry(Function::new(0))).expect("added");
    for mut tables in
        [Tables::default(), Tables::new(&graph), Tables::new(&crate::oracle::program(&[]))]
    {
        let seen = goals.observe(&graph, &run, &mut tables);
        assert!(goals.fitness_of(entered, &seen).is_covered());
        let beyond = GoalId::new(u32::MAX);
        assert_eq!((goals.fitness_of(beyond, &seen), goals.get(beyond)), (Fitness::NEVER, None));
        assert_eq!(goals.scalar(beyond, Fitness::COVERED), 0.0);
    }
}

#[test]
fn a_program_may_name_what_its_graph_has_not() {
    let (graph, run) = one_block();
    let far = Block::new(u32::MAX);
    let lines = Lines::new([
        (far.statement(u32::MAX), Line::new(u32::MAX)),
        (Block::new(0).statement(u32::MAX), Line::new(5)),
    ]);
    let methods = [Method::new(Function::new(u32::MAX))
        .returning(Domain::BOOL)
        .taking([Domain::CHAR, Domain::default()])];
    let mutants = [MutantGoal::new(Mutant::new(u32::MAX), far.statement(u32::MAX))];
    let program =
        Program::new(&graph).with_lines(&lines).with_methods(&methods).with_mutants(&mutants);
    assert_eq!(line_goals(&graph, &lines).count(), 1, "the line of a block that there is");
    for form in Defined::ALL {
        let mut goals = Goals::<Observation>::new();
        for criterion in MADE {
            goals.add(criterion, &program.in_forms(form.library()));
        }
        let mut tables = Tables::new(&graph);
        let seen = goals.observe(&graph, &run, &mut tables);
        for id in goals.ids() {
            let value = goals.fitness_of(id, &seen);
            // The one block was entered, and whoever cannot call its function is content with that.
            let entered = [
                Criterion::Branch,
                Criterion::DirectBranch,
                Criterion::Block,
                Criterion::MethodEntry,
            ];
            let is_covered =
                goals.goal(id).criterion().is_some_and(|criterion| entered.contains(&criterion));
            assert_eq!(
                (value.is_covered(), goals.scalar(id, value) > 0.0),
                (is_covered, !is_covered),
                "{}",
                goals.goal(id)
            );
        }
        // No mutant: its block is not there.
        assert_eq!(goals.len(), 1 + 1 + 1 + 1 + 1 + 2 + 3 + 1 + 1);
    }
}

#[test]
fn lines_without_statements_are_never_reached() {
    let (graph, run) = one_block();
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &run);
    let seen = Observed::new(&graph, &run, &table);
    for lines in [Lines::default(), Lines::new([(Block::new(0).statement(0), Line::new(3))])] {
        for form in LINE_FORMS {
            let goal = LineGoal::new(Line::new(4), &lines).in_form(form);
            let value = goal.fitness(&seen);
            assert!(
                !value.is_covered()
                    && Objective::<Observation>::needs(&goal).scalar().of(value) >= 1.0,
                "{form:?}: {value}"
            );
        }
    }
    assert_eq!(line_goals(&graph, &Lines::default()).count(), 0);
}

/// 0: if { 1 }; out of reach, 2: if { 1 } else { 3 }.
fn kept(seen: Seen) -> (World, Observation) {
    let edges = [(0, True, 1), (0, False, 1), (2, True, 1), (2, False, 3), (3, Next, 1)];
    let shape = Shape::new(&edges, &[1]).with_statements(2);
    let run = Observation {
        run: Run::new(std::slice::from_ref(&shape), [seen]),
        ..Observation::default()
    };
    let lines = vec![(0, 0, 0), (2, 1, 1), (3, 0, 2), (3, 1, 0)];
    (
        World::new(Subject {
            shapes: vec![shape],
            lines,
            mutants: vec![(0, 2, 1)],
            methods: vec![],
        }),
        run,
    )
}

#[test]
fn what_is_kept_out_of_reach_is_no_goal_and_never_reached() {
    let (world, run) =
        kept(Seen { entered: true, progress: [(0, 2), (1, 2)].into(), ..Seen::default() });
    for form in Defined::ALL {
        let goals = registry::<Observation>(&world, form, &[]);
        let count = |criterion| goals.of(criterion).count();
        let counts =
            [Criterion::Branch, Criterion::Block, Criterion::Statement, Criterion::Line].map(count);
        assert_eq!(counts, [2, 2, 4, 1]);
    }
    let mut table = FitnessTable::new(&world.graph);
    table.sweep(&world.graph, &run);
    let seen = Observed::new(&world.graph, &run, &table);
    let (block, branch) = (world.block(0, 2), world.branch(0, (2, True)));
    assert_eq!(CoverageGoal::new(block).fitness(&seen), Fitness::NEVER);
    assert_eq!(CoverageGoal::new(block.statement(0)).fitness(&seen), Fitness::NEVER);
    assert_eq!(CoverageGoal::new(branch).fitness(&seen), Fitness::NEVER);
    assert_eq!(LineGoal::new(Line::new(1), &world.lines).fitness(&seen), Fitness::NEVER);
    assert_eq!(MutantGoal::new(Mutant::new(0), block.statement(1)).fitness(&seen), Fitness::NEVER);
    // Without levels they are like all that is not evaluated.
    assert_eq!(CoverageGoal::new(branch).in_form(GoalForm::Augmented).fitness(&seen).scalar(), 1.0);
    assert_eq!(CoverageGoal::new(branch).in_form(Forms::PUBLISHED).fitness(&seen).scalar(), 1.0);
    assert_eq!(
        MutantGoal::new(Mutant::new(0), block.statement(1))
            .in_form(GoalForm::Definition)
            .fitness(&seen)
            .scalar(),
        1.0
    );
}

/// An executor that was there knows better.
#[test]
fn what_ran_out_of_reach_counts() {
    let (world, run) = kept(Seen { entered: true, progress: [(2, 0)].into(), ..Seen::default() });
    let mut table = FitnessTable::new(&world.graph);
    table.sweep(&world.graph, &run);
    let seen = Observed::new(&world.graph, &run, &table);
    let (block, branch) = (world.block(0, 2), world.branch(0, (2, True)));
    assert_eq!(CoverageGoal::new(block).fitness(&seen), Fitness::COVERED);
    assert_eq!(
        CoverageGoal::new(block.statement(1)).fitness(&seen),
        Fitness::from(Distance::from(1))
    );
    assert_eq!(
        LineGoal::new(Line::new(1), &world.lines).fitness(&seen),
        Fitness::from(Distance::from(1))
    );
    assert_eq!(CoverageGoal::new(branch).fitness(&seen), Fitness::new(1, Distance::ZERO));
}

/// The definition of line coverage knows covered and not covered, of whatever line.
#[test]
fn the_definition_of_a_line_out_of_reach_is_one() {
    let (world, run) =
        kept(Seen { entered: true, progress: [(0, 2), (1, 2)].into(), ..Seen::default() });
    let mut table = FitnessTable::new(&world.graph);
    table.sweep(&world.graph, &run);
    let seen = Observed::new(&world.graph, &run, &table);
    let scalar = |line| {
        let goal = LineGoal::new(Line::new(line), &world.lines).in_form(GoalForm::Definition);
        Objective::<Observation>::needs(&goal).scalar().of(goal.fitness(&seen))
    };
    assert_eq!([0, 1, 2].map(scalar), [0.0, 1.0, 1.0]);
}

#[test]
fn mutants_for_which_a_trace_has_no_room_are_not_evaluated() {
    let (graph, _) = one_block();
    let goal = MutantGoal::new(Mutant::new(3), Block::new(0).statement(0));
    let mut goals = Goals::<Trace>::new();
    let id = goals.push(goal).id();
    let infect = |trace: Trace| {
        drop(trace.root().enter(Function::new(0)));
        trace.infected(Mutant::new(3), Distance::ZERO);
        let mut tables = Tables::new(&graph);
        (goals.fitness_of(id, &goals.observe(&graph, &trace, &mut tables)), trace.check())
    };
    let reached = Fitness::new(1, Distance::ZERO);
    for mutants in [1, 3] {
        let misuse = Misuse::NoSuchMutant { mutant: Mutant::new(3), mutants };
        assert_eq!(infect(Trace::new(&graph).with_mutants(mutants)), (reached, Err(misuse)));
    }
    assert_eq!(infect(goals.trace(&graph)), (Fitness::COVERED, Ok(())));
    // Without room for any, a trace knows nothing of mutants.
    let blind = Trace::new(&graph);
    assert!(goals.try_observe(&graph, &blind, &mut Tables::new(&graph)).is_err());
    assert_eq!(goals.scalar(id, reached), 1.0_f64.next_up());
}

#[test]
fn of_nothing_there_is_nothing_to_cover() {
    let (graph, run) = one_block();
    let goals = Goals::<Observation>::new();
    let mut tables = Tables::new(&graph);
    let mut row = [Fitness::NEVER; 2];
    goals.fitness(goals.ids(), &goals.observe(&graph, &run, &mut tables), &mut row);
    assert_eq!(row, [Fitness::NEVER; 2]);
    for criterion in MADE {
        let (coverage, sum) = (
            SuiteRow::new().coverage(&goals, criterion),
            SuiteRow::new().sum(&goals, goals.of(criterion)),
        );
        assert_eq!(
            (coverage.covered(), coverage.total(), coverage.ratio(), sum),
            (0, Some(0), None, 0.0),
            "{criterion}"
        );
    }
    let found = SuiteRow::new().coverage(&goals, Criterion::Exception);
    assert_eq!((found.covered(), found.total(), found.ratio()), (0, None, None));
    assert_eq!(lines_and_branches(&graph, &Lines::default(), from_ref(&run), Twice::Test), 0.0);
}

/// A suite without tests covers nothing, and its sums say so.
#[test]
fn nothing_is_covered_by_no_tests() {
    let (world, _) = kept(Seen::default());
    let goals = registry::<[Observation]>(&world, Defined::Published, &[]);
    let row = measured(&world, &goals, &[][..]);
    assert!(row.iter().all(|value| !value.is_covered()));
    let mut suite = SuiteRow::new();
    suite.add(&row);
    // Not one branch evaluated, and the one line depends on a function that was not entered.
    assert_eq!(
        [Criterion::Branch, Criterion::Line, Criterion::Block]
            .map(|criterion| suite.sum(&goals, goals.of(criterion))),
        [2.0, 2.0, 2.0]
    );
    assert_eq!(suite.coverage(&goals, Criterion::Statement).ratio(), Some(0.0));
}
