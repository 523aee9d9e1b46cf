//! Selection of dissimilar behaviours.

use alloc::vec;
use alloc::vec::Vec;

/// Sums of distances that differ by less than this part of them are equal: rounding must not decide which behaviour goes.
const TOLERANCE: f64 = 1e-9;

/// What infinite distances count as: sums of it are finite.
const GREATEST: f64 = 1e300;

/// Draws `count` behaviours, replaces some of them in `rounds` rounds so that their distances grow, and returns those that are left.
///
/// A round takes out the behaviour with the least sum of distances to the others (of equal ones the last) and puts a fresh walk at the
/// end; the change stays unless the sum of all distances falls. A walk that fails (`None`) changes nothing. As long as there are fewer than
/// `count`, a fresh walk is added: so there are fewer at the end only if too many walks failed. Sums that differ by rounding are equal.
///
/// The publication selects as many behaviours of each model as the population has individuals, 100 there (SEED 5.2.3, 6.2.4), and finds this
/// too few for large models (6.2.4) and too many for small ones (7.1); [`independent_walks`](crate::seeding::usage::UsageModel::independent_walks) follows
/// the model. It maximises the distances (SEED 3.2.1), and prints no algorithm: the rounds are ours.
///
/// Deterministic given the walks; `walk` is called `count + rounds` times, whatever it returns. O((count + rounds) * count) distances,
/// linear space. If distances take long, let behaviours be sorted sets of actions, for example.
///
/// ```
/// use sbst::seeding::behaviour::{Dissimilarity, select};
///
/// let mut walks = [vec![1, 2], vec![1, 2, 3], vec![7], vec![1]].into_iter();
/// let kept =
///     select(2, 2, || walks.next(), |a, b| Dissimilarity::JACCARD.between(a, b));
/// // 7 came for the second one; 1 is too like the first one
/// assert_eq!(kept, [vec![1, 2], vec![7]]);
/// ```
#[must_use]
pub fn select<B>(count: usize, rounds: usize, mut walk: impl FnMut() -> Option<B>, distance: impl FnMut(&B, &B) -> f64) -> Vec<B> {
    let mut kept = Kept { slots: Vec::new(), sums: Vec::new(), order: Vec::new(), distance, replaced: 0 };
    for _ in 0..count.saturating_add(rounds) {
        let Some(fresh) = walk() else { continue };
        if kept.order.len() < count {
            kept.push(fresh);
        } else if let Some(out) = kept.least() {
            kept.exchange(out, fresh);
        }
    }
    kept.in_order()
}

/// Behaviours, and the sums of their distances. Each stays in its slot, so that a round takes linear time.
struct Kept<B, D> {
    slots: Vec<B>,
    /// By slot: of the distances to the others, up to rounding, since they are kept up to date by differences.
    sums: Vec<f64>,
    /// Slots, the oldest first.
    order: Vec<usize>,
    distance: D,
    /// How often sums were changed by differences since they were added up.
    replaced: usize,
}

impl<B, D: FnMut(&B, &B) -> f64> Kept<B, D> {
    fn push(&mut self, fresh: B) {
        let mut total = 0.0;
        for (slot, sum) in self.slots.iter().zip(&mut self.sums) {
            let far = number((self.distance)(slot, &fresh));
            *sum += far;
            total += far;
        }
        self.order.push(self.slots.len());
        self.sums.push(total);
        self.slots.push(fresh);
    }

    /// Returns the slot with the least sum, of equal ones the newest.
    fn least(&self) -> Option<usize> {
        let least = self.sums.iter().copied().min_by(f64::total_cmp)?;
        self.order.iter().rev().copied().find(|&slot| self.sums[slot] * (1.0 - TOLERANCE) <= least)
    }

    /// Puts a fresh one into a slot, unless the sum of all distances falls by it; it is the newest then.
    fn exchange(&mut self, out: usize, fresh: B) {
        let distance = &mut self.distance;
        let gained: Vec<f64> = self.slots.iter().map(|slot| number(distance(slot, &fresh))).collect();
        let total = gained.iter().enumerate().filter(|&(slot, _)| slot != out).map(|(_, far)| far).sum::<f64>();
        if total < self.sums[out] * (1.0 - TOLERANCE) {
            return;
        }
        for slot in (0..self.slots.len()).filter(|&slot| slot != out) {
            let lost = number(distance(&self.slots[slot], &self.slots[out]));
            self.sums[slot] += gained[slot] - lost;
        }
        (self.slots[out], self.sums[out]) = (fresh, total);
        self.order.retain(|&slot| slot != out);
        self.order.push(out);
        self.replaced += 1;
        // Rounding must not pile up.
        if self.replaced >= self.slots.len() {
            (0..self.slots.len()).for_each(|slot| self.add_up(slot));
            self.replaced = 0;
        }
    }

    fn add_up(&mut self, slot: usize) {
        let others = self.order.iter().filter(|&&other| other != slot);
        self.sums[slot] = others.map(|&other| number((self.distance)(&self.slots[slot], &self.slots[other]))).sum();
    }

    fn in_order(self) -> Vec<B> {
        let mut slots: Vec<Option<B>> = self.slots.into_iter().map(Some).collect();
        self.order.into_iter().filter_map(|slot| slots[slot].take()).collect()
    }
}

/// Returns the places of all behaviours, the most different first: a pair with the greatest distance (the first such pair), then again and again
/// the one with the greatest sum of distances to those before it (the first such one; sums that differ by rounding are equal).
///
/// O(n^2) distances.
///
/// ```
/// use sbst::seeding::behaviour::in_order;
///
/// let numbers = [1.0, 5.0, 9.0, 2.0];
/// assert_eq!(in_order(&numbers, |a: &f64, b| (a - b).abs()), [0, 2, 1, 3]);
/// ```
#[must_use]
pub fn in_order<B>(behaviours: &[B], distance: impl FnMut(&B, &B) -> f64) -> Vec<usize> {
    farthest(behaviours, behaviours.len(), distance, |sum, distance| sum + distance, 0.0, TOLERANCE)
}

/// Returns the places of `count` behaviours that lie far apart: a pair with the greatest distance (the first such pair), then again and again the
/// one whose distance to the nearest of those before it is the greatest (the first such one). The first behaviour for a count of 1, all for
/// a count beyond those that there are.
///
/// At least half as far apart as the best choice, if the distance is a metric (Ravi, Rosenkrantz, Tayi, "Heuristic and Special Case
/// Algorithms for Dispersion Problems", 1994). O(n^2) distances.
///
/// ```
/// use sbst::seeding::behaviour::max_min;
///
/// let numbers = [1.0, 5.0, 9.0, 2.0];
/// assert_eq!(max_min(&numbers, 3, |a: &f64, b| (a - b).abs()), [0, 2, 1]);
/// ```
#[must_use]
pub fn max_min<B>(behaviours: &[B], count: usize, distance: impl FnMut(&B, &B) -> f64) -> Vec<usize> {
    farthest(behaviours, count, distance, f64::min, f64::INFINITY, 0.0)
}

/// Picks the farthest pair, then those that are farthest from all picked, by what `combine` makes of the distances to these.
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
            _ => {
                let left = || (0..behaviours.len()).filter(|&at| !is_picked[at]);
                let most = left().map(|at| far[at]).fold(0.0, f64::max);
                left().find(|&at| far[at] >= most * (1.0 - tolerance))
            }
        };
    }
    picked
}

/// Returns a distance that can be added and compared: NaN is 0, and so is what is negative.
fn number(distance: f64) -> f64 {
    if distance > 0.0 { distance.min(GREATEST) } else { 0.0 }
}
