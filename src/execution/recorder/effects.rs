//! Table of the effects of mutants on the execution.

use crate::execution::Effect;
use crate::id::Mutant;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Least effect of each mutant that was executed, ascending by mutant.
///
/// The table is sparse: each effect costs an execution of the program with the mutant, so few
/// mutants have one.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct EffectRows(RefCell<Vec<(Mutant, Effect)>>);

impl EffectRows {
    /// Takes in an effect of a mutant. For n mutants with effects, this takes O(log n) if mutants
    /// come in ascending order, and else O(n).
    pub(in crate::execution) fn see(&self, mutant: Mutant, effect: Effect) {
        let mut rows = self.0.borrow_mut();
        match rows.binary_search_by_key(&mutant, |row| row.0) {
            // Effects are ordered by their distance from killing the mutant, so the least one is
            // the nearest.
            Ok(place) => rows[place].1 = rows[place].1.min(effect),
            // Mutants that come in ascending order are appended, which moves nothing.
            Err(place) => rows.insert(place, (mutant, effect)),
        }
    }

    /// Returns the least effect of a mutant; `None` if the mutant was not executed. O(log n).
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
