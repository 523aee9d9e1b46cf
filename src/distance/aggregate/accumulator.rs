//! Accumulators of distances: constant in size, fed one at a time, merged in any order.
//!
//! Next to the number of distances, the least and the greatest, an [`Accumulator`] keeps one or two sums, whose terms are relative to
//! a scale that moves with what arrives. So nothing overflows or vanishes, however far apart the distances are.
//!
//! - Mean: the sum, and the sum of all distances times 2^-64 for when the first overflows.
//! - Harmonic mean: T = Σ m / d with m the least distance; the mean is k m / T. When m falls to m', T becomes T m' / m.
//! - Power mean: with s the greatest distance for p ≥ 0, the least for p < 0, and r = ln(d / s), so that p r ≤ 0:
//!   E = Σ (e^(p r) - 1) and T = Σ e^(p r). The mean is s (1 + E / k)^(1 / p) = s (T / k)^(1 / p), taken from E where it is near s (there
//!   T would lose what tells it from k), else from T. When s becomes s' and c = ln(s / s'), E becomes e^(p c) E + k (e^(p c) - 1), and T
//!   becomes e^(p c) T. An exponent nearer to 0 than 10^-25 counts as 10^-25, which gives the
//!   geometric mean as accurately as p = 0 does.
//! - Geometric mean: L = Σ r; the mean is s e^(L / k). L becomes L + k c.
//!
//! Merging brings both to one scale and adds. Merging is commutative, bit by bit; associative up to rounding.
//!
//! Logarithms and exponentials are those of `libm`, which give the same bits on every platform.

use super::aggregation::Aggregation;
use super::formula::Aggregate;
use crate::distance::{Distance, DistanceError};

/// An aggregation in progress: what it needs to know about the distances seen so far, in 64 bytes.
///
/// ```
/// use sbst::distance::{Aggregation, Distance};
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
    aggregation: Aggregation,
    count: u64,
    least: Distance,
    greatest: Distance,
    /// What `terms` are relative to; only means that have a scale move it.
    scale: f64,
    terms: Terms,
}

/// The sums; their meaning depends on the aggregation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Terms {
    first: f64,
    second: f64,
}

/// What is computed, with the exponent made harmless.
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
const SHRINK: f64 = 1.0 / GROW;

impl Aggregation {
    /// Returns the value of these distances, `None` of none. Linear, no allocation.
    pub fn of(self, distances: impl IntoIterator<Item = Distance>) -> Option<Distance> {
        let mut all = Accumulator::new(self);
        all.extend(distances);
        all.get()
    }

    /// Creates an accumulator that has seen nothing yet.
    #[must_use]
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
    const fn new(aggregation: Aggregation) -> Self {
        let aggregation = aggregation.canonical();
        let scale = match aggregation {
            Aggregation::PowerMean(power) if power.get() >= 0.0 => 0.0,
            _ => f64::INFINITY,
        };
        let terms = Terms { first: 0.0, second: 0.0 };
        Self { aggregation, count: 0, least: Distance::INFINITE, greatest: Distance::ZERO, scale, terms }
    }

    /// Returns the aggregation that the accumulator computes; a power mean that has a name of its own, by that name.
    #[must_use]
    pub const fn aggregation(&self) -> Aggregation {
        self.aggregation
    }

    /// Returns the number of distances that the accumulator has seen.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Takes in one more distance.
    #[inline]
    pub fn push(&mut self, distance: Distance) {
        let x = distance.get();
        match self.aggregation {
            Aggregation::Min => {}
            Aggregation::Sum => self.terms.first += x,
            Aggregation::Mean => {
                self.terms.first += x;
                self.terms.second += x * SHRINK;
            }
            Aggregation::Harmonic if x > self.scale => self.terms.second += self.scale / x,
            Aggregation::Harmonic | Aggregation::PowerMean(_) => {
                return self.add(&Self { count: 1, least: distance, greatest: distance, ..self.of_one(x) });
            }
        }
        self.count = self.count.saturating_add(1);
        self.least = self.least.min(distance);
        self.greatest = self.greatest.max(distance);
    }

    /// Takes in all that `other` has seen.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Different`] if the two do not compute the same; nothing has changed then.
    pub fn merge(&mut self, other: &Self) -> Result<(), DistanceError> {
        if self.aggregation != other.aggregation {
            return Err(DistanceError::Different { left: self.aggregation, right: other.aggregation });
        }
        self.add(other);
        Ok(())
    }

    /// Returns the value, `None` if it has seen nothing.
    #[must_use]
    pub fn get(&self) -> Option<Distance> {
        (self.count > 0).then(|| self.value())
    }

    /// Returns the least and the greatest distance.
    #[cfg(feature = "serde")]
    pub(in crate::distance) const fn bounds(&self) -> (Distance, Distance) {
        (self.least, self.greatest)
    }

    #[cfg(feature = "serde")]
    pub(in crate::distance) const fn terms(&self) -> [f64; 2] {
        [self.terms.first, self.terms.second]
    }

