//! Formulas that turn the value of a goal into one number.

use crate::distance::{Distance, Normalise};
use crate::fitness::Fitness;
use crate::fitness::crash::WeightedSum;
use crate::formula::{Normalisation, Shared, computed};

#[cfg(doc)]
use super::Needs;

/// Formula that turns a [`Fitness`] into one number: 0 iff the goal is covered, else greater
/// than 0.
///
/// Sums over suites, and formulas that print one number per goal, use it. The [`Needs`] of a goal
/// name its formula; it is [`LEVELS`](Self::LEVELS) unless [`Needs::with_scalar`] sets another one.
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
    /// Normalisation of the distance, in the forms based on [`LEVELS`](Self::LEVELS); x / (1 + x)
    /// if there is none. It is behind a pointer because every goal has a scalar.
    normaliser: Option<Shared<Normalisation>>,
}

/// Formulas of a scalar; the numbers are upper bounds.
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
    /// Creates a scalar with the default normalisation.
    const fn new(form: Form) -> Self {
        Self { form, normaliser: None }
    }

    /// Approach level + x / (1 + x) of the distance: [`Fitness::scalar`].
    pub const LEVELS: Self = Self::new(Form::AtMost(Distance::INFINITE));

    /// [`LEVELS`](Self::LEVELS), at most 1: for goals whose values have no level.
    pub(super) const WITHOUT_LEVELS: Self = Self::new(Form::AtMost(Distance::count(1)));

    /// [`LEVELS`](Self::LEVELS), at most 2: the range of Eq. 12 of Zhou et al. 2024.
    pub(super) const AUGMENTED: Self = Self::new(Form::AtMost(Distance::count(2)));

    /// Flat form of statements and lines: 0 if covered, else 1 + x / (1 + x) of
    /// [`LEVELS`](Self::LEVELS), in [1, 2).
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::Scalar;
    ///
    /// assert_eq!(Scalar::FLAT.of(Fitness::COVERED), 0.0);
    /// assert!((1.0..2.0).contains(&Scalar::FLAT.of(Fitness::NEVER)));
    /// ```
    pub const FLAT: Self = Self::new(Form::Flat);

    /// [`LEVELS`](Self::LEVELS), where a value with a level is greater than 1.
    pub(super) const INFECTION: Self = Self::new(Form::Infection);

    /// Line distance d_l of [`WeightedSum`].
    pub(super) const CRASH_LINE: Self = Self::new(Form::CrashLine);

    /// Number of a weighted sum: [`WeightedSum::value`].
    pub(super) const WEIGHTED_SUM: Self = Self::new(Form::WeightedSum);

    /// Creates the formula [`LEVELS`](Self::LEVELS) with an upper bound.
    ///
    /// A bound that is NaN, 0 or negative is ignored, because the number must be greater than 0 for
    /// a goal that is not covered.
    #[must_use]
    pub fn at_most(most: f64) -> Self {
        Self::new(Form::AtMost(bound(most)))
    }

    /// Creates the formula that returns the distance itself, with an upper bound. For a value with
    /// a level it returns the bound.
    ///
    /// Use it for goals that measure one number, such as a published formula. A bound that is NaN,
    /// 0 or negative is ignored; then the number may be infinite.
    #[must_use]
    pub fn distance(most: f64) -> Self {
        Self::new(Form::Distance(bound(most)))
    }

    /// Sets the formula that normalises the distance. The default is x / (1 + x).
    ///
    /// For every formula the number is 0 iff the goal is covered: see [`Normalise`]. The numbers of
    /// crash parts, which have a normalisation of their own, and of [`distance`](Self::distance),
    /// which has none, do not change. Two scalars with different closures are not equal.
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
        Self {
            normaliser: (normaliser != Normalisation::default()).then(|| Shared::new(normaliser)),
            ..self
        }
    }

    /// Returns the number of a value: 0 iff the goal is covered, never NaN. It is infinite only for
    /// the formula [`distance`](Self::distance) without a bound.
    #[must_use]
    pub fn of(&self, fitness: Fitness) -> f64 {
        let levels = || match &self.normaliser {
            None => fitness.scalar(),
            Some(normaliser) => {
                fitness.scalar_by(|distance: Distance| normaliser.normalise(distance))
            }
        };
        match self.form {
            Form::AtMost(most) => levels().min(most.get()),
            Form::Distance(most) if fitness.level > 0 => most.get(),
            Form::Distance(most) => fitness.distance.get().min(most.get()),
            Form::Flat if fitness.is_covered() => 0.0,
            Form::Flat => (1.0 + computed(levels()).norm()).min(2.0_f64.next_down()),
            // A mutant that was reached but not evaluated: its number of levels can be exactly 1,
            // the number of an infinite infection distance, which is nearer.
            Form::Infection if fitness.level > 0 => levels().max(1.0_f64.next_up()),
            Form::Infection => levels(),
            Form::CrashLine => WeightedSum::new(fitness, None).line_distance(),
            Form::WeightedSum => WeightedSum::from(fitness).value(),
        }
    }
}

/// Returns the bound, or infinity if it is not greater than 0. The comparison is written so that
/// NaN fails it.
fn bound(most: f64) -> Distance {
    if most > 0.0 { computed(most) } else { Distance::INFINITE }
}

impl Default for Scalar {
    fn default() -> Self {
        Self::LEVELS
    }
}
