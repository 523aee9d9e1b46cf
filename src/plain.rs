//! Plain data, written and read (feature `serde`): what all layers share.
//!
//! Types without invariants derive their form. Nearly all others go through a form of their own,
//! `From<&T>` when they are written and `TryFrom` (or `From`) when they are read
//! ([`by_way_of`](crate::plain)), so that what is read is as valid as what a constructor makes.

use crate::distance::form::integer;
use core::ops::RangeInclusive;
use serde::de::Error;
use serde::{Deserializer, Serializer};

/// Writes a type as a form of it, and reads it back through the check that makes the type of the
/// form.
macro_rules! by_way_of {
    ($([$($generics:tt)*])? $type:ty => $form:ty) => {
        impl $(<$($generics)*>)? serde::Serialize for $type {
            fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                serde::Serialize::serialize(&<$form>::from(self), serializer)
            }
        }

        impl<'de, $($($generics)*)?> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let form = <$form as serde::Deserialize>::deserialize(deserializer)?;
                Self::try_from(form).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use by_way_of;

/// Number of a written form, at its head. Data of another form is refused by its number, and form 1
/// is one without a number.
pub(crate) struct Form<const NUMBER: u32>;

impl<const NUMBER: u32> serde::Serialize for Form<NUMBER> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_some(&NUMBER)
    }
}

impl<'de, const NUMBER: u32> serde::Deserialize<'de> for Form<NUMBER> {
    /// Reads an option, because serde takes a missing field for the option `None`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Option::<u32>::deserialize(deserializer)?.unwrap_or(1) {
            number if number == NUMBER => Ok(Self),
            other => Err(D::Error::custom(alloc::format!(
                "written in form {other}, and this version reads form {NUMBER}: record it again"
            ))),
        }
    }
}

/// The ends of a range of keys, both included.
#[derive(Clone, Copy, serde::Serialize, serde::Deserialize)]
pub(crate) struct KeyRange(#[serde(with = "integer")] i128, #[serde(with = "integer")] i128);

impl From<RangeInclusive<i128>> for KeyRange {
    fn from(range: RangeInclusive<i128>) -> Self {
        let (start, end) = range.into_inner();
        Self(start, end)
    }
}

impl From<KeyRange> for RangeInclusive<i128> {
    fn from(KeyRange(start, end): KeyRange) -> Self {
        start..=end
    }
}

/// Ranges of keys, in the form that ranges have.
pub(crate) mod key_ranges {
    use super::{Deserializer, RangeInclusive, Serializer};
    use alloc::boxed::Box;
    use alloc::vec::Vec;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "RangeInclusive")]
    struct Ends {
        #[serde(with = "super::integer")]
        start: i128,
        #[serde(with = "super::integer")]
        end: i128,
    }

    pub(crate) fn serialize<S: Serializer>(
        ranges: &[RangeInclusive<i128>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let ends = |range: &RangeInclusive<i128>| Ends { start: *range.start(), end: *range.end() };
        serializer.collect_seq(ranges.iter().map(ends))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Box<[RangeInclusive<i128>]>, D::Error> {
        let ranges = Vec::<Ends>::deserialize(deserializer)?;
        Ok(ranges.into_iter().map(|Ends { start, end }| start..=end).collect())
    }
}

/// Returns `true` if keys ascend and none is there twice: what binary search in rows relies on.
pub(crate) fn ascend<K: Ord>(keys: impl IntoIterator<Item = K>) -> bool {
    let mut last = None;
    keys.into_iter().all(|key| {
        let ascends = last.as_ref().is_none_or(|last| *last < key);
        last = Some(key);
        ascends
    })
}

/// Why a form is no value of its type, where no constructor says so.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Invalid(pub(crate) &'static str);
