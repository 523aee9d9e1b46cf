//! Numbers of Python: integers of any size, and floats.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};
use sbst::distance::{Distance, EqualityDistance, OrderDistance, Rules, Whole};
use std::cmp::Ordering;

/// Least magnitude from which on every float is an integer.
const INTEGERS_ONLY: f64 = 4_503_599_627_370_496.0;

/// A number. The variants are compared by value, as Python does.
#[derive(Clone)]
pub(crate) enum Number {
    Int(i64),
    Big(BigInt),
    Float(f64),
}

impl Number {
    /// Reads an integer. Methods of a subclass are not asked.
    pub(crate) fn of_int(value: &Bound<'_, PyInt>) -> Option<Self> {
        if let Ok(small) = value.extract::<i64>() {
            return Some(Self::Int(small));
        }
        if value.is_exact_instance_of::<PyInt>() {
            return value.extract().ok().map(Self::Big);
        }
        let exact = value.py().get_type::<PyInt>().call_method1("__pos__", (value,)).ok()?;
        exact.extract().ok().map(Self::Big)
    }

    /// Reads a float.
    pub(crate) fn of_float(value: &Bound<'_, PyFloat>) -> Self {
        Self::Float(value.value())
    }

    /// Returns an integer as a number.
    pub(crate) fn of_integer(value: BigInt) -> Self {
        value.to_i64().map_or(Self::Big(value), Self::Int)
    }

    /// Returns the integer without the fraction; `None` for infinity and NaN.
    pub(crate) fn truncated(&self) -> Option<BigInt> {
        match self {
            Self::Float(value) => whole(value.trunc()),
            _ => self.integer(),
        }
    }

    /// Returns the exact integer, if it is one.
    pub(crate) fn integer(&self) -> Option<BigInt> {
        match self {
            Self::Int(value) => Some(BigInt::from(*value)),
            Self::Big(value) => Some(value.clone()),
            Self::Float(value) => whole(*value),
        }
    }

    /// Returns the distance between two numbers, as if there was no rounding before the
    /// subtraction.
    pub(crate) fn gap(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.apart(b, rules),
            (Self::Float(a), Self::Float(b)) => a.apart(b, rules),
            (Self::Float(float), _) if !float.is_finite() => float.apart(&0.0, rules),
            (_, Self::Float(float)) if !float.is_finite() => float.apart(&0.0, rules),
            _ => match (self.integer(), other.integer()) {
                (Some(a), Some(b)) => Whole(&a).apart(&Whole(&b), rules),
                // One is a float with a fraction, so its magnitude is small, and so is the other
                // one's or the gap is its size.
                _ => approximate(self).apart(&approximate(other), rules),
            },
        }
    }
}

/// Returns a number as a float.
fn approximate(number: &Number) -> f64 {
    match number {
        Number::Int(value) => *value as f64,
        Number::Big(value) => value.to_f64().unwrap_or(f64::INFINITY).clamp(-f64::MAX, f64::MAX),
        Number::Float(value) => *value,
    }
}

/// Returns a float as an integer, if it is one.
fn whole(value: f64) -> Option<BigInt> {
    if !value.is_finite() || value.fract() != 0.0 {
        return None;
    }
    if value.abs() < INTEGERS_ONLY {
        return Some(BigInt::from(value as i64));
    }
    let bits = value.to_bits();
    let mantissa = BigInt::from((bits & ((1 << 52) - 1)) | (1 << 52));
    let shift = usize::try_from(((bits >> 52) & 0x7ff) as i64 - 1075).ok()?;
    let magnitude = mantissa << shift;
    Some(if value < 0.0 { -magnitude } else { magnitude })
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

/// The order of the values themselves; no order with NaN.
impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a.partial_cmp(b),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(b),
            (Self::Float(a), _) => against_float(other, *a).map(Ordering::reverse),
            (_, Self::Float(b)) => against_float(self, *b),
            _ => self.integer()?.partial_cmp(&other.integer()?),
        }
    }
}

/// Compares an integer with a float.
fn against_float(integer: &Number, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let exact = integer.integer()?;
    match whole(float) {
        Some(other) => exact.partial_cmp(&other),
        // The float lies strictly between two integers.
        None => {
            let below = BigInt::from(float.floor() as i64);
            Some(if exact <= below { Ordering::Less } else { Ordering::Greater })
        }
    }
}

impl EqualityDistance for Number {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        if self == other { Distance::ZERO } else { self.gap(other, rules) }
    }
}

/// A number that is compared as a float: without a constant for equality.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Fraction<'a>(pub(crate) &'a Number);

impl EqualityDistance for Fraction<'_> {
    const KIND: sbst::distance::OperandKind = sbst::distance::OperandKind::Real;
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        EqualityDistance::apart(self.0, other.0, rules)
    }
}

impl OrderDistance for Fraction<'_> {}
