//! Few behaviours that differ much.

use alloc::vec;
use alloc::vec::Vec;

/// Draws `count` behaviours, and in each of so many rounds replaces one of them by a fresh one if they then differ no less.
///
/// A round takes out the behaviour with the least sum of distances to the others (of equal ones the last) and puts a fresh walk at the
/// end; the change stays unless the sum of all distances falls. A walk that fails (`None`) changes nothing; as long as there are too few,
/// a fresh one is just added. So the sum of all distances never falls from round to round once there are enough.
///
/// Deterministic given the walks; `walk` is called `count + rounds` times. O(rounds * count) distances and steps, where few sums are all
/// but equal.
///
/// ```
/// use sbst::seeding::behaviour::{Dissimilarity, select};
///
/// let mut walks = [vec![1, 2], vec![1, 2, 3], vec![7], vec![1]].into_iter();
/// let kept = select(2, 2, || walks.next(), |a, b| Dissimilarity::JACCARD.between(a, b));
/// assert_eq!(kept, [vec![1, 2], vec![7]]); // 7 came for the second one; 1 is too like the first one
/// ```
pub fn select<B>(
    count: usize,
    rounds: usize,
    mut walk: impl FnMut() -> Option<B>,
    mut distance: impl FnMut(&B, &B) -> f64,
) -> Vec<B> {
    let mut kept = Kept { slots: Vec::new(), distances: Vec::new(), sums: Vec::new(), order: Vec::new() };
    for round in 0..count.saturating_add(rounds) {
        let Some(fresh) = walk() else { continue };
        let row = kept.row(&fresh, &mut distance);
        if round < count || kept.order.len() < count {
            kept.push(fresh, row);
        } else if let Some(out) = kept.least() {
            let gained: f64 = kept.order.iter().filter(|&&slot| slot != out).map(|&slot| row[slot]).sum();
            if gained >= kept.sum(out) {
                kept.replace(out, fresh, row);
            }
        }
    }
    kept.in_order()
}

/// Behaviours with their distances. Each stays in its slot, so that a round takes linear time.
struct Kept<B> {
    slots: Vec<B>,
    /// By slots.
    distances: Vec<Vec<f64>>,
    /// By slot: of the distances to the others, up to rounding, since they are kept up to date by differences.
    sums: Vec<f64>,
    /// Slots, the oldest first.
    order: Vec<usize>,
}

impl<B> Kept<B> {
    /// The distances of a fresh one, by slot.
    fn row(&self, fresh: &B, mut distance: impl FnMut(&B, &B) -> f64) -> Vec<f64> {
        self.slots.iter().map(|behaviour| number(distance(behaviour, fresh))).collect()
    }

    fn push(&mut self, fresh: B, mut row: Vec<f64>) {
        for ((own, sum), &distance) in self.distances.iter_mut().zip(&mut self.sums).zip(&row) {
            own.push(distance);
            *sum += distance;
        }
        self.order.push(self.slots.len());
        self.sums.push(row.iter().sum());
        row.push(0.0);
        self.distances.push(row);
        self.slots.push(fresh);
    }

    /// Puts a fresh one into a slot; it is the newest then.
    fn replace(&mut self, out: usize, fresh: B, mut row: Vec<f64>) {
        row[out] = 0.0;
        for (slot, &distance) in row.iter().enumerate().filter(|&(slot, _)| slot != out) {
            let before = core::mem::replace(&mut self.distances[slot][out], distance);
            self.sums[slot] += distance - before;
            if before > 1e3 * self.sums[slot] || !self.sums[slot].is_finite() {
                // What is left of a sum when nearly all of it goes is no more than rounding.
                self.sums[slot] = self.sum(slot);
            }
        }
        self.sums[out] = row.iter().sum();
        self.distances[out] = row;
        self.slots[out] = fresh;
        self.order.retain(|&slot| slot != out);
        self.order.push(out);
    }

    /// Of the distances to the others, added from the oldest on.
    fn sum(&self, of: usize) -> f64 {
        self.order.iter().filter(|&&slot| slot != of).map(|&slot| self.distances[of][slot]).sum()
    }

