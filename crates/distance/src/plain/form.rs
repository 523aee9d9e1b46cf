//! How values are written and read by way of a form: through a check, and any float in any format.

use core::fmt;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserializer, Serializer};

/// Writes a type as a form of it, and reads it back through the check that makes the type of the
/// form.
macro_rules! by_way_of {
    ($type:ty => $form:ty) => {
        impl serde::Serialize for $type {
            fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                serde::Serialize::serialize(&<$form>::from(self), serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let form = <$form as serde::Deserialize>::deserialize(deserializer)?;
                Self::try_from(form).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use by_way_of;

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

/// Any key of a switch in any format: a number in formats for people, or a string of its digits if
/// it needs more than 64 bits, because many of them have no greater integers.
pub(crate) mod key {
    use super::{Deserializer, Error, Serializer};
    use crate::Integer;
    use serde::{Deserialize, Serialize};

    pub(crate) fn serialize<S: Serializer>(key: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            Integer::from(*key).serialize(serializer)
        } else {
            serializer.serialize_i128(*key)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<i128, D::Error> {
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
