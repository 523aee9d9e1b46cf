//! Executions that go away from a goal one step at a time: each step shows where a form can show
//! it.

use super::{measured, registry};
use crate::oracle::Shape;
use crate::oracle::criteria::Form;
use crate::oracle::observation::Observation;
use crate::oracle::run::{Run, Seen};
use crate::oracle::subject::{Callable, Subject, World};
use sbst::execution::{ExceptionKind, Thrown};
use sbst::fitness::Fitness;
use sbst::flow::Outcome::{False, Next, True};
use sbst::id::{Branch, Function, Line, Mutant, Symbol};
use sbst::objective::Goal;

/// From covered to not entered, one step at a time: `0: if a { 1: if b { 2: three statements } }
/// 3`, and the last statement of block 2.
fn steps() -> Vec<Seen> {
    let entered = Seen { entered: true, ..Seen::default() };
    let a = |distance| {
        let mut seen = entered.clone();
        seen.visit(0, 3);
        seen.observe((0, True), distance);
        seen
    };
    let b = |distance| {
        let mut seen = a(0.0);
        seen.visit(1, 3);
        seen.observe((1, True), distance);
        seen
    };
    let inside = |progress| {
        let mut seen = b(0.0);
        seen.visit(2, progress);
        seen
    };
    let mut stopped = a(0.0);
    stopped.visit(1, 0);
    let all = [
        inside(2),
        inside(1),
        inside(0),
        b(0.0),
        b(3.0),
        b(9.0),
        b(f64::INFINITY),
        stopped,
        a(2.0),
        a(7.0),
    ];
    all.into_iter().chain([entered.clone(), Seen::default()]).collect()
}

fn stairs() -> (World, Vec<Observation>) {
    let shape =
        Shape::new(&[(0, True, 1), (0, False, 3), (1, True, 2), (1, False, 3), (2, Next, 3)], &[3])
            .with_statements(3);
    let run = |seen| Observation {
        run: Run::new(std::slice::from_ref(&shape), [seen]),
        ..Observation::default()
    };
    let tests = steps().into_iter().map(run).collect();
    (
        World::new(Subject {
            shapes: vec![shape.clone()],
            lines: vec![(2, 2, 0)],
            mutants: vec![(0, 2, 2)],
            methods: vec![],
        }),
        tests,
    )
}

/// With both predicates evaluated so often, in all calls and in direct ones.
fn evaluated(tests: &[Observation], count: u32) -> Vec<Observation> {
    let counts = || [(0, count), (1, count)].into();
    tests
        .iter()
        .map(|test| Observation {
            evaluations: counts(),
            direct_evaluations: counts(),
            ..test.clone()
        })
        .collect()
}

fn along(form: Form, goal: Goal, world: &World, tests: &[Observation]) -> (Vec<Fitness>, Vec<f64>) {
    let goals = registry::<Observation>(world, form, &[]);
    let id = goals.find(goal).expect("a goal of this program");
    tests
        .iter()
        .map(|test| measured(world, &goals, test)[id.index()])
        .map(|value| (value, goals.scalar(id, value)))
        .unzip()
}

#[test]
fn every_step_away_from_a_line_shows() {
    let (world, tests) = stairs();
    let line = Goal::Line(Line::new(0));
    for goal in [line, Goal::Statement(world.block(0, 2).statement(2))] {
        let (pairs, _) = along(Form::Levels, goal, &world, &tests);
        assert!(pairs.is_sorted_by(|a, b| a < b), "{goal}: {pairs:?}");
    }
    let (pairs, scalars) = along(Form::Flat, line, &world, &tests);
    assert!(pairs.is_sorted() && scalars.is_sorted());
    assert!(scalars[1..].iter().all(|scalar| (1.0..2.0).contains(scalar)));
    assert_eq!(along(Form::Definition, line, &world, &tests).1, [&[0.0][..], &[1.0; 11]].concat());
    let augmented = [0.0, 1.0, 1.0, 1.0, 1.75, 1.9, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0];
    assert_eq!(along(Form::Once, line, &world, &tests).1, augmented);
    // As printed, if both predicates were evaluated twice; if once, only what is taken counts.
    assert_eq!(along(Form::Published, line, &world, &evaluated(&tests, 2)).1, augmented);
    assert_eq!(
        along(Form::Published, line, &world, &evaluated(&tests, 1)).1,
        augmented.map(|value| if value > 1.0 { 2.0 } else { value })
    );
}

