//! The type of all distances: a number of at least 0, never NaN.

use super::DistanceError;
use super::normalise::ratio;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::Sum;
use core::ops::Add;

/// Distance of an execution from an outcome: a number of at least 0, never NaN.
///
/// 0 means that the outcome was reached. [`INFINITE`](Self::INFINITE) means that nothing is known
/// about how far the execution was from it. There is no negative zero, so equality, order and hash
/// agree with the bits. The sum of finite distances is finite: it is at most
/// [`GREATEST`](Self::GREATEST). Only an infinite part makes a sum infinite.
///
/// ```
/// use sbst_distance::Distance;
///
/// let near = Distance::new(0.5)?;
/// assert!(Distance::ZERO < near && near < Distance::INFINITE);
/// assert_eq!((near + near).get(), 1.0);
/// assert!(Distance::new(-1.0).is_err() && Distance::new(f64::NAN).is_err());
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Distance(f64);

/// The greatest f64 below 1: the upper bound of a normalised finite distance.
pub(crate) const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

impl Distance {
    /// The distance 0 of an outcome that was reached.
    pub const ZERO: Self = Self(0.0);
    /// 2^-1074, the least positive distance. It is reserved for goals of which nothing known is
    /// wrong, but which are not covered.
    pub const SMALLEST: Self = Self(5e-324);
    /// The greatest finite distance, [`f64::MAX`]: the upper bound of sums of finite distances.
    pub const GREATEST: Self = Self(f64::MAX);
    /// The infinite distance of an outcome that was not reached, and of which nothing else is
    /// known.
    pub const INFINITE: Self = Self(f64::INFINITY);

    /// Creates a distance from a number of at least 0, infinity included. -0.0 becomes 0.0.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Negative`] if `value` is below 0, and [`DistanceError::NaN`] if it is NaN.
    ///
    /// ```
    /// use sbst_distance::{Distance, DistanceError};
    ///
    /// assert_eq!(Distance::new(2.5).map(Distance::get), Ok(2.5));
    /// assert!(Distance::new(-0.0).is_ok_and(|zero| zero.get().is_sign_positive()));
    /// assert_eq!(Distance::new(f64::NAN), Err(DistanceError::NaN));
    /// ```
    #[inline]
    pub const fn new(value: f64) -> Result<Self, DistanceError> {
        if value >= 0.0 {
            Ok(Self(value + 0.0)) // turns -0.0 into 0.0
        } else if value < 0.0 {
            Err(DistanceError::Negative(value))
        } else {
            Err(DistanceError::NaN)
        }
    }

    /// Creates a distance from a count, such as a number of edits, elements or bits. It is exact up
    /// to 2^53, and rounded beyond.
    ///
    /// ```
    /// use sbst_distance::{Distance, edit};
    ///
    /// assert_eq!(Distance::count(edit::of_str("kitten", "sitting")), Distance::from(3));
    /// ```
    #[must_use]
    #[inline]
    pub const fn count(n: usize) -> Self {
        Self(n as f64)
    }

    /// Creates a distance from a result of this crate's own arithmetic, which is never NaN or
    /// negative.
    #[inline]
    pub(crate) const fn of(value: f64) -> Self {
        debug_assert!(value >= 0.0);
        Self(value)
    }

    /// Returns `true` if the distance is 0 or infinite.
    pub(crate) fn is_extreme(self) -> bool {
        self == Self::ZERO || self == Self::INFINITE
    }

    /// Returns the distance as a number of at least 0, possibly infinite.
    ///
    /// ```
    /// use sbst_distance::{Distance, lt};
    ///
    /// assert_eq!(lt(12, 10).to_true().get(), 3.0); // gap 2, and K
    /// assert!(Distance::INFINITE.get().is_infinite());
    /// ```
    #[must_use]
    #[inline]
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Returns the normalised distance x / (1 + x): a number in [0, 1), or 1 for
    /// [`INFINITE`](Self::INFINITE).
    ///
    /// The result is 0 only for the distance 0. A greater distance never gives a smaller result,
    /// and a finite distance gives at most 1 - 2^-53. Plain arithmetic keeps neither promise: it
    /// rounds to 1 from about 10^16 on, and it falls by one unit in the last place wherever 1 + x
    /// is rounded up.
    ///
    /// ```
    /// use sbst_distance::Distance;
    ///
    /// assert_eq!(Distance::from(3).norm(), 0.75);
    /// assert!(Distance::GREATEST.norm() < 1.0);
    /// assert_eq!(Distance::INFINITE.norm(), 1.0);
    /// ```
    #[must_use]
    #[inline]
    pub fn norm(self) -> f64 {
        let x = self.0;
        // The cast saturates and truncates, so the comparison below fails for every x that is not a
        // whole number up to 255.
        let whole = x as u8;
        if f64::from(whole) == x {
            NORMS[usize::from(whole)]
        } else if x == f64::INFINITY {
            1.0
        } else {
            // The plain quotient x / (1 + x) would not be monotone; see the documentation of
            // `normalise`.
            ratio(x, 1.0)
        }
    }
}

/// Normalised values of the whole distances below 256. They are the most frequent distances, and a
/// division takes longer.
const NORMS: [f64; 256] = {
    let mut norms = [0.0; 256];
    let mut n = 1;
    while n < norms.len() {
        // One rounding of exact operands: the value that `ratio` returns, too.
        norms[n] = n as f64 / (n + 1) as f64;
        n += 1;
    }
    norms
};

impl From<u32> for Distance {
    #[inline]
    fn from(value: u32) -> Self {
        Self(f64::from(value))
    }
}

impl Eq for Distance {}

impl Hash for Distance {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Ord for Distance {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        // Without NaN, negative numbers and -0.0 the bits are in the order of the numbers.
        self.0.to_bits().cmp(&other.0.to_bits())
    }
}

// The derived `lt` and its kin go through `partial_cmp` and an `Option<Ordering>`: five times
// slower in a hot loop.
impl PartialOrd for Distance {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.0 < other.0
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.0 <= other.0
    }
    #[inline]
    fn gt(&self, other: &Self) -> bool {
        self.0 > other.0
    }
    #[inline]
    fn ge(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

/// Adds two distances. The sum is at most [`Distance::GREATEST`] unless a part is infinite.
impl Add for Distance {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        if sum == f64::INFINITY && self.0 < f64::INFINITY && other.0 < f64::INFINITY {
            Self::GREATEST
        } else {
            Self(sum)
        }
    }
}

impl Sum for Distance {
    #[inline]
    fn sum<I: Iterator<Item = Self>>(distances: I) -> Self {
        distances.fold(Self::ZERO, Self::add)
    }
}

/// Writes the number, or `inf` for an infinite distance. Very small and very great numbers are
/// written with an exponent.
impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.0 == 0.0 || self.0 == f64::INFINITY || (1e-5..1e16).contains(&self.0);
        if plain { fmt::Display::fmt(&self.0, f) } else { fmt::LowerExp::fmt(&self.0, f) }
    }
}