    /// The slot with the least sum, of equal ones the newest. Sums that are kept by differences only say which may be it.
    fn least(&self) -> Option<usize> {
        let least = self.sums.iter().copied().min_by(f64::total_cmp)?;
        let near = least + 1e-6 * (1.0 + least.abs());
        let close = self.order.iter().copied().filter(|&slot| self.sums[slot] <= near);
        // From the newest on: of equal ones `min_by` takes the first.
        close.rev().map(|slot| (self.sum(slot), slot)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, slot)| slot)
    }

    fn in_order(self) -> Vec<B> {
        let mut slots: Vec<Option<B>> = self.slots.into_iter().map(Some).collect();
        self.order.into_iter().filter_map(|slot| slots[slot].take()).collect()
    }
}

/// The places of all behaviours, the most different first: a pair with the greatest distance (the first such pair), then again and again
/// the one with the greatest sum of distances to those before it (the first such one).
///
/// O(n^2) distances.
///
/// ```
/// use sbst::seeding::behaviour::in_order;
///
/// let numbers = [1.0, 5.0, 9.0, 2.0];
/// assert_eq!(in_order(&numbers, |a: &f64, b| (a - b).abs()), [0, 2, 1, 3]);
/// ```
pub fn in_order<B>(behaviours: &[B], distance: impl FnMut(&B, &B) -> f64) -> Vec<usize> {
    farthest(behaviours, behaviours.len(), distance, |sum, distance| sum + distance, 0.0)
}

/// The places of `count` behaviours that lie far apart: a pair with the greatest distance (the first such pair), then again and again the
/// one whose distance to the nearest of those before it is the greatest (the first such one). The first behaviour for a count of 1, all for
/// a count beyond those that there are.
///
/// At least half as far apart as the best choice, if the distance is a metric (Gonzalez, "Clustering to minimize the maximum intercluster
/// distance", 1985; here with a better start). O(n^2) distances.
///
/// ```
/// use sbst::seeding::behaviour::max_min;
///
/// let numbers = [1.0, 5.0, 9.0, 2.0];
/// assert_eq!(max_min(&numbers, 3, |a: &f64, b| (a - b).abs()), [0, 2, 1]);
/// ```
pub fn max_min<B>(behaviours: &[B], count: usize, distance: impl FnMut(&B, &B) -> f64) -> Vec<usize> {
    farthest(behaviours, count, distance, f64::min, f64::INFINITY)
}

/// Picks the farthest pair, then those that are farthest from all picked, by what `combine` makes of the distances to these.
fn farthest<B>(
    behaviours: &[B],
    count: usize,
    mut distance: impl FnMut(&B, &B) -> f64,
    combine: impl Fn(f64, f64) -> f64,
    none: f64,
) -> Vec<usize> {
    let count = count.min(behaviours.len());
    if count < 2 {
        return (0..count).collect();
    }
    let (mut first, mut second, mut most) = (0, 1, f64::NEG_INFINITY);
    for (at, other) in (0..behaviours.len()).flat_map(|at| (at + 1..behaviours.len()).map(move |other| (at, other))) {
        let far = number(distance(&behaviours[at], &behaviours[other]));
        if far > most {
            (first, second, most) = (at, other, far);
        }
    }
    let mut far = vec![none; behaviours.len()];
    let mut is_picked = vec![false; behaviours.len()];
    let mut picked = Vec::new();
    let mut next = Some(first);
    while let Some(pick) = next {
        is_picked[pick] = true;
        picked.push(pick);
        for (at, far) in far.iter_mut().enumerate().filter(|&(at, _)| !is_picked[at]) {
            *far = combine(*far, number(distance(&behaviours[pick], &behaviours[at])));
        }
        next = match picked.len() {
            1 => Some(second),
            picked if picked == count => None,
            // Of equal ones `max_by` takes the last.
            _ => (0..behaviours.len()).rev().filter(|&at| !is_picked[at]).max_by(|&a, &b| far[a].total_cmp(&far[b])),
        };
    }
    picked
}

/// A distance that can be added and compared: NaN is 0, and so is what is negative.
fn number(distance: f64) -> f64 {
    if distance > 0.0 { distance.min(f64::MAX) } else { 0.0 }
}
