//! Non-dominated sorting, against vectors and against peeling the rows off front by front.

use super::grids::{CHOICES, Dice, EDGES, Grid, KINDS, Letters, grids};
use super::{config, goals, listed};
use crate::oracle::ranking::Ranked;
use crate::oracle::vectors::{Sorting, sortings};
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::{Matrix, ObjectiveValue, Ranker, Rows};

/// Asserts all that a line of the vectors says, of its rows in some form.
fn assert_as_recorded<V: ObjectiveValue>(
    ranker: &mut Ranker,
    rows: &(impl Rows<V> + ?Sized),
    line: &Sorting,
) {
    let Sorting { id, uncovered, length, .. } = line;
    let all = goals(0..line.rows.first().map_or(0, |row| row.len() as u32));
    let shorter = |_: GoalId, a: usize, b: usize| length[a].cmp(&length[b]);
    assert_eq!(listed(ranker.non_dominated_sort(rows, &all)), line.fronts, "{id}");
    assert_eq!(ranker.preferred(rows, uncovered, shorter), line.pref_best, "{id}");
    let expected = [vec![line.pref0.clone()], line.pref_rest.clone()].concat();
    assert_eq!(listed(ranker.preference_sort(rows, uncovered, shorter)), expected, "{id}");
}

#[test]
fn the_reference_programs_fronts() {
    let (lines, mut ranker) = (sortings(), Ranker::new());
    assert_eq!(lines.len(), 42);
    for line in &lines {
        assert_as_recorded(&mut ranker, &line.rows, line);
        let width = line.rows.first().map_or(0, Vec::len);
        assert_as_recorded(&mut ranker, &Matrix::new(&line.rows.concat(), width), line);
    }
}

#[test]
fn the_reference_programs_fronts_in_pairs_of_the_same_order() {
    let mut ranker = Ranker::new();
    for line in sortings() {
        let mut values = line.rows.concat();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let distances = [Distance::ZERO, Distance::SMALLEST, Distance::from(1), Distance::INFINITE];
        let pair = |place: usize| Fitness::new(place as u32 / 4, distances[place % 4]);
        let pair_of =
            |value: &f64| pair(values.iter().position(|other| other == value).expect("a value"));
        let rows: Vec<Vec<Fitness>> =
            line.rows.iter().map(|row| row.iter().map(pair_of).collect()).collect();
        assert_as_recorded(&mut ranker, &rows, &line);
    }
}

fn assert_as_defined<V: Letters>(ranker: &mut Ranker, grid: &Grid) {
    let rows = grid.rows::<V>();
    let expected = Ranked { rows: &rows, goals: &grid.goals }.all_fronts();
    let fronts = ranker.non_dominated_sort::<V>(&rows, &grid.goals);
    assert_eq!(listed(fronts), expected, "{rows:?} for {:?}", grid.goals);
    assert_eq!((fronts.len(), fronts.len() == 0), (expected.len(), rows.is_empty()));
    assert!(fronts.eq(expected.iter().map(|front| &front[..])));
    assert!(fronts.rev().eq(expected.iter().rev().map(|front| &front[..])));
}

proptest! {
    #![proptest_config(config(200))]

    /// One ranker for populations of all sizes and types: nothing of the last one shows.
    #[test]
    fn fronts_are_those_of_the_definition(grids in [grids(70, 80), grids(70, 80)]) {
        let mut ranker = Ranker::new();
        for grid in &grids {
            assert_as_defined::<f64>(&mut ranker, grid);
            assert_as_defined::<Fitness>(&mut ranker, grid);
            assert_as_defined::<Distance>(&mut ranker, grid);
            assert_as_defined::<u8>(&mut ranker, grid);
        }
    }

    /// The order of the rows and that of the goals do not matter.
    #[test]
    fn permuting_the_rows_permutes_the_fronts(grid in grids(40, 40), seed in any::<u64>()) {
        let (rows, mut dice, mut ranker) = (grid.rows::<f64>(), Dice(seed), Ranker::new());
        let before = listed(ranker.non_dominated_sort::<f64>(&rows, &grid.goals));
        let mut order: Vec<usize> = (0..rows.len()).collect();
        dice.shuffle(&mut order);
        let (moved, mut goals): (Vec<_>, _) =
            (order.iter().map(|&row| rows[row].clone()).collect(), grid.goals.clone());
        dice.shuffle(&mut goals);
        let mut after = listed(ranker.non_dominated_sort::<f64>(&moved, &goals));
        after.iter_mut().flatten().for_each(|row| *row = order[*row]);
        after.iter_mut().for_each(|front| front.sort_unstable());
        prop_assert_eq!(after, before);
    }
}

