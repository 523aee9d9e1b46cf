//! Goals, their registry, and what they are worth on executions.

use sbst::distance::{Distance, eq, flag, gt, lt};
use sbst::execution::{
    Domain, ExceptionKind, Execution, Fact, Facts, Plane, Record, Thrown, Trace,
};
use sbst::fitness::block_coverage::BlockSummary;
use sbst::fitness::flag::Flags;
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{ControlFlow, FlowBuilder, FlowGraph, Lines, Outcome, Unreachable};
use sbst::id::{Block, Branch, Function, GoalId, Line, Mutant, Symbol};
use sbst::objective::{
    Added, CoverageGoal, DirectGoal, Goal, GoalForm, Goals, Kind, LineGoal, MethodGoal, MutantGoal,
    Needs, Objective, Observed, Place, Program, ProgramError, Scalar, Tables, block_goals,
    branch_goals, from_fn, implicit_branch_goals, statement_goals,
};
use sbst::selection::Frontier;
use std::rc::Rc;
use std::sync::Arc;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

const F: Function = Function::new(0);

/// 0: if { 1: three statements; if { 2 } }  3: return
fn nested() -> FlowGraph {
    let body = FlowBuilder::new()
        .branch(0, 1, 3)
        .statements(1, 3)
        .branch(1, 2, 3)
        .jump(2, 3)
        .statements(3, 1)
        .exit(3);
    FlowGraph::of(&body).expect("a legal function")
}

fn outcomes(
    graph: &FlowGraph,
    goals: impl Iterator<Item = CoverageGoal<Branch>>,
) -> Vec<(u32, Outcome)> {
    goals
        .map(|goal| graph.edge(goal.target))
        .map(|edge| (edge.source.number(), edge.outcome))
        .collect()
}

/// Whoever has no goals of crashes does not pay for recording calls one by one.
#[test]
fn a_recorder_records_calls_only_if_a_goal_reads_them() {
    struct Calls;
    impl Objective<Trace> for Calls {
        fn fitness(&self, seen: &Observed<'_, Trace>) -> Fitness {
            gt(seen.run.activation_count(), 1).to_true().into()
        }
        fn goal(&self) -> Goal {
            OWN.goal([0])
        }
        fn needs(&self) -> Needs {
            Needs::nowhere().reading(Fact::Calls)
        }
    }
    let graph = nested();
    let mut goals = Goals::<Trace>::new();
    goals.extend(block_goals(&graph));
    let recorded = |goals: &Goals<Trace>| {
        let trace = goals.trace(&graph);
        drop(trace.root().enter(F));
        trace.activation_count()
    };
    assert_eq!(recorded(&goals), 0);
    goals.push(Calls);
    assert_eq!(recorded(&goals), 1);
}

#[test]
fn pointers_hand_everything_on() {
    let (graph, trace) = (nested(), Trace::new(&nested()));
    let mut table = FitnessTable::new(&graph);
    trace.root().enter(F).decide(0, lt(9, 5));
    table.sweep(&graph, &trace);
    let seen = Observed::new(&graph, &trace, &table);
    let goal =
        LineGoal::new(Line::new(7), &Lines::new([(Block::new(1).statement(2), Line::new(7))]));
    let all: [Box<dyn Objective<Trace>>; 4] = [
        Box::new(goal.clone()),
        Box::new(Rc::new(goal.clone())),
        Box::new(Arc::new(goal.clone())),
        Box::new(Box::new(goal)),
    ];
    let asked = all.map(|goal| {
        let (fitness, needs) = (goal.fitness(&seen), goal.needs());
        (fitness, goal.goal(), needs.scalar().of(fitness), needs)
    });
    assert!(asked.iter().all(|one| *one == asked[0]));
    let needs = &asked[0].3;
    assert!(
        needs.places().eq([Place::Block(Block::new(1))])
            && needs.statements().eq([Block::new(1).statement(2)])
    );

    let body: Box<dyn ControlFlow> = Box::new(FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2));
    assert_eq!(
        FlowGraph::of(&body),
        FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))
    );
}

