//! Selections: the values by which a block chose its arms, and the distances of the arms.

use crate::distance::{Arms, Distance, Rules, SeenValues};
use crate::execution::calls::activations::Seen;
use crate::id::Block;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Selections of one block.
///
/// A hook that computed the distance to every arm would take time linear in the arms. This hook
/// only keeps the values that are nearest to an arm, in O(log n) for n ranges. The distances of all
/// arms are derived when a goal asks for one of them.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Switch {
    /// Block that selects.
    pub block: Block,
    /// Branch of arm 0. The branches of the other arms follow, then the branch of the default.
    pub first: u32,
    /// Values of each arm.
    arms: Arms,
    /// `true` if the block has an edge for the default.
    has_default: bool,
    /// Recording. It is borrowed within methods of this file only, and none of them calls code of
    /// the user.
    state: RefCell<State>,
}

/// Recording of the selections of a block.
#[derive(Clone, Debug)]
struct State {
    /// Values that selected.
    seen: SeenValues,
    /// Least distance of each arm, then of the default, that came from elsewhere: from a choice
    /// without a value, or a merged record.
    known: Vec<Distance>,
    /// `true` if `known` has any distance.
    any_known: bool,
    /// `true` if an arm was chosen without a value, so that the other arms are K away.
    chosen: bool,
    /// Least distance of each arm, then of the default, as derived last.
    row: Vec<Distance>,
    /// `true` if `row` must be derived anew.
    stale: bool,
    /// `true` if the block selected at least once.
    evaluated: bool,
    /// Scratch space in which a single value is measured for a listener. It is made on first use.
    one: Option<(SeenValues, Vec<Distance>)>,
}

impl Switch {
    /// Creates the selections of a block that has not selected yet.
    pub(super) fn new(block: Block, first: u32, arms: Arms, has_default: bool) -> Self {
        let nothing = vec![Distance::INFINITE; arms.len() + 1];
        let state = State {
            seen: SeenValues::new(&arms),
            known: nothing.clone(),
            any_known: false,
            chosen: false,
            row: nothing,
            stale: false,
            evaluated: false,
            one: None,
        };
        Self { block, first, arms, has_default, state: RefCell::new(state) }
    }

    /// Takes in a value, and returns the branch that it selects; `None` if it selects a default
    /// that has no edge.
    pub(super) fn see(&self, value: i128) -> Option<u32> {
        let mut state = self.state.borrow_mut();
        (state.stale, state.evaluated) = (true, true);
        // Only the values next to each range are kept, so the space does not grow with the number
        // of selections.
        let arm = state.seen.see(&self.arms, value);
        let default = self.has_default.then_some(self.arms.len() as u32);
        arm.or(default).map(|arm| self.first + arm)
    }

    /// Tells the listener the distance of a value from each arm. Linear in the arms.
    pub(super) fn tell_value(&self, value: i128, rules: &Rules, seen: &Seen<'_>) {
        // The listener records one activation, and wants the distances of this value alone. The
        // values of the block contain those of other activations, so the value is measured by
        // itself.
        let mut state = self.state.borrow_mut();
        let new = || (SeenValues::new(&self.arms), vec![Distance::INFINITE; self.arms.len()]);
        let (one, row) = state.one.get_or_insert_with(new);
        one.clear();
        one.see(&self.arms, value);
        if let Some(default) = one.distances_into(&self.arms, rules, row) {
            let row = (self.first..).zip(row.iter().chain(self.has_default.then_some(&default)));
            for (branch, distance) in row {
                seen.came_near(branch, distance.get());
            }
        }
    }

    /// Takes in that a branch was chosen without a value, and tells the listener. `None` is a
    /// default that has no edge.
    pub(super) fn choose(&self, chosen: Option<u32>, rules: &Rules, seen: &Seen<'_>) {
        if seen.listens() {
            // A choice gives no operands: as for a Boolean, every side that was not taken is K
            // away.
            let branches =
                self.first..self.first + self.arms.len() as u32 + u32::from(self.has_default);
            for branch in branches {
                seen.came_near(branch, rules.flag(false).to_true().get());
            }
        }
        if let Some(branch) = chosen {
            seen.came_near(branch, 0.0);
            self.merge(branch, Distance::ZERO);
        }
        let mut state = self.state.borrow_mut();
        (state.stale, state.evaluated, state.any_known, state.chosen) = (true, true, true, true);
    }

    /// Takes in a distance of a branch that did not come from a value of this recording.
    pub(in crate::execution) fn merge(&self, branch: u32, distance: Distance) {
        let mut state = self.state.borrow_mut();
        let arm = branch.checked_sub(self.first);
        if let Some(least) = arm.and_then(|arm| state.known.get_mut(arm as usize)) {
            *least = distance.min(*least);
            (state.stale, state.evaluated, state.any_known) = (true, true, true);
        }
    }

    /// Returns the least distance of a branch; `None` if the block never selected. Linear in the
    /// arms after a change, else constant.
    pub(super) fn distance(&self, branch: u32, rules: &Rules) -> Option<Distance> {
        let mut state = self.state.borrow_mut();
        if !state.evaluated {
            return None;
        }
        // A sweep asks for all arms of the block, one after the other. One pass over the ranges
        // gives the distances of all arms: so all are derived at once, and kept until something new
        // is recorded.
        if state.stale {
            state.derive(&self.arms, rules);
        }
        state.row.get(branch.checked_sub(self.first)? as usize).copied()
    }

    /// Marks the distances as stale, because the rules changed.
    pub(super) fn forget_derived(&self) {
        self.state.borrow_mut().stale = true;
    }

    /// Forgets all selections. Linear in the arms only if distances came from elsewhere.
    pub(super) fn clear(&self) {
        let mut state = self.state.borrow_mut();
        state.seen.clear();
        // Nearly always nothing came from elsewhere. The test keeps `clear` independent of the
        // number of arms.
        if state.any_known {
            state.known.fill(Distance::INFINITE);
        }
        (state.any_known, state.chosen, state.stale, state.evaluated) =
            (false, false, false, false);
    }
}

impl State {
    /// Derives the distances of all arms and of the default.
    fn derive(&mut self, arms: &Arms, rules: &Rules) {
        // Step 1: the distances from the values. If there was no value, every arm is infinitely far
        // up to here.
        if let Some((default, row)) = self.row.split_last_mut() {
            match self.seen.distances_into(arms, rules, row) {
                Some(distance) => *default = distance,
                None => self.row.fill(Distance::INFINITE),
            }
        }
        // Step 2: the distances from elsewhere. If an arm was chosen without a value, all other
        // arms are at most K away.
        if self.any_known {
            let other = if self.chosen { rules.flag(false).to_true() } else { Distance::INFINITE };
            for (least, known) in self.row.iter_mut().zip(&self.known) {
                *least = (*least).min(*known).min(other);
            }
        }
        self.stale = false;
    }
}
