//! Pairs of the caller: classes, the minimal set, chains and the reduction are those of the closure,
//! whatever the pairs.

use super::{assert_same, config, covered_with, goals, pairs};
use crate::oracle::closure::Closed;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::id::GoalId;
use sbst::subsumption::{CoverageMatrix, Event, ImplicationReason, Subsumption, SubsumptionGraph};
use std::collections::BTreeSet;

/// Goals by name, and pairs of goals of which some have no other name.
#[derive(Clone, Debug)]
struct Given {
    goals: Vec<GoalId>,
    pairs: Vec<(GoalId, GoalId)>,
}

impl Given {
    fn graph(&self) -> SubsumptionGraph {
        Subsumption::from_iter(self.pairs.iter().copied()).collapse(self.goals.iter().copied())
    }

    fn closed(&self) -> Closed<GoalId> {
        Closed::new(self.goals.iter().copied(), &self.pairs)
    }

    fn unknown(&self) -> GoalId {
        let closed = self.closed();
        (0..)
            .map(GoalId::new)
            .find(|&goal| !closed.knows(goal))
            .expect("there are more numbers than goals")
    }
}

/// Numbers as they come, with gaps, and far away.
const NUMBERS: [fn(u32) -> u32; 3] = [|n| n, |n| 5 * n + 2, |n| u32::MAX - 1 - 3 * n];

