//! The archive: the laws of its merge, and what it keeps, against an ordered map.

use super::grids::Dice;
use super::{config, goals};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sbst::id::GoalId;
use sbst::selection::Archive;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A goal, a cost and the number of a test.
type Offer = (GoalId, u32, u32);

/// On both sides of pages of 64 goals.
fn goal() -> impl Strategy<Value = GoalId> {
    select(goals([0, 1, 2, 62, 63, 64, 65, 127, 128, 1000, 70_000]))
}

fn offers() -> impl Strategy<Value = Vec<Offer>> {
    vec((goal(), 0..5_u32, 0..20_u32), 0..30)
}

/// A cost that belongs to the test: a length, and the number of the test as tie-breaker.
fn unique(&(goal, _, test): &Offer) -> (GoalId, (u32, u32), u32) {
    (goal, (test % 4, test), test)
}

fn archive<C: Ord>(offers: impl IntoIterator<Item = (GoalId, C, u32)>) -> Archive<u32, C> {
    let mut archive = Archive::new();
    for (goal, cost, test) in offers {
        archive.offer(goal, cost, || test);
    }
    archive
}

fn merged<C: Ord + Clone>(into: &Archive<u32, C>, other: &Archive<u32, C>) -> Archive<u32, C> {
    let mut both = into.clone();
    both.merge(other.clone());
    both
}

