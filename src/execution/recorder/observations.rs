//! What a trace records beside control flow: calls, exceptions, values and mutants.

use super::chain::{Chain, NONE};
use super::effects::EffectRows;
use crate::distance::Distance;
use crate::execution::{Misuse, NearestValues, Partition, Thrown, Value};
use crate::id::{Function, Mutant};
use crate::sort::sort_by_key;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// Observations beside control flow. Each part forgets in time linear in what it holds, and keeps its memory.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Observations {
    /// Functions that the test called itself.
    pub called: Chain,
    /// Those of them that returned normally.
    pub returned: Chain,
    /// Functions that an implicit exception left when the test had called them itself.
    pub implicit: Chain,
    pub values: Values,
    /// Ascending. Borrowed for the length of a method here, and no method calls the user's code meanwhile.
    pub thrown: RefCell<Vec<Thrown>>,
    pub mutants: Mutants,
    pub effects: EffectRows,
}

impl Observations {
    pub(in crate::execution) fn fit(&mut self, functions: usize) {
        self.called.grow(functions);
        self.returned.grow(functions);
        self.implicit.grow(functions);
        self.values.first.resize(functions.max(self.values.first.len()), Cell::new(NONE));
    }

    pub(in crate::execution) fn reset(&self) {
        self.called.drain(|_| {});
        self.returned.drain(|_| {});
        self.implicit.drain(|_| {});
        self.thrown.borrow_mut().clear();
        self.values.reset();
        self.mutants.reset();
        self.effects.reset();
    }

    pub(in crate::execution) fn throw(&self, thrown: Thrown) {
        let mut all = self.thrown.borrow_mut();
        if let Err(place) = all.binary_search(&thrown) {
            all.insert(place, thrown);
        }
    }

    pub(in crate::execution) fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        // Not borrowed while the user's code runs: it may call hooks.
        let mut at = 0;
        while let Some(thrown) = { self.thrown.borrow().get(at).copied() } {
            visit(thrown);
            at += 1;
        }
    }
}

/// Place of a value in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::execution) enum Place {
    Returned,
    Argument(u32),
}

/// Knowledge about the values at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::execution) struct ValueRow {
    pub function: Function,
    pub place: Place,
    pub nearest: NearestValues,
}

impl ValueRow {
    pub(in crate::execution) fn key(&self) -> (Function, Place) {
        (self.function, self.place)
    }

    pub(in crate::execution) fn merged(mut self, other: Self) -> Self {
        self.nearest.merge(&other.nearest);
        self
    }
}

/// Rows of values; those of one function are linked.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Values {
    /// By function: its first row.
    first: Vec<Cell<u32>>,
    /// Each with the next row of the same function. Borrowed for the length of a method here.
    rows: RefCell<Vec<(ValueRow, u32)>>,
}

impl Values {
    pub(in crate::execution) fn see(&self, function: Function, place: Place, value: Value) -> Result<(), Misuse> {
        let mut nearest = NearestValues::default();
        nearest.see(value);
        self.merge(ValueRow { function, place, nearest })
    }

    pub(in crate::execution) fn merge(&self, row: ValueRow) -> Result<(), Misuse> {
        let first = self.first.get(row.function.index()).ok_or(Misuse::NoSuchFunction { function: row.function })?;
        let mut rows = self.rows.borrow_mut();
        match Self::find(&rows, first.get(), row.place) {
            Some(at) => rows[at].0.nearest.merge(&row.nearest),
            None => {
                rows.push((row, first.get()));
                first.set(rows.len() as u32 - 1);
            }
        }
        Ok(())
    }

    pub(in crate::execution) fn distance(&self, function: Function, place: Place, partition: Partition) -> Option<Distance> {
        let first = self.first.get(function.index())?.get();
        let rows = self.rows.borrow();
        rows[Self::find(&rows, first, place)?].0.nearest.distance(partition)
    }

    /// Ascending by function and place.
    pub(in crate::execution) fn sorted(&self) -> Vec<ValueRow> {
        let mut all: Vec<_> = self.rows.borrow().iter().map(|(row, _)| *row).collect();
        sort_by_key(&mut all, ValueRow::key);
        all
    }

    fn find(rows: &[(ValueRow, u32)], first: u32, place: Place) -> Option<usize> {
        let mut at = first as usize;
        while let Some((row, next)) = rows.get(at) {
            if row.place == place {
                return Some(at);
            }
            at = *next as usize;
        }
        None
    }

    fn reset(&self) {
        let mut rows = self.rows.borrow_mut();
        for (row, _) in rows.drain(..) {
            self.first[row.function.index()].set(NONE);
        }
    }
}

/// The least infection distance of each mutant.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Mutants {
    /// NaN if it was never evaluated, which `f64::min` ignores: so that one look answers.
    least: Vec<Cell<f64>>,
    pub evaluated: Chain,
}

impl Mutants {
    /// Returns the number of mutants for which there is room.
    pub(in crate::execution) fn count(&self) -> u32 {
        self.least.len() as u32
    }

    pub(in crate::execution) fn grow(&mut self, count: usize) {
        self.least.resize(count.max(self.least.len()), Cell::new(f64::NAN));
        self.evaluated.grow(count);
    }

    #[inline]
    pub(in crate::execution) fn see(&self, mutant: Mutant, distance: Distance) {
        if let Some(least) = self.least.get(mutant.index()) {
            least.set(least.get().min(distance.get()));
            self.evaluated.add(mutant.number());
        }
    }

    #[inline]
    pub(in crate::execution) fn infection(&self, mutant: Mutant) -> Option<Distance> {
        let least = self.least.get(mutant.index())?.get();
        (least >= 0.0).then(|| Distance::of(least))
    }

    fn reset(&self) {
        self.evaluated.drain(|mutant| self.least[mutant as usize].set(f64::NAN));
    }
}
