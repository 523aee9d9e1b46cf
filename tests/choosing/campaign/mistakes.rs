//! Every error, its words, and that the campaign goes on after it as if nothing had been given to
//! it, except for the count of what was refused.

use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::distance::{Distance, eq, flag, gt};
use sbst::execution::{Caller, ExceptionKind, Execution, Fact, Facts, Record, Thrown, Trace};
use sbst::fitness::flag::{FlagError, FlagGradient, Flags};
use sbst::flow::{Edge, FlowBuilder, FlowError, FlowGraph};
use sbst::id::{Block, CallSite, Function, GoalId, Line, Symbol};
use sbst::objective::{Criterion, Goal, Goals, Method, ProgramError, branch_goals};
use std::panic::{AssertUnwindSafe, catch_unwind};

const MAIN: Function = Function::new(0);
const CHECK: Function = Function::new(1);
const SITE: CallSite = CallSite::new(0);

fn body() -> FlowBuilder {
    FlowBuilder::new().branch(0, 1, 2).statements(1, 2).exit(1).exit(2)
}

fn campaign() -> Campaign<i32> {
    let builder = Campaign::builder()
        .function(&body())
        .expect("legal")
        .criteria([Criterion::Branch, Criterion::Exception]);
    builder.recorder(Trace::with_path_check).build().expect("goals")
}

fn honest(c: Caller<'_>, x: &i32) {
    let f = c.enter(MAIN);
    let block = if f.decide(0, gt(*x, 9)) { 1 } else { 2 };
    f.returns(block, ());
}

/// After one honest test and a mistake: only the count of what was refused tells of it.
#[track_caller]
fn only_counts(mut campaign: Campaign<i32>, mistake: impl FnOnce(&mut Campaign<i32>)) {
    campaign.run(&3, honest).expect("honest");
    let before = campaign.report();
    let active = campaign.frontier().active().to_vec();
    mistake(&mut campaign);
    assert_eq!((campaign.report(), campaign.refused()), (before, 1));
    assert_eq!(campaign.frontier().active(), active);
    let outcome = campaign.run(&10, honest).expect("honest");
    assert_eq!(outcome.covered, [GoalId::new(0)]);
    assert_eq!((campaign.runs(), campaign.nearest(GoalId::new(0))), (2, Some(&10)));
}

#[test]
fn a_misuse_of_hooks_keeps_nothing_of_the_run() {
    only_counts(campaign(), |campaign| {
        let error = campaign.run(&10, |c, x| {
            let f = c.enter(MAIN);
            c.trace().threw(Thrown::new(MAIN, Symbol::new(1), ExceptionKind::Explicit));
            f.decide(0, gt(*x, 9));
            f.returns(2, ());
        });
        let error = error.map(drop).expect_err("it went to block 1");
        assert!(
            matches!(&error, CampaignError::Misuse { misuse, text } if misuse.in_graph(&FlowGraph::of(&body()).expect("legal")).to_string() == **text)
        );
        assert_eq!(
            error.to_string(),
            "a hook names f0: block 2, but the execution is in block 1: a hook before is missing \
             or wrong"
        );
    });
}

#[test]
fn an_execution_of_another_program_is_refused() {
    let other = FlowGraph::of(&body().statements(2, 7)).expect("legal");
    let trace = Trace::new(&other);
    honest_without_marks(&trace);
    trace.threw(Thrown::new(MAIN, Symbol::new(1), ExceptionKind::Explicit));
    only_counts(campaign(), |campaign| {
        let error = campaign.offer(&10, &trace).map(drop).expect_err("another graph");
        let CampaignError::OtherGraph(mismatch) = &error else { panic!("{error}") };
        assert_eq!(
            (mismatch.made_for, mismatch.used_with),
            (trace.made_for(), campaign.graph().identity())
        );
        assert_eq!(error.to_string(), mismatch.to_string());
    });

    let builder = CampaignBuilder::<Record>::new()
        .graph(FlowGraph::of(&body()).expect("legal"))
        .criteria([Criterion::Branch]);
    let mut campaign = builder.exceptions().build::<i32>().expect("goals");
    assert!(matches!(campaign.offer(&1, &trace.record()), Err(CampaignError::OtherGraph(_))));
    assert_eq!(
        (campaign.refused(), campaign.tests().covered_count(), campaign.goals().len()),
        (1, 0, 2)
    );
}

fn honest_without_marks(trace: &Trace) {
    trace.root().enter(MAIN).decide(0, gt(10, 9));
}

