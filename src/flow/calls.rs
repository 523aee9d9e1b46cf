//! Which statements call which functions, as their author wrote it.

use crate::id::{Block, CallSite, Function};
use crate::sort::sort;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// A call in the description of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "Call"))]
pub(super) struct Call {
    pub(super) statement: u32,
    pub(super) site: CallSite,
    pub(super) callees: Vec<Function>,
}

/// The calls of one function, by local block.
pub(super) type FunctionCalls = Vec<(u32, Box<Call>)>;

/// Where a call stands: ascending by block, by statement, by site.
pub(super) type Place = (Block, u32, CallSite);

/// The calls in a graph; nothing is stored for blocks without any.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    /// Callees ascending, each once.
    pub(super) by_place: BTreeMap<Place, Vec<Function>>,
    /// The same calls by what they call.
    pub(super) by_callee: BTreeSet<(Function, Place)>,
}

impl Calls {
    /// Takes the calls of the next function, whose blocks begin at `base`.
    #[cold]
    pub(super) fn append(&mut self, base: u32, calls: &mut FunctionCalls) {
        for (block, call) in calls.drain(..) {
            self.add((Block::new(base + block), call.statement, call.site), call.callees.into_iter());
        }
    }

    /// Adds callees to the call at a place, which there may not have been before. O(n log n) for its callees.
    pub(super) fn add(&mut self, place: Place, callees: impl Iterator<Item = Function>) {
        let row = self.by_place.entry(place).or_default();
        row.extend(callees);
        sort(row);
        row.dedup();
        self.by_callee.extend(row.iter().map(|&callee| (callee, place)));
    }
}
