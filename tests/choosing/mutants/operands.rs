//! Operands to try: all of a few bits, many of many bits, and emulated integers of any width.

use sbst::distance::infection::{Arithmetic, Overflow, Shift};

/// All pairs of these.
pub(crate) fn pairs<T: Copy>(all: &[T]) -> impl Iterator<Item = (T, T)> + '_ {
    all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)))
}

/// Numbers near the powers of two up to 2^width, of either sign; truncated to a type they hold its
/// least and its greatest number.
pub(crate) fn near_powers(width: u32) -> impl Iterator<Item = i128> {
    let near = (0..=width).flat_map(|power| (-1..=1).map(move |more| (1_i128 << power) + more));
    near.chain(4..12).flat_map(|number| [number, -number])
}

/// Every number of a type that [`near_powers`] has.
pub(crate) fn samples<T: TryFrom<i128> + Ord + Copy>(width: u32) -> Vec<T> {
    let mut all: Vec<T> =
        near_powers(width).filter_map(|number| T::try_from(number).ok()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Floats of all kinds.
pub(crate) const FLOATS: [f32; 26] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    3.0,
    -3.0,
    4.0,
    0.5,
    -0.5,
    1.5,
    0.1,
    7.25,
    1e-30,
    -1e30,
    1e30,
    16777216.0,
    f32::EPSILON,
    f32::MIN_POSITIVE,
    1e-45,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// The nearest number that has 11 significant bits and an exponent of 5 bits: a float of 16 bits.
pub(crate) fn half(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let exponent = x.abs().log2().floor().max(-14.0);
    let unit = (exponent - 10.0).exp2();
    let rounded = (x / unit).round_ties_even() * unit;
    if rounded.abs() > 65504.0 { f64::INFINITY.copysign(x) } else { rounded }
}

/// Integers of any width, emulated.
#[derive(Clone, Copy)]
pub(crate) struct Integers {
    pub width: u32,
    pub signed: bool,
}

impl Integers {
    pub(crate) const fn signed(width: u32) -> Self {
        Self { width, signed: true }
    }

    pub(crate) const fn unsigned(width: u32) -> Self {
        Self { width, signed: false }
    }

    pub(crate) const fn least(self) -> i64 {
        if self.signed { -(1 << (self.width - 1)) } else { 0 }
    }

    pub(crate) const fn greatest(self) -> i64 {
        if self.signed { (1 << (self.width - 1)) - 1 } else { (1 << self.width) - 1 }
    }

    pub(crate) fn all(self) -> Vec<i64> {
        (self.least()..=self.greatest()).collect()
    }

    /// The number modulo 2^width.
    pub(crate) const fn wrapped(self, x: i64) -> i64 {
        let bits = x & ((1 << self.width) - 1);
        if bits > self.greatest() { bits - (1 << self.width) } else { bits }
    }

    pub(crate) fn arithmetic(
        self,
        operator: Arithmetic,
        a: i64,
        b: i64,
        overflow: Overflow,
    ) -> Option<i64> {
        let result = exact(operator, a, b)?;
        let fits = |x| self.least() <= x && x <= self.greatest();
        match overflow {
            Overflow::Wraps => Some(self.wrapped(result)),
            // The remainder overflows with the quotient that it belongs to.
            Overflow::Throws if operator == Arithmetic::Remainder && !fits(a / b) => None,
            _ => Some(result).filter(|&x| fits(x)),
        }
    }

    /// The amount counts modulo the width.
    pub(crate) const fn shift(self, operator: Shift, x: i64, amount: i64) -> i64 {
        let by = amount.rem_euclid(self.width as i64);
        match operator {
            Shift::Left => self.wrapped(x << by),
            Shift::Right => x >> by,
            Shift::UnsignedRight => self.wrapped((x & ((1 << self.width) - 1)) >> by),
        }
    }
}

/// The result of integers without bounds; `None` for a division by zero.
pub(crate) fn exact(operator: Arithmetic, a: i64, b: i64) -> Option<i64> {
    match operator {
        Arithmetic::Add => Some(a + b),
        Arithmetic::Subtract => Some(a - b),
        Arithmetic::Multiply => Some(a * b),
        Arithmetic::Divide => a.checked_div(b),
        Arithmetic::Remainder => a.checked_rem(b),
    }
}
