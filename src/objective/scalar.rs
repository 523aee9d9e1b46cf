//! The value of a goal as one number.

use crate::distance::{Distance, Normalisation, Normalise, Shared, scalar};
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
/// assert_eq!(Scalar::at_most(1.0).of(fitness), 1.0);
/// assert_eq!(Scalar::at_most(2.5).of(fitness), 2.5);
/// assert_eq!(Scalar::distance(100.0).of(Fitness::new(0, 3.into())), 3.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    form: Form,
    /// Of the distance, in the forms that go by [`LEVELS`](Self::LEVELS); x / (1 + x) if there is none. There is a scalar for each goal,
    /// hence the pointer.
    normaliser: Option<Shared<Normalisation>>,
}

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
    const fn new(form: Form) -> Self {
        Self { form, normaliser: None }
    }

    /// The level + x / (1 + x) of the distance: [`Fitness::scalar`].
    pub const LEVELS: Self = Self::new(Form::AtMost(Distance::INFINITE));

    /// At most 1: for goals whose values have no level.
    pub(super) const WITHOUT_LEVELS: Self = Self::new(Form::AtMost(Distance::of(1.0)));

    /// At most 2: the range of Eq. 12 of Zhou et al. 2024.
    pub(super) const AUGMENTED: Self = Self::new(Form::AtMost(Distance::of(2.0)));

    /// 0 if covered, else 1 + x / (1 + x) of [`LEVELS`](Self::LEVELS), in [1, 2): for statements and lines in their flat form.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::Scalar;
    ///
    /// assert_eq!(Scalar::FLAT.of(Fitness::COVERED), 0.0);
    /// assert!((1.0..2.0).contains(&Scalar::FLAT.of(Fitness::NEVER)));
    /// ```
    pub const FLAT: Self = Self::new(Form::Flat);

    /// [`LEVELS`](Self::LEVELS), and above 1 for a value with a level.
    pub(super) const INFECTION: Self = Self::new(Form::Infection);

    /// d_l of [`WeightedSum`].
    pub(super) const CRASH_LINE: Self = Self::new(Form::CrashLine);

    /// [`WeightedSum::value`].
    pub(super) const WEIGHTED_SUM: Self = Self::new(Form::WeightedSum);

    /// Creates [`LEVELS`](Self::LEVELS) with an upper bound.
    ///
    /// A bound that is NaN, 0 or negative is no bound: the number has to be greater than 0 where the goal is not covered.
    #[must_use]
    pub fn at_most(most: f64) -> Self {
        Self::new(Form::AtMost(bound(most)))
    }

    /// Creates the distance itself as the number, with an upper bound; a value with a level has the bound.
    ///
    /// For goals that measure one number, as a published formula does. A bound that is NaN, 0 or negative is no bound: then the number
    /// may be infinite.
    #[must_use]
    pub fn distance(most: f64) -> Self {
        Self::new(Form::Distance(bound(most)))
    }

    /// Sets the formula that normalises the distance; x / (1 + x) unless it is set.
    ///
    /// Whatever the formula does, the number is 0 iff the goal is covered: see [`Normalise`]. The numbers of crash parts, which come with a
    /// normalisation of their own, and of [`distance`](Self::distance), which has none, stay as they are. Two scalars that differ in the
    /// closure are not equal.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normaliser};
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::Scalar;
    ///
    /// let fitness = Fitness::new(2, 3.into());
    /// let tenths = Scalar::LEVELS.with_normaliser(|d: Distance| d.get() / 10.0);
    /// assert_eq!(tenths.of(fitness), 2.3);
    /// let flatter = Scalar::at_most(2.5).with_normaliser(Normaliser::rational(9.0)?);
    /// assert_eq!(flatter.of(fitness), 2.25);
    /// # Ok::<(), sbst::distance::DistanceError>(())
    /// ```
    #[must_use]
    pub fn with_normaliser(self, normaliser: impl Normalise + Send + Sync + 'static) -> Self {
        let normaliser = Normalisation::of(normaliser);
        Self { normaliser: (normaliser != Normalisation::default()).then(|| Shared::new(normaliser)), ..self }
    }

    /// Returns the number of a value: 0 iff it is covered, never NaN. Infinite only if the formula is [`distance`](Self::distance)
    /// without a bound.
    #[must_use]
    pub fn of(&self, fitness: Fitness) -> f64 {
        let levels = || match &self.normaliser {
            None => fitness.scalar(),
            Some(normaliser) => scalar(fitness.level, fitness.distance, &**normaliser),
        };
        match self.form {
            Form::AtMost(most) => levels().min(most.get()),
            Form::Distance(most) if fitness.level > 0 => most.get(),
            Form::Distance(most) => fitness.distance.get().min(most.get()),
            Form::Flat if fitness.is_covered() => 0.0,
            Form::Flat => (1.0 + Distance::of(levels()).norm()).min(2.0_f64.next_down()),
            // Reached, and not evaluated: 1 would be as near as an infinite infection distance.
            Form::Infection if fitness.level > 0 => levels().max(1.0_f64.next_up()),
            Form::Infection => levels(),
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