fn assert_holds(archive: &Archive<u32, u32>, expected: &BTreeMap<GoalId, (u32, u32)>) {
    assert_eq!((archive.len(), archive.is_empty()), (expected.len(), expected.is_empty()));
    assert!(archive.goals().eq(expected.keys().copied()), "{archive:?} is not {expected:?}");
    assert!(
        archive.iter().eq(expected.iter().map(|(&goal, (cost, test))| (goal, cost, test))),
        "{archive:?} is not {expected:?}"
    );
    for goal in goals([0, 1, 2, 3, 62, 63, 64, 65, 66, 127, 128, 1000, 70_000, 70_001, u32::MAX]) {
        let kept = expected.get(&goal).map(|(cost, test)| (cost, test));
        assert_eq!((archive.get(goal), archive.is_covered(goal)), (kept, kept.is_some()), "{goal}");
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn an_archive_keeps_the_first_test_of_least_cost(offers in offers()) {
        let (mut archive, mut map) = (Archive::new(), BTreeMap::<GoalId, (u32, u32)>::new());
        for (goal, cost, test) in offers {
            let replaces = map.get(&goal).is_none_or(|kept| cost < kept.0);
            if replaces {
                map.insert(goal, (cost, test));
            }
            let mut made = 0;
            let kept = archive.offer(goal, cost, || {
                made += 1;
                test
            });
            // What is not kept is not made.
            prop_assert_eq!((kept, made), (replaces, u32::from(replaces)));
            assert_holds(&archive, &map);
        }
    }

    /// By reference and by value.
    #[test]
    fn an_archive_hands_out_what_it_holds(offers in offers()) {
        let archive = archive(offers);
        let listed: Vec<_> =
            archive.iter().map(|(goal, &cost, &test)| (goal, cost, test)).collect();
        prop_assert_eq!(archive.into_iter().collect::<Vec<_>>(), listed);
    }

    /// As offering it for each; made once, if at all.
    #[test]
    fn a_test_may_be_offered_for_all_its_goals(
        before in offers(),
        all in vec(goal(), 0..8),
        cost in 0..5_u32,
    ) {
        let (mut one_by_one, mut at_once) = (archive(before.clone()), archive(before));
        let kept = all.iter().filter(|&&goal| one_by_one.offer(goal, cost, || 99)).count();
        let mut made = 0;
        let count = at_once.offer_all(all, cost, || {
            made += 1;
            99
        });
        prop_assert_eq!((count, made), (kept, usize::from(kept > 0)));
        prop_assert_eq!(at_once, one_by_one);
    }

    #[test]
    fn merging_offers_all_that_the_other_one_has(offers in [offers(), offers()]) {
        let [mut here, there] = offers.map(archive);
        let mut map: BTreeMap<_, _> =
            here.iter().map(|(goal, &cost, &test)| (goal, (cost, test))).collect();
        for (goal, &cost, &test) in there.iter() {
            let kept = map.entry(goal).or_insert((cost, test));
            if cost < kept.0 {
                *kept = (cost, test);
            }
        }
        here.merge(there);
        assert_holds(&here, &map);
    }

    /// Also of tests that share costs.
    #[test]
    fn merge_is_idempotent_and_associative(offers in [offers(), offers(), offers()]) {
        let [a, b, c] = offers.map(archive);
        prop_assert_eq!(&merged(&a, &a), &a);
        prop_assert_eq!(&merged(&merged(&a, &b), &b), &merged(&a, &b));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(&merged(&a, &Archive::default()), &a);
        prop_assert_eq!(&merged(&Archive::default(), &a), &a);
    }

    #[test]
    fn merge_is_commutative_if_no_two_tests_share_a_cost(offers in [offers(), offers()]) {
        let [a, b] = offers.map(|offers| archive(offers.iter().map(unique)));
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
    }

    /// In any order, at once or in parts.
    #[test]
    fn the_order_of_offers_does_not_matter_if_no_two_tests_share_a_cost(
        offers in offers(),
        seed in any::<u64>(),
    ) {
        let (one, mut dice, mut shuffled) =
            (archive(offers.iter().map(unique)), Dice(seed), offers.clone());
        dice.shuffle(&mut shuffled);
        prop_assert_eq!(&archive(shuffled.iter().map(unique)), &one);
        let (left, right) = shuffled.split_at(dice.roll(shuffled.len() as u64 + 1) as usize);
        let [left, right] = [left, right].map(|offers| archive(offers.iter().map(unique)));
        prop_assert_eq!(&merged(&left, &right), &one);
    }
}

#[test]
fn without_a_tie_breaker_merge_need_not_be_commutative() {
    let [a, b] = [1, 2].map(|test| archive([(GoalId::new(0), 5, test)]));
    assert_eq!((merged(&a, &b), merged(&b, &a)), (a.clone(), b.clone()));
    assert_ne!(a, b);
}

#[test]
fn archives_are_equal_if_goals_costs_and_tests_are() {
    let one = |goal, cost, test| archive([(GoalId::new(goal), cost, test)]);
    assert_eq!(one(1, 2, 3), one(1, 2, 3));
    assert!(
        one(1, 2, 3) != one(0, 2, 3)
            && one(1, 2, 3) != one(1, 0, 3)
            && one(1, 2, 3) != one(1, 2, 0)
    );
    assert!(one(1, 2, 3) != Archive::new() && Archive::<u32, u32>::new() == Archive::default());
    assert_eq!(format!("{:?}", one(1, 2, 3)), "{GoalId(1): (2, 3)}");
}

/// No other number lies above; none may lie below.
#[test]
fn the_greatest_goal_is_a_goal() {
    let greatest = GoalId::new(u32::MAX);
    let mut archive = Archive::new();
    assert!(
        archive.offer(greatest, 3, || "long")
            && archive.offer(greatest, 2, || "short")
            && !archive.offer(greatest, 2, || "other")
    );
    archive.offer(GoalId::new(u32::MAX - 64), 1, || "before");
    assert_eq!((archive.get(greatest), archive.len()), (Some((&2, &"short")), 2));
    assert!(!archive.is_covered(GoalId::new(u32::MAX - 1)) && !archive.is_covered(GoalId::new(0)));
    assert_eq!(archive.goals().collect::<Vec<_>>(), [GoalId::new(u32::MAX - 64), greatest]);
    let mut other = Archive::new();
    other.merge(archive);
    assert_eq!((other.get(greatest), other.len()), (Some((&2, &"short")), 2));
}

/// A test that cannot be made is not counted.
#[test]
fn a_panic_while_a_test_is_made_leaves_the_archive_as_it_was() {
    let mut before = Archive::new();
    before.offer(GoalId::new(1), 5, || 1);
    for goal in [0, 1] {
        let mut archive = before.clone();
        let offer = || {
            archive.offer(GoalId::new(goal), 3, || std::panic::resume_unwind(Box::new("no test")))
        };
        catch_unwind(AssertUnwindSafe(offer)).expect_err("it panics");
        assert_eq!((&archive, archive.len()), (&before, 1), "goal {goal}");
    }
}
