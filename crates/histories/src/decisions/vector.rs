//! Vectors: the values of the conditions of a decision in one evaluation.

use core::cmp::Ordering;
use core::fmt::{self, Display, Formatter};
use core::str::FromStr;

/// The values of the conditions of a decision in one evaluation: true, false or not evaluated.
/// Takes sixteen bytes.
///
/// Conditions are numbered from 0 in the order of
/// [`CompoundDecision::conditions`](super::CompoundDecision::conditions); there are at most 64. The
/// text of a vector has one letter for each condition up to the last one that was evaluated: `T`
/// for true, `F` for false, or `-` for a condition that was not evaluated. If the text is written
/// with a width, it is filled with `-`.
///
/// Vectors are ordered as their texts, with `T` before `F` before `-`.
///
/// ```
/// use sbst_histories::decisions::Vector;
///
/// // (a && b) || c with a false: b was skipped.
/// let vector: Vector = "F-T".parse()?;
/// let values = [0, 1, 2].map(|condition| vector.get(condition));
/// assert_eq!(values, [Some(false), None, Some(true)]);
/// assert_eq!(vector, Vector::EMPTY.with(0, false).with(2, true));
/// assert_eq!(vector.to_string(), "F-T");
/// assert_eq!(format!("{vector:5}"), "F-T--");
/// # Ok::<(), sbst_histories::decisions::ParseVectorError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Vector {
    /// The conditions that were evaluated, one bit for each.
    pub(super) evaluated: u64,
    /// The conditions that were true, one bit for each: a subset of `evaluated`.
    pub(super) values: u64,
}

impl Vector {
    /// Greatest number of conditions of a vector.
    pub(super) const MOST: usize = 64;

    /// The vector in which no condition was evaluated.
    pub const EMPTY: Self = Self { evaluated: 0, values: 0 };

    /// Returns this vector with the value of one condition set or replaced. A condition with a
    /// number of 64 or more changes nothing.
    #[must_use]
    pub const fn with(self, condition: u32, holds: bool) -> Self {
        if condition >= 64 {
            return self;
        }
        let bit = 1 << condition;
        let values = if holds { self.values | bit } else { self.values & !bit };
        Self { evaluated: self.evaluated | bit, values }
    }

    /// Returns the value of a condition; `None` if it was not evaluated.
    #[must_use]
    pub const fn get(self, condition: u32) -> Option<bool> {
        if condition >= 64 || self.evaluated >> condition & 1 == 0 {
            return None;
        }
        Some(self.values >> condition & 1 == 1)
    }

    /// Returns the conditions that were evaluated in both vectors with different values, one bit
    /// for each.
    pub(super) const fn differences(self, other: Self) -> u64 {
        (self.values ^ other.values) & self.evaluated & other.evaluated
    }
}

impl Ord for Vector {
    fn cmp(&self, other: &Self) -> Ordering {
        // The first condition that differs. It has one of three states, so both masks are compared.
        let first =
            ((self.evaluated ^ other.evaluated) | (self.values ^ other.values)).trailing_zeros();
        let rank = |vector: Self| match vector.get(first) {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        };
        rank(*self).cmp(&rank(*other))
    }
}

impl PartialOrd for Vector {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Display for Vector {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let length = 64 - self.evaluated.leading_zeros();
        for condition in 0..length {
            f.write_str(match self.get(condition) {
                Some(true) => "T",
                Some(false) => "F",
                None => "-",
            })?;
        }
        for _ in length as usize..f.width().unwrap_or(0) {
            f.write_str("-")?;
        }
        Ok(())
    }
}

/// For example `Vector(F-T)`.
impl fmt::Debug for Vector {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Vector({self})")
    }
}

/// The error of a text that is not a vector: it has a letter other than `T`, `F` and `-`, or more
/// than 64 letters.
///
/// ```
/// use sbst_histories::decisions::Vector;
///
/// let error = "TX".parse::<Vector>().expect_err("X is no value");
/// assert_eq!(error.to_string(), "a vector has at most 64 letters, each T, F or -");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a vector has at most 64 letters, each T, F or -")]
pub struct ParseVectorError;

impl FromStr for Vector {
    type Err = ParseVectorError;

    fn from_str(text: &str) -> Result<Self, ParseVectorError> {
        let mut vector = Self::EMPTY;
        for (condition, letter) in (0_u32..).zip(text.bytes()) {
            if condition >= 64 {
                return Err(ParseVectorError);
            }
            vector = match letter {
                b'T' => vector.with(condition, true),
                b'F' => vector.with(condition, false),
                b'-' => vector,
                _ => return Err(ParseVectorError),
            };
        }
        Ok(vector)
    }
}

/// A vector as its text.
#[cfg(feature = "serde")]
impl serde::Serialize for Vector {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Vector {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = alloc::string::String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
