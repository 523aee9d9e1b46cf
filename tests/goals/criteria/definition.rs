//! Every goal of every criterion has the value of the definition, in every form, however it is
//! asked.

use super::{MADE, assert_as_defined, config, measured, registry};
use crate::oracle::criteria::Form as Defined;
use crate::oracle::observation::{Datum, Notes, Observation, datum, notes, partition_distance};
use crate::oracle::subject::{Subject, World, subject};
use crate::oracle::values::fitness;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::{On, Partition, Plane, Record, Value};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::id::{Branch, GoalId};
use sbst::objective::{
    CoverageGoal, Criterion, Forms, Goal, GoalForm, Goals, LineGoal, Objective, Observed, Tables,
    direct_branch_goals, direct_entry_goals, entry_goals, implicit_branch_goals, input_goals,
    line_goals, output_goals,
};
use std::collections::BTreeSet;

fn program() -> impl Strategy<Value = (World, Notes)> {
    (subject(3, 7), notes(3)).prop_map(|(subject, notes)| (World::new(subject), notes))
}

/// The goals that the functions of one criterion list, without a registry that drops what comes
/// twice.
fn listed(world: &World, criterion: Criterion) -> Option<Vec<Goal>> {
    fn goals(objectives: impl Iterator<Item = impl Objective<Observation>>) -> Vec<Goal> {
        objectives.map(|goal| goal.goal()).collect()
    }
    let callable = || world.methods.iter().map(|method| method.function);
    let graph = &world.graph;
    let all = match criterion {
        Criterion::Branch => {
            [goals(sbst::objective::branch_goals(graph)), goals(entry_goals(graph))].concat()
        }
        Criterion::DirectBranch => [
            goals(direct_branch_goals(graph, callable())),
            goals(direct_entry_goals(graph, callable())),
        ]
        .concat(),
        Criterion::Line => goals(line_goals(graph, &world.lines)),
        Criterion::Block => goals(sbst::objective::block_goals(graph)),
        Criterion::Statement => goals(sbst::objective::statement_goals(graph)),
        _ => return None,
    };
    Some(all)
}

fn scalar(goal: &impl Objective<Observation>, seen: &Observed<'_, Observation>) -> f64 {
    goal.needs().scalar().of(goal.fitness(seen))
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn goals_have_the_values_of_the_definition((world, notes) in program(), other in notes(3)) {
        let observation = notes.on(&world.subject.shapes);
        let judge = world.judge(&observation);
        let other = other.on(&world.subject.shapes);
        for form in Defined::ALL {
            let goals = registry::<Observation>(&world, form, &[&observation, &other]);
            assert_as_defined(&judge, &goals, form, &measured(&world, &goals, &observation));
        }
    }
}