#[test]
fn fronts_are_those_of_the_definition_at_every_edge() {
    let (mut ranker, mut dice, mut forms) =
        (Ranker::new(), Dice(1), KINDS.iter().zip(CHOICES.iter().cycle()).cycle());
    for rows in EDGES {
        for columns in EDGES.into_iter().chain([128]) {
            let (&kind, &choice) = forms.next().expect("endless");
            let grid = Grid::new(rows, columns, kind, choice, dice.roll(2) == 0, &mut dice);
            assert_as_defined::<f64>(&mut ranker, &grid);
            // All columns of rows that have them all: the way of vector instructions.
            let grid = Grid::new(rows, columns, kind, CHOICES[0], false, &mut dice);
            assert_as_defined::<Fitness>(&mut ranker, &grid);
        }
    }
}

#[test]
fn rows_may_be_slices_arrays_and_matrices() {
    /// A test that is a row.
    struct Test(Vec<f64>);
    impl AsRef<[f64]> for Test {
        fn as_ref(&self) -> &[f64] {
            &self.0
        }
    }
    let (all, mut ranker) = (goals(0..2), Ranker::new());
    let values = [0.2, 0.9, 0.2, 0.5, 0.5, 0.1, 0.7];
    let expected = [vec![1, 2], vec![0], vec![3]];
    let rows: Vec<&[f64]> = values.chunks(2).collect();
    assert_eq!(listed(ranker.non_dominated_sort(&rows, &all)), expected);
    assert_eq!(listed(ranker.non_dominated_sort(&rows[..], &all)), expected);
    assert_eq!(
        listed(ranker.non_dominated_sort(&[rows[0], rows[1], rows[2], rows[3]], &all)),
        expected
    );
    assert_eq!(listed(ranker.non_dominated_sort(&Matrix::new(&values, 2), &all)), expected);
    let tests: Vec<Test> = rows.iter().map(|row| Test(row.to_vec())).collect();
    assert_eq!(listed(ranker.non_dominated_sort(&tests, &all)), expected);
    assert_eq!(
        listed(ranker.non_dominated_sort(&Matrix::new(&values, 0), &all)),
        Vec::<Vec<usize>>::new()
    );
}

/// Each row dominates the next; the number of fronts does not fit into small numbers.
#[test]
fn a_long_chain_has_a_front_for_each_row() {
    let rows: Vec<[u32; 3]> = (0..3000).map(|row| [row, 7, 2 * row]).collect();
    let mut ranker = Ranker::new();
    let fronts = ranker.non_dominated_sort(&rows, &goals([1, 2, 0]));
    assert_eq!(fronts.len(), rows.len());
    assert!(fronts.enumerate().all(|(front, rows)| rows == [front]));
}

/// An implementation that calls every value better than itself: the ranking means nothing, but it
/// ends.
#[test]
fn a_broken_order_ends() {
    #[derive(Clone, Copy)]
    struct Broken(u32);
    impl ObjectiveValue for Broken {
        fn is_better(self, than: Self) -> bool {
            self.0 <= than.0
        }
        fn scalar(self) -> f64 {
            f64::from(self.0)
        }
    }
    for rows in [0..100, 0..9] {
        let rows: Vec<[Broken; 2]> = rows.map(|row| [Broken(row % 3), Broken(7)]).collect();
        let count: usize =
            Ranker::new().non_dominated_sort(&rows, &goals(0..2)).map(<[_]>::len).sum();
        assert_eq!(count, rows.len());
    }
}
