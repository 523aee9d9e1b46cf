//! Decisions that activations set their results to.

use crate::distance::Decision;
use crate::id::Block;
use alloc::vec::Vec;

/// Lists of decisions, one for each activation: the last decision in each block that set the result.
///
/// An activation has few such blocks, so a linked list is enough. All lists share one vector.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    /// Entries of all lists.
    entries: Vec<Entry>,
}

/// A block that set the result.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The block.
    block: Block,
    /// The last decision in the block.
    decision: Decision,
    /// Index of the next entry of the same activation; [`NO_RESULT`] at the end.
    next: u32,
}

/// Mark of the end of a list.
pub(super) const NO_RESULT: u32 = u32::MAX;

impl Results {
    /// Adds a decision to the list that starts at `first`, and returns the new start of the list.
    ///
    /// A later decision in the same block replaces the earlier one. If the activation stands for several calls, the order of their decisions
    /// means nothing: of two decisions with the same outcome, the nearer one stays. Nothing is kept beyond 2^32 - 1 entries.
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

    /// Empties all lists.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
}
