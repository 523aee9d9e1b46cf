//! Wrong answers of existing tools about goals. G7 is in the binary `infection`.

use sbst::distance::{Distance, lt};
use sbst::execution::{Domain, Trace};
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Branch, Function, GoalId, Line};
use sbst::objective::suite::SuiteRow;
use sbst::objective::{
    CoverageGoal, Criterion, DirectGoal, GoalForm, Goals, LineGoal, Method, Program, Tables,
    input_goals, output_goals,
};

const F: Function = Function::new(0);

fn graph(body: FlowBuilder) -> FlowGraph {
    FlowGraph::of(&body).expect("a legal function")
}

fn scalars(goals: &Goals<Trace>, graph: &FlowGraph, trace: &Trace) -> Vec<f64> {
    let mut tables = Tables::new(graph);
    let seen = goals.observe(graph, trace, &mut tables);
    goals.ids().map(|id| goals.scalar(id, goals.fitness_of(id, &seen))).collect()
}

#[test]
fn g4_no_goal_counts_twice() {
    // A tool that compares goals by object has each again for every form and factory: more covered
    // than there are.
    let graph = graph(FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2));
    let (methods, mut goals) =
        ([Method::new(F).returning(Domain::BOOL), Method::new(F)], Goals::<Trace>::new());
    let program = Program::new(&graph).with_methods(&methods);
    for _ in 0..3 {
        goals.add(Criterion::Branch, &program);
        goals.extend(
            graph
                .all_branches()
                .map(|branch| CoverageGoal::new(branch).in_form(GoalForm::Augmented)),
        );
        goals.add(Criterion::Method, &program);
        goals.add(Criterion::Output, &program);
    }
    assert_eq!(goals.len(), 2 + 1 + 2);

    let trace = Trace::new(&graph);
    let f = trace.root().enter(F);
    f.decide(0, lt(1, 2));
    f.returns(1, true);
    let (mut tables, mut row) = (Tables::new(&graph), vec![Fitness::NEVER; goals.len()]);
    goals.fitness(goals.ids(), &goals.observe(&graph, &trace, &mut tables), &mut row);
    let mut suite = SuiteRow::new();
    suite.add(&row);
    suite.add(&row);
    let coverage = [Criterion::Branch, Criterion::Method, Criterion::Output]
        .map(|criterion| suite.coverage(&goals, criterion));
    assert_eq!(coverage.map(|coverage| coverage.to_string()), ["1 of 2", "1 of 1", "1 of 2"]);
    assert_eq!(coverage.map(|coverage| coverage.ratio()), [Some(0.5), Some(1.0), Some(0.5)]);
}

#[test]
fn g5_values_never_seen_are_nearer_or_farther() {
    let graph = graph(FlowBuilder::new().exit(0));
    let mut goals = Goals::<Trace>::new();
    goals.extend(output_goals(F, Domain::SIGNED));
    goals.extend(input_goals(F, &[Domain::CHAR, Domain::COLLECTION.or_null()]));
    let measure = |number: f64, c: char, text: &str| {
        let trace = Trace::new(&graph);
        let f = trace.root().enter(F);
        f.argument(0, c);
        f.argument(1, text);
        f.returns(0, number);
        scalars(&goals, &graph, &trace)
    };
    // Negative, zero, positive; letter, digit, other; empty, not empty, null.
    let [far, near] = [measure(9.5, '~', "abcd"), measure(0.25, '{', "a")];
    assert_eq!(
        far,
        [10.5 / 11.5, 9.5 / 10.5, 0.0, 4.0 / 5.0, 69.0 / 70.0, 0.0, 4.0 / 5.0, 0.0, 0.5]
    );
    assert_eq!(
        near,
        [1.25 / 2.25, 0.25 / 1.25, 0.0, 1.0 / 2.0, 66.0 / 67.0, 0.0, 1.0 / 2.0, 0.0, 0.5]
    );
}

