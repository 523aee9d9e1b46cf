//! Results of activations: the decisions to whose outcomes they set their results.

use crate::distance::Decision;
use crate::id::Block;
use alloc::vec::Vec;

/// Lists of decisions, one list for each activation. A list has, for each block that set the
/// result, the last decision there.
///
/// An activation has few such blocks, so a linked list is enough. All lists share one vector, so
/// that an activation without a result costs nothing, and clearing keeps the memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    /// Entries of all lists.
    entries: Vec<Entry>,
}

/// Entry of a list: a block that set the result.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The block.
    block: Block,
    /// The last decision in the block.
    decision: Decision,
    /// Index of the next entry of the same activation; [`NO_RESULT`] in the last one.
    next: u32,
}

/// Mark of the end of a list, and of an empty list.
pub(super) const NO_RESULT: u32 = u32::MAX;

impl Results {
    /// Adds a decision to the list that starts at `first`, and returns the new start of the list.
    ///
    /// A later decision in the same block replaces the earlier one. If the activation stands for
    /// several calls (`is_merged`), the order of their decisions means nothing: of two decisions
    /// with equal outcomes, the one with the lesser distance to the other outcome stays. Linear in
    /// the length of the list. If all lists together have 2^32 - 1 entries, a decision in a new
    /// block is dropped.
    pub(super) fn set(
        &mut self,
        first: u32,
        block: Block,
        decision: Decision,
        is_merged: bool,
    ) -> u32 {
        // NO_RESULT is greater than every index, so the lookup also ends the loop.
        let mut at = first;
        while let Some(entry) = self.entries.get_mut(at as usize) {
            if entry.block == block {
                // One of the two distances of a decision is 0, so the greater one is the distance
                // to the other outcome.
                let far = |decision: Decision| decision.to_true().max(decision.to_false());
                let is_farther = decision.holds() == entry.decision.holds()
                    && far(decision) > far(entry.decision);
                if !(is_merged && is_farther) {
                    entry.decision = decision;
                }
                return first;
            }
            at = entry.next;
        }
        match u32::try_from(self.entries.len()) {
            // A new entry becomes the head of the list, which needs no search for its end.
            Ok(number) if number != NO_RESULT => {
                self.entries.push(Entry { block, decision, next: first });
                number
            }
            _ => first,
        }
    }

    /// Visits the list that starts at `first`, beginning with the block that was added last.
    pub(super) fn each(&self, first: u32, visit: &mut dyn FnMut(Block, Decision)) {
        let mut at = first;
        while let Some(&Entry { block, decision, next }) = self.entries.get(at as usize) {
            visit(block, decision);
            at = next;
        }
    }

    /// Empties all lists.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
}
