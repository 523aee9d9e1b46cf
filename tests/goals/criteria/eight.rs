//! One instrumented subject, one trace, all criteria: every number worked out by hand.

use super::discount::{
    AUDIT, CLAMP, DISCOUNT, DIVISION_BY_ZERO, NEGATIVE_PERCENT, Subject, VERSION, test,
};
use sbst::distance::Distance;
use sbst::execution::{ExceptionKind, Partition, Thrown, Trace};
use sbst::fitness::Fitness;
use sbst::flow::FlowError;
use sbst::id::{Block, Branch, GoalId, Line};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{CoverageGoal, Criterion, Evaluated, Forms, Goal, GoalForm, Goals, Tables};
use sbst::published::whole_suite;

/// The values of all goals, in the given forms.
fn measure(subject: &Subject, forms: Forms) -> (Goals<Trace>, Vec<Fitness>) {
    let program = subject.program().in_forms(forms);
    let mut goals = Goals::new();
    for criterion in Criterion::SMART {
        goals.add(criterion, &program);
    }
    goals.add(Criterion::Input, &program);
    // Known from some test before.
    goals.push(CoverageGoal::new(DECLARED));

    let (trace, mut tables) = (goals.trace(&subject.graph), Tables::new(&subject.graph));
    test(&trace);
    assert_eq!(trace.check(), Ok(()));
    assert_eq!(goals.discover(&trace).len(), 2);
    let mut row = Vec::new();
    goals.measure(&subject.graph, &trace, &mut tables, &mut row);
    (goals, row)
}

const DECLARED: Thrown = Thrown::new(CLAMP, NEGATIVE_PERCENT, ExceptionKind::Declared);

/// The goals that a criterion makes, in their order, with pair and scalar.
fn by(
    criterion: Criterion,
    (goals, row): &(Goals<Trace>, Vec<Fitness>),
) -> Vec<(Goal, Fitness, f64)> {
    let value = |id: GoalId| (goals.goal(id), row[id.index()], goals.scalar(id, row[id.index()]));
    goals.of(criterion).map(value).collect()
}

const COVERED: Fitness = Fitness::COVERED;

/// As printed, except that one evaluation of a predicate is enough.
const ONCE: Forms = Forms { evaluated: Evaluated::Once, ..Forms::PUBLISHED };

fn at(level: u32, distance: u32) -> Fitness {
    Fitness::new(level, Distance::from(distance))
}

fn infinite(level: u32) -> Fitness {
    Fitness::new(level, Distance::INFINITE)
}

/// norm(x) = x / (1 + x)
fn norm(x: f64) -> f64 {
    x / (1.0 + x)
}

fn branch(number: u32) -> Branch {
    Branch::new(number)
}

#[test]
fn branches() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    // e2: 20 == 200 fails by 180, and K = 1. e4: 20 > 50 fails by 30, and K. The others were taken.
    // Only audit and version have no branches; version was not entered.
    let levels = [
        (Goal::Branch(branch(0)), COVERED, 0.0),
        (Goal::Branch(branch(1)), COVERED, 0.0),
        (Goal::Branch(branch(2)), at(0, 181), 181.0 / 182.0),
        (Goal::Branch(branch(3)), COVERED, 0.0),
        (Goal::Branch(branch(4)), at(0, 31), 31.0 / 32.0),
        (Goal::Branch(branch(5)), COVERED, 0.0),
        (Goal::Entry(AUDIT), COVERED, 0.0),
        (Goal::Entry(VERSION), infinite(0), 1.0),
    ];
    assert_eq!(by(Criterion::Branch, &measure(&subject, Forms::LEVELS)), levels);
    // Every predicate was evaluated, so the form without levels is the same here.
    assert_eq!(by(Criterion::Branch, &measure(&subject, ONCE)), levels);
    // f_bc as printed: off == amount and x > limit were evaluated once.
    let mut published = levels;
    (published[2].1, published[2].2, published[4].1, published[4].2) =
        (infinite(0), 1.0, infinite(0), 1.0);
    assert_eq!(by(Criterion::Branch, &measure(&subject, Forms::PUBLISHED)), published);
    assert_eq!(by(Criterion::Branch, &measure(&subject, Forms::DEFINITION)), published);
    Ok(())
}

