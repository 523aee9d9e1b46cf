//! Programs, goals and suites that grow while a search runs; registries for any kind of execution;
//! mistakes that are told.

use sbst::distance::{Distance, Rules, SeenValues, lt};
use sbst::execution::{
    ExceptionKind, Execution, Fact, Facts, Misuse, NearestValues, Partition, Plane, Record, Thrown,
    Trace, Value,
};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch, Lines};
use sbst::id::{Block, Branch, Function, GoalId, Line, Mutant, Symbol};
use sbst::objective::GoalGraph;
use sbst::objective::suite::SuiteRow;
use sbst::objective::{
    Added, CoverageGoal, Criterion, DirectGoal, Forms, Goal, GoalForm, Goals, LineGoal, Method,
    MutantGoal, Needs, ObserveError, Observed, Program, ProgramError, Tables, branch_goals,
    from_fn,
};
use sbst::subsumption::{Structure, smart::Smart};

const F: Function = Function::new(0);
const G: Function = Function::new(1);

fn fork() -> FlowBuilder {
    FlowBuilder::new().statements(0, 1).branch(0, 1, 2).statements(1, 1).exit(1).exit(2)
}

#[test]
fn goals_follow_a_program_that_grows() {
    let mut graph = FlowGraph::of(&fork()).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::Branch, &Program::new(&graph));
    goals.add(Criterion::DirectBranch, &Program::new(&graph)); // no methods yet: through any call
    let line = Line::new(7);
    let before = Lines::new([(graph.block(F, 1).statement(0), line)]);
    goals.add(Criterion::Line, &Program::new(&graph).with_lines(&before));
    let (mut trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    goals.measure(&graph, &trace, &mut tables, &mut row);
    assert_eq!(row.len(), 2 + 2 + 1);

    // Another function, which has a statement on the same line; tests can call both; a mutant.
    graph.add(&fork()).expect("a legal function");
    let lines = Lines::new([
        (graph.block(F, 1).statement(0), line),
        (graph.block(G, 0).statement(0), line),
    ]);
    let mutants = [MutantGoal::new(Mutant::new(3), graph.entry(G).statement(0))];
    let methods = [F, G].map(Method::new);
    let program =
        Program::new(&graph).with_lines(&lines).with_mutants(&mutants).with_methods(&methods);
    assert_eq!(program.check(), Ok(()));
    let mut new = Vec::new();
    for criterion in
        [Criterion::Branch, Criterion::DirectBranch, Criterion::Line, Criterion::WeakMutation]
    {
        let ids = goals.add(criterion, &program);
        new.extend(ids.into_iter().map(|id| goals.goal(id)));
    }
    let [e2, e3] = [2, 3].map(Branch::new);
    let expected = [
        Goal::Branch(e2),
        Goal::Branch(e3),
        Goal::DirectBranch(e2),
        Goal::DirectBranch(e3),
        Goal::Mutant(Mutant::new(3)),
    ];
    assert_eq!(new, expected);
    goals.fit(&mut trace, &graph).expect("it has grown");

    let f = trace.root().enter(G);
    f.infected(Mutant::new(3), Distance::from(4));
    let g = f.caller().enter(F);
    g.decide(0, lt(1, 2));
    drop((g, f));
    goals.measure(&graph, &trace, &mut tables, &mut row);
    let value = |goal| row[goals.find(goal).expect("a goal").index()];
    assert!(value(Goal::Line(line)).is_covered(), "in its second block");
    assert!(value(Goal::Branch(Branch::new(0))).is_covered());
    // Known from before as a goal through any call; now tests can call the function themselves, and
    // did not.
    assert_eq!(value(Goal::DirectBranch(Branch::new(0))), Fitness::new(1, Distance::INFINITE));
    assert_eq!(value(Goal::Mutant(Mutant::new(3))), Fitness::from(Distance::from(4)));
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn what_is_known_is_replaced_on_request_only() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    let branch = CoverageGoal::new(Branch::new(0));
    let id = goals.push(branch).id();
    let other = goals.push(CoverageGoal::new(Branch::new(1))).id();
    let value = |goals: &Goals<Trace>, id| {
        goals.fitness_of(id, &goals.observe(&graph, &goals.trace(&graph), &mut Tables::new(&graph)))
    };
    let (levels, published) =
        (Fitness::new(1, Distance::INFINITE), Fitness::from(Distance::INFINITE));
    assert_eq!(goals.push(branch.in_form(GoalForm::Augmented)), Added::Known(id));
    assert_eq!(value(&goals, id), levels);
    assert_eq!(goals.replace(branch.in_form(GoalForm::Augmented)), Added::Replaced(id));
    assert_eq!([id, other].map(|id| value(&goals, id)), [published, levels]);
    // By an objective of another type: numbers and all other goals stay.
    let always = from_fn(
        Goal::Branch(Branch::new(0)),
        Needs::at([Branch::new(0)]),
        |_: &Observed<'_, Trace>| Fitness::COVERED,
    );
    assert_eq!(goals.replace(always), Added::Replaced(id));
    assert_eq!([id, other].map(|id| value(&goals, id)), [Fitness::COVERED, levels]);
    assert_eq!(goals.replace(DirectGoal::new(Branch::new(0))), Added::New(GoalId::new(2)));
    let in_print = Program::new(&graph).in_forms(Forms::PUBLISHED);
    assert_eq!(goals.add(Criterion::Branch, &in_print).len(), 0);
    assert_eq!([id, other].map(|id| value(&goals, id)), [Fitness::COVERED, levels]);
    let put = goals.replace_all(Criterion::Branch, &in_print);
    assert_eq!(put, [id, other].map(Added::Replaced));
    assert_eq!([id, other].map(|id| value(&goals, id)), [published; 2]);
    assert_eq!(goals.replace_all(Criterion::Branch, &in_print), [], "they are measured so already");
    assert_eq!(
        (goals.len(), goals.goal(id), goals.goal(other)),
        (3, Goal::Branch(Branch::new(0)), Goal::Branch(Branch::new(1)))
    );
}

