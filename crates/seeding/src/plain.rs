//! Plain data, written and read (feature `serde`): what all modules share.
//!
//! Types without invariants derive their form. All others are checked when they are read, most by
//! `TryFrom` a form of their own, so that what is read is as valid as what a constructor makes.

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};

/// Any f64 in any format: texts such as JSON have no name for infinity and NaN, so there these
/// three are strings.
pub(crate) mod float {
    use super::{AnyFloat, Deserializer, Serializer};
    use serde::Deserialize;

    pub(crate) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if value.is_finite() || !serializer.is_human_readable() {
            serializer.serialize_f64(*value)
        } else {
            serializer.collect_str(value) // "inf", "-inf" or "NaN"
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(AnyFloat)
        } else {
            f64::deserialize(deserializer)
        }
    }
}

struct AnyFloat;

impl Visitor<'_> for AnyFloat {
    type Value = f64;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
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
