//! What is refused changes nothing but the count of what was refused.

use super::asked::{Asked, ask, decisions, vectors};
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::distance::Distance;
use sbst::distance::gt;
use sbst::execution::{
    CallTreeLimits, Caller, Domain, ExceptionKind, Execution, Fact, Facts, Plane, Record, Trace,
};
use sbst::fitness::Fitness;
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Block, Function, GoalId, Mutant, Symbol};
use sbst::objective::{
    Criterion, Discoveries, Discovery, Forms, Goal, GoalGraph, Goals, Kind, Method, MutantGoal,
    Needs, ObserveError, Observed, Program, Reader, Tables, branch_goals, from_fn,
};
use sbst::report::{KeptTests, Standing};
use sbst::selection::Frontier;
use sbst_histories::decisions::{CompoundDecision, Independence};
use sbst_histories::{HistoryCriterion, Pairing, UnrolledGraph};
use std::cmp::Ordering;

/// All vectors of all decisions.
const VECTORS: Asked = Asked::History(HistoryCriterion::MultipleCondition);

/// What a campaign knows of MC/DC.
fn pairing(campaign: &Campaign<i32>) -> &Pairing {
    campaign.discovery().finder().expect("it was asked for")
}

/// `if a && b { 2 } else { 3 }`
fn both() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3)
}

fn two_functions() -> FlowGraph {
    let mut graph = FlowGraph::of(&both()).expect("legal");
    graph.add(&both()).expect("legal");
    graph
}

fn call(c: Caller<'_>, function: u32, [a, b]: [i32; 2]) {
    let f = c.enter(Function::new(function));
    f.end(if f.decide(0, gt(a, 0)) && f.decide(1, gt(b, 0)) { 2 } else { 3 });
}

/// Copies of the decision of the second function alone, where the campaign has those of both.
fn other_copies(graph: &FlowGraph) -> Trace {
    let second = CompoundDecision::all(graph).nth(1);
    let other = UnrolledGraph::builder(graph).decisions(second).build().expect("small");
    Trace::new(graph).with_history(other.history())
}

fn campaign(criteria: &[Asked]) -> Campaign<i32> {
    let (builder, graph) = (Campaign::builder(), two_functions());
    let builder = ask(builder, criteria, &decisions(&graph), Independence::UniqueCause);
    builder.graph(graph).build().expect("goals")
}

#[test]
fn od20_refused_vectors_are_not_seen() {
    let mut campaign = campaign(&[Asked::McDc]);
    let (goals, graph) = (campaign.goals().len(), two_functions());
    for operands in [[1, 1], [1, 0], [0, 0]] {
        let trace = other_copies(&graph);
        call(trace.root(), 1, operands);
        campaign.offer(&1, &trace).map(drop).expect_err("copies of another decision");
    }
    let covered: Vec<_> = pairing(&campaign).coverage().map(|shown| shown.covered()).collect();
    assert_eq!((covered, campaign.goals().len()), (vec![0, 0], goals));
}

#[test]
fn od20_refused_exceptions_become_no_goals() {
    let mut campaign = campaign(&[VECTORS, Asked::Of(Criterion::Exception)]);
    let (goals, graph) = (campaign.goals().len(), two_functions());
    let trace = other_copies(&graph);
    let f = trace.root().enter(Function::new(0));
    f.threw(Symbol::new(3), ExceptionKind::Explicit);
    drop(f);
    campaign.offer(&1, &trace).map(drop).expect_err("copies of another decision");
    assert_eq!(campaign.goals().len(), goals);
}

#[test]
fn od20_the_lists_of_the_last_execution_stay() {
    let mut campaign = campaign(&[Asked::Of(Criterion::Branch)]);
    campaign.run(&1, |c, _| call(c, 0, [-2, 0])).expect("honest");
    let lists = |campaign: &Campaign<i32>| {
        let tests = campaign.tests();
        (tests.newly_covered().to_vec(), tests.opened().to_vec(), tests.nearer().to_vec())
    };
    let before = lists(&campaign);
    let foreign = FlowGraph::of(&both().statements(2, 1)).expect("legal");
    campaign.offer(&1, &Trace::new(&foreign)).map(drop).expect_err("another graph");
    campaign.run(&1, |c, _| c.enter(Function::new(0)).end(7)).map(drop).expect_err("no block 7");
    assert_eq!(lists(&campaign), before);
    assert_ne!(before, Default::default());
}

const SHOWN: Kind = Kind::new("shown").unwrap();

/// Finds one goal in the first execution.
struct Shown {
    /// What is said to be read, by the finder and its goal.
    declared: Vec<Fact>,
    /// What the goal reads.
    read: Fact,
}

