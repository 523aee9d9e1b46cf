//! Crashes as plain data.

use super::nested::Statements;
use super::{Crash, CrashError, Similarity};
use crate::execution::StackTrace;
use crate::id::Statement;
use crate::plain::{Invalid, ascend};
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serialized form of a [`Crash`]. The places belong to the frames that have any, in their order;
/// the last one belongs to the target frame.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Crash")]
struct CrashForm<W, P> {
    wanted: W,
    places: Vec<P>,
    similarity: Similarity,
}

impl<E: Serialize, C: Serialize, M: Serialize> Serialize for Crash<E, C, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let places = self.places.iter().map(Statements::as_slice).collect();
        CrashForm { wanted: &self.wanted, places, similarity: self.similarity }
            .serialize(serializer)
    }
}

impl<'de, E, C, M> Deserialize<'de> for Crash<E, C, M>
where
    E: Deserialize<'de>,
    C: Deserialize<'de>,
    M: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = CrashForm::<StackTrace<E, C, M>, Vec<Statement>>::deserialize(deserializer)?;
        let Some(target) = form.wanted.frames.len().checked_sub(1) else {
            return Err(D::Error::custom(CrashError::NoFrames));
        };
        if form.places.is_empty() {
            return Err(D::Error::custom(CrashError::NoStatement { frame: target }));
        }
        if form.places.len() > form.wanted.frames.len()
            || !form.places.iter().all(|place| !place.is_empty() && ascend(place))
        {
            return Err(D::Error::custom(Invalid(
                "the places of a crash must ascend, and belong to its frames",
            )));
        }
        let places = form.places.into_iter().map(Statements::from_vec).collect();
        Ok(Self { wanted: form.wanted, places, similarity: form.similarity })
    }
}
