//! Two kinds of goals of two other crates, neither of which knows the other, in one campaign: both
//! use the number 7. The library names neither.

use crate::after::after;
use crate::pairs::PairFinder;
use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::distance::lt;
use sbst::execution::{Caller, Fact, Facts, Misuse, Plane, Record, Trace};
use sbst::fitness::Fitness;
use sbst::flow::decisions::CompoundDecision;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function};
use sbst::objective::{
    Criterion, Goal, Goals, HistoryGoal, Kind, Needs, NotRecorded, Observed, Reader, Tables,
    from_fn,
};
use sbst::subsumption::Structure;
use sbst_histories::decisions::Independence;
use sbst_histories::{HistoryCriterion, HistoryGoals, Pairing, UnrolledGraph};
use std::collections::BTreeMap;

const KINDS: [Kind; 2] = [Kind::new("after").unwrap(), Kind::new("pair").unwrap()];

/// `while i < n { if i < m { 2 } else { 3 } }`: 0 is the head, 1 the condition, 4 the end.
fn graph() -> FlowGraph {
    let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 0).jump(3, 0).exit(4);
    FlowGraph::of(&body).expect("legal")
}

fn subject(c: Caller<'_>, &[n, m]: &[i32; 2]) {
    let f = c.enter(Function::new(0));
    let mut i = 0;
    while f.decide(0, lt(i, n)) {
        if f.decide(1, lt(i, m)) {
            f.end(2);
        } else {
            f.end(3);
        }
        i += 1;
    }
    f.end(4);
}

/// What a campaign pursues.
#[derive(Clone, Copy)]
struct Plan {
    after: bool,
    pairs: bool,
    own: bool,
}

const ALL: Plan = Plan { after: true, pairs: true, own: true };

/// Block 3 after block 2, within three decisions.
fn builder<X: Facts>(graph: &FlowGraph, plan: Plan) -> CampaignBuilder<X> {
    builder_of(graph, plan, [2, 3].map(|number| graph.block(Function::new(0), number)))
}

fn builder_of<X: Facts>(graph: &FlowGraph, plan: Plan, places: [Block; 2]) -> CampaignBuilder<X> {
    let mut builder = CampaignBuilder::new().graph(graph.clone());
    if plan.own {
        let contexts = UnrolledGraph::builder(graph).contexts(2, graph.functions());
        let contexts = contexts.build().expect("small");
        builder = builder
            .criteria([Criterion::Branch, Criterion::Block])
            .discover(|program| {
                Ok(HistoryGoals::new(program, contexts, [HistoryCriterion::Context])?)
            })
            .discover(|program| Ok(Pairing::of(program, Independence::UniqueCause)?));
    }
    if plan.after {
        let (goal, history) = after(graph, 7, places, 3).expect("small");
        builder = builder.goals(move |_, goals| {
            goals.follow(&history).expect("the same graph");
            goals.push(goal);
        });
    }
    if plan.pairs {
        builder = builder.discover(|program| Ok(PairFinder::new(program.graph(), 7)?));
    }
    builder
}

fn campaign(plan: Plan) -> Campaign<[i32; 2]> {
    builder(&graph(), plan).build().expect("goals")
}

/// All goals of the two kinds, each with its value in the last execution.
fn values<T, X>(campaign: &Campaign<T, X>, row: &[Fitness]) -> Vec<(Goal, String)> {
    let ids = campaign.goals().ids();
    let all = ids.map(|id| (campaign.goals().goal(id), row[id.index()].to_string()));
    let mut all: Vec<_> =
        all.filter(|(goal, _)| matches!(goal, Goal::Of(kind, _) if KINDS.contains(kind))).collect();
    all.sort();
    all
}

#[test]
fn each_value_is_what_it_is_alone() {
    let mut all = campaign(ALL);
    let mut alone = [Plan { pairs: false, own: false, ..ALL }, Plan { after: false, ..ALL }];
    alone[1].own = false;
    let mut alone = alone.map(campaign);
    for n in -1..4 {
        for m in 0..3 {
            let row = all.run(&[n, m], subject).expect("honest").row.to_vec();
            let together = values(&all, &row);
            let mut apart = Vec::new();
            for one in &mut alone {
                let row = one.run(&[n, m], subject).expect("honest").row.to_vec();
                apart.extend(values(one, &row));
            }
            apart.sort();
            assert_eq!(together, apart, "{n} {m}");
        }
    }
    // Block 3 after block 2: the loop goes on after `i < m`, with two decisions.
    let after = all.goals().find(KINDS[0].goal([7])).expect("a goal");
    assert_eq!(all.nearest(after).copied(), Some([2, 1]));
}

