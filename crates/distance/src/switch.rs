//! Decisions with many outcomes, in which a value selects one of several arms.
//!
//! An evaluation has distance 0 to the arm that it selected, and a positive distance to all others.
//! To record one evaluation for each arm would take time in the number of arms. [`SeenValues`]
//! avoids this. It divides the number line into stretches on which the selection is constant: the
//! ranges of the arms, and the gaps between them. For each stretch it keeps the least and the
//! greatest value that was seen there. An evaluation takes O(log ranges) and does not allocate. The
//! distances of all arms follow from these values in one pass, when they are asked for.

mod one_arm;

use super::{DefaultArm, Distance, Rules};
use crate::sort::sort_by;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

/// Table of the values that select each arm of a multi-way decision. All other values select the
/// default.
///
/// An arm lists any number of keys and ranges. If they overlap, they count as one range. An empty
/// range lists nothing. An arm without any value cannot be selected.
///
/// ```
/// use sbst_distance::Arms;
///
/// let arms = Arms::new([vec![1..=1, 5..=5], vec![10..=19]])?;
/// assert_eq!(arms.select(5), Some(0));
/// assert_eq!(arms.select(12), Some(1));
/// assert_eq!(arms.select(7), None);
/// # Ok::<(), sbst_distance::ArmsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Arms {
    // Parallel rows, one entry for each range. The ranges are ascending and disjoint.
    /// The least value of the range.
    low: Vec<i128>,
    /// The greatest value of the range.
    high: Vec<i128>,
    /// The greatest value of the range in 64 bits; empty if not all of them can be searched so.
    short: Vec<i64>,
    /// The arm that lists the range.
    arm: Vec<u32>,
    /// The number of arms, without the default.
    count: usize,
    /// `true` if the arms of the ascending ranges are not ascending themselves.
    is_scattered: bool,
}

/// Error of arms that do not make a table.
///
/// ```
/// use sbst_distance::{Arms, ArmsError};
///
/// let error = Arms::new([[1..=5], [5..=9]]).expect_err("both list 5");
/// assert_eq!(error, ArmsError::Overlap { value: 5, first: 0, second: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArmsError {
    /// Two arms list the same value.
    Overlap {
        /// The least value that both list.
        value: i128,
        /// The arm with the lower number.
        first: u32,
        /// The arm with the higher number.
        second: u32,
    },
    /// There are more arms than `u32` can number.
    TooMany,
}

impl fmt::Display for ArmsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap { value, first, second } => write!(
                f,
                "the value {value} is listed by arm {first} and by arm {second}; list it in one \
                 of them only"
            ),
            Self::TooMany => {
                write!(f, "a decision can have at most {} arms, but more were given", u32::MAX)
            }
        }
    }
}

impl core::error::Error for ArmsError {}

impl Arms {
    /// Creates a table from one item for each arm: the ranges that it lists. O(n log n) for n
    /// ranges.
    ///
    /// # Errors
    ///
    /// [`ArmsError::Overlap`] if two arms list the same value, and [`ArmsError::TooMany`] if `u32`
    /// cannot number the arms.
    pub fn new<I>(arms: I) -> Result<Self, ArmsError>
    where
        I: IntoIterator,
        I::Item: IntoIterator<Item = RangeInclusive<i128>>,
    {
        // Step 1: one row for each range that is not empty, ascending.
        let mut rows = Vec::new();
        let mut count = 0;
        for (number, ranges) in arms.into_iter().enumerate() {
            let number = u32::try_from(number).map_err(|_| ArmsError::TooMany)?;
            count += 1;
            for range in ranges {
                if !range.is_empty() {
                    rows.push((*range.start(), *range.end(), number));
                }
            }
        }
        Self::of_rows(rows, count)
    }

