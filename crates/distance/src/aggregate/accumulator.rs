//! Accumulators of distances: of constant size, filled one distance at a time, and merged in any
//! order.
//!
//! An [`Accumulator`] keeps the number of distances, the least, the greatest, and one or two sums.
//! The terms of the sums are relative to a scale, the least or the greatest distance. So nothing
//! overflows or vanishes, however different the distances are.
//!
//! - Mean: the sum of the distances, and the sum of the distances times 2^-64, in case the first
//!   one overflows.
//! - Harmonic mean: T = Σ m / d, with the least distance m as the scale. The mean is k m / T. When
//!   m falls to m', T becomes T m' / m.
//! - Power mean: the scale s is the greatest distance for p > 0, and the least one for p < 0. With
//!   r = ln(d / s), p r is at most 0. The sums are E = Σ (e^(p r) - 1) and T = Σ e^(p r). The mean
//!   is s (1 + E / k)^(1 / p) = s (T / k)^(1 / p). It is computed from E if it is near s, because T
//!   would lose its difference from k there, and from T otherwise. When s becomes s' and c = ln(s /
//!   s'), E becomes e^(p c) E + k (e^(p c) - 1), and T becomes e^(p c) T. An exponent nearer to 0
//!   than 10^-25 counts as 10^-25, which gives the geometric mean as accurately as p = 0 does.
//! - Geometric mean: the scale s is the greatest distance, and L = Σ r. The mean is s e^(L / k).
//!   When s becomes s', L becomes L + k c.
//!
//! To merge two accumulators, both are brought to one scale, and the sums are added. Merging is
//! commutative, bit by bit, and associative up to rounding.
//!
//! Logarithms and exponentials come from `libm`, which gives the same bits on every platform.

use super::aggregation::{Aggregate, Aggregation};
use crate::{Distance, DistanceError};

/// An aggregation in progress, in 56 bytes.
///
/// It takes distances one at a time with [`push`](Self::push) or `extend`, and never allocates.
/// Accumulators of the same aggregation can be merged, in any order.
///
/// ```
/// use sbst_distance::{Aggregation, Distance};
///
/// let mut all = Aggregation::Harmonic.accumulator();
/// all.extend([1, 2].map(Distance::from));
/// let mut others = Aggregation::Harmonic.accumulator();
/// others.push(Distance::from(2));
/// all.merge(&others)?;
/// assert_eq!(all.count(), 3);
/// assert_eq!(all.get(), Some(Distance::new(1.5)?));
/// assert!(all.merge(&Aggregation::Mean.accumulator()).is_err());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Accumulator {
    /// The aggregation, in its canonical form.
    aggregation: Aggregation,
    /// The number of distances. It saturates.
    count: u64,
    /// The least distance, infinite if there is none.
    pub(crate) least: Distance,
    /// The greatest distance, 0 if there is none.
    pub(crate) greatest: Distance,
    /// The sums. Their meaning depends on the aggregation; see the module.
    pub(crate) terms: [f64; 2],
}

/// The formula to compute, with an exponent that is safe to compute with.
#[derive(Clone, Copy)]
enum Formula {
    Least,
    Greatest,
    Sum,
    Mean,
    Harmonic,
    Geometric,
    Power(f64),
}

/// 2^64, more than any number of distances.
const GROW: f64 = (1_u128 << 64) as f64;
/// The factor of the second sum of the mean: the sum of 2^64 distances of at most `f64::MAX` times
/// this stays finite.
const SHRINK: f64 = 1.0 / GROW;

impl Aggregation {
    /// Returns the aggregate of these distances, or `None` if there are none. Linear, no
    /// allocation.
    pub fn of(self, distances: impl IntoIterator<Item = Distance>) -> Option<Distance> {
        let mut all = Accumulator::new(self);
        all.extend(distances);
        all.get()
    }

    /// Creates an accumulator without any distances.
    #[must_use]
    #[inline]
    pub const fn accumulator(self) -> Accumulator {
        Accumulator::new(self)
    }
}

impl Aggregate for Aggregation {
    fn aggregate(&self, distances: &[Distance]) -> Distance {
        self.of(distances.iter().copied()).unwrap_or(Distance::INFINITE)
    }
}

impl Accumulator {
    /// Creates an accumulator without any distances.
    const fn new(aggregation: Aggregation) -> Self {
        Self {
            aggregation: aggregation.canonical(),
            count: 0,
            least: Distance::INFINITE,
            greatest: Distance::ZERO,
            terms: [0.0; 2],
        }
    }

    /// Returns the aggregation that the accumulator computes. A power mean with the exponent -∞, -1
    /// or 1 is returned as `Min`, `Harmonic` or `Mean`.
    #[must_use]
    #[inline]
    pub const fn aggregation(&self) -> Aggregation {
        self.aggregation
    }