    /// Creates an aggregate that some distances may have left behind; `None` if none can. What passes gives no NaN, now and after merging.
    #[cfg(feature = "serde")]
    pub(in crate::distance) fn of_parts(
        aggregation: Aggregation,
        count: u64,
        (least, greatest): (Distance, Distance),
        [first, second]: [f64; 2],
    ) -> Option<Self> {
        let empty = Self::new(aggregation);
        if count == 0 {
            let as_empty = (least, greatest) == empty.bounds() && [first, second] == [0.0; 2];
            return as_empty.then_some(empty);
        }
        // Each distance adds at most 1 to these sums, and rounding less than that; and who does not know how many there were, knows nothing.
        let limit = if count == u64::MAX { f64::MAX } else { 2.0 * count as f64 };
        let formula = empty.formula();
        let (firsts, seconds) = match formula {
            Formula::Least | Formula::Greatest => (0.0..=0.0, 0.0..=0.0),
            // Not less than one of them; rounding keeps that.
            Formula::Sum => (greatest.get()..=f64::INFINITY, 0.0..=0.0),
            Formula::Mean => (greatest.get()..=f64::INFINITY, greatest.get() * SHRINK..=f64::INFINITY),
            Formula::Harmonic => (0.0..=0.0, 0.0..=limit),
            Formula::Geometric => (f64::NEG_INFINITY..=0.0, 0.0..=0.0),
            Formula::Power(_) => (-limit..=0.0, 0.0..=limit),
        };
        let scale = match formula {
            Formula::Harmonic => least.get(),
            Formula::Geometric => greatest.get(),
            Formula::Power(p) => {
                if p > 0.0 {
                    greatest.get()
                } else {
                    least.get()
                }
            }
            _ => empty.scale,
        };
        let sound = least <= greatest && (count > 1 || least == greatest) && firsts.contains(&first) && seconds.contains(&second);
        sound.then_some(Self { count, least, greatest, scale, terms: Terms { first, second }, ..empty })
    }

    fn formula(&self) -> Formula {
        /// Less changes no result, and its products with logarithms would lose bits near 2^-1074.
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

    /// Returns the terms of one distance, relative to itself where there is a scale.
    fn of_one(&self, x: f64) -> Self {
        let (scale, second) = match self.formula() {
            Formula::Harmonic | Formula::Power(_) => (x, 1.0),
            Formula::Geometric => (x, 0.0),
            Formula::Least | Formula::Greatest | Formula::Sum | Formula::Mean => (self.scale, 0.0),
        };
        Self { scale, terms: Terms { first: 0.0, second }, ..*self }
    }

    fn add(&mut self, other: &Self) {
        let scale = match self.formula() {
            Formula::Harmonic => self.scale.min(other.scale),
            Formula::Geometric => self.scale.max(other.scale),
            Formula::Power(p) if p > 0.0 => self.scale.max(other.scale),
            Formula::Power(_) => self.scale.min(other.scale),
            _ => self.scale,
        };
        let (ours, theirs) = (self.terms_at(scale), other.terms_at(scale));
        self.terms = Terms { first: ours.first + theirs.first, second: ours.second + theirs.second };
        self.scale = scale;
        self.count = self.count.saturating_add(other.count);
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }

    /// Returns the terms relative to another scale.
    fn terms_at(&self, scale: f64) -> Terms {
        // An empty accumulator's scale is 0 or infinite: nothing to convert, and nothing to divide by. The others' scales may be so,
        // too, but then the value is decided by `least` and `greatest` alone.
        if self.count == 0 || self.scale == scale {
            return self.terms;
        }
        let (count, Terms { first, second }) = (self.count as f64, self.terms);
        match self.formula() {
            Formula::Harmonic => Terms { first, second: second * (scale / self.scale) },
            Formula::Geometric => Terms { first: first + count * logarithm_of_ratio(self.scale, scale), second },
            Formula::Power(p) => {
                let (less_one, factor) = power(p * logarithm_of_ratio(self.scale, scale));
                Terms { first: factor * first + count * less_one, second: factor * second }
            }
            _ => self.terms,
        }
    }

    fn value(&self) -> Distance {
        let (count, Terms { first, second }) = (self.count as f64, self.terms);
        let (least, greatest) = (self.least, self.greatest);
        let value = match self.formula() {
            Formula::Least => return least,
            Formula::Greatest => return greatest,
            Formula::Sum | Formula::Mean if greatest == Distance::INFINITE => return greatest,
            Formula::Sum => return Distance::of(first.min(f64::MAX)),
            Formula::Mean if first < f64::INFINITY => first / count,
            Formula::Mean => second / count * GROW,
            Formula::Harmonic if least.is_extreme() => return least,
            Formula::Harmonic => count / second * self.scale,
            Formula::Geometric if least == Distance::ZERO => return least,
            Formula::Geometric if greatest == Distance::INFINITE => return greatest,
            Formula::Geometric => times_exponential(self.scale, first / count),
            Formula::Power(p) if p > 0.0 && greatest.is_extreme() => return greatest,
            Formula::Power(p) if p < 0.0 && least.is_extreme() => return least,
            Formula::Power(p) => {
                let mean = first / count;
                let logarithm = if mean > -0.5 { libm::log1p(mean) } else { libm::log(second / count) };
                times_exponential(self.scale, logarithm / p)
            }
        };
        // What is not 0 must not look reached, and what is finite not out of reach.
        let upper = greatest.min(Distance::GREATEST).get();
        let lower = least.max(Distance::SMALLEST).get().min(upper);
        Distance::of(value.clamp(lower, upper))
    }
}

/// ln(x / y) for positive x and y, not both infinite.
fn logarithm_of_ratio(x: f64, y: f64) -> f64 {
    let ratio = x / y;
    if (f64::MIN_POSITIVE..f64::INFINITY).contains(&ratio) { libm::log(ratio) } else { libm::log(x) - libm::log(y) }
}

/// Computes (e^y - 1, e^y) for y up to 0, both without loss.
fn power(y: f64) -> (f64, f64) {
    if y < -1.0 {
        let e = libm::exp(y);
        (e - 1.0, e)
    } else {
        let e = libm::expm1(y);
        (e, e + 1.0)
    }
}

/// x e^y, also where e^y alone would overflow or vanish.
fn times_exponential(x: f64, y: f64) -> f64 {
    const SAFE: f64 = 700.0;
    if y.abs() < SAFE {
        x * libm::exp(y)
    } else {
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
