//! Observations besides control flow: calls by the test, exceptions, values and mutants.

use super::view::{Chain, NONE};
use crate::distance::Distance;
use crate::execution::{Effect, Misuse, NearestValues, Partition, Thrown, Value};
use crate::id::{Function, IdMap, Mutant};
use crate::sort::sort_by_key;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// Observations of a trace besides control flow. Each part is reset in time linear in its contents,
/// and keeps its memory.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Observations {
    /// Functions that the test itself called.
    pub called: Chain,
    /// Functions that returned normally to the test.
    pub returned: Chain,
    /// Functions that the test itself called, and that an implicit exception left.
    pub implicit: Chain,
    /// Results and arguments.
    pub values: Values,
    /// Exceptions that left functions, ascending, each once. The list is borrowed within methods of
    /// this file only, and none of them calls code of the user.
    pub thrown: RefCell<Vec<Thrown>>,
    /// Infection distances.
    pub mutants: Mutants,
    /// Effects of mutants that were executed.
    pub effects: RefCell<IdMap<Mutant, Effect>>,
}

impl Observations {
    /// Makes room for this number of functions. A lower number changes nothing.
    pub(super) fn fit(&mut self, functions: usize) {
        self.called.grow(functions);
        self.returned.grow(functions);
        self.implicit.grow(functions);
        self.values.first.resize(functions.max(self.values.first.len()), Cell::new(NONE));
    }

    /// Forgets all observations.
    pub(super) fn reset(&self) {
        // Each part knows its contents, so that the time does not depend on the size of the
        // program.
        self.called.drain(|_| {});
        self.returned.drain(|_| {});
        self.implicit.drain(|_| {});
        self.thrown.borrow_mut().clear();
        self.values.reset();
        self.mutants.reset();
        self.effects.borrow_mut().clear();
    }

    /// Records an exception, unless it is recorded already. Linear in the number of different
    /// exceptions.
    pub(in crate::execution) fn throw(&self, thrown: Thrown) {
        let mut all = self.thrown.borrow_mut();
        if let Err(place) = all.binary_search(&thrown) {
            all.insert(place, thrown);
        }
    }
}

/// Place of a value in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::execution) enum Place {
    /// The result of the function.
    Returned,
    /// An argument of the function, counted from 0.
    Argument(u32),
}

/// Least distances from all partitions, over the values at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::execution) struct ValueRow {
    /// The function.
    pub function: Function,
    /// The place of the values in the function.
    pub place: Place,
    /// Least distance from each partition.
    pub nearest: NearestValues,
}

impl ValueRow {
    /// Returns the key by which rows are sorted.
    pub(in crate::execution) fn key(&self) -> (Function, Place) {
        (self.function, self.place)
    }

    /// Returns the row merged with another row of the same place.
    pub(in crate::execution) fn merged(mut self, other: Self) -> Self {
        self.nearest.merge(&other.nearest);
        self
    }
}

/// Table of the values of all functions, one row for each place.
///
/// The rows of one function form a linked list, in which a place is searched linearly: most
/// functions have few places. A dense table by function and place would have to know the number of
/// arguments of each function.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Values {
    /// Index of the first row of each function, or [`NONE`].
    first: Vec<Cell<u32>>,
    /// Rows, each with the index of the next row of the same function. The table is borrowed within
    /// methods of this file only.
    rows: RefCell<Vec<(ValueRow, u32)>>,
}

impl Values {
    /// Takes in a value. Linear in the number of places of the function.
    ///
    /// # Errors
    ///
    /// [`Misuse::NoSuchFunction`] if the trace has no such function.
    pub(super) fn see(&self, function: Function, place: Place, value: Value) -> Result<(), Misuse> {
        // Nothing is in no partition and near to none. After another value it changes nothing, and
        // most calls are such.
        if value == Value::Nothing && self.has_row(function, place) {
            return Ok(());
        }
        // Only the least distance to each partition is kept: it answers every question that goals
        // ask, in constant space.
        let mut nearest = NearestValues::default();
        nearest.see(value);
        self.merge(ValueRow { function, place, nearest })
    }

