//! The value of a goal as one number.

use crate::distance::Distance;
use crate::fitness::Fitness;
use crate::fitness::crash::WeightedSum;

#[cfg(doc)]
use super::Needs;

/// The formula that makes one number of a [`Fitness`]: 0 iff the goal is covered, else greater than 0.
///
/// Sums over suites and formulas that print one number per goal use it. Each goal names its formula in its
/// [`Needs`]; without [`Needs::with_scalar`] it is [`LEVELS`](Self::LEVELS).
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::objective::Scalar;
///
/// let fitness = Fitness::new(2, 3.into()); // two levels away, and a distance of 3
/// assert_eq!(Scalar::LEVELS.of(fitness), 2.75);
/// assert_eq!(Scalar::WITHOUT_LEVELS.of(fitness), 1.0);
/// assert_eq!(Scalar::at_most(2.5).of(fitness), 2.5);
/// assert_eq!(Scalar::distance(100.0).of(Fitness::new(0, 3.into())), 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar(Form);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    AtMost(Distance),
    Distance(Distance),
    Flat,
    Infection,
    CrashLine,
    WeightedSum,
}

impl Scalar {
    /// The level + x / (1 + x) of the distance: [`Fitness::scalar`].
    pub const LEVELS: Self = Self(Form::AtMost(Distance::INFINITE));

    /// [`LEVELS`](Self::LEVELS), at most 1: for goals whose values have no level. 1 stands for [`Fitness::NEVER`], too.
    pub const WITHOUT_LEVELS: Self = Self(Form::AtMost(Distance::of(1.0)));

    /// [`LEVELS`](Self::LEVELS), at most 2: the range of Eq. 12 of Zhou et al. 2024.
    pub const AUGMENTED: Self = Self(Form::AtMost(Distance::of(2.0)));

    /// 0 if covered, else 1 + x / (1 + x) of [`LEVELS`](Self::LEVELS), in [1, 2): for statements and lines in their flat form.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::Scalar;
    ///
    /// assert_eq!(Scalar::FLAT.of(Fitness::COVERED), 0.0);
    /// assert!((1.0..2.0).contains(&Scalar::FLAT.of(Fitness::NEVER)));
    /// ```
    pub const FLAT: Self = Self(Form::Flat);

    /// [`LEVELS`](Self::LEVELS), and above 1 for a value with a level.
    pub(super) const INFECTION: Self = Self(Form::Infection);

    /// d_l of [`WeightedSum`].
    pub(super) const CRASH_LINE: Self = Self(Form::CrashLine);

    /// [`WeightedSum::value`].
    pub(super) const WEIGHTED_SUM: Self = Self(Form::WeightedSum);

    /// Creates [`LEVELS`](Self::LEVELS) with an upper bound.
    ///
    /// A bound that is NaN, 0 or negative is no bound: the number has to be greater than 0 where the goal is not covered.
    #[must_use]
    pub fn at_most(most: f64) -> Self {
        Self(Form::AtMost(bound(most)))
    }

    /// Creates the distance itself as the number, with an upper bound; a value with a level has the bound.
    ///
    /// For goals that measure one number, as a published formula does. A bound that is NaN, 0 or negative is no bound: then the number
    /// may be infinite.
    #[must_use]
    pub fn distance(most: f64) -> Self {
        Self(Form::Distance(bound(most)))
    }

    /// Returns the number of a value: 0 iff it is covered, never NaN. Infinite only if the formula is [`distance`](Self::distance)
    /// without a bound.
    #[must_use]
    pub fn of(self, fitness: Fitness) -> f64 {
        match self.0 {
            Form::AtMost(most) => fitness.scalar().min(most.get()),
            Form::Distance(most) if fitness.level > 0 => most.get(),
            Form::Distance(most) => fitness.distance.get().min(most.get()),
            Form::Flat if fitness.is_covered() => 0.0,
            Form::Flat => (1.0 + Distance::of(fitness.scalar()).norm()).min(2.0_f64.next_down()),
            // Reached, and not evaluated: 1 would be as near as an infinite infection distance.
            Form::Infection if fitness.level > 0 => fitness.scalar().max(1.0_f64.next_up()),
            Form::Infection => fitness.scalar(),
            Form::CrashLine => WeightedSum::new(fitness, None).line_distance(),
            Form::WeightedSum => WeightedSum::from(fitness).value(),
        }
    }
}

/// Written so that NaN fails.
fn bound(most: f64) -> Distance {
    if most > 0.0 { Distance::of(most) } else { Distance::INFINITE }
}

impl Default for Scalar {
    fn default() -> Self {
        Self::LEVELS
    }
}
