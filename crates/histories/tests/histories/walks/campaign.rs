//! A campaign pursues the vectors that would complete a pair, by the definition of the goals of
//! MC/DC.

use super::walked::vectors;
use crate::effort::config;
use crate::oracle::decisions::tree;
use crate::oracle::generate::any_shape;
use crate::oracle::walk::{Walk, walk, worlds};
use proptest::prelude::*;
use proptest::sample::select;
use sbst::Campaign;
use sbst::distance::gt;
use sbst::execution::Caller;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Branch, CallSite, Function};
use sbst::objective::{Criterion, Goal, Roots};
use sbst::selection::Sampling;
use sbst_histories::decisions::{CompoundDecision, DecisionCoverage, Independence, Vector};
use sbst_histories::paths::sequences;
use sbst_histories::{
    CONTEXT, CopiedVector, HistoryCriterion, HistoryGoals, Pairing, UnrolledGraph, VECTOR,
};
use std::collections::BTreeSet;

/// What is known of each decision.
struct Known {
    graph: FlowGraph,
    decisions: Vec<CompoundDecision>,
    rows: Vec<Vec<CopiedVector>>,
    rule: Independence,
    with_branches: bool,
    seen: Vec<BTreeSet<Vector>>,
    goals: BTreeSet<Goal>,
}

impl Known {
    fn new(
        graph: &FlowGraph,
        unrolled: &UnrolledGraph,
        rule: Independence,
        with_branches: bool,
    ) -> Self {
        let decisions = unrolled.decisions().to_vec();
        let rows: Vec<_> = (0..decisions.len() as u32)
            .map(|number| unrolled.vectors().filter(|row| row.decision == number).collect())
            .collect();
        let seen = vec![BTreeSet::new(); decisions.len()];
        let mut known = Self {
            graph: graph.clone(),
            decisions,
            rows,
            rule,
            with_branches,
            seen,
            goals: BTreeSet::new(),
        };
        known.goals = known.wanted();
        known
    }

    /// The goals of vectors to pursue now.
    fn wanted(&self) -> BTreeSet<Goal> {
        let mut wanted = BTreeSet::new();
        for ((decision, rows), seen) in self.decisions.iter().zip(&self.rows).zip(&self.seen) {
            let mut vectors = BTreeSet::new();
            if seen.is_empty() {
                vectors.extend(rows.iter().map(|row| row.vector).min());
            }
            for condition in 0..decision.conditions().len() {
                let is_pair = |one: &Vector, other: &Vector| {
                    let both = DecisionCoverage::of(decision, &[*one, *other], self.rule);
                    both.pair(condition).is_some()
                };
                if !seen.iter().any(|one| seen.iter().any(|other| is_pair(one, other))) {
                    let completes =
                        |row: &&CopiedVector| seen.iter().any(|one| is_pair(one, &row.vector));
                    vectors.extend(rows.iter().filter(completes).map(|row| row.vector));
                }
            }
            wanted.extend(
                rows.iter()
                    .filter(|row| vectors.contains(&row.vector))
                    .filter_map(|row| self.goal(decision, row)),
            );
        }
        wanted
    }

    /// The goal of a vector, unless a branch goal is the same.
    fn goal(&self, decision: &CompoundDecision, row: &CopiedVector) -> Option<Goal> {
        (row.sole.is_none() || !self.with_branches).then(|| {
            let rows = &self.rows[row.decision as usize];
            let place = rows.iter().position(|own| own.vector == row.vector).expect("a row");
            VECTOR.goal([decision.conditions()[0].number(), place as u32])
        })
    }

    fn see(&mut self, walk: &Walk) {
        for (decision, seen) in self.decisions.iter().zip(&mut self.seen) {
            seen.extend(vectors(&self.graph, walk, decision));
        }
        self.note();
    }

    /// Goals that are known stay.
    fn note(&mut self) {
        let seen: Vec<_> = self.seen_goals().into_iter().chain(self.wanted()).collect();
        self.goals.extend(seen);
    }

    fn seen_goals(&self) -> BTreeSet<Goal> {
        let all = self.decisions.iter().zip(&self.rows).zip(&self.seen);
        all.flat_map(|((decision, rows), seen)| {
            rows.iter()
                .filter(|row| seen.contains(&row.vector))
                .filter_map(|row| self.goal(decision, row))
        })
        .collect()
    }

