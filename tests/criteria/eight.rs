//! One instrumented subject, one trace, all criteria: every number worked out by hand.

use sbst::distance::infection::{Arithmetic, Overflow, Relation, arithmetic, relation, values};
use sbst::distance::{Distance, eq, gt, lt};
use sbst::execution::{Domain, Kind, Partition, Thrown, Trace};
use sbst::fitness::{Fitness, suite};
use sbst::flow::{Body, FlowError, FlowGraph, Lines};
use sbst::id::{Block, Branch, Function, GoalId, Line, Mutant, Symbol};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{
    Criterion, ExceptionGoal, Forms, Goal, Goals, LineForm, Method, MutantGoal, Program, Tables, TwiceBranchGoal,
};

const DISCOUNT: Function = Function::new(0);
const CLAMP: Function = Function::new(1);
const AUDIT: Function = Function::new(2);
const VERSION: Function = Function::new(3);

const NEGATIVE_PERCENT: Symbol = Symbol::new(0);
const DIVISION_BY_ZERO: Symbol = Symbol::new(1);

/// ```text
///  1  fn discount(amount, percent) {       block 0
///         if percent < 0 {
///  2          return Err(Negative)         block 1
///         }
///  3      let off = clamp(amount * percent / 100, 50)   block 2, statement 0
///  4      if off == amount {                            block 2, statement 1
///  5          return Ok(0)                 block 3
///         }
///  6      Ok(amount - off)                 block 4
///     }
/// ```
///
/// Mutants: 0 is `percent <= 0`, 1 `amount + percent`, 2 `off >= amount`, 3 `return Ok(1)`.
fn discount(t: &Trace, amount: i32, percent: i32) -> Result<i32, ()> {
    let f = t.call(DISCOUNT);
    f.argument(0, amount);
    f.argument(1, percent);
    f.infected(Mutant::new(0), relation(percent, 0, Relation::Less, Relation::LessOrEqual));
    if f.decide(0, lt(percent, 0)) {
        f.done(1, 1);
        f.threw(NEGATIVE_PERCENT, Kind::Explicit);
        return Err(());
    }
    f.infected(Mutant::new(1), arithmetic(amount, percent, Arithmetic::Multiply, Arithmetic::Add, Overflow::Throws));
    let off = clamp(f.trace(), amount * percent / 100, 50);
    f.done(2, 1);
    f.infected(Mutant::new(2), relation(off, amount, Relation::Equal, Relation::GreaterOrEqual));
    let result = if f.decide(2, eq(off, amount)) {
        f.infected(Mutant::new(3), values(Some(0), Some(1)));
        f.done(3, 1);
        0
    } else {
        f.done(4, 1);
        amount - off
    };
    f.returned(result);
    Ok(result)
}

/// ```text
///  7  fn clamp(x, limit) {
///         if x > limit                      block 0
///  8          { limit } else { x }          blocks 1 and 2
///     }
/// ```
fn clamp(t: &Trace, x: i32, limit: i32) -> i32 {
    let f = t.call(CLAMP);
    let result = if f.decide(0, gt(x, limit)) { limit } else { x };
    f.returned(result);
    result
}

/// ```text
///  9  fn audit(amount) {                    block 0, statement 0
/// 10      let share = 1000 / amount         block 0, statement 1
/// 11      print(share)                      block 0, statement 2
///     }
/// ```
///
/// Mutants: 4 is `1000 * amount`, 5 replaces `share`, 6 stands in the same statement as 4, behind what throws.
fn audit(t: &Trace, amount: i32) -> Option<i32> {
    let f = t.call(AUDIT);
    f.done(0, 1);
    f.infected(Mutant::new(4), arithmetic(1000, amount, Arithmetic::Divide, Arithmetic::Multiply, Overflow::Throws));
    let Some(share) = 1000_i32.checked_div(amount) else {
        f.threw(DIVISION_BY_ZERO, Kind::Implicit);
        return None;
    };
    f.infected(Mutant::new(6), values(Some(share), Some(-share)));
    f.done(0, 2);
    f.infected(Mutant::new(5), values(Some(share), Some(amount)));
    f.returned(share);
    Some(share)
}