/// What a program says of statements that its graph does not have, and of mutants that are there
/// twice.
#[test]
fn programs_that_do_not_fit_their_graph_say_so() {
    let graph = nested();
    let lines = Lines::new([(Block::new(1).statement(3), Line::new(7))]);
    let error = Program::new(&graph).with_lines(&lines).check();
    let beyond = ProgramError::NoStatementOfLine {
        line: Line::new(7),
        statement: Block::new(1).statement(3),
        statements: 3,
    };
    assert_eq!(error, Err(beyond));
    let mutants =
        [0, 1].map(|statement| MutantGoal::new(Mutant::new(4), Block::new(1).statement(statement)));
    let error = Program::new(&graph).with_mutants(&mutants).check();
    assert!(
        matches!(error, Err(ProgramError::SameMutant { mutant, .. }) if mutant == Mutant::new(4)),
        "{error:?}"
    );
    assert_eq!(Program::new(&graph).with_mutants(&mutants[..1]).check(), Ok(()));
}

#[test]
fn each_identity_is_registered_once_in_the_order_of_arrival() {
    let mut goals = Goals::<Trace>::new();
    assert!(goals.is_empty() && goals.ids().len() == 0);
    let block = Block::new(4);
    assert_eq!(goals.push(CoverageGoal::new(Branch::new(9))), Added::New(GoalId::new(0)));
    assert_eq!(goals.push(CoverageGoal::new(block)), Added::New(GoalId::new(1)));
    assert_eq!(goals.push(CoverageGoal::new(block.statement(0))), Added::New(GoalId::new(2)));
    let known = goals.push(CoverageGoal::new(block.statement(0)).in_form(GoalForm::Flat));
    assert_eq!((known, known.id()), (Added::Known(GoalId::new(2)), GoalId::new(2)));
    assert_eq!(goals.push(CoverageGoal::new(Branch::new(9))), Added::Known(GoalId::new(0)));
    let custom =
        |id, needs| from_fn(OWN.goal([id]), needs, |_: &Observed<'_, Trace>| Fitness::COVERED);
    assert_eq!(goals.push(custom(1, Needs::nowhere())).id(), GoalId::new(3));
    assert_eq!(goals.push(custom(1, Needs::at([block]))), Added::Known(GoalId::new(3))); // it is the same goal
    assert_eq!(goals.push(custom(2, Needs::at([block]))), Added::New(GoalId::new(4)));
    goals.extend([CoverageGoal::new(block), CoverageGoal::new(Block::new(5))]);

    assert_eq!(goals.len(), 6);
    assert_eq!(goals.ids().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5].map(GoalId::new));
    for id in goals.ids() {
        assert_eq!(goals.find(goals.goal(id)), Some(id));
        assert_eq!(goals.get(id), Some(goals.goal(id)));
    }
    assert_eq!(goals.goal(GoalId::new(5)), Goal::Block(Block::new(5)));
    assert_eq!(
        (goals.find(Goal::Statement(block.statement(1))), goals.get(GoalId::new(6))),
        (None, None)
    );
    assert!(format!("{goals:?}").contains("Statement"));
    assert_eq!(Goals::<Record>::default().len(), 0);
}

#[test]
#[should_panic(expected = "g3")]
fn the_identity_of_a_foreign_goal_panics_with_its_number() {
    let _ = Goals::<Trace>::new().goal(GoalId::new(3));
}

#[test]
fn a_row_holds_the_values_in_the_order_asked_for() {
    let graph = nested();
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&graph));
    let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    let f = trace.root().enter(F);
    f.decide(0, gt(5, 9));
    let seen = goals.observe(&graph, &trace, &mut tables);
    let expected =
        [(0, 5), (0, 0), (1, 5), (1, 5)].map(|(level, d)| Fitness::new(level, Distance::from(d)));
    let mut row = [Fitness::NEVER; 6];
    goals.fitness(goals.ids(), &seen, &mut row);
    assert_eq!(row[..4], expected);
    assert_eq!(row[4..], [Fitness::NEVER; 2]); // what is longer stays

    let mut short = [Fitness::NEVER; 2];
    goals.fitness([3, 1, 0].map(GoalId::new), &seen, &mut short);
    assert_eq!(short, [expected[3], expected[1]]);
    assert_eq!(goals.fitness_of(GoalId::new(2), &seen), expected[2]);
    assert_eq!(goals.fitness_of(GoalId::new(4), &seen), Fitness::NEVER);
}

#[test]
fn goals_of_another_graph_are_never_reached() {
    let graph = nested();
    let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    trace.root().enter(F).decide(0, flag(true));
    table.sweep(&graph, &trace);
    let seen = Observed::new(&graph, &trace, &table);
    for number in [4, 99, u32::MAX] {
        assert_eq!(CoverageGoal::new(Branch::new(number)).fitness(&seen), Fitness::NEVER);
        assert_eq!(CoverageGoal::new(Block::new(number)).fitness(&seen), Fitness::NEVER);
        assert_eq!(
            CoverageGoal::new(Block::new(number).statement(0)).fitness(&seen),
            Fitness::NEVER
        );
    }
}

