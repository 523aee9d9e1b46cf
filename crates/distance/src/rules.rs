//! The choices behind a branch distance, as values.

use super::DistanceError;

/// Formula that turns two operands into a distance.
///
/// The table gives the distance of a relation that does not hold, with gap = |a - b|:
///
/// | to reach | [`TRACEY`](Rules::TRACEY) | [`KOREL`](Rules::KOREL) | [`EVOSUITE`](Rules::EVOSUITE) |
/// |---|---|---|---|
/// | a = b | gap + K | gap | gap |
/// | a ≠ b | K | K | K |
/// | a < b, a > b | gap + K | gap + K | gap + K |
/// | a ≤ b, a ≥ b | gap + K | gap | gap + K |
///
/// The distance to make a relation fail is the distance to make its complement hold.
///
/// - [`DEFAULT`](Rules::DEFAULT) uses the column TRACEY for integers, chars and bools, and the
///   column KOREL for floats: gap + 1 would hide every float gap below 10^-16.
/// - NaN is infinitely far. So is an infinite operand from any other value. The gap of finite
///   floats is at most [`f64::MAX`].
/// - Two bools are equal or K apart. The order of bools counts them as 0 and 1. Chars are compared
///   by their scalar values.
/// - Gaps of integers are exact for up to 128 bits. If K is an integer below 2^53, gap + K is exact
///   too, and is rounded once. So the distance grows strictly with the gap as long as the sum is at
///   most 2^53.
///
/// Sources: TRACEY is as in Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean
/// Flags in Search-Based Testing" (2020), section 3.3. KOREL is after Korel, "Automated Software
/// Test Data Generation" (1990). EVOSUITE is as that tool computes.
///
/// ```
/// use sbst_distance::{FloatMetric, Published, Rules};
///
/// let rules = Rules::EVOSUITE.with_k(0.5)?.with_metric(FloatMetric::Ulps);
/// assert_eq!(rules.lt(7, 7).to_true().get(), 0.5);
/// // one representable value away
/// assert_eq!(rules.eq(1.0, 1.0 + f64::EPSILON).to_true().get(), 1.0);
///
/// let mixed = Rules::new(Published::Evosuite, Published::Tracey); // integers, floats
/// assert_eq!(mixed.eq(2, 5).to_true().get(), 3.0);
/// assert_eq!(mixed.eq(2.0, 5.0).to_true().get(), 4.0);
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::plain::RulesForm"))]
pub struct Rules {
    /// Rule for integers, chars, bools and durations.
    pub(super) integers: Published,
    /// Rule for floats.
    pub(super) floats: Published,
    /// Metric of the gap between two floats.
    pub(super) metric: FloatMetric,
    /// Rule for the default arm of a multi-way decision.
    pub(super) default_arm: DefaultArm,
    /// The constant K: positive and finite.
    pub(super) k: f64,
    /// K if it is an integer below 2^53, else 0. Such a K is added to an integer gap before
    /// rounding.
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    pub(super) whole_k: u64,
}

/// A published rule: a column of the table at [`Rules`].
///
/// ```
/// use sbst_distance::{Published, Rules};
///
/// let to_equal =
///     |published| Rules::new(published, published).eq(3, 7).to_true().get();
/// assert_eq!(
///     [Published::Tracey, Published::Korel, Published::Evosuite].map(to_equal),
///     [5.0, 4.0, 4.0]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Published {
    /// Every gap adds K.
    Tracey,
    /// Only strict relations add K.
    Korel,
    /// Every order relation adds K, and equality does not.
    Evosuite,
}

/// Metric of the gap between two finite floats.
///
/// ```
/// use sbst_distance::{FloatMetric, Rules};
///
/// let (a, b) = (1e9, 1e9_f64.next_up());
/// let distance = |metric| Rules::DEFAULT.with_metric(metric).eq(a, b).to_true().get();
/// assert!(distance(FloatMetric::Absolute) < 1e-6);
/// assert_eq!(distance(FloatMetric::Ulps), 1.0); // neighbours
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FloatMetric {
    /// The absolute difference |a - b| in f64. Operands of type f32 are widened first.
    #[default]
    Absolute,
    /// The number of steps from one representable value of the operands' own type to the next.
    /// Neighbours are 1 apart, and the two zeros are one value. It is equally steep at every
    /// magnitude, but x / (1 + x) of it is flat from about 10^8 steps on.
    Ulps,
}

