//! Which rows of a front stand alone: those to keep where there is no room for all.

use super::rows::{ObjectiveValue, Rows};
use super::sort::Sorter;
use super::view::{Members, View};
use alloc::vec::Vec;

/// What orders the rows of one front.
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
    /// Sub-vector dominance: the largest number of goals for which some other row of the front is better. Smaller is better.
    /// Source: Köppen, Yoshida, "Substitute Distance Assignments in NSGA-II for Handling Many-Objective Optimization Problems" (2007).
    #[default]
    #[doc(alias = "SVD")]
    SubVector,
    /// Crowding distance: how far the neighbours are, in the values of each goal. Larger is better.
    /// Source: Deb, Pratap, Agarwal, Meyarivan,
    /// "A Fast and Elitist Multiobjective Genetic Algorithm: NSGA-II" (2002).
    Crowding,
}

/// For each row of the front the largest number of goals for which another row of it is better.
///
/// Each value is replaced by its rank in the column first: numbers of one word are compared faster, many at once.
pub(super) fn sub_vector<V: ObjectiveValue, R: Rows<V> + ?Sized>(
    view: &View<'_, V, R>,
    front: &[usize],
    sorter: &mut Sorter,
    ranks: &mut Vec<u32>,
    out: &mut Vec<u32>,
) {
    let (members, columns) = (Members { view, rows: front }, view.columns());
    ranks.clear();
    ranks.resize(front.len() * columns, 0);
    for column in 0..columns {
        let mut rank = 0;
        for (member, same) in sorter.sorted(&View::new(&members, &view.goals()[column..=column])) {
            rank += u32::from(!same);
            ranks[member * columns + column] = rank;
        }
    }
    out.clear();
    out.resize(front.len(), 0);
    let row = |member: usize| &ranks[member * columns..][..columns];
    for i in 0..front.len() {
        for j in 0..i {
            let count = |(wins, losses): (u32, u32), (a, b): (&u32, &u32)| (wins + u32::from(a < b), losses + u32::from(b < a));
            let (wins, losses) = row(i).iter().zip(row(j)).fold((0, 0), count);
            out[i] = out[i].max(losses);
            out[j] = out[j].max(wins);
        }
    }
}

/// For each row of the front its crowding distance.
pub(super) fn crowding<V: ObjectiveValue, R: Rows<V> + ?Sized>(
    view: &View<'_, V, R>,
    front: &[usize],
    sorted: &mut Vec<(f64, usize)>,
    out: &mut Vec<f64>,
) {
    out.clear();
    out.resize(front.len(), 0.0);
    for column in 0..view.columns() {
        sorted.clear();
        let scalar = |&row: &usize| match view.get(row, column).map_or(f64::INFINITY, |value| value.scalar()) {
            number if number.is_nan() => f64::INFINITY,
            number => number + 0.0, // turns -0.0 into 0.0
        };
        sorted.extend(front.iter().map(scalar).zip(0..));
        sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // One infinite value must not make all others look the same: it is as far beyond them as they are apart.
        let mut finite = sorted.iter().map(|row| row.0).filter(|number| number.is_finite());
        let (least, most) = (finite.next().unwrap_or(0.0), finite.next_back());
        let most = most.unwrap_or(least);
        let apart = if most > least { most - least } else { 1.0 };
        for (number, _) in sorted.iter_mut().filter(|row| row.0.is_infinite()) {
            *number = if *number > 0.0 { most + apart } else { least - apart }.clamp(f64::MIN, f64::MAX);
        }
        let (Some(&(least, first)), Some(&(most, last))) = (sorted.first(), sorted.last()) else { return };
        // Halves where the difference of two numbers is too large for one; not elsewhere, because the smallest number has no half.
        let half = if (most - least).is_finite() { 1.0 } else { 0.5 };
        let range = most * half - least * half;
        if range > 0.0 {
            out[first] = f64::INFINITY;
            out[last] = f64::INFINITY;
            for neighbours in sorted.windows(3) {
                out[neighbours[1].1] += (neighbours[2].0 * half - neighbours[0].0 * half) / range;
            }
        }
    }
}