proptest! {
    #![proptest_config(config(192))]

    /// Reachable decided branches, an entry for each function that has none, lines of reachable
    /// blocks, each mutant and method.
    #[test]
    fn each_criterion_makes_its_goals_and_each_once(
        subject in subject(3, 7),
        order in Just(MADE.to_vec()).prop_shuffle(),
    ) {
        let world = World::new(subject);
        let mut goals = Goals::<Observation>::new();
        for &criterion in &order {
            let (before, expected) = (goals.len(), world.goals(criterion));
            prop_assert_eq!(
                goals.add(criterion, &world.program(Defined::Levels.library())).len(),
                expected.len(),
                "{}",
                criterion
            );
            let made: Vec<Goal> = goals.of(criterion).map(|id| goals.goal(id)).collect();
            prop_assert_eq!(made.len(), expected.len());
            prop_assert_eq!(
                &made.iter().copied().collect::<BTreeSet<_>>(),
                &expected,
                "{}",
                criterion
            );
            prop_assert_eq!(goals.len(), before + made.len());
            prop_assert!(made.iter().all(|goal| goal.criterion() == Some(criterion)));
            if let Some(mut listed) = listed(&world, criterion) {
                listed.sort_unstable();
                prop_assert!(listed.iter().eq(&expected), "{}", criterion);
            }
        }
        // In another form they are the same goals.
        for &criterion in &order {
            prop_assert_eq!(
                goals.add(criterion, &world.program(Defined::Published.library())).len(),
                0
            );
        }
        prop_assert_eq!(
            goals.add(Criterion::Exception, &world.program(Defined::Levels.library())).len(),
            0
        );
    }

    #[test]
    fn exceptions_are_goals_when_first_seen(
        subject in subject(2, 3),
        tests in vec(notes(2), 1..4),
    ) {
        let world = World::new(subject);
        let mut goals = Goals::<Observation>::new();
        let mut known = BTreeSet::new();
        for notes in tests {
            let observation = notes.on(&world.subject.shapes);
            let found: Vec<Goal> =
                goals.discover(&observation).into_iter().map(|id| goals.goal(id)).collect();
            let new: Vec<Goal> = observation
                .thrown
                .difference(&known)
                .map(|&thrown| Goal::Exception(thrown))
                .collect();
            prop_assert_eq!(found, new, "the new ones, ascending");
            known.extend(observation.thrown.iter().copied());
            prop_assert_eq!(goals.of(Criterion::Exception).count(), known.len());
            let judge = world.judge(&observation);
            assert_as_defined(
                &judge,
                &goals,
                Defined::Levels,
                &measured(&world, &goals, &observation),
            );
        }
    }

    /// In any order, some of them twice, after another execution in the same tables, and each
    /// alone.
    #[test]
    fn how_goals_are_asked_does_not_matter(
        (world, notes) in program(),
        before in notes(3),
        picks in vec(any::<u16>(), 0..40),
    ) {
        let observation = notes.on(&world.subject.shapes);
        let before = before.on(&world.subject.shapes);
        for form in [Defined::Levels, Defined::Published] {
            let goals = registry::<Observation>(&world, form, &[&observation, &before]);
            let in_order = measured(&world, &goals, &observation);
            let mut tables = Tables::new(&world.graph);
            goals.observe(&world.graph, &before, &mut tables);
            let seen = goals.observe(&world.graph, &observation, &mut tables);
            let ids: Vec<GoalId> = picks
                .iter()
                .map(|&pick| GoalId::new(u32::from(pick) % goals.len() as u32))
                .collect();
            let mut row = vec![Fitness::NEVER; ids.len()];
            goals.fitness(ids.iter().copied(), &seen, &mut row);
            prop_assert_eq!(row, ids.iter().map(|id| in_order[id.index()]).collect::<Vec<_>>());

            let (mut all, mut direct) =
                (FitnessTable::new(&world.graph), FitnessTable::new(&world.graph));
            all.sweep(&world.graph, &observation);
            direct.sweep(&world.graph, &On(&observation, Plane::Direct));
            let without_table = Observed::new(&world.graph, &observation, &all);
            for (id, &value) in goals.ids().zip(&in_order) {
                prop_assert_eq!(goals.fitness_of(id, &seen), value);
                prop_assert_eq!(
                    goals.fitness_of(id, &without_table),
                    value,
                    "{} by itself",
                    goals.goal(id)
                );
                prop_assert_eq!(goals.fitness_of(id, &without_table.with_direct(&direct)), value);
            }
        }
    }

    /// Goals that no registry made, some of them in forms that it would not take for them.
    #[test]
    fn goals_made_one_by_one_are_as_defined((world, notes) in program()) {
        let observation = notes.on(&world.subject.shapes);
        let judge = world.judge(&observation);
        let mut table = FitnessTable::new(&world.graph);
        table.sweep(&world.graph, &observation);
        let seen = Observed::new(&world.graph, &observation, &table);
        for goal in implicit_branch_goals(&world.graph) {
            let identity = Goal::Branch(goal.target);
            prop_assert_eq!(
                goal.fitness(&seen),
                fitness(judge.pair(identity, Defined::Levels).expect("a pair"))
            );
            let once = goal.in_form(GoalForm::Augmented);
            prop_assert_eq!(scalar(&once, &seen), judge.scalar(identity, Defined::Once));
        }
        for branch in world.graph.all_branches() {
            let goal = CoverageGoal::new(branch);
            // With levels: the level of the pair, and f_bc.
            let pair =
                Fitness::new(goal.fitness(&seen).level, goal.in_form(Forms::PUBLISHED).fitness(&seen).distance);
            for goal in
                [GoalForm::Levels, GoalForm::Flat, GoalForm::Definition, GoalForm::Augmented]
                    .map(|form| goal.in_form(form))
            {
                prop_assert_eq!(scalar(&goal.in_form(Forms::PUBLISHED), &seen), judge.twice(branch));
                prop_assert_eq!(
                    goal.in_form(Forms::PUBLISHED).fitness(&seen).is_covered(),
                    judge.twice(branch) == 0.0
                );
                prop_assert_eq!(goal.in_form(GoalForm::Levels.twice()).fitness(&seen), pair);
            }
        }
        for goal in &world.mutants {
            prop_assume!(
                world
                    .subject
                    .mutants
                    .iter()
                    .filter(|mutant| mutant.0 == goal.mutant.number())
                    .count()
                    == 1
            );
            let identity = Goal::Mutant(goal.mutant);
            prop_assert_eq!(
                scalar(&goal.in_form(GoalForm::Definition), &seen),
                judge.scalar(identity, Defined::Definition)
            );
            prop_assert_eq!(
                scalar(&goal.in_form(GoalForm::Augmented), &seen),
                judge.scalar(identity, Defined::Once)
            );
            prop_assert_eq!(
                scalar(&goal.in_form(Forms::PUBLISHED), &seen),
                judge.scalar(identity, Defined::Published)
            );
        }
    }

    /// Zero iff covered, in all forms alike; never NaN; and the pairs are in the order of the
    /// scalars.
    #[test]
    fn all_forms_agree_on_what_is_covered((world, notes) in program(), other in notes(3)) {
        let tests = [notes, other].map(|notes| notes.on(&world.subject.shapes));
        let mut covered = Vec::new();
        for form in Defined::ALL {
            let goals = registry::<Observation>(&world, form, &[&tests[0], &tests[1]]);
            let rows = [0, 1].map(|test| measured(&world, &goals, &tests[test]));
            for (id, (&a, &b)) in goals.ids().zip(rows[0].iter().zip(&rows[1])) {
                let (x, y) = (goals.scalar(id, a), goals.scalar(id, b));
                prop_assert!(x >= 0.0 && y >= 0.0, "not even NaN");
                prop_assert_eq!(
                    (a.is_covered(), b.is_covered()),
                    (x == 0.0, y == 0.0),
                    "{} in {:?}",
                    goals.goal(id),
                    form
                );
                prop_assert!(a > b || x <= y, "{} in {:?}: {} and {}", goals.goal(id), form, a, b);
                prop_assert!(b > a || y <= x, "{} in {:?}: {} and {}", goals.goal(id), form, a, b);
            }
            covered.push(
                rows.map(|row| row.iter().map(|value| value.is_covered()).collect::<Vec<_>>()),
            );
        }
        prop_assert!(covered.iter().all(|rows| *rows == covered[0]));
    }

    #[test]
    fn inputs_and_outputs_are_listed_by_partition(
        domains in vec(proptest::sample::subsequence(Partition::ALL.to_vec(), 0..12), 0..3),
    ) {
        let f = World::function(2);
        let all: Vec<_> = domains.iter().map(|of| sbst::execution::Domain::of(of)).collect();
        for (domain, partitions) in all.iter().zip(&domains) {
            let goals = output_goals(f, *domain).map(|goal| Objective::<Record>::goal(&goal));
            prop_assert!(goals.eq(partitions.iter().map(|&partition| Goal::Output(f, partition))));
        }
        let expected =
            (0..).zip(&domains).flat_map(|(a, of)| of.iter().map(move |&p| Goal::Input(f, a, p)));
        prop_assert!(input_goals(f, &all).map(|goal| Objective::<Record>::goal(&goal)).eq(expected));
    }

    #[test]
    fn partitions_are_as_far_as_defined(value in datum()) {
        for partition in Partition::ALL {
            // Whether NaN is null, not null or no value at all is left open by the definition.
            if matches!(value, Datum::Float(x) if x.is_nan())
                && matches!(partition, Partition::Null | Partition::NonNull)
            {
                continue;
            }
            let distance = partition.distance(Value::from(value)).get();
            prop_assert_eq!(
                distance,
                partition_distance(partition, value),
                "{} from {:?}",
                partition,
                value
            );
        }
    }
}

