//! The preferred row of each goal, and the preference front.

use super::grids::{Dice, Grid, Letters, grids, whim};
use super::{config, goals, listed};
use crate::oracle::ranking::Ranked;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::Ranker;
use std::cmp::Ordering;

fn neutral(_: GoalId, _: usize, _: usize) -> Ordering {
    Ordering::Equal
}

fn assert_as_defined<V: Letters>(ranker: &mut Ranker, grid: &Grid, seed: u64) {
    let (rows, whim) = (grid.rows::<V>(), whim(seed));
    let ranked = Ranked { rows: &rows, goals: &grid.goals };
    // Only of rows that share the least value there is something to ask; the challenger comes first
    // and is the later one.
    let asked = |goal: GoalId, a: usize, b: usize| {
        let least = (0..rows.len())
            .all(|row| ranked.order(a, row, goal).is_le() && ranked.order(b, row, goal).is_le());
        assert!(least && a > b, "asked about {a} and {b} for {goal}: {rows:?}");
        whim(goal, a, b)
    };
    let expected = ranked.preferred(&whim);
    assert_eq!(
        ranker.preferred::<V>(&rows, &grid.goals, asked),
        expected,
        "{rows:?} for {:?}",
        grid.goals
    );
    let expected = ranked.preference_fronts(&whim);
    assert_eq!(
        listed(ranker.preference_sort::<V>(&rows, &grid.goals, asked)),
        expected,
        "{rows:?} for {:?}",
        grid.goals
    );
}

proptest! {
    #![proptest_config(config(100))]

    /// Whatever `prefer` answers, even if no order answers so.
    #[test]
    fn preference_is_that_of_the_definition(
        grids in [grids(50, 40), grids(50, 40)],
        seed in any::<u64>(),
    ) {
        let mut ranker = Ranker::new();
        for grid in &grids {
            assert_as_defined::<f64>(&mut ranker, grid, seed);
            assert_as_defined::<Fitness>(&mut ranker, grid, seed);
            assert_as_defined::<Distance>(&mut ranker, grid, seed);
            assert_as_defined::<u8>(&mut ranker, grid, seed);
        }
    }

    /// With costs that differ no row number decides: which place a test has in the population does
    /// not matter.
    #[test]
    fn permuting_the_rows_permutes_the_preference(grid in grids(40, 40), seed in any::<u64>()) {
        let (rows, mut dice, mut ranker) = (grid.rows::<Fitness>(), Dice(seed), Ranker::new());
        let mut costs: Vec<usize> = (0..rows.len()).collect();
        dice.shuffle(&mut costs);
        let cheaper = |_: GoalId, a: usize, b: usize| costs[a].cmp(&costs[b]);
        let preferred = ranker.preferred::<Fitness>(&rows, &grid.goals, cheaper).to_vec();
        let fronts = listed(ranker.preference_sort::<Fitness>(&rows, &grid.goals, cheaper));

        let mut order: Vec<usize> = (0..rows.len()).collect();
        dice.shuffle(&mut order);
        let moved: Vec<_> = order.iter().map(|&row| rows[row].clone()).collect();
        let cheaper = |_: GoalId, a: usize, b: usize| costs[order[a]].cmp(&costs[order[b]]);
        let back: Vec<usize> = ranker
            .preferred::<Fitness>(&moved, &grid.goals, cheaper)
            .iter()
            .map(|&row| order[row])
            .collect();
        prop_assert_eq!(back, preferred);
        let mut back = listed(ranker.preference_sort::<Fitness>(&moved, &grid.goals, cheaper));
        back.iter_mut().flatten().for_each(|row| *row = order[*row]);
        back.iter_mut().for_each(|front| front.sort_unstable());
        prop_assert_eq!(back, fronts);
    }
}

#[test]
fn the_least_value_is_preferred_whatever_it_costs() {
    let rows = [[3, 1], [1, 2], [2, 1]];
    let costs = [1, 9, 5];
    let mut asked = Vec::new();
    let mut ranker = Ranker::new();
    let preferred = ranker.preferred(&rows, &goals([0, 1]), |goal, a, b| {
        asked.push((goal.number(), a, b));
        costs[a].cmp(&costs[b])
    });
    assert_eq!(preferred, [1, 0]);
    assert_eq!(asked, [(1, 2, 0)]);
}

