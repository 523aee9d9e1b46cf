//! Gates as plain data.

use super::rule::{Gate, GateError, Kind};
use crate::plain::by_way_of;
use core::time::Duration;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Gate")]
enum GateForm {
    Open,
    Fixed { sleep: Duration, usage: f64 },
    Adaptive { sleep: Duration, usage: f64 },
}

by_way_of!(Gate => GateForm);

impl From<&Gate> for GateForm {
    fn from(gate: &Gate) -> Self {
        match gate.0 {
            Kind::Open => Self::Open,
            Kind::Fixed { sleep, usage } => Self::Fixed { sleep, usage },
            Kind::Adaptive { sleep, usage } => Self::Adaptive { sleep, usage },
        }
    }
}

impl TryFrom<GateForm> for Gate {
    type Error = GateError;
    fn try_from(form: GateForm) -> Result<Self, GateError> {
        match form {
            GateForm::Open => Ok(Self::OPEN),
            GateForm::Fixed { sleep, usage } => Self::new(sleep, usage),
            GateForm::Adaptive { sleep, usage } => Self::adaptive(sleep, usage),
        }
    }
}