#[test]
fn direct_branches() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    // As above in discount. Only discount called clamp: its two branches are one decision behind an
    // entry nobody knows how to reach. Without levels that is 1.
    let levels = [
        (Goal::DirectBranch(branch(0)), COVERED, 0.0),
        (Goal::DirectBranch(branch(1)), COVERED, 0.0),
        (Goal::DirectBranch(branch(2)), at(0, 181), 181.0 / 182.0),
        (Goal::DirectBranch(branch(3)), COVERED, 0.0),
        (Goal::DirectBranch(branch(4)), infinite(1), 2.0),
        (Goal::DirectBranch(branch(5)), infinite(1), 2.0),
        (Goal::DirectEntry(AUDIT), COVERED, 0.0),
        (Goal::DirectEntry(VERSION), infinite(0), 1.0),
    ];
    assert_eq!(by(Criterion::DirectBranch, &measure(&subject, Forms::LEVELS)), levels);
    let mut published = levels;
    (published[4].1, published[4].2, published[5].1, published[5].2) =
        (infinite(0), 1.0, infinite(0), 1.0);
    assert_eq!(by(Criterion::DirectBranch, &measure(&subject, ONCE)), published);
    (published[2].1, published[2].2) = (infinite(0), 1.0);
    assert_eq!(by(Criterion::DirectBranch, &measure(&subject, Forms::PUBLISHED)), published);
    Ok(())
}

#[test]
fn lines() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    let uncovered_in = |forms: Forms| {
        let all = by(Criterion::Line, &measure(&subject, forms));
        assert_eq!(all.len(), 12);
        all.into_iter().filter(|(_, fitness, _)| !fitness.is_covered()).collect::<Vec<_>>()
    };
    let uncovered = |line: GoalForm| uncovered_in(Forms { form: line, ..Forms::LEVELS });
    let goal = |line| Goal::Line(Line::new(line));
    // Line 5 is in block 3 behind e2, 181 away. Line 8 ran in one of its blocks. Line 10 was
    // reached: it threw. Line 11 is the third statement of a block of which one ran to its end: one
    // more must. Line 12 is in a function that never ran.

    // The statement goals: where the block was not entered, one level above its goal.
    let levels = [
        (goal(5), at(1, 181), 1.0 + 181.0 / 182.0),
        (goal(11), at(0, 1), 0.5),
        (goal(12), infinite(1), 2.0),
    ];
    assert_eq!(uncovered(GoalForm::Levels), levels);
    // 1 + norm(level + norm(distance)); the smallest distance for line 11, since its block was
    // entered.
    let flat = [
        (goal(5), at(0, 181), 1.0 + norm(181.0 / 182.0)),
        (goal(11), Fitness::from(Distance::SMALLEST), 1.0),
        (goal(12), infinite(0), 1.5),
    ];
    assert_eq!(uncovered(GoalForm::Flat), flat);
    let definition = [goal(5), goal(11), goal(12)].map(|goal| (goal, infinite(0), 1.0));
    assert_eq!(uncovered(GoalForm::Definition), definition);
    // 1 + 181 / 182 of e2; 11 and 12 depend on the entry only: entered, not entered.
    let augmented = [
        (goal(5), at(1, 181), 1.0 + 181.0 / 182.0),
        (goal(11), at(1, 0), 1.0),
        (goal(12), infinite(1), 2.0),
    ];
    assert_eq!(uncovered(GoalForm::Augmented), augmented);
    assert_eq!(uncovered_in(ONCE), augmented);
    // Eq. 12 as printed: e2 was evaluated once.
    let published = [(goal(5), infinite(1), 2.0), augmented[1], augmented[2]];
    assert_eq!(uncovered_in(Forms::PUBLISHED), published);
    assert_eq!(uncovered_in(Forms::DEFINITION), definition);
    Ok(())
}