/// The graph, its lines and its mutants. Branches: e0 and e1 of `percent < 0`, e2 and e3 of `off == amount`, e4 and e5 of
/// `x > limit`, true first.
struct Subject {
    graph: FlowGraph,
    lines: Lines,
    mutants: [MutantGoal; 7],
    methods: [Method; 4],
}

impl Subject {
    fn new() -> Result<Self, FlowError> {
        let one = |body: Body, blocks: &[u32]| blocks.iter().fold(body, |body, &block| body.statements(block, 1));
        let mut graph = FlowGraph::new();
        let discount = Body::new().branch(0, 1, 2).exit(1).statements(2, 2).branch(2, 3, 4).exit(3).exit(4);
        graph.add(&one(discount, &[0, 1, 3, 4]))?;
        graph.add(&one(Body::new().branch(0, 1, 2).exit(1).exit(2), &[0, 1, 2]))?;
        graph.add(&Body::new().statements(0, 3).exit(0))?;
        graph.add(&Body::new().statements(0, 1).exit(0))?; // line 12: nobody calls it

        let [discount, clamp, audit, version] = [DISCOUNT, CLAMP, AUDIT, VERSION];
        let row = |function, block, statement, line| (graph.block(function, block), statement, Line::new(line));
        let lines = Lines::new([
            row(discount, 0, 0, 1),
            row(discount, 1, 0, 2),
            row(discount, 2, 0, 3),
            row(discount, 2, 1, 4),
            row(discount, 3, 0, 5),
            row(discount, 4, 0, 6),
            row(clamp, 0, 0, 7),
            row(clamp, 1, 0, 8),
            row(clamp, 2, 0, 8),
            row(audit, 0, 0, 9),
            row(audit, 0, 1, 10),
            row(audit, 0, 2, 11),
            row(version, 0, 0, 12),
        ]);
        let mutant =
            |number, function, block, statement| MutantGoal::new(Mutant::new(number), graph.block(function, block), statement);
        let mutants = [
            mutant(0, discount, 0, 0),
            mutant(1, discount, 2, 0),
            mutant(2, discount, 2, 1),
            mutant(3, discount, 3, 0),
            mutant(4, audit, 0, 1),
            mutant(5, audit, 0, 2),
            mutant(6, audit, 0, 1),
        ];
        let methods = [
            Method::new(discount).taking([Domain::SIGNED; 2]).returning(Domain::SIGNED),
            Method::new(clamp).returning(Domain::SIGNED),
            Method::new(audit).returning(Domain::UNSIGNED),
            Method::new(version),
        ];
        Ok(Self { graph, lines, mutants, methods })
    }

    fn program(&self) -> Program<'_> {
        Program::new(&self.graph).with_methods(&self.methods).with_lines(&self.lines).with_mutants(&self.mutants)
    }
}

/// The test: `discount(200, 10)` is 180, by way of `clamp(20, 50)`; `discount(80, -5)` fails; `audit(0)` divides by zero.
fn test(trace: &Trace) {
    assert_eq!(discount(trace, 200, 10), Ok(180));
    assert_eq!(discount(trace, 80, -5), Err(()));
    assert_eq!(audit(trace, 0), None);
}

/// The values of all goals, in the given forms.
fn measure(subject: &Subject, forms: Forms) -> (Goals<Trace>, Vec<Fitness>) {
    let program = subject.program().in_forms(forms);
    let mut goals = Goals::new();
    for criterion in Criterion::SMART {
        goals.add(criterion, &program);
    }
    goals.add(Criterion::Input, &program);
    // Known from some test before.
    goals.push(ExceptionGoal(DECLARED));

    let (trace, mut tables) = (goals.trace(&subject.graph), Tables::new(&subject.graph));
    test(&trace);
    assert_eq!(trace.check(), Ok(()));
    assert_eq!(goals.discover(&trace).len(), 2);
    let mut row = vec![Fitness::NEVER; goals.len()];
    goals.fitness(goals.ids(), &goals.observe(&subject.graph, &trace, &mut tables), &mut row);
    (goals, row)
}