#[test]
fn a_search_may_measure_open_goals_only() {
    let mut goals = Goals::<Record>::new();
    let thrown =
        |symbol| CoverageGoal::new(Thrown::new(F, Symbol::new(symbol), ExceptionKind::Explicit));
    let [first, second, third] = [0, 1, 2].map(|symbol| goals.push(thrown(symbol)).id());
    let mut suite = SuiteRow::new();
    suite.see(second, Fitness::COVERED);
    suite.see(second, Fitness::new(3, Distance::ZERO));
    assert_eq!((suite.fitness(first), suite.fitness(second)), (Fitness::NEVER, Fitness::COVERED));
    // What no test was measured on counts as what no test covers.
    assert_eq!(suite.sum(&goals, goals.of(Criterion::Exception)), 2.0);
    suite.add(&[Fitness::COVERED]);
    assert_eq!(suite.sum(&goals, goals.of(Criterion::Exception)), 1.0);
    assert_eq!(
        (suite.fitness(third), suite.coverage(&goals, Criterion::Exception).covered()),
        (Fitness::NEVER, 2)
    );
    let found = suite.coverage(&goals, Criterion::Exception);
    assert_eq!(
        (found.of(4).ratio(), found.of(1).ratio()),
        (Some(0.5), Some(1.0)),
        "never more than there are"
    );
    let none = suite.sum(&goals, goals.of(Criterion::Line));
    assert_eq!(none.to_bits(), 0.0_f64.to_bits(), "not -0");
}

#[test]
fn an_empty_suite_has_the_worst_published_values() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let lines = Lines::new([(graph.block(F, 1).statement(0), Line::new(7))]);
    let program = Program::new(&graph).with_lines(&lines).in_forms(Forms::PUBLISHED);
    let mut goals = Goals::<Record>::new();
    for criterion in [Criterion::Branch, Criterion::DirectBranch, Criterion::Line] {
        goals.add(criterion, &program);
    }
    let sums = [Criterion::Branch, Criterion::DirectBranch, Criterion::Line]
        .map(|criterion| SuiteRow::new().sum(&goals, goals.of(criterion)));
    assert_eq!(sums, [2.0, 2.0, 2.0]); // two branches, twice; one augmented line
}

