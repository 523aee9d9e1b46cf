//! Ids, with the maps that the library keeps to itself.

#[path = "../../src/id/map.rs"]
mod map;

pub(crate) use map::IdMap;
pub(crate) use sbst::id::GoalId;

impl map::Id for GoalId {
    fn to_bits(self) -> u32 {
        self.number()
    }

    fn from_bits(bits: u32) -> Self {
        Self::new(bits)
    }
}