    fn assert_is(&self, campaign: &Campaign<usize>) {
        let is_vector = |goal: &Goal| matches!(goal, Goal::Of(VECTOR, _));
        let goals = campaign.goals();
        let all: BTreeSet<_> = goals.ids().map(|id| goals.goal(id)).filter(is_vector).collect();
        assert_eq!(all, self.goals);
        let active = campaign
            .frontier()
            .active()
            .iter()
            .map(|&id| goals.goal(id))
            .filter(is_vector)
            .collect::<BTreeSet<_>>();
        assert_eq!(active, self.wanted(), "{:?} seen", self.seen);
        let mut chosen = campaign.frontier().clone().with_sampling(Sampling::ROUND_ROBIN);
        let chosen: BTreeSet<_> = (0..campaign.frontier().active().len())
            .filter_map(|_| chosen.next_goal(0.0))
            .map(|id| goals.goal(id))
            .filter(is_vector)
            .collect();
        assert_eq!(chosen, active);
        let covered =
            goals.ids().filter(|&id| campaign.tests().is_covered(id)).map(|id| goals.goal(id));
        assert_eq!(covered.filter(is_vector).collect::<BTreeSet<_>>(), self.seen_goals());
        let shown = campaign.discovery().finder::<Pairing>().expect("it was given").coverage();
        for ((decision, seen), shown) in self.decisions.iter().zip(&self.seen).zip(shown) {
            for condition in 0..decision.conditions().len() {
                let is_pair = |one: &Vector, other: &Vector| {
                    let both = DecisionCoverage::of(decision, &[*one, *other], self.rule);
                    both.pair(condition).is_some()
                };
                let is_covered =
                    seen.iter().any(|one| seen.iter().any(|other| is_pair(one, other)));
                assert_eq!(shown.pair(condition).is_some(), is_covered);
            }
        }
    }
}

/// Draws for some walks.
fn draws() -> impl Strategy<Value = Vec<Vec<u8>>> {
    proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..30), 0..9)
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn a_campaign_pursues_what_completes_a_pair(
        (graph, _) in worlds(prop_oneof![any_shape(9), tree(7).prop_map(|tree| tree.shape())]),
        [draws, theirs] in [draws(), draws()],
        rule in select(vec![Independence::UniqueCause, Independence::Masking]),
        with_branches in any::<bool>(),
    ) {
        let unrolled = UnrolledGraph::builder(&graph)
            .decisions(CompoundDecision::all_with(&graph, 9))
            .build()
            .expect("small");
        if unrolled.decisions().is_empty() {
            return Ok(());
        }
        let start = || -> Campaign<usize> {
            let pairing = Pairing::new(&unrolled, rule);
            let campaign = Campaign::builder().graph(graph.clone()).discover(|_| Ok(pairing));
            let criteria = Some(Criterion::Branch).filter(|_| with_branches);
            campaign.criteria(criteria).roots(Roots::All).build().expect("fits")
        };
        let mut own = (start(), Known::new(&graph, &unrolled, rule, with_branches));
        let mut other = (start(), Known::new(&graph, &unrolled, rule, with_branches));
        for (side, all) in [(&mut own, &draws), (&mut other, &theirs)] {
            side.1.assert_is(&side.0);
            for (number, draws) in all.iter().enumerate() {
                let walk = walk(&graph, draws);
                side.0.run(&number, |caller, _| walk.report(&graph, caller, 3)).expect("no misuse");
                side.1.see(&walk);
                side.1.assert_is(&side.0);
            }
        }
        own.0.merge(other.0.report()).expect("of the same program");
        for (seen, theirs) in own.1.seen.iter_mut().zip(&other.1.seen) {
            seen.extend(theirs);
        }
        own.1.goals.extend(other.1.goals);
        own.1.note();
        let wanted: BTreeSet<_> = own.1.wanted();
        let all: BTreeSet<_> = own.0.goals().ids().map(|id| own.0.goals().goal(id)).collect();
        prop_assert!(wanted.is_subset(&all));
        // Goals that the other one wanted before it saw more may be unknown here.
        own.1.goals.retain(|goal| all.contains(goal));
        own.1.assert_is(&own.0);
    }
}

#[test]
fn a_report_says_which_vectors_are_not_needed() {
    // if (a && b) || c { 3 } else { 4 }
    let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4).exit(3).exit(4);
    let mut campaign: Campaign<[i32; 3]> = Campaign::builder()
        .function(&body)
        .expect("legal")
        .discover(|program| Ok(Pairing::of(program, Independence::UniqueCause)?))
        .build()
        .expect("fits");
    for test in [[0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 0, 0]] {
        let run = |caller: Caller<'_>, [a, b, c]: [i32; 3]| {
            let f = caller.enter(Function::new(0));
            let both = f.decide(0, gt(a, 0)) && f.decide(1, gt(b, 0));
            f.end(if both || f.decide(2, gt(c, 0)) { 3 } else { 4 });
        };
        campaign.run(&test, |caller, &test| run(caller, test)).expect("as described");
    }
    let text = campaign.report().to_string();
    assert_eq!(
        text.lines().next(),
        Some("4 of 4 goals covered in 4 runs, 1 more not needed"),
        "{text}"
    );
    assert_eq!(text.lines().last(), Some("  vector 0 3 (F-T of f0: block 0): not needed"));
}