    /// Creates the table of rows of ranges with their arms, for `count` arms.
    fn of_rows(mut rows: Vec<(i128, i128, u32)>, count: usize) -> Result<Self, ArmsError> {
        sort_by(&mut rows, Ord::cmp);

        // Step 2: rows that overlap the row before them join it, if they are of the same arm. As
        // the rows ascend, the last range has the greatest end so far, so no earlier one can
        // overlap.
        let mut arms = Self { count, ..Self::default() };
        for (low, high, arm) in rows {
            match (arms.high.last_mut(), arms.arm.last()) {
                (Some(previous), Some(&before)) if low <= *previous => {
                    if before != arm {
                        return Err(ArmsError::Overlap {
                            value: low,
                            first: before.min(arm),
                            second: before.max(arm),
                        });
                    }
                    *previous = high.max(*previous); // one arm may repeat itself
                }
                _ => {
                    arms.low.push(low);
                    arms.high.push(high);
                    arms.arm.push(arm);
                }
            }
        }
        arms.is_scattered = !arms.arm.is_sorted();
        // Step 3: if possible, the ends are searched in 64 bits, which takes fewer instructions. A
        // value that is cut to 64 bits must stay on its side of each end. So no end may be cut
        // itself, or be i64::MAX, which stands for all greater values. No value is above i128::MAX,
        // so this end may be cut.
        let is_short =
            |&high: &i128| (i64::MIN.into()..i64::MAX.into()).contains(&high) || high == i128::MAX;
        if arms.high.iter().all(is_short) {
            arms.short = arms.high.iter().map(|&high| short(high)).collect();
        }
        Ok(arms)
    }

    /// Returns the number of arms, without the default.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if there are no arms.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the arm that lists `value`, or `None` for the default. O(log ranges).
    #[must_use]
    #[inline]
    pub fn select(&self, value: i128) -> Option<u32> {
        let (range, inside) = self.locate(value);
        inside.then(|| self.arm[range])
    }

    /// Returns the first range that ends at `value` or above, and `true` if it contains `value`.
    #[inline]
    fn locate(&self, value: i128) -> (usize, bool) {
        let range = if self.short.len() == self.high.len() {
            let value = short(value);
            self.short.partition_point(|&high| high < value)
        } else {
            self.high.partition_point(|&high| high < value)
        };
        (range, self.low.get(range).is_some_and(|&low| low <= value))
    }

    /// Returns a range by its number.
    #[inline]
    fn range(&self, index: usize) -> RangeInclusive<i128> {
        self.low[index]..=self.high[index]
    }

    /// Returns all ranges, ascending, with the arms that list them. Ranges of one arm that overlap
    /// are one range.
    ///
    /// ```
    /// use sbst_distance::Arms;
    ///
    /// let arms = Arms::new([vec![10..=19], vec![5..=5, 1..=3, 2..=4]])?;
    /// assert!(arms.ranges().eq([(1, 1..=4), (1, 5..=5), (0, 10..=19)]));
    /// # Ok::<(), sbst_distance::ArmsError>(())
    /// ```
    #[inline]
    pub fn ranges(&self) -> impl Iterator<Item = (u32, RangeInclusive<i128>)> {
        self.arm.iter().enumerate().map(|(index, &arm)| (arm, self.range(index)))
    }
}