#[test]
fn pairs_are_pursued_one_after_the_other() {
    let mut all = campaign(ALL);
    let pair = |first, second| KINDS[1].goal([7, first, second]);
    // 0: the loop is entered, 1: left; 2: i < m, 3: not.
    all.run(&[1, 0], subject).expect("honest"); // 0 3 1
    let find = |all: &Campaign<_>, goal| all.goals().find(goal).expect("a goal");
    let is_active = |all: &Campaign<_>, goal| all.frontier().is_active(find(all, goal));
    assert!(all.tests().is_covered(find(&all, pair(0, 3))));
    assert!(is_active(&all, pair(0, 2)) && is_active(&all, pair(3, 0)));
    assert!(all.goals().find(pair(2, 0)).is_none()); // 2 was never taken
    all.run(&[1, 1], subject).expect("honest"); // 0 2 1
    // Of the pairs of branch 2, one is open; the other is covered.
    assert!(is_active(&all, pair(2, 0)));
}

#[test]
fn merged_in_any_order() {
    let tests = [[1, 0], [2, 1], [3, 3]];
    let halves = tests.map(|test| {
        let mut one = campaign(ALL);
        one.run(&test, subject).expect("honest");
        one
    });
    let covered = |order: [usize; 3]| {
        let mut all = campaign(ALL);
        for place in order {
            all.merge(halves[place].report()).expect("the same program");
        }
        let ids = all.goals().ids();
        let all = ids.map(|id| (all.goals().goal(id), all.tests().is_covered(id)));
        all.collect::<std::collections::BTreeMap<_, _>>()
    };
    let expected = covered([0, 1, 2]);
    assert!(expected.contains_key(&KINDS[1].goal([7, 2, 0])));
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(covered(order), expected);
    }
    // A campaign without these kinds does not know the goals.
    let mut other = campaign(Plan { pairs: false, ..ALL });
    let error = other.merge(halves[0].report()).expect_err("unknown");
    assert!(matches!(error, CampaignError::UnknownGoal { goal: Goal::Of(..) }));
}

/// A record in its stored form, as far as it can be stored.
fn stored(record: Record) -> Record {
    #[cfg(feature = "serde")]
    let record = {
        let text = serde_json::to_string(&record).expect("can be written");
        serde_json::from_str(&text).expect("the same form")
    };
    record
}

#[test]
fn a_record_that_was_stored_and_read_is_the_execution() {
    let (mut all, graph) = (campaign(ALL), graph());
    let mut read: Campaign<[i32; 2], Record> = builder(&graph, ALL).build().expect("goals");
    for test in [[1, 0], [2, 1], [0, 0], [3, 3]] {
        let outcome = all.run(&test, subject).expect("honest");
        let (record, row) = (stored(outcome.run.record()), outcome.row.to_vec());
        let found = read.offer(&test, &record).expect("honest").row.to_vec();
        assert_eq!(values(&read, &found), values(&all, &row), "{test:?}");
    }
    // One that has no histories is refused by name.
    let plain = Trace::new(&graph);
    subject(plain.root(), &[1, 1]);
    let error = read.offer(&[1, 1], &stored(plain.record())).expect_err("no history");
    assert!(matches!(error, CampaignError::NotRecorded(_)), "{error}");
}

#[test]
fn a_misuse_is_reported_and_changes_nothing() {
    let [mut all, mut honest] = [campaign(ALL), campaign(ALL)];
    let cheat = |c: Caller<'_>, _: &[i32; 2]| {
        let f = c.enter(Function::new(0));
        f.decide(0, lt(0, 1));
        f.end(3); // not after block 0
    };
    for test in [[1, 0], [2, 1], [3, 3]] {
        let error = all.run(&test, cheat).expect_err("a misuse");
        let CampaignError::Misuse { misuse: Misuse::OffPath { .. }, text } = error else {
            panic!("{error}")
        };
        assert!(text.contains("f0: block 3"), "{text}");
        let rows = [&mut all, &mut honest].map(|one| {
            let row = one.run(&test, subject).expect("honest").row.to_vec();
            (values(one, &row), one.frontier().active().to_vec(), one.refused())
        });
        assert_eq!((&rows[0].0, &rows[0].1), (&rows[1].0, &rows[1].1));
        assert!(rows[0].2 > 0 && rows[1].2 == 0);
    }
}

