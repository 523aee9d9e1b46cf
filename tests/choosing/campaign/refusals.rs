//! Refused means unchanged: a sequence of calls with refused ones in between leaves what the
//! sequence without them leaves, except for the count of what was refused.

use super::programs::{Exec, MAIN, Own, Test, exec, refused, settings};
use crate::effort::config;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::campaign::CampaignError;
use sbst::distance::gt;
use sbst::execution::{Record, Trace};
use sbst::fitness::FitnessTable;
use sbst::fitness::flag::Flags;
use sbst::flow::dependences::DependenceGraph;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, GoalId, Instruction};
use sbst::objective::{Discoveries, Discovery, Goal, GoalGraph, Goals, Kind, Program, Tables};
use sbst::report::{KeptTests, Report, Standing};
use sbst::selection::Frontier;
use sbst::subsumption::CoverageMatrix;
use sbst_histories::{HistoryCriterion, HistoryGoals, Pairing, UnrolledGraph};
use std::fmt::Debug;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

/// One call; the second half are refused.
#[derive(Clone, Debug)]
enum Step {
    Take(Exec, u8),
    Draw(f64),
    Merge(usize),
    Refuse(Exec),
    Contradict(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => (exec(), 0..3_u8).prop_map(|(exec, cost)| Step::Take(exec, cost)),
        1 => (0.0..1.0).prop_map(Step::Draw),
        1 => (0..2_usize).prop_map(Step::Merge),
        2 => exec().prop_map(Step::Refuse),
        2 => (0..8_u8).prop_map(Step::Contradict),
    ];
    vec(step, 1..12)
}

/// Everything that a campaign tells, as text.
fn state(own: &Own) -> String {
    let (tests, report) = (own.tests(), own.report());
    #[cfg(feature = "serde")]
    let plain = serde_json::to_string(&report).expect("plain data");
    #[cfg(not(feature = "serde"))]
    let plain = report.to_string();
    let lists = (tests.newly_covered(), tests.opened(), tests.nearer(), tests.suite());
    let pursued = (own.frontier(), own.goals());
    let near: Vec<_> = own.goals().ids().map(|id| (tests.fitness(id), tests.nearest(id))).collect();
    let mcdc = own.discovery().finder::<Pairing>().map(Pairing::coverage);
    let mcdc: Vec<_> = mcdc.into_iter().flatten().collect();
    format!("{plain}\n{report:?}\n{lists:?}\n{pursued:?}\n{near:?}\n{mcdc:?}")
}

/// Reports that contradict themselves, or belong elsewhere.
fn contradict(own: &mut Own, kind: u8) {
    let mut report = own.report();
    match kind {
        0 => report.runs = u64::MAX,
        1 => report.version += 1,
        2 => report.goals.push(report.goals[0].clone()),
        3 => report.goals[0].standing = Standing::Covered { test: report.tests.len() },
        4 => report.goals[0].standing = Standing::Waiting { behind: vec![usize::MAX] },
        5 => report.goals[0].goal = OWN.goal([77]),
        6 => report.graph = foreign().identity(),
        _ => match report.tests.first_mut() {
            Some(test) => test.run = 0,
            None => report.version = 9,
        },
    }
    let error = own.merge(report).expect_err("it contradicts itself");
    let known = matches!(
        error,
        CampaignError::Report(_) | CampaignError::UnknownGoal { .. } | CampaignError::OtherGraph(_)
    );
    assert!(known, "{error:?}");
}

