//! Numbers within bounds.

use super::{Decision, Distance, Operand, Rules};
use core::ops::{Bound, RangeBounds};

impl Rules {
    /// `range.contains(&value)`? Under these rules; see [`in_range()`].
    pub fn in_range<T: Operand>(&self, value: T, range: impl RangeBounds<T>) -> Decision {
        let (start, end) = (range.start_bound().cloned(), range.end_bound().cloned());
        if is_empty(start, end) {
            return Decision::observed(false, Distance::INFINITE);
        }
        // A bound that is the last value of its type is no way out.
        let fixed = |bound: Decision| if bound.holds() { Decision::observed(true, Distance::INFINITE) } else { bound };
        let above = match start {
            Bound::Included(start) if start.below().is_none() => Some(fixed(self.ge(value, start))),
            Bound::Included(start) => Some(self.ge(value, start)),
            Bound::Excluded(start) => Some(self.gt(value, start)),
            Bound::Unbounded => None,
        };
        let below = match end {
            Bound::Included(end) if end.above().is_none() => Some(fixed(self.le(value, end))),
            Bound::Included(end) => Some(self.le(value, end)),
            Bound::Excluded(end) => Some(self.lt(value, end)),
            Bound::Unbounded => None,
        };
        super::all(above.into_iter().chain(below))
    }
}

/// Whether no value of the type lies between the bounds.
fn is_empty<T: Operand>(start: Bound<T>, end: Bound<T>) -> bool {
    let least = match start {
        Bound::Included(start) => Some(start),
        Bound::Excluded(start) => match start.above() {
            None => return true,
            least => least,
        },
        Bound::Unbounded => None,
    };
    let greatest = match end {
        Bound::Included(end) => Some(end),
        Bound::Excluded(end) => match end.below() {
            None => return true,
            greatest => greatest,
        },
        Bound::Unbounded => None,
    };
    // Written so that a NaN excludes everything.
    !least.zip(greatest).is_none_or(|(least, greatest)| least <= greatest)
}

/// `range.contains(&value)`? Under [`Rules::DEFAULT`]; [`Rules::in_range`] takes any other rules.
///
/// To come in: what the bound that fails needs; to get out: the nearer way that the type has (there is none below `0_u8`). An empty
/// range, one with a NaN bound, and NaN are infinitely far; what has no way out (`..`, `0_u8..=255`) can not get out. Constant
/// time.
///
/// ```
/// use sbst::distance::in_range;
///
/// assert_eq!(in_range(200_u8, b'0'..=b'9').to_true().get(), 144.0); // gap 143, and K
/// assert_eq!(in_range(7, 5..100).to_false().get(), 3.0); // below 5
/// assert_eq!(in_range(10_u8, 0..=200).to_false().get(), 191.0); // above 200: nothing is below 0
/// assert_eq!(in_range(-0.5, 0.0..).to_true().get(), 0.5);
/// assert!(in_range(3, 4..4).to_true().get().is_infinite());
/// ```
pub fn in_range<T: Operand>(value: T, range: impl RangeBounds<T>) -> Decision {
    Rules::DEFAULT.in_range(value, range)
}