#[test]
fn weak_mutation() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    let levels = [
        // `percent < 0` and `percent <= 0` differ at 0: 10 and -5 are 10 and 5 away.
        at(0, 5),
        // 200 * 10 is not 200 + 10.
        COVERED,
        // `off == amount` and `off >= amount` differ where off is greater; it is 180 less.
        at(0, 181),
        // Block 3 is 181 away; its statement one level above, the mutant one more.
        at(2, 181),
        // 1000 / 0 throws, 1000 * 0 does not.
        COVERED,
        // One statement to go, one level up.
        at(1, 1),
        // Its statement was reached, but threw before it.
        at(1, 0),
    ];
    let above_1 = 1.0_f64.next_up();
    let scalars = [5.0 / 6.0, 0.0, 181.0 / 182.0, 2.0 + 181.0 / 182.0, 0.0, 1.5, above_1];
    let found = by(Criterion::WeakMutation, &measure(&subject, Forms::LEVELS));
    assert_eq!(found.iter().map(|goal| goal.1).collect::<Vec<_>>(), levels);
    assert_eq!(found.iter().map(|goal| goal.2).collect::<Vec<_>>(), scalars);
    // Not evaluated: 1 by definition, wherever; augmented 1 more where it depends on e2, less if
    // one evaluation of that is enough.
    let mutant_3 = [(Forms::DEFINITION, 1.0), (Forms::PUBLISHED, 2.0), (ONCE, 1.0 + 181.0 / 182.0)];
    for (forms, mutant_3) in mutant_3 {
        let found = by(Criterion::WeakMutation, &measure(&subject, forms));
        let expected = [5.0 / 6.0, 0.0, 181.0 / 182.0, mutant_3, 0.0, 1.0, 1.0];
        assert_eq!(found.iter().map(|goal| goal.2).collect::<Vec<_>>(), expected);
    }
    Ok(())
}

#[test]
fn methods() -> Result<(), FlowError> {
    let measured = measure(&Subject::new()?, Forms::LEVELS);
    // The test calls discount and audit; clamp is called by discount. Only discount ever returns.
    let methods =
        [(DISCOUNT, COVERED), (CLAMP, infinite(0)), (AUDIT, COVERED), (VERSION, infinite(0))];
    let expected =
        methods.map(|(function, fitness)| (Goal::Method(function), fitness, fitness.scalar()));
    assert_eq!(by(Criterion::Method, &measured), expected);
    let normally =
        [(DISCOUNT, COVERED), (CLAMP, infinite(0)), (AUDIT, infinite(0)), (VERSION, infinite(0))];
    let expected = normally
        .map(|(function, fitness)| (Goal::MethodNoException(function), fitness, fitness.scalar()));
    assert_eq!(by(Criterion::MethodNoException, &measured), expected);
    Ok(())
}

#[test]
fn exceptions() -> Result<(), FlowError> {
    let measured = measure(&Subject::new()?, Forms::LEVELS);
    // One known before, which this test does not throw; two that it throws, found in ascending
    // order.
    let explicit = Thrown::new(DISCOUNT, NEGATIVE_PERCENT, ExceptionKind::Explicit);
    let implicit = Thrown::new(AUDIT, DIVISION_BY_ZERO, ExceptionKind::Implicit);
    let expected =
        [(DECLARED, infinite(0), 1.0), (explicit, COVERED, 0.0), (implicit, COVERED, 0.0)];
    assert_eq!(
        by(Criterion::Exception, &measured),
        expected.map(|(thrown, fitness, scalar)| (Goal::Exception(thrown), fitness, scalar))
    );
    Ok(())
}

#[test]
fn outputs_and_inputs() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    let measured = measure(&subject, Forms::LEVELS);
    let [negative, zero, positive] = [Partition::Negative, Partition::Zero, Partition::Positive];
    let goal = |function, partition, fitness: Fitness| {
        (Goal::Output(function, partition), fitness, fitness.scalar())
    };
    // discount returned 180, clamp 20, audit nothing.
    let outputs = [
        goal(DISCOUNT, negative, at(0, 181)),
        goal(DISCOUNT, zero, at(0, 180)),
        goal(DISCOUNT, positive, COVERED),
        goal(CLAMP, negative, at(0, 21)),
        goal(CLAMP, zero, at(0, 20)),
        goal(CLAMP, positive, COVERED),
        goal(AUDIT, zero, infinite(0)),
        goal(AUDIT, positive, infinite(0)),
    ];
    assert_eq!(by(Criterion::Output, &measured), outputs);
    let goal = |argument, partition, fitness: Fitness| {
        (Goal::Input(DISCOUNT, argument, partition), fitness, fitness.scalar())
    };
    // The amounts were 200 and 80, the percentages 10 and -5.
    let inputs = [
        goal(0, negative, at(0, 81)),
        goal(0, zero, at(0, 80)),
        goal(0, positive, COVERED),
        goal(1, negative, COVERED),
        goal(1, zero, at(0, 5)),
        goal(1, positive, COVERED),
    ];
    assert_eq!(by(Criterion::Input, &measured), inputs);
    // Binary: covered or 1.
    let published = by(Criterion::Output, &measure(&subject, Forms::PUBLISHED));
    assert_eq!(
        published.iter().map(|goal| goal.2).collect::<Vec<_>>(),
        [1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0]
    );
    Ok(())
}

