//! The formulas of the normalisers, with the guarantees of [the module](super).

use super::elementary::{exponential, logarithm_of_one_plus, power_of_two};
use super::precise::{Precise, residue};
use crate::BELOW_ONE;

/// 2^-200. Below it, x, e^x - 1 and ln(1 + x) differ by less than any rounding. Above it, no
/// computation here underflows.
pub(super) const TINY: f64 = f64::from_bits((1023 - 200) << 52);

/// Returns x / (x + b) for finite x of at least 0 and b from 2^-500 to 2^500. x / b must be at
/// least 2^-200, unless b = 1.
pub(crate) fn ratio(x: f64, b: f64) -> f64 {
    // Up to 2^40 b the quotient is computed directly. Beyond, its elasticity is too small, and the
    // result is 1 - b / (x + b).
    const STEEP: f64 = (1_u64 << 40) as f64;
    // From 2^54 b on, b / (x + b) is below half the last place of 1.
    const FLAT: f64 = (1_u64 << 54) as f64;
    let sum = b + x;
    let lost = x.min(b) - (sum - x.max(b)); // what rounding took from the sum, exactly
    if x > b * STEEP {
        if x >= b * FLAT {
            return BELOW_ONE;
        }
        // The quotient and the part that its rounding and the rounding of the sum lost: together
        // about 100 bits.
        let rest = b / sum;
        let correction = (residue(b, rest, sum) - rest * lost) / sum;
        // The module calls this s + t: s is `difference.high`, and t the bracket.
        let difference = Precise::sum(1.0, -rest);
        return (difference.high + (difference.low - correction)).min(BELOW_ONE);
    }
    let quotient = x / sum;
    // The sum is exact, so the quotient is rounded only once.
    if lost == 0.0 {
        return quotient;
    }
    quotient + (residue(x, quotient, sum) - quotient * lost) / sum
}

/// Returns x / (x + b) for any positive finite numbers.
pub(super) fn scaled_ratio(x: f64, b: f64) -> f64 {
    const GREAT: f64 = f64::from_bits((1023 + 500) << 52);
    const SMALL: f64 = 1.0 / GREAT;
    // The ratio depends on x / b only, so both are scaled by a power of two until nothing overflows
    // or underflows. For a tiny x / b, the sum equals b.
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

/// Returns 1 - e^-(x ln a) for positive finite x.
pub(super) fn of_exponential(x: f64, logarithm: Precise) -> f64 {
    const FLAT: f64 = 40.0;
    const UP: f64 = f64::from_bits((1023 + 600) << 52);
    // e^-40 is below half the last place of 1.
    if x * logarithm.high >= FLAT {
        return BELOW_ONE;
    }
    if x < TINY {
        // So small an x gives x ln a; it is scaled up, because the product would underflow.
        return (Precise::from(x * UP) * logarithm).high / UP;
    }
    // 1 - 2^n (1 + p). For n = 0 it is -p, which is accurate also for small results.
    let (n, p) = exponential(-(Precise::from(x) * logarithm));
    if n == 0 {
        -p.high
    } else {
        (Precise::from(1.0) - (p + Precise::from(1.0)).scaled(power_of_two(n))).high
    }
}

/// Returns l / (1 + l) with l = ln(1 + x), for positive finite x.
pub(super) fn of_logarithm(x: f64) -> f64 {
    if x < TINY {
        return x;
    }
    let l = logarithm_of_one_plus(x);
    (l / (l + Precise::from(1.0))).high
}
