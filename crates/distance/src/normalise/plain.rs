//! Normalisers as plain data.

use super::normaliser::{Form, Normaliser};
use crate::DistanceError;
use crate::plain::by_way_of;
use serde::{Deserialize, Serialize};

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
