//! The nearest test of each goal is the nearest one.

use super::asked::{Asked, ask, condition, decisions, vectors};
use sbst::Campaign;
use sbst::distance::{Distance, gt};
use sbst::execution::{Caller, ExceptionKind, Trace};
use sbst::fitness::Fitness;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function, GoalId, Mutant, Symbol};
use sbst::objective::{Criterion, Goal, Goals, MutantGoal, Roots, Tables, branch_goals};
use sbst::report::{KeptTests, Report, Standing};
use sbst::selection::Frontier;
use sbst_histories::decisions::Independence;
use sbst_histories::{HistoryCriterion, Pairing};

const RULE: Independence = Independence::UniqueCause;

const MAIN: Function = Function::new(0);

/// `if a && b { 2 } else { 3 }`
fn both() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3)
}

#[test]
fn od22_a_merged_test_that_is_only_cheaper_is_not_nearer() {
    let start = || {
        let builder = Campaign::builder().function(&both()).expect("legal");
        builder.criteria([Criterion::Branch]).build_by_cost(|test: &i32| *test).expect("goals")
    };
    let subject = |c: Caller<'_>, _: &i32| c.enter(MAIN).decide(0, gt(-3, 0));
    let (mut own, mut its) = (start(), start());
    own.run(&7, subject).expect("honest");
    its.run(&5, subject).expect("honest");
    own.merge(its.report()).expect("of the same program");
    assert_eq!(own.nearest(GoalId::new(0)), Some(&5), "cheaper");
    assert_eq!(own.tests().nearer(), []);
}

/// The values of goals in a function that no test enters.
fn far(criterion: Asked) {
    let mut graph = FlowGraph::of(&both()).expect("legal");
    graph.add(&both()).expect("legal");
    let builder = ask(Campaign::builder(), &[criterion], &decisions(&graph), RULE);
    let mut campaign = builder.graph(graph).build().expect("goals");
    for test in [1, 2] {
        campaign
            .run(&test, |c, _| {
                let f = c.enter(MAIN);
                f.end(if f.decide(0, gt(1, 0)) && f.decide(1, gt(-1, 0)) { 2 } else { 3 });
            })
            .expect("honest");
    }
    let report = campaign.report();
    for id in campaign.goals().ids() {
        if let Some(block) = condition(campaign.goals().goal(id))
            && campaign.graph().function_of(block) != MAIN
        {
            assert_eq!(campaign.nearest(id), None, "{criterion:?}: {}", report.goals[id.index()]);
            let standing = &report.goals[id.index()].standing;
            assert!(matches!(standing, Standing::Far), "{standing:?}");
        }
    }
}

#[test]
fn od61_a_test_that_did_not_enter_a_function_is_not_near_its_vectors() {
    far(Asked::History(HistoryCriterion::MultipleCondition));
    far(Asked::McDc);
}

/// Goals that are made while the search runs are no nearer than nothing either.
#[test]
fn od61_goals_that_are_made_later_are_compared_with_nothing() {
    let search = || {
        let builder = Campaign::builder().function(&both()).expect("legal");
        let builder = builder.function(&both()).expect("legal");
        builder.discover(|it| Ok(Pairing::of(it, RULE)?)).build().expect("goals")
    };
    let mut campaign = search();
    let run = |campaign: &mut Campaign<i32>, test: i32, function: u32, [a, b]: [i32; 2]| {
        campaign
            .run(&test, |c, _| {
                let f = c.enter(Function::new(function));
                f.end(if f.decide(0, gt(a, 0)) && f.decide(1, gt(b, 0)) { 2 } else { 3 });
            })
            .map(drop)
            .expect("honest");
    };
    run(&mut campaign, 1, 0, [1, 1]);
    let mut worker = search();
    run(&mut worker, 2, 1, [1, 1]);
    let mut report = worker.report();
    // As if a worker covered it, and was near to nothing.
    for row in &mut report.goals {
        if matches!(row.standing, Standing::Near { .. }) {
            row.standing = Standing::Far;
        }
    }
    campaign.merge(report).expect("of the same program");
    run(&mut campaign, 3, 0, [1, 1]);
    let mut wanted = 0;
    for id in campaign.goals().ids() {
        if let Some(block) = condition(campaign.goals().goal(id))
            && campaign.graph().function_of(block) != MAIN
            && !campaign.tests().is_covered(id)
        {
            wanted += 1;
            assert_eq!(campaign.nearest(id), None);
        }
    }
    assert_eq!(wanted, 2);
}

