//! Crashes as plain data.

use super::{Crash, CrashError, Similarity};
use crate::execution::StackTrace;
use crate::id::Statement;
use crate::plain::{Invalid, ascend};
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Serialized form of a [`Crash`]. The places belong to the frames that have any, in their order;
/// the last one belongs to the target frame.
#[derive(Deserialize)]
#[serde(rename = "Crash")]
struct CrashForm<E, C, M> {
    wanted: StackTrace<E, C, M>,
    places: Vec<Vec<Statement>>,
    similarity: Similarity,
}

impl<'de, E, C, M> Deserialize<'de> for Crash<E, C, M>
where
    E: Deserialize<'de>,
    C: Deserialize<'de>,
    M: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let CrashForm { wanted, places, similarity } = CrashForm::deserialize(deserializer)?;
        let Some(target) = wanted.frames.len().checked_sub(1) else {
            return Err(D::Error::custom(CrashError::NoFrames));
        };
        if places.is_empty() {
            return Err(D::Error::custom(CrashError::NoStatement { frame: target }));
        }
        let is_sound = |place: &Vec<Statement>| !place.is_empty() && ascend(place);
        if places.len() > wanted.frames.len() || !places.iter().all(is_sound) {
            return Err(D::Error::custom(Invalid(
                "the places of a crash must ascend, and belong to its frames",
            )));
        }
        Ok(Self { wanted, places, similarity })
    }
}