    /// Returns the number of distances that were added, also by merging. It saturates.
    #[must_use]
    #[inline]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Adds one distance.
    #[inline]
    pub fn push(&mut self, distance: Distance) {
        let x = distance.get();
        match self.aggregation {
            Aggregation::Min => {}
            Aggregation::Sum => self.terms[0] += x,
            Aggregation::Mean => {
                self.terms[0] += x;
                self.terms[1] += x * SHRINK;
            }
            // The scale does not move: a division, without the detour over an accumulator of one
            // distance.
            Aggregation::Harmonic if distance > self.least => {
                self.terms[1] += self.least.get() / x;
            }
            Aggregation::Harmonic | Aggregation::PowerMean(_) => {
                return self.add(&self.of_one(distance));
            }
        }
        self.count = self.count.saturating_add(1);
        self.least = self.least.min(distance);
        self.greatest = self.greatest.max(distance);
    }

    /// Adds all distances that `other` has seen.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Different`] if the two compute different aggregations. Nothing has changed
    /// then.
    pub fn merge(&mut self, other: &Self) -> Result<(), DistanceError> {
        if self.aggregation != other.aggregation {
            return Err(DistanceError::Different {
                left: self.aggregation,
                right: other.aggregation,
            });
        }
        self.add(other);
        Ok(())
    }

    /// Returns the aggregate of all distances, or `None` if there are none.
    #[must_use]
    #[inline]
    pub fn get(&self) -> Option<Distance> {
        (self.count > 0).then(|| self.value())
    }

    /// Creates an accumulator from parts that were read, or returns `None` if no distances can have
    /// made them.
    ///
    /// An accumulator that passes the checks never gives NaN, now and after merging.
    #[cfg(feature = "serde")]
    pub(crate) fn of_parts(
        aggregation: Aggregation,
        count: u64,
        (least, greatest): (Distance, Distance),
        terms: [f64; 2],
    ) -> Option<Self> {
        let empty = Self::new(aggregation);
        if count == 0 {
            let as_empty = (least, greatest, terms) == (empty.least, empty.greatest, empty.terms);
            return as_empty.then_some(empty);
        }
        // Each distance adds at most 1 to these sums, and rounding adds less than that. A saturated
        // count does not tell how many distances there were, so it gives no limit.
        let limit = if count == u64::MAX { f64::MAX } else { 2.0 * count as f64 };
        let (firsts, seconds) = match empty.formula() {
            Formula::Least | Formula::Greatest => (0.0..=0.0, 0.0..=0.0),
            // The sum is at least its greatest term, and rounding keeps that.
            Formula::Sum => (greatest.get()..=f64::INFINITY, 0.0..=0.0),
            Formula::Mean => {
                (greatest.get()..=f64::INFINITY, greatest.get() * SHRINK..=f64::INFINITY)
            }
            Formula::Harmonic => (0.0..=0.0, 0.0..=limit),
            Formula::Geometric => (f64::NEG_INFINITY..=0.0, 0.0..=0.0),
            Formula::Power(_) => (-limit..=0.0, 0.0..=limit),
        };
        // Written as ranges, so that NaN fails.
        let sound = least <= greatest
            && (count > 1 || least == greatest)
            && firsts.contains(&terms[0])
            && seconds.contains(&terms[1]);
        sound.then_some(Self { count, least, greatest, terms, ..empty })
    }

    /// Returns the formula of the aggregation.
    fn formula(&self) -> Formula {
        /// A smaller exponent changes no result, and its products with logarithms would lose bits
        /// near 2^-1074.
        const LEAST_EXPONENT: f64 = 1e-25;
        match self.aggregation {
            Aggregation::Min => Formula::Least,
            Aggregation::Sum => Formula::Sum,
            Aggregation::Mean => Formula::Mean,
            Aggregation::Harmonic => Formula::Harmonic,
            Aggregation::PowerMean(power) => match power.get() {
                0.0 => Formula::Geometric,
                f64::INFINITY => Formula::Greatest,
                p => Formula::Power(p.signum() * p.abs().max(LEAST_EXPONENT)),
            },
        }
    }

    /// Returns an accumulator of one distance.
    fn of_one(&self, distance: Distance) -> Self {
        let second = match self.formula() {
            Formula::Harmonic | Formula::Power(_) => 1.0,
            _ => 0.0,
        };
        Self { count: 1, least: distance, greatest: distance, terms: [0.0, second], ..*self }
    }

    /// Returns the number that the terms are relative to, if the aggregation has a scale. Without
    /// distances it is infinite or 0.
    fn scale(&self) -> f64 {
        match self.formula() {
            Formula::Geometric => self.greatest.get(),
            Formula::Power(p) if p > 0.0 => self.greatest.get(),
            _ => self.least.get(),
        }
    }