/// By hand: one line in both arms of a test, and in one of them behind a statement of another line.
#[test]
fn a_line_in_two_blocks_is_as_near_as_the_nearer_one() {
    use crate::oracle::run::{Run, Seen};
    use sbst::flow::Outcome::{False, Next, True};
    // 0: if { 1: line 7 } else { 2: line 8; line 7 }  3
    let shape =
        crate::oracle::Shape::new(&[(0, True, 1), (0, False, 2), (1, Next, 3), (2, Next, 3)], &[3])
            .with_statements(2);
    let lines = vec![(1, 0, 7), (2, 0, 8), (2, 1, 7), (2, 1, 9)];
    let subject =
        Subject { shapes: vec![shape.clone()], lines, mutants: Vec::new(), methods: Vec::new() };
    let world = World::new(subject);
    let mut seen = Seen { entered: true, ..Seen::default() };
    seen.visit(0, 2);
    seen.observe((0, False), 0.0);
    seen.observe((0, True), 3.0);
    seen.visit(2, 0); // its first statement threw
    let observation = Observation { run: Run::new(&[shape], [seen]), ..Observation::default() };
    let mut table = FitnessTable::new(&world.graph);
    table.sweep(&world.graph, &observation);
    let observed = Observed::new(&world.graph, &observation, &table);
    let scalars = |line: u32| {
        [GoalForm::Levels, GoalForm::Flat, GoalForm::Definition, GoalForm::Augmented].map(|form| {
            let goal = LineGoal::new(sbst::id::Line::new(line), &world.lines).in_form(form);
            scalar(&goal, &observed)
        })
    };
    assert_eq!(scalars(8), [0.0; 4]);
    assert_eq!(scalars(7), [0.5, 1.0, 1.0, 1.0]); // one statement to go in block 2; block 1 is (1, 3)
    assert_eq!(scalars(9), scalars(99)); // a statement is on one line, the least; 9 holds none
    assert_eq!(CoverageGoal::new(Branch::new(0)).fitness(&observed).scalar(), 0.75);
}
