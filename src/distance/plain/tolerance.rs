//! Tolerances of floats.

use crate::distance::approximate::Kind;
use crate::distance::{Float, Tolerance, ToleranceError};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Tolerance")]
enum ToleranceForm<F> {
    Absolute(F),
    Relative(F),
    Ulps(u64),
}

impl<F: Float + Serialize> Serialize for Tolerance<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match self.0 {
            Kind::Absolute(t) => ToleranceForm::Absolute(t),
            Kind::Relative(t) => ToleranceForm::Relative(t),
            Kind::Ulps(steps) => ToleranceForm::Ulps(steps),
        };
        form.serialize(serializer)
    }
}

impl<'de, F: Float + Deserialize<'de>> Deserialize<'de> for Tolerance<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tolerance: Result<Self, ToleranceError> = match ToleranceForm::deserialize(deserializer)? {
            ToleranceForm::Absolute(t) => Self::absolute(t),
            ToleranceForm::Relative(t) => Self::relative(t),
            ToleranceForm::Ulps(steps) => Ok(Self::ulps(steps)),
        };
        tolerance.map_err(D::Error::custom)
    }
}
