//! Laws of each order, of patience and of shares.

use super::*;
use std::collections::BTreeMap;

fn plain(order: Order) -> Sampling {
    Sampling { order, ..Sampling::UNIFORM }
}

/// How often each goal is chosen by draws on a grid, each with the same state.
fn counts(frontier: &Frontier, grid: u32) -> BTreeMap<GoalId, u32> {
    let mut counts = BTreeMap::new();
    for place in 0..grid {
        let goal =
            frontier.clone().next_goal(f64::from(place) / f64::from(grid)).expect("goals are open");
        *counts.entry(goal).or_default() += 1;
    }
    counts
}

proptest! {
    #![proptest_config(config(300))]

    /// Of n goals, n samples in a row by turns are all of them, and so are those sampled least.
    #[test]
    fn no_goal_is_sampled_twice_before_each_was_once(
        before in steps(),
        draws in vec(draw(), 20),
        feedback in any::<bool>(),
    ) {
        let sampling = plain(if feedback { Order::LeastSampled } else { Order::RoundRobin });
        let mut ours = after(sampling, &before);
        let open = active(&ours);
        // What was sampled more often before has to wait: the others catch up first.
        let most = open.iter().map(|&goal| ours.samples(goal)).max().unwrap_or(0);
        let missing = |of: &Frontier| {
            open.iter().map(|&goal| most - of.samples(goal).min(most)).sum::<u32>()
        };
        for at in 0..if feedback { missing(&ours) } else { 0 } {
            ours.next_goal(draws[at as usize % draws.len()]);
        }
        prop_assert!(!feedback || missing(&ours) == 0);
        for _ in 0..3 {
            let mut round: Vec<GoalId> = open
                .iter()
                .zip(draws.iter().cycle())
                .filter_map(|(_, &draw)| ours.next_goal(draw))
                .collect();
            round.sort_unstable();
            prop_assert_eq!(&round, &open);
        }
    }

    /// Uniform draws on a grid of a multiple of the goals choose each goal as often.
    #[test]
    fn uniform_draws_are_uniform(before in steps()) {
        let ours = after(Sampling::UNIFORM, &before);
        let open = active(&ours);
        prop_assume!(!open.is_empty());
        let counts = counts(&ours, 64 * open.len() as u32);
        for goal in open {
            // A place on the grid may be rounded to either side of a border.
            prop_assert!((63..=65).contains(counts.get(&goal).unwrap_or(&0)), "{:?}", counts);
        }
    }

    /// With patience every open goal is sampled, and then there is none left: after at most
    /// patience samples of each.
    #[test]
    fn patience_ends(
        sampling in sampling(),
        before in steps(),
        patience in 1..5_u32,
        draws in vec(draw(), 1..20),
    ) {
        let mut ours =
            after(Sampling { patience: NonZero::new(patience), ..sampling }, &before);
        ours.take_up([GoalId::new(500)]); // a change: patience begins anew
        let open = active(&ours);
        let mut sampled = BTreeMap::<GoalId, u32>::new();
        for draw in draws.iter().cycle().take(open.len() * patience as usize) {
            *sampled.entry(ours.next_goal(*draw).expect("some are left")).or_default() += 1;
        }
        prop_assert!(open.iter().all(|goal| sampled[goal] == patience), "{:?}", sampled);
        prop_assert_eq!(
            (ours.next_goal(draws[0]), given_up_count(&ours)),
            (None, open.len())
        );
        // A goal that improves comes back, alone.
        ours.improve([open[0]]);
        prop_assert_eq!(ours.next_goal(draws[0]), Some(open[0]));
        // So do all when the set changes.
        ours.cover([open[0]]);
        prop_assert_eq!(given_up_count(&ours), 0);
    }

    /// The exact share of a grid of draws goes to goals that were not reached, while there are
    /// goals of both kinds.
    #[test]
    fn shares_are_exact(
        order in select(ORDERS.to_vec()),
        part in 0..=16_u32,
        unreached in 1..5_u32,
        reached in 1..5_u32,
    ) {
        let mut ours =
            frontier(Sampling { unreached: Some(f64::from(part) / 16.0), ..plain(order) });
        ours.take_up(goals(0..unreached + reached));
        ours.improve(goals(unreached..unreached + reached));
        let counts = counts(&ours, 160);
        let of_unreached: u32 =
            counts.range(..GoalId::new(unreached)).map(|(_, count)| count).sum();
        prop_assert_eq!(of_unreached, 10 * part, "{:?}", counts);
        // Alone, either kind gets all.
        ours.cover(goals(0..unreached));
        prop_assert!(
            self::counts(&ours, 160).into_keys().all(|goal| goal.number() >= unreached)
        );
    }

    /// The newest goals are those of the last batch that brought any.
    #[test]
    fn the_newest_come_first(before in steps(), new in vec(80..90_u32, 1..4), draw in draw()) {
        let mut ours = after(Sampling::NEWEST_FIRST, &before);
        ours.take_up(goals(new.iter().copied()));
        ours.take_up([]);
        let next = ours.next_goal(draw).expect("the new ones are open");
        prop_assert!(new.contains(&next.number()));
    }

    /// A draw is all that chance may do: the same calls and draws give the same goals, in whatever
    /// order a batch is listed.
    #[test]
    fn batches_are_sets(
        sampling in sampling(),
        before in steps(),
        mut batch in few(),
        draws in vec(draw(), 10),
    ) {
        let mut one = after(sampling, &before);
        let mut other = one.clone();
        one.take_up(batch.iter().copied());
        batch.reverse();
        batch.extend(batch.clone());
        other.take_up(batch);
        for draw in draws {
            prop_assert_eq!(one.next_goal(draw), other.next_goal(draw));
        }
        prop_assert_eq!(one, other);
    }
}

/// Patience of 0 is no number of samples: there is no way to give up a goal that was never sampled.
#[test]
fn no_patience_is_no_limit() {
    assert_eq!(NonZero::new(0_u32), Sampling::FEEDBACK.patience);
    let mut ours = frontier(Sampling::NEWEST_FIRST);
    ours.take_up(goals([3]));
    assert!((0..10_000).all(|_| ours.next_goal(0.5) == Some(GoalId::new(3))));
}

/// Goals may come at any time, with any number, and none is lost.
#[test]
fn the_world_is_open() {
    let mut ours = frontier(Sampling::FEEDBACK);
    for number in [7, 0, GOALS - 1, 100, 1] {
        ours.take_up([GoalId::new(number)]);
        assert_eq!(ours.next_goal(0.0), Some(GoalId::new(number)), "it was sampled least");
    }
    ours.cover(goals([7, 5]));
    ours.take_up(goals([5, 7])); // closed for good
    assert_eq!(active(&ours), goals([0, 1, 100, GOALS - 1]));
}

/// A draw that is too great counts as the greatest number below 1, which is in no share but 1.
#[test]
fn draws_are_clamped_to_the_greatest_number_below_1() {
    let below = 1.0_f64.next_down();
    for (share, chosen) in [(below, 1), (1.0, 0)] {
        let mut ours = frontier(Sampling { unreached: Some(share), ..Sampling::UNIFORM });
        ours.take_up(goals([0, 1]));
        ours.improve(goals([1]));
        for draw in [below, 1.0, 7.5, f64::INFINITY] {
            assert_eq!(ours.next_goal(draw), Some(GoalId::new(chosen)), "{draw} of {share}");
        }
        assert_eq!(ours.next_goal(below.next_down()), Some(GoalId::new(0)));
    }
}