/// Sums and coverage of the suite that is this one test, in the published forms.
#[test]
fn the_suite() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    let (goals, row) = measure(&subject, Forms::PUBLISHED);
    let mut of_tests = SuiteRow::new();
    of_tests.add(&row);
    let sum = |criterion| of_tests.sum(&goals, goals.of(criterion));
    let (e2, e4) = (181.0 / 182.0, 31.0 / 32.0);
    // Two branches, and a function that was not entered, which Eq. 9 and 13 do not have; of direct
    // branches, those of clamp besides.
    assert_eq!(
        (sum(Criterion::Branch), sum(Criterion::DirectBranch)),
        (1.0 + 1.0 + 1.0, 1.0 + 2.0 + 1.0)
    );
    assert_eq!(sum(Criterion::Line), 2.0 + 1.0 + 2.0);
    assert_eq!(sum(Criterion::WeakMutation), 5.0 / 6.0 + 181.0 / 182.0 + 2.0 + 1.0 + 1.0);
    assert_eq!(
        (of_tests.lines(&goals), of_tests.branches(&goals) + of_tests.lines(&goals)),
        (0.75, 2.0 + 0.75)
    );
    assert_eq!(
        [Criterion::Method, Criterion::MethodNoException, Criterion::Output].map(sum),
        [2.0, 3.0, 6.0]
    );

    let coverage = |criterion| of_tests.coverage(&goals, criterion).to_string();
    let expected = ["5 of 8", "4 of 8", "9 of 12", "2 of 7", "2 of 4", "1 of 4", "2", "2 of 8"];
    assert_eq!(Criterion::SMART.map(coverage), expected);

    // Whole-suite formulas on the trace itself: percent < 0 was evaluated twice, off == amount and
    // x > limit once, so that their distances do not count by the rule of two.
    let trace = goals.trace(&subject.graph);
    test(&trace);
    let tests = std::slice::from_ref(&trace);
    let branches =
        |rule| whole_suite::branches(&subject.graph, subject.graph.all_branches(), tests, rule);
    assert_eq!(branches(whole_suite::Twice::Off), e2 + e4);
    assert_eq!(branches(whole_suite::Twice::Test), 2.0);
    assert_eq!(whole_suite::lines(12, 9), 0.75);
    assert_eq!(
        whole_suite::lines_and_branches(
            &subject.graph,
            &subject.lines,
            tests,
            whole_suite::Twice::Test
        ),
        2.75
    );
    let mut twice = Goals::<Trace>::new();
    twice.extend(
        subject
            .graph
            .all_branches()
            .map(|branch| CoverageGoal::new(branch).in_form(Forms::PUBLISHED)),
    );
    let mut tables = Tables::new(&subject.graph);
    let seen = twice.observe(&subject.graph, &trace, &mut tables);
    let scalars: Vec<f64> =
        twice.ids().map(|id| twice.scalar(id, twice.fitness_of(id, &seen))).collect();
    assert_eq!(scalars, [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    Ok(())
}

/// A frozen run answers what the trace answered.
#[test]
fn the_record_says_the_same() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    let (goals, row) = measure(&subject, Forms::LEVELS);
    let trace = goals.trace(&subject.graph);
    test(&trace);
    let record = trace.record();

    let mut of_records = Goals::new();
    for criterion in Criterion::SMART {
        of_records.add(criterion, &subject.program());
    }
    of_records.discover(&record);
    let mut tables = Tables::new(&subject.graph);
    let seen = of_records.observe(&subject.graph, &record, &mut tables);
    for id in of_records.ids() {
        let same = goals.find(of_records.goal(id)).expect("a goal of both");
        assert_eq!(of_records.fitness_of(id, &seen), row[same.index()], "{}", of_records.goal(id));
    }
    assert_eq!(seen.table.progress(subject.graph.block(AUDIT, 0)), Some(1));
    assert_eq!(seen.table.progress(Block::new(u32::MAX)), None);
    Ok(())
}

#[test]
fn criteria_have_names_of_their_own() {
    let names: std::collections::BTreeSet<&str> =
        Criterion::ALL.iter().map(|criterion| criterion.name()).collect();
    assert!(names.len() == Criterion::ALL.len() && !names.contains(""), "{names:?}");
}
