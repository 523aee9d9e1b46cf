//! Serialised form of dissimilarities. Reading refuses a weight that is not positive and finite.

use super::{Dissimilarity, WeightError};
use serde::Deserialize;

/// Fields of a [`Dissimilarity`] as they are read.
#[derive(Deserialize)]
#[serde(rename = "Dissimilarity")]
pub(super) struct DissimilarityForm {
    weight: f64,
    multisets: bool,
}

impl TryFrom<DissimilarityForm> for Dissimilarity {
    type Error = WeightError;
    fn try_from(form: DissimilarityForm) -> Result<Self, WeightError> {
        let of_sets = Self::with_weight(form.weight)?;
        Ok(if form.multisets { of_sets.of_multisets() } else { of_sets })
    }
}