const DECLARED: Thrown = Thrown::new(CLAMP, NEGATIVE_PERCENT, Kind::Declared);

/// The goals that a criterion makes, in their order, with pair and scalar.
fn by(criterion: Criterion, (goals, row): &(Goals<Trace>, Vec<Fitness>)) -> Vec<(Goal, Fitness, f64)> {
    let value = |id: GoalId| (goals.goal(id), row[id.index()], goals.scalar(id, row[id.index()]));
    goals.of(criterion).map(value).collect()
}

const COVERED: Fitness = Fitness::COVERED;

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
    // e2: 20 == 200 fails by 180, and K = 1. e4: 20 > 50 fails by 30, and K. The others were taken. Only audit and version have no
    // branches; version was not entered.
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
    // Every predicate was evaluated, so f_bc is the same here.
    assert_eq!(by(Criterion::Branch, &measure(&subject, Forms::PUBLISHED)), levels);
    Ok(())
}

#[test]
fn direct_branches() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    // As above in discount. Only discount called clamp: its two branches are one decision behind an entry nobody knows how to
    // reach. f_bc there is 1.
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
    (published[4].1, published[4].2, published[5].1, published[5].2) = (infinite(0), 1.0, infinite(0), 1.0);
    assert_eq!(by(Criterion::DirectBranch, &measure(&subject, Forms::PUBLISHED)), published);
    Ok(())
}

#[test]
fn lines() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    let uncovered = |line: LineForm| {
        let all = by(Criterion::Line, &measure(&subject, Forms { line, ..Forms::LEVELS }));
        assert_eq!(all.len(), 12);
        all.into_iter().filter(|(_, fitness, _)| !fitness.is_covered()).collect::<Vec<_>>()
    };
    let goal = |line| Goal::Line(Line::new(line));
    // Line 5 is in block 3 behind e2, 181 away. Line 8 ran in one of its blocks. Line 10 was reached: it threw. Line 11 is the third
    // statement of a block of which one ran to its end: one more must. Line 12 is in a function that never ran.

    // The statement goals: where the block was not entered, one level above its goal.
    let levels = [(goal(5), at(1, 181), 1.0 + 181.0 / 182.0), (goal(11), at(0, 1), 0.5), (goal(12), infinite(1), 2.0)];
    assert_eq!(uncovered(LineForm::Levels), levels);
    // 1 + norm(level + norm(distance)); the smallest distance for line 11, since its block was entered.
    let flat = [
        (goal(5), at(0, 181), 1.0 + norm(181.0 / 182.0)),
        (goal(11), Fitness::from(Distance::SMALLEST), 1.0),
        (goal(12), infinite(0), 1.5),
    ];
    assert_eq!(uncovered(LineForm::Flat), flat);
    let definition = [goal(5), goal(11), goal(12)].map(|goal| (goal, infinite(0), 1.0));
    assert_eq!(uncovered(LineForm::Definition), definition);
    // 1 + f_bc(e2); 11 and 12 depend on the entry only: entered, not entered.
    let augmented = [(goal(5), at(1, 181), 1.0 + 181.0 / 182.0), (goal(11), at(1, 0), 1.0), (goal(12), infinite(1), 2.0)];
    assert_eq!(uncovered(LineForm::Augmented), augmented);
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
    // Not evaluated: 1, wherever.
    let published = by(Criterion::WeakMutation, &measure(&subject, Forms::PUBLISHED));
    assert_eq!(published.iter().map(|goal| goal.2).collect::<Vec<_>>(), [5.0 / 6.0, 0.0, 181.0 / 182.0, 1.0, 0.0, 1.0, 1.0]);
    Ok(())
}

