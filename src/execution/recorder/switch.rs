//! The recorder's view of a multi-way block.

use crate::distance::{Arms, Distance, Rules, SeenValues};
use crate::execution::calls::activations::Seen;
use crate::id::Block;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

/// The selections of one block. Distances are derived when somebody asks, once for all arms.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Switch {
    pub block: Block,
    /// The branch of arm 0; the default follows the last arm.
    pub first: u32,
    arms: Arms,
    has_default: bool,
    // Borrowed for the length of a method here, and no method calls the user's code.
    state: RefCell<State>,
}

#[derive(Clone, Debug)]
struct State {
    seen: SeenValues,
    /// Least distances that did not come from a value: selections without operand, merged records.
    known: Vec<Distance>,
    /// Whether anything stands in `known`.
    any_known: bool,
    /// Whether an arm was selected without operand: the others are K away.
    chosen: bool,
    row: Vec<Distance>,
    stale: bool,
    evaluated: bool,
    /// Of one value, if somebody wants to know; empty before that.
    one: Option<(SeenValues, Vec<Distance>)>,
}

impl Switch {
    pub(in crate::execution) fn new(block: Block, first: u32, arms: Arms, has_default: bool) -> Self {
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

    /// Takes in one value; the branch that it selects, `None` if that is a default that was not declared.
    pub(in crate::execution) fn see(&self, value: i64) -> Option<u32> {
        let mut state = self.state.borrow_mut();
        (state.stale, state.evaluated) = (true, true);
        let arm = state.seen.see(&self.arms, value);
        let default = self.has_default.then_some(self.arms.len() as u32);
        arm.or(default).map(|arm| self.first + arm)
    }

    /// Tells how far a value is from each arm. Linear in the arms, unless nobody listens.
    pub(in crate::execution) fn tell_value(&self, value: i64, rules: &Rules, seen: &Seen<'_>) {
        if !seen.listens() {
            return;
        }
        let mut state = self.state.borrow_mut();
        let new = || (SeenValues::new(&self.arms), vec![Distance::INFINITE; self.arms.len()]);
        let (one, row) = state.one.get_or_insert_with(new);
        one.clear();
        one.see(&self.arms, value);
        if let Some(default) = one.distances_into(&self.arms, rules, row) {
            let row = (self.first..).zip(row.iter().chain(self.has_default.then_some(&default)));
            row.for_each(|(branch, distance)| seen.came_near(branch, distance.get()));
        }
    }

    /// Tells that a selection without operand chose this branch, or a default that was not declared.
    pub(in crate::execution) fn tell_choice(&self, chosen: Option<u32>, rules: &Rules, seen: &Seen<'_>) {
        if seen.listens() {
            let branches = self.first..self.first + self.arms.len() as u32 + u32::from(self.has_default);
            branches.for_each(|branch| seen.came_near(branch, rules.flag(false).to_true().get()));
            chosen.into_iter().for_each(|branch| seen.came_near(branch, 0.0));
        }
    }

    /// Takes in a selection without operand; `None`: of a default that was not declared.
    pub(in crate::execution) fn choose(&self, branch: Option<u32>) {
        if let Some(branch) = branch {
            self.merge(branch, Distance::ZERO);
        }
        let mut state = self.state.borrow_mut();
        (state.stale, state.evaluated, state.any_known, state.chosen) = (true, true, true, true);
    }

    /// Takes in a distance that is known from elsewhere.
    pub(in crate::execution) fn merge(&self, branch: u32, distance: Distance) {
        let mut state = self.state.borrow_mut();
        let arm = branch.checked_sub(self.first);
        if let Some(least) = arm.and_then(|arm| state.known.get_mut(arm as usize)) {
            *least = distance.min(*least);
            (state.stale, state.evaluated, state.any_known) = (true, true, true);
        }
    }

    /// Returns the least distance to taking a branch; `None` if the block never selected. Linear in the arms after a change, else constant.
    pub(in crate::execution) fn distance(&self, branch: u32, rules: &Rules) -> Option<Distance> {
        let mut state = self.state.borrow_mut();
        if !state.evaluated {
            return None;
        }
        if state.stale {
            state.derive(&self.arms, rules);
        }
        state.row.get(branch.checked_sub(self.first)? as usize).copied()
    }

    /// Distances must be derived anew.
    pub(in crate::execution) fn forget_derived(&self) {
        self.state.borrow_mut().stale = true;
    }

    pub(in crate::execution) fn clear(&self) {
        let mut state = self.state.borrow_mut();
        state.seen.clear();
        if state.any_known {
            state.known.fill(Distance::INFINITE);
        }
        (state.any_known, state.chosen, state.stale, state.evaluated) = (false, false, false, false);
    }
}

impl State {
    fn derive(&mut self, arms: &Arms, rules: &Rules) {
        if let Some((default, row)) = self.row.split_last_mut() {
            match self.seen.distances_into(arms, rules, row) {
                Some(distance) => *default = distance,
                None => self.row.fill(Distance::INFINITE),
            }
        }
        if self.any_known {
            let other = if self.chosen { rules.flag(false).to_true() } else { Distance::INFINITE };
            for (least, known) in self.row.iter_mut().zip(&self.known) {
                *least = (*least).min(*known).min(other);
            }
        }
        self.stale = false;
    }
}
