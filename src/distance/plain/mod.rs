//! Distances, decisions and rules as plain data.

mod aggregate;
mod arms;
mod integer;

use super::{Decision, DefaultArm, Distance, DistanceError, FloatMetric, Nearest, Power, Published, Rules};
use crate::plain::{Invalid, by_way_of, float};
use serde::{Deserialize, Serialize};

/// A number that may be infinite or, before it is checked, NaN.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
struct Number(#[serde(with = "float")] f64);

by_way_of!(Distance => Number);

impl From<&Distance> for Number {
    fn from(distance: &Distance) -> Self {
        Self(distance.get())
    }
}

impl TryFrom<Number> for Distance {
    type Error = DistanceError;
    fn try_from(number: Number) -> Result<Self, DistanceError> {
        Self::new(number.0)
    }
}

by_way_of!(Power => Number);

impl From<&Power> for Number {
    fn from(power: &Power) -> Self {
        Self(power.get())
    }
}

impl TryFrom<Number> for Power {
    type Error = DistanceError;
    fn try_from(number: Number) -> Result<Self, DistanceError> {
        Self::new(number.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Decision")]
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
    type Error = Invalid;
    fn try_from(form: DecisionForm) -> Result<Self, Invalid> {
        let decision = Self::observed(form.holds, form.other_side);
        if decision.other_side() == form.other_side { Ok(decision) } else { Err(Invalid("the side not taken is that near")) }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Nearest")]
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
    type Error = Invalid;
    fn try_from(form: NearestForm) -> Result<Self, Invalid> {
        let mut nearest = Self::default();
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
            Err(Invalid("no evaluations of a predicate are that near to their outcomes"))
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Rules")]
struct RulesForm {
    integers: Published,
    floats: Published,
    metric: FloatMetric,
    default_arm: DefaultArm,
    k: f64,
}

by_way_of!(Rules => RulesForm);

impl From<&Rules> for RulesForm {
    fn from(rules: &Rules) -> Self {
        let &Rules { integers, floats, metric, default_arm, k, .. } = rules;
        Self { integers, floats, metric, default_arm, k }
    }
}

impl TryFrom<RulesForm> for Rules {
    type Error = DistanceError;
    fn try_from(form: RulesForm) -> Result<Self, DistanceError> {
        let rules = Self::new(form.integers, form.floats).with_metric(form.metric).with_default_arm(form.default_arm);
        rules.with_k(form.k)
    }
}
