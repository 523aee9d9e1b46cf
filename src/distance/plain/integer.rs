//! Integers of up to 128 bits and a sign, in formats that may have no more than 64.

use crate::distance::Integer;
use alloc::format;
use alloc::string::String;
use core::fmt;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// In formats for people a number, or, beyond 64 bits, its decimal digits as a string; else the sign and the magnitude.
impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { negative, magnitude } = *self;
        if !serializer.is_human_readable() {
            return (negative, magnitude).serialize(serializer);
        }
        match (u64::try_from(magnitude), negative) {
            (Ok(magnitude), false) => serializer.serialize_u64(magnitude),
            (Ok(magnitude), true) if magnitude <= i64::MIN.unsigned_abs() => {
                serializer.serialize_i64(0_i64.wrapping_sub_unsigned(magnitude))
            }
            _ => serializer.serialize_str(&format!("{}{magnitude}", if negative { "-" } else { "" })),
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
            Some(value @ ..=-1) => Ok(Self::from(value)),
            _ => Err(D::Error::custom(format!("-{magnitude} is no integer of a primitive type"))),
        }
    }
}

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
        let signed = value.parse::<i128>().map(Integer::from);
        let unsigned = || value.parse::<u128>().map(Integer::from);
        signed.or_else(|_| unsigned()).map_err(|_| E::custom(String::from("no integer of a primitive type")))
    }
}
