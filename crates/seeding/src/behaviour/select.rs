//! Selection of dissimilar behaviours: SEED 3.2.1 asks for a great distance between them and prints
//! no algorithm.

use crate::draw::bounded;
use alloc::vec;
use alloc::vec::Vec;

/// The fraction of a sum of distances below which a difference counts as none: rounding must not
/// decide which behaviour is removed.
const TOLERANCE: f64 = 1e-9;

/// Draws `count` behaviours, replaces some of them in `rounds` rounds to increase their distances,
/// and returns the remaining ones.
///
/// `walk` draws a behaviour. It is called `count + rounds` times, regardless of its results:
///
/// 1. While fewer than `count` behaviours are kept, the drawn behaviour is added.
/// 2. Otherwise the call is a round. The round removes the behaviour with the least sum of
///    distances to the others; of several with equal sums, the last one. The drawn behaviour goes
///    to the end. If the sum of all distances falls, the round is undone.
///
/// A walk that fails (`None`) changes nothing. The result has fewer than `count` behaviours only if
/// too many walks failed. Sums that differ by rounding only are equal. The result depends on the
/// walks and the distances only.
///
/// O((count + rounds) * count) distances, and linear space. If a distance takes long, make
/// behaviours that are fast to compare, such as sorted sets of actions.
///
/// The publication maximises the distances (SEED 3.2.1) and prints no algorithm; the rounds are an
/// algorithm of this crate. The publication selects as many behaviours of each model as the
/// population has individuals, 100 in its evaluation (SEED 5.2.3, 6.2.4). It finds this number too
/// small for large models (6.2.4) and too great for small ones (7.1). The number
/// [`independent_walks`](crate::usage::UsageModel::independent_walks) grows with the
/// model.
///
/// ```
/// use sbst_seeding::behaviour::{Dissimilarity, select};
///
/// let mut walks = [vec![1, 2], vec![1, 2, 3], vec![7], vec![1]].into_iter();
/// let kept =
///     select(2, 2, || walks.next(), |a, b| Dissimilarity::JACCARD.between(a, b));
/// // [7] replaced [1, 2, 3]; [1] is too similar to [1, 2]
/// assert_eq!(kept, [vec![1, 2], vec![7]]);
/// ```
#[must_use]
pub fn select<B>(
    count: usize,
    rounds: usize,
    mut walk: impl FnMut() -> Option<B>,
    distance: impl FnMut(&B, &B) -> f64,
) -> Vec<B> {
    let mut kept = Kept { behaviours: Vec::new(), distance, replaced: 0 };
    // `kept` remembers the sum of distances of each behaviour, so that a round costs O(count)
    // distances and not O(count^2).
    for _ in 0..count.saturating_add(rounds) {
        let Some(fresh) = walk() else { continue };
        if kept.behaviours.len() < count {
            kept.push(fresh);
        } else if let Some(out) = kept.least() {
            kept.exchange(out, fresh);
        }
    }
    kept.behaviours.into_iter().map(|(behaviour, _)| behaviour).collect()
}

/// The behaviours that are kept, with the sums of their distances.
struct Kept<B, D> {
    /// The behaviours, in the order in which they came: the oldest first. Each has the sum of its
    /// distances to all others. The sums are updated by differences, so they are exact up to
    /// rounding.
    behaviours: Vec<(B, f64)>,
    /// The distance of two behaviours.
    distance: D,
    /// Number of replacements since the sums were last added up from scratch.
    replaced: usize,
}

impl<B, D: FnMut(&B, &B) -> f64> Kept<B, D> {
    /// Adds a behaviour, and its distances to all sums.
    fn push(&mut self, fresh: B) {
        let mut total = 0.0;
        for (behaviour, sum) in &mut self.behaviours {
            let far = bounded((self.distance)(behaviour, &fresh));
            *sum += far;
            total += far;
        }
        self.behaviours.push((fresh, total));
    }

    /// Returns the place of the behaviour with the least sum; of several with equal sums, the
    /// newest. `None` if there is no behaviour.
    fn least(&self) -> Option<usize> {
        let mut sums = self.behaviours.iter().map(|&(_, sum)| sum);
        let least = sums.clone().min_by(f64::total_cmp)?;
        sums.rposition(|sum| sum * (1.0 - TOLERANCE) <= least)
    }

    /// Replaces the behaviour at place `out` with a fresh one, unless this makes the sum of all
    /// distances fall. The fresh one is then the newest.
    fn exchange(&mut self, out: usize, fresh: B) {
        let distance = &mut self.distance;
        let gained = self.behaviours.iter().map(|(other, _)| bounded(distance(other, &fresh)));
        let mut gained: Vec<f64> = gained.collect();
        // Only the distances of the replaced behaviour change: the sum of all distances changes by
        // `total - sums[out]`.
        gained[out] = 0.0;
        let total = gained.iter().sum();
        if total < self.behaviours[out].1 * (1.0 - TOLERANCE) {
            return;
        }
        // The exchange stays. Each other sum loses one distance and gains one.
        let (removed, _) = self.behaviours.remove(out);
        gained.remove(out);
        for ((other, sum), gained) in self.behaviours.iter_mut().zip(gained) {
            *sum += gained - bounded(distance(other, &removed));
        }
        self.behaviours.push((fresh, total));
        self.replaced += 1;
        // Differences accumulate rounding errors. Adding up all sums costs n^2 distances; once in n
        // replacements, this is n distances for each replacement.
        if self.replaced >= self.behaviours.len() {
            for at in 0..self.behaviours.len() {
                self.add_up(at);
            }
            self.replaced = 0;
        }
    }