#[test]
fn a_row_may_be_shorter_than_there_are_goals() {
    // Long and short rows are filled in different ways: nested conditions, 41 blocks.
    let body = (0..20)
        .fold(FlowBuilder::new(), |body, n| {
            body.branch(2 * n, 2 * n + 2, 2 * n + 1).exit(2 * n + 1)
        })
        .exit(40);
    let graph = FlowGraph::of(&body).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    goals.extend(graph.all_branches().map(CoverageGoal::new));
    goals.extend(graph.all_blocks().map(CoverageGoal::new));
    // Some move to objectives of another type, and some of these back.
    for branch in graph.all_branches().step_by(5).chain([Branch::new(6), Branch::new(7)]) {
        goals.replace(CoverageGoal::new(branch).in_form(Forms::PUBLISHED));
    }
    graph.all_branches().step_by(10).for_each(|branch| {
        assert!(matches!(goals.replace(CoverageGoal::new(branch)), Added::Replaced(_)));
    });
    let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
    let f = trace.root().enter(F);
    (0..10).for_each(|n| assert!(f.decide(2 * n, lt(n, 30))));
    let seen = goals.observe(&graph, &trace, &mut tables);
    let all: Vec<Fitness> = goals.ids().map(|id| goals.fitness_of(id, &seen)).collect();
    let levels: Vec<Fitness> =
        graph.all_branches().map(|branch| seen.table.branch(branch)).collect();
    for (branch, &value) in graph.all_branches().zip(&all) {
        let twice = (branch.index().is_multiple_of(5) || [6, 7].contains(&branch.index()))
            && !branch.index().is_multiple_of(10);
        // Every predicate that was evaluated was so once.
        let expected = match levels[branch.index()] {
            level if !twice || level.is_covered() => level,
            _ => Fitness::from(Distance::INFINITE),
        };
        assert_eq!(value, expected, "{branch}");
    }
    for length in 0..=all.len() + 1 {
        let mut row = vec![Fitness::new(9, Distance::ZERO); length];
        goals.fitness(goals.ids(), &seen, &mut row);
        let measured = length.min(all.len());
        assert_eq!(row[..measured], all[..measured]);
        assert!(row[measured..].iter().all(|value| *value == Fitness::new(9, Distance::ZERO)));
        // In another order, and with goals that there are not.
        let shuffled: Vec<GoalId> =
            goals.ids().rev().step_by(2).chain([GoalId::new(u32::MAX), GoalId::new(7)]).collect();
        goals.fitness(shuffled.iter().copied(), &seen, &mut row);
        for (id, value) in shuffled.iter().zip(&row) {
            assert_eq!(*value, goals.fitness_of(*id, &seen));
        }
    }
}

#[test]
fn a_recorder_is_made_for_the_greatest_mutant_and_for_what_was_replaced() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    goals.extend(
        [5, 2].map(|number| MutantGoal::new(Mutant::new(number), graph.entry(F).statement(0))),
    );
    goals.push(DirectGoal::new(Branch::new(0)).through_any_call());
    let trace = goals.trace(&graph);
    trace.infected(Mutant::new(5), Distance::ZERO);
    drop(trace.root().enter(F));
    assert_eq!(
        (trace.infection(Mutant::new(5)), trace.record().knows(Fact::On(Plane::Direct))),
        (Some(Distance::ZERO), false)
    );
    goals.replace(DirectGoal::new(Branch::new(0)));
    let trace = goals.trace(&graph);
    trace.root().enter(F).decide(0, lt(1, 2));
    assert!(trace.record().knows(Fact::On(Plane::Direct)));
    let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
    goals.measure(&graph, &trace, &mut tables, &mut row);
    assert!(row[2].is_covered());
    // Nobody reads direct calls any more: then nobody asks a trace for them.
    goals.replace(DirectGoal::new(Branch::new(0)).through_any_call());
    let plain = Trace::new(&graph).with_mutants(6);
    assert!(goals.observe(&graph, &plain, &mut tables).direct().is_none());
    assert_eq!((plain.check(), goals.trace(&graph).with_direct_calls().check()), (Ok(()), Ok(())));
    goals.replace(DirectGoal::new(Branch::new(0)));
    goals.replace(DirectGoal::new(Branch::new(0)));
    assert!(goals.observe(&graph, &trace, &mut tables).direct().is_some());
}

