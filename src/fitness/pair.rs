//! The value of one goal for one execution.

#[cfg(doc)]
use crate::distance::Normaliser;
use crate::distance::{Distance, Normalise, scalar};
use core::cmp::Ordering;

/// How far an execution is from a goal: first the approach level, then the branch distance there. Less is nearer; (0, 0) iff the
/// goal is covered.
///
/// An infinite distance means that nobody can tell how far the decision is: the function was never entered, or the operands could
/// not be compared. It is still nearer than any value of a higher level.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
///
/// let (near, far) = (Fitness::new(1, Distance::from(3)), Fitness::new(2, Distance::ZERO));
/// assert!(Fitness::COVERED < near && near < far && far < Fitness::NEVER);
/// assert_eq!(near.scalar(), 1.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fitness {
    /// How many decisions must still go right after the one where the execution went wrong. The goal's own decision counts.
    pub level: u32,
    /// How far the decision where the execution went wrong was from going right.
    pub distance: Distance,
}

impl Fitness {
    /// The goal is covered.
    pub const COVERED: Self = Self::new(0, Distance::ZERO);
    /// The worst value: of a goal that cannot be reached at all.
    pub const NEVER: Self = Self::new(u32::MAX, Distance::INFINITE);

    /// The pair.
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::fitness::Fitness;
    ///
    /// let fitness = Fitness::new(2, gt(3, 7).to_true());
    /// assert_eq!(fitness.to_string(), "(2, 5)"); // level 2, and 5 away there
    /// ```
    #[must_use]
    pub const fn new(level: u32, distance: Distance) -> Self {
        Self { level, distance }
    }

    /// Whether the goal is covered: (0, 0).
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::fitness::Fitness;
    ///
    /// assert!(Fitness::new(0, Distance::ZERO).is_covered());
    /// assert!(!Fitness::new(1, Distance::ZERO).is_covered()); // right so far, but one decision is to come
    /// ```
    #[must_use]
    pub fn is_covered(self) -> bool {
        self == Self::COVERED
    }

    /// One level further away; the highest level stays.
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::fitness::Fitness;
    ///
    /// // What lies behind a block that was not reached is one decision farther than the block.
    /// let block = Fitness::new(1, Distance::from(5));
    /// assert_eq!(block.one_level_up(), Fitness::new(2, Distance::from(5)));
    /// ```
    #[must_use]
    pub const fn one_level_up(self) -> Self {
        Self { level: self.level.saturating_add(1), ..self }
    }

    /// level + x / (1 + x) of the distance, for formulas that want one number: 0 iff covered.
    ///
    /// In the order of the pairs but for two ties: an infinite distance gives level + 1, as (level + 1, 0) does, which only the
    /// pair tells apart; and nearby distances collide where rounding makes them, from about 10^8 on. A finite distance stays below
    /// level + 1.
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

    /// Returns level + norm of the distance by any normaliser: 0 iff covered, never NaN.
    ///
    /// Whatever the normaliser does, a finite distance stays below level + 1, and an infinite one gives level + 1: see
    /// [`Normalise`]. Numbers are in the order of the pairs, with ties, if the normaliser keeps the order of distances. From where on
    /// distances tie, [`Normaliser::first_collision`] says.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normaliser};
    /// use sbst::fitness::Fitness;
    ///
    /// let far = Fitness::new(2, Distance::from(9));
    /// assert_eq!(far.scalar_by(Normaliser::rational(27.0)?), 2.25);
    /// assert!(far.scalar_by(Normaliser::EXPONENTIAL) < far.scalar());
    /// assert_eq!(far.scalar_by(|distance: Distance| distance.get() / 12.0), 2.75); // of your own
    /// # Ok::<(), sbst::distance::DistanceError>(())
    /// ```
    #[must_use]
    pub fn scalar_by(self, normaliser: impl Normalise) -> f64 {
        scalar(self.level, self.distance, &normaliser)
    }

    /// Level and bits of the distance: in the order of the pairs, compared without a branch.
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

// By hand for the same reason as those of `Distance`.
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

/// A distance without a level: level 0.
impl From<Distance> for Fitness {
    fn from(distance: Distance) -> Self {
        Self::new(0, distance)
    }
}

/// `(level, distance)`.
impl core::fmt::Display for Fitness {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(&alloc::format!("({}, {})", self.level, self.distance))
    }
}
