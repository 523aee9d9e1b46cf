//! The choices behind a branch distance, as values.

use super::{Distance, DistanceError};
use core::fmt;

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
///
/// # Distances of your own
///
/// | you say how far these are | with | also inside `Vec`, `Option`, tuples, structs, maps |
/// |---|---|---|
/// | two texts | [`with_texts`](Rules::with_texts), in the rules | yes |
/// | two values of your type | [`EqualityDistance`](super::EqualityDistance) and [`OrderDistance`](super::OrderDistance) of the type; they are given the rules | yes |
/// | two values of a type of another crate | [`By`](super::By), around the operand | where the operand is made of them |
///
/// No distance of your own changes an outcome, or puts both sides of a [`Decision`](super::Decision)
/// at 0: the side that the program took is at 0, the other side is at least [`f64::MIN_POSITIVE`]
/// away. A [`Distance`] cannot be NaN or negative.
///
/// ```
/// use sbst_distance::structure::fields;
/// use sbst_distance::{
///     By, Distance, EqualityDistance, OperandKind, OrderDistance, Rules, edit,
/// };
/// use std::net::Ipv4Addr;
///
/// /// Edits, and case does not count.
/// fn case_blind(a: &str, b: &str) -> Distance {
///     Distance::count(edit::of_str(&a.to_lowercase(), &b.to_lowercase()))
/// }
///
/// /// An amount in cents, compared in whole euros.
/// #[derive(PartialEq, PartialOrd)]
/// struct Money(i64);
///
/// impl EqualityDistance for Money {
///     const KIND: OperandKind = OperandKind::Real; // `==` does not add K
///     fn apart(&self, other: &Self, _: &Rules) -> Distance {
///         Distance::new(self.0.abs_diff(other.0) as f64 / 100.0).expect("not NaN")
///     }
/// }
/// impl OrderDistance for Money {}
///
/// /// A field is of a type that has no distance.
/// #[derive(PartialEq)]
/// struct Host(String, Ipv4Addr);
///
/// impl EqualityDistance for Host {
///     fn apart(&self, other: &Self, rules: &Rules) -> Distance {
///         let steps = |a: &Ipv4Addr, b: &Ipv4Addr| a.to_bits().abs_diff(b.to_bits());
///         let address = By(self.1, steps).apart(&By(other.1, steps), rules);
///         fields([self.0.apart(&other.0, rules), address])
///     }
/// }
///
/// const RULES: Rules = Rules::DEFAULT.with_texts("case-blind edits", case_blind);
/// assert_eq!(RULES.eq("flaw", "LAWN").to_true().get(), 2.0);
/// assert_eq!(RULES.lt(Money(450), Money(200)).to_true().get(), 2.5 + 1.0); // and K
///
/// let cart = |name: &str, cents| vec![(name.to_string(), Money(cents))];
/// let found = RULES.eq(&cart("Nut", 250), &cart("nat", 150));
/// assert_eq!(found.to_true().get(), 0.5); // one pair: x / (1 + x) of its distance,
/// // which is 1/2 for one edit and 1/2 for one euro
///
/// let host = |name: &str, last| Some(Host(name.into(), Ipv4Addr::new(10, 0, 0, last)));
/// assert_eq!(RULES.eq(host("Db", 1), host("db2", 2)).to_true().get(), 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::plain::valid_k"))]
    pub(super) k: f64,
    /// The user's distance of texts. It is code, and is not written.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "serde", serde(skip_deserializing))]
    pub(super) texts: Option<Texts>,
}

/// A distance of texts that the user wrote. Two of one name are equal: the compiler may give one
/// function two addresses, or two functions one.
#[derive(Clone, Copy)]
pub(super) struct Texts {
    pub(super) name: &'static str,
    distance: fn(&str, &str) -> Distance,
}

impl Texts {
    /// Returns the distance: 0 if and only if the texts are equal, whatever the function returns.
    pub(super) fn apart(self, a: &str, b: &str) -> Distance {
        const LEAST: Distance = Distance::of(f64::MIN_POSITIVE);
        if a == b { Distance::ZERO } else { (self.distance)(a, b).max(LEAST) }
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
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
            texts: None,
        }
    }

    /// Returns these rules with another K.
    ///
    /// # Errors
    ///
    /// [`DistanceError::K`] unless `k` is positive and finite.
    #[inline]
    pub const fn with_k(self, k: f64) -> Result<Self, DistanceError> {
        // NaN fails the guard, too.
        if k > 0.0 && k < f64::INFINITY { Ok(Self { k, ..self }) } else { Err(DistanceError::K(k)) }
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

    /// Returns these rules with a distance of texts of your own.
    ///
    /// It takes the place of the sum over the positions where two texts are compared by `==` or
    /// `!=`: alone, as elements, payloads and fields, and as members of a collection. The recorder
    /// of `sbst` and what its attribute measures use it with the rules that they are given. Order,
    /// `starts_with`, `ends_with`, `contains`, and equality regardless of case still compare
    /// characters, and `eq_by_edits` counts edits.
    ///
    /// The function is called for unequal texts only. It should not depend on which text comes
    /// first. A distance below [`f64::MIN_POSITIVE`], such as 0, is raised to it. An infinite
    /// distance says that nothing is known, and counts 1 inside a greater value.
    ///
    /// The name stands for the function: rules are equal if their names are, tables print it, and
    /// rules that have one are not written by `serde`: code cannot be read back. The error says so;
    /// write the rules without it, and add it to the rules that were read.
    ///
    /// ```
    /// use sbst_distance::{Distance, Rules};
    ///
    /// /// Steps between the keys of one row; another key is 10 away.
    /// fn keys(a: &str, b: &str) -> Distance {
    ///     let place = |key| "qwertyuiop".chars().position(|other| other == key);
    ///     let steps = a.chars().zip(b.chars()).map(|(a, b)| match (place(a), place(b)) {
    ///         (Some(a), Some(b)) => a.abs_diff(b),
    ///         _ => if a == b { 0 } else { 10 },
    ///     });
    ///     Distance::count(steps.sum::<usize>() + 10 * a.len().abs_diff(b.len()))
    /// }
    ///
    /// let rules = Rules::DEFAULT.with_texts("keys", keys);
    /// assert_eq!(rules.eq("quit", "quot").to_true().get(), 1.0);
    /// assert_eq!(rules.eq(Some("quit"), Some("quot")).to_true().get(), 0.5);
    /// assert_eq!(rules.eq("quit", "quit").to_false().get(), 1.0); // K
    /// assert_eq!(rules.to_string(), "tracey/korel, texts by keys");
    /// ```
    #[must_use]
    #[inline]
    pub const fn with_texts(
        self,
        name: &'static str,
        distance: fn(&str, &str) -> Distance,
    ) -> Self {
        Self { texts: Some(Texts { name, distance }), ..self }
    }

    /// Returns K if it is an integer below 2^53, else 0. Such a K is added to an integer gap before
    /// rounding.
    pub(super) fn whole_k(&self) -> u128 {
        // From 2^53 on, neighbouring integers are no longer all f64, so that K would not be exact.
        const LIMIT: f64 = (1_u64 << 53) as f64;
        let whole = self.k as u64;
        if self.k < LIMIT && whole as f64 == self.k { whole.into() } else { 0 }
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
