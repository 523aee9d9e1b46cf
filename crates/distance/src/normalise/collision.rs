//! The first whole distance whose scalar equals the scalar of the next one.
//!
//! [`Normaliser::first_collision`] returns the first whole x with scalar(level, x) = scalar(level,
//! x + 1). Both sides are the rounded results of `Fitness::scalar_by` of the crate `sbst`, so the
//! answer is what a search meets, not an estimate. A scan over all x would take minutes to days.
//!
//! Let f be the exact function. It is concave, so its increments d(x) = f(x + 1) - f(x) fall. The
//! norm is f rounded to a multiple of `fine`. The scalar at a level of at least 1 is level + norm,
//! rounded to a multiple of `coarse` = q `fine`. At level 0 there is only the first rounding.
//!
//! 1. As long as d exceeds `coarse` + `fine`, no two scalars are equal. Bisection finds the end of
//!    this range.
//! 2. From there on, look at one binade of the norm at a time, and at the whole number c(x) = norm
//!    / `fine` - q x. It is f / `fine` - q x, *rounded*. Rounding keeps order. So c rises by at
//!    most 1 for each step while d is at most `coarse` + `fine`, never falls while d is at least
//!    `coarse`, and never rises afterwards. The first x at which c, or c - x, passes a bound is
//!    found by galloping and bisection.
//! 3. The scalar, divided by `coarse`, is x + c / q and a constant, rounded with ties to even. It
//!    stays equal from x to x + 1 only if the rounded c / q falls. While c rises, this needs a c
//!    that stands still on a tie (k + 1/2) q. When c falls, it happens where c passes the next tie
//!    below.
//! 4. Near the bounds, the computed d is too uncertain to tell which case holds. There, single
//!    steps are taken.
//! 5. The greatest scalar below level + 1 is a collision by itself, because greater scalars are cut
//!    down to it.
//!
//! Every answer is confirmed on the scalars themselves.
//!
//! Time: for each binade two bisections, and two more for each whole number where c stands still or
//! for each tie that c passes, whichever are fewer. These are some thousand evaluations. No
//! allocation.

use super::formula::Normalise;
use super::normaliser::{Form, Normaliser};
use super::precise::Precise;
use crate::Distance;

/// 2^53. All whole numbers up to it are f64.
const LIMIT: u64 = 1 << 53;

impl Normaliser {
    /// Returns the first whole distance x whose scalar at this level equals the scalar of x + 1, or
    /// `None` if there is none below 2^53.
    ///
    /// A scalar is the sum of an approach level and the normalised distance, cut below the next
    /// level.
    ///
    /// From this distance on, a scalar may fail to guide a search, while the pair of level and
    /// distance still guides it. The [laboratory](crate::laboratory) has a table. The
    /// computation takes some microseconds, and up to tenths of a second if the function is very
    /// flat.
    ///
    /// ```
    /// use sbst_distance::{Distance, Normalise, Normaliser};
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
        // Step 5: from `flat` on, all scalars are equal.
        scalars.first_below(flat).or((flat < LIMIT).then_some(flat))
    }
}

/// The scalars of the whole numbers at one level.
#[derive(Clone, Copy)]
struct Scalars {
    normaliser: Normaliser,
    level: u32,
}

/// The scalars whose norms lie in one binade: between two neighbouring powers of two.
struct Binade {
    scalars: Scalars,
    /// The exponent field of the norms, at least 1: subnormal numbers have the spacing of the least
    /// normal ones.
    exponent: u64,
    /// The spacing of the norms.
    fine: f64,
    /// The spacing of the scalars. It equals `fine` at level 0.
    coarse: f64,
}

impl Scalars {
    /// Returns the norm of x.
    fn norm(self, x: u64) -> f64 {
        self.normaliser.normalise(Distance::of(x as f64))
    }

    /// Returns the scalar of x.
    fn scalar(self, x: u64) -> f64 {
        let level = f64::from(self.level);
        let norm = Distance::of(x as f64).norm_by(self.normaliser);
        // At level 1, for example, 1 + (1 - 2^-53) rounds to 2, so the sum is cut.
        (level + norm).min((level + 1.0).next_down())
    }