#[test]
fn what_is_not_recorded_is_refused_by_name() {
    let graph = graph();
    let mut pairs = campaign(Plan { after: false, own: false, ..ALL });
    let error = pairs.offer(&[0, 0], &Trace::new(&graph)).expect_err("no history").to_string();
    assert!(error.starts_with("the discovery of goals `pair` reads "), "{error}");
    let mut after = campaign(Plan { pairs: false, own: false, ..ALL });
    let error = after.offer(&[0, 0], &Trace::new(&graph)).expect_err("no history");
    let CampaignError::NotRecorded(NotRecorded { reader, fact }) = error else { panic!("{error}") };
    assert_eq!(reader, Reader::Goal(KINDS[0].goal([7])));
    assert!(matches!(fact, Fact::On(Plane::History(_))));
}

/// Contexts of two histories, each by itself and after the other, with distances across calls.
#[test]
fn histories_with_calls_are_what_they_are_alone() {
    let [f0, f1, f2] = [0, 1, 2].map(Function::new);
    let bodies = [
        FlowBuilder::new().branch(0, 1, 2).exit(1).call(1, 0, CallSite::new(0), [f2]),
        FlowBuilder::new().exit(0).call(0, 0, CallSite::new(0), [f2]),
        FlowBuilder::new().exit(0),
    ];
    let first =
        bodies[0].clone().branch(2, 3, 4).exit(3).call(3, 0, CallSite::new(1), [f1]).exit(4);
    let mut graph = FlowGraph::of(&first).expect("legal");
    for body in &bodies[1..] {
        graph.add(body).expect("legal");
    }
    let unroll = |depth, roots: &[Function]| {
        let unrolled = UnrolledGraph::builder(&graph).contexts(depth, roots.to_vec()).build();
        unrolled.expect("small").history().clone()
    };
    let both = [unroll(3, &[f0]), unroll(2, &[f0, f1])];
    let kind = Kind::new("copy").unwrap();
    let values = |order: &[usize]| {
        let mut goals = Goals::<Trace>::new();
        for &number in order {
            let history = &both[number];
            goals.follow(history).expect("the same graph");
            for copy in history.graph().functions() {
                let function = history.function_of(copy).expect("a copy");
                let goal = kind.goal([number as u32, copy.number()]);
                goals.push(HistoryGoal::new(goal, Needs::at([function]), history, [copy]));
            }
        }
        let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph).across_calls());
        let f = trace.root().enter(f0);
        f.decide(0, lt(7, 7));
        f.decide(2, lt(50, 3));
        f.end(4);
        drop(f);
        let seen = goals.observe(&graph, &trace, &mut tables);
        let value = |id| (goals.goal(id), goals.explain(id, &seen).to_string());
        goals.ids().map(value).collect::<BTreeMap<_, _>>()
    };
    let mut alone = values(&[0]);
    alone.extend(values(&[1]));
    assert!(alone.values().any(|text| text.contains("b5 calls f2")), "{alone:?}");
    assert_eq!(values(&[0, 1]), alone);
    assert_eq!(values(&[1, 0]), alone);
}