#[test]
fn every_step_away_from_a_mutant_shows() {
    let (world, mut tests) = stairs();
    let evaluated = [0.0, 1.0, 5.0, f64::MAX, f64::INFINITY];
    let test = |distance| Observation { infections: [(0, distance)].into(), ..tests[0].clone() };
    let evaluated: Vec<Observation> = evaluated.map(test).into();
    tests.splice(0..0, evaluated);
    let mutant = Goal::Mutant(Mutant::new(0));
    let (pairs, scalars) = along(Form::Levels, mutant, &world, &tests);
    assert!(pairs.is_sorted_by(|a, b| a < b), "{pairs:?}");
    assert_eq!(scalars[..6], [0.0, 0.5, 5.0 / 6.0, 1.0_f64.next_down(), 1.0, 1.0_f64.next_up()]);
    assert!(scalars.is_sorted() && scalars[6..].iter().all(|&scalar| scalar > 1.0));
    let reached = [0.0, 0.5, 5.0 / 6.0, 1.0_f64.next_down(), 1.0];
    assert_eq!(
        along(Form::Definition, mutant, &world, &tests).1,
        [&reached[..], &[1.0; 12]].concat()
    );
    let missed = [1.0, 1.0, 1.0, 1.0, 1.75, 1.9, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0];
    assert_eq!(along(Form::Once, mutant, &world, &tests).1, [reached.as_slice(), &missed].concat());
    assert_eq!(
        along(Form::Published, mutant, &world, &self::evaluated(&tests, 2)).1,
        [reached.as_slice(), &missed].concat()
    );
}

#[test]
fn what_has_no_gradient_is_covered_or_one() {
    let (world, _) = stairs();
    let thrown = Thrown::new(Function::new(0), Symbol::new(0), ExceptionKind::Declared);
    let covers = Observation {
        called: [0].into(),
        returned: [0].into(),
        thrown: [thrown].into(),
        ..Observation::default()
    };
    let mut subject = world.subject.clone();
    subject.methods = vec![Callable { function: 0, returns: vec![], takes: vec![] }];
    let world = World::new(subject);
    let goals = registry::<Observation>(&world, Form::Levels, &[&covers]);
    let function = Function::new(0);
    for goal in [Goal::Method(function), Goal::MethodNoException(function), Goal::Exception(thrown)]
    {
        let id = goals.find(goal).expect("a goal of this program");
        let scalars = [&covers, &Observation::default()]
            .map(|test| goals.scalar(id, measured(&world, &goals, test)[id.index()]));
        assert_eq!(scalars, [0.0, 1.0], "{goal}");
    }
}

#[test]
fn every_step_away_from_a_direct_branch_shows() {
    let (world, tests) = stairs();
    let mut subject = world.subject.clone();
    subject.methods = vec![Callable { function: 0, returns: vec![], takes: vec![] }];
    let world = World::new(subject);
    let goal = Goal::DirectBranch(Branch::new(2)); // the inner test holds
    // What some other caller makes of it is nothing to the goal.
    let through = |test: &Observation| Observation {
        run: tests[0].run.clone(),
        direct: test.run.clone(),
        ..Observation::default()
    };
    let direct: Vec<Observation> = tests[3..].iter().map(through).collect();
    let (pairs, scalars) = along(Form::Levels, goal, &world, &direct);
    // Entered and nothing more known looks as not called: an executor sees a call by what happens
    // in it.
    assert!(pairs[..8].is_sorted_by(|a, b| a < b) && pairs[8] == pairs[7], "{pairs:?}");
    assert!(scalars.is_sorted() && scalars[8] == 3.0);
    let once = [&[0.0, 0.75, 0.9][..], &[1.0; 6]].concat();
    assert_eq!(along(Form::Once, goal, &world, &direct).1, once);
    // As printed, if the predicate was evaluated twice in direct calls; elsewhere does not count.
    assert_eq!(along(Form::Published, goal, &world, &evaluated(&direct, 2)).1, once);
    let elsewhere =
        |test: &Observation| Observation { direct_evaluations: [(1, 1)].into(), ..test.clone() };
    let elsewhere: Vec<Observation> = evaluated(&direct, 9).iter().map(elsewhere).collect();
    assert_eq!(
        along(Form::Published, goal, &world, &elsewhere).1,
        [&[0.0][..], &[1.0; 8]].concat()
    );
    assert_eq!(
        along(Form::Levels, Goal::Branch(Branch::new(2)), &world, &direct).0,
        [Fitness::COVERED; 9]
    );
}