    /// Returns `true` if x and x + 1 have the same scalar.
    fn collides(self, x: u64) -> bool {
        self.scalar(x) == self.scalar(x + 1)
    }

    /// Returns the first x with the greatest scalar of the level, or 2^53 if there is none below.
    fn flat_from(self) -> u64 {
        let top = (f64::from(self.level) + 1.0).next_down();
        first(0, LIMIT, |x| self.scalar(x) >= top)
    }

    /// Returns the binade of the norm of x.
    fn binade(self, x: u64) -> Binade {
        let exponent = exponent(self.norm(x));
        let fine = f64::from_bits(exponent << 52).next_up() - f64::from_bits(exponent << 52);
        let level = f64::from(self.level);
        let coarse = if self.level == 0 { fine } else { level.next_up() - level };
        Binade { scalars: self, exponent, fine, coarse }
    }

    /// Returns the first collision of an x below `end`.
    fn first_below(self, end: u64) -> Option<u64> {
        // Step 1: skip all x whose increments are certainly too great for a collision.
        let mut x = first(0, end, |x| {
            let next = self.binade(x + 1);
            !self
                .normaliser
                .grows_more(x, if self.level == 0 { next.fine } else { next.coarse + next.fine })
        });
        while x < end {
            if self.collides(x) {
                return Some(x);
            }
            // Step 2: no collision lies before x, and x is none. Go on to the next candidate of
            // this binade, or to the first x of the next one.
            let binade = self.binade(x);
            let last = gallop(x, end, |y| exponent(self.norm(y)) > binade.exponent) - 1;
            x = binade.next_candidate(x, last);
        }
        None
    }
}

impl Binade {
    /// Returns c(x) = norm / fine - q x.
    fn rest(&self, x: u64) -> i128 {
        let bits = self.scalars.norm(x).to_bits();
        let mantissa = if bits >> 52 == 0 { bits } else { bits & ((1 << 52) - 1) | 1 << 52 };
        i128::from(mantissa) - self.fineness() * i128::from(x)
    }

    /// Returns q. It is at most about 2^55: at a level of at least 1, norms that are so fine that
    /// more of them fit into one step of the scalar all collide.
    fn fineness(&self) -> i128 {
        (self.coarse / self.fine) as i128
    }

    /// Returns a whole number greater than `x`, such that no number in between collides. `x` must
    /// not collide, and `last` is the last number of the binade.
    fn next_candidate(&self, x: u64, last: u64) -> u64 {
        let normaliser = self.scalars.normaliser;
        if x + 1 >= last {
            return x + 1;
        }
        let falls = |x| normaliser.grows_less(x, self.coarse);
        // Step 3, c does not rise any more: the next collision is where c passes the next tie
        // below.
        if falls(x) {
            let c = self.rest(x);
            let Some(tie) = self.tie_below(c) else { return x + 1 };
            let passed = gallop(x, last + 1, |y| self.rest(y) <= tie);
            // The collision is at `passed` - 1, unless c stands on the tie and is rounded up there:
            // then it is at `passed`.
            return if passed > last { last } else { (passed - 1).max(x + 1) };
        }
        let rises = self.level_rounds()
            && normaliser.grows_more(x, self.coarse)
            && normaliser.grows_less(x, self.coarse + self.fine);
        // Step 4: neither case is certain here.
        if !rises {
            return x + 1;
        }
        // Step 3, c rises or stands still: find the first place where it stands still, which is
        // where c - x falls.
        let end = gallop(x, last, |y| !normaliser.grows_more(y, self.coarse));
        let ahead = |y: u64| self.rest(y) - i128::from(y);
        let now = ahead(x + 1);
        let still = gallop(x + 1, end + 1, |y| ahead(y) < now) - 1;
        if still >= end {
            return end;
        }
        // It collides only if c stands still on a tie, so go on to the first place from `still` on
        // where c is at the next tie.
        let tie = self.tie_from(self.rest(still));
        gallop(still - 1, end, |y| self.rest(y) >= tie).max(x + 1)
    }

    /// Returns `true` if adding the level rounds a second time.
    fn level_rounds(&self) -> bool {
        self.coarse > self.fine
    }

