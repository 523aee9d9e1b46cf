//! Frontiers of workers, merged in any order.

use super::*;

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn merging_is_commutative_and_associative(
        sampling in sampling(),
        [a, b, c] in [steps(), steps(), steps()],
    ) {
        let [a, b, c] = [a, b, c].map(|steps| after(sampling, &steps));
        let merged = |one: &Frontier, other: &Frontier| {
            let mut both = one.clone();
            both.merge(other);
            both
        };
        let ab = merged(&a, &b);
        prop_assert_eq!(&ab, &merged(&b, &a));
        prop_assert_eq!(&merged(&ab, &c), &merged(&a, &merged(&b, &c)));
        // Once more changes nothing.
        prop_assert_eq!(&merged(&ab, &b), &ab);
        prop_assert_eq!(&merged(&ab, &ab), &ab);
    }

    /// A merge with itself is the same but for its patience; the merge with a frontier that knows
    /// nothing, too.
    #[test]
    fn a_merge_with_itself_begins_patience_anew(sampling in sampling(), steps in steps()) {
        let before = after(Sampling { patience: None, ..sampling }, &steps);
        let mut both = before.clone();
        both.merge(&before);
        both.merge(&frontier(Sampling { patience: None, ..sampling }));
        prop_assert_eq!(active(&both), active(&before));
        for goal in active(&before) {
            prop_assert_eq!(both.samples(goal), before.samples(goal));
        }
        let mut patient = after(Sampling { patience: NonZero::new(2), ..sampling }, &steps);
        patient.merge(&patient.clone());
        prop_assert_eq!(given_up_count(&patient), 0);
    }

    /// Equal frontiers choose alike from then on.
    #[test]
    fn equal_frontiers_choose_alike(
        sampling in sampling(),
        [a, b, then] in [steps(), steps(), steps()],
    ) {
        let [a, b] = [a, b].map(|steps| after(sampling, &steps));
        let [mut ab, mut ba] = [a.clone(), b.clone()];
        ab.merge(&b);
        ba.merge(&a);
        for step in &then {
            prop_assert_eq!(happen(&mut ab, step), happen(&mut ba, step));
        }
        prop_assert_eq!(ab, ba);
    }
}

/// More improvements count before more samples, which belong to the last of them.
#[test]
fn the_history_with_more_improvements_counts() {
    let goal = GoalId::new(0);
    let [mut one, mut other] = [0; 2].map(|_| frontier(Sampling::FEEDBACK));
    one.take_up([goal]);
    other.take_up([goal]);
    for _ in 0..5 {
        one.next_goal(0.0);
    }
    other.improve([goal]);
    other.next_goal(0.0);
    one.merge(&other);
    assert_eq!(one.samples(goal), 1, "not 5, nor 6");
}

/// Frontiers differ if anything does on which a later choice depends.
#[test]
fn frontiers_that_choose_differently_are_not_equal() {
    let start = || {
        let mut frontier = Frontier::new([[], [], []]).with_sampling(Sampling::ROUND_ROBIN);
        frontier.set_aside(goals([2]));
        frontier
    };
    let after = |change: fn(&mut Frontier)| {
        let mut frontier = start();
        change(&mut frontier);
        frontier
    };
    assert_eq!(start(), start());
    for (number, other) in [
        start().with_sampling(Sampling::FEEDBACK),
        after(|it| _ = it.cover(goals([0]))),
        after(|it| _ = it.set_aside(goals([0]))),
        after(|it| _ = it.next_goal(0.0)),
        after(|it| it.improve(goals([0]))),
        // The goal is set aside again, but later goals are newer by one batch.
        after(|it| {
            it.take_up(goals([2]));
            it.set_aside(goals([2]));
        }),
        Frontier::new([[], []]).with_sampling(Sampling::ROUND_ROBIN),
    ]
    .iter()
    .enumerate()
    {
        assert_ne!(&start(), other, "change {number}");
    }
}