/// The recorder is used again: frames that were open are closed, and what the run had told is gone.
#[test]
fn a_panic_of_the_subject_leaves_the_campaign_usable() {
    for deep in [false, true] {
        let mut campaign = campaign();
        campaign.run(&3, honest).expect("honest");
        let before = campaign.report();
        let result = catch_unwind(AssertUnwindSafe(|| {
            campaign
                .run(&10, |c, x| {
                    let f = c.enter(MAIN);
                    let holds = f.decide(0, gt(*x, 9));
                    let _inner = deep.then(|| f.caller().enter(MAIN));
                    assert!(!holds, "the subject fails");
                })
                .map(drop)
        }));
        assert!(result.is_err());
        assert_eq!(campaign.report(), before, "it ended before it was counted");
        let outcome = campaign.run(&11, honest).expect("honest");
        assert_eq!(outcome.covered, [GoalId::new(0)]);
        assert_eq!(campaign.nearest(GoalId::new(0)), Some(&11));
    }
}

/// Main tests what check returns.
fn flagged() -> (FlowGraph, Flags) {
    let mut graph = FlowGraph::of(&body()).expect("legal");
    graph.add(&body()).expect("legal");
    let mut flags = Flags::new();
    flags.function(&graph, MAIN).decides(0, SITE).expect("a flag");
    flags
        .function(&graph, CHECK)
        .returns(1, true)
        .and_then(|of| of.returns(2, false))
        .map(drop)
        .expect("exits");
    (graph, flags)
}

#[test]
fn what_knows_no_calls_is_refused_by_flags() {
    let (graph, flags) = flagged();
    let builder = CampaignBuilder::<Trace>::new()
        .graph(graph.clone())
        .criteria([Criterion::Branch, Criterion::Exception]);
    let mut campaign = builder.flags(flags, FlagGradient::new()).build::<i32>().expect("goals");
    let call = |c: Caller<'_>, x: &i32| {
        let f = c.enter(MAIN);
        c.trace().threw(Thrown::new(MAIN, Symbol::new(0), ExceptionKind::Explicit));
        f.decide(0, flag(f.at(SITE).enter(CHECK).decide(0, eq(*x, 100))));
    };
    let blind = Trace::new(&graph);
    call(blind.root(), &7);
    let error = campaign.offer(&7, &blind).map(drop).expect_err("it tells of no calls");
    assert!(matches!(error, CampaignError::NotRecorded(it) if it.fact == Fact::Calls), "{error:?}");
    assert_eq!((campaign.refused(), campaign.goals().len(), campaign.runs()), (1, 4, 0));
    // The campaign's own recorder records calls one by one; 7 is 93 away from 100.
    let outcome = campaign.run(&7, call).expect("honest");
    let missed = outcome.row[0].distance.get();
    assert!(missed > 0.9 && missed < 1.0, "{missed}");
    assert_eq!((campaign.runs(), campaign.goals().len()), (1, 5));

    let error = CampaignError::from(FlagError::NoSuchBlock { function: MAIN, block: 9 });
    assert_eq!(error.to_string(), "f0 has no block 9");
    assert!(matches!(error, CampaignError::Flags(_)));
}

#[test]
fn wrong_programs_are_refused_when_they_are_built() {
    let error = Campaign::builder()
        .function(&FlowBuilder::new().jump(0, 3))
        .map(drop)
        .expect_err("no such block");
    let CampaignError::Flow(inner) = &error else { panic!("{error}") };
    assert_eq!(error.to_string(), inner.to_string());
    let _: &FlowError = inner;

    let builder = || Campaign::builder().function(&body()).expect("legal");
    let error = builder()
        .methods([Method::new(Function::new(4))])
        .criteria([Criterion::Method])
        .build::<()>()
        .map(drop);
    let error = error.expect_err("no such function");
    assert!(matches!(error, CampaignError::Program(ProgramError::NoSuchFunction { .. })));
    assert_eq!(error.to_string(), "a method is f4, which the graph does not have");

    let lines = sbst::flow::Lines::new([(Block::new(1).statement(8), Line::new(1))]);
    let error = builder()
        .lines(lines)
        .criteria([Criterion::Line])
        .build::<()>()
        .map(drop)
        .expect_err("no such statement");
    assert!(matches!(error, CampaignError::Program(ProgramError::NoStatementOfLine { .. })));

    let error = builder().criteria([]).build::<()>().map(drop).expect_err("nothing, either");
    assert_eq!(error, CampaignError::NoGoals);
    let error = builder().build::<()>().map(drop).expect_err("nothing to search for");
    assert_eq!(error, CampaignError::NoGoals);
    assert_eq!(
        error.to_string(),
        "the campaign has no goals: call `criteria` or `goals` before `build`"
    );
    assert!(builder().exceptions().build::<()>().is_ok());

    let mut other = FlowGraph::of(&body()).expect("legal");
    other.add(&body()).expect("legal");
    let foreign = move |goals: &mut Goals<Trace>| {
        *goals = Goals::for_graph(&other);
        goals.extend(branch_goals(&other));
    };
    let error = builder()
        .goals(move |_, goals| foreign(goals))
        .build::<()>()
        .map(drop)
        .expect_err("goals of another program");
    assert!(matches!(error, CampaignError::Program(_) | CampaignError::OtherGraph(_)), "{error}");

    let other =
        FlowGraph::of(&sbst::flow::FlowBuilder::new().branch(0, 1, 1).exit(1)).expect("legal");
    let mut flags = sbst::fitness::flag::Flags::new();
    flags
        .function(&other, Function::new(0))
        .decides(0, sbst::id::CallSite::new(0))
        .expect("a decision");
    let builder = builder()
        .criteria([Criterion::Branch])
        .flags(flags, sbst::fitness::flag::FlagGradient::new());
    let error = builder.build::<()>().map(drop).expect_err("flags of another program");
    assert!(matches!(error, CampaignError::Flags(FlagError::OtherGraph(_))), "{error}");
}