fn given() -> impl Strategy<Value = Given> {
    let pairs =
        prop_oneof![3 => vec((0..12_u32, 0..12_u32), 0..24), 1 => vec((0..5_u32, 0..5_u32), 0..12)];
    // Without cycles.
    let ascending = vec((0..12_u32, 0..12_u32), 0..30).prop_map(|pairs| {
        pairs
            .into_iter()
            .map(|(a, b)| ((a * 7 % 12).min(b * 7 % 12), (a * 7 % 12).max(b * 7 % 12)))
            .collect()
    });
    let pairs = prop_oneof![2 => pairs, 1 => ascending, 1 => vec((0..12_u32, 0..12_u32), 0..24).prop_map(|pairs| {
        pairs.into_iter().map(|(a, b)| (a.max(b), a.min(b))).collect()
    })];
    (vec(0..12_u32, 0..12), pairs, proptest::sample::select(NUMBERS.to_vec())).prop_map(
        |(own, given, number)| Given {
            goals: own.into_iter().map(|n| GoalId::new(number(n))).collect(),
            pairs: given
                .into_iter()
                .map(|(a, b)| (GoalId::new(number(a)), GoalId::new(number(b))))
                .collect(),
        },
    )
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn everything_follows_as_from_the_closure(given in given()) {
        assert_same(&given.graph(), &given.closed());
        let relation = Subsumption::from_iter(given.pairs.iter().copied());
        prop_assert_eq!(relation.pair_count(), given.pairs.len());
    }

    #[test]
    fn goals_that_are_not_known_stand_for_themselves(given in given()) {
        let (graph, unknown) = (given.graph(), given.unknown());
        prop_assert_eq!(graph.represented_by(unknown), unknown);
        prop_assert!(graph.subsumes(unknown, unknown));
        prop_assert_eq!(graph.equivalents(unknown), []);
        prop_assert_eq!(covered_with(&graph, [unknown]), []);
        prop_assert_eq!(graph.covered_by([unknown]), []);
        prop_assert_eq!(graph.explain(unknown, unknown), Some(Vec::new()));
        for &goal in graph.goals() {
            prop_assert!(!graph.subsumes(goal, unknown) && !graph.subsumes(unknown, goal));
            prop_assert_eq!(
                (graph.explain(goal, unknown), graph.explain(unknown, goal)),
                (None, None)
            );
        }
    }

    #[test]
    fn the_minimal_set_covers_all_and_none_of_it_can_go(given in given()) {
        let graph = &given.graph();
        let minimal = graph.minimal();
        prop_assert_eq!(covered_with(graph, minimal.iter().copied()), graph.goals());
        for &without in minimal {
            let rest: Vec<GoalId> =
                minimal.iter().copied().filter(|&goal| goal != without).collect();
            prop_assert!(!covered_with(graph, rest.iter().copied()).contains(&without));
            prop_assert!(rest.iter().all(|&other| !graph.subsumes(without, other)));
        }
        let represented = |goal| {
            graph.goals().iter().copied().filter(move |&other| graph.represented_by(other) == goal)
        };
        let mut parts: Vec<GoalId> = minimal.iter().flat_map(|&goal| represented(goal)).collect();
        parts.sort_unstable();
        prop_assert_eq!(parts, graph.goals(), "each goal is represented once");
    }

    #[test]
    fn united_relations_say_what_either_says(one in given(), two in given()) {
        let both: Vec<(GoalId, GoalId)> = [&one.pairs[..], &two.pairs].concat();
        let all: Vec<GoalId> = [&one.goals[..], &two.goals].concat();
        let mut relation = Subsumption::from_iter(one.pairs);
        relation.unite(Subsumption::from_iter(two.pairs));
        prop_assert_eq!(relation.pair_count(), both.len());
        assert_same(&relation.collapse(all.iter().copied()), &Closed::new(all, &both));
    }

    #[test]
    fn the_order_of_pairs_does_not_matter(
        (given, shuffled) in given().prop_flat_map(|given| (Just(given.clone()), Just(given.pairs).prop_shuffle())),
        kept in vec(0..12_u32, 0..5),
    ) {
        let graph = given.graph();
        let mut relation = Subsumption::default();
        shuffled.iter().for_each(|&(stronger, weaker)| relation.extend([(stronger, weaker)]));
        let mut again = Subsumption::default();
        again.extend(shuffled.into_iter().rev());
        for other in [relation, again] {
            let other = other.collapse(given.goals.iter().rev().copied());
            assert_same(&other, &given.closed());
            prop_assert_eq!(other.covered_by(goals(&kept)), graph.covered_by(goals(&kept)));
            prop_assert_eq!(other.reduction(), graph.reduction());
        }
    }

    #[test]
    fn kept_goals_cover_what_they_subsume(
        given in given(),
        picks in vec(0..12_usize, 0..6),
        with_unknown: bool,
    ) {
        let (graph, closed) = (given.graph(), given.closed());
        let mut kept: Vec<GoalId> =
            picks.iter().filter_map(|&pick| closed.nodes.get(pick).copied()).collect();
        kept.extend(with_unknown.then(|| given.unknown()));
        let covered = graph.covered_by(kept.iter().copied());
        let expected =
            closed.nodes.iter().filter_map(|&goal| Some((goal, closed.covered_by(&kept, goal)?)));
        prop_assert_eq!(&covered, &expected.collect::<Vec<_>>());
        let names: Vec<GoalId> = covered.iter().map(|pair| pair.0).collect();
        prop_assert_eq!(&names, &closed.covered_with(&kept));
        prop_assert_eq!(covered_with(&graph, kept.iter().copied()), names);
        prop_assert!(
            covered.iter().all(|&(goal, by)| kept.contains(&by) && graph.subsumes(by, goal))
        );
        prop_assert_eq!(
            graph.covered_by(graph.minimal().iter().copied()).len(),
            graph.goals().len()
        );
    }

    #[test]
    fn of_some_goals_the_strongest_cover_them_all(
        given in given(),
        picks in vec(0..12_usize, 0..8),
        with_unknown: bool,
    ) {
        let (graph, closed) = (given.graph(), given.closed());
        let picked = picks.iter().filter_map(|&pick| closed.nodes.get(pick).copied());
        let all: BTreeSet<GoalId> = picked.chain(with_unknown.then(|| given.unknown())).collect();
        let beats = |a: GoalId, b: GoalId| {
            a != b && closed.implies(a, b) && (a < b || !closed.implies(b, a))
        };
        let minimal: Vec<GoalId> =
            all.iter().copied().filter(|&b| !all.iter().any(|&a| beats(a, b))).collect();
        prop_assert_eq!(graph.minimal_of(all), minimal);
        prop_assert_eq!(graph.minimal_of(closed.nodes.iter().copied()), graph.minimal());
    }

    #[test]
    fn a_relation_says_the_same_of_goals_with_other_numbers(given in given(), by in 1..1000_u32) {
        let other = |goal: GoalId| GoalId::new(goal.number().wrapping_add(by) % (u32::MAX - 1));
        let moved = Subsumption::from_iter(given.pairs.iter().copied()).renumbered(other);
        let pairs: Vec<_> = given.pairs.iter().map(|&(a, b)| (other(a), other(b))).collect();
        prop_assert_eq!(moved, Subsumption::from_iter(pairs));
    }

    #[test]
    fn chains_are_shortest_and_made_of_given_pairs(given in given()) {
        let (graph, closed) = (given.graph(), given.closed());
        for &from in &closed.nodes {
            for &to in &closed.nodes {
                let Some(steps) = graph.explain(from, to) else {
                    prop_assert!(!closed.implies(from, to), "{} {}", from, to);
                    continue;
                };
                prop_assert_eq!(Some(steps.len()), closed.distance(from, to), "{} {}", from, to);
                let mut at = Event::Covers(from);
                for step in steps {
                    prop_assert_eq!((step.from, step.reason), (at, ImplicationReason::Given));
                    let (Event::Covers(stronger), Event::Covers(weaker)) = (step.from, step.to)
                    else {
                        panic!("{step} is about what is no goal");
                    };
                    prop_assert!(given.pairs.contains(&(stronger, weaker)), "{}", step);
                    at = step.to;
                }
                prop_assert_eq!(at, Event::Covers(to));
            }
        }
    }

    #[test]
    fn what_follows_from_the_reduction_follows_from_the_pairs(given in given()) {
        let (graph, closed) = (given.graph(), given.closed());
        let reduction = graph.reduction();
        let representatives = closed.representatives();
        let again = Closed::new(representatives.iter().copied(), &reduction);
        for &a in &representatives {
            prop_assert!(
                representatives.iter().all(|&b| again.implies(a, b) == closed.implies(a, b))
            );
        }
        for without in 0..reduction.len() {
            let mut rest = reduction.clone();
            let (a, b) = rest.remove(without);
            prop_assert!(!Closed::new([a, b], &rest).implies(a, b), "{} -> {} is needed", a, b);
        }
    }
}