#[test]
fn merged_tables_have_the_most_progress() {
    let graph =
        FlowGraph::of(&FlowBuilder::new().statements(0, 9).exit(0)).expect("a legal function");
    let table = |done| {
        let trace = Trace::new(&graph);
        trace.root().enter(F).done(0, done);
        let mut table = FitnessTable::new(&graph);
        table.sweep(&graph, &trace);
        table
    };
    for (a, b) in [(3, 7), (7, 3)] {
        let mut both = table(a);
        both.merge(&graph, &table(b)).expect("of the same graph");
        both.merge(&graph, &FitnessTable::new(&graph)).expect("of the same graph");
        assert_eq!(both.progress(graph.entry(F)), Some(7));
        assert_eq!(both.statement(graph.entry(F).statement(8)), Fitness::from(Distance::from(1)));
        let mut late = FitnessTable::new(&graph);
        late.merge(&graph, &both).expect("of the same graph");
        assert_eq!(late.progress(graph.entry(F)), Some(7));
    }
}

#[test]
fn one_registry_for_any_kind_of_execution() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let mut goals = Goals::<dyn Facts>::new();
    let methods = [Method::new(F)];
    for &criterion in Criterion::ALL {
        goals.add(criterion, &Program::new(&graph).with_methods(&methods));
    }
    let trace = goals.trace(&graph);
    trace.root().enter(F).decide(0, lt(1, 2));
    let record = trace.record();
    let (mut tables, mut of_trace, mut of_record) = (Tables::new(&graph), Vec::new(), Vec::new());
    goals.measure(&graph, &trace as &dyn Facts, &mut tables, &mut of_trace);
    goals.measure(&graph, &record as &dyn Facts, &mut tables, &mut of_record);
    assert_eq!(of_trace, of_record);
    assert!(of_trace.iter().filter(|value| value.is_covered()).count() > 4);
}

#[test]
fn a_program_names_only_what_the_graph_has() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let block = graph.block(F, 1);
    let nowhere = Block::new(9);
    let mutant = |block: Block, index| [MutantGoal::new(Mutant::new(0), block.statement(index))];
    let check = |mutants: &[MutantGoal]| Program::new(&graph).with_mutants(mutants).check();
    assert_eq!((check(&mutant(block, 0)), check(&mutant(graph.block(F, 2), 0))), (Ok(()), Ok(()))); // the second has no statements
    let missing = |block: Block, index, statements| {
        let statement = block.statement(index);
        Err(ProgramError::NoStatementOfMutant { mutant: Mutant::new(0), statement, statements })
    };
    assert_eq!(check(&mutant(block, 1)), missing(block, 1, 1));
    assert_eq!(check(&mutant(nowhere, 0)), missing(nowhere, 0, 0));
    let methods = [Method::new(F), Method::new(Function::new(4))];
    let error = Program::new(&graph).with_methods(&methods).check();
    assert_eq!(
        error.expect_err("one function").to_string(),
        "a method is f4, which the graph does not have"
    );
    let lines =
        Lines::new([(block.statement(0), Line::new(1)), (block.statement(2), Line::new(5))]);
    let error = Program::new(&graph).with_lines(&lines).check();
    assert_eq!(
        error.expect_err("one statement").to_string(),
        "l5 holds statement 2 of b1, which is beyond the end of its block (statements: 1, counted \
         from 0)"
    );
    // Such goals do no harm, but can never be covered.
    let mut goals = Goals::<Trace>::new();
    goals.push(LineGoal::new(Line::new(5), &lines));
    goals.push(LineGoal::new(Line::new(6), &lines));
    let trace = Trace::new(&graph);
    let f = trace.root().enter(F);
    f.decide(0, lt(1, 2));
    f.done(1, 1);
    let mut row = Vec::new();
    goals.measure(&graph, &trace, &mut Tables::new(&graph), &mut row);
    assert_eq!(row, [Fitness::from(Distance::from(1)), Fitness::NEVER]);
}

