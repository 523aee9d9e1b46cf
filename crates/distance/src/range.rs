//! Numbers within bounds.

use super::{Decision, Distance, OrderDistance, Rules};
use core::cmp::Ordering;
use core::ops::Bound::{self, Excluded, Included, Unbounded};
use core::ops::{RangeBounds, RangeInclusive};

/// Values that have neighbours in their type. They show whether there is a way out of a range.
///
/// The crate implements it for primitive numbers, `bool`, `char`, `Duration` and
/// [`Integer`](super::Integer). A type without a least and a greatest value does not need it: two
/// comparisons do as well, `ge(x, low) & le(x, high)`.
///
/// ```
/// use sbst_distance::Neighbours;
///
/// assert_eq!((7_u8.above(), 0_u8.below()), (Some(8), None));
/// assert_eq!(1.0_f64.above(), Some(1.0 + f64::EPSILON));
/// ```
#[diagnostic::on_unimplemented(
    message = "the values next to a `{Self}` are not known",
    note = "implement `Neighbours` (two methods), or write `rules.ge(x, low) & rules.le(x, high)`"
)]
pub trait Neighbours: OrderDistance + Clone {
    /// Returns the least value above this one, or `None` if it is the greatest. For NaN, it returns
    /// NaN.
    fn above(&self) -> Option<Self>;
    /// Returns the greatest value below this one, or `None` if it is the least. For NaN, it returns
    /// NaN.
    fn below(&self) -> Option<Self>;
}

impl Rules {
    /// Evaluates `range.contains(&value)` under these rules; see [`in_range()`].
    pub fn in_range<T: Neighbours>(&self, value: T, range: impl RangeBounds<T>) -> Decision {
        let (value, start, end) = (&value, range.start_bound(), range.end_bound());
        if is_empty(start, end) {
            return Decision::observed(false, Distance::INFINITE);
        }
        // An included bound that is the last value of its type cannot be left, so its other side is
        // infinitely far, not K.
        let included = |bound: Decision, is_last: bool| {
            if is_last && bound.holds() {
                Decision::observed(true, Distance::INFINITE)
            } else {
                bound
            }
        };
        let above = match start {
            Included(start) => Some(included(self.ge(value, start), start.below().is_none())),
            Excluded(start) => Some(self.gt(value, start)),
            Unbounded => None,
        };
        let below = match end {
            Included(end) => Some(included(self.le(value, end), end.above().is_none())),
            Excluded(end) => Some(self.lt(value, end)),
            Unbounded => None,
        };
        // The sum of both bounds: unless the value is NaN, at most one of them fails, so this is
        // the distance of the bound that fails. To leave the range, the nearer bound.
        super::all(above.into_iter().chain(below))
    }

    /// Returns the distance of `value` from `range`.
    ///
    /// It is 0 inside the range, and otherwise the distance of the bound that fails, `value >=
    /// start` or `value <= end`. A range of one value is a key: the distance is that of `==`. An
    /// empty range and NaN are infinitely far.
    ///
    /// ```
    /// use sbst_distance::Rules;
    ///
    /// assert_eq!(Rules::DEFAULT.to_range(i32::MIN, 0..=i32::MAX).get(), 2_147_483_649.0);
    /// assert_eq!(Rules::DEFAULT.to_range('q', '0'..='9').get(), 57.0);
    /// ```
    #[must_use]
    pub fn to_range<T: OrderDistance>(&self, value: T, range: RangeInclusive<T>) -> Distance {
        let (value, start, end) = (&value, range.start(), range.end());
        if start == end {
            self.eq(value, start).to_true()
        } else if start < end {
            self.ge(value, start).to_true().max(self.le(value, end).to_true())
        } else {
            Distance::INFINITE // a NaN bound ends here, too
        }
    }
}

/// Returns `true` if no value of the type lies between the bounds. A NaN bound beside another one
/// leaves nothing.
fn is_empty<T: Neighbours>(start: Bound<&T>, end: Bound<&T>) -> bool {
    match (start, end) {
        (Included(start), Included(end)) => start.partial_cmp(end).is_none_or(Ordering::is_gt),
        (Included(start), Excluded(end)) | (Excluded(start), Included(end)) => {
            start.partial_cmp(end).is_none_or(Ordering::is_ge)
        }
        (Excluded(start), Excluded(end)) => {
            start.above().and_then(|least| least.partial_cmp(end)).is_none_or(Ordering::is_ge)
        }
        (Excluded(start), Unbounded) => start.above().is_none(),
        (Unbounded, Excluded(end)) => end.below().is_none(),
        (Included(_) | Unbounded, Unbounded) | (Unbounded, Included(_)) => false,
    }
}

/// Evaluates `range.contains(&value)` under [`Rules::DEFAULT`].
///
/// The distance to true is the distance of the bound that fails. The distance to false is the
/// nearer way out that the type has: nothing lies below `0_u8`, for example. An empty range, a
/// range with a NaN bound, and a NaN value are infinitely far. If there is no way out (`..`,
/// `0_u8..=255`), the distance to false is infinite. Constant time.
///
/// [`Rules::in_range`] takes any other rules.
///
/// ```
/// use sbst_distance::in_range;
///
/// assert_eq!(in_range(200_u8, b'0'..=b'9').to_true().get(), 144.0); // gap 143, and K
/// assert_eq!(in_range(7, 5..100).to_false().get(), 3.0); // below 5
/// // above 200: nothing is below 0
/// assert_eq!(in_range(10_u8, 0..=200).to_false().get(), 191.0);
/// assert_eq!(in_range(-0.5, 0.0..).to_true().get(), 0.5);
/// assert!(in_range(3, 4..4).to_true().get().is_infinite());
/// ```
pub fn in_range<T: Neighbours>(value: T, range: impl RangeBounds<T>) -> Decision {
    Rules::DEFAULT.in_range(value, range)
}