#[test]
fn a_report_shows_the_blocks_of_paths_and_the_calls_of_contexts() {
    let site = CallSite::new(7);
    let main = FlowBuilder::new().function_name("main").branch(0, 1, 2).exit(1).exit(2).call(
        1,
        0,
        site,
        [Function::new(1)],
    );
    let helper = FlowBuilder::new()
        .function_name("helper")
        .block_name(0, "check")
        .branch(0, 1, 2)
        .exit(1)
        .exit(2);
    let mut graph = FlowGraph::of(&main).expect("legal");
    graph.add(&helper).expect("legal");
    let paths = sequences(&graph, Function::new(1), 2, 9).expect("two");
    let unrolled = UnrolledGraph::builder(&graph)
        .paths(paths)
        .contexts(1, [Function::new(0)])
        .build()
        .expect("small");
    let campaign: Campaign<i32> = Campaign::builder()
        .graph(graph)
        .discover(|program| {
            let criteria = [HistoryCriterion::Path, HistoryCriterion::Context];
            Ok(HistoryGoals::new(program, unrolled, criteria)?)
        })
        .build()
        .expect("fits");
    let report = campaign.report();
    let places: Vec<_> = report.goals.iter().filter_map(|row| row.place.as_deref()).collect();
    let expected = [
        "helper: check -> block 1",
        "helper: check -> block 2",
        "main: block 0 -> block 1 on true, called by the test",
        "main: block 0 -> block 2 on false, called by the test",
        "helper: check -> block 1 on true, called at s7 of main",
        "helper: check -> block 2 on false, called at s7 of main",
    ];
    assert_eq!(places, expected);
}

#[test]
fn a_campaign_tells_which_pairs_its_vectors_show() {
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let mut campaign = Campaign::builder()
        .function(&body)
        .expect("legal")
        .discover(|program| Ok(Pairing::of(program, Independence::UniqueCause)?))
        .build()
        .expect("goals");
    let covered = |campaign: &Campaign<[i32; 2]>| {
        let pairing = campaign.discovery().finder::<Pairing>().expect("it was given");
        let all: Vec<_> = pairing.coverage().collect();
        assert_eq!(all.len(), 1);
        all[0].covered()
    };
    assert_eq!(covered(&campaign), 0);
    for (test, expected) in [([1, 1], 0), ([1, 0], 1), ([0, 0], 2)] {
        let subject = |caller: Caller<'_>, [a, b]: &[i32; 2]| {
            let f = caller.enter(Function::new(0));
            f.end(if f.decide(0, gt(*a, 0)) && f.decide(1, gt(*b, 0)) { 2 } else { 3 });
        };
        campaign.run(&test, subject).expect("as described");
        assert_eq!(covered(&campaign), expected, "{test:?}");
    }
}

#[test]
fn a_decision_with_too_many_vectors_is_told_as_left_out() {
    let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
    let graph = FlowGraph::of(&body).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).decisions(CompoundDecision::all(&graph));
    let unrolled = unrolled.most_vectors(2).build().expect("small"); // it has three
    assert_eq!((unrolled.decisions().len(), unrolled.left_out().len()), (0, 1));
    let campaign = Campaign::builder().graph(graph).criteria([Criterion::Branch]);
    let campaign =
        campaign.discover(move |_| Ok(Pairing::new(&unrolled, Independence::UniqueCause)));
    let campaign = campaign.build::<i32>().expect("goals");
    let pairing = campaign.discovery().finder::<Pairing>().expect("it was given");
    let shown = pairing.coverage().map(|of| (of.is_left_out(), of.covered()));
    assert_eq!(shown.collect::<Vec<_>>(), [(true, 0)]);
    let report = campaign.report().to_string();
    assert!(report.contains("not complete\n  decision of 2 conditions (f0: block 0)"), "{report}");
}