    /// Adds the distances of an accumulator of the same aggregation.
    fn add(&mut self, other: &Self) {
        let mut sum = Self {
            count: self.count.saturating_add(other.count),
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
            ..*self
        };
        // Only sums that are relative to one scale may be added.
        let ([first, second], theirs) = (self.terms_at(sum.scale()), other.terms_at(sum.scale()));
        sum.terms = [first + theirs[0], second + theirs[1]];
        *self = sum;
    }

    /// Returns the sums relative to another scale.
    fn terms_at(&self, scale: f64) -> [f64; 2] {
        // An empty accumulator has an infinite scale or the scale 0: there is nothing to convert,
        // and nothing to divide by. The scale of a filled one may be infinite or 0, too, but then
        // `least` and `greatest` alone decide the value.
        if self.count == 0 || self.scale() == scale {
            return self.terms;
        }
        let (count, [first, second]) = (self.count as f64, self.terms);
        match self.formula() {
            // T becomes T m' / m.
            Formula::Harmonic => [first, second * (scale / self.scale())],
            // L becomes L + k c.
            Formula::Geometric => [first + count * logarithm_of_ratio(self.scale(), scale), second],
            Formula::Power(p) => {
                // E becomes e^(p c) E + k (e^(p c) - 1), and T becomes e^(p c) T.
                let (less_one, factor) = power(p * logarithm_of_ratio(self.scale(), scale));
                [factor * first + count * less_one, factor * second]
            }
            _ => self.terms,
        }
    }

    /// Returns the value of at least one distance.
    fn value(&self) -> Distance {
        let (count, [first, second]) = (self.count as f64, self.terms);
        let (least, greatest) = (self.least, self.greatest);
        let value = match self.formula() {
            Formula::Least => return least,
            Formula::Greatest => return greatest,
            Formula::Sum | Formula::Mean if greatest == Distance::INFINITE => return greatest,
            Formula::Sum => return Distance::of(first.min(f64::MAX)),
            Formula::Mean if first < f64::INFINITY => first / count,
            // The plain sum has overflowed; the mean has not.
            Formula::Mean => second / count * GROW,
            Formula::Harmonic if least.is_extreme() => return least,
            Formula::Harmonic => count / second * self.scale(),
            Formula::Geometric if least == Distance::ZERO => return least,
            Formula::Geometric if greatest == Distance::INFINITE => return greatest,
            Formula::Geometric => times_exponential(self.scale(), first / count),
            Formula::Power(p) if p > 0.0 && greatest.is_extreme() => return greatest,
            Formula::Power(p) if p < 0.0 && least.is_extreme() => return least,
            Formula::Power(p) => {
                let mean = first / count;
                // ln(1 + E / k) where the mean is near the scale, and ln(T / k) where E / k would
                // lose bits near -1.
                let logarithm =
                    if mean > -0.5 { libm::log1p(mean) } else { libm::log(second / count) };
                times_exponential(self.scale(), logarithm / p)
            }
        };
        // Rounding must not make a value 0 or infinite that is not, nor push it past the least or
        // the greatest distance.
        let upper = greatest.min(Distance::GREATEST).get();
        let lower = least.max(Distance::SMALLEST).get().min(upper);
        Distance::of(value.clamp(lower, upper))
    }
}

/// Returns ln(x / y) for positive x and y that are not both infinite.
fn logarithm_of_ratio(x: f64, y: f64) -> f64 {
    // The quotient is rounded once; where it overflows or is subnormal, the difference of
    // logarithms is accurate.
    let ratio = x / y;
    if (f64::MIN_POSITIVE..f64::INFINITY).contains(&ratio) {
        libm::log(ratio)
    } else {
        libm::log(x) - libm::log(y)
    }
}

/// Returns (e^y - 1, e^y) for y of at most 0, both accurate to the last places.
fn power(y: f64) -> (f64, f64) {
    // The function that is accurate in the range gives the one, and an addition without
    // cancellation the other.
    if y < -1.0 {
        let e = libm::exp(y);
        (e - 1.0, e)
    } else {
        let e = libm::expm1(y);
        (e, e + 1.0)
    }
}

/// Returns x e^y, also where e^y alone would overflow or vanish.
fn times_exponential(x: f64, y: f64) -> f64 {
    const SAFE: f64 = 700.0;
    if y.abs() < SAFE {
        x * libm::exp(y)
    } else {
        // Both factors of e^y are in range.
        let half = libm::exp(y / 2.0);
        x * half * half
    }
}

impl Extend<Distance> for Accumulator {
    fn extend<I: IntoIterator<Item = Distance>>(&mut self, distances: I) {
        for distance in distances {
            self.push(distance);
        }
    }
}