/// A store of two methods: what is within control flow can be pursued with it.
struct Own(bool);

impl Execution for Own {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let is_then = branch.target.index() == 1;
        Some(if is_then == self.0 { Distance::ZERO } else { Distance::from(3_u32) })
    }
    fn progress(&self, block: Block) -> Option<u32> {
        (block.index() == 0 || (block.index() == 1) == self.0).then_some(u32::MAX)
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        visit(MAIN);
    }
}

impl Facts for Own {}

#[test]
fn a_store_of_control_flow_alone_is_searched_with() {
    use sbst::objective::{block_goals, line_goals, statement_goals};
    let graph = FlowGraph::of(&body()).expect("legal");
    let lines = sbst::flow::Lines::new([(Block::new(1).statement(1), Line::new(6))]);
    let builder = CampaignBuilder::<Own>::new().graph(graph).lines(lines.clone());
    let builder = builder.goals(move |program, goals| {
        goals.extend(branch_goals(program.graph()));
        goals.extend(block_goals(program.graph()));
        goals.extend(line_goals(program.graph(), &lines));
        goals.extend(statement_goals(program.graph()));
    });
    let mut campaign = builder.build::<&str>().expect("goals");
    let outcome = campaign.offer(&"else", &Own(false)).expect("it is trusted");
    assert_eq!((outcome.covered.len(), outcome.opened.len()), (3, 0));
    let line = campaign.goals().find(Goal::Line(Line::new(6))).expect("a goal");
    assert_eq!(
        (
            campaign.tests().fitness(GoalId::new(0)).distance.get(),
            campaign.report().goals[line.index()].line
        ),
        (3.0, Some(Line::new(6)))
    );
    campaign.offer(&"then", &Own(true)).expect("it is trusted");
    assert_eq!(
        (campaign.next_goal(0.5), campaign.tests().covered_count()),
        (None, campaign.goals().len())
    );
    assert_eq!(campaign.tests().suite(), [&"else", &"then"]);
}

#[test]
fn operands_are_told_if_they_are_remembered() {
    let mut campaign = campaign();
    campaign
        .run(&3, |c, x| {
            let f = c.enter(MAIN);
            f.decide_with(0, gt(*x, 9), format_args!("{x} > 9"));
            f.returns(2, ());
        })
        .expect("honest");
    let why = campaign.tests().explain(GoalId::new(0)).expect("near");
    assert_eq!(why.operands.as_deref(), Some("3 > 9"));
    assert!(campaign.report().to_string().contains("3 > 9"));
    assert!(campaign.tests().explain(GoalId::new(1)).is_none(), "it is covered");
    assert!(
        campaign.tests().explain(GoalId::new(99)).is_none()
            && campaign.nearest(GoalId::new(99)).is_none()
    );
}

#[test]
fn campaigns_cross_threads() {
    fn anywhere<T: Send + Sync + std::fmt::Debug>() {}
    anywhere::<sbst::report::Report<String>>();
    anywhere::<CampaignError>();
    fn sent<T: Send>() {}
    sent::<Campaign<i32>>();
    sent::<Campaign<i32, Record>>();
}

/// An interpreter that was interrupted has left an activation open: the next test begins anew.
#[test]
fn what_a_test_leaves_open_is_closed_before_the_next_one() {
    let body = FlowBuilder::new().exit(0);
    let [first, second] = [0, 1].map(Function::new);
    for settings in [Trace::with_path_check, std::convert::identity] {
        let mut campaign: Campaign<Function> = Campaign::builder()
            .function(&body)
            .and_then(|builder| builder.function(&body))
            .expect("legal")
            .methods([first, second].map(Method::new))
            .criteria([Criterion::Method, Criterion::MethodNoException])
            .recorder(settings)
            .build()
            .expect("goals");
        campaign.run(&first, |caller, &f| caller.trace().enter(f)).expect("it was interrupted");
        let outcome = campaign.run(&second, |caller, &f| {
            let trace = caller.trace();
            assert_eq!(trace.depth(), 0);
            trace.enter(f);
            trace.end(Block::new(1));
            trace.returned(f, ());
            trace.leave();
        });
        assert_eq!(outcome.expect("it ended").covered.len(), 2);
    }
}
