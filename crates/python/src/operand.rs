//! Python values as operands.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};
use sbst::distance::{Distance, EqualityDistance, OrderDistance, Rules, Whole};
use std::cmp::Ordering;

/// Greatest depth of nested lists and tuples.
const DEPTH: usize = 64;

/// Least magnitude from which on every float is an integer.
const INTEGERS_ONLY: f64 = 4_503_599_627_370_496.0;

/// A number. The variants are compared by value, as Python does.
#[derive(Clone)]
pub(crate) enum Number {
    Int(i64),
    Big(BigInt),
    Float(f64),
}

/// A Python value that can be compared.
pub(crate) enum Operand {
    Nothing,
    Number(Number),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Self>),
    Tuple(Vec<Self>),
}

impl Operand {
    /// Reads a value: ``None``, an integer, a float, a text, bytes, or a list or tuple of these.
    pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read_at(value, 0)
    }

    fn read_at(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Self> {
        if depth > DEPTH {
            return Err(PyRecursionError::new_err(format!(
                "lists and tuples are compared to a \
                depth of {DEPTH}"
            )));
        }
        if value.is_instance_of::<PyInt>() {
            return Ok(Self::Number(match value.extract::<i64>() {
                Ok(small) => Number::Int(small),
                Err(_) => Number::Big(value.extract()?),
            }));
        }
        if let Ok(float) = value.cast::<PyFloat>() {
            return Ok(Self::Number(Number::Float(float.value())));
        }
        if let Ok(text) = value.cast::<PyString>() {
            // Half a surrogate pair is no character elsewhere; each half then counts as the same
            // unknown one.
            return Ok(Self::Text(text.to_string_lossy().into_owned()));
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.as_bytes().to_vec()));
        }
        if let Ok(list) = value.cast::<PyList>() {
            return Ok(Self::List(
                list.iter().map(|item| Self::read_at(&item, depth + 1)).collect::<PyResult<_>>()?,
            ));
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return Ok(Self::Tuple(
                tuple
                    .iter()
                    .map(|item| Self::read_at(&item, depth + 1))
                    .collect::<PyResult<_>>()?,
            ));
        }
        if value.is_none() {
            return Ok(Self::Nothing);
        }
        let name = value.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "the distance between values of type {name} is not known: use flag(condition), or \
             None, int, float, str, bytes, \
             list or tuple"
        )))
    }

    /// Name of the type in Python.
    fn type_name(&self) -> &'static str {
        match self {
            Self::Nothing => "None",
            Self::Number(Number::Float(_)) => "float",
            Self::Number(_) => "int",
            Self::Text(_) => "str",
            Self::Bytes(_) => "bytes",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
        }
    }

    /// Returns the error that Python raises when it orders these values, if it does.
    pub(crate) fn check_order(&self, other: &Self) -> PyResult<()> {
        match (self, other) {
            (Self::Number(_), Self::Number(_))
            | (Self::Text(_), Self::Text(_))
            | (Self::Bytes(_), Self::Bytes(_)) => Ok(()),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => {
                // The first pair of unequal elements decides, and others need no order.
                let unequal = a.iter().zip(b).find(|(a, b)| a != b);
                unequal.map_or(Ok(()), |(a, b)| a.check_order(b))
            }
            _ => Err(PyTypeError::new_err(format!(
                "{} and {} have no order",
                self.type_name(),
                other.type_name()
            ))),
        }
    }
}

impl Number {
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

impl PartialEq for Operand {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => true,
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => a == b,
            _ => false,
        }
    }
}

impl PartialOrd for Operand {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => Some(Ordering::Equal),
            (Self::Number(a), Self::Number(b)) => a.partial_cmp(b),
            (Self::Text(a), Self::Text(b)) => a.partial_cmp(b),
            (Self::Bytes(a), Self::Bytes(b)) => a.partial_cmp(b),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => a.partial_cmp(b),
            _ => None,
        }
    }
}

/// As elements of lists and tuples. Values of different types are infinitely far apart.
impl EqualityDistance for Operand {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Self::Nothing, Self::Nothing) => Distance::ZERO,
            (Self::Number(a), Self::Number(b)) => a.apart(b, rules),
            (Self::Text(a), Self::Text(b)) => a.apart(b, rules),
            (Self::Bytes(a), Self::Bytes(b)) => a.apart(b, rules),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => a.apart(b, rules),
            _ => Distance::INFINITE,
        }
    }
}

impl OrderDistance for Operand {
    fn to_less(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a.to_less(b, rules),
            (Self::Bytes(a), Self::Bytes(b)) => a.to_less(b, rules),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => {
                a.to_less(b, rules)
            }
            (Self::Number(a), Self::Number(b)) => rules.lt(Fraction(a), Fraction(b)).to_true(),
            _ => Distance::INFINITE,
        }
    }

    fn to_at_most(&self, other: &Self, rules: &Rules) -> Distance {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a.to_at_most(b, rules),
            (Self::Bytes(a), Self::Bytes(b)) => a.to_at_most(b, rules),
            (Self::List(a), Self::List(b)) | (Self::Tuple(a), Self::Tuple(b)) => {
                a.to_at_most(b, rules)
            }
            (Self::Number(a), Self::Number(b)) => rules.le(Fraction(a), Fraction(b)).to_true(),
            _ => Distance::INFINITE,
        }
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