    /// Returns the greatest tie below c, or `None` if c is a tie itself.
    fn tie_below(&self, c: i128) -> Option<i128> {
        if !self.level_rounds() {
            return Some(c - 1); // without the second rounding, every fall is a collision
        }
        let (q, half) = (self.fineness(), self.fineness() / 2);
        let above = (c - half).rem_euclid(q);
        (above != 0).then_some(c - above)
    }

    /// Returns the least tie that is at least c.
    fn tie_from(&self, c: i128) -> i128 {
        let (q, half) = (self.fineness(), self.fineness() / 2);
        c + (half - c).rem_euclid(q)
    }
}

impl Normaliser {
    /// Returns `true` if f(x + 1) - f(x) is certainly greater than `step`, a power of two or a sum
    /// of two.
    fn grows_more(self, x: u64, step: f64) -> bool {
        self.growth_against(x, step) > self.uncertainty()
    }

    /// Returns `true` if f(x + 1) - f(x) is certainly less than `step`.
    fn grows_less(self, x: u64, step: f64) -> bool {
        self.growth_against(x, step) < -self.uncertainty()
    }

    /// Returns (f(x + 1) - f(x)) / `step` - 1, for whole x below 2^53.
    fn growth_against(self, x: u64, step: f64) -> f64 {
        let (x, one) = (x as f64, Precise::from(1.0));
        match self.0 {
            // The increment is just below 1 / b. The product is exact where it is near 1.
            Form::Rational { offset } if offset > ALMOST_LINEAR => {
                let product = offset * step;
                if product >= 1.0 { -1.0 } else { 1.0 / product - 1.0 }
            }
            Form::Rational { offset } => {
                // b / ((x + b) (x + b + 1))
                let sum = Precise::sum(x, offset);
                let growth = Precise::from(offset) / sum / (sum + one);
                (growth / Precise::from(step) - one).high
            }
            Form::Exponential { logarithm, .. } => {
                // e^-(x ln a) (1 - 1 / a), with the rounding of the exponent made good to the first
                // order.
                let t = x * logarithm.high;
                let lost = (Precise::from(x) * logarithm - Precise::from(t)).high;
                let growth = libm::exp(-t) * (1.0 - lost) * -libm::expm1(-logarithm.high);
                growth / step - 1.0
            }
            Form::Logarithmic => {
                // l(x + 1) / (1 + l(x + 1)) - l(x) / (1 + l(x)), as one fraction, so that nothing
                // cancels.
                let (here, next) = (libm::log1p(x), libm::log1p(x + 1.0));
                let growth = libm::log1p(1.0 / (1.0 + x)) / ((1.0 + here) * (1.0 + next));
                growth / step - 1.0
            }
        }
    }

    /// Returns the greatest error of [`growth_against`](Self::growth_against). Within this error,
    /// single steps are taken. So it must be small where the growth changes slowly.
    fn uncertainty(self) -> f64 {
        match self.0 {
            Form::Rational { offset } if offset > ALMOST_LINEAR => 0.0,
            Form::Rational { offset } if offset > 1e12 => f64::from_bits((1023 - 92) << 52),
            _ => f64::from_bits((1023 - 45) << 52),
        }
    }
}

/// 2^120: a b so large that below 2^53 the increments of x / (x + b) differ from 1 / b by at most
/// 2^-66 of it. Where they equal a step up to so little, no computed difference could tell which is
/// greater.
const ALMOST_LINEAR: f64 = f64::from_bits((1023 + 120) << 52);

/// Returns the exponent field, at least 1.
fn exponent(x: f64) -> u64 {
    (x.to_bits() >> 52).max(1)
}

/// Returns the first x from `start` on that passes, or `end` if none before it does. Once a number
/// passes, all greater ones must pass.
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

/// Returns the first x after `start` that passes, or `end` if none before it does. The time grows
/// with the logarithm of the distance from `start` to the answer.
fn gallop(start: u64, end: u64, passes: impl Fn(u64) -> bool) -> u64 {
    let (mut failed, mut stride) = (start, 1);
    while failed + stride < end && !passes(failed + stride) {
        failed += stride;
        stride *= 2;
    }
    first(failed + 1, end.min(failed + stride), passes)
}