impl Discovery<Trace> for Shown {
    fn reader(&self) -> Reader {
        Reader::Kind(SHOWN)
    }
    fn facts(&self) -> &[Fact] {
        &self.declared
    }
    fn finds(&self, goal: Goal) -> bool {
        goal == SHOWN.goal([0])
    }
    fn see(&mut self, goals: &mut Goals<Trace>, _: &Trace) {
        let needs = Needs::nowhere().reading(self.read);
        goals.push(from_fn(SHOWN.goal([0]), needs, |_: &Observed<'_, Trace>| Fitness::COVERED));
    }
    fn adopt(&mut self, _: &mut Goals<Trace>, _: &[(Goal, bool)]) {}
}

fn finding(declared: &[Fact], read: Fact) -> Campaign<i32> {
    let declared = declared.to_vec();
    let builder: CampaignBuilder = Campaign::builder();
    let builder = builder.graph(two_functions()).criteria([Criterion::Branch]);
    builder.discover(move |_| Ok(Shown { declared, read })).build().expect("goals")
}

/// A goal that reads what its finder did not declare is found when nothing can be refused any more.
/// The next execution is refused by its name, and changes nothing.
#[test]
fn od20_goals_that_read_what_nobody_declared() {
    let mut campaign = finding(&[], Fact::Effects);
    let first = campaign.run(&1, |c, _| call(c, 0, [1, 1])).expect("nothing reads more");
    assert_eq!(first.covered.len(), 3, "two branches, and the goal that it showed");
    let before = campaign.report();
    for _ in 0..2 {
        let error = campaign.run(&2, |c, _| call(c, 0, [0, 0])).map(drop).expect_err("unknown");
        assert!(error.to_string().starts_with("the goal `"), "{error}");
    }
    assert_eq!((campaign.report(), campaign.refused()), (before, 2));
}

/// What a finder declares is recorded from the first run on, and asked of each execution.
#[test]
fn od20_what_a_finder_declares_is_recorded() {
    for fact in [Fact::Calls, Fact::On(Plane::Direct)] {
        let mut campaign = finding(&[fact], fact);
        assert_eq!(campaign.goals().len(), 8);
        campaign.run(&1, |c, _| call(c, 0, [1, 1])).expect("recorded");
        assert_eq!((campaign.goals().len(), campaign.tests().covered_count()), (9, 3));
        let mut campaign = finding(&[fact], fact);
        let bare = Trace::new(campaign.graph());
        let error = campaign.offer(&1, &bare).map(drop).expect_err("not recorded");
        assert!(error.to_string().starts_with("the discovery of goals `shown` reads"), "{error}");
        assert_eq!((campaign.goals().len(), campaign.runs()), (8, 0));
    }
}

#[test]
fn od25_merging_checks_what_reading_checks() {
    let mut other = campaign(&[Asked::Of(Criterion::Branch)]);
    other.run(&1, |c, _| call(c, 0, [1, -1])).expect("honest");
    let honest = other.report();
    let mut changed = vec![honest.clone(); 11];
    changed[0].runs = 0;
    changed[1].runs = u64::MAX;
    changed[2].tests[0].run = 2;
    changed[3].tests[0].covers.reverse();
    changed[4].tests[0].covers.push(99);
    changed[5].goals[1].goal = changed[5].goals[0].goal;
    changed[6].goals[0].standing = Standing::Covered { test: 7 };
    changed[7].version = 0;
    changed[8].goals[0].kept = Some((1, Fitness::NEVER, None));
    changed[9].goals[0].kept = Some((0, Fitness::COVERED, None));
    let near = changed[10].goals.iter_mut().find_map(|row| match &mut row.standing {
        Standing::Near { test, .. } => Some(test),
        _ => None,
    });
    *near.expect("a goal that is near") = 1;
    for (number, report) in changed.into_iter().enumerate() {
        let mut own = campaign(&[Asked::Of(Criterion::Branch)]);
        own.run(&2, |c, _| call(c, 0, [0, 0])).expect("honest");
        let before = own.report();
        let error = own.merge(report).expect_err(&format!("change {number}"));
        assert!(!error.to_string().is_empty());
        assert_eq!(own.report(), before, "{error}");
    }
    let mut own = campaign(&[Asked::Of(Criterion::Branch)]);
    own.merge(honest).expect("honest");
}

#[test]
fn od75_a_trace_without_copies_is_refused() {
    let graph = two_functions();
    for criterion in [VECTORS, Asked::McDc] {
        let mut campaign = campaign(&[criterion]);
        let trace = Trace::new(&graph);
        call(trace.root(), 0, [1, 1]);
        let error = campaign.offer(&5, &trace).map(drop).expect_err("no copies were recorded");
        assert!(error.to_string().contains("goals.trace(graph)"), "{error}");
        let recorded = campaign.goals().trace(&graph);
        call(recorded.root(), 0, [1, 1]);
        campaign.offer(&5, &recorded).expect("copies were recorded");
    }
}

#[test]
fn od75_goals_refuse_what_did_not_record_copies() {
    let graph = two_functions();
    let campaign = campaign(&[VECTORS]);
    let trace = Trace::new(&graph);
    call(trace.root(), 0, [1, 1]);
    let (goals, mut tables, mut row) = (campaign.goals(), Tables::new(&graph), Vec::new());
    assert!(goals.try_measure(&graph, &trace, &mut tables, &mut row).is_err());
    assert!(goals.try_observe(&graph, &trace, &mut tables).is_err());

    let copied = goals.trace(&graph);
    call(copied.root(), 0, [1, 1]);
    let mut of_both = trace.record();
    of_both.merge(&copied.record()).expect("of one graph");
    let mut records = Goals::<Record>::for_graph(&graph);
    vectors(&Program::new(&graph)).begin(&mut records).expect("of this graph");
    let mut measure = |record: &Record| {
        records
            .try_measure(&graph, record, &mut tables, &mut row)
            .map_err(|error| error.to_string())
    };
    measure(&Record::default()).expect("nothing was executed");
    measure(&copied.record()).expect("copies were recorded");
    measure(&trace.record()).expect_err("no copies");
    measure(&of_both).expect_err("copies of one of the two");
    assert_eq!(records.len(), GoalId::new(6).index());
}

/// Direct calls, copies and calls one by one are known only if they were recorded from the start,
/// and a record knows no more than what it was made of.
#[test]
fn od75_what_was_not_recorded_stays_unknown() {
    let graph = two_functions();
    let unrolled = UnrolledGraph::builder(&graph)
        .decisions(CompoundDecision::all(&graph))
        .build()
        .expect("small");
    let all = [Fact::On(Plane::Direct), unrolled.history().fact(), Fact::Calls];
    let knows = |trace: &Trace| all.map(|fact| trace.knows(fact));
    let record_all = |trace: Trace| {
        let trace = trace.with_direct_calls().with_history(unrolled.history());
        trace.with_call_tree(CallTreeLimits::NONE)
    };
    let trace = Trace::new(&graph);
    assert_eq!(knows(&trace), [false; 3]);
    call(trace.root(), 0, [1, 1]);
    let record = Record::of(&graph, &trace).with_history(&graph, unrolled.history(), &trace);
    assert_eq!(all.map(|fact| record.knows(fact)), [false; 3]);
    // Switched on too late, and then in time.
    let trace = record_all(trace);
    assert_eq!(knows(&trace), [false; 3]);
    let late = trace.record();
    assert_eq!(all.map(|fact| late.knows(fact)), [false; 3]);
    trace.reset();
    assert_eq!(knows(&trace), [true; 3]);
    call(trace.root(), 0, [1, 1]);
    assert_eq!(all.map(|fact| trace.record().knows(fact)), [true, true, false]);
    // A suite knows what all its executions know; a record has no calls one by one.
    assert!(!Facts::knows(&[record_all(Trace::new(&graph)), Trace::new(&graph)][..], all[0]));
    trace.merge(&trace.record()).expect("its own");
    assert_eq!(knows(&trace), [true, true, false]);
}

/// A store of two methods.
struct OfTwoMethods(Trace);

impl Execution for OfTwoMethods {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
}

impl Facts for OfTwoMethods {}

/// Each kind of goals names what it reads: a record that lacks it is refused.
#[test]
fn od75_goals_name_what_they_read() {
    let graph = two_functions();
    let methods =
        [Method::new(Function::new(0)).returning(Domain::SIGNED).taking([Domain::SIGNED])];
    let statement = graph.block(Function::new(0), 0).statement(0);
    let mutants = [MutantGoal::new(Mutant::new(0), statement)];
    let program = Program::new(&graph).with_methods(&methods).with_mutants(&mutants);
    let trace = Trace::new(&graph);
    call(trace.root(), 0, [1, 1]);
    let record = Record::of(&graph, &OfTwoMethods(trace));
    let refused = |criterion: Criterion, forms: Forms| {
        let mut goals = Goals::<Record>::new();
        goals.add(criterion, &program.in_forms(forms));
        assert!(!goals.is_empty(), "{criterion:?}");
        let measured = goals.try_measure(&graph, &record, &mut Tables::new(&graph), &mut vec![]);
        match measured {
            Ok(()) => None,
            Err(ObserveError::NotRecorded(missing)) => Some(missing.fact),
            Err(other) => panic!("{other}"),
        }
    };
    for (criterion, fact) in [
        (Criterion::Branch, None),
        (Criterion::Block, None),
        (Criterion::DirectBranch, Some(Fact::On(Plane::Direct))),
        (Criterion::Method, Some(Fact::MethodCalls)),
        (Criterion::MethodNoException, Some(Fact::MethodCalls)),
        (Criterion::Output, Some(Fact::Outputs)),
        (Criterion::Input, Some(Fact::Inputs)),
        (Criterion::WeakMutation, Some(Fact::Infections)),
        (Criterion::StrongMutation, Some(Fact::Infections)),
    ] {
        assert_eq!(refused(criterion, Forms::LEVELS), fact, "{criterion:?}");
    }
    assert_eq!(refused(Criterion::Branch, Forms::PUBLISHED), Some(Fact::Evaluations));
}

/// A finder of goals of another graph cannot begin, and nobody is asked for what it reads.
#[test]
fn a_finder_that_cannot_begin_asks_for_nothing() {
    let graph = two_functions();
    let other = FlowGraph::of(&both()).expect("legal");
    let unrolled = UnrolledGraph::builder(&other).decisions(CompoundDecision::all(&other));
    let unrolled = unrolled.build().expect("small");
    let mut goals = Goals::<Trace>::for_graph(&graph);
    let mut discovery = Discoveries::none();
    discovery.exceptions();
    discovery.also(Pairing::new(&unrolled, Independence::UniqueCause));
    discovery.begin(&mut goals).expect_err("of another graph");
    let mut tables = Tables::new(&graph);
    goals.try_observe(&graph, &goals.trace(&graph), &mut tables).map(drop).expect("as before");
}

/// What nobody declared is recorded by the recorder that follows the one that lacked it.
#[test]
fn a_recorder_that_lacked_something_is_made_anew() {
    let mut campaign = finding(&[], Fact::On(Plane::Direct));
    campaign.run(&1, |c, _| call(c, 0, [1, 1])).expect("nothing reads more");
    campaign.run(&2, |c, _| call(c, 0, [0, 0])).map(drop).expect_err("not recorded");
    campaign.run(&3, |c, _| call(c, 0, [0, 0])).expect("recorded now");
    assert_eq!((campaign.runs(), campaign.refused()), (2, 1));
}

/// Tests were taken in before their goals were known to the frontier.
#[test]
fn a_goal_that_was_covered_before_is_not_pursued() {
    let graph = two_functions();
    let mut goals = Goals::<Trace>::for_graph(&graph);
    goals.extend(branch_goals(&graph));
    let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    call(trace.root(), 0, [1, 1]);
    let seen = goals.observe(&graph, &trace, &mut tables);
    goals.fill(&seen, &mut row);
    let mut tests = KeptTests::new(Frontier::default());
    tests.take_in(&1, &row, |goal| goals.explain(goal, &seen));
    tests.frontier_mut().fit(&GoalGraph::new(&goals, &graph));
    let covered: Vec<_> = tests.covered().collect();
    assert!(covered.iter().any(|&goal| tests.frontier().is_active(goal)));
    tests.take_in(&2, &row, |goal| goals.explain(goal, &seen));
    assert!(covered.iter().all(|&goal| tests.frontier().is_covered(goal)));
    assert_eq!((tests.covered_count(), tests.newly_covered()), (2, &[][..]));
}

/// A cost whose order contradicts itself chooses some suite, and does not panic.
#[test]
fn costs_without_an_order_are_survived() {
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Odd(u64);
    impl PartialOrd for Odd {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    impl Ord for Odd {
        fn cmp(&self, other: &Self) -> Ordering {
            (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60).cmp(&(other.0 % 13))
        }
    }
    let mut graph = FlowGraph::new();
    for _ in 0..400 {
        graph.add(&FlowBuilder::new().exit(0)).expect("legal");
    }
    let builder: CampaignBuilder = Campaign::builder();
    let builder = builder.graph(graph).criteria([Criterion::Branch]);
    let mut campaign = builder.build_by_cost(|test: &u32| Odd(u64::from(*test))).expect("goals");
    for test in 0..400 {
        campaign.run(&test, |c, x| drop(c.enter(Function::new(*x)))).expect("honest");
    }
    assert_eq!(campaign.tests().suite().len(), 400);
}
