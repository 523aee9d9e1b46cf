//! Crashes as plain data.

use super::{Crash, CrashError, Similarity};
use crate::execution::StackTrace;
use crate::id::Statement;
use crate::plain::ascend;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Serialized form of a [`Crash`]. The places belong to the frames that have any, in their order;
/// the last one belongs to the target frame.
#[derive(serde::Deserialize)]
#[serde(rename = "Crash")]
pub(super) struct CrashForm<E, C, M> {
    wanted: StackTrace<E, C, M>,
    places: Vec<Vec<Statement>>,
    similarity: Similarity,
}

impl<E, C, M> TryFrom<CrashForm<E, C, M>> for Crash<E, C, M> {
    type Error = String;
    fn try_from(form: CrashForm<E, C, M>) -> Result<Self, String> {
        let CrashForm { wanted, places, similarity } = form;
        let Some(target) = wanted.frames.len().checked_sub(1) else {
            return Err(CrashError::NoFrames.to_string());
        };
        if places.is_empty() {
            return Err(CrashError::NoStatement { frame: target }.to_string());
        }
        let is_sound = |place: &Vec<Statement>| !place.is_empty() && ascend(place);
        if places.len() > wanted.frames.len() || !places.iter().all(is_sound) {
            return Err("the places of a crash must ascend, and belong to its frames".into());
        }
        Ok(Self { wanted, places, similarity })
    }
}