#[test]
fn a_mutant_numbered_by_mistake_does_not_take_all_memory() {
    let graph = FlowGraph::of(&fork()).expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    let far = Mutant::new(u32::MAX);
    let id = goals.push(MutantGoal::new(far, graph.entry(F).statement(0))).id();
    let trace = goals.trace(&graph);
    trace.infected(far, Distance::ZERO);
    assert_eq!(trace.check(), Ok(()));
    let seen = goals.observe(&graph, &trace, &mut Tables::new(&graph)).run.infection(far);
    assert_eq!((seen, goals.find(Goal::Mutant(far))), (None, Some(id)));
    assert!(matches!(trace.check(), Err(Misuse::NoSuchMutant { mutant, .. }) if mutant == far));
}

#[test]
fn own_stores_keep_the_nearest_values_and_arms() {
    let mut kept = NearestValues::default();
    assert!(Partition::ALL.iter().all(|&partition| kept.distance(partition).is_none()));
    let values = [Value::from(7), Value::from(-2), Value::Null];
    values.iter().for_each(|&value| kept.see(value));
    for partition in Partition::ALL {
        let least = values.iter().map(|&value| partition.distance(value)).min();
        assert_eq!(kept.distance(partition), least, "{partition}");
    }
    let mut merged = NearestValues::default();
    merged.merge(&kept);
    merged.merge(&NearestValues::default());
    assert_eq!(merged, kept);

    // Two cases on one arm, a default, and an exception beside them.
    let body = FlowBuilder::new()
        .case(0, 3, 1)
        .arm(0, [10..=12, 20..=20], 2)
        .default(0, 3)
        .exception(0, 3)
        .exit(1)
        .exit(2)
        .exit(3);
    let graph = FlowGraph::of(&body).expect("a legal function");
    let (block, trace) = (graph.entry(F), Trace::new(&graph));
    let arms = graph.arms(block).expect("a multi-way block");
    let mut seen = SeenValues::new(arms);
    let each = |block, seen: &SeenValues| -> Vec<_> {
        graph
            .branches_of(block)
            .filter_map(|b| Some((b, graph.arm_distance(b, seen, &Rules::DEFAULT)?)))
            .collect()
    };
    let all = |block, seen: &SeenValues| {
        let found: Vec<_> = graph.arm_distances(block, seen, &Rules::DEFAULT).collect();
        assert_eq!(found, each(block, seen));
        found
    };
    assert_eq!(all(block, &seen), []);
    for value in [11, 5, 15] {
        seen.see(arms, value);
        trace.switch(block, value);
        let found = all(block, &seen);
        let recorded = graph
            .branches_of(block)
            .filter_map(|branch| Some((branch, trace.branch_distance(graph.edge(branch))?)));
        assert_eq!(found, recorded.collect::<Vec<_>>());
        let (to_arms, to_default) =
            seen.distances(arms, &Rules::DEFAULT).expect("a value was seen");
        assert!(found.iter().map(|row| row.1).eq(to_arms.into_iter().chain([to_default]))); // nothing of the exception
        assert_eq!(found.len(), 3);
    }
    assert_eq!(all(graph.block(F, 1), &seen), []);
}

/// The same numbers of blocks and branches: all ids fit, and the numbers would be plausible.
#[test]
fn od8_goals_are_not_measured_across_programs() {
    let bodies = [
        FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2),
        FlowBuilder::new().branch(0, 2, 1).exit(1).exit(2),
    ];
    let [graph, other] = bodies.map(|body| FlowGraph::of(&body).expect("a legal function"));
    let mut goals = Goals::<Trace>::new();
    goals.extend(branch_goals(&graph));
    let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    trace.root().enter(F).decide(0, lt(14, 10));
    goals.measure(&graph, &trace, &mut tables, &mut row);
    let before = row.clone();
    let foreign = Trace::new(&other);
    let mismatch = |made_for: &FlowGraph, used_with: &FlowGraph| {
        Err(GraphMismatch { made_for: made_for.identity(), used_with: used_with.identity() })
    };
    assert_eq!(
        goals.try_measure(&graph, &foreign, &mut tables, &mut row),
        mismatch(&other, &graph).map_err(ObserveError::from),
        "the execution"
    );
    assert!(goals.try_observe(&graph, &foreign, &mut tables).is_err());
    assert_eq!(
        goals.try_measure(&other, &trace, &mut tables, &mut row),
        mismatch(&graph, &other).map_err(ObserveError::from),
        "the graph"
    );
    assert_eq!(
        goals.try_measure(&other, &foreign, &mut tables, &mut row),
        mismatch(&graph, &other).map_err(ObserveError::from),
        "the tables"
    );
    assert!(goals.fit(&mut goals.trace(&graph), &other).is_err());
    assert_eq!((&row, tables.made_for()), (&before, graph.identity()), "nothing is changed");
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        goals.measure(&graph, &foreign, &mut tables, &mut row);
    }));
    let message = panicked.expect_err("mixed up").downcast::<String>().expect("a text");
    assert!(message.contains("different programs"), "{message}");
    goals.measure(&graph, &trace, &mut tables, &mut row);
    assert_eq!(row, before);
}