    /// Computes the sum of the behaviour at a place from scratch.
    fn add_up(&mut self, at: usize) {
        let (behaviour, distance) = (&self.behaviours[at].0, &mut self.distance);
        let others = self.behaviours.iter().enumerate().filter(|&(other, _)| other != at);
        self.behaviours[at].1 =
            others.map(|(_, (other, _))| bounded(distance(behaviour, other))).sum();
    }
}

/// Returns the places of all behaviours, ordered with the most different ones first.
///
/// The order begins with a pair of the greatest distance; of several such pairs, the first one.
/// Each next behaviour has the greatest sum of distances to all behaviours before it; of several
/// such behaviours, it is the first one. Sums that differ by rounding only are equal. No behaviours
/// give an empty order.
///
/// O(n^2) distances for n behaviours.
///
/// ```
/// use sbst_seeding::behaviour::in_order;
///
/// let numbers = [1.0, 5.0, 9.0, 2.0];
/// assert_eq!(in_order(&numbers, |a: &f64, b| (a - b).abs()), [0, 2, 1, 3]);
/// ```
#[must_use]
pub fn in_order<B>(behaviours: &[B], distance: impl FnMut(&B, &B) -> f64) -> Vec<usize> {
    farthest(behaviours, behaviours.len(), distance, |sum, distance| sum + distance, 0.0, TOLERANCE)
}

/// Returns the places of `count` behaviours that lie far apart.
///
/// The result begins with a pair of the greatest distance; of several such pairs, the first one.
/// Each next behaviour has the greatest distance to the nearest behaviour before it; of several
/// such behaviours, it is the first one. A `count` of 1 gives the first behaviour. A `count`
/// greater than the number of behaviours gives all of them.
///
/// If the distance is a metric, the least distance within the result is at least half of the best
/// possible one (Ravi, Rosenkrantz, Tayi, "Heuristic and Special Case Algorithms for Dispersion
/// Problems", 1994). O(n^2) distances for n behaviours.
///
/// ```
/// use sbst_seeding::behaviour::max_min;
///
/// let numbers = [1.0, 5.0, 9.0, 2.0];
/// assert_eq!(max_min(&numbers, 3, |a: &f64, b| (a - b).abs()), [0, 2, 1]);
/// ```
#[must_use]
pub fn max_min<B>(
    behaviours: &[B],
    count: usize,
    distance: impl FnMut(&B, &B) -> f64,
) -> Vec<usize> {
    farthest(behaviours, count, distance, f64::min, f64::INFINITY, 0.0)
}

/// Returns the places of `count` behaviours: the pair of the greatest distance, then always the
/// behaviour that is farthest from all picked.
///
/// `combine` folds the distances from a behaviour to all picked ones, starting with `none`. Values
/// that differ by less than the fraction `tolerance` are equal.
fn farthest<B>(
    behaviours: &[B],
    count: usize,
    mut distance: impl FnMut(&B, &B) -> f64,
    combine: impl Fn(f64, f64) -> f64,
    none: f64,
    tolerance: f64,
) -> Vec<usize> {
    let count = count.min(behaviours.len());
    if count < 2 {
        return (0..count).collect();
    }
    // The farthest pair. Only a greater distance replaces it, so the first of several equal pairs
    // stays.
    let (mut first, mut second, mut most) = (0, 1, f64::NEG_INFINITY);
    for at in 0..behaviours.len() {
        for other in at + 1..behaviours.len() {
            let far = bounded(distance(&behaviours[at], &behaviours[other]));
            if far > most {
                (first, second, most) = (at, other, far);
            }
        }
    }
    // By behaviour: the folded distances to all picked ones; `None` if it is picked. Each pick adds one distance to each,
    // so that a pick costs O(n) and not O(n * picked).
    let mut far = vec![Some(none); behaviours.len()];
    let mut picked = Vec::new();
    let mut next = Some(first);
    while let Some(pick) = next {
        far[pick] = None;
        picked.push(pick);
        for (at, far) in far.iter_mut().enumerate() {
            if let Some(far) = far {
                *far = combine(*far, bounded(distance(&behaviours[pick], &behaviours[at])));
            }
        }
        next = match picked.len() {
            1 => Some(second),
            picked if picked == count => None,
            _ => {
                // The first that is farthest within the tolerance.
                let most = far.iter().flatten().copied().fold(0.0, f64::max);
                far.iter().position(|far| far.is_some_and(|far| far >= most * (1.0 - tolerance)))
            }
        };
    }
    picked
}
