//! Distances, decisions and rules as plain data, written and read (feature `serde`).
//!
//! Types without invariants derive their form. Nearly all others go through a form of their own,
//! `From<&T>` when they are written and `TryFrom` when they are read, so that what is read is as
//! valid as what a constructor makes.

mod arms;

use super::form::float;
use super::rules::Texts;
use super::{Decision, Distance, DistanceError, Nearest, Power, Rules};
use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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

/// The form of a number that may be infinite or, before it is checked, NaN.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
struct Number(#[serde(with = "float")] f64);

macro_rules! numbers {
    ($($type:ty)*) => { $(
        by_way_of!($type => Number);

        impl From<&$type> for Number {
            fn from(value: &$type) -> Self {
                Self(value.get())
            }
        }

        impl TryFrom<Number> for $type {
            type Error = DistanceError;
            fn try_from(number: Number) -> Result<Self, DistanceError> {
                Self::new(number.0)
            }
        }
    )* };
}

numbers! { Distance Power }

#[derive(Serialize, Deserialize)]
#[serde(rename = "Decision")]
/// The form in which a decision is written.
struct DecisionForm {
    holds: bool,
    other_side: Distance,
}

by_way_of!(Decision => DecisionForm);

impl From<&Decision> for DecisionForm {
    fn from(decision: &Decision) -> Self {
        Self { holds: decision.holds(), other_side: decision.other_side() }
    }
}

impl TryFrom<DecisionForm> for Decision {
    type Error = &'static str;
    fn try_from(form: DecisionForm) -> Result<Self, &'static str> {
        // `observed` raises a distance that is too small; a file that needs this is refused.
        let decision = Self::observed(form.holds, form.other_side);
        if decision.other_side() == form.other_side {
            Ok(decision)
        } else {
            Err(
                "other_side of a Decision is too small: the side not taken is at least 2^-1022 away",
            )
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Nearest")]
/// The form in which the least distances are written; `null` if there was no evaluation.
struct NearestForm {
    to_true: Option<Distance>,
    to_false: Option<Distance>,
}

by_way_of!(Nearest => NearestForm);

impl From<&Nearest> for NearestForm {
    fn from(nearest: &Nearest) -> Self {
        Self { to_true: nearest.to_true(), to_false: nearest.to_false() }
    }
}

impl TryFrom<NearestForm> for Nearest {
    type Error = &'static str;
    fn try_from(form: NearestForm) -> Result<Self, &'static str> {
        let mut nearest = Self::default();
        // Rebuilt from one decision for each outcome that was observed. If the result is another
        // one, no evaluations can have made it.
        if let (Some(to_true), Some(to_false)) = (form.to_true, form.to_false) {
            if to_true == Distance::ZERO {
                nearest.see(Decision::observed(true, to_false));
            }
            if to_false == Distance::ZERO {
                nearest.see(Decision::observed(false, to_true));
            }
        }
        if (nearest.to_true(), nearest.to_false()) == (form.to_true, form.to_false) {
            Ok(nearest)
        } else {
            Err("no evaluations of a predicate have these distances: to_true or to_false must be \
                 0, or both absent")
        }
    }
}

/// Refuses: a function cannot be read back.
impl Serialize for Texts {
    fn serialize<Z: Serializer>(&self, _: Z) -> Result<Z::Ok, Z::Error> {
        Err(Z::Error::custom(format_args!(
            "the distance of texts `{}` is code, and rules that have it cannot be written; write \
             the rules without it, and add it by `with_texts` after reading them",
            self.name
        )))
    }
}

/// Reads the K of rules, the only part that can be invalid.
pub(super) fn valid_k<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let rules = Rules::DEFAULT.with_k(f64::deserialize(deserializer)?);
    rules.map(|rules| rules.k).map_err(serde::de::Error::custom)
}
