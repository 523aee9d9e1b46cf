//! Distances, decisions, rules, multi-way decisions, normalisers and accumulators as plain data,
//! written and read (feature `serde`).
//!
//! Types without invariants derive their form. Nearly all others go through a form of their own,
//! `From<&T>` when they are written and `TryFrom` when they are read, so that what is read is as
//! valid as what a constructor makes.

use super::form::{float, integer};
use super::normalise::Form;
use super::rules::Texts;
use super::switch::Stretch;
use super::{
    Accumulator, Aggregation, Arms, ArmsError, Decision, Distance, DistanceError, Nearest,
    Normaliser, Power, Rules, SeenValues,
};
use alloc::vec::Vec;
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

// Multi-way decisions.

/// The least and the greatest key of a range.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Bounds(#[serde(with = "integer")] i128, #[serde(with = "integer")] i128);

/// For each arm the ranges that it lists, both ends included: the form in which arms are written.
type ArmsForm = Vec<Vec<Bounds>>;

by_way_of!(Arms => ArmsForm);

impl From<&Arms> for ArmsForm {
    fn from(arms: &Arms) -> Self {
        let mut form = alloc::vec![Vec::new(); arms.len()];
        for (arm, range) in arms.ranges() {
            let (low, high) = range.into_inner();
            form[arm as usize].push(Bounds(low, high));
        }
        form
    }
}

impl TryFrom<ArmsForm> for Arms {
    type Error = ArmsError;
    fn try_from(form: ArmsForm) -> Result<Self, ArmsError> {
        Self::new(
            form.into_iter().map(|ranges| ranges.into_iter().map(|Bounds(low, high)| low..=high)),
        )
    }
}

/// For each stretch of the number line, the least and the greatest value seen there: the form in
/// which seen values are written.
type SeenValuesForm = Vec<Option<Bounds>>;

by_way_of!(SeenValues => SeenValuesForm);

impl From<&SeenValues> for SeenValuesForm {
    fn from(seen: &SeenValues) -> Self {
        let bounds = |(least, greatest)| Bounds(least, greatest);
        (0..seen.stretches.len()).map(|stretch| seen.seen(stretch).map(bounds)).collect()
    }
}

impl TryFrom<SeenValuesForm> for SeenValues {
    type Error = &'static str;
    fn try_from(form: SeenValuesForm) -> Result<Self, &'static str> {
        let seen = || form.iter().flatten();
        // n ranges have n + 1 gaps around them.
        if form.len().is_multiple_of(2) {
            return Err(
                "the number of stretches of a SeenValues must be odd: the ranges, and the gaps \
                 before, between and after them",
            );
        }
        if seen().any(|Bounds(least, greatest)| least > greatest) {
            return Err("in a stretch of a SeenValues, the least value is above the greatest one");
        }
        // The stamp 1 marks the stretches with values, as in a new collection.
        let touched =
            (0..).zip(&form).filter(|(_, seen)| seen.is_some()).map(|(place, _)| place).collect();
        let stretch = |seen: Option<Bounds>| {
            let Bounds(least, greatest) = seen.unwrap_or_default();
            Stretch { stamp: u32::from(seen.is_some()), least, greatest }
        };
        Ok(Self { stretches: form.into_iter().map(stretch).collect(), stamp: 1, touched })
    }
}

// Accumulators as plain data, to be merged elsewhere.

/// The form in which an accumulator is written. The scale is left out: it follows from the least
/// and the greatest distance.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Accumulator")]
struct AccumulatorForm {
    aggregation: Aggregation,
    count: u64,
    least: Distance,
    greatest: Distance,
    terms: [Number; 2],
}

by_way_of!(Accumulator => AccumulatorForm);

impl From<&Accumulator> for AccumulatorForm {
    fn from(accumulator: &Accumulator) -> Self {
        let Accumulator { least, greatest, terms, .. } = *accumulator;
        let terms = terms.map(Number);
        let (aggregation, count) = (accumulator.aggregation(), accumulator.count());
        Self { aggregation, count, least, greatest, terms }
    }
}

impl TryFrom<AccumulatorForm> for Accumulator {
    type Error = &'static str;
    fn try_from(form: AccumulatorForm) -> Result<Self, &'static str> {
        let AccumulatorForm { aggregation, count, least, greatest, terms } = form;
        let accumulator =
            Self::of_parts(aggregation, count, (least, greatest), terms.map(|term| term.0));
        accumulator.ok_or(
            "count, least, greatest and terms of an Accumulator contradict each other: no \
             distances have these sums",
        )
    }
}

/// The form in which a normaliser is written. The logarithm of the base is left out, and computed
/// again.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Normaliser")]
enum NormaliserForm {
    Rational { b: f64 },
    Exponential { a: f64 },
    Logarithmic,
}

by_way_of!(Normaliser => NormaliserForm);

impl From<&Normaliser> for NormaliserForm {
    fn from(normaliser: &Normaliser) -> Self {
        match normaliser.0 {
            Form::Rational { offset } => Self::Rational { b: offset },
            Form::Exponential { base, .. } => Self::Exponential { a: base },
            Form::Logarithmic => Self::Logarithmic,
        }
    }
}

impl TryFrom<NormaliserForm> for Normaliser {
    type Error = DistanceError;
    fn try_from(form: NormaliserForm) -> Result<Self, DistanceError> {
        match form {
            NormaliserForm::Rational { b } => Self::rational(b),
            NormaliserForm::Exponential { a } => Self::exponential(a),
            NormaliserForm::Logarithmic => Ok(Self::LOGARITHMIC),
        }
    }
}
