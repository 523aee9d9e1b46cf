//! What holds for every selection, over random programs with goals of all criteria and random
//! mutations.

use crate::oracle::observation::Observation;
use crate::oracle::subject::{World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Shift, Unary};
use sbst::execution::{ExceptionKind, Thrown};
use sbst::fitness::Fitness;
use sbst::id::{Block, Function, GoalId, Mutant, Symbol};
use sbst::objective::{
    CoverageGoal, Criterion, Forms, Goals, Kind, MutantGoal, Needs, Observed, from_fn,
};
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders, relate};
use sbst::subsumption::smart::{Correlation, DropReason, MutantRule, Selection, Smart};
use sbst::subsumption::{Structure, Subsumption, SubsumptionGraph};
use std::collections::BTreeSet;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

pub(super) fn change() -> impl Strategy<Value = Change> {
    let orders = prop_oneof![2 => Just(Orders::Any), 1 => Just(Orders::NeverLess), 1 => Just(Orders::NeverGreater)];
    let relation = || proptest::sample::select(&Relation::ALL[..]);
    let operator = || proptest::sample::select(&Arithmetic::ALL[..3]);
    let bits = || proptest::sample::select(&Bitwise::ALL[..]);
    let shift = || proptest::sample::select(&Shift::ALL[..]);
    prop_oneof![
        // One original mostly, so that mutants meet.
        6 => (prop_oneof![3 => Just(Relation::Less), 1 => relation()], relation(), orders)
            .prop_map(|(original, mutant, orders)| Change::Relation { original, mutant, orders }),
        2 => (operator(), proptest::sample::select(&Arithmetic::ALL[..]), proptest::sample::select(&Model::ALL[..2]))
            .prop_map(|(original, mutant, model)| Change::Arithmetic { original, mutant, model }),
        1 => (bits(), bits()).prop_map(|(original, mutant)| Change::Bitwise { original, mutant }),
        1 => (shift(), shift()).prop_map(|(original, mutant)| Change::Shift { original, mutant }),
        2 => (proptest::sample::select(&Unary::ALL[..]), proptest::sample::select(&[Model::Wrapping, Model::Float][..]))
            .prop_map(|(operator, model)| Change::Inserted { operator, model }),
        1 => Just(Change::Always),
        1 => Just(Change::Other),
    ]
}

/// Mutants 0 to 4 are those of the programs.
pub(super) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let one = (0..7_u32, 0..3_u32, change(), proptest::option::of(0..8_u32));
    vec(one, 0..9).prop_map(|rows| {
        let mutation =
            |(mutant, expression, change, decides): (u32, u32, Change, Option<u32>)| Mutation {
                mutant: Mutant::new(mutant),
                expression,
                change,
                decides: decides.map(Block::new),
            };
        // Each mutant changes one thing.
        let mut known = BTreeSet::new();
        rows.into_iter().filter(|row| known.insert(row.0)).map(mutation).collect()
    })
}

fn smart() -> impl Strategy<Value = Smart> {
    let correlation = prop_oneof![
        4 => Just(Correlation::published()),
        1 => vec((proptest::sample::select(Criterion::ALL), proptest::sample::select(Criterion::ALL)), 0..8)
            .prop_map(|pairs| pairs.into_iter().collect()),
    ];
    let rule = prop_oneof![2 => Just(MutantRule::Minimal), 1 => Just(MutantRule::Published), 1 => Just(MutantRule::All)];
    (correlation, rule, 0..4_usize, any::<[bool; 2]>()).prop_map(
        |(correlation, rule, lines, [branches, others])| {
            let (keeps_branches, keeps_other_operators) = (branches, others);
            Smart {
                correlation,
                mutants: rule,
                line_threshold: lines,
                keeps_branches,
                keeps_other_operators,
                ..Smart::default()
            }
        },
    )
}

/// Goals of these criteria, in this order; an exception, and a goal of the caller.
fn registry(world: &World, criteria: &[Criterion]) -> Goals<Observation> {
    let mut goals = Goals::new();
    for &criterion in criteria {
        goals.add(criterion, &world.program(Forms::default()));
    }
    goals.push(CoverageGoal::new(Thrown::new(
        Function::new(0),
        Symbol::new(0),
        ExceptionKind::Implicit,
    )));
    goals.push(from_fn(OWN.goal([3]), Needs::nowhere(), |_: &Observed<'_, Observation>| {
        Fitness::COVERED
    }));
    goals
}

fn criteria() -> impl Strategy<Value = Vec<Criterion>> {
    let all = Just(Criterion::ALL.to_vec()).prop_shuffle();
    prop_oneof![2 => all, 1 => proptest::sample::subsequence(Criterion::ALL.to_vec(), 0..=11)]
}

/// What implies what, without mutants that nobody can cover.
fn implications(
    world: &World,
    goals: &Goals<Observation>,
    mutations: &[Mutation],
) -> SubsumptionGraph {
    relation(world, goals, mutations).collapse(goals.ids())
}