/// Rule for the distance of the default arm of a multi-way decision that selected another arm.
///
/// ```
/// use sbst_distance::{Arms, DefaultArm, Rules, SeenValues};
///
/// let arms = Arms::new([[10..=19]])?;
/// let mut seen = SeenValues::new(&arms);
/// seen.see(&arms, 12); // not the default
/// let default = |arm| {
///     seen.distances(&arms, &Rules::DEFAULT.with_default_arm(arm))
///         .map(|(_, default)| default.get())
/// };
/// assert_eq!(default(DefaultArm::Constant), Some(1.0));
/// assert_eq!(default(DefaultArm::NearestUnlisted), Some(4.0)); // 9 is 3 below, and K
///
/// # Ok::<(), sbst_distance::ArmsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DefaultArm {
    /// K, whatever the value is.
    #[default]
    Constant,
    /// The distance to the nearest value that no arm lists, as `==` measures it. Infinite if every
    /// value is listed.
    NearestUnlisted,
}

impl Rules {
    /// The default rules: TRACEY for integers, chars and bools; KOREL for floats; K = 1; absolute
    /// gaps; a constant default arm.
    pub const DEFAULT: Self = Self::new(Published::Tracey, Published::Korel);
    /// The rule of Tracey for all operands, with K = 1.
    pub const TRACEY: Self = Self::new(Published::Tracey, Published::Tracey);
    /// The rule of Korel for all operands, with K = 1.
    pub const KOREL: Self = Self::new(Published::Korel, Published::Korel);
    /// The rule of EvoSuite for all operands, with K = 1.
    pub const EVOSUITE: Self = Self::new(Published::Evosuite, Published::Evosuite);

    /// Creates rules from a published rule for integers, chars and bools, and one for floats.
    ///
    /// K is 1, gaps of floats are absolute, and the distance of the default arm is constant.
    #[must_use]
    #[inline]
    pub const fn new(integers: Published, floats: Published) -> Self {
        Self {
            integers,
            floats,
            metric: FloatMetric::Absolute,
            default_arm: DefaultArm::Constant,
            k: 1.0,
            whole_k: 1,
        }
    }

    /// Returns these rules with another K.
    ///
    /// # Errors
    ///
    /// [`DistanceError::K`] unless `k` is positive and finite.
    #[inline]
    pub const fn with_k(self, k: f64) -> Result<Self, DistanceError> {
        // From 2^53 on, neighbouring integers are no longer all f64, so that K would not be exact.
        const LIMIT: f64 = (1_u64 << 53) as f64;
        if !(k > 0.0 && k < f64::INFINITY) {
            return Err(DistanceError::K(k)); // NaN fails the guard, too
        }
        let whole = k as u64;
        let whole_k = if k < LIMIT && whole as f64 == k { whole } else { 0 };
        Ok(Self { k, whole_k, ..self })
    }

    /// Returns these rules with another metric of floats.
    #[must_use]
    #[inline]
    pub const fn with_metric(self, metric: FloatMetric) -> Self {
        Self { metric, ..self }
    }

    /// Returns these rules with another rule for the default arm.
    ///
    /// ```
    /// use sbst_distance::{Arms, DefaultArm, Rules, SeenValues};
    ///
    /// let rules = Rules::DEFAULT.with_default_arm(DefaultArm::NearestUnlisted);
    /// let every_byte = Arms::new([[0..=127], [128..=255]])?;
    /// let mut seen = SeenValues::new(&every_byte);
    /// seen.see(&every_byte, 250);
    /// assert_eq!(
    ///     seen.distances(&every_byte, &rules).map(|(_, default)| default.get()),
    ///     Some(7.0)
    /// ); // up to 256
    ///
    /// # Ok::<(), sbst_distance::ArmsError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_default_arm(self, default_arm: DefaultArm) -> Self {
        Self { default_arm, ..self }
    }

    /// Returns K, positive and finite.
    #[must_use]
    #[inline]
    pub const fn k(&self) -> f64 {
        self.k
    }
}

impl Default for Rules {
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}