    /// Takes in the least distances of several values at one place. Linear in the number of places
    /// of the function.
    ///
    /// # Errors
    ///
    /// [`Misuse::NoSuchFunction`] if the trace has no such function.
    pub(in crate::execution) fn merge(&self, row: ValueRow) -> Result<(), Misuse> {
        let first = self
            .first
            .get(row.function.index())
            .ok_or(Misuse::NoSuchFunction { function: row.function })?;
        let mut rows = self.rows.borrow_mut();
        match Self::find(&rows, first.get(), row.place) {
            Some(at) => rows[at].0.nearest.merge(&row.nearest),
            // A new row becomes the first one of its function.
            None => {
                rows.push((row, first.get()));
                first.set(rows.len() as u32 - 1);
            }
        }
        Ok(())
    }

    /// Returns `true` if a value was taken in at a place.
    fn has_row(&self, function: Function, place: Place) -> bool {
        self.first
            .get(function.index())
            .is_some_and(|first| Self::find(&self.rows.borrow(), first.get(), place).is_some())
    }

    /// Returns the least distance from a partition; `None` if there was no value.
    pub(super) fn distance(
        &self,
        function: Function,
        place: Place,
        partition: Partition,
    ) -> Option<Distance> {
        let first = self.first.get(function.index())?.get();
        let rows = self.rows.borrow();
        rows[Self::find(&rows, first, place)?].0.nearest.distance(partition)
    }

    /// Visits every argument of a function with a value.
    pub(super) fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        // The rows are not borrowed while the visitor runs.
        let mut next = self.first.get(function.index()).map_or(NONE, Cell::get);
        loop {
            let Some((row, after)) = self.rows.borrow().get(next as usize).copied() else { return };
            next = after;
            if let Place::Argument(argument) = row.place {
                visit(argument);
            }
        }
    }

    /// Returns all rows, ascending by function and place.
    pub(in crate::execution) fn sorted(&self) -> Vec<ValueRow> {
        let mut all: Vec<_> = self.rows.borrow().iter().map(|(row, _)| *row).collect();
        sort_by_key(&mut all, ValueRow::key);
        all
    }

    /// Returns the index of the row of a place, following the links from `first`.
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

    /// Forgets all values. Linear in the number of rows.
    fn reset(&self) {
        // Only functions with rows have a link, so the other functions are not visited.
        let mut rows = self.rows.borrow_mut();
        for (row, _) in rows.drain(..) {
            self.first[row.function.index()].set(NONE);
        }
    }
}

/// Least infection distance of each mutant.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Mutants {
    /// Least distance of each mutant; NaN, which `f64::min` ignores, if it was never evaluated.
    least: Vec<Cell<f64>>,
    /// Mutants that were evaluated.
    pub evaluated: Chain,
}

impl Mutants {
    /// Returns the number of mutants that there is room for.
    pub(in crate::execution) fn count(&self) -> u32 {
        self.least.len() as u32
    }

    /// Makes room for this number of mutants. A lower number changes nothing.
    pub(super) fn grow(&mut self, count: usize) {
        self.least.resize(count.max(self.least.len()), Cell::new(f64::NAN));
        self.evaluated.grow(count);
    }

    /// Takes in an infection distance. A mutant without room is ignored.
    #[inline]
    pub(super) fn see(&self, mutant: Mutant, distance: Distance) {
        if let Some(least) = self.least.get(mutant.index()) {
            least.set(least.get().min(distance.get()));
            self.evaluated.add(mutant.number());
        }
    }

    /// Returns the least infection distance of a mutant; `None` if it was never evaluated.
    #[inline]
    pub(super) fn infection(&self, mutant: Mutant) -> Option<Distance> {
        let least = self.least.get(mutant.index())?.get();
        // NaN, the mark of a mutant that was never evaluated, is no distance.
        Distance::new(least).ok()
    }

    /// Forgets all distances. Linear in the number of evaluated mutants.
    fn reset(&self) {
        self.evaluated.drain(|mutant| self.least[mutant as usize].set(f64::NAN));
    }
}
