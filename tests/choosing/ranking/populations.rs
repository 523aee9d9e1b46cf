//! The archive of MIO: the k best tests for each goal, and the heuristic that says which of them
//! promise something.

use super::grids::{Dice, Letters};
use super::{config, goals};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::{Kept, Populations, heuristic};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn at(level: u32, distance: f64) -> Fitness {
    Fitness::new(level, Distance::new(distance).expect("a distance"))
}

fn any_fitness() -> impl Strategy<Value = Fitness> {
    let distance = prop_oneof![
        select(vec![0.0, 5e-324, 1e-17, 0.5, 1.0, 1e17, f64::MAX, f64::INFINITY]),
        0.0..1e3
    ];
    (prop_oneof![0..4_u32, any::<u32>()], distance)
        .prop_map(|(level, distance)| at(level, distance))
}

/// By hand, h = 1 - norm(scalar) with the scalar level + d / (1 + d) and the norm s / (1 + s).
#[test]
fn heuristics_by_hand() {
    assert_eq!(heuristic(Fitness::COVERED), 1.0);
    assert_eq!(heuristic(at(0, 1.0)), 2.0 / 3.0); // 1/2 -> 1/3
    assert_eq!(heuristic(at(0, 3.0)), 4.0 / 7.0); // 3/4 -> 3/7
    assert_eq!(heuristic(at(1, 0.0)), 1.0 / 2.0); // 1 -> 1/2
    assert_eq!(heuristic(at(1, 3.0)), 4.0 / 11.0); // 7/4 -> 7/11
    assert_eq!(heuristic(at(3, 1.0)), 2.0 / 9.0); // 7/2 -> 7/9
    assert_eq!(heuristic(at(u32::MAX, 0.0)), 1.0 / 4_294_967_296.0);
    for level in [0, 1, 7, u32::MAX] {
        assert_eq!(heuristic(at(level, f64::INFINITY)), 0.0);
        assert!(heuristic(at(level, f64::MAX)) > 0.0);
    }
}

