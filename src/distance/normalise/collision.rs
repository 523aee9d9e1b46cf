//! From which distance on a scalar can no longer tell a whole number from the next.
//!
//! [`Normaliser::first_collision`] returns the first whole x with scalar(level, x) = scalar(level, x + 1). Both sides are the
//! rounded results of [`Fitness::scalar_by`](crate::fitness::Fitness::scalar_by), so the answer is what a search meets, not an estimate. A scan over all x would take
//! minutes to days.
//!
//! Let f be the exact function: concave, hence with falling increments d(x) = f(x + 1) - f(x). The norm is f rounded to a multiple
//! of
//! `fine`, the scalar at a level from 1 on is level + norm rounded to a multiple of `coarse` = q `fine`. (Level 0 rounds only once.)
//!
//! - As long as d exceeds `coarse` + `fine`, no two scalars are equal. Bisection finds where that ends.
//! - From there on, within one binade of the norm, look at c(x) = norm / `fine` - q x, a whole number. It is q x below f / `fine`,
//!   *rounded*; as rounding keeps order, c rises by at most 1 for each step while d is at most `coarse` + `fine`, never falls while d
//!   is at least `coarse`, and never rises afterwards: where c, or c - x, first passes a bound is found by galloping and bisection.
//! - The scalar, divided by `coarse`, is x + c / q (and a constant), rounded with ties to even. It stays equal from x to x + 1 only if
//!   the rounded c / q falls. While c rises, that takes a c that stands still on a tie (k + 1/2) q. When c falls, it happens where c
//!   passes the next tie below.
//! - Around the bounds, where the computed d is too uncertain to say which case holds, single steps are taken.
//! - The greatest scalar below level + 1 is a collision by itself, because greater ones are cut down to it.
//!
//! Every answer is confirmed on the scalars themselves.
//!
//! Time: for each binade two bisections, and two for each whole number where c stands still or each tie that c passes, whichever
//! are fewer: some thousand evaluations. No allocation.

use super::formula::{Normalise, scalar};
use super::normaliser::{Form, Normaliser};
use super::precise::Precise;
use crate::distance::Distance;

/// Whole numbers up to here are f64.
const LIMIT: u64 = 1 << 53;

impl Normaliser {
    /// Returns the first whole distance x whose scalar at this level is that of x + 1, `None` if there is none below 2^53.
    ///
    /// The [laboratory](crate::distance::laboratory) has a table.
    ///
    /// From there on a scalar may guide a search no further, while the pair of level and distance still does. Some microseconds, or
    /// up to tenths of a second where the function is very flat.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normalise, Normaliser};
    ///
    /// let normaliser = Normaliser::EXPONENTIAL;
    /// let x = normaliser.first_collision(0).expect("flat from there on");
    /// assert_eq!(x, 29_876);
    /// let norm = |x| normaliser.normalise(Distance::from(x));
    /// assert_eq!(norm(29_876), norm(29_877));
    /// ```
    #[must_use]
    pub fn first_collision(self, level: u32) -> Option<u64> {
        let scalars = Scalars { normaliser: self, level };
        let flat = scalars.flat_from();
        scalars.first_below(flat).or((flat < LIMIT).then_some(flat))
    }
}

/// The scalars of the whole numbers at one level.
#[derive(Clone, Copy)]
struct Scalars {
    normaliser: Normaliser,
    level: u32,
}

/// The scalars whose norms lie in the binade of one norm.
struct Binade {
    scalars: Scalars,
    /// The exponent field, at least 1: subnormal numbers are spaced like the least normal ones.
    exponent: u64,
    fine: f64,
    /// Equal to `fine` at level 0.
    coarse: f64,
}

impl Scalars {
    fn norm(self, x: u64) -> f64 {
        self.normaliser.normalise(Distance::of(x as f64))
    }

    fn scalar(self, x: u64) -> f64 {
        scalar(self.level, Distance::of(x as f64), &self.normaliser)
    }

    fn collides(self, x: u64) -> bool {
        self.scalar(x) == self.scalar(x + 1)
    }

    /// Returns the first x with the greatest scalar of the level; 2^53 if there is none below.
    fn flat_from(self) -> u64 {
        let top = (f64::from(self.level) + 1.0).next_down();
        first(0, LIMIT, |x| self.scalar(x) >= top)
    }

    fn binade(self, x: u64) -> Binade {
        let exponent = exponent(self.norm(x));
        let fine = f64::from_bits(exponent << 52).next_up() - f64::from_bits(exponent << 52);
        let level = f64::from(self.level);
        let coarse = if self.level == 0 { fine } else { level.next_up() - level };
        Binade { scalars: self, exponent, fine, coarse }
    }

    /// Returns the first collision of an x below `end`.
    fn first_below(self, end: u64) -> Option<u64> {
        let mut x = first(0, end, |x| {
            let next = self.binade(x + 1);
            !self.normaliser.grows_more(x, if self.level == 0 { next.fine } else { next.coarse + next.fine })
        });
        while x < end {
            if self.collides(x) {
                return Some(x);
            }
            let binade = self.binade(x);
            let last = gallop(x, end, |y| exponent(self.norm(y)) > binade.exponent) - 1;
            x = binade.next_candidate(x, last);
        }
        None
    }
}

impl Binade {
    /// Norm / fine - q x.
    fn rest(&self, x: u64) -> i128 {
        let bits = self.scalars.norm(x).to_bits();
        let mantissa = if bits >> 52 == 0 { bits } else { bits & ((1 << 52) - 1) | 1 << 52 };
        i128::from(mantissa) - self.fineness() * i128::from(x)
    }