#[test]
fn what_is_certain_is_told_before_what_tests_say() {
    let tests = CoverageMatrix::from_rows([[0b001_u64], [0], [0b011]]).relate();
    let mut relation = Subsumption::from_iter(pairs(&[(0, 1), (1, 2)]));
    relation.unite(tests);
    let graph = relation.collapse([]);
    let steps = graph.explain(GoalId::new(0), GoalId::new(2)).expect("both say so");
    assert_eq!(
        steps.iter().map(|step| step.reason).collect::<Vec<_>>(),
        [ImplicationReason::Given, ImplicationReason::Given]
    );
    assert!(
        steps.iter().all(|step| step.reason.is_certain())
            && !ImplicationReason::Tests(3).is_certain()
    );
}

#[test]
fn the_nearest_kept_goal_of_each_chain_counts() {
    // 0 -> 3 -> 5 -> 6, 1 -> 4 -> 6: kept 0 is behind kept 5, kept 1 is on a chain of its own.
    let graph = Subsumption::from_iter(pairs(&[(0, 3), (3, 5), (5, 6), (1, 4), (4, 6)]))
        .collapse(goals(&[2]));
    assert_eq!(graph.covered_by(goals(&[0, 5])), pairs(&[(0, 0), (3, 0), (5, 5), (6, 5)]));
    assert_eq!(
        graph.covered_by(goals(&[0, 1, 5])),
        pairs(&[(0, 0), (1, 1), (3, 0), (4, 1), (5, 5), (6, 1)])
    );
    assert_eq!(graph.covered_by(goals(&[6, 2])), pairs(&[(2, 2), (6, 6)]));
}