/// Its value would be unknown, even of an execution that knows the copies.
#[test]
fn a_history_that_nobody_follows_is_refused_by_name() {
    let graph = graph();
    let (goal, history) =
        after(&graph, 7, [2, 3].map(|at| graph.block(Function::new(0), at)), 3).expect("small");
    let mut goals = Goals::<Trace>::new();
    goals.push(goal);
    let (trace, mut row) = (Trace::new(&graph).with_history(&history), Vec::new());
    let error = goals.try_measure(&graph, &trace, &mut Tables::new(&graph), &mut row);
    let text = error.expect_err("not followed").to_string();
    assert!(text.contains("`after 7`") && text.contains("`Goals::follow`"), "{text}");
    // A goal that asks the execution itself needs no table, and may take its place.
    let needs = Needs::nowhere().reading(history.fact());
    let asks = from_fn(KINDS[0].goal([7]), needs, |_: &Observed<'_, Trace>| Fitness::NEVER);
    let mut others = Goals::<Trace>::new();
    others.push(after(&graph, 7, [2, 3].map(Block::new), 3).expect("small").0);
    others.replace(asks);
    assert!(others.try_measure(&graph, &trace, &mut Tables::new(&graph), &mut row).is_ok());
    goals.follow(&history).expect("the same graph");
    assert!(goals.try_measure(&graph, &trace, &mut Tables::new(&graph), &mut row).is_ok());
}

#[test]
fn in_words_and_by_what_they_entail() {
    let graph = graph();
    let mut all = builder(&graph, Plan { pairs: false, ..ALL })
        .without(Structure::default().subsumed())
        .build()
        .expect("goals");
    all.run(&[1, 1], subject).expect("honest");
    let text = all.report().to_string();
    assert!(text.contains("b3 after b2"), "{text}");
    let after = all.goals().find(KINDS[0].goal([7])).expect("a goal");
    let why = all.tests().explain(after).expect("near").in_graph(&graph).to_string();
    // Of the ways to block 3, the one after block 2: the loop must go on, and then `i < m` fail.
    let expected = "after 7 (b3 after b2): level 1, distance 1\n  \
                    nearest: f0: block 0 -> block 1 on true was missed by 1\n  \
                    then: f0: block 1 -> block 3 on false";
    assert_eq!(why, expected);
    // Who covers it enters both blocks, so these are no goals of their own.
    for block in [2, 3].map(Block::new) {
        let block = all.goals().find(Goal::Block(block)).expect("a goal");
        assert!(!all.frontier().is_active(block));
    }
}

mod at_random {
    use super::{ALL, KINDS, Plan, builder_of, stored, values};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use sbst::Campaign;
    use sbst::execution::Record;
    use sbst::flow::FlowGraph;
    use sbst::id::{Block, Function};
    use sbst::objective::Goal;
    use sbst_conformance::{Sizes, Walk, graphs, walks};
    use std::collections::BTreeMap;

    fn campaign(
        graph: &FlowGraph,
        plan: Plan,
        places: [Block; 2],
        across: bool,
    ) -> Campaign<usize> {
        let builder = builder_of(graph, plan, places);
        let builder = if across { builder.across_calls() } else { builder };
        builder.build().expect("goals")
    }

    fn covered(campaign: &Campaign<usize>) -> BTreeMap<Goal, bool> {
        let ids = campaign.goals().ids();
        let all = ids.map(|id| (campaign.goals().goal(id), campaign.tests().is_covered(id)));
        all.filter(|(goal, _)| matches!(goal, Goal::Of(kind, _) if KINDS.contains(kind))).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// With branches, blocks, calling contexts and each other, with and without distances
        /// across calls; and merged in either order.
        #[test]
        fn each_kind_is_what_it_is_alone(
            graph in graphs(Sizes { functions: 3, blocks: 6, ..Sizes::default() }),
            all_walks in vec(walks(30), 2..5),
            function in any::<prop::sample::Index>(),
            ends in any::<[prop::sample::Index; 2]>(),
            across in any::<bool>(),
        ) {
            let function = Function::new(function.index(graph.functions().len()) as u32);
            let blocks = graph.blocks_of(function).len();
            let places = ends.map(|end| graph.block(function, end.index(blocks) as u32));
            let new = |plan| campaign(&graph, plan, places, across);
            let (after, pairs) = (
                Plan { pairs: false, own: false, ..ALL },
                Plan { after: false, own: false, ..ALL },
            );
            let (mut all, mut alone) = (new(ALL), [new(after), new(pairs)]);
            let run = |one: &mut Campaign<usize>, walk: &Walk, number: usize| {
                let subject = |c: sbst::execution::Caller<'_>, _: &usize| {
                    walk.replay(&graph, c.trace());
                };
                one.run(&number, subject).map(|outcome| outcome.row.to_vec())
            };
            let mut halves = [new(ALL), new(ALL)];
            let read = builder_of::<Record>(&graph, ALL, places);
            let read = if across { read.across_calls() } else { read };
            let mut read: Campaign<usize, Record> = read.build().expect("goals");
            for (number, walk) in all_walks.iter().enumerate() {
                let row = run(&mut all, walk, number).expect("honest");
                let record = {
                    let trace = all.goals().trace(&graph);
                    walk.replay(&graph, &trace);
                    stored(trace.record())
                };
                let found = read.offer(&number, &record).expect("honest").row.to_vec();
                prop_assert_eq!(values(&read, &found), values(&all, &row));
                let mut apart = Vec::new();
                for one in &mut alone {
                    let row = run(one, walk, number).expect("honest");
                    apart.extend(values(one, &row));
                }
                apart.sort();
                prop_assert_eq!(values(&all, &row), apart);
                run(&mut halves[number % 2], walk, number).expect("honest");
            }
            let expected = covered(&all);
            prop_assert!(expected.contains_key(&KINDS[0].goal([7])));
            for order in [[0, 1], [1, 0]] {
                let mut merged = new(ALL);
                for half in order {
                    merged.merge(halves[half].report()).expect("the same program");
                }
                prop_assert_eq!(&covered(&merged), &expected);
            }
        }
    }
}
