//! Rows of effects, one for each mutant that was run.

use crate::execution::Effect;
use crate::id::Mutant;
use alloc::vec::Vec;
use core::cell::RefCell;

/// The least effect of each mutant that was run, ascending by mutants.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct EffectRows(RefCell<Vec<(Mutant, Effect)>>);

impl EffectRows {
    /// Constant time if mutants come in their order; linear in those that follow otherwise.
    pub(in crate::execution) fn see(&self, mutant: Mutant, effect: Effect) {
        let mut rows = self.0.borrow_mut();
        match rows.binary_search_by_key(&mutant, |row| row.0) {
            Ok(place) => rows[place].1 = rows[place].1.min(effect),
            Err(place) => rows.insert(place, (mutant, effect)),
        }
    }

    pub(in crate::execution) fn get(&self, mutant: Mutant) -> Option<Effect> {
        let rows = self.0.borrow();
        let place = rows.binary_search_by_key(&mutant, |row| row.0).ok()?;
        Some(rows[place].1)
    }

    pub(in crate::execution) fn sorted(&self) -> Vec<(Mutant, Effect)> {
        self.0.borrow().clone()
    }

    /// Keeps the memory.
    pub(in crate::execution) fn reset(&self) {
        self.0.borrow_mut().clear();
    }
}