#[test]
fn closures_see_the_graph_the_run_and_the_table() {
    let graph = nested();
    let target = graph.block(F, 2);
    let once = || {
        from_fn(OWN.goal([7]), Needs::at([target]), move |seen: &Observed<'_, Record>| {
            if seen.run.progress(target).is_some() {
                Fitness::COVERED
            } else {
                seen.table.block(target).one_level_up()
            }
        })
    };
    let boxed: Box<dyn Objective<Record> + Send + Sync> = Box::new(once());
    let mut goals = Goals::<Record>::new();
    assert_eq!(goals.push(boxed), Added::New(GoalId::new(0)));
    assert!(matches!(goals.push(once()), Added::Known(_)));

    let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    let f = trace.root().enter(F);
    f.decide(0, flag(true));
    f.decide(1, eq(4, 8));
    let record = trace.record();
    let seen = goals.observe(&graph, &record, &mut tables);
    assert_eq!(goals.fitness_of(GoalId::new(0), &seen), Fitness::new(1, Distance::from(5)));
    f.decide(1, eq(8, 8));
    let record = trace.record();
    let seen = goals.observe(&graph, &record, &mut tables);
    assert!(goals.fitness_of(GoalId::new(0), &seen).is_covered());
    assert_eq!(seen.graph.all_blocks().len(), 4);
}

#[test]
fn a_registry_of_erased_executions_takes_any_of_them() {
    let graph = nested();
    let mut goals = Goals::<[Record]>::new();
    goals.extend(block_goals(&graph));
    let trace = Trace::new(&graph);
    let suite = [flag(true), flag(false)].map(|decision| {
        trace.reset();
        trace.root().enter(F).decide(0, decision);
        trace.record()
    });
    let mut tables = Tables::new(&graph);
    let mut row = vec![Fitness::NEVER; goals.len()];
    goals.fitness(goals.ids(), &goals.observe(&graph, &suite[..], &mut tables), &mut row);
    assert_eq!(
        row.iter().map(|value| value.is_covered()).collect::<Vec<_>>(),
        [true, true, false, true]
    );
}

#[test]
fn statements_are_reached_when_those_before_them_ran() {
    let graph = nested();
    let block = graph.block(F, 1);
    let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    let mut values = |trace: &Trace| {
        table.sweep(&graph, trace);
        let seen = Observed::new(&graph, trace, &table);
        [GoalForm::Levels, GoalForm::Flat].map(|form| {
            [0, 1, 2].map(|k| CoverageGoal::new(block.statement(k)).in_form(form).fitness(&seen))
        })
    };
    let near = |d: u32| Fitness::from(Distance::from(d));
    assert_eq!(
        values(&trace),
        [[Fitness::new(2, Distance::INFINITE); 3], [Fitness::new(1, Distance::INFINITE); 3]]
    );
    let f = trace.root().enter(F);
    f.decide(0, lt(9, 5));
    assert_eq!(values(&trace), [[Fitness::new(1, Distance::from(5)); 3], [near(5); 3]]);
    f.decide(0, lt(4, 5));
    let smallest = Fitness::from(Distance::SMALLEST);
    assert_eq!(
        values(&trace),
        [[Fitness::COVERED, near(1), near(2)], [Fitness::COVERED, smallest, smallest]]
    );
    f.done(1, 1);
    assert_eq!(values(&trace)[0], [Fitness::COVERED, Fitness::COVERED, near(1)]);
    f.decide(1, flag(false));
    assert_eq!(values(&trace), [[Fitness::COVERED; 3]; 2]);
    let scalars = [Fitness::COVERED, smallest, near(5), Fitness::NEVER]
        .map(|fitness| Scalar::FLAT.of(fitness));
    assert!(scalars.is_sorted() && scalars[0] == 0.0 && scalars[1] >= 1.0 && scalars[3] < 2.0);
    assert_eq!(Scalar::FLAT.of(near(1)), 1.0 + 0.5 / 1.5);
}