/// In both orders: the infection is infinitely far, or the statement was not reached.
#[test]
fn od62_the_first_test_is_not_taken_for_nothing() {
    let nearest = |order: [i32; 2]| {
        let body = both().statements(2, 1);
        let graph = sbst::flow::FlowGraph::of(&body).expect("legal");
        let statement = graph.block(MAIN, 2).statement(0);
        let mut campaign = Campaign::builder()
            .graph(graph)
            .mutants([MutantGoal::new(Mutant::new(0), statement)])
            .criteria([Criterion::WeakMutation])
            .roots(Roots::All)
            .build()
            .expect("goals");
        for test in order {
            campaign
                .run(&test, |c, &test| {
                    let f = c.enter(MAIN);
                    if f.decide(0, gt(test, 0)) && f.decide(1, gt(1, 0)) {
                        c.trace().infected(Mutant::new(0), Distance::INFINITE);
                        f.end(2);
                    } else {
                        f.end(3);
                    }
                })
                .expect("honest");
        }
        (campaign.nearest(GoalId::new(0)).copied(), campaign.tests().fitness(GoalId::new(0)))
    };
    let expected = (Some(1), Fitness::new(0, Distance::INFINITE));
    assert_eq!([nearest([1, 0]), nearest([0, 1])], [expected, expected]);
}

/// `if (a && b) || c { 3 } else { 4 }`; a condition that throws is `None`.
fn decide(c: Caller<'_>, [a, b, x]: [Option<i32>; 3]) {
    let f = c.enter(MAIN);
    let ask = |block, operand: Option<i32>| match operand {
        Some(operand) => Some(f.decide(block, gt(operand, 0))),
        None => {
            f.threw(Symbol::new(0), ExceptionKind::Explicit);
            None
        }
    };
    let Some(a) = ask(0, a) else { return };
    let both = if a { ask(1, b) } else { Some(false) };
    let Some(both) = both else { return };
    if both {
        return f.end(3);
    }
    if let Some(x) = ask(2, x) {
        f.end(if x { 3 } else { 4 });
    }
}

#[test]
fn od64_a_near_test_is_merged_in_any_order() {
    type Test = [Option<i32>; 3];
    let start = || -> Campaign<Test> {
        let body =
            FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4).exit(3).exit(4);
        Campaign::builder()
            .function(&body)
            .expect("legal")
            .discover(|program| Ok(vectors(program)))
            .discover(|program| Ok(Pairing::of(program, RULE)?))
            .recorder(Trace::with_path_check)
            .build()
            .expect("goals")
    };
    // The first one is near TFF, as long as it is within reach; the second one has it set aside,
    // the third one wants it.
    let near = [Some(1), Some(0), None];
    let tests: [Test; 3] = [near, [Some(0), None, Some(1)], [Some(1), Some(1), None]];
    let reports: Vec<Report<Test>> = tests
        .iter()
        .map(|test| {
            let mut worker = start();
            worker.run(test, |c, test| decide(c, *test)).expect("honest");
            worker.report()
        })
        .collect();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut all = start();
        for at in order {
            all.merge(reports[at].clone()).expect("of the same program");
        }
        let goal = all
            .goals()
            .ids()
            .find(|&id| {
                let needs = all.goals().needs(id).expect("a goal");
                needs.words().is_some_and(|words| words.starts_with("TFF of"))
            })
            .expect("a vector");
        assert!(all.frontier().is_active(goal));
        assert_eq!(all.nearest(goal), Some(&near), "{order:?}");
    }
}

/// Across calls, the tests before a goal came within reach do not count for it, however cheap they
/// were.
#[test]
fn only_tests_since_a_goal_came_within_reach_are_near_it() {
    let callee = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let caller = callee.clone().call(1, 0, CallSite::new(0), [Function::new(1)]);
    let mut graph = FlowGraph::of(&caller).expect("legal");
    let called = graph.add(&callee).expect("legal");
    let apart = graph.add(&callee).expect("legal");
    let mut goals = Goals::<Trace>::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    let of = |function, at| {
        let branch = graph.branches_in(function).nth(at).expect("two");
        goals.find(Goal::Branch(branch)).expect("a goal")
    };
    // A goal of the callee waits for a goal of a function that has nothing to do with it.
    let [opens, waits, aside] = [of(apart, 0), of(called, 0), of(called, 1)];
    let parents = goals.ids().map(|id| (id == waits).then_some(opens));
    let mut tests = KeptTests::by_cost(Frontier::new(parents), |cost: &i32| *cost);
    tests.frontier_mut().set_aside([aside]);
    let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph).across_calls());
    // All are as far from calling the callee.
    let mut run = |tests: &mut KeptTests<i32, i32>, cost, covers| {
        trace.reset();
        trace.root().enter(MAIN).decide(0, gt(-5, 0));
        if covers {
            trace.root().enter(apart).decide(0, gt(1, 0));
        }
        let (seen, row) = goals.try_observe_row(&graph, &trace, &mut tables).expect("it fits");
        tests.take_in_row(&cost, row.measure(&goals, &seen), |goal| goals.explain(goal, &seen));
        [waits, aside].map(|goal| tests.nearest(goal).copied())
    };
    assert_eq!(run(&mut tests, 1, false), [None, None]);
    assert_eq!(run(&mut tests, 3, true), [Some(3), None], "it opens the goal");
    assert_eq!(run(&mut tests, 2, false), [Some(2), None], "it is cheaper than the last");
    tests.frontier_mut().take_up([aside]);
    assert_eq!(run(&mut tests, 4, false), [Some(2), Some(4)], "the first one since then");
}
