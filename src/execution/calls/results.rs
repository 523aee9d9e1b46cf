//! The results that activations set to a decision.

use crate::distance::Decision;
use crate::id::Block;
use alloc::vec::Vec;

/// By activation: the decisions that its result was set to, the last one of each block.
///
/// An activation has few such blocks, so each has a list of its own; all lists stand in one row.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    block: Block,
    decision: Decision,
    /// The next entry of the same activation; [`NO_RESULT`] at the end.
    next: u32,
}

/// The end of a list of results.
pub(super) const NO_RESULT: u32 = u32::MAX;

impl Results {
    /// Keeps a decision in the list that starts at `first`, and returns where the list starts now.
    ///
    /// Beyond 2^32 - 1 entries nothing is kept.
    ///
    /// Of an activation that stands for several calls, the nearer decision stays where two have the same outcome: which call set which is
    /// not known, and the least distances are kept.
    pub(super) fn set(&mut self, first: u32, block: Block, decision: Decision, is_merged: bool) -> u32 {
        let mut at = first;
        while let Some(entry) = self.entries.get_mut(at as usize) {
            if entry.block == block {
                let far = |decision: Decision| decision.to_true().max(decision.to_false());
                let is_farther = decision.holds() == entry.decision.holds() && far(decision) > far(entry.decision);
                if !(is_merged && is_farther) {
                    entry.decision = decision;
                }
                return first;
            }
            at = entry.next;
        }
        match u32::try_from(self.entries.len()) {
            Ok(number) if number != NO_RESULT => {
                self.entries.push(Entry { block, decision, next: first });
                number
            }
            _ => first,
        }
    }

    /// Visits the list that starts at `first`, in no particular order.
    pub(super) fn each(&self, first: u32, visit: &mut dyn FnMut(Block, Decision)) {
        let mut at = first;
        while let Some(&Entry { block, decision, next }) = self.entries.get(at as usize) {
            visit(block, decision);
            at = next;
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
}