#[test]
fn among_equal_rows_the_first_is_preferred_unless_another_is_less() {
    let (rows, one, mut ranker) = ([[4]; 4], goals([0]), Ranker::new());
    assert_eq!(ranker.preferred(&rows, &one, neutral), [0]);
    assert_eq!(ranker.preferred(&rows, &one, |_, a, b| a.cmp(&b)), [0]);
    assert_eq!(ranker.preferred(&rows, &one, |_, a, b| b.cmp(&a)), [3]);
    // Lengths 5, 2, 7, 2: the first of the shortest.
    let lengths = [5, 2, 7, 2];
    assert_eq!(ranker.preferred(&rows, &one, |_, a, b| lengths[a].cmp(&lengths[b])), [1]);
}

/// Rock, paper, scissors: 1 is preferred to 0, 2 to 1, 0 to 2.
#[test]
fn a_preference_in_a_circle_is_followed_in_the_order_of_the_rows() {
    let beats = |_: GoalId, a: usize, b: usize| match (3 + a - b) % 3 {
        0 => Ordering::Equal,
        1 => Ordering::Less,
        _ => Ordering::Greater,
    };
    let (one, mut ranker) = (goals([0]), Ranker::new());
    assert_eq!(ranker.preferred(&[[0]; 3], &one, beats), [2]);
    // Row 1 has a worse value: 2 meets 0 and loses.
    assert_eq!(ranker.preferred(&[[0], [1], [0]], &one, beats), [0]);
    assert_eq!(ranker.preferred(&[[0]; 5], &one, beats), [4]);
    // The other way round nobody beats the first but row 2, which then meets row 3.
    let reversed = |goal, a, b| beats(goal, b, a);
    assert_eq!(ranker.preferred(&[[0]; 2], &one, reversed), [0]);
    assert_eq!(ranker.preferred(&[[0]; 4], &one, reversed), [2]);
}

#[test]
fn a_row_preferred_for_several_goals_is_once_in_the_front() {
    let rows = [[5, 5, 5], [1, 1, 6], [2, 2, 2]];
    let (all, mut ranker) = (goals([0, 1, 2, 1]), Ranker::new());
    assert_eq!(ranker.preferred(&rows, &all, neutral), [1, 1, 2, 1]);
    assert_eq!(listed(ranker.preference_sort(&rows, &all, neutral)), [vec![1, 2], vec![0]]);
}

/// Row 0 dominates row 1, which is preferred for no goal; neither is row 2, but nothing left
/// dominates it.
#[test]
fn the_other_rows_are_sorted_among_themselves() {
    let rows = [[1, 3], [2, 4], [3, 2], [0, 9], [9, 0]];
    let fronts = [vec![3, 4], vec![0, 2], vec![1]];
    assert_eq!(listed(Ranker::new().preference_sort(&rows, &goals([0, 1]), neutral)), fronts);
    // A preferred row that is dominated stays in front: cost decides a tie that another goal would
    // have decided.
    let rows = [[0, 5], [0, 1], [7, 0]];
    let cheap_first = |_: GoalId, a: usize, b: usize| a.cmp(&b);
    assert_eq!(
        listed(Ranker::new().preference_sort(&rows, &goals([0, 1]), cheap_first)),
        [vec![0, 2], vec![1]]
    );
}

#[test]
fn without_goals_the_first_front_is_empty() {
    let mut ranker = Ranker::new();
    let never = |_: GoalId, _: usize, _: usize| -> Ordering { unreachable!("nothing to prefer") };
    assert!(ranker.preferred(&[[1], [0]], &[], never).is_empty());
    assert_eq!(listed(ranker.preference_sort(&[[1], [0]], &[], never)), [vec![], vec![0, 1]]);
    assert_eq!(listed(ranker.non_dominated_sort(&[[1], [0]], &[])), [[0, 1]]);
    let nobody: [[f64; 2]; 0] = [];
    assert!(ranker.preferred(&nobody, &goals([0, 1]), never).is_empty());
    assert_eq!(listed(ranker.preference_sort(&nobody, &goals([0, 1]), never)), [[0_usize; 0]]);
    assert_eq!(
        listed(ranker.non_dominated_sort(&nobody, &goals([0, 1]))),
        Vec::<Vec<usize>>::new()
    );
    assert!(ranker.select(&nobody, &goals([0, 1]), 3, never).is_empty());
}
