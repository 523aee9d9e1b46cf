//! Numbers in any format, for `#[serde(with = ..)]` on fields of your own types (feature `serde`).
//!
//! JSON has no infinity, and many of its readers no integers of more than 64 bits; values of a
//! search have both. [`float`] and [`integer`] write strings where the format has no number, and
//! read them back; in formats that people do not read, they write numbers. All types of this crate
//! do so, too.
//!
//! ```
//! use sbst_distance::form::{float, integer};
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Row {
//!     #[serde(with = "float")]
//!     nearest: f64,
//!     #[serde(with = "integer")]
//!     key: i128,
//! }
//!
//! let text = serde_json::to_string(&Row { nearest: f64::INFINITY, key: 1 << 64 })?;
//! assert_eq!(text, r#"{"nearest":"inf","key":"18446744073709551616"}"#);
//! let row: Row = serde_json::from_str(&text)?;
//! assert_eq!((row.nearest, row.key), (f64::INFINITY, 1 << 64));
//! // what the attribute calls
//! assert_eq!(float::serialize(&0.5, serde_json::value::Serializer)?, 0.5);
//! assert_eq!(float::deserialize(serde_json::json!("-inf"))?, f64::NEG_INFINITY);
//! assert_eq!(integer::serialize(&7, serde_json::value::Serializer)?, 7);
//! assert_eq!(integer::deserialize(serde_json::json!("-7"))?, -7);
//! # Ok::<(), serde_json::Error>(())
//! ```

use crate::Integer;
use alloc::format;
use core::fmt;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Any f64: infinity and NaN are the strings `inf`, `-inf` and `NaN` where people read the format.
pub mod float {
    use super::{AnyFloat, Deserializer, Serializer};
    use serde::Deserialize;

    /// Writes a float.
    ///
    /// # Errors
    ///
    /// Those of the format.
    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if value.is_finite() || !serializer.is_human_readable() {
            serializer.serialize_f64(*value)
        } else {
            serializer.collect_str(value) // "inf", "-inf" or "NaN"
        }
    }

    /// Reads a float.
    ///
    /// # Errors
    ///
    /// If there is neither a number nor one of the three strings.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(AnyFloat)
        } else {
            f64::deserialize(deserializer)
        }
    }
}

/// Any integer of 128 bits: a string of its digits if it needs more than 64 bits and people read
/// the format, because many formats and readers have no greater integers.
pub mod integer {
    use super::{Deserializer, Error, Serializer};
    use crate::Integer;
    use serde::{Deserialize, Serialize};

    /// Writes an integer.
    ///
    /// # Errors
    ///
    /// Those of the format.
    pub fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            Integer::from(*value).serialize(serializer)
        } else {
            serializer.serialize_i128(*value)
        }
    }

    /// Reads an integer.
    ///
    /// # Errors
    ///
    /// If there is neither an integer nor a string of digits, or if `i128` does not hold it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        if deserializer.is_human_readable() {
            Integer::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
        } else {
            i128::deserialize(deserializer)
        }
    }
}

struct AnyFloat;

impl Visitor<'_> for AnyFloat {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"inf\", \"-inf\" or \"NaN\"")
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<f64, E> {
        match value {
            "inf" => Ok(f64::INFINITY),
            "-inf" => Ok(f64::NEG_INFINITY),
            "NaN" => Ok(f64::NAN),
            _ => Err(E::invalid_value(Unexpected::Str(value), &self)),
        }
    }
}

/// Writes a number in formats for people, or a string of its decimal digits if it needs more than
/// 64 bits. Writes the sign and the magnitude in all other formats.
impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { negative, magnitude } = *self;
        if !serializer.is_human_readable() {
            return (negative, magnitude).serialize(serializer);
        }
        // A number of at most 64 bits, else digits: many formats and readers have no greater
        // integers.
        match (u64::try_from(magnitude), negative) {
            (Ok(magnitude), false) => serializer.serialize_u64(magnitude),
            (Ok(magnitude), true) if magnitude <= i64::MIN.unsigned_abs() => {
                serializer.serialize_i64(0_i64.wrapping_sub_unsigned(magnitude))
            }
            _ => {
                serializer.serialize_str(&format!("{}{magnitude}", if negative { "-" } else { "" }))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(Digits);
        }
        let (negative, magnitude) = <(bool, u128)>::deserialize(deserializer)?;
        if !negative {
            return Ok(Self::from(magnitude));
        }
        match 0_i128.checked_sub_unsigned(magnitude) {
            // A negative zero is refused, so that each integer has one form only.
            Some(value @ ..=-1) => Ok(Self::from(value)),
            _ => Err(D::Error::custom(format!(
                "no integer of a primitive type is -{magnitude}: negative integers go from -1 to \
                 -2^127"
            ))),
        }
    }
}

/// Visitor of a number or of a string of digits.
struct Digits;

impl Visitor<'_> for Digits {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer of at most 128 bits, or a string of its digits")
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Integer, E> {
        Ok(Integer::from(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Integer, E> {
        Ok(Integer::from(value))
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Integer, E> {
        // Neither type holds all values: i128 lacks the great ones, and u128 the negative ones.
        let signed = value.parse::<i128>().map(Integer::from);
        let unsigned = || value.parse::<u128>().map(Integer::from);
        signed.or_else(|_| unsigned()).map_err(|_| {
            E::custom(
                "no integer of a primitive type: expected decimal digits of a number from -2^127 \
                 to 2^128 - 1",
            )
        })
    }
}
