//! The formulas of the normalisers, with the promises of [the module](super).

use super::elementary::{exponential, logarithm_of_one_plus, power_of_two};
use super::precise::{Precise, residue};
use crate::distance::BELOW_ONE;

/// Below it, x and both e^x - 1 and ln(1 + x) differ by less than any rounding; above it, nothing here underflows.
pub(super) const TINY: f64 = f64::from_bits((1023 - 200) << 52);

/// x / (x + b) for finite x from 0 on and b from 2^-500 to 2^500, neither with x / b below 2^-200 unless b = 1.
pub(in crate::distance) fn ratio(x: f64, b: f64) -> f64 {
    const STEEP: f64 = (1_u64 << 40) as f64;
    const FLAT: f64 = (1_u64 << 54) as f64;
    let sum = b + x;
    let lost = x.min(b) - (sum - x.max(b)); // what rounding took from the sum, exactly
    if x > b * STEEP {
        if x >= b * FLAT {
            return BELOW_ONE;
        }
        let rest = b / sum;
        let correction = (residue(b, rest, sum) - rest * lost) / sum;
        let difference = Precise::sum(1.0, -rest);
        return (difference.high + (difference.low - correction)).min(BELOW_ONE);
    }
    let quotient = x / sum;
    if lost == 0.0 {
        return quotient;
    }
    quotient + (residue(x, quotient, sum) - quotient * lost) / sum
}

/// x / (x + b) for any positive finite numbers.
pub(super) fn scaled_ratio(x: f64, b: f64) -> f64 {
    const GREAT: f64 = f64::from_bits((1023 + 500) << 52);
    const SMALL: f64 = 1.0 / GREAT;
    if x < b * TINY {
        x / b
    } else if b > GREAT {
        ratio(x * SMALL, b * SMALL)
    } else if b < SMALL && x < 1.0 {
        ratio(x * GREAT, b * GREAT)
    } else {
        ratio(x, b)
    }
}

/// Computes 1 - e^-(x ln a) for positive finite x.
pub(super) fn of_exponential(x: f64, logarithm: Precise) -> f64 {
    const FLAT: f64 = 40.0;
    const UP: f64 = f64::from_bits((1023 + 600) << 52);
    if x * logarithm.high >= FLAT {
        return BELOW_ONE;
    }
    if x < TINY {
        return (Precise::from(x * UP) * logarithm).high / UP;
    }
    let (n, p) = exponential(-(Precise::from(x) * logarithm));
    if n == 0 { -p.high } else { (Precise::from(1.0) - (p + Precise::from(1.0)).scaled(power_of_two(n))).high }
}

/// l / (1 + l), l = ln(1 + x), for positive finite x.
pub(super) fn of_logarithm(x: f64) -> f64 {
    if x < TINY {
        return x;
    }
    let l = logarithm_of_one_plus(x);
    (l / (l + Precise::from(1.0))).high
}