#[test]
fn methods() -> Result<(), FlowError> {
    let measured = measure(&Subject::new()?, Forms::LEVELS);
    // The test calls discount and audit; clamp is called by discount. Only discount ever returns.
    let methods = [(DISCOUNT, COVERED), (CLAMP, infinite(0)), (AUDIT, COVERED), (VERSION, infinite(0))];
    let expected = methods.map(|(function, fitness)| (Goal::Method(function), fitness, fitness.scalar()));
    assert_eq!(by(Criterion::Method, &measured), expected);
    let normally = [(DISCOUNT, COVERED), (CLAMP, infinite(0)), (AUDIT, infinite(0)), (VERSION, infinite(0))];
    let expected = normally.map(|(function, fitness)| (Goal::MethodNoException(function), fitness, fitness.scalar()));
    assert_eq!(by(Criterion::MethodNoException, &measured), expected);
    Ok(())
}

#[test]
fn exceptions() -> Result<(), FlowError> {
    let measured = measure(&Subject::new()?, Forms::LEVELS);
    // One known before, which this test does not throw; two that it throws, found in ascending order.
    let explicit = Thrown::new(DISCOUNT, NEGATIVE_PERCENT, Kind::Explicit);
    let implicit = Thrown::new(AUDIT, DIVISION_BY_ZERO, Kind::Implicit);
    let expected = [(DECLARED, infinite(0), 1.0), (explicit, COVERED, 0.0), (implicit, COVERED, 0.0)];
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
    let goal = |function, partition, fitness: Fitness| (Goal::Output(function, partition), fitness, fitness.scalar());
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
    let goal = |argument, partition, fitness: Fitness| (Goal::Input(DISCOUNT, argument, partition), fitness, fitness.scalar());
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
    assert_eq!(published.iter().map(|goal| goal.2).collect::<Vec<_>>(), [1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0]);
    Ok(())
}

/// Sums and coverage of the suite that is this one test, in the published forms.
#[test]
fn the_suite() -> Result<(), FlowError> {
    let subject = Subject::new()?;
    let (goals, row) = measure(&subject, Forms::PUBLISHED);
    let mut of_tests = SuiteRow::new();
    of_tests.add(&row);
    let sum = |criterion| of_tests.sum(&goals, criterion);
    let (e2, e4) = (181.0 / 182.0, 31.0 / 32.0);
    assert_eq!(sum(Criterion::Branch), e2 + e4 + 1.0);
    assert_eq!(sum(Criterion::DirectBranch), e2 + 1.0 + 1.0 + 1.0);
    assert_eq!(sum(Criterion::Line), (1.0 + e2) + 1.0 + 2.0);
    assert_eq!(sum(Criterion::WeakMutation), 5.0 / 6.0 + e2 + 1.0 + 1.0 + 1.0);
    assert_eq!([Criterion::Method, Criterion::MethodNoException, Criterion::Output].map(sum), [2.0, 3.0, 6.0]);

    let coverage = |criterion| of_tests.coverage(&goals, criterion).to_string();
    let expected = ["5 of 8", "4 of 8", "9 of 12", "2 of 7", "2 of 4", "1 of 4", "2", "2 of 8"];
    assert_eq!(Criterion::SMART.map(coverage), expected);

    // Whole-suite formulas on the trace itself: percent < 0 was evaluated twice, off == amount and x > limit once, so that their
    // distances do not count by the rule of two.
    let trace = goals.trace(&subject.graph);
    test(&trace);
    let branches = |rule| suite::branches(&subject.graph, subject.graph.all_branches(), &trace, rule);
    assert_eq!(branches(suite::Twice::Off), e2 + e4);
    assert_eq!(branches(suite::Twice::Suite), 2.0);
    assert_eq!(suite::lines(12, 9), 0.75);
    // The lines depend on all six branches.
    assert_eq!(suite::lines_and_branches(&subject.graph, &subject.lines, &trace, suite::Twice::Suite), 2.75);
    let mut twice = Goals::<Trace>::new();
    twice.extend(subject.graph.all_branches().map(TwiceBranchGoal));
    let mut tables = Tables::new(&subject.graph);
    let seen = twice.observe(&subject.graph, &trace, &mut tables);
    let scalars: Vec<f64> = twice.ids().map(|id| twice.scalar(id, twice.fitness_of(id, &seen))).collect();
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
    assert_eq!(seen.reach.progress(subject.graph.block(AUDIT, 0)), Some(1));
    assert_eq!(seen.reach.progress(Block::new(u32::MAX)), None);
    Ok(())
}