/// Returns the nearest value of 64 bits.
#[inline]
fn short(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// The values on which one multi-way decision was evaluated, in a short form from which all
/// distances follow.
///
/// ```
/// use sbst_distance::{Arms, Distance, Rules, SeenValues};
///
/// let arms = Arms::new([vec![10..=10], vec![100..=200]])?;
/// let mut seen = SeenValues::new(&arms);
/// assert_eq!(seen.distances(&arms, &Rules::DEFAULT), None); // never evaluated
///
/// assert_eq!(seen.see(&arms, 13), None); // the default
/// let (to_arms, to_default) =
///     seen.distances(&arms, &Rules::DEFAULT).expect("evaluated");
/// assert_eq!(to_arms, [4, 88].map(Distance::from));
/// assert_eq!(to_default, Distance::ZERO);
/// # Ok::<(), sbst_distance::ArmsError>(())
/// ```
#[derive(Debug)]
pub struct SeenValues {
    /// The stretches of the number line, ascending: the gap below range 0, range 0, the gap between
    /// ranges 0 and 1, range 1, ..., the gap above the last range. Gaps have even numbers, and
    /// range r has the number 2 r + 1.
    pub(super) stretches: Vec<Stretch>,
    /// The current stamp. A stretch with another stamp has seen nothing; this makes `clear`
    /// independent of the number of arms.
    pub(super) stamp: u32,
    /// The stretches with the current stamp, each once, in the order in which they were first seen.
    pub(super) touched: Vec<u32>,
}

/// Clones with the capacity of the original, so that the clone does not allocate when it sees a
/// value.
impl Clone for SeenValues {
    fn clone(&self) -> Self {
        let mut touched = Vec::with_capacity(self.stretches.len());
        touched.extend_from_slice(&self.touched);
        Self { stretches: self.stretches.clone(), stamp: self.stamp, touched }
    }
}

#[derive(Clone, Copy, Debug)]
/// Values that were seen in one stretch of the number line.
pub(super) struct Stretch {
    /// Stamp of the last value seen. It tells whether `least` and `greatest` are current.
    pub(super) stamp: u32,
    /// The least value seen.
    pub(super) least: i128,
    /// The greatest value seen.
    pub(super) greatest: i128,
}

impl SeenValues {
    /// Creates a value without any evaluation, for a decision with these arms.
    #[must_use]
    pub fn new(arms: &Arms) -> Self {
        let unseen = Stretch { stamp: 0, least: 0, greatest: 0 };
        let count = 2 * arms.low.len() + 1;
        // There is room for all stretches, so that `see` never allocates.
        Self { stretches: vec![unseen; count], stamp: 1, touched: Vec::with_capacity(count) }
    }

    /// Adds one evaluation and returns the arm that it selects, or `None` for the default. O(log
    /// ranges), no allocation.
    ///
    /// `arms` must be the arms that this value was created for. With other arms, the answers are
    /// meaningless.
    #[inline]
    pub fn see(&mut self, arms: &Arms, value: i128) -> Option<u32> {
        let (range, inside) = arms.locate(value);
        let stamp = self.stamp;
        // Inside range r it is stretch 2 r + 1; else it is the gap below range r, stretch 2 r.
        let place = 2 * range + usize::from(inside);
        if let Some(stretch) = self.stretches.get_mut(place) {
            if stretch.stamp != stamp {
                // The first value in this stretch since the last `clear`.
                self.touched.push(place as u32);
                *stretch = Stretch { stamp, least: value, greatest: value };
            } else if value < stretch.least {
                stretch.least = value;
            } else if value > stretch.greatest {
                stretch.greatest = value;
            }
        }
        inside.then(|| arms.arm[range])
    }

    /// Adds all evaluations of `other`, which must be of the same arms.
    ///
    /// Merging is commutative and associative. The time is linear in the number of stretches in
    /// which `other` has seen a value.
    pub fn merge(&mut self, other: &Self) {
        let stamp = self.stamp;
        for &place in &other.touched {
            let theirs = other.stretches[place as usize];
            let Some(stretch) = self.stretches.get_mut(place as usize) else { continue };
            if stretch.stamp == stamp {
                stretch.least = theirs.least.min(stretch.least);
                stretch.greatest = theirs.greatest.max(stretch.greatest);
            } else {
                *stretch = Stretch { stamp, ..theirs };
                self.touched.push(place);
            }
        }
    }

    /// Removes all evaluations. Constant time, except for one call in 2^32.
    ///
    /// ```
    /// use sbst_distance::{Arms, Rules, SeenValues};
    ///
    /// let arms = Arms::new([[1..=1]])?;
    /// let mut seen = SeenValues::new(&arms);
    /// seen.see(&arms, 1);
    /// seen.clear(); // the next execution
    /// assert_eq!(seen.distances(&arms, &Rules::DEFAULT), None);
    /// # Ok::<(), sbst_distance::ArmsError>(())
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.touched.clear();
        self.stamp = self.stamp.wrapping_add(1);
        // The stamp has wrapped: old stretches could have the new stamp, so all of them are reset.
        if self.stamp == 0 {
            for stretch in &mut self.stretches {
                stretch.stamp = 0;
            }
            self.stamp = 1;
        }
    }

    /// Returns the least distances over all evaluations: to each arm, by number, and to the
    /// default.
    ///
    /// A distance is 0 if and only if the outcome was selected. It is infinite for an arm that
    /// lists no value. Returns `None` if there was no evaluation. Linear in the number of arms and
    /// ranges.
    #[must_use]
    pub fn distances(&self, arms: &Arms, rules: &Rules) -> Option<(Vec<Distance>, Distance)> {
        let mut distances = vec![Distance::INFINITE; arms.len()];
        let default = self.distances_into(arms, rules, &mut distances)?;
        Some((distances, default))
    }

    /// Writes the least distances to all arms into `row`, by the number of the arm, and returns the
    /// distance to the default. Returns `None`, and writes nothing, if there was no evaluation.
    ///
    /// The numbers are those of [`distances`](Self::distances), but nothing is allocated: the
    /// caller keeps the row. A row that is too short gets the arms that it has room for.
    ///
    /// ```
    /// use sbst_distance::{Arms, Distance, Rules, SeenValues};
    ///
    /// let arms = Arms::new([[10..=10], [100..=200]])?;
    /// let mut seen = SeenValues::new(&arms);
    /// seen.see(&arms, 13);
    /// let mut row = vec![Distance::INFINITE; arms.len()]; // reused for each execution
    /// let default = seen.distances_into(&arms, &Rules::DEFAULT, &mut row);
    /// assert_eq!(row, [4, 88].map(Distance::from));
    /// assert_eq!(default, Some(Distance::ZERO));
    /// # Ok::<(), sbst_distance::ArmsError>(())
    /// ```
    pub fn distances_into(
        &self,
        arms: &Arms,
        rules: &Rules,
        row: &mut [Distance],
    ) -> Option<Distance> {
        if self.touched.is_empty() {
            return None;
        }
        row.fill(Distance::INFINITE);
        let ranges = arms.low.len();
        let mut nearer = |range: usize, value: i128| {
            if let Some(least) = row.get_mut(arms.arm[range] as usize) {
                *least = rules.to_range(value, arms.range(range)).min(*least);
            }
        };
        // The distance to a range falls towards it from both sides. So of all values below a range
        // only the greatest counts, and of all values above it only the least. Two passes carry
        // these along: upwards the greatest value up to each range, downwards the least value from
        // each range on. To compare each value with each range would take time in their product.
        let mut below = None;
        for range in 0..ranges {
            below = self.seen(2 * range).map(|(_, greatest)| greatest).or(below);
            let within = self.seen(2 * range + 1).map(|(_, greatest)| greatest);
            below = within.or(below);
            if let Some(value) = below {
                nearer(range, value);
            }
        }
        let mut above = None;
        for range in (0..ranges).rev() {
            above = self.seen(2 * range + 2).map(|(least, _)| least).or(above);
            let within = self.seen(2 * range + 1).map(|(least, _)| least);
            above = within.or(above);
            if let Some(value) = above {
                nearer(range, value);
            }
        }
        Some(self.to_default(arms, rules))
    }

    /// Returns the least distance to the default, by the rule for the default arm. There must be an
    /// evaluation.
    fn to_default(&self, arms: &Arms, rules: &Rules) -> Distance {
        let ranges = arms.low.len();
        // Gaps have even numbers, and a value in a gap has selected the default.
        if self.touched.iter().any(|stretch| stretch.is_multiple_of(2)) {
            return Distance::ZERO;
        }
        if rules.default_arm == DefaultArm::Constant {
            return rules.flag(false).to_true();
        }
        // All values lie in ranges, and the nearest value outside is wanted.
        let mut nearest = Distance::INFINITE;
        let mut start = 0;
        while start < ranges {
            // Ranges that touch form one run. The nearest unlisted values lie just below and just
            // above it, and of all values in the run only the least and the greatest can be nearest
            // to them. At the end of i128 there is no such value.
            let mut end = start;
            while end + 1 < ranges && arms.high[end].checked_add(1) == Some(arms.low[end + 1]) {
                end += 1;
            }
            let mut seen = (start..=end).filter_map(|range| self.seen(2 * range + 1));
            let down = arms.low[start].checked_sub(1).zip(seen.clone().next());
            let up = arms.high[end].checked_add(1).zip(seen.next_back());
            let down = down.map(|(unlisted, (least, _))| rules.eq(least, unlisted));
            let up = up.map(|(unlisted, (_, greatest))| rules.eq(greatest, unlisted));
            for decision in down.into_iter().chain(up) {
                nearest = nearest.min(decision.to_true());
            }
            start = end + 1;
        }
        nearest
    }

    /// Returns the least and the greatest value seen in a stretch, or `None` if there is none.
    #[inline]
    pub(super) fn seen(&self, stretch: usize) -> Option<(i128, i128)> {
        self.stretches.get(stretch).filter(|s| s.stamp == self.stamp).map(|s| (s.least, s.greatest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearing_survives_the_wrap_of_the_stamp() {
        let arms = Arms::new([[3..=3]]).unwrap();
        let mut seen = SeenValues::new(&arms);
        seen.see(&arms, 3);
        seen.stamp = u32::MAX;
        seen.see(&arms, 3);
        seen.clear();
        assert_eq!((seen.stamp, seen.distances(&arms, &Rules::DEFAULT)), (1, None));
        seen.see(&arms, 5);
        assert_eq!(seen.distances(&arms, &Rules::DEFAULT).unwrap().0[0].get(), 3.0);
    }
}