/// A function that was not entered in a context is as far as the call of this context, not as the
/// nearest call.
#[test]
fn contexts_are_as_far_as_their_own_calls() {
    let [main, load] = [0, 1].map(Function::new);
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 4).jump(3, 4).exit(4);
    let body = body.call(1, 0, CallSite::new(0), [load]).call(3, 0, CallSite::new(1), [load]);
    let mut graph = FlowGraph::of(&body).expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).contexts(1, [main]).build().expect("small");
    let campaign = Campaign::builder().graph(graph.clone()).discover({
        let unrolled = unrolled.clone();
        |program| Ok(HistoryGoals::new(program, unrolled, [HistoryCriterion::Context])?)
    });
    let mut campaign = campaign.across_calls().roots(Roots::All).build().expect("goals");
    let subject = |c: Caller<'_>, x: &i32| {
        let f = c.enter(main);
        f.decide(0, sbst::distance::eq(*x, 42));
        f.decide(2, sbst::distance::eq(*x, 1_000));
    };
    let outcome = campaign.run(&45, subject).expect("as described");
    let row = outcome.row.to_vec();
    let in_load = |goal: Goal| match goal {
        Goal::Of(CONTEXT, [context, branch, ..])
            if graph.function_of(graph.edge(Branch::new(branch)).source) == load =>
        {
            unrolled.contexts()[context as usize].sites.last().map(|site| site.1.number())
        }
        _ => None,
    };
    for id in campaign.goals().ids() {
        if let Some(site) = in_load(campaign.goals().goal(id)) {
            let missed = [4.0, 956.0][site as usize];
            assert_eq!(
                (row[id.index()].level, row[id.index()].distance.get()),
                (1, missed),
                "site {site}"
            );
        }
    }
}

/// A function that was not entered in a context is as far as the call that leads there.
#[test]
fn contexts_are_measured_across_calls() {
    let [main, load] = [0, 1].map(Function::new);
    let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let mut graph =
        FlowGraph::of(&body.clone().call(1, 0, CallSite::new(0), [load])).expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2)).expect("legal");
    let unrolled = UnrolledGraph::builder(&graph).contexts(1, [main]).build().expect("small");
    let builder = || {
        Campaign::builder().graph(graph.clone()).discover({
            let unrolled = unrolled.clone();
            |program| Ok(HistoryGoals::new(program, unrolled, [HistoryCriterion::Context])?)
        })
    };
    let run = |campaign: &mut Campaign<i32>| {
        for x in [20, 45] {
            campaign
                .run(&x, |c, x| c.enter(main).decide(0, sbst::distance::eq(*x, 42)))
                .expect("as described");
        }
        let in_load = |goal: &sbst::id::GoalId| matches!(campaign.goals().goal(*goal), Goal::Of(CONTEXT, [_, branch, ..]) if graph.function_of(graph.edge(Branch::new(branch)).source) == load);
        let goal = campaign.goals().ids().find(in_load).expect("a branch of `load` in its context");
        (
            campaign.tests().nearest(goal).copied(),
            campaign.tests().fitness(goal),
            campaign.report().to_string(),
        )
    };
    let mut across = builder().across_calls().roots(Roots::All).build().expect("goals");
    let (nearest, value, report) = run(&mut across);
    assert_eq!((nearest, value.to_string()), (Some(45), "(1, 4)".to_owned()), "{report}");
    let mut within = builder().roots(Roots::All).build().expect("goals");
    assert_eq!(run(&mut within).1.distance, sbst::distance::Distance::INFINITE);
}

/// The way to a call that was not made says where the execution left it.
#[test]
fn the_way_to_a_call_is_explained() {
    let [main, load] = [0, 1].map(Function::new);
    let body = FlowBuilder::new().function_name("main").branch(0, 1, 2).jump(1, 2).exit(2).call(
        1,
        0,
        CallSite::new(0),
        [load],
    );
    let load = FlowBuilder::new().function_name("load").branch(0, 1, 2).exit(1).exit(2);
    let said = |subject: fn(Caller<'_>, Function)| {
        let mut campaign =
            Campaign::builder().function(&body).expect("legal").function(&load).expect("legal");
        campaign = campaign.criteria([Criterion::Branch]).across_calls().roots(Roots::All);
        let mut campaign = campaign.build().expect("goals");
        campaign.run(&(), |c, ()| subject(c, main)).expect("as described");
        let report = campaign.report().to_string();
        let from = report.find("branch e2").expect("a branch of `load`");
        report[from..].lines().take(4).map(str::trim).collect::<Vec<_>>().join("; ")
    };
    let way = |text: &str| {
        format!("branch e2 (load: block 0 -> block 1 on true), nearest () of run 1; {text}")
    };
    assert_eq!(
        said(|c, main| drop(c.enter(main))),
        way("nearest: main: block 0 was entered, but the branch that it took is unknown; then: \
             main: block 0 -> block 1 on true; then: main: block 1 calls load at s0")
    );
    assert_eq!(
        said(|c, main| _ = c.enter(main).decide(0, sbst::distance::eq(45, 42))),
        way(
            "nearest: main: block 0 -> block 1 on true was missed by 4; then: main: block 1 calls \
             load at s0; then: load: block 0 -> block 1 on true"
        )
    );
    assert_eq!(
        said(|c, main| _ = c.enter(main).decide(0, sbst::distance::eq(42, 42))),
        way("nearest: main: block 1 was entered; then: main: block 1 calls load at s0; then: \
             load: block 0 -> block 1 on true")
    );
}
