//! The pair (level, distance).

#[cfg(doc)]
use crate::distance::Normaliser;
use crate::distance::{Distance, Normalise};
use core::cmp::Ordering;

/// Distance from an execution to a goal: the approach level, then the branch distance at that
/// level. Less is nearer; (0, 0) iff the goal is covered.
///
/// An infinite distance means that the distance of the decision is unknown: the function was never
/// entered, or the operands could not be compared. It is still less than any value of a higher
/// level.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
///
/// let (near, far) =
///     (Fitness::new(1, Distance::from(3)), Fitness::new(2, Distance::ZERO));
/// assert!(Fitness::COVERED < near && near < far && far < Fitness::NEVER);
/// assert_eq!(near.scalar(), 1.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fitness {
    /// Approach level: the number of decisions that must still take the required outcome after the
    /// decision at which the execution took a wrong turn. It is 0 if the wrong turn was at the last
    /// decision before the goal; the decision of a branch goal counts as one of them.
    pub level: u32,
    /// Branch distance at the wrong turn, or 0 if there was none so far.
    pub distance: Distance,
}

impl Fitness {
    /// The value of a covered goal, (0, 0).
    pub const COVERED: Self = Self::new(0, Distance::ZERO);
    /// The greatest value, of a goal that cannot be reached at all.
    pub const NEVER: Self = Self::new(u32::MAX, Distance::INFINITE);

    /// Creates the pair.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::fitness::Fitness;
    ///
    /// let fitness = Fitness::new(2, gt(3, 7).to_true());
    /// assert_eq!(fitness.to_string(), "(2, 5)"); // two decisions after one that is 5 away
    /// ```
    #[must_use]
    pub const fn new(level: u32, distance: Distance) -> Self {
        Self { level, distance }
    }

    /// Returns `true` if the goal is covered, so the pair is (0, 0).
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::fitness::Fitness;
    ///
    /// assert!(Fitness::new(0, Distance::ZERO).is_covered());
    /// // one more decision must take the required outcome
    /// assert!(!Fitness::new(1, Distance::ZERO).is_covered());
    /// ```
    #[must_use]
    pub fn is_covered(self) -> bool {
        self == Self::COVERED
    }

    /// Returns the value one level higher; the highest level stays.
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::fitness::Fitness;
    ///
    /// // A branch out of a block that was not reached is one decision farther.
    /// let block = Fitness::new(1, Distance::from(5));
    /// assert_eq!(block.one_level_up(), Fitness::new(2, Distance::from(5)));
    /// ```
    #[must_use]
    pub const fn one_level_up(self) -> Self {
        Self { level: self.level.saturating_add(1), ..self }
    }

    /// Returns level + x / (1 + x) for distance x, for formulas that need one number. It is 0 iff
    /// the goal is covered.
    ///
    /// The numbers have the order of the pairs, except for two kinds of ties. An infinite distance
    /// gives level + 1, as the pair (level + 1, 0) does. Nearby distances collide by rounding, from
    /// about 10^8 on. A finite distance stays below level + 1.
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::fitness::Fitness;
    ///
    /// assert_eq!(Fitness::new(2, Distance::from(3)).scalar(), 2.75); // 2 + 3 / (1 + 3)
    /// assert_eq!(Fitness::COVERED.scalar(), 0.0);
    /// ```
    #[must_use]
    pub fn scalar(self) -> f64 {
        self.scalar_by(Distance::norm)
    }

    /// Returns level + norm(distance) for any normaliser. It is 0 iff the goal is covered, and
    /// never NaN.
    ///
    /// For every normaliser, a finite distance stays below level + 1, and an infinite distance
    /// gives level + 1: see [`Normalise`]. If the normaliser keeps the order of distances, the
    /// numbers have the order of the pairs, with ties. [`Normaliser::first_collision`] returns the
    /// first distance that ties.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normaliser};
    /// use sbst::fitness::Fitness;
    ///
    /// let far = Fitness::new(2, Distance::from(9));
    /// assert_eq!(far.scalar_by(Normaliser::rational(27.0)?), 2.25);
    /// assert!(far.scalar_by(Normaliser::EXPONENTIAL) < far.scalar());
    /// // your own normaliser
    /// assert_eq!(far.scalar_by(|distance: Distance| distance.get() / 12.0), 2.75);
    /// # Ok::<(), sbst::distance::DistanceError>(())
    /// ```
    #[must_use]
    pub fn scalar_by(self, normaliser: impl Normalise) -> f64 {
        let level = f64::from(self.level);
        let scalar = level + self.distance.norm_by(normaliser);
        if self.distance == Distance::INFINITE {
            return scalar;
        }
        // At level 1, for example, 1 + (1 - 2^-53) rounds to 2, which would look like the next
        // level. The sum is cut again.
        scalar.min((level + 1.0).next_down())
    }

    /// Returns level and bits of the distance as one integer, in the order of the pairs, which
    /// compares without a jump.
    #[inline]
    fn key(self) -> u128 {
        u128::from(self.level) << 64 | u128::from(self.distance.get().to_bits())
    }
}

impl Ord for Fitness {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

// Written by hand for the same reason as the comparisons of `Distance`.
impl PartialOrd for Fitness {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.key() < other.key()
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.key() <= other.key()
    }
    #[inline]
    fn gt(&self, other: &Self) -> bool {
        self.key() > other.key()
    }
    #[inline]
    fn ge(&self, other: &Self) -> bool {
        self.key() >= other.key()
    }
}

/// Converts a distance to a pair of level 0.
impl From<Distance> for Fitness {
    fn from(distance: Distance) -> Self {
        Self::new(0, distance)
    }
}

/// Writes `(level, distance)`.
impl core::fmt::Display for Fitness {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(&alloc::format!("({}, {})", self.level, self.distance))
    }
}
