//! The functions e^y - 1 and ln(1 + x) to about 98 bits.
//!
//! Library functions of 53 bits err by a fraction of the last place, differently at every argument.
//! So the greater one of two neighbouring arguments may get the lesser value. With 45 bits to spare
//! this cannot happen; the documentation of `normalise` has the proof.
//!
//! - e^y: write y = n ln 2 + r with |r| at most (ln 2) / 2, and u = r / 8. Sum the Taylor series of
//!   e^u - 1 up to u^13. Then apply p ← p (p + 2) three times: it is e^2u - 1 for p = e^u - 1, and
//!   it keeps small results accurate, as the squaring of e^u does not.
//! - ln(1 + x): take `ln_1p` of `libm`, then one Newton step on e^y = 1 + x.

use super::precise::Precise;

/// ln 2.
const LN_2: Precise = Precise::new(core::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);

/// 1.5 times 2^52. Added to a small number and subtracted again, it rounds the number to a whole
/// number.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// The coefficients 1 / 8!, ..., 1 / 2! of the series.
const INVERSE_FACTORIALS: [Precise; 7] = [
    Precise::new(2.480_158_730_158_73e-5, 2.151_194_786_677_588_2e-23),
    Precise::new(1.984_126_984_126_984e-4, 1.720_955_829_342_070_5e-22),
    Precise::new(1.388_888_888_888_889e-3, -5.300_543_954_373_577e-20),
    Precise::new(8.333_333_333_333_333e-3, 1.156_482_317_317_871_4e-19),
    Precise::new(4.166_666_666_666_666_4e-2, 2.312_964_634_635_742_7e-18),
    Precise::new(1.666_666_666_666_666_6e-1, 9.251_858_538_542_97e-18),
    Precise::new(0.5, 0.0),
];

/// The coefficients 1 / 13!, ..., 1 / 9!. The terms are so small that 53 bits of them are enough.
const SMALL_INVERSE_FACTORIALS: [f64; 5] = [
    1.605_904_383_682_161_3e-10,
    2.087_675_698_786_81e-9,
    2.505_210_838_544_172e-8,
    2.755_731_922_398_589e-7,
    2.755_731_922_398_589_3e-6,
];

/// Returns (n, p) with e^y = 2^n (1 + p) and |p| below 0.42, for |y| up to 1000. For |y| below
/// 0.34, n is 0, and p is as accurate as y.
pub(super) fn exponential(y: Precise) -> (i32, Precise) {
    // The sum has no bits below 1, so this rounds to a whole number.
    let doublings = (y.high / LN_2.high + ROUNDER) - ROUNDER;
    let rest = if doublings == 0.0 { y } else { y - LN_2 * doublings.into() };
    let u = rest.scaled(0.125);
    // Horner: first the small terms in 53 bits, then the great ones in 106.
    let small = SMALL_INVERSE_FACTORIALS.iter().fold(0.0, |sum, term| sum * u.high + term);
    let series = INVERSE_FACTORIALS.iter().fold(Precise::from(small), |sum, &term| term + sum * u);
    let mut p = u + series * u * u;
    // Undo the division by 8: three doublings of the argument.
    for _ in 0..3 {
        p = p * (p + 2.0.into());
    }
    (doublings as i32, p)
}

/// Returns 2^n for |n| up to 1022.
pub(super) fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

/// Returns e^y - 1 for y from 2^-200 to 709.7.
pub(super) fn exponential_minus_one(y: Precise) -> Precise {
    let (n, p) = exponential(y);
    // The power is applied in two halves, because 2^1024 is not an f64.
    let half = power_of_two(n / 2);
    let rest = power_of_two(n - n / 2);
    let grown = (p + Precise::from(1.0)).scaled(half).scaled(rest);
    if n == 0 { p } else { grown - Precise::from(1.0) }
}

/// Returns ln(1 + x) for finite x of at least 2^-200.
pub(super) fn logarithm_of_one_plus(x: f64) -> Precise {
    let guess = libm::log1p(x);
    let (n, p) = exponential(guess.into());
    let rest = if n == 0 {
        Precise::from(x) - p
    } else {
        // In two halves, for n = 1024.
        let scaled =
            Precise::sum(1.0, x).scaled(power_of_two(-(n / 2))).scaled(power_of_two(-(n - n / 2)));
        scaled - Precise::from(1.0) - p
    };
    // The Newton step to the second order: the guess is wrong by about 2^-53 of it, so the next
    // term vanishes.
    let step = rest.high / (1.0 + p.high);
    Precise::from(guess) + Precise::from(step - step * step / 2.0)
}
