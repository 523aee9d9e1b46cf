//! Vectors as plain data: a vector is written as its text.

use super::vector::{ParseVectorError, Vector};
use crate::plain::by_way_of;
use alloc::string::{String, ToString};
use serde::{Deserialize, Serialize};

/// The text of a vector.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct VectorForm(String);

by_way_of!(Vector => VectorForm);

impl From<&Vector> for VectorForm {
    fn from(vector: &Vector) -> Self {
        Self(vector.to_string())
    }
}

impl TryFrom<VectorForm> for Vector {
    type Error = ParseVectorError;

    fn try_from(form: VectorForm) -> Result<Self, ParseVectorError> {
        form.0.parse()
    }
}
