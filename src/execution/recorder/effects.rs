//! Table of the effects of mutants that were executed.

use crate::execution::Effect;
use crate::id::Mutant;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Least effect of each mutant that was executed, ascending by mutant.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct EffectRows(RefCell<Vec<(Mutant, Effect)>>);

impl EffectRows {
    /// Takes in an effect of a mutant. O(log n) if mutants come in the order of their numbers, else linear.
    pub(in crate::execution) fn see(&self, mutant: Mutant, effect: Effect) {
        let mut rows = self.0.borrow_mut();
        match rows.binary_search_by_key(&mutant, |row| row.0) {
            Ok(place) => rows[place].1 = rows[place].1.min(effect),
            Err(place) => rows.insert(place, (mutant, effect)),
        }
    }

    /// Returns the least effect of a mutant.
    pub(in crate::execution) fn get(&self, mutant: Mutant) -> Option<Effect> {
        let rows = self.0.borrow();
        let place = rows.binary_search_by_key(&mutant, |row| row.0).ok()?;
        Some(rows[place].1)
    }

    /// Returns all effects, ascending by mutant.
    pub(in crate::execution) fn sorted(&self) -> Vec<(Mutant, Effect)> {
        self.0.borrow().clone()
    }

    /// Forgets all effects, and keeps the memory.
    pub(in crate::execution) fn reset(&self) {
        self.0.borrow_mut().clear();
    }
}