/// Graph, tables and execution are all of the other program, only the goals are not.
#[test]
fn od8_goals_of_a_program_are_not_measured_on_another_one() {
    let bodies = [
        FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2),
        FlowBuilder::new().branch(0, 2, 1).exit(1).exit(2),
    ];
    let [graph, other] = bodies.map(|body| FlowGraph::of(&body).expect("a legal function"));
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::Branch, &Program::new(&graph));
    let mismatch = GraphMismatch { made_for: graph.identity(), used_with: other.identity() };
    let (foreign, mut tables, mut row) = (Trace::new(&other), Tables::new(&other), Vec::new());
    assert_eq!(goals.try_measure(&other, &foreign, &mut tables, &mut row), Err(mismatch.into()));
    assert_eq!((goals.bind(&other), goals.made_for()), (Err(mismatch), graph.identity()));
    let add =
        std::panic::AssertUnwindSafe(|| goals.add(Criterion::Block, &Program::new(&other)).len());
    assert!(std::panic::catch_unwind(add).is_err());
    assert_eq!(goals.len(), 2, "nothing of the other program came in");

    // The program grows, and the goals with it, once it is said; before, the larger graph begins
    // with theirs.
    let mut grown = graph.clone();
    grown.add(&FlowBuilder::new().exit(0)).expect("a legal function");
    let (trace, mut tables) = (Trace::new(&grown), Tables::new(&grown));
    assert_eq!(goals.try_measure(&grown, &trace, &mut tables, &mut row), Ok(()));
    goals.add(Criterion::Branch, &Program::new(&grown));
    assert_eq!(goals.made_for(), grown.identity());
    assert_eq!(goals.try_measure(&grown, &trace, &mut tables, &mut row), Ok(()));
}

/// However goals are asked, those of one program have no values on another one.
#[test]
fn od8_goals_of_a_program_have_no_values_on_another_one() {
    let bodies = [
        FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2),
        FlowBuilder::new().branch(0, 2, 1).exit(1).exit(2),
    ];
    let [graph, other] = bodies.map(|body| FlowGraph::of(&body).expect("a legal function"));
    let mut goals = Goals::<Trace>::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    let (foreign, mut table) = (Trace::new(&other), FitnessTable::new(&other));
    table.sweep(&other, &foreign);
    let seen = Observed::new(&other, &foreign, &table);
    let first = GoalId::new(0);
    let refused =
        |ask: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err();
    assert!(refused(&|| _ = goals.fitness_of(first, &seen)));
    assert!(refused(&|| goals.fitness([first], &seen, &mut [Fitness::NEVER])));
    assert!(refused(&|| drop(goals.get_explanation(first, &seen))));
    assert!(refused(&|| drop(GoalGraph::new(&goals, &other))));
    assert!(refused(&|| drop(Structure::default().relate(&goals, &Program::new(&other), &[]))));
    assert!(refused(&|| drop(Smart::default().select(&goals, &Program::new(&other), &[]))));
    let mismatch = GraphMismatch { made_for: graph.identity(), used_with: other.identity() };
    assert_eq!(other.check(goals.made_for()), Err(mismatch));
    let _ = GoalGraph::new(&goals, &graph);
}