#[test]
fn g6_direct_branches_take_the_nearest_call_and_count_levels() {
    // 0: if a < 10 { 1: if b < 10 { 2 } }  3: return; called by the test and by another function.
    let mut graph = graph(FlowBuilder::new().exit(0));
    let callee = graph
        .add(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))
        .expect("a legal function");
    let mut goals = Goals::<Trace>::new();
    goals.extend([0, 2].map(|branch| DirectGoal::new(Branch::new(branch))));
    let measure = |order: &[i32]| {
        let trace = goals.trace(&graph);
        let caller = trace.root().enter(F);
        let f = caller.caller().enter(callee); // not by the test: takes both branches, which must not count
        assert!(f.decide(0, lt(0, 10)) && f.decide(1, lt(0, 10)));
        drop((f, caller));
        for &a in order {
            trace.root().enter(callee).decide(0, lt(a, 10));
        }
        let mut tables = Tables::new(&graph);
        let seen = goals.observe(&graph, &trace, &mut tables);
        [0, 1].map(|id| goals.fitness_of(GoalId::new(id), &seen))
    };
    // 12 is 3 away, 40 is 31 away; the second branch is one level behind.
    let expected = [0, 1].map(|level| Fitness::new(level, Distance::from(3)));
    assert_eq!(measure(&[40, 12]), expected);
    assert_eq!(measure(&[12, 40]), expected);
    assert_eq!(measure(&[]), [1, 2].map(|level| Fitness::new(level, Distance::INFINITE)));
}

#[test]
fn g9_a_line_missed_behind_a_covered_dependence_is_nearer_than_one_behind_the_wrong_side() {
    // 0: if a < 10 { 1: throws, unforeseen; 2: the line }  3: return
    let graph = graph(
        FlowBuilder::new()
            .branch(0, 1, 3)
            .statements(1, 1)
            .jump(1, 2)
            .statements(2, 1)
            .jump(2, 3)
            .exit(3),
    );
    let (line, target) = (Line::new(1), graph.block(F, 2));
    let lines = Lines::new([(target.statement(0), line)]);
    for form in [GoalForm::Levels, GoalForm::Flat, GoalForm::Augmented] {
        let mut goals = Goals::<Trace>::new();
        goals.push(LineGoal::new(line, &lines).in_form(form));
        let value = |record: &dyn Fn(&Trace)| {
            let trace = Trace::new(&graph);
            record(&trace);
            scalars(&goals, &graph, &trace)[0]
        };
        let wrong_side = value(&|trace| {
            trace.root().enter(F).decide(0, lt(10, 10)); // 1 away: as near as can be
        });
        let thrown = value(&|trace| {
            let f = trace.root().enter(F);
            f.decide(0, lt(9, 10));
        });
        let covered = value(&|trace| {
            let f = trace.root().enter(F);
            f.decide(0, lt(9, 10));
            f.end(1);
        });
        assert_eq!(covered, 0.0);
        assert!(covered < thrown && thrown < wrong_side, "{form:?}: {thrown} {wrong_side}");
    }
}

#[test]
fn g10_one_statement_more_of_a_thousand_is_nearer() {
    let graph = graph(FlowBuilder::new().statements(0, 1000).exit(0));
    let entry = graph.entry(F);
    let value = |done| {
        let trace = Trace::new(&graph);
        trace.root().enter(F).done(0, done);
        let mut goals = Goals::<Trace>::new();
        goals.push(CoverageGoal::new(entry.statement(999)));
        scalars(&goals, &graph, &trace)[0]
    };
    assert!(value(501) < value(500));
    let all: Vec<f64> = (0..=999).map(value).collect();
    assert!(all.windows(2).all(|pair| pair[1] < pair[0]) && all[999] == 0.0);

    // Without the gradient, on request only.
    let flat = CoverageGoal::new(entry.statement(999)).in_form(GoalForm::Flat);
    let trace = Trace::new(&graph);
    trace.root().enter(F).done(0, 500);
    let mut goals = Goals::<Trace>::new();
    goals.push(flat);
    assert_eq!(scalars(&goals, &graph, &trace), [1.0]);
}