#[test]
fn lists_of_goals_name_everything_once() {
    let graph = nested();
    assert_eq!(
        outcomes(&graph, branch_goals(&graph)),
        [(0, Outcome::True), (0, Outcome::False), (1, Outcome::True), (1, Outcome::False)]
    );
    assert_eq!(implicit_branch_goals(&graph).count(), 0);
    assert_eq!(
        block_goals(&graph).map(|goal| goal.target.number()).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    let statements: Vec<Goal> =
        statement_goals(&graph).map(|goal| Objective::<Trace>::goal(&goal)).collect();
    assert_eq!(
        statements,
        [(1, 0), (1, 1), (1, 2), (3, 0)]
            .map(|(block, k)| Goal::Statement(Block::new(block).statement(k)))
    );
}

#[test]
fn decided_and_implicit_branches_are_listed_apart_and_endless_loops_have_none() {
    let body = FlowBuilder::new()
        .case(0, 5, 1)
        .default(0, 2)
        .exception(0, 3)
        .jump(1, 3)
        .exit(1)
        .jump(2, 4)
        .exit(3)
        .jump(4, 4);
    let graph = FlowGraph::of(&body).expect("a legal function");
    assert_eq!(
        outcomes(&graph, branch_goals(&graph)),
        [(0, Outcome::Case(5)), (0, Outcome::Default)]
    );
    assert_eq!(
        outcomes(&graph, implicit_branch_goals(&graph)),
        [(0, Outcome::Exception(0)), (1, Outcome::Next)]
    );
    let endless: Vec<Branch> =
        graph.all_branches().filter(|&branch| graph.is_endless(branch)).collect();
    assert_eq!(
        endless.iter().map(|&branch| graph.edge(branch).source.number()).collect::<Vec<_>>(),
        [4]
    );

    // Two ways on inside an endless loop are branches like all others.
    let spin =
        FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).jump(1, 0)).expect("a legal function");
    assert_eq!(outcomes(&spin, branch_goals(&spin)), [(0, Outcome::True), (0, Outcome::False)]);
    assert_eq!(implicit_branch_goals(&spin).count(), 0);
    let handler =
        FlowGraph::of(&FlowBuilder::new().jump(0, 0).exception(0, 0)).expect("a legal function");
    assert_eq!(
        outcomes(&handler, implicit_branch_goals(&handler)),
        [(0, Outcome::Next), (0, Outcome::Exception(0))]
    );
}

#[test]
fn implicit_goals_are_covered_by_executions_that_report_them() {
    let graph = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exception(0, 2).exit(1).exit(2))
        .expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    goals.extend(implicit_branch_goals(&graph));
    let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    trace.root().enter(F).choose(0, Outcome::Exception(0));
    let mut row = [Fitness::NEVER; 2];
    goals.fitness(goals.ids(), &goals.observe(&graph, &trace, &mut tables), &mut row);
    assert_eq!(row, [Fitness::new(1, Distance::ZERO), Fitness::COVERED]);
}

#[test]
fn what_can_not_be_reached_is_no_goal() {
    let mut graph = FlowGraph::new();
    let body = FlowBuilder::new().branch(0, 1, 1).exit(1).statements(2, 2).branch(2, 1, 0);
    graph.add_with(&body, Unreachable::Keep).expect("kept on request");
    assert_eq!(outcomes(&graph, branch_goals(&graph)), [(0, Outcome::True), (0, Outcome::False)]);
    assert_eq!(block_goals(&graph).count(), 2);
    assert_eq!(statement_goals(&graph).count(), 0);
}

#[test]
fn identities_are_plain_ordered_data() {
    let goals = [
        Goal::Branch(Branch::new(3)),
        Goal::Block(Block::new(7)),
        Goal::Statement(Block::new(7).statement(2)),
        OWN.goal([4]),
    ];
    assert_eq!(
        goals.map(|goal| goal.to_string()),
        ["branch e3", "block b7", "statement 2 of b7", "own 4"]
    );
    assert!(goals.is_sorted());
}

/// Where a goal of the registry lies.
fn places(goals: &Goals<Trace>, id: GoalId) -> Vec<Place> {
    goals.needs(id).map_or(Vec::new(), |needs| needs.places().collect())
}