/// Nothing is known to be wrong, yet it is not covered: 1 - 5e-324 must not be rounded to 1.
#[test]
fn the_heuristic_of_what_is_not_covered_is_below_1() {
    for distance in [5e-324, 1e-300, 1e-17, 1e-16, 1e-15] {
        assert!(heuristic(at(0, distance)) < 1.0, "{distance:e}");
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn the_heuristic_is_the_formula(fitness in any_fitness()) {
        let (h, scalar) = (heuristic(fitness), fitness.scalar());
        let infinite = fitness.distance == Distance::INFINITE;
        let expected = if infinite { 0.0 } else { 1.0 - scalar / (1.0 + scalar) };
        prop_assert!(
            (h - expected).abs() <= 2.0 * f64::EPSILON && (0.0..=1.0).contains(&h),
            "{} of {}",
            h,
            fitness
        );
        prop_assert_eq!(h == 1.0, fitness.is_covered(), "{}", fitness);
        prop_assert_eq!(h == 0.0, infinite, "{}", fitness);
    }

    /// What is nearer promises no less, as long as its distance says something.
    #[test]
    fn the_heuristic_is_monotone(a in any_fitness(), b in any_fitness()) {
        let (near, far) = (a.min(b), a.max(b));
        prop_assert!(
            near.distance == Distance::INFINITE || heuristic(near) >= heuristic(far),
            "{} and {}",
            near,
            far
        );
    }
}

/// A goal, the values of a test, and its number.
type Offer = (GoalId, Fitness, u32, u32);

fn offers() -> impl Strategy<Value = Vec<Offer>> {
    let few = [
        at(0, 0.0),
        at(0, 5e-324),
        at(0, 1.0),
        at(0, f64::INFINITY),
        at(1, 0.0),
        at(1, f64::MAX),
        Fitness::NEVER,
    ];
    vec((select(goals([0, 63, 64, 900])), select(few.to_vec()), 0..3_u32, 0..1000_u32), 0..50)
}

/// What the test is worth follows from its number; so does its cost, with the number as
/// tie-breaker.
fn unique(&(goal, _, _, test): &Offer) -> (GoalId, Fitness, (u32, u32), u32) {
    let letter = Dice(u64::from(test) << 32 ^ u64::from(goal.number())).roll(6);
    (goal, Fitness::letters()[letter as usize], (test % 3, test), test)
}

fn plain(&offer: &Offer) -> Offer {
    offer
}

fn populations<C: Ord>(
    size: usize,
    offers: impl IntoIterator<Item = (GoalId, Fitness, C, u32)>,
) -> Populations<u32, C> {
    let mut populations = Populations::new(size);
    for (goal, fitness, cost, test) in offers {
        populations.offer(goal, fitness, cost, || test);
    }
    populations
}

fn merged<C: Ord + Clone>(
    into: &Populations<u32, C>,
    other: &Populations<u32, C>,
) -> Populations<u32, C> {
    let mut both = into.clone();
    both.merge(other.clone());
    both
}

/// The definition: a list for each goal, sorted again and again.
#[derive(Default)]
struct Naive {
    size: usize,
    lists: BTreeMap<GoalId, Vec<(Fitness, u32, u32)>>,
}

impl Naive {
    fn offer(&mut self, (goal, fitness, cost, test): Offer) -> bool {
        let list = self.lists.entry(goal).or_default();
        if fitness.distance == Distance::INFINITE {
            return false;
        }
        let better = list.iter().filter(|kept| (kept.0, kept.1) <= (fitness, cost)).count();
        list.push((fitness, cost, test));
        list.sort_by_key(|kept| (kept.0, kept.1)); // stable: ties stay in the order of arrival
        list.truncate(self.size);
        better < self.size
    }

    /// As many tests of each fitness and cost as the one has that has more; first one's own.
    fn merge(&mut self, goal: GoalId, theirs: &[(Fitness, u32, u32)]) {
        let list = self.lists.entry(goal).or_default();
        let own = list.clone();
        for (place, their) in theirs.iter().enumerate() {
            let same = |kept: &&(Fitness, u32, u32)| (kept.0, kept.1) == (their.0, their.1);
            if theirs[..place].iter().filter(same).count() >= own.iter().filter(same).count() {
                list.push(*their);
            }
        }
        list.sort_by_key(|kept| (kept.0, kept.1));
        list.truncate(self.size);
    }

    fn resize(&mut self, size: usize) {
        self.size = size;
        self.lists.values_mut().for_each(|list| list.truncate(size));
    }

    fn assert_is(&self, populations: &Populations<u32, u32>) {
        let goals = self.lists.iter().filter(|(_, list)| !list.is_empty()).map(|(&goal, _)| goal);
        assert!(populations.goals().eq(goals), "{populations:?} is not {:?}", self.lists);
        assert_eq!(populations.size(), self.size);
        for (&goal, list) in &self.lists {
            let kept = populations.of(goal).map(|kept| (kept.fitness, kept.cost, kept.test));
            assert_eq!(
                (kept.len(), kept.collect::<Vec<_>>()),
                (list.len(), list.clone()),
                "{goal}"
            );
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn populations_keep_the_best(
        size in 0..6_usize,
        offers in offers(),
        sizes in vec((0..50_usize, 0..6_usize), 0..3),
    ) {
        let (mut populations, mut naive) =
            (Populations::new(size), Naive { size, ..Naive::default() });
        for (number, offer) in offers.into_iter().enumerate() {
            for &(_, size) in sizes.iter().filter(|resize| resize.0 == number) {
                populations.resize(size);
                naive.resize(size);
                naive.assert_is(&populations);
            }
            let (goal, fitness, cost, test) = offer;
            let mut made = 0;
            let kept = populations.offer(goal, fitness, cost, || {
                made += 1;
                test
            });
            let expected = naive.offer(offer);
            prop_assert_eq!((kept, made), (expected, u32::from(expected)), "{:?}", offer);
            naive.assert_is(&populations);
        }
    }

    /// Also of tests that share fitness and cost.
    #[test]
    fn merge_is_idempotent_and_associative(
        size in 0..6_usize,
        offers in [offers(), offers(), offers()],
    ) {
        let [a, b, c] = offers.map(|offers| populations(size, offers.iter().map(plain)));
        prop_assert_eq!(&merged(&a, &a), &a);
        prop_assert_eq!(&merged(&merged(&a, &b), &b), &merged(&a, &b));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
        prop_assert_eq!(&merged(&a, &Populations::new(size)), &a);
        prop_assert_eq!(&merged(&Populations::new(size), &a), &a);
    }

    #[test]
    fn merge_is_commutative_if_no_two_tests_share_a_cost(
        size in 0..6_usize,
        offers in [offers(), offers()],
        seed in any::<u64>(),
    ) {
        let mut all = offers.concat();
        let [a, b] = offers.map(|offers| populations(size, offers.iter().map(unique)));
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        // Nor does it matter in which order they are offered, each once.
        all.sort_by_key(|offer| (offer.0, offer.3));
        all.dedup_by_key(|offer| (offer.0, offer.3));
        let [a, b] =
            [0, 1].map(|half| populations(size, all.iter().skip(half).step_by(2).map(unique)));
        Dice(seed).shuffle(&mut all);
        prop_assert_eq!(populations(size, all.iter().map(unique)), merged(&a, &b));
    }

    /// The tests of the other one compete for the room of this one.
    #[test]
    fn merge_takes_in_what_is_not_there_yet(
        sizes in [0..6_usize, 0..6_usize],
        offers in [offers(), offers()],
    ) {
        let [here, there] =
            [0, 1].map(|one| populations(sizes[one], offers[one].iter().map(plain)));
        let mut naive = Naive { size: sizes[0], ..Naive::default() };
        for &offer in &offers[0] {
            naive.offer(offer);
        }
        for goal in there.goals() {
            let theirs: Vec<_> =
                there.of(goal).map(|kept| (kept.fitness, kept.cost, kept.test)).collect();
            naive.merge(goal, &theirs);
        }
        naive.assert_is(&merged(&here, &there));
    }
}

#[test]
fn ties_keep_the_test_that_is_there() {
    let goal = GoalId::new(0);
    let offered = |tests: &[(u32, u32)]| {
        populations(2, tests.iter().map(|&(cost, test)| (goal, at(0, 2.0), cost, test)))
    };
    let tests =
        |tests: &Populations<u32, u32>| tests.of(goal).map(|kept| kept.test).collect::<Vec<_>>();
    assert_eq!(tests(&offered(&[(5, 1), (5, 2)])), [1, 2]);
    assert_eq!(tests(&offered(&[(5, 1), (5, 2), (5, 3)])), [1, 2]);
    assert_eq!(tests(&offered(&[(5, 1), (7, 2), (7, 3), (6, 4)])), [1, 4]);
    // Without a tie-breaker the merge is not commutative.
    let [a, b] = [1, 2].map(|test| offered(&[(5, test)]));
    assert_eq!((merged(&a, &b), merged(&b, &a)), (a.clone(), b.clone()));
    // The one that has more tests of a cost says how many there are.
    let two = offered(&[(5, 3), (5, 4)]);
    assert_eq!((tests(&merged(&a, &two)), tests(&merged(&two, &a))), (vec![1, 4], vec![3, 4]));
}

#[test]
fn fitness_counts_before_cost() {
    let goal = GoalId::new(3);
    let offers = [
        (goal, at(1, 0.0), 0, 1),
        (goal, at(0, 9.0), 9, 2),
        (goal, at(0, 9.0), 8, 3),
        (goal, Fitness::COVERED, 99, 4),
    ];
    let all = populations(4, offers);
    assert_eq!(all.of(goal).map(|kept| kept.test).collect::<Vec<_>>(), [4, 3, 2, 1]);
    assert_eq!(all.of(goal).next(), Some(&Kept { fitness: Fitness::COVERED, cost: 99, test: 4 }));
    assert_eq!(populations(2, offers).of(goal).map(|kept| kept.test).collect::<Vec<_>>(), [4, 3]);
    assert_eq!((all.of(GoalId::new(4)).len(), all.goals().collect::<Vec<_>>()), (0, vec![goal]));
}

#[test]
fn populations_are_equal_if_sizes_and_tests_are() {
    let (goal, mut emptied) = (GoalId::new(0), Populations::<u32, u32>::new(2));
    let one = |size, cost, test| populations(size, [(goal, at(0, 1.0), cost, test)]);
    assert!(one(2, 1, 1) == one(2, 1, 1) && one(2, 1, 1) != one(3, 1, 1));
    assert!(
        one(2, 1, 1) != one(2, 2, 1)
            && one(2, 1, 1) != one(2, 1, 2)
            && one(2, 1, 1) != Populations::new(2)
    );
    // A goal that lost its tests is a goal without tests.
    emptied.offer(goal, at(0, 1.0), 1, || 1);
    emptied.resize(0);
    assert!(!emptied.offer(goal, at(0, 1.0), 1, || unreachable!("there is no room")));
    assert_eq!((&emptied, emptied.goals().count(), emptied.size()), (&Populations::new(0), 0, 0));
    assert_eq!(format!("{emptied:?}"), "{}");
}

/// A test that cannot be made replaces none.
#[test]
fn a_panic_while_a_test_is_made_leaves_the_populations_as_they_were() {
    let before =
        populations(2, [(GoalId::new(1), at(0, 3.0), 1, 1), (GoalId::new(1), at(0, 4.0), 1, 2)]);
    for goal in [0, 1] {
        let mut after = before.clone();
        let offer = || {
            after.offer(GoalId::new(goal), at(0, 1.0), 1, || {
                std::panic::resume_unwind(Box::new("no test"))
            })
        };
        catch_unwind(AssertUnwindSafe(offer)).expect_err("it panics");
        assert_eq!(after, before, "goal {goal}");
    }
}
