//! Density of the rows of a front: the measures that decide which rows stay if there is not room
//! for all.

use super::rows::{ObjectiveValue, Rows};
use super::sort::Sorter;
use super::view::{Members, View};
use alloc::vec::Vec;

/// The measure that orders the rows of one front: how many other rows are near a row.
///
/// The density of a coverage matrix is another measure: `Diagnosability::density` (feature
/// `subsumption`).
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::{Density, Ranker};
///
/// // One front: the row in the middle has the nearest neighbours, and so is left out.
/// let rows = [[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]];
/// let mut ranker = Ranker::by(Density::Crowding);
/// let kept = ranker.select_non_dominated(&rows, &[0, 1].map(GoalId::new), 2);
/// assert_eq!(kept.len(), 2);
/// assert!(!kept.contains(&1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Density {
    /// Sub-vector dominance: the largest number of goals for which one other row of the front is
    /// better. Smaller is better.
    ///
    /// Source: Köppen, Yoshida, "Substitute Distance Assignments in NSGA-II for Handling
    /// Many-Objective Optimization Problems" (2007).
    #[default]
    #[doc(alias = "SVD")]
    SubVector,
    /// Crowding distance: how far apart the neighbours of the row are in the values of each goal.
    /// Larger is better.
    ///
    /// Source: Deb, Pratap, Agarwal, Meyarivan, "A Fast and Elitist Multiobjective Genetic
    /// Algorithm: NSGA-II" (2002).
    Crowding,
}

/// The numbers that order the rows of one front, and the workspace of their computation.
#[derive(Clone, Debug, Default)]
pub(super) struct Measures {
    /// Workspace of the sorting.
    pub(super) sorter: Sorter,
    /// Ranks of the values, row by row, by column.
    ranks: Vec<u32>,
    /// Sub-vector dominances.
    pub(super) wins: Vec<u32>,
    /// Crowding distances.
    pub(super) distances: Vec<f64>,
    /// Rows, each with the number that orders it.
    keys: Vec<(f64, usize)>,
}

/// Orders the rows of a front by density, the least dense first.
pub(super) fn order<V: ObjectiveValue, R: Rows<V> + ?Sized>(
    density: Density,
    view: &View<'_, V, R>,
    front: &mut [usize],
    measures: &mut Measures,
) {
    // Both measures become keys of which the least is best, with the row number as tie-breaker: so
    // the result is the same on every machine and for every sorting algorithm.
    match density {
        Density::SubVector => sub_vector(view, front, measures),
        Density::Crowding => crowding(view, front, measures),
    }
    let Measures { wins, distances, keys, .. } = measures;
    let rows = front.iter().copied();
    keys.clear();
    match density {
        Density::SubVector => keys.extend(wins.iter().map(|&wins| f64::from(wins)).zip(rows)),
        Density::Crowding => keys.extend(distances.iter().map(|distance| -distance).zip(rows)),
    }
    keys.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (row, key) in front.iter_mut().zip(keys) {
        *row = key.1;
    }
}

/// Computes, for each row of the front, the largest number of goals for which one other row of the
/// front is better.
///
/// Every value is first replaced by its rank in its column. Ranks are single words, so that the
/// quadratic part compares many of them with one vector instruction.
pub(super) fn sub_vector<V: ObjectiveValue, R: Rows<V> + ?Sized>(
    view: &View<'_, V, R>,
    front: &[usize],
    Measures { sorter, ranks, wins: out, .. }: &mut Measures,
) {
    let (members, columns) = (Members { view, rows: front }, view.columns());
    // Step 1, O(f log f * goals): each column is sorted, and equal values get equal ranks. From
    // here on, less is better in `ranks` exactly if it is better in the values.
    ranks.clear();
    ranks.resize(front.len() * columns, 0);
    for column in 0..columns {
        let mut rank = 0;
        for (member, same) in sorter.sorted(&View::new(&members, &view.goals[column..=column])) {
            rank += u32::from(!same);
            ranks[member * columns + column] = rank;
        }
    }
    out.clear();
    out.resize(front.len(), 0);
    let row = |member: usize| &ranks[member * columns..][..columns];
    // Step 2, O(f^2 * goals): each pair of rows is compared once, for both directions. `wins`
    // counts the columns in which row i is better, `losses` those in which row j is. The result of
    // a row is the maximum over the other rows of the front.
    for i in 0..front.len() {
        for j in 0..i {
            let count = |(wins, losses): (u32, u32), (a, b): (&u32, &u32)| {
                (wins + u32::from(a < b), losses + u32::from(b < a))
            };
            let (wins, losses) = row(i).iter().zip(row(j)).fold((0, 0), count);
            out[i] = out[i].max(losses);
            out[j] = out[j].max(wins);
        }
    }
}

/// Computes the crowding distance of each row of the front.
pub(super) fn crowding<V: ObjectiveValue, R: Rows<V> + ?Sized>(
    view: &View<'_, V, R>,
    front: &[usize],
    Measures { keys: sorted, distances: out, .. }: &mut Measures,
) {
    out.clear();
    out.resize(front.len(), 0.0);
    for column in 0..view.columns() {
        sorted.clear();
        // Values that were not measured, and NaN, are infinite.
        let scalar = |&row: &usize| match view
            .get(row, column)
            .map_or(f64::INFINITY, |value| value.scalar())
        {
            number if number.is_nan() => f64::INFINITY,
            number => number + 0.0, // turns -0.0 into 0.0: `total_cmp` tells them apart
        };
        sorted.extend(front.iter().map(scalar).zip(0..));
        sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // With an infinite range, all quotients below would be 0 or NaN. So infinite values are
        // moved: as far beyond the finite values as these are apart.
        let mut finite = sorted.iter().map(|row| row.0).filter(|number| number.is_finite());
        let (least, most) = (finite.next().unwrap_or(0.0), finite.next_back());
        let most = most.unwrap_or(least);
        let apart = if most > least { most - least } else { 1.0 };
        for (number, _) in sorted.iter_mut().filter(|row| row.0.is_infinite()) {
            *number =
                if *number > 0.0 { most + apart } else { least - apart }.clamp(f64::MIN, f64::MAX);
        }
        let (Some(&(least, first)), Some(&(most, last))) = (sorted.first(), sorted.last()) else {
            return;
        };
        // The range of finite numbers can overflow: then both sides of each quotient are halved.
        // They are not halved otherwise, because half of the smallest number is 0.
        let half = if (most - least).is_finite() { 1.0 } else { 0.5 };
        let range = most * half - least * half;
        // A column in which all rows are equal says nothing about density, and would divide by 0.
        // In the other columns the two ends always stay (infinite distance), as in the assignment
        // of the publication.
        if range > 0.0 {
            out[first] = f64::INFINITY;
            out[last] = f64::INFINITY;
            for neighbours in sorted.windows(3) {
                out[neighbours[1].1] += (neighbours[2].0 * half - neighbours[0].0 * half) / range;
            }
        }
    }
}