#[test]
fn goals_tell_where_they_lie() {
    let (block, other, branch) = (Block::new(2), Block::new(5), Branch::new(4));
    let lines = Lines::new([
        (other.statement(3), Line::new(8)),
        (block.statement(0), Line::new(8)),
        (block.statement(1), Line::new(8)),
    ]);
    let thrown = Thrown::new(Function::new(3), Symbol::new(0), ExceptionKind::Declared);
    let at = |id, needs| from_fn(OWN.goal([id]), needs, |_: &Observed<'_, Trace>| Fitness::COVERED);
    let (in_f, in_block) = (vec![Place::Function(F)], vec![Place::Block(block)]);
    let mut goals = Goals::<Trace>::new();
    let mut expected = Vec::new();
    let mut lies = |added: Added, places: &[Place]| expected.push((added.id(), places.to_vec()));
    lies(goals.push(CoverageGoal::new(branch)), &[Place::Branch(branch)]);
    lies(goals.push(DirectGoal::new(branch)), &[Place::Branch(branch)]);
    lies(goals.push(CoverageGoal::new(F)), &in_f);
    lies(goals.push(DirectGoal::new(F)), &in_f);
    lies(goals.push(MethodGoal::new(F)), &in_f);
    lies(goals.push(MethodGoal::new(F).without_exception()), &in_f);
    lies(goals.push(CoverageGoal::new(thrown)), &[Place::Function(thrown.function)]);
    lies(goals.push(CoverageGoal::new(block)), &in_block);
    lies(goals.push(CoverageGoal::new(block.statement(1))), &in_block);
    lies(goals.push(MutantGoal::new(Mutant::new(0), block.statement(1))), &in_block);
    lies(
        goals.push(LineGoal::new(Line::new(8), &lines)),
        &[Place::Block(block), Place::Block(other)],
    );
    lies(goals.push(LineGoal::new(Line::new(9), &lines)), &[]);
    lies(goals.push(at(0, Needs::at([block]))), &in_block);
    lies(goals.push(at(1, Needs::nowhere())), &[]);
    // What wraps an objective hands its places on.
    lies(
        goals.push(Box::new(MutantGoal::new(Mutant::new(1), other.statement(0)))),
        &[Place::Block(other)],
    );
    lies(
        goals.push(at(2, Needs::at([other]).reading(Fact::On(Plane::Direct)))),
        &[Place::Block(other)],
    );
    expected.extend([(GoalId::new(999), vec![])]);
    for (id, expected) in expected {
        assert_eq!(places(&goals, id), expected, "{id}");
    }
    let mutant = MutantGoal::new(Mutant::new(0), block.statement(1));
    let through_a_reference = Objective::<Trace>::needs(&&&mutant);
    assert!(through_a_reference.places().eq(in_block));
}

/// A goal of the user that lies in two functions: whatever tells it apart, its places count.
#[test]
fn an_objective_of_the_user_may_lie_anywhere() {
    struct Mine(Vec<Place>);
    impl Objective<Trace> for Mine {
        fn fitness(&self, _: &Observed<'_, Trace>) -> Fitness {
            Fitness::NEVER
        }
        fn goal(&self) -> Goal {
            OWN.goal([0])
        }
        fn needs(&self) -> Needs {
            Needs::at(self.0.iter().copied())
        }
    }
    let both = vec![Place::Function(F), Place::Function(Function::new(1))];
    let mut goals = Goals::<Trace>::new();
    let id = goals.push(Mine(both.clone())).id();
    assert_eq!(places(&goals, id), both);
}

/// What is returned as an iterator can be asked twice, and from its end: bounds that users would
/// else miss only when they need them.
#[test]
fn iterators_are_cloned_and_read_from_both_ends() {
    fn both_ends<I: DoubleEndedIterator + Clone>(iterator: I) -> usize {
        assert_eq!(iterator.clone().count(), iterator.clone().rev().count());
        iterator.count()
    }
    fn counted<I: DoubleEndedIterator + ExactSizeIterator + Clone>(iterator: I) -> usize {
        assert_eq!(iterator.len(), both_ends(iterator.clone()));
        iterator.len()
    }
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0)).expect("legal");
    let (entry, function) = (graph.entry(Function::new(0)), Function::new(0));
    let lines = Lines::new((0..3).map(|index| (entry.statement(index), Line::new(4))));
    assert_eq!(counted(lines.of_block(entry)), 3);

    let trace = Trace::new(&graph);
    let mut table = FitnessTable::new(&graph);
    trace.root().enter(function).done(0, 1);
    table.sweep(&graph, &trace);
    assert_eq!(counted(table.entered()), 1);
    let summary = BlockSummary::of(&graph, &trace);
    assert_eq!(counted(summary.functions()), 1);
    assert_eq!(summary.semi_covered(function).clone().count(), 1);
    assert_eq!(counted(Flags::new().branches()), 0);
    assert_eq!(both_ends(Flags::new().returns(function)), 0);
    assert_eq!(both_ends(Domain::SIGNED.partitions()), 3);
    let frontier = Frontier::new([vec![], vec![GoalId::new(0)]]);
    assert_eq!(frontier.waiting().clone().count(), 1);
}