    /// q: at most 2^55 or so, because from a level on, norms of which more fit into one step of the scalar all collide.
    fn fineness(&self) -> i128 {
        (self.coarse / self.fine) as i128
    }

    /// Returns a whole number greater than `x`, with no collision in between, given that `x` is none; `last` is the last of the binade.
    fn next_candidate(&self, x: u64, last: u64) -> u64 {
        let normaliser = self.scalars.normaliser;
        if x + 1 >= last {
            return x + 1;
        }
        let falls = |x| normaliser.grows_less(x, self.coarse);
        if falls(x) {
            let c = self.rest(x);
            let Some(tie) = self.tie_below(c) else { return x + 1 };
            let passed = gallop(x, last + 1, |y| self.rest(y) <= tie);
            // At `passed` - 1, unless c stands on the tie and is rounded up there; then at `passed`.
            return if passed > last { last } else { (passed - 1).max(x + 1) };
        }
        let rises =
            self.level_rounds() && normaliser.grows_more(x, self.coarse) && normaliser.grows_less(x, self.coarse + self.fine);
        if !rises {
            return x + 1;
        }
        let end = gallop(x, last, |y| !normaliser.grows_more(y, self.coarse));
        let ahead = |y: u64| self.rest(y) - i128::from(y);
        let now = ahead(x + 1);
        let Some(still) = gallop(x + 1, end + 1, |y| ahead(y) < now).checked_sub(1).filter(|&y| y < end) else { return end };
        let tie = self.tie_from(self.rest(still));
        gallop(still - 1, end, |y| self.rest(y) >= tie).max(x + 1)
    }

    fn level_rounds(&self) -> bool {
        self.coarse > self.fine
    }

    /// Returns the greatest tie below c, or `None` if c is one itself.
    fn tie_below(&self, c: i128) -> Option<i128> {
        if !self.level_rounds() {
            return Some(c - 1); // no second rounding: whatever is below
        }
        let (q, half) = (self.fineness(), self.fineness() / 2);
        let above = (c - half).rem_euclid(q);
        (above != 0).then_some(c - above)
    }

    /// Returns the least tie from c on.
    fn tie_from(&self, c: i128) -> i128 {
        let (q, half) = (self.fineness(), self.fineness() / 2);
        c + (half - c).rem_euclid(q)
    }
}

impl Normaliser {
    /// Returns `true` if f(x + 1) - f(x) is certainly greater than `step`, a power of two or a sum of two.
    fn grows_more(self, x: u64, step: f64) -> bool {
        self.growth_against(x, step) > self.uncertainty()
    }

    /// Returns `true` if f(x + 1) - f(x) is certainly less than `step`.
    fn grows_less(self, x: u64, step: f64) -> bool {
        self.growth_against(x, step) < -self.uncertainty()
    }

    /// Computes (f(x + 1) - f(x)) / `step` - 1, for whole x below 2^53.
    fn growth_against(self, x: u64, step: f64) -> f64 {
        let (x, one) = (x as f64, Precise::from(1.0));
        match self.0 {
            // The increment is 1 / b as near as can be, and less; the product is exact where it is near 1.
            Form::Rational { offset } if offset > ALMOST_LINEAR => {
                let product = offset * step;
                if product >= 1.0 { -1.0 } else { 1.0 / product - 1.0 }
            }
            Form::Rational { offset } => {
                let sum = Precise::sum(x, offset);
                let growth = Precise::from(offset) / sum / (sum + one);
                (growth / Precise::from(step) - one).high
            }
            Form::Exponential { logarithm, .. } => {
                let t = x * logarithm.high;
                let lost = (Precise::from(x) * logarithm - Precise::from(t)).high;
                let growth = libm::exp(-t) * (1.0 - lost) * -libm::expm1(-logarithm.high);
                growth / step - 1.0
            }
            Form::Logarithmic => {
                let (here, next) = (libm::log1p(x), libm::log1p(x + 1.0));
                let growth = libm::log1p(1.0 / (1.0 + x)) / ((1.0 + here) * (1.0 + next));
                growth / step - 1.0
            }
        }
    }

    /// Returns the greatest error of [`growth_against`](Self::growth_against). Single steps are taken within it, so it must be small where
    /// growth changes slowly.
    fn uncertainty(self) -> f64 {
        match self.0 {
            Form::Rational { offset } if offset > ALMOST_LINEAR => 0.0,
            Form::Rational { offset } if offset > 1e12 => f64::from_bits((1023 - 92) << 52),
            _ => f64::from_bits((1023 - 45) << 52),
        }
    }
}

/// A b so large that below 2^53 the increments of x / (x + b) are 1 / b but for 2^-66 of it. Where they equal a step but for so
/// little, no computed difference could tell which is greater.
const ALMOST_LINEAR: f64 = f64::from_bits((1023 + 120) << 52);

fn exponent(x: f64) -> u64 {
    (x.to_bits() >> 52).max(1)
}

/// Returns the first x from `start` on that passes, `end` if none before does; for tests that keep passing.
fn first(start: u64, end: u64, passes: impl Fn(u64) -> bool) -> u64 {
    let (mut start, mut end) = (start, end);
    while start < end {
        let middle = start + (end - start) / 2;
        if passes(middle) {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    end
}

/// Returns what [`first`] returns from `start` + 1 on, in a time that grows with the logarithm of the answer's distance from `start`.
fn gallop(start: u64, end: u64, passes: impl Fn(u64) -> bool) -> u64 {
    let (mut failed, mut stride) = (start, 1);
    loop {
        let next = failed + stride;
        if next >= end {
            return first(failed + 1, end, passes);
        }
        if passes(next) {
            return first(failed + 1, next, passes);
        }
        failed = next;
        stride *= 2;
    }
}
