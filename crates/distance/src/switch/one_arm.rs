//! The distance to one arm, without the distances to all others.

use super::{Arms, SeenValues};
use crate::{Distance, Rules};
use core::ops::Range;

impl SeenValues {
    /// Returns the least distance to one arm, or to the default (`None`), over all evaluations.
    ///
    /// It equals the number of [`distances`](Self::distances) for this arm: 0 if and only if the
    /// arm was selected, and infinite if the arm lists no value. Returns `None` if there was no
    /// evaluation, or if the decision has no such arm.
    ///
    /// With the crate `sbst`, a store of your own answers [`branch_distance`] with it;
    /// [`FlowGraph::arm_distance`] finds the arm of a branch.
    ///
    /// [`branch_distance`]:
    ///     https://docs.rs/sbst/latest/sbst/execution/trait.Execution.html#tymethod.branch_distance
    /// [`FlowGraph::arm_distance`]:
    ///     https://docs.rs/sbst/latest/sbst/flow/struct.FlowGraph.html#method.arm_distance
    ///
    /// The time for an arm is the number of ranges that it lists, times the number of stretches in
    /// which a value was seen. To find the ranges takes O(log ranges) if the arms are listed in
    /// ascending order, else one pass over the ranges. The time for the default is the number of
    /// stretches in which a value was seen, and one pass over the ranges if the default was never
    /// selected. Nothing is allocated. If all arms are asked for, and many of them were selected,
    /// one call of [`distances`](Self::distances) costs less.
    ///
    /// ```
    /// use sbst_distance::{Arms, Rules, SeenValues};
    ///
    /// // match amount { 0..=9 => .., 100 | 200 => .., _ => .. }
    /// let arms = Arms::new([vec![0..=9], vec![100..=100, 200..=200]])?;
    /// let mut seen = SeenValues::new(&arms);
    /// seen.see(&arms, 13);
    /// seen.see(&arms, 180);
    /// let distance =
    ///     |arm| seen.distance(&arms, &Rules::DEFAULT, arm).map(|distance| distance.get());
    /// assert_eq!(distance(Some(0)), Some(5.0)); // 13 is 4 above 9, and K
    /// assert_eq!(distance(Some(1)), Some(21.0)); // 180 is 20 below 200, and K
    /// assert_eq!(distance(None), Some(0.0)); // the default was selected
    /// assert_eq!(distance(Some(2)), None); // there is no such arm
    /// # Ok::<(), sbst_distance::ArmsError>(())
    /// ```
    #[must_use]
    pub fn distance(&self, arms: &Arms, rules: &Rules, arm: Option<u32>) -> Option<Distance> {
        if self.touched.is_empty() {
            return None;
        }
        let Some(arm) = arm else { return Some(self.to_default(arms, rules)) };
        if arm as usize >= arms.len() {
            return None;
        }
        let least = |least: Distance, range| least.min(self.to_range(arms, rules, range));
        Some(match arms.ranges_in_order(arm) {
            // The ranges of the arm are neighbours, and are found by bisection.
            Some(ranges) => ranges.fold(Distance::INFINITE, least),
            None => (0..arms.arm.len())
                .filter(|&range| arms.arm[range] == arm)
                .fold(Distance::INFINITE, least),
        })
    }

    /// Returns the least distance of a seen value to a range.
    fn to_range(&self, arms: &Arms, rules: &Rules, range: usize) -> Distance {
        let own = 2 * range + 1;
        // Of all values up to the range only the greatest counts, and of all values from the range
        // on only the least. Values within the range are both, and give 0.
        let (mut below, mut above) = (None, None);
        for &stretch in &self.touched {
            let Some((least, greatest)) = self.seen(stretch as usize) else { continue };
            if stretch as usize <= own {
                // `None` is less than any value.
                below = below.max(Some(greatest));
            }
            if stretch as usize >= own {
                above = Some(above.map_or(least, |above: i128| above.min(least)));
            }
        }
        let nearest = below
            .into_iter()
            .chain(above)
            .map(|value| rules.to_range(value, arms.range(range)))
            .min();
        nearest.unwrap_or(Distance::INFINITE)
    }
}

impl Arms {
    /// Returns the numbers of the ranges that an arm lists, or `None` if the arms are not listed in
    /// ascending order.
    fn ranges_in_order(&self, arm: u32) -> Option<Range<usize>> {
        if self.is_scattered {
            return None;
        }
        let start = self.arm.partition_point(|&other| other < arm);
        Some(start..start + self.arm[start..].partition_point(|&other| other == arm))
    }
}