fn foreign() -> FlowGraph {
    FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal")
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn a_campaign_is_unchanged_by_what_it_refuses(
        setting in settings(),
        steps in steps(),
        others in [vec(exec(), 0..3), vec(exec(), 0..3)],
    ) {
        let graph = setting.graph();
        let take = |own: &mut Own, at: usize, exec: &Exec, cost: u8| {
            let trace = setting.trace(own.goals(), &graph);
            setting.perform(&graph, trace.root(), exec);
            own.offer(&(at, cost), &trace).map(drop).expect("honest");
        };
        let reports: Vec<Report<Test>> = others
            .iter()
            .map(|tests| {
                let mut other = setting.start();
                tests.iter().enumerate().for_each(|(at, exec)| take(&mut other, at, exec, 1));
                other.report()
            })
            .collect();
        let (mut with, mut without) = (setting.start(), setting.start());
        prop_assume!(!with.goals().is_empty());
        let mut count = 0;
        for (at, step) in steps.iter().enumerate() {
            for own in [&mut with, &mut without] {
                match step {
                    Step::Take(exec, cost) => take(own, at, exec, *cost),
                    Step::Draw(draw) => _ = own.next_goal(*draw),
                    Step::Merge(other) => own.merge(reports[*other].clone()).expect("alike"),
                    Step::Refuse(_) | Step::Contradict(_) => {}
                }
            }
            match step {
                Step::Refuse(exec) => count += refused(&setting, &graph, &mut with, exec),
                Step::Contradict(kind) => contradict(&mut with, *kind),
                _ => {}
            }
            prop_assert_eq!(state(&with), state(&without), "after {:?}", step);
            prop_assert_eq!((with.runs(), with.refused()), (without.runs(), count));
        }
        for draw in [0.0, 0.3, 0.9] {
            prop_assert_eq!(with.next_goal(draw), without.next_goal(draw));
        }
    }

    /// Everything else that returns an error and changes something on success.
    #[test]
    fn the_parts_are_unchanged_by_what_they_refuse(
        setting in settings(),
        tests in [exec(), exec()],
    ) {
        let graph = setting.graph();
        let copies = setting.unrolled(&graph);
        let others = UnrolledGraph::builder(&graph).contexts(1, [MAIN]).build().expect("small");
        let foreign = foreign();
        let record = |unrolled: &UnrolledGraph, exec: &Exec| {
            let trace = Trace::new(&graph).with_history(unrolled.history()).with_mutants(99);
            setting.perform(&graph, trace.root(), exec);
            trace
        };
        let away = Trace::new(&foreign);
        away.root().enter(MAIN).decide(0, gt(1, 0));
        let (mut own, other) = (record(&copies, &tests[0]), record(&others, &tests[1]));

        // Records and traces.
        let mut kept = own.record();
        if kept.made_for() == graph.identity() {
            same(&mut kept, |kept: &mut Record| kept.fit(&foreign));
            same(&mut kept, |kept| kept.merge(&away.record()));
        }
        let before = own.record();
        own.fit(&foreign).expect_err("another graph");
        own.merge(&away.record()).expect_err("another graph");
        prop_assert_eq!((own.record(), own.made_for()), (before, graph.identity()));

        // Tables.
        let mut table = FitnessTable::new(&graph);
        table.sweep(&graph, &own);
        same(&mut table, |table: &mut FitnessTable| table.fit(&foreign));
        same(&mut table, |table| table.merge(&graph, &FitnessTable::new(&foreign)));
        same(&mut table, |table| table.try_sweep(&graph, &away));
        same(&mut table, |table| table.try_sweep(&foreign, &away));

        // Graphs.
        let mut grown = graph.clone();
        same(&mut grown, |grown: &mut FlowGraph| grown.add(&FlowBuilder::new().branch(0, 1, 9)));
        same(&mut grown, |grown| {
            let nowhere = foreign.block(MAIN, 2);
            let far = sbst::id::Block::new(nowhere.number() + 999);
            grown.add_call(far, 0, CallSite::new(0), [MAIN])
        });

        // Goals, tables of goals, discovery, and what is kept.
        let mut campaign = setting.start();
        let mut goals = Goals::<Trace>::new();
        let found = |copies: &UnrolledGraph, criterion| {
            HistoryGoals::new(&Program::new(&graph), copies.clone(), [criterion])
        };
        let asked = HistoryCriterion::Context;
        found(&copies, asked).expect("of this graph").begin(&mut goals).expect("no goals yet");
        let of = |goals: &Goals<Trace>| {
            format!("{goals:?} {:?} {:?}", goals.made_for(), goals.followed().collect::<Vec<_>>())
        };
        let named = of(&goals);
        goals.bind(&foreign).expect_err("another graph");
        let mut elsewhere = found(&others, asked).expect("of this graph");
        elsewhere.begin(&mut goals).expect_err("other copies");
        goals.fit(&mut Trace::new(&foreign), &graph).expect_err("another graph");
        prop_assert_eq!(of(&goals), named.clone());
        let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
        goals.measure(&graph, &own, &mut tables, &mut row);
        for run in [&other, &away, &Trace::new(&graph)] {
            let values = row.clone();
            same(&mut tables, |tables: &mut Tables| goals.try_measure(&graph, run, tables, &mut row));
            same(&mut tables, |tables| goals.try_observe(&graph, run, tables).map(|_| ()));
            prop_assert_eq!(&row, &values);
        }
        let mut discovery = Discoveries::none();
        discovery.exceptions();
        discovery.begin(&mut goals).expect("of this graph");
        prop_assert_eq!(of(&goals), named.clone());
        for run in [&other, &away, &Trace::new(&graph)] {
            goals.try_observe_row(&graph, run, &mut tables).map(|_| ()).expect_err("it does not fit");
            prop_assert_eq!(of(&goals), named.clone());
        }
        let found = [(OWN.goal([5]), true)];
        let thrown = sbst::execution::Thrown::new(
            MAIN,
            sbst::id::Symbol::new(9),
            sbst::execution::ExceptionKind::Explicit,
        );
        let found = [(Goal::Exception(thrown), true)].into_iter().chain(found);
        discovery.adopt(&mut goals, found).expect_err("nobody knows it");
        prop_assert_eq!(of(&goals), named);
        let mut kept = KeptTests::<Test>::new(Frontier::of(&GoalGraph::new(&goals, &graph)));
        kept.fit(&goals, &goals.observe(&graph, &own, &mut tables));
        let mut report = campaign.report();
        report.version = 7;
        let before = format!("{kept:?} {:?}", kept.frontier());
        kept.merge(report, &goals).expect_err("of another version");
        prop_assert_eq!(format!("{kept:?} {:?}", kept.frontier()), before);
        contradict(&mut campaign, 0);

        // Declarations.
        let vectors = [HistoryCriterion::MultipleCondition];
        HistoryGoals::new(&Program::new(&graph), others.clone(), vectors)
            .map(drop)
            .expect_err("no decisions");
        let mut flags = setting.flags(&graph);
        flags.function(&graph, MAIN).decides(0, CallSite::new(0)).map(drop).expect("a flag");
        same(&mut flags, |flags: &mut Flags| {
            flags.function(&graph, MAIN).decides(77, CallSite::new(0)).map(drop)
        });
        same(&mut flags, |flags| {
            flags.function(&graph, MAIN).decides(0, CallSite::new(1)).map(drop)
        });
        same(&mut flags, |flags| flags.function(&graph, MAIN).returns(77, true).map(drop));
        same(&mut flags, |flags| {
            flags.function(&graph, MAIN).switches(0, CallSite::new(1)).map(drop)
        });
        same(&mut flags, |flags| {
            flags.function(&foreign, MAIN).decides(0, CallSite::new(0)).map(drop)
        });
        let mut dependences = DependenceGraph::new();
        let nobody = Instruction::new(5);
        same(&mut dependences, |all: &mut DependenceGraph| all.alias(nobody, nobody).map(drop));
        same(&mut dependences, |all| all.control(nobody, nobody).map(drop));
        same(&mut dependences, |all| all.returns(nobody, nobody).map(drop));
        same(&mut dependences, |all| all.called_at(nobody, CallSite::new(0)).map(drop));
        same(&mut dependences, |all| all.decides(graph.block(MAIN, 0), nobody).map(drop));
        same(&mut dependences, |all| all.sets_result(graph.block(MAIN, 0), nobody).map(drop));
        let mut coverage = CoverageMatrix::new(3);
        same(&mut coverage, |all: &mut CoverageMatrix| all.add([0, 3].map(GoalId::new)));
    }
}

/// A refused change leaves all that is shown.
#[track_caller]
fn same<T: Debug, R: Debug, E: Debug>(of: &mut T, change: impl FnOnce(&mut T) -> Result<R, E>) {
    let before = format!("{of:?}");
    change(of).expect_err("it must be refused");
    assert_eq!(format!("{of:?}"), before);
}