fn relation(world: &World, goals: &Goals<Observation>, mutations: &[Mutation]) -> Subsumption {
    let never = |mutant: Mutant| {
        mutations
            .iter()
            .any(|mutation| mutation.mutant == mutant && mutation.change.is_equivalent())
    };
    let feasible: Vec<MutantGoal> =
        world.mutants.iter().filter(|goal| !never(goal.mutant)).copied().collect();
    let program = world.program(Forms::default());
    let program = program.with_mutants(&feasible);
    let always: Vec<Mutant> = mutations
        .iter()
        .filter(|mutation| mutation.change.always_infects())
        .map(|mutation| mutation.mutant)
        .collect();
    let mut relation = Structure::default().relate(goals, &program, &always);
    relation.unite(relate(goals, &program, mutations));
    relation
}

fn ids(selection: &Selection) -> (BTreeSet<GoalId>, BTreeSet<GoalId>) {
    (selection.kept().collect(), selection.dropped_goals().collect())
}

proptest! {
    #![proptest_config(super::config(400))]

    #[test]
    fn every_goal_is_kept_or_dropped_and_what_covers_it_is_kept_and_implies_it(
        world in subject(2, 6).prop_map(World::new),
        criteria in criteria(),
        mutations in mutations(),
        smart in smart(),
    ) {
        let goals = registry(&world, &criteria);
        let program = world.program(Forms::default());
        let selection = smart.select(&goals, &program, &mutations);
        let (kept, dropped) = ids(&selection);
        prop_assert!(selection.kept().is_sorted() && selection.dropped_goals().is_sorted());
        prop_assert_eq!(
            (kept.len(), dropped.len()),
            (selection.kept().len(), selection.dropped().len())
        );
        prop_assert_eq!(
            kept.union(&dropped).copied().collect::<Vec<_>>(),
            goals.ids().collect::<Vec<_>>()
        );
        prop_assert_eq!(kept.len() + dropped.len(), goals.len());
        let graph = implications(&world, &goals, &mutations);
        for goal in selection.dropped() {
            prop_assert!(!selection.is_kept(goal.goal) && goal.identity == goals.goal(goal.goal));
            match goal.covered_by {
                Some(by) => {
                    prop_assert!(selection.is_kept(by) && graph.subsumes(by, goal.goal), "{}", goal);
                }
                None => {
                    prop_assert!(kept.iter().all(|&by| !graph.subsumes(by, goal.goal)), "{}", goal);
                }
            }
            prop_assert!(goal.covered_by.is_some() || goal.why != DropReason::Subsumed, "{}", goal);
            let is_lost = goal.covered_by.is_none() && goal.why != DropReason::Equivalent;
            prop_assert_eq!(selection.lost().any(|lost| lost == goal), is_lost);
        }
        // The counts of the report.
        let tallies = selection.by_criterion();
        prop_assert_eq!(tallies.iter().map(|tally| tally.kept).sum::<usize>(), kept.len());
        prop_assert_eq!(tallies.iter().map(|tally| tally.dropped).sum::<usize>(), dropped.len());
        prop_assert_eq!(
            tallies.iter().map(|tally| tally.lost).sum::<usize>(),
            selection.lost().count()
        );
        for tally in tallies {
            let of = |set: &BTreeSet<GoalId>| {
                set.iter().filter(|&&goal| goals.goal(goal).criterion() == tally.criterion).count()
            };
            prop_assert_eq!((tally.kept, tally.dropped), (of(&kept), of(&dropped)));
        }
        prop_assert_eq!(
            selection.to_string().matches("\nlost: ").count(),
            selection.lost().count()
        );
    }

    #[test]
    fn losing_nothing_keeps_more_and_covers_all(
        world in subject(2, 6).prop_map(World::new),
        criteria in criteria(),
        mutations in mutations(),
        smart in smart(),
    ) {
        let goals = registry(&world, &criteria);
        let program = world.program(Forms::default());
        let plain = smart.select(&goals, &program, &mutations);
        let whole = Smart { loses_nothing: true, ..smart }.select(&goals, &program, &mutations);
        prop_assert_eq!(whole.lost().count(), 0);
        let ((fewer, _), (more, _)) = (ids(&plain), ids(&whole));
        prop_assert!(fewer.is_subset(&more));
        for goal in whole.dropped() {
            prop_assert!(
                goal.covered_by.is_some() || goal.why == DropReason::Equivalent,
                "{}",
                goal
            );
        }
        // What came back was lost, and nothing that came back implies another one of these.
        let graph = implications(&world, &goals, &mutations);
        let back: Vec<GoalId> = more.difference(&fewer).copied().collect();
        for &one in &back {
            prop_assert!(plain.lost().any(|lost| lost.goal == one));
            prop_assert!(back.iter().all(|&other| other == one || !graph.subsumes(one, other)));
        }
        if plain.lost().count() == 0 {
            prop_assert_eq!(plain, whole);
        }
    }

    #[test]
    fn what_others_imply_may_go(
        world in subject(2, 6).prop_map(World::new),
        criteria in criteria(),
        mutations in mutations(),
        smart in smart(),
        known in vec((any::<proptest::sample::Index>(), any::<proptest::sample::Index>()), 0..6),
        branches: bool,
    ) {
        let goals = registry(&world, &criteria);
        let program = world.program(Forms::default());
        let of = |index: proptest::sample::Index| GoalId::new(index.index(goals.len()) as u32);
        let known = Subsumption::from_iter(known.into_iter().map(|(a, b)| (of(a), of(b))));
        let smart = Smart {
            keeps_branches: branches || smart.keeps_branches,
            known: known.clone(),
            ..smart
        };
        let plain = smart.select(&goals, &program, &mutations);
        let fewer = Smart { drops_implied: true, ..smart }.select(&goals, &program, &mutations);
        let ((all, _), (kept, dropped)) = (ids(&plain), ids(&fewer));
        prop_assert!(kept.is_subset(&all) && kept.len() + dropped.len() == goals.len());
        // What goes is implied; what stays is not, but for branches.
        let mut relation = relation(&world, &goals, &mutations);
        relation.unite(known);
        let graph = relation.collapse(goals.ids());
        for goal in fewer.dropped().iter().filter(|goal| all.contains(&goal.goal)) {
            prop_assert_eq!(goal.why, DropReason::Implied);
            prop_assert!(
                goal.covered_by
                    .is_some_and(|by| kept.contains(&by) && graph.subsumes(by, goal.goal))
            );
        }
        for &one in &kept {
            let other = kept.iter().find(|&&other| other != one && graph.subsumes(other, one));
            prop_assert!(
                other.is_none() || goals.goal(one).criterion() == Some(Criterion::Branch),
                "{} by {:?}",
                one,
                other
            );
        }
    }

    #[test]
    fn what_has_no_rule_is_kept_and_branches_are_on_demand(
        world in subject(2, 6).prop_map(World::new),
        criteria in criteria(),
        mutations in mutations(),
        smart in smart(),
    ) {
        let goals = registry(&world, &criteria);
        let program = world.program(Forms::default());
        let selection = smart.clone().select(&goals, &program, &mutations);
        for goal in selection.dropped() {
            use Criterion::{Branch, Line, Method, WeakMutation};
            prop_assert!(
                matches!(goal.identity.criterion(), Some(Branch | Line | Method | WeakMutation)),
                "{}",
                goal
            );
            // A criterion that represents its group keeps all.
            let criterion = goal.identity.criterion();
            prop_assert!(
                selection
                    .groups()
                    .iter()
                    .any(|group| group.others.iter().any(|&other| Some(other) == criterion))
            );
        }
        let dynamosa = Smart { keeps_branches: true, ..smart }.select(&goals, &program, &mutations);
        prop_assert!(goals.of(Criterion::Branch).all(|goal| dynamosa.is_kept(goal)));
        let none = Smart { correlation: Correlation::default(), ..Smart::default() }
            .select(&goals, &program, &mutations);
        prop_assert!(none.kept().eq(goals.ids()) && none.dropped().is_empty());
    }

    #[test]
    fn a_selection_depends_on_nothing_but_what_mutants_that_are_goals_change(
        world in subject(2, 6).prop_map(World::new),
        criteria in criteria(),
        mutations in mutations(),
        smart in smart(),
        strangers in vec((0..3_u32, change(), 0..8_u32), 0..5),
        place in any::<proptest::sample::Index>(),
    ) {
        let goals = registry(&world, &criteria);
        let program = world.program(Forms::default());
        let selection = smart.select(&goals, &program, &mutations);
        prop_assert_eq!(&smart.select(&goals, &program, &mutations), &selection);
        // Mutants that are no goals.
        let strangers =
            (100..).zip(strangers).map(|(number, (expression, change, block))| Mutation {
                mutant: Mutant::new(number),
                expression,
                change,
                decides: Some(Block::new(block)),
            });
        let mut more = mutations.clone();
        let place = place.index(more.len() + 1);
        more.splice(place..place, strangers);
        prop_assert_eq!(&smart.select(&goals, &program, &more), &selection);
    }

    #[test]
    fn mutations_that_are_named_twice_count_once(
        world in subject(2, 6).prop_map(World::new),
        mutations in mutations(),
        smart in smart(),
    ) {
        let goals = registry(&world, &Criterion::SMART);
        let program = world.program(Forms::default());
        let twice: Vec<Mutation> = mutations.iter().chain(&mutations).copied().collect();
        prop_assert_eq!(
            smart.select(&goals, &program, &twice),
            smart.select(&goals, &program, &mutations)
        );
    }
}
