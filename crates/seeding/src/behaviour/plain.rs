//! Serialised form of dissimilarities. Reading refuses a weight that is not positive and finite.

use super::{Dissimilarity, WeightError};
use crate::plain::by_way_of;
use serde::{Deserialize, Serialize};

/// Fields of a [`Dissimilarity`] as they are written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Dissimilarity")]
struct DissimilarityForm {
    weight: f64,
    multisets: bool,
}

by_way_of!(Dissimilarity => DissimilarityForm);

impl From<&Dissimilarity> for DissimilarityForm {
    fn from(&Dissimilarity { weight, multisets }: &Dissimilarity) -> Self {
        Self { weight, multisets }
    }
}

impl TryFrom<DissimilarityForm> for Dissimilarity {
    type Error = WeightError;
    fn try_from(form: DissimilarityForm) -> Result<Self, WeightError> {
        let of_sets = Self::with_weight(form.weight)?;
        Ok(if form.multisets { of_sets.of_multisets() } else { of_sets })
    }
}
